"""The state of a practice, from its packs and actions: bots play on, the person undoes, the same cards are redealt.

Pure. A `PracticeRecord` stores the packs and the list of actions with their seats; the engine replays the rest.
A `Room` holds every card, and its `repr` shows none of them.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from msgspec.structs import replace

import engine
from games.events import tables as events
from games.tables.state.folding import fold
from games.tables.state.table import SeatState, TableState

MOST_HANDS = 60
"""The most hands of a game; then a new game begins."""

BEGUN = datetime(2000, 1, 1, tzinfo=UTC)
"""The one time of all events: a practice has no clock."""


class ActionTaken(msgspec.Struct, frozen=True, array_like=True):
    """An action, and whether the person chose it."""

    mine: bool
    action: engine.Action

    def __repr__(self) -> str:
        return "ActionTaken()"


class Hand(msgspec.Struct, frozen=True):
    """A hand: the pack from the top, the dealer, and the actions since the deal."""

    pack: tuple[str, ...]
    dealer: int
    done: tuple[ActionTaken, ...] = ()

    def __repr__(self) -> str:
        return "Hand()"


class PracticeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored part of a practice, which is sealed.

    Attributes:
        engine: The version of the rules.
        seat: The person's seat.
        level: The level of the bots.
        hands: The hands of the game, the running one last.
        opened: The last hand was played to its end once, so its cards are known.
        last: The version on which the last command was given, and the command: a repeated command is not done again.
        guided: The family whose guided hand was the first one dealt ("28" or "56"); empty for an ordinary practice.
    """

    engine: int
    seat: int
    level: str
    hands: tuple[Hand, ...]
    opened: bool = False
    last: tuple[int, str] = (0, "")
    guided: str = ""

    def __repr__(self) -> str:
        return "PracticeRecord()"


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """A practice with its game: its state before the last deal (`before`), and now."""

    rules: engine.RuleSet
    kept: PracticeRecord
    before: engine.State
    game: engine.State

    def __repr__(self) -> str:
        return f"Room({self.rules.id})"

    @property
    def hand(self) -> Hand:
        """The running or last hand."""
        return self.kept.hands[-1]

    @property
    def is_over(self) -> bool:
        """Whether the hand is decided."""
        return not engine.to_act(self.game)

    @property
    def is_finished(self) -> bool:
        """Whether the game is over."""
        return engine.view(self.game, None).finished

    @property
    def cards(self) -> tuple[tuple[str, ...], ...]:
        """Each seat's cards as dealt."""
        return engine.packets(self.rules, self.hand.pack, self.hand.dealer)

    @property
    def decisions(self) -> int:
        """The number of the person's decisions in this hand, all of which can be taken back."""
        return sum(done.mine for done in self.hand.done)


Chooser = Callable[[Room, engine.View], engine.Action]
"""Chooses the action of a bot, by the view of its seat."""


class _Happened(NamedTuple):
    """An event in the shape of the store's, for the fold of a table."""

    stream: UUID
    version: int
    recorded_at: datetime
    event: Any


def begin(rules: engine.RuleSet, *, seat: int, dealer: int, pack: Sequence[str], level: str) -> Room:
    """Return a practice whose first hand is dealt.

    Args:
        rules: The rule set with its options.
        seat: The person's seat.
        dealer: The seat that deals.
        pack: The cards from the top.
        level: The level of the bots.
    """
    kept = PracticeRecord(engine=engine.VERSION, seat=seat, level=level, hands=(Hand(tuple(pack), dealer),))
    return room_of(rules, kept)


def room_of(rules: engine.RuleSet, kept: PracticeRecord) -> Room:
    """Return the state of a practice, replayed from its stored part.

    Raises:
        IllegalAction: A stored action is not allowed by these rules.
    """
    game = engine.new_game(rules)
    for hand in kept.hands[:-1]:
        game = _played(game, hand)
    last = kept.hands[-1]
    return Room(rules=rules, kept=kept, before=game, game=_played(game, last))


def _played(game: engine.State, hand: Hand, upto: int | None = None) -> engine.State:
    for happened in _events(game, hand, upto):
        game = engine.evolve(game, happened)
    return game


def _events(game: engine.State, hand: Hand, upto: int | None = None) -> list[Any]:
    """Return the events of a hand up to `upto`."""
    found: list[Any] = list(engine.deal(game, hand.pack, dealer=hand.dealer))
    for event in found:
        game = engine.evolve(game, event)
    for done in hand.done[:upto]:
        happened = engine.decide(game, done.action)
        for event in happened:
            game = engine.evolve(game, event)
        found += happened
    return found


def game_at(room: Room, upto: int | None = None) -> engine.State:
    """Return the state of the game at `upto`."""
    return room.game if upto is None else _played(room.before, room.hand, upto)


def act(room: Room, action: engine.Action, *, mine: bool) -> Room:
    """Return the practice after an action.

    Raises:
        IllegalAction: The rules do not allow it.
    """
    game = room.game
    for event in engine.decide(game, action):
        game = engine.evolve(game, event)
    hand = replace(room.hand, done=(*room.hand.done, ActionTaken(mine, action)))
    opened = room.kept.opened or not engine.to_act(game)
    return replace(room, kept=replace(room.kept, hands=(*room.kept.hands[:-1], hand), opened=opened), game=game)


def bots_on(room: Room, choose: Chooser) -> Room:
    """Return the practice after the bots' actions, on the person's turn or at the end of the hand."""
    while turn := engine.to_act(room.game):
        if room.kept.seat in turn:
            break
        room = act(room, choose(room, engine.view(room.game, min(turn))), mine=False)
    return room


def take_back(room: Room) -> Room | None:
    """Return the practice before the person's last decision of the hand, or None if there is none."""
    last = next((index for index in reversed(range(len(room.hand.done))) if room.hand.done[index].mine), None)
    return None if last is None else _with_hand(room, replace(room.hand, done=room.hand.done[:last]))


def deal_again(room: Room, seat: int) -> Room:
    """Return the practice with the same cards dealt again by the same dealer, the person perhaps in another seat."""
    return _with_hand(replace(room, kept=replace(room.kept, seat=seat)), replace(room.hand, done=()))


def deal_new(room: Room, pack: Sequence[str]) -> Room:
    """Return the practice with this hand dealt anew from another pack, by the same dealer."""
    kept = replace(room.kept, opened=False)
    return _with_hand(replace(room, kept=kept), Hand(tuple(pack), room.hand.dealer))


def next_hand(room: Room, pack: Sequence[str]) -> Room:
    """Return the practice with the next hand dealt; after the last hand of a game, the first of a new game."""
    kept = room.kept
    dealer = engine.next_dealer(room.game)
    if room.is_finished or dealer is None or len(kept.hands) >= MOST_HANDS:
        fresh = Hand(tuple(pack), room.rules.next_seat(room.hand.dealer))
        return room_of(room.rules, replace(kept, hands=(fresh,), opened=False))
    hands = (*kept.hands, Hand(tuple(pack), dealer))
    fresh_kept = replace(kept, hands=hands, opened=False)
    return replace(room, kept=fresh_kept, before=room.game, game=_played(room.game, hands[-1]))


def _with_hand(room: Room, hand: Hand) -> Room:
    kept = replace(room.kept, hands=(*room.kept.hands[:-1], hand))
    return replace(room, kept=kept, game=_played(room.before, hand))


def table_of(room: Room, stream: UUID, players: Sequence[str], upto: int | None = None) -> TableState:
    """Return the state of the practice as that of a live table at which everybody is present.

    Args:
        stream: The id of the table.
        players: The players' ids, one for each seat.
    """
    rules, number = room.rules, len(room.kept.hands)
    opened = events.TableOpened(
        rules=rules.id, options=rules.options, action_seconds=0, reserve_seconds=0, pause_seconds=0
    )
    state = fold(None, _Happened(stream, 1, BEGUN, opened))
    seats = tuple(
        SeatState(player=player, bot=seat != room.kept.seat, level="" if seat == room.kept.seat else room.kept.level)
        for seat, player in enumerate(players)
    )
    promised = events.DealCommitted(hand=number, commitment="", secret="")
    state = replace(state, seats=seats, game=room.before, hand=number - 1)
    for version, event in enumerate([promised, *_events(room.before, room.hand, upto)], start=2):
        state = fold(state, _Happened(stream, version, BEGUN, event))
    return state

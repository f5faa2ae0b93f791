"""A practice as its packs and deeds make it: the bots play on, the person takes back, the same cards are dealt again.

Pure. What is kept (`Kept`) is the packs and the list of what was done, by whom; the engine replays the rest. A `Room`
holds every card and says nothing of itself when printed.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from msgspec.structs import replace

import engine
from games.events import tables as events
from games.table import SeatState, TableState, fold

MOST_HANDS = 60
"""So many hands of one game are kept; then a new game begins."""

BEGUN = datetime(2000, 1, 1, tzinfo=UTC)
"""A practice has no clock: everything happens at one moment."""


class Done(msgspec.Struct, frozen=True, array_like=True):
    """Something that was done, and whether the person chose it."""

    mine: bool
    action: engine.Action

    def __repr__(self) -> str:
        return "Done()"


class Hand(msgspec.Struct, frozen=True):
    """A hand: the pack from the top, who dealt it, and what has been done since."""

    pack: tuple[str, ...]
    dealer: int
    done: tuple[Done, ...] = ()

    def __repr__(self) -> str:
        return "Hand()"


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What of a practice is kept, sealed.

    Attributes:
        engine: The version of the rules it is played by.
        seat: The person's seat.
        level: How well the bots play.
        hands: The hands of the game, the running one last.
        opened: The cards of the last hand have been seen by all once: it was played to its end.
        last: The version from which the last deed was done, and the deed: sent twice it is done once.
    """

    engine: int
    seat: int
    level: str
    hands: tuple[Hand, ...]
    opened: bool = False
    last: tuple[int, str] = (0, "")

    def __repr__(self) -> str:
        return "Kept()"


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """A practice with its game: `before` the last hand was dealt, and now."""

    rules: engine.RuleSet
    kept: Kept
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
        """Whether the game is."""
        return engine.view(self.game, None).finished

    @property
    def cards(self) -> tuple[tuple[str, ...], ...]:
        """Each seat's cards as dealt."""
        return engine.packets(self.rules, self.hand.pack, self.hand.dealer)

    @property
    def decisions(self) -> int:
        """How many of the person's decisions in this hand can be taken back."""
        return sum(done.mine for done in self.hand.done)


Chooser = Callable[[Room, engine.View], engine.Action]
"""What a bot of the practice does with what its seat may know."""


class _Happened(NamedTuple):
    """An event in the shape in which the store gives it to a table."""

    stream: UUID
    version: int
    recorded_at: datetime
    event: Any


def begin(rules: engine.RuleSet, *, seat: int, dealer: int, pack: Sequence[str], level: str) -> Room:
    """Return a practice whose first hand is dealt.

    Args:
        rules: The rule set with its options.
        seat: The person's seat.
        dealer: Who deals.
        pack: The cards from the top.
        level: How well the bots play.
    """
    kept = Kept(engine=engine.VERSION, seat=seat, level=level, hands=(Hand(tuple(pack), dealer),))
    return room_of(rules, kept)


def room_of(rules: engine.RuleSet, kept: Kept) -> Room:
    """Return a practice as what is kept makes it.

    Raises:
        IllegalAction: Something that was done is not allowed by these rules.
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
    """Return the events of a hand, of all that was done or of the first so many deeds."""
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
    """Return the game after so many deeds of the hand; by default as it is now."""
    return room.game if upto is None else _played(room.before, room.hand, upto)


def act(room: Room, action: engine.Action, *, mine: bool) -> Room:
    """Return the practice after an action.

    Raises:
        IllegalAction: The rules do not allow it.
    """
    game = room.game
    for event in engine.decide(game, action):
        game = engine.evolve(game, event)
    hand = replace(room.hand, done=(*room.hand.done, Done(mine, action)))
    opened = room.kept.opened or not engine.to_act(game)
    return replace(room, kept=replace(room.kept, hands=(*room.kept.hands[:-1], hand), opened=opened), game=game)


def bots_on(room: Room, choose: Chooser) -> Room:
    """Return the practice after the bots have played on, until it is the person's turn or the hand is decided."""
    while turn := engine.to_act(room.game):
        if room.kept.seat in turn:
            break
        room = act(room, choose(room, engine.view(room.game, min(turn))), mine=False)
    return room


def take_back(room: Room) -> Room | None:
    """Return the practice before the person's last decision of the hand, or None where there was none."""
    last = next((index for index in reversed(range(len(room.hand.done))) if room.hand.done[index].mine), None)
    return None if last is None else _with_hand(room, replace(room.hand, done=room.hand.done[:last]))


def deal_again(room: Room, seat: int) -> Room:
    """Return the practice with the same cards dealt again by the same dealer; the person may sit elsewhere."""
    return _with_hand(replace(room, kept=replace(room.kept, seat=seat)), replace(room.hand, done=()))


def deal_new(room: Room, pack: Sequence[str]) -> Room:
    """Return the practice with this hand dealt anew from another pack, by the same dealer."""
    kept = replace(room.kept, opened=False)
    return _with_hand(replace(room, kept=kept), Hand(tuple(pack), room.hand.dealer))


def next_hand(room: Room, pack: Sequence[str]) -> Room:
    """Return the practice with the next hand dealt; after the last of a game the first of a new one."""
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
    """Return the practice as a live table, as it would be with everybody attending.

    Args:
        room: The practice.
        stream: Its id.
        players: The ids of the players, a seat each; the person's seat is played by no bot.
        upto: After so many deeds of the hand; by default all.
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

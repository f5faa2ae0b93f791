"""The base of every rule set: data, and tables of small functions that define the play of its tradition.

A *family* (28, 56) derives its own rule set type from `RuleSet` and its own states from `State`. A
*tradition* is one module of a family; it fills a `Tradition`: for each state type and each action or event
type, the function that judges or applies it. So `engine.decide` and `engine.evolve` are two look-ups and a
call, and nothing anywhere asks for a rule set's id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from engine.cards import RANK_POINTS

if TYPE_CHECKING:
    from engine.actions import Act, Action, Play
    from engine.directed import DirectorsEffect
    from engine.errors import IllegalAction
    from engine.events import Event, Happened
    from engine.options import Option
    from engine.views import View


class State(msgspec.Struct, frozen=True):
    """A game at one moment: an immutable value, compared by its members."""

    rules: RuleSet

    def __repr__(self) -> str:
        """Return the state for a log or an error page: without a card."""
        return f"<{type(self).__name__} of {self.rules.id}>"


class Tradition(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """The functions that define the play of a tradition.

    Attributes:
        judges: By state type and action type: returns the events of a legal action, or raises
            `IllegalAction`.
        appliers: By state type and event type: returns the next state. Never fails on an event that a judge
            returned.
        legal: By state type: every action that the judges accept from a seat now.
        turn: By state type: the seats whose turn it is.
        refuse: The refusal of an action for which the state type has no judge.
        start: The state before the first hand.
        deal: Judges a hand as dealt, by dealer and each seat's cards.
        next_dealer: The seat that deals next, or None if any seat may.
        view: The view of a seat of the table, or of the public.
        play_on: By state type: plays cards in a row, as `engine.game.play_on` says.
        direct: The events of an effect of a director's ruling, or None for no rulings. Source: 56-IRR-27.
        force: The events of an action that the rules forbid, if the game can go on from it; else none.
        reads_call: Whether a text is a call in this game's notation, admitted or not; a record with any other
            is malformed. Source: 56-AUC-4.
    """

    judges: Mapping[type[State], Mapping[type[Act], Callable[[Any, Any], list[Event]]]]
    appliers: Mapping[type[State], Mapping[type[Happened], Callable[[Any, Any], State]]]
    legal: Mapping[type[State], Callable[[Any, int], list[Action]]]
    turn: Mapping[type[State], Callable[[Any], frozenset[int]]]
    refuse: Callable[[Any, Act], IllegalAction]
    start: Callable[[Any], State]
    deal: Callable[[Any, int, tuple[tuple[str, ...], ...]], list[Event]]
    next_dealer: Callable[[Any], int | None]
    view: Callable[[Any, int | None], View]
    reads_call: Callable[[str], bool]
    force: Callable[[Any, Act], list[Event]]
    play_on: Mapping[type[State], Callable[[Any, Sequence[Play]], tuple[State, int]]]
    direct: Callable[[Any, DirectorsEffect], list[Event]] | None = None


def nobody(state: State) -> frozenset[int]:
    """Return no seat: it is nobody's turn. For `Tradition.turn`."""
    return frozenset()


def whose_turn(state: Any) -> frozenset[int]:
    """Return the seat that a state names as its `turn`, for `Tradition.turn`."""
    return frozenset((state.turn,))


def nothing(state: State, seat: int) -> list[Action]:
    """Return no actions, for `Tradition.legal`."""
    return []


class RuleSet(msgspec.Struct, frozen=True, kw_only=True):
    """One rule set with its options: a frozen value.

    Attributes:
        id: The stable id, such as `28-kerala-4`.
        version: The version of the engine by which it is played.
        name: The name for people.
        about: The special features of its tradition, in a sentence.
        players: The number of players at the table.
        direction: `clockwise` or `counter-clockwise`: how the turn runs around a real table. Source:
            28-SEAT-1.
        suits: The suit letters, in game order.
        ranks: The ranks in each suit, high to low.
        deck: Every card's code, in game order; a code stands as often as the deck has the card.
        batches: The number of cards that a seat gets at a time.
        packet: The number of cards dealt together.
        sides: The seats of each side.
        declared: The options there are; the member of the same name has the value in force.
        result_members: The members of a hand's result, on which a claimed one is compared. Source: 28-AUD-7,
            56-AUD-5.
        ledger: What of the rule ledger holds, in reading order: a rule's id, or the beginning of the ids of a
            section, such as `28-AUC-`.
        replaced: Rules within those that do not hold here, each with the rule that holds instead, or "".
    """

    id: str
    version: int = 1
    name: str
    about: str
    players: int
    direction: str
    suits: str
    ranks: str
    deck: tuple[str, ...]
    batches: tuple[int, ...]
    packet: int
    sides: tuple[tuple[int, ...], ...]
    declared: tuple[Option, ...]
    result_members: tuple[str, ...]
    ledger: tuple[str, ...]
    replaced: tuple[tuple[str, str], ...] = ()
    tradition: Tradition

    @property
    def family(self) -> str:
        """The game that it is a form of: `28` or `56`."""
        return self.id.partition("-")[0]

    @property
    def hand_size(self) -> int:
        """The number of cards that a seat gets in all."""
        return sum(self.batches)

    @property
    def deck_points(self) -> int:
        """The card points of the whole deck. Source: 28-DECK-3, 28-W8-2, 56-DECK-3."""
        return sum(RANK_POINTS.get(card[1], 0) for card in self.deck)

    @property
    def options(self) -> dict[str, Any]:
        """The options in force, as JSON; the defaults are written out."""
        return {option.name: msgspec.to_builtins(getattr(self, option.name)) for option in self.declared}

    @property
    def chosen_options(self) -> dict[str, Any]:
        """The options whose value is not the default, as JSON."""
        return {
            option.name: msgspec.to_builtins(value)
            for option in self.declared
            if (value := getattr(self, option.name)) != option.default
        }

    def side_of(self, seat: int) -> int:
        """Return the side that a seat plays for.

        Raises:
            ValueError: There is no such seat.

        Source: 28-SEAT-2.
        """
        for side, seats in enumerate(self.sides):
            if seat in seats:
                return side
        raise ValueError(f"{self.id} has no seat {seat}")

    def next_seat(self, seat: int) -> int:
        """Return the seat whose turn follows. Source: 28-SEAT-1."""
        return (seat + 1) % self.players

"""What has happened in a game, in the past tense: one frozen value an event, stored under its class name.

`decide` makes them, `evolve` applies them, and the stream of a game is nothing but a list of them. `schema`
is the version of an event's shape; the members named in `sealed_fields` are hidden from somebody when the
event is written, and are stored encrypted until the hand is over.
"""

from typing import ClassVar

import msgspec


class Happened(msgspec.Struct, frozen=True, tag_field="type", tag=True, gc=False):
    """Base of every event of play."""

    schema: ClassVar[int] = 1
    sealed_fields: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        """Return the event for a log or an error page: without what is sealed."""
        members = (
            f"{name}={'…' if name in self.sealed_fields else repr(getattr(self, name))}"
            for name in self.__struct_fields__
        )
        return f"{type(self).__name__}({', '.join(members)})"


class HandDealt(Happened, frozen=True):
    """A hand was dealt. `hand` counts from 1; `cards` are each seat's, in the order dealt.

    Source: 28-DEAL-1.
    """

    sealed_fields: ClassVar[tuple[str, ...]] = ("cards",)

    hand: int
    dealer: int
    cards: tuple[tuple[str, ...], ...]


class BidMade(Happened, frozen=True):
    """A number was bid. Source: 28-AUC-1."""

    seat: int
    value: int


class Passed(Happened, frozen=True):
    """A turn of the auction went by. Source: 28-AUC-5."""

    seat: int


class TrumpFolded(Happened, frozen=True):
    """A card was laid face down as the indicator; an older one went back to its owner. Source: 28-FOLD-1."""

    sealed_fields: ClassVar[tuple[str, ...]] = ("card",)

    seat: int
    card: str


class TrumpKept(Happened, frozen=True):
    """The declarer kept the indicator folded already. Source: 28-TRUMP-1."""

    seat: int


class TrumpAsked(Happened, frozen=True):
    """A player who could not follow asked for the trump; `TrumpRevealed` comes next. Source: 28-REV-1."""

    seat: int


class TrumpRevealed(Happened, frozen=True):
    """The indicator was turned up and joined the hand of `seat`, the declarer. Source: 28-REV-2, 28-REV-4."""

    seat: int
    card: str


class CardPlayed(Happened, frozen=True):
    """A card was played to the trick. The hidden indicator, played as the last card, turns up by this.

    Source: 28-PLAY-6.
    """

    seat: int
    card: str


class Conceded(Happened, frozen=True):
    """The bid winner gave the hand up. Source: 28-CON-1."""

    seat: int


class HandScored(Happened, frozen=True):
    """A hand was decided. Members that this outcome or rule set has not are None.

    `points` are card points by side, `game_points` this hand's change by side, `stakes` and `score` each
    side's stock or total after the hand, `kunukku` the number worn by each seat. Source: 28-AUD-6.
    """

    hand: int
    outcome: str
    declarer: int | None
    bid: int | None
    points: tuple[int, ...] | None
    game_points: tuple[int, ...]
    stakes: tuple[int, ...] | None = None
    score: tuple[int, ...] | None = None
    kunukku: tuple[int, ...] | None = None


class GameFinished(Happened, frozen=True):
    """The game is decided. `winners` are sides. Source: 28-END-2, 28-END-3."""

    winners: tuple[int, ...]


Event = (
    HandDealt
    | BidMade
    | Passed
    | TrumpFolded
    | TrumpKept
    | TrumpAsked
    | TrumpRevealed
    | CardPlayed
    | Conceded
    | HandScored
    | GameFinished
)

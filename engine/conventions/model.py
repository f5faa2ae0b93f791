"""The types in which the conventions of 56 are written: facts, patterns, cards, meanings.

A `Convention` says: in this situation a call of this pattern shows such a hand. What a hand is like is said in facts,
nearly all of which count cards: a void is a count of nought, three jacks are a count of three. So the same data tell a
person what a call means, tell a bot whether its hand is worth the call, and tell it what its partners hold.

In a convention, suits are *roles* (the suit named, the partner's suit); in a `Meaning` they are letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from engine.cards import SUITS
from engine.fiftysix.calls import Form
from engine.fiftysix.cards import RANKS

NAMED = "named"
"""Role: the suit that the call names."""
LAST = "last"
"""Role: the suit that the side bid last."""
BEFORE = "before"
"""Role: the suit that the side bid before the last one."""
THEIRS = "theirs"
"""Role: the suit that the others bid last."""
ALL = "all"
"""Role: all four suits together."""
BESIDE = "beside"
"""Role: the suits beside the one named, or beside the side's last where none is named."""

OWN = "treatment"
"""The table of rows that a partnership adds to its card. Source: 56-CNV-1."""

MANY = 12
"""No hand has more cards of a suit, nor more jacks, than this."""


class Count(msgspec.Struct, frozen=True, tag="count"):
    """From `low` to `high` cards of some ranks in some suits. `suits` is a role, or in a meaning letters."""

    suits: str
    ranks: str
    low: int
    high: int = MANY

    def fits(self, hand: Sequence[str]) -> bool:
        """Return whether a hand fits."""
        return self.low <= sum(card[0] in self.suits and card[1] in self.ranks for card in hand) <= self.high


class CountByRise(msgspec.Struct, frozen=True, tag="count-by-rise"):
    """Just as many cards of some ranks as the call raised by, and `plus` more."""

    suits: str
    ranks: str
    plus: int = 0


class Tops(msgspec.Struct, frozen=True, tag="tops"):
    """The next tops of a suit in sequence: as many as the call raised by and `plus` more, and not one further.

    With `number` it is that many, whatever the rise. Source: 56-CNV-2.
    """

    suits: str
    plus: int = 0
    number: int | None = None


class NoTop(msgspec.Struct, frozen=True, tag="no-top"):
    """Not the next top of a suit."""

    suits: str


class Shape(msgspec.Struct, frozen=True, tag="shape"):
    """A fact that no count expresses: a word of `SHAPES`. `suits` is a role, or in a meaning letters."""

    word: str
    suits: str = ALL

    def fits(self, hand: Sequence[str]) -> bool:
        """Return whether a hand fits."""
        return SHAPES[self.word](hand, self.suits)


Fact = Count | CountByRise | Tops | NoTop | Shape
Known = Count | Shape
"""A fact about certain suits."""


def lengths(hand: Iterable[str]) -> dict[str, int]:
    """Return the number of cards of each suit in a hand."""
    cards = [card[0] for card in hand]
    return {suit: cards.count(suit) for suit in SUITS}


def _with_jack(hand: Sequence[str]) -> dict[str, int]:
    return {suit: length for suit, length in lengths(hand).items() if suit + "J" in hand}


def _two_suited(hand: Sequence[str], suits: str) -> bool:
    held = sorted(_with_jack(hand).values(), reverse=True)
    return len(held) > 1 and held[0] >= 4 and held[1] >= 3 and held[0] + held[1] >= 8


def _good(hand: Sequence[str], suits: str) -> bool:
    """Two sure tricks or a jack and length: enough to speak without the next top."""
    jacks = sum(card[1] == "J" for card in hand)
    return jacks >= 2 or (jacks == 1 and max(lengths(hand).values()) >= 4)


def _very_good(hand: Sequence[str], suits: str) -> bool:
    """Five cards with a jack or four with both, and help beside them."""
    jacks = sum(card[1] == "J" for card in hand)
    named = [card for card in hand if card[0] in suits]
    own = sum(card[1] == "J" for card in named)
    return own >= 1 and jacks >= 2 and len(named) + own >= 6


def _strong_suit(hand: Sequence[str], suits: str) -> bool:
    """Good for 40 with help: six cards with jack and nine, or four with a jack and two jacks beside."""
    named = [card for card in hand if card[0] in suits]
    tops = [card[1] for card in named]
    beside = sum(card[1] == "J" for card in hand if card[0] not in suits)
    if tops.count("J") != 1:
        return False
    return (len(named) >= 6 and "9" in tops and beside == 0) or (len(named) == 4 and beside == 2)


def _five_tricks(hand: Sequence[str], suits: str) -> bool:
    """Four jacks, and a nine next to a pair of them or a long suit."""
    pairs = sum(hand.count(suit + "J") == 2 and suit + "9" in hand for suit in SUITS)
    jacks = sum(card[1] == "J" for card in hand)
    return jacks + pairs >= 5


def _guarded(hand: Sequence[str], suits: str) -> bool:
    """Three jacks, each with another card of its suit: they are not all drawn by one lead."""
    return sum(card[1] == "J" for card in hand) >= 3 and all(length >= 2 for length in _with_jack(hand).values())


SHAPES: Mapping[str, Callable[[Sequence[str], str], bool]] = {
    "jacks apart": lambda hand, suits: len(_with_jack(hand)) >= 2,
    "no four with a jack": lambda hand, suits: max(_with_jack(hand).values(), default=0) < 4,
    "no three with a jack": lambda hand, suits: max(_with_jack(hand).values(), default=0) < 3,
    "two suits": _two_suited,
    "one suit only": lambda hand, suits: not _two_suited(hand, suits),
    "good hand": _good,
    "very good hand": _very_good,
    "strong suit": _strong_suit,
    "five tricks": _five_tricks,
    "guarded jacks": _guarded,
    "longest": lambda hand, suits: lengths(hand)[suits[:1]] == max(lengths(hand).values()),
    "some void": lambda hand, suits: min(lengths(hand).values()) == 0,
}
"""What a hand is like, where counting cards does not say it."""


class Pattern(msgspec.Struct, frozen=True, kw_only=True):
    """The calls to which a convention applies.

    Attributes:
        word: `call`, `pass` or `double`.
        form: The form of contract bid (56-AUC-4), or None for a pass or a double.
        rises: By how much the call raises the last contract bid, from and to; over none the count starts at 27.
            So an opening 28 rises by one, and the same hand says 29 over a 28P that says nothing.
        digit: In a plus call: whether the digit is written (`+1S`) or not (`+S`), or None for either.
        suit: Which suit it names: `last` (the side's), `new` (any other) or `any`.
        numbers: The number it comes to, from and to.
    """

    word: str = "call"
    form: Form | None = None
    rises: tuple[int, int] = (1, 28)
    digit: bool | None = None
    suit: str = "any"
    numbers: tuple[int, int] = (28, 56)


class Convention(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a convention card.

    Attributes:
        name: A name of its own within the card.
        table: The table of the ledger that it is in: `opening`, `over partner`, `theirs`, or `what NOS says`.
        row: The row of that table, as its cell says it; in the opening table the cell of the hand.
        situations: The situations it holds in; see `engine.conventions.situations`.
        positions: The caller's position among the players of its side: `first`, `middle`, `last`.
        call: The calls it is about.
        shows: The facts about the hand; if there are several readings, the usual one first.
        says: What the call tells, for people. `{suit}`, `{last}`, `{before}` and `{theirs}` stand for suits,
            `{rise}` for the rise and `{tops}` for the next tops shown.
        nos: The row of the ledger's table of what NOS says that it is in, or empty.
        source: The rule it comes from.
        by_agreement: A partnership agrees on it beforehand.
        doubtful: Partners do not count on the usual reading.
        own: A partnership's, in its own words or with a call of its own: a treatment. Source: 56-CNV-1.
    """

    name: str
    table: str
    row: str
    situations: tuple[str, ...]
    positions: tuple[str, ...] = ("first", "middle", "last")
    call: Pattern
    shows: tuple[tuple[Fact, ...], ...] = ((),)
    says: str
    nos: str = ""
    source: str = "56-CNV-2"
    by_agreement: bool = False
    doubtful: bool = False
    own: bool = False


class Note(msgspec.Struct, frozen=True):
    """A note on a whole card: its source rule, and its words."""

    rule: str
    says: str


class ConventionCard(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A convention card: the meanings of a side's calls.

    Attributes:
        name: The name for people.
        tradition: The tradition that it belongs to.
        conventions: In the order in which a hand is tried on them: the first that fits is the one to call.
        notes: The notes that are about no single call.
    """

    name: str
    tradition: str
    conventions: tuple[Convention, ...]
    notes: tuple[Note, ...] = ()


class Reading(msgspec.Struct, frozen=True):
    """One reading of a call: the facts it implies about the caller's hand."""

    facts: tuple[Known, ...]

    def fits(self, hand: Sequence[str]) -> bool:
        """Return whether a hand fits."""
        return all(fact.fits(hand) for fact in self.facts)


class Wording(msgspec.Struct, frozen=True):
    """A row of a card applied to one call: its words, and the suits (letters; empty for none) and ranks in them."""

    says: str
    suit: str
    last: str
    before: str
    theirs: str
    rise: int
    tops: tuple[str, ...]


class Meaning(msgspec.Struct, frozen=True):
    """The meaning of a call made in an auction.

    Attributes:
        convention: The line of the card.
        seat: The seat that called.
        readings: The facts about the hand; if there are several readings, the usual one first.
        told: Each row of the card that it fits, applied to it.
    """

    convention: Convention
    seat: int
    readings: tuple[Reading, ...]
    told: tuple[Wording, ...]

    def fits(self, hand: Sequence[str]) -> bool:
        """Return whether a hand fits one of the readings."""
        return any(reading.fits(hand) for reading in self.readings)


def all_ranks(suits: str, low: int, high: int = MANY) -> Count:
    """Return the fact of a suit's length."""
    return Count(suits, RANKS, low, high)

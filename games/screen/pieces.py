"""The parts of a table's page: frozen values that its template reads."""

from dataclasses import dataclass

from games.tables.view.seats import SeatView


@dataclass(frozen=True, slots=True)
class Place:
    """A seat and its position on the screen."""

    seat: SeatView
    at: str
    relation: str
    lays_trump: bool

    @property
    def initial(self) -> str:
        """The letter in the seat's shape."""
        return self.seat.name[:1].upper() if self.seat.name else ""


@dataclass(frozen=True, slots=True)
class Camp:
    """One end of the race of points: a side, or in a three-handed hand the two allies."""

    sides: tuple[int, ...]
    names: str
    line: str
    points: int | None
    needed: int | None

    @property
    def side(self) -> int:
        """The side whose colour the camp's bar has."""
        return self.sides[0]


@dataclass(frozen=True, slots=True)
class HandCard:
    """One of the viewer's own cards, and the action of pressing it: `play` or `fold`."""

    code: str
    may: bool
    verb: str
    copy: int = 1

    @property
    def key(self) -> str:
        """The key that distinguishes the card from the deck's other copy of it on the page."""
        return self.code if self.copy == 1 else f"{self.code}-{self.copy}"


@dataclass(frozen=True, slots=True)
class AuctionCell:
    """One entry of the auction's table."""

    word: str
    kind: str


@dataclass(frozen=True, slots=True)
class Sayable:
    """A legal call of 56: its form, its number or rise, its denomination, its resulting number; and all in words."""

    call: str
    form: str
    number: str
    named: str
    to: int
    text: str


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the pad: its value, its label, more words; `family` distinguishes rises from numbers."""

    value: str
    label: str
    more: str = ""
    family: str = ""


@dataclass(frozen=True, slots=True)
class LatestCall:
    """A seat's latest call in an auction of 56."""

    name: str
    side: int
    call: str
    passed: bool
    number: int | None
    standing: bool
    now: bool


@dataclass(frozen=True, slots=True)
class Opened:
    """A hand that lies open for everybody."""

    name: str
    side: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatCard:
    """A card on the mat, its position, and whether it is winning."""

    card: str
    at: str
    best: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """A closed trick, as an entry of a list."""

    number: int
    side: int
    name: str
    points: int | None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The effect of a hand on a side's stakes or score."""

    side: int
    names: str
    before: int
    change: int
    after: int

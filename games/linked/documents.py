"""The documents of pictures for chats, set by the templates in `templates/paper/linked`."""

from typing import ClassVar

from msgspec import Struct

from games.paper.typesetting import Document, printable


class Picture(Document, frozen=True):
    """A picture: its words, and the template that sets it.

    Attributes:
        eyebrow: What it is of, above the title.
        foot: Where it is from, in the corner.
    """

    template: ClassVar[str] = ""
    eyebrow: str = ""
    foot: str = ""


class Row(Struct, frozen=True):
    """A row of a picture: a place, a name and a figure, each perhaps empty; `strong` for a winner."""

    text: str
    figure: str = ""
    place: str = ""
    strong: bool = False


class Card(Picture, frozen=True):
    """Words with rows below them; a fan of cards stands beside words without rows."""

    template: ClassVar[str] = "linked/card"
    lead: str = ""
    rows: tuple[Row, ...] = ()


class Suit(Struct, frozen=True):
    """The cards of a suit in a hand: its letter, and the ranks as one text."""

    letter: str
    cards: str


class Seat(Struct, frozen=True):
    """A seat of the diagram: where it is, whose side it is on, and its cards as dealt."""

    at: str
    side: int
    name: str
    suits: tuple[Suit, ...]
    role: str = ""


class Hand(Picture, frozen=True):
    """A finished hand: how it came out, the contract, and every seat."""

    template: ClassVar[str] = "linked/hand"
    contract: str = ""
    seats: tuple[Seat, ...] = ()


def name_or(name: str, other: str) -> str:
    """Return a name as it can be drawn, or another text for one that is hidden or in letters that no font here has."""
    return printable(name) or other

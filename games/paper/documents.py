"""The documents: what stands on each, in the language that is active."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

import msgspec
from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

import engine
from clubs.web.qr import qr_code
from games.paper.columns import MAX_HANDS, Group, Values, groups_of, side_label, side_letter, usual_hands, values_of
from games.paper.typesetting import Document, printable, typeset
from games.words.phrases import translated

MAX_CARDS: Final = 20
"""Tables whose cards or slips are in one document."""


class Match(msgspec.Struct, frozen=True):
    """A match as it is printed; empty members are left to be written by hand.

    Attributes:
        name: The name of the match.
        club: The name of the club.
        table: The number or name of the table.
        day: The day.
        seats: The names by seat.
        address: The address of the match's sheet, for its QR code.
    """

    name: str = ""
    club: str = ""
    table: str = ""
    day: date | None = None
    seats: tuple[str, ...] = ()
    address: str = ""


class SeatPrinted(msgspec.Struct, frozen=True):
    """A seat: its number and its player's name."""

    number: int
    name: str


class SidePrinted(msgspec.Struct, frozen=True):
    """A side with its seats."""

    label: str
    seats: tuple[SeatPrinted, ...]


class ScoreSheet(Document, frozen=True):
    """A score sheet.

    Attributes:
        rules: The name of the rule set.
        fields: Labels with what stands there, or is written by hand.
        sides: The sides.
        groups: The columns.
        start: The head of the row before the first hand; empty for none.
        hands: The number of rows.
        values: The worth of contracts.
        signatures: What is signed at the end.
        code: The QR code of the match's sheet, or empty.
        code_words: What stands below the code.
        pages: "Page {page} of {pages}".
    """

    rules: str
    fields: tuple[tuple[str, str], ...]
    sides: tuple[SidePrinted, ...]
    groups: tuple[Group, ...]
    start: str
    hands: int
    values: Values
    signatures: tuple[str, ...]
    code: str
    code_words: str
    pages: str


def score_sheet(rules: engine.RuleSet, *, hands: int | None = None, match: Match | None = None) -> bytes:
    """Return a score sheet as PDF.

    Args:
        rules: The rule set with its options: it chooses the columns and the values at the foot.
        hands: The number of rows, at most `MAX_HANDS`; by default that of the rule set's ending.
        match: The match; None for a blank sheet.
    """
    match = match or Match()
    groups = groups_of(rules)
    columns = [column for group in groups for column in group.columns]
    document = ScoreSheet(
        **_head(_("Score sheet")),
        rules=translated(rules.name),
        fields=(
            (_("Match"), printable(match.name)),
            (_("Club"), printable(match.club)),
            (pgettext("a day", "Date"), _day(match.day)),
            (_("Table"), printable(match.table)),
        ),
        sides=sides_of(rules, match.seats),
        groups=groups,
        start=pgettext("the row before the first hand", "Start") if any(column.start for column in columns) else "",
        hands=min(MAX_HANDS, max(1, usual_hands(rules) if hands is None else hands)),
        values=values_of(rules),
        signatures=tuple(
            _("Signature of side {letter}").format(letter=side_letter(side)) for side in range(len(rules.sides))
        ),
        code=qr_code(match.address) if match.address else "",
        code_words=_("This sheet in Lelam"),
        pages=_("Page {page} of {pages}"),
    )
    return typeset("sheet", document)


class SideCard(msgspec.Struct, frozen=True):
    """The half of a table card that one side keeps."""

    label: str
    keeps: str
    names: tuple[SeatPrinted, ...]
    code: str


class TablePrinted(msgspec.Struct, frozen=True):
    """A table on its card."""

    label: str
    match: str
    sides: tuple[SideCard, ...]


class TableCards(Document, frozen=True):
    """Table cards, a page each: for every side its half, to be cut apart."""

    tables: tuple[TablePrinted, ...]
    how: str
    steps: tuple[str, ...]


class TableOfMatch(msgspec.Struct, frozen=True):
    """A match for its table card and its seat slips.

    Attributes:
        match: The match.
        rules: Its rule set.
        passes: For each side the address of its pass.
    """

    match: Match
    rules: engine.RuleSet
    passes: tuple[str, ...]


def table_cards(tables: Sequence[TableOfMatch]) -> bytes:
    """Return the cards of tables as PDF, at most `MAX_CARDS`: the pass of each side, and how to report.

    Raises:
        ValueError: There are too many tables, or a table does not have one pass for each side.
    """
    _check(tables)
    document = TableCards(
        **_head(_("Table cards")),
        tables=tuple(
            TablePrinted(
                _table_label(table.match),
                printable(table.match.name),
                tuple(
                    SideCard(
                        label=side.label,
                        keeps=_("Side {letter} keeps this one").format(letter=side_letter(number)),
                        names=side.seats,
                        code=qr_code(table.passes[number]),
                    )
                    for number, side in enumerate(sides_of(table.rules, table.match.seats))
                ),
            )
            for table in tables
        ),
        how=_("How to report"),
        steps=steps_of_reporting(),
    )
    return typeset("cards", document)


def steps_of_reporting() -> tuple[str, ...]:
    """Return how a side reports its hands, in four steps."""
    return (
        _("Open the code with the camera of a phone. No account is needed."),
        _("After each hand, enter the result. The other side does the same."),
        _("If both agree, the hand counts. If not, look at it together and correct the wrong one."),
        _("If you cannot agree, call the scorer. This code is for your side only: keep it to yourselves."),
    )


class Slip(msgspec.Struct, frozen=True):
    """A seat slip."""

    name: str
    seat: str
    side: str
    table: str
    match: str
    code: str


class SeatSlips(Document, frozen=True):
    """Seat slips, eight on a page, to be cut apart."""

    slips: tuple[Slip, ...]
    words: str


def seat_slips(tables: Sequence[TableOfMatch]) -> bytes:
    """Return a slip for each seat of some tables as PDF: the name, the seat, the table, the pass of the side.

    Raises:
        ValueError: There are too many tables, or a table does not have one pass for each side.
    """
    _check(tables)
    document = SeatSlips(
        **_head(_("Seat slips")),
        slips=tuple(slip for table in tables for slip in _slips(table)),
        words=_("For your side only: report each hand with this code."),
    )
    return typeset("slips", document)


def _slips(table: TableOfMatch) -> Iterator[Slip]:
    codes = [qr_code(address) for address in table.passes]
    for seat in range(table.rules.players):
        side = table.rules.side_of(seat)
        yield Slip(
            name=_name(table.match, seat),
            seat=_("Seat {number}").format(number=seat + 1),
            side=side_label(side),
            table=_table_label(table.match),
            match=printable(table.match.name),
            code=codes[side],
        )


def sides_of(rules: engine.RuleSet, names: Sequence[str]) -> tuple[SidePrinted, ...]:
    """Return the sides of a rule set with the names of a match."""
    match = Match(seats=tuple(names))
    return tuple(
        SidePrinted(side_label(side), tuple(SeatPrinted(seat + 1, _name(match, seat)) for seat in seats))
        for side, seats in enumerate(rules.sides)
    )


def _name(match: Match, seat: int) -> str:
    return printable(match.seats[seat]) if seat < len(match.seats) else ""


def _table_label(match: Match) -> str:
    table = printable(match.table)
    return _("Table {number}").format(number=table) if table else f"{_('Table')} ____"


def _check(tables: Sequence[TableOfMatch]) -> None:
    if len(tables) > MAX_CARDS:
        raise ValueError(f"{len(tables)} tables in one document")
    if any(len(table.passes) != len(table.rules.sides) for table in tables):
        raise ValueError("a table needs one pass for each side")


def _day(day: date | None) -> str:
    return "" if day is None else printable(date_format(day, "j F Y"))


def _head(title: str) -> dict[str, str]:
    return {"language": (get_language() or "en")[:2], "title": title}

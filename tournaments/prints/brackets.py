"""Brackets on paper: parted into sections that a page holds, with words that lead from a page to the next."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct
from msgspec.structs import replace

from games.paper.typesetting import Document, printable, typeset
from tournaments.drawings.bracket import Box, Drawing, Heading, Part, drawing_of
from tournaments.overview.heads import group_name
from tournaments.overview.matches import match_shown, provisional
from tournaments.overview.wording import moment_text, named, source_words
from tournaments.prints.listing import MAX_DATA_BYTES, heading_of, side_printed
from tournaments.prints.wish import Wish, released_rounds
from tournaments.stages.stage import BRACKETS

SHEETS: Final[Mapping[str, tuple[int, int]]] = {"a4": (16, 5), "a3": (32, 6)}
"""The rows of matches and the rounds that a page holds, by its paper: names are still legible then."""
LAST_ROUNDS: Final = 3
"""The rounds that stand together on the last page of a bracket of several, if there are so many."""


class SideOfBracket(Struct, frozen=True):
    """A side of a match."""

    seed: str
    name: str
    points: str
    won: bool


class MatchOfBracket(Struct, frozen=True):
    """A match in a section: its column and row (in parts of a row), and where its winner goes.

    Attributes:
        to: The column, row and side of the next match on the same page; empty where there is none.
        goes: The words that lead to another page; empty without.
        now: It is being played.
    """

    column: int
    row: float
    label: str
    sides: tuple[SideOfBracket, ...]
    to: tuple[float, ...] = ()
    goes: str = ""
    now: bool = False


class SectionOfBracket(Struct, frozen=True):
    """A page."""

    heading: str
    headings: tuple[str, ...]
    rows: float
    matches: tuple[MatchOfBracket, ...]


class Bracket(Document, frozen=True):
    """Brackets of a stage."""

    club: str
    tournament: str
    of: str
    as_of: str
    pages: str
    paper: str
    sections: tuple[SectionOfBracket, ...]


class Cut(Struct, frozen=True):
    """A section before it has words: the rounds of its columns, and the row of each of its matches by number."""

    part: Part
    group: int
    rounds: tuple[int, ...]
    rows: Mapping[int, float]


def brackets(wish: Wish) -> bytes:
    """Return the brackets of the groups of a stage as PDF; large ones on several pages."""
    stage, paper = wish.shown, "a3" if wish.large else "a4"
    cuts: list[Cut] = []
    drawings: dict[int, Drawing] = {}
    if stage is not None and stage.plan.type in BRACKETS and released_rounds(wish.state, stage.number):
        for group in wish.groups():
            drawings[group] = drawing_of(wish.state, stage.number, group)
            for part in drawings[group].parts:
                cuts += sections_of(part, group, *SHEETS[paper])
    sections = tuple(_section(wish, drawings[cut.group], cut, cuts) for cut in cuts)
    if not sections:
        sections = (SectionOfBracket(_("The bracket is not released yet."), (" ",), 1, ()),)
    document = Bracket(
        **heading_of(wish, _("Bracket"), with_round=False),
        paper=paper,
        sections=sections,
    )
    return typeset("tournament/bracket", document, MAX_DATA_BYTES)


def sections_of(part: Part, group: int, most_rows: int, most_rounds: int) -> list[Cut]:
    """Part a bracket into pages: so many rounds side by side, and below each other what leads to the same matches.

    Args:
        part: A part of the drawing.
        group: Its group, from 0.
        most_rows: The matches below each other that a page holds; a match with more before it stands alone.
        most_rounds: The rounds that a page holds.
    """
    boxes = [box for box in part.boxes if not box.unneeded]
    rounds = sorted({box.view.round for box in boxes})
    cuts: list[Cut] = []
    while rounds:
        columns = _columns(boxes, rounds, most_rows, most_rounds)
        inside = [box for box in boxes if box.view.round in columns]
        cuts += [Cut(part, group, tuple(columns), rows) for rows in _packed(_trees(inside), inside, most_rows)]
        rounds = rounds[len(columns) :]
    return cuts


def _columns(boxes: Sequence[Box], rounds: Sequence[int], most_rows: int, most_rounds: int) -> list[int]:
    """Return the next rounds that stand side by side: all that are left, if a page holds them."""
    for count in range(min(len(rounds), most_rounds), 1, -1):
        if count < len(rounds) and len(rounds) - count < LAST_ROUNDS and count > LAST_ROUNDS - 1:
            # A final alone on its page tells little.
            continue
        columns = list(rounds[:count])
        inside = [box for box in boxes if box.view.round in columns]
        trees = _trees(inside)
        if max(_leaves(tree, inside) for tree in trees) <= most_rows and (
            count < len(rounds) or sum(_leaves(tree, inside) for tree in trees) <= most_rows
        ):
            return columns
    return list(rounds[:1])


def _feeders(box: Box, inside: Mapping[int, Box]) -> list[Box]:
    """Return the matches among some whose winners a match takes, the upper side first."""
    return [
        inside[place.source.match]
        for place in box.places
        if place.source is not None and place.source.kind == "w" and place.source.match in inside
    ]


def _trees(boxes: Sequence[Box]) -> list[Box]:
    """Return the matches whose winners go on to none of these, from the top of the drawing."""
    inside = {box.view.number: box for box in boxes}
    fed = {feeder.view.number for box in boxes for feeder in _feeders(box, inside)}
    return sorted((box for box in boxes if box.view.number not in fed), key=lambda box: (box.y, box.view.round))


def _leaves(tree: Box, boxes: Sequence[Box]) -> int:
    return round(_rows_of(tree, {box.view.number: box for box in boxes}, 0.0)[1])


def _rows_of(tree: Box, inside: Mapping[int, Box], first: float) -> tuple[dict[int, float], float]:
    """Return the rows of the matches that lead to one, from a first row on, and the row after them."""
    feeders = _feeders(tree, inside)
    if not feeders:
        return {tree.view.number: first}, first + 1
    rows: dict[int, float] = {}
    row = first
    for feeder in feeders:
        found, row = _rows_of(feeder, inside, row)
        rows |= found
    rows[tree.view.number] = sum(rows[feeder.view.number] for feeder in feeders) / len(feeders)
    return rows, row


def _packed(trees: Sequence[Box], boxes: Sequence[Box], most_rows: int) -> list[dict[int, float]]:
    """Return pages with the rows of their matches: the trees one below the other, as many as a page holds."""
    inside = {box.view.number: box for box in boxes}
    pages: list[dict[int, float]] = []
    row = 0.0
    for tree in trees:
        rows, after = _rows_of(tree, inside, row)
        if not pages or after > most_rows:
            rows, after = _rows_of(tree, inside, 0.0)
            pages.append({})
        pages[-1] |= rows
        row = after
    return pages


def _section(wish: Wish, drawing: Drawing, cut: Cut, cuts: Sequence[Cut]) -> SectionOfBracket:
    boxes = {box.view.number: box for part in drawing.parts for box in part.boxes}
    first = min(boxes)
    page_of = {
        number: page for page, other in enumerate(cuts, start=1) if other.group == cut.group for number in other.rows
    }
    own_page = cuts.index(cut) + 1
    targets = _targets(boxes.values())
    several = wish.shown is not None and len(wish.shown.groups) > 1
    headings = {heading.round: heading for heading in cut.part.headings}
    matches = tuple(
        _match(wish, boxes[number], cut, targets.get(number), first, page_of, own_page) for number in cut.rows
    )
    words = (
        _("Group {name}").format(name=group_name(cut.group)) if several else "",
        _(cut.part.name) if cut.part.name else "",
    )
    return SectionOfBracket(
        " · ".join(filter(None, words)),
        tuple(_heading(headings, number) for number in cut.rounds),
        max(cut.rows.values(), default=0) + 1,
        matches,
    )


def _heading(headings: Mapping[int, Heading], number: int) -> str:
    return named(headings[number].name) if number in headings else ""


def _targets(boxes: Iterable[Box]) -> dict[int, tuple[Box, int]]:
    """Return for each match the one that takes its winner, and on which side."""
    return {
        place.source.match: (box, side)
        for box in boxes
        if not box.unneeded
        for side, place in enumerate(box.places)
        if place.source is not None and place.source.kind == "w"
    }


def _match(
    wish: Wish,
    box: Box,
    cut: Cut,
    target: tuple[Box, int] | None,
    first: int,
    page_of: Mapping[int, int],
    own_page: int,
) -> MatchOfBracket:
    view = box.view
    number = view.number - first + 1
    shown = match_shown(view, wish.names)
    label = _("Third place") if box.third else _("Match {number}").format(number=number)
    table = _("Table {number}").format(number=printable(view.table)) if view.table else ""
    at = moment_text(view.at) if view.at is not None and view.status in ("open", "waiting") else ""
    beside = shown.note if view.status == "over" else ""
    if shown.case:
        beside = " · ".join(filter(None, (provisional(), beside)))
    made = MatchOfBracket(
        column=cut.rounds.index(view.round),
        row=cut.rows[view.number],
        label=" · ".join(filter(None, (label, table, at, beside))),
        sides=tuple(_side(wish, box, place, shown.sides[place].points, first, page_of) for place in range(2)),
        now=view.status in ("playing", "unconfirmed"),
    )
    if target is None:
        return made
    following, side = target
    if following.view.number in cut.rows:
        to = (cut.rounds.index(following.view.round), cut.rows[following.view.number], side)
        return replace(made, to=to)
    page = page_of.get(following.view.number, own_page)
    words = _("to match {number}, page {page}").format(number=following.view.number - first + 1, page=page)
    return replace(made, goes=words)


def _side(wish: Wish, box: Box, number: int, points: str, first: int, page_of: Mapping[int, int]) -> SideOfBracket:
    place = box.places[number]
    won = box.view.winner == number and box.view.status == "over"
    if place.entrants:
        name = side_printed(wish, place.entrants)
    elif place.nobody:
        name = pgettext("a place in a bracket", "nobody")
    elif place.source is not None:
        name = source_words(place.source, lambda match: match - first + 1)
        page = page_of.get(place.source.match)
        if page is not None and page != page_of.get(box.view.number):
            name = _("{source}, page {page}").format(source=name, page=page)
    else:
        name = ""
    return SideOfBracket("" if place.seed is None else str(place.seed), name, points, won)

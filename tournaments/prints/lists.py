"""Lists on paper: pairings, results, missing results, standings, entries; a table for each group."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from msgspec import Struct
from msgspec.structs import replace

from games.paper.columns import side_label
from games.paper.typesetting import printable, typeset
from tournaments.overview.disputes import disputed_in, disputed_words
from tournaments.overview.heads import group_name, stage_name
from tournaments.overview.matches import PROVISIONAL, MatchShown, match_shown, provisional
from tournaments.overview.wording import DASH, SHORT, criterion_words, moment_text, value_text
from tournaments.prints import rows
from tournaments.prints.listing import MAX_DATA_BYTES, Column, Listing, Section, heading_of, name_printed, side_printed
from tournaments.prints.shapes import EntryRow, ScheduleRow
from tournaments.prints.wish import Wish, standing_for
from tournaments.stages.stage import BRACKETS, POINTS_RACE
from tournaments.summaries.matches import MatchView, match_view
from tournaments.summaries.tables import Line, table_of

NARROW_CHARS: Final = 22
"""Names of this length on the average stand in two columns of a page."""
PAGE_MM: Final = 186
"""The width of the text on an upright page."""
LEAST_MM: Final = 38
"""The width that names have at least, or the page lies on its side."""
LONG_ROWS: Final = 45
"""Lists of more rows are set in two columns where their names are short."""


def pairings_by_table(wish: Wish) -> bytes:
    """Return the pairings of a round by table as PDF."""
    return _round_list(wish, _("Pairings by table"), _pairing_columns, _pairing_cells)


def results(wish: Wish) -> bytes:
    """Return the matches of a round with their results as PDF."""
    return _round_list(wish, _("Results"), _result_columns, _result_cells, told=True)


def pairings_by_name(wish: Wish) -> bytes:
    """Return the pairings of a round in the order of the entrants' names as PDF."""
    found = list(rows.pairings_by_name(wish))
    views = {view.number: view for view in wish.matches()}
    shape = Shape.of(views.values())
    partners = any(row.partners for row in found)
    several = len(wish.groups()) > 1
    columns = (
        Column(_("Name"), 1, kind="bold"),
        *place_columns(shape),
        *([Column(pgettext("of a tournament", "Group"), align="center")] if several else ()),
        *([Column(pgettext("in a match", "Partner"), 0.8)] if partners else ()),
        Column(_("Opponent"), 1),
    )
    lines = tuple(
        (
            name_printed(wish, row.entrant),
            *place_cells(views[row.match], shape),
            *([group_name(row.group - 1)] if several else ()),
            *([partner_printed(wish, views[row.match], row.entrant)] if partners else ()),
            opponents_printed(wish, views[row.match], row.entrant),
        )
        for row in found
    )
    narrow = not (partners or several or shape.rooms or shape.times)
    return _set(wish, _("Pairings by name"), [Section("", columns, lines)], narrow=narrow)


def partner_printed(wish: Wish, view: MatchView, entrant: int) -> str:
    """Return the names of those beside an entrant on its side; empty for nobody."""
    own = next(side for side in view.sides if entrant in side)
    return side_printed(wish, [one for one in own if one != entrant]) if len(own) > 1 else ""


def opponents_printed(wish: Wish, view: MatchView, entrant: int) -> str:
    """Return the names of the other sides; that it is a bye where there are none."""
    others = [side_printed(wish, side) for side in view.sides if entrant not in side]
    return " : ".join(others) if others else pgettext("a match", "bye")


STATES: Final[Mapping[str, Callable[[], str]]] = {
    "open": lambda: pgettext("a match", "to come"),
    "waiting": lambda: _("not begun"),
    "playing": lambda: pgettext("a match", "being played"),
    "unconfirmed": lambda: pgettext("a match", "waiting for confirmation"),
}
"""How a match stands that is not over, in a few words of the active language."""


def missing(wish: Wish) -> bytes:
    """Return the matches without a certain result as PDF, round by round and by table."""
    sections = []
    for number, together in groupby(rows.missing(wish), key=lambda row: row.round):
        views = [match_view(wish.state, wish.state.matches[row.match]) for row in together]
        shape = Shape.of(views)
        columns = (
            *place_columns(shape),
            *(Column(side_label(side), 1) for side in range(shape.sides)),
            Column(pgettext("of a match", "State"), -24),
            Column(_("Result"), -26),
        )
        lines = tuple(
            (*place_cells(view, shape), *_side_cells(wish, view, shape), STATES[view.status](), "") for view in views
        )
        heading = _("Round {number}").format(number=number)
        sections.append(Section(f"{heading}: {len(lines)}", columns, lines))
    if not sections:
        sections = [Section(_("All results are in."), (), ())]
    return _set(wish, _("Missing results"), sections, with_round=False)


def standings(wish: Wish) -> bytes:
    """Return the standings of the groups of a stage as PDF."""
    stage = wish.shown
    sections = []
    if stage is not None and (stage.plan.type not in BRACKETS or stage.status == "closed"):
        sections = [_standing_section(wish, group) for group in wish.groups()]
    if not sections:
        sections = [Section(_("There are no standings."), (), ())]
    return _set(wish, _("Standings"), sections, with_round=False)


def schedule(wish: Wish) -> bytes:
    """Return the rounds that are planned for a time as PDF, a table for each day."""
    found = list(rows.schedule(wish))
    late = any(row.late for row in found)
    columns = (
        Column(pgettext("when a round is played", "Begins"), kind="table"),
        Column(_("Stage"), 1),
        Column(_("Round"), align="center", kind="bold"),
        Column(pgettext("when a round is played", "Ends by")),
        *((Column(_("Later than planned"), align="right"),) if late else ()),
    )
    sections = []
    for day, together in groupby(found, key=lambda row: localtime(datetime.fromisoformat(row.begins)).date()):
        lines = tuple(_schedule_cells(wish, row, late=late) for row in together)
        sections.append(Section(date_format(day, "l, j F Y"), columns, lines))
    if not sections:
        sections = [Section(_("No times are planned."), (), ())]
    return _set(wish, _("Schedule"), sections, with_stage=False)


def _schedule_cells(wish: Wish, row: ScheduleRow, *, late: bool) -> tuple[str, ...]:
    stage = wish.state.stages.get(row.stage)
    minutes = ngettext("{count} minute", "{count} minutes", row.late).format(count=row.late)
    return (
        _clock(row.begins),
        "" if stage is None else stage_name(stage, several=len(wish.state.stages) > 1),
        str(row.round),
        _clock(row.ends) if row.ends is not None else "",
        *((minutes if row.late else "",) if late else ()),
    )


def _clock(moment: str) -> str:
    return date_format(localtime(datetime.fromisoformat(moment)), "H:i")


def entries(wish: Wish) -> bytes:
    """Return the entrants as PDF, with boxes to tick as they come."""
    found = list(rows.entries(wish))
    fees, squads = any(row.fee for row in found), any(row.players for row in found)
    sections = []
    for heading, kinds in (
        (_("Entered"), ("entered", "held_out")),
        (_("Waiting list"), ("waiting",)),
        (_("Single players"), ("free_agent",)),
    ):
        listed = [row for row in found if row.status in kinds]
        if not listed:
            continue
        columns = (
            Column(pgettext("an entrant", "Here"), align="center", kind="tick"),
            Column(pgettext("of an entrant", "No."), align="right"),
            Column(_("Name"), 1, kind="bold"),
            *((Column(_("Players"), 1.2),) if squads else ()),
            Column(_("Fee"), kind="tick") if fees else Column(_("Note"), -30),
        )
        lines = tuple(
            (
                _("yes") if row.present else " ",
                str(row.entrant),
                name_printed(wish, row.entrant),
                *((_players_printed(wish, row),) if squads else ()),
                (_("paid") if row.fee else " ") if fees else "",
            )
            for row in listed
        )
        sections.append(Section(f"{heading}: {len(listed)}", columns, lines))
    if not sections:
        sections = [Section(_("Nobody has entered yet."), (), ())]
    return _set(wish, _("Check-in list"), sections, with_stage=False)


def _is_wide(section: Section) -> bool:
    """Tell whether the columns that are no names leave the names too little of an upright page."""
    taken = sum(-column.width if column.width < 0 else 12 if not column.width else 0 for column in section.columns)
    names = sum(column.width > 0 for column in section.columns)
    return names > 0 and (PAGE_MM - taken) / names < LEAST_MM


def _players_printed(wish: Wish, row: EntryRow) -> str:
    players = wish.names.players.get(row.entrant, ()) if row.players else ()
    return ", ".join(filter(None, map(printable, players)))


def _set(
    wish: Wish,
    title: str,
    sections: Sequence[Section],
    *,
    narrow: bool = False,
    with_round: bool = True,
    with_stage: bool = True,
) -> bytes:
    longest = max((len(section.rows) for section in sections), default=0)
    names = [row[0] for section in sections for row in section.rows]
    short = bool(names) and sum(map(len, names)) / len(names) <= NARROW_CHARS
    document = Listing(
        **heading_of(wish, title, with_round=with_round, with_stage=with_stage),
        sections=tuple(sections),
        columns=2 if narrow and short and longest > LONG_ROWS else 1,
        flipped=any(_is_wide(section) for section in sections),
    )
    return typeset("tournament/list", document, MAX_DATA_BYTES)


class Shape(Struct, frozen=True):
    """What the matches of a round have, so that a list has a column for it."""

    tables: bool
    rooms: bool
    times: bool
    sides: int

    @staticmethod
    def of(views: Iterable[MatchView]) -> "Shape":
        """Return the shape of some matches."""
        known = list(views)
        return Shape(
            any(view.table for view in known),
            any(view.room for view in known),
            any(view.at for view in known),
            max((len(view.sides) for view in known), default=2),
        )


def place_columns(shape: Shape) -> tuple[Column, ...]:
    """Return the columns that say where and when a match is played: the table, else the number of the match."""
    return (
        Column(_("Table") if shape.tables else _("Match"), align="center", kind="table"),
        *([Column(pgettext("where a match is played", "Room"), -22)] if shape.rooms else ()),
        *([Column(pgettext("when a match is played", "Time"), -24)] if shape.times else ()),
    )


def place_cells(view: MatchView, shape: Shape) -> tuple[str, ...]:
    """Return the cells of `place_columns`."""
    return (
        table_printed(view, shape),
        *([printable(view.room)] if shape.rooms else ()),
        *([moment_text(view.at) if view.at is not None else ""] if shape.times else ()),
    )


def table_printed(view: MatchView, shape: Shape) -> str:
    """Return the table of a match, its number where no match has a table, a dash for a bye."""
    if view.status == "bye":
        return DASH
    return (printable(view.table) or DASH) if shape.tables else str(view.number)


def _round_list(
    wish: Wish,
    title: str,
    columns_of: Callable[[Shape], tuple[Column, ...]],
    cells_of: Callable[[Wish, MatchView, Shape], tuple[str, ...]],
    *,
    told: bool = False,
) -> bytes:
    """Return a list of the matches of a round as PDF, a table for each group.

    Args:
        wish: What is printed.
        title: The title.
        columns_of: Returns the columns after the place.
        cells_of: Returns the cells in them.
        told: It tells of results: rooms and times matter no more.
    """
    views = list(wish.matches())
    shape = Shape.of(views)
    if told:
        shape = replace(shape, rooms=False, times=False)
    several = wish.shown is not None and len(wish.shown.groups) > 1
    by_group = sorted(views, key=lambda view: view.group) if several else views
    sections = [
        Section(
            _("Group {name}").format(name=group_name(group)) if several else "",
            (*place_columns(shape), *columns_of(shape)),
            tuple((*place_cells(view, shape), *cells_of(wish, view, shape)) for view in together),
        )
        for group, together in groupby(by_group, key=lambda view: view.group)
    ]
    return _set(wish, title, sections or [Section(_("No round is released."), (), ())])


def _pairing_columns(shape: Shape) -> tuple[Column, ...]:
    return (*(Column(side_label(number), 1) for number in range(shape.sides)), Column(_("Result"), -30))


def _pairing_cells(wish: Wish, view: MatchView, shape: Shape) -> tuple[str, ...]:
    return (*_side_cells(wish, view, shape), "")


def _result_columns(shape: Shape) -> tuple[Column, ...]:
    parts = (
        (Column(side_label(number), 1), Column(_("Points"), align="right", kind="bold"))
        for number in range(shape.sides)
    )
    return (*(column for pair in parts for column in pair), Column(pgettext("of a match", "State"), -28))


def _result_cells(wish: Wish, view: MatchView, shape: Shape) -> tuple[str, ...]:
    shown = match_shown(view, wish.names)
    names = _side_cells(wish, view, shape)
    points = [side.points for side in shown.sides] + [""] * (shape.sides - len(shown.sides))
    cells = (cell for pair in zip(names, points, strict=True) for cell in pair)
    return (*cells, _state_words(view, shown))


def _state_words(view: MatchView, shown: MatchShown) -> str:
    """Return how a match stands; without its table and its time, which are elsewhere."""
    if view.status == "over":
        may_change = f"{PROVISIONAL} {provisional()}" if shown.case else ""
        return " · ".join(filter(None, (shown.badge, shown.note, may_change)))
    return STATES[view.status]() if view.status in STATES else ""


def _side_cells(wish: Wish, view: MatchView, shape: Shape) -> tuple[str, ...]:
    names = [side_printed(wish, side) for side in view.sides]
    if view.status == "bye":
        names.append(pgettext("a match", "bye"))
    return (*names, *([""] * (shape.sides - len(names))))


def _standing_section(wish: Wish, group: int) -> Section:
    table = table_of(wish.state, standing_for(wish, group))
    results_known = wish.state.stages[wish.stage].plan.type != POINTS_RACE
    columns = (
        Column("", align="right", kind="bold"),
        Column(_("Name"), 1, kind="bold"),
        *(Column(str(SHORT.get(name, name)), align="right") for name in table.criteria),
        *(
            (
                Column(pgettext("matches", "Played"), align="right"),
                Column(pgettext("matches", "W"), align="right"),
                Column(pgettext("matches", "D"), align="right"),
                Column(pgettext("matches", "L"), align="right"),
            )
            if results_known
            else ()
        ),
    )
    several = len(wish.state.stages[wish.stage].groups) > 1
    lines = tuple(_standing_cells(wish, line, results_known=results_known) for line in table.lines)
    last = sum(line.goes_on for line in table.lines)
    goes_on = ngettext(
        "Above the dashed line: {count} place that leads to the next stage.",
        "Above the dashed line: {count} places that lead to the next stage.",
        last,
    ).format(count=last)
    short = (
        f"{SHORT.get(name, name)}: {words}"
        for name in table.criteria
        if (words := criterion_words(name)) != str(SHORT.get(name, name))
    )
    return Section(
        _("Group {name}").format(name=group_name(group)) if several else "",
        columns,
        lines,
        lines=(last,) if 0 < last < len(lines) else (),
        below=(
            *((may_change,) if (may_change := disputed_words(disputed_in(wish.state, wish.stage, group))) else ()),
            *((goes_on,) if 0 < last < len(lines) else ()),
            "; ".join(short),
        ),
    )


def _standing_cells(wish: Wish, line: Line, *, results_known: bool) -> tuple[str, ...]:
    name = name_printed(wish, line.entrant)
    return (
        str(line.rank),
        f"{name} ({pgettext('an entrant', 'left')})" if line.away else name,
        *(value_text(criterion, value) for criterion, value in line.values.items()),
        *((str(line.played), str(line.won), str(line.drawn), str(line.lost)) if results_known else ()),
    )

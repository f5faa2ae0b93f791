"""What if: the page on which results, and for directors more, are supposed; it shows what follows and stores nothing.

All that is supposed stands in the address, so that it can be shared.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from msgspec import structs

from games.words.phrases import translated
from tournaments.deeds.base import Refused
from tournaments.desk.previewing import match_sentence
from tournaments.desk.suppositions import MAX_TIE_BREAKS, SCORING, WhatIfQuery
from tournaments.formats.errors import DrawError, PairingError
from tournaments.log.standings import standing_in
from tournaments.overview.heads import group_name, stage_name
from tournaments.overview.matches import MatchShown, match_shown
from tournaments.overview.wording import SHORT, criterion_words, value_text
from tournaments.plans.words import CRITERIA
from tournaments.previews.comparing import match_changes
from tournaments.previews.results import MAX_RESULTS, SupposedResult, is_open
from tournaments.previews.whatif import Supposition, supposed
from tournaments.selectors.naming import Names
from tournaments.stages.stage import BRACKETS, LADDER
from tournaments.state.published import as_published
from tournaments.state.standing import Standing, standing_of
from tournaments.state.tournament import StageState, TournamentState
from tournaments.summaries.matches import match_view
from tournaments.summaries.tables import Table, table_of

MAX_FIELD: Final = 256
"""The entrants of a group whose standings are computed for a supposition."""
MAX_LINES: Final = 100
"""The lines that are shown, and those that move."""


@dataclass(frozen=True, slots=True)
class OpenMatchShown:
    """An open match with what is supposed of it, and why that cannot be."""

    match: MatchShown
    winner: str
    points: tuple[str, str]
    problem: str


@dataclass(frozen=True, slots=True)
class LineAfter:
    """A line of the standings that would follow.

    Attributes:
        moved: How many places it would have moved up; down below 0.
        before: The place it has now.
        cells: The values of the criteria, and whether each would be another.
    """

    rank: int
    entrant: int
    name: str
    moved: int
    before: int
    cells: tuple[tuple[str, bool], ...]
    goes_on: bool
    cut: bool

    @property
    def steps(self) -> int:
        """The places that it would have moved, up or down."""
        return abs(self.moved)


@dataclass(frozen=True, slots=True)
class WhatIfPage:
    """The page.

    Attributes:
        stages: Links to the stages that are being played, and to their groups: text, address, whether it is shown.
        matches: The open matches whose results can be supposed.
        left_out: Open matches that are not listed, as they come later.
        columns: The criteria, short and in words.
        lines: The standings that would follow; empty for a bracket, or where something is in the way.
        sentences: What would be different, in sentences.
        problems: Why it cannot be shown.
        choices: What the form of the directors offers; None for others.
        can_draw: A match can end level; in a bracket somebody goes on.
    """

    stage: int
    group: int
    name: str
    chips: tuple[tuple[str, str, bool], ...]
    matches: tuple[OpenMatchShown, ...]
    left_out: int
    columns: tuple[tuple[str, str], ...]
    lines: tuple[LineAfter, ...]
    lines_left_out: int
    sentences: tuple[str, ...]
    problems: tuple[str, ...]
    is_empty: bool
    choices: "Choices | None"
    can_draw: bool


@dataclass(frozen=True, slots=True)
class Choices:
    """Further suppositions of a director: each with its name, its label and its value; choices with their texts."""

    scoring: tuple[tuple[str, str, str], ...]
    tie_breaks: tuple[tuple[str, str, str], ...]
    criteria: tuple[tuple[str, str], ...]
    entrants: tuple[tuple[int, str], ...]
    leaves: int
    ways: tuple[tuple[str, str], ...]
    how: str


def what_if_page(state: TournamentState, query: WhatIfQuery, names: Names, *, directs: bool) -> WhatIfPage | None:
    """Return the page; None where no stage is being played.

    Args:
        state: The tournament as it is.
        query: What is supposed, of which stage and group.
        names: Those of the tournament.
        directs: The reader directs the tournament, and may suppose more than results.
    """
    # Of a draft nothing is supposed, and its bye does not count yet.
    state = as_published(state)
    running = {stage.number: stage for stage in state.running} if not state.is_over else {}
    if not running:
        return None
    stage = running.get(query.stage) or running[max(running)]
    group = min(max(1, query.group), len(stage.groups)) - 1
    what, problems = query.what, dict(query.problems)
    notes: list[str] = []
    if what.is_for_directors and not directs:
        what = Supposition(results=what.results)
        notes.append(_("Only directors can suppose another scoring, other criteria or a withdrawal: left out here."))
    by_now = [result.match for result in what.results if not _can_be_supposed(state, result)]
    if by_now:
        what = structs.replace(what, results=tuple(result for result in what.results if result.match not in by_now))
        text = _("Left out, because they are not open or no longer open: match {numbers}.")
        notes.append(text.format(numbers=", ".join(map(str, by_now))))
    after = _after(state, stage, group, what, problems)
    columns: tuple[tuple[str, str], ...] = ()
    lines: tuple[LineAfter, ...] = ()
    sentences: tuple[str, ...] = ()
    left_out = 0
    if after is not None:
        if stage.plan.type in BRACKETS:
            sentences = tuple(match_sentence(change, names) for change in match_changes(state, after))
        else:
            columns, lines, sentences = _standings(state, after, stage, group, names)
            left_out = max(0, len(lines) - MAX_LINES)
            lines = lines[:MAX_LINES]
    matches, more = _open_matches(state, stage, group, what, problems, query.given, names)
    listed = {shown.match.view.number for shown in matches}
    return WhatIfPage(
        stage.number,
        group + 1,
        stage_name(stage, several=len(state.stages) > 1),
        tuple(_chips(state, running.values(), query, stage.number, group)),
        matches,
        more,
        columns,
        lines,
        left_out,
        sentences,
        (*notes, *(text for number, text in problems.items() if number not in listed)),
        what.is_empty,
        _choices(stage, group, what, names) if directs and stage.plan.type not in (*BRACKETS, LADDER) else None,
        stage.plan.type not in BRACKETS,
    )


def _can_be_supposed(state: TournamentState, result: SupposedResult) -> bool:
    return result.match in state.matches and is_open(state, state.matches[result.match])


def _after(
    state: TournamentState, stage: StageState, group: int, what: Supposition, problems: dict[int, str]
) -> TournamentState | None:
    """Return the tournament as it would be; None, with the problem, where that cannot be."""
    if problems:
        return None
    if len(stage.groups[group]) > MAX_FIELD:
        text = _("This group has more than {most} entrants: too many to show the consequences at once.")
        problems[0] = text.format(most=MAX_FIELD)
        return None
    try:
        return supposed(state, stage.number, what)
    except Refused as refused:
        number = refused.members.get("number", 0)
        problems[number if isinstance(number, int) else 0] = translated(refused.text, refused.members)
    except (DrawError, PairingError) as fault:
        problems[0] = str(fault)
    return None


def _standings(
    state: TournamentState, after: TournamentState, stage: StageState, group: int, names: Names
) -> tuple[tuple[tuple[str, str], ...], tuple[LineAfter, ...], tuple[str, ...]]:
    """Return the columns and the lines of the standings that would follow, and what would be different about them."""
    now = standing_in(state, stage.number, group)
    # What is supposed must not be kept: it is the state of no version.
    then: Standing = standing_of(after, stage.number, group, now)
    old, new = table_of(state, now), table_of(after, then)
    shown = () if stage.plan.type == LADDER else new.criteria
    before = {line.entrant: line for line in old.lines}
    lines = []
    for place, line in enumerate(new.lines):
        had = before.get(line.entrant)
        rank = line.rank if had is None else had.rank
        following = new.lines[place + 1 : place + 2]
        lines.append(
            LineAfter(
                line.rank,
                line.entrant,
                names.of.get(line.entrant, ""),
                rank - line.rank,
                rank,
                tuple(
                    (value_text(name, line.values[name]), had is not None and had.values.get(name) != line.values[name])
                    for name in shown
                ),
                line.goes_on,
                line.goes_on and not any(other.goes_on for other in following),
            )
        )
    columns = tuple((str(SHORT.get(name, name)), criterion_words(name)) for name in shown)
    return columns, tuple(lines), tuple(_differences(old, new, names))


def _differences(old: Table, new: Table, names: Names) -> Iterator[str]:
    was, would = ({line.entrant for line in table.lines if line.goes_on} for table in (old, new))
    came, went = (_listed(several, names) for several in (would - was, was - would))
    if came and went:
        yield _("{came} would go on instead of {went}.").format(came=came, went=went)
    elif came:
        yield _("{came} would go on as well.").format(came=came)
    elif went:
        yield _("{went} would not go on.").format(went=went)
    elif new.cut:
        yield _("The same entrants would go on as now.")
    before = {line.entrant: line.rank for line in old.lines}
    moved = sum(before.get(line.entrant) != line.rank for line in new.lines)
    if moved:
        text = ngettext("{count} entrant would have another place.", "{count} would have another place.", moved)
        yield text.format(count=moved)
    else:
        yield _("Everybody would keep their place.")


def _listed(entrants: Iterable[int], names: Names) -> str:
    return ", ".join(sorted(names.of.get(entrant, "") for entrant in entrants))


def _open_matches(
    state: TournamentState,
    stage: StageState,
    group: int,
    what: Supposition,
    problems: Mapping[int, str],
    given: Mapping[int, Mapping[str, str]],
    names: Names,
) -> tuple[tuple[OpenMatchShown, ...], int]:
    """Return the open matches of a group with what is supposed of each, and how many more there are."""
    results = {result.match: result for result in what.results}
    matches = [match for match in state.matches_of(stage.number, group) if is_open(state, match)]
    # What is supposed already stays on the page, however late it comes.
    first = {*results, *given}
    matches.sort(key=lambda match: (match.number not in first, match.round, match.number))
    listed = sorted(matches[:MAX_RESULTS], key=lambda match: (match.round, match.number))
    shown = []
    for match in listed:
        result = results.get(match.number)
        points = ("", "") if result is None or not result.points else (str(result.points[0]), str(result.points[1]))
        winner: str = "" if result is None or result.points else result.winner
        if (written := given.get(match.number)) is not None:
            winner, points = written.get("w", ""), (written.get("a", ""), written.get("b", ""))
        view = match_shown(match_view(state, match), names)
        shown.append(OpenMatchShown(view, winner, points, problems.get(match.number, "")))
    return tuple(shown), max(0, len(matches) - MAX_RESULTS)


def _chips(
    state: TournamentState, running: Iterable[StageState], query: WhatIfQuery, number: int, group: int
) -> Iterator[tuple[str, str, bool]]:
    """Yield the links to the other groups, and stages, that are being played."""
    stages = list(running)
    for stage in stages:
        for place in range(len(stage.groups)):
            words = []
            if len(stages) > 1:
                words.append(stage_name(stage, several=True))
            if len(stage.groups) > 1:
                words.append(group_name(place))
            if words:
                link = query.address(stage=stage.number, group=place + 1)
                yield " ".join(words), link, (stage.number, place) == (number, group)


def _choices(stage: StageState, group: int, what: Supposition, names: Names) -> Choices:
    labels = {
        "win": pgettext("match points", "Win"),
        "draw": pgettext("match points", "Draw"),
        "loss": pgettext("match points", "Loss"),
    }
    tie_breaks = what.tie_breaks or stage.plan.tie_breaks
    return Choices(
        tuple((name, labels[name], what.scoring.get(name, str(getattr(stage.scoring, name)))) for name in SCORING),
        tuple(
            (
                f"t{place}",
                _("Order by") if not place else _("then by"),
                tie_breaks[place] if place < len(tie_breaks) else "",
            )
            for place in range(MAX_TIE_BREAKS)
        ),
        tuple((name, criterion_words(name)) for name in CRITERIA),
        tuple((entrant, names.of.get(entrant, "")) for entrant in stage.groups[group]),
        what.leaves,
        (
            ("keep", _("its matches count")),
            ("void", _("none of its matches count")),
            ("average", _("missing matches count as its average")),
        ),
        what.matches,
    )

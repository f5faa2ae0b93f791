"""What if: the page on which results, and for directors more, are supposed; it shows what follows and stores nothing.

All that is supposed stands in the address, so that it can be shared.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, get_args
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from msgspec import structs

from games.words.phrases import translated
from tournaments.deeds.base import POINTS, Refused
from tournaments.desk.previewing import match_sentence
from tournaments.events.entering import Leaving
from tournaments.formats.errors import DrawError, PairingError
from tournaments.log.standings import standing_in
from tournaments.overview.matches import MatchShown, match_shown
from tournaments.overview.pages import group_name, stage_name
from tournaments.overview.wording import SHORT, criterion_words, value_text
from tournaments.plans.words import CRITERIA
from tournaments.previews.comparing import match_changes
from tournaments.previews.results import MAX_RESULTS, SupposedResult, Winner, is_open
from tournaments.previews.whatif import Supposition, supposed
from tournaments.selectors.naming import Names
from tournaments.stages.stage import BRACKETS, LADDER
from tournaments.state.standing import Standing, standing_of
from tournaments.state.tournament import StageState, TournamentState
from tournaments.summaries.matches import match_view
from tournaments.summaries.tables import Table, table_of

MAX_FIELD: Final = 256
"""The entrants of a group whose standings are computed for a supposition."""
MAX_LINES: Final = 100
"""The lines that are shown, and those that move."""
MAX_TIE_BREAKS: Final = 5
SCORING: Final = ("win", "draw", "loss")
_RESULT: Final = re.compile(r"(-?[0-9]{1,4})_(-?[0-9]{1,4})")
_FIELD: Final = re.compile(r"([mwab])([0-9]{1,6})")
_WINNERS: Final = get_args(Winner)


@dataclass(frozen=True, slots=True)
class WhatIfAsked:
    """What is asked, from the address.

    Attributes:
        stage: The number of a stage; 0: the last that is being played.
        group: From 1; 0: the first.
        what: What is supposed.
        problems: What could not be read, by the number of a match; 0: not of a match.
        given: Of those matches what was written.
        raw: It comes from the fields of the form, and has a shorter address.
    """

    stage: int
    group: int
    what: Supposition
    problems: Mapping[int, str]
    given: Mapping[int, Mapping[str, str]]
    raw: bool

    def query(self, *, stage: int = 0, group: int = 0) -> str:
        """Return the address of it, without its path."""
        what = self.what
        members: list[tuple[str, object]] = [("stage", stage or self.stage), ("group", group or self.group)]
        members += [(f"m{one.match}", "_".join(map(str, one.points)) or one.winner) for one in what.results]
        members += [(name, points) for name, points in what.scoring.items()]
        members += [(f"t{place}", name) for place, name in enumerate(what.tie_breaks)]
        members += [("leave", what.leaves), ("how", what.matches if what.leaves else "")]
        return "?" + urlencode([(name, value) for name, value in members if value])


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


@dataclass(frozen=True, slots=True)
class Choices:
    """What a director may suppose beside: each with its name, its label and its value; choices with their texts."""

    scoring: tuple[tuple[str, str, str], ...]
    tie_breaks: tuple[tuple[str, str, str], ...]
    criteria: tuple[tuple[str, str], ...]
    entrants: tuple[tuple[int, str], ...]
    leaves: int
    ways: tuple[tuple[str, str], ...]
    how: str


def supposed_in(query: QueryDict) -> WhatIfAsked:
    """Return what an address supposes; what cannot be read is a problem beside."""
    problems: dict[int, str] = {}
    fields: dict[int, dict[str, str]] = {}
    for name in query:
        if (found := _FIELD.fullmatch(name)) is not None and (text := str(query[name]).strip()):
            fields.setdefault(int(found[2]), {})[found[1]] = text
    results = []
    for number, given in sorted(fields.items()):
        try:
            if (result := _result(number, given)) is not None:
                results.append(result)
        except ValueError as why:
            problems[number] = str(why)
    if len(results) > MAX_RESULTS:
        problems[0] = _too_many()
    scoring = {name: str(query[name]).strip() for name in SCORING if query.get(name, "").strip()}
    if not all(POINTS.fullmatch(points) for points in scoring.values()):
        problems[0] = _("Write the points as 1, 3/2 or 0.")
        scoring = {name: points for name, points in scoring.items() if POINTS.fullmatch(points)}
    tie_breaks = tuple(
        dict.fromkeys(
            name for place in range(MAX_TIE_BREAKS) if (name := query.get(f"t{place}", "")) and name in CRITERIA
        )
    )
    how = query.get("how", "")
    what = Supposition(
        results=tuple(results),
        leaves=_number(query, "leave"),
        matches=how if how in get_args(Leaving) else "keep",  # type: ignore[arg-type]
        scoring=scoring,
        tie_breaks=tie_breaks,
    )
    written = {number: fields[number] for number in problems if number}
    raw = "go" in query
    return WhatIfAsked(_number(query, "stage"), _number(query, "group"), what, problems, written, raw)


def _too_many() -> str:
    return _("Suppose {most} results at most.").format(most=MAX_RESULTS)


def _result(number: int, given: Mapping[str, str]) -> SupposedResult | None:
    """Return the result that the members of an address give to a match; None for none.

    Raises:
        ValueError: They give none that can be, with the reason in words.
    """
    text = given.get("m", "")
    if {"a", "b"} & given.keys():
        text = f"{given.get('a', '')}_{given.get('b', '')}"
    elif "w" in given:
        text = given["w"]
    if (points := _RESULT.fullmatch(text)) is not None:
        return SupposedResult(number, (int(points[1]), int(points[2])))
    if text in _WINNERS:
        return SupposedResult(number, winner=text)  # type: ignore[arg-type]
    raise ValueError(_("Give the points of both sides as whole numbers, or choose a winner."))


def _number(query: QueryDict, name: str) -> int:
    text = query.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 6 else 0


def simplified(state: TournamentState, asked: WhatIfAsked) -> WhatIfAsked:
    """Return the question without what is so anyway: match points and criteria that the plan of the stage has."""
    stage = state.stages.get(asked.stage)
    if stage is None:
        return asked
    usual = {name: str(getattr(stage.scoring, name)) for name in SCORING}
    what = asked.what
    scoring = {name: points for name, points in what.scoring.items() if points != usual[name]}
    tie_breaks = () if what.tie_breaks == stage.plan.tie_breaks else what.tie_breaks
    changed = Supposition(what.results, what.leaves, what.matches, scoring, tie_breaks)
    return replace(asked, what=changed)


def what_if_page(state: TournamentState, asked: WhatIfAsked, names: Names, *, directs: bool) -> WhatIfPage | None:
    """Return the page; None where no stage is being played.

    Args:
        state: The tournament as it is.
        asked: What is asked.
        names: Those of the tournament.
        directs: The reader directs the tournament, and may suppose more than results.
    """
    running = {stage.number: stage for stage in state.running} if not state.is_over else {}
    if not running:
        return None
    stage = running.get(asked.stage) or running[max(running)]
    group = min(max(1, asked.group), len(stage.groups)) - 1
    what, problems = asked.what, dict(asked.problems)
    notes: list[str] = []
    if what.is_for_directors and not directs:
        what = Supposition(results=what.results)
        notes.append(_("Another scoring, other criteria or a withdrawal are for directors to suppose: left out here."))
    by_now = [one.match for one in what.results if not _can_be_supposed(state, one)]
    if by_now:
        what = structs.replace(what, results=tuple(one for one in what.results if one.match not in by_now))
        text = _("Not open, or not any more, and left out: match {numbers}.")
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
    matches, more = _open_matches(state, stage, group, what, problems, asked.given, names)
    listed = {one.match.view.number for one in matches}
    return WhatIfPage(
        stage.number,
        group + 1,
        stage_name(stage, several=len(state.stages) > 1),
        tuple(_chips(state, running.values(), asked, stage.number, group)),
        matches,
        more,
        columns,
        lines,
        left_out,
        sentences,
        (*notes, *(text for number, text in problems.items() if number not in listed)),
        what.is_empty,
        _choices(stage, group, what, names) if directs and stage.plan.type not in (*BRACKETS, LADDER) else None,
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
        text = _("This group has more than {most} entrants: too many to show at once what would follow.")
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
        yield _("The same would go on as it stands now.")
    before = {line.entrant: line.rank for line in old.lines}
    moved = sum(before.get(line.entrant) != line.rank for line in new.lines)
    if moved:
        text = ngettext("{count} entrant would stand on another place.", "{count} would stand on another place.", moved)
        yield text.format(count=moved)
    else:
        yield _("Everybody would stand where they stand now.")


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
    found = [match for match in state.matches_of(stage.number, group) if is_open(state, match)]
    # What is supposed already stays on the page, however late it comes.
    first = {*results, *given}
    found.sort(key=lambda match: (match.number not in first, match.round, match.number))
    listed = sorted(found[:MAX_RESULTS], key=lambda match: (match.round, match.number))
    shown = []
    for match in listed:
        result = results.get(match.number)
        points = ("", "") if result is None or not result.points else (str(result.points[0]), str(result.points[1]))
        winner: str = "" if result is None or result.points else result.winner
        if (written := given.get(match.number)) is not None:
            winner, points = written.get("w", ""), (written.get("a", ""), written.get("b", ""))
        view = match_shown(match_view(state, match), names)
        shown.append(OpenMatchShown(view, winner, points, problems.get(match.number, "")))
    return tuple(shown), max(0, len(found) - MAX_RESULTS)


def _chips(
    state: TournamentState, running: Iterable[StageState], asked: WhatIfAsked, number: int, group: int
) -> Iterator[tuple[str, str, bool]]:
    """Yield the links to the other groups, and stages, that are being played."""
    stages = list(running)
    for stage in stages:
        for one in range(len(stage.groups)):
            words = []
            if len(stages) > 1:
                words.append(stage_name(stage, several=True))
            if len(stage.groups) > 1:
                words.append(group_name(one))
            if words:
                link = asked.query(stage=stage.number, group=one + 1)
                yield " ".join(words), link, (stage.number, one) == (number, group)


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
                _("The order goes by") if not place else _("then by"),
                tie_breaks[place] if place < len(tie_breaks) else "",
            )
            for place in range(MAX_TIE_BREAKS)
        ),
        tuple((name, criterion_words(name)) for name in CRITERIA),
        tuple((entrant, names.of.get(entrant, "")) for entrant in stage.groups[group]),
        what.leaves,
        (
            ("keep", _("its matches count")),
            ("void", _("none of its matches counts")),
            ("average", _("missing matches count by the average")),
        ),
        what.matches,
    )

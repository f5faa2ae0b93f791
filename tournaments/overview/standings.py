"""The standings of a group as the page of a tournament shows them, with the reasons for a place."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.core.cache import cache
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from tournaments.log.outlooks import KEPT_SECONDS, basis_of, outlook_in
from tournaments.outlook.values import LIVE, OUT, SAFE
from tournaments.overview.asked import Asked
from tournaments.overview.disputes import disputed_in, disputed_words, entrants_in
from tournaments.overview.wording import SHORT, criterion_words, said, value_text, working_text
from tournaments.selectors.naming import Names
from tournaments.state.standing import Standing
from tournaments.state.tournament import TournamentState
from tournaments.summaries.needs import needs_in_words
from tournaments.summaries.outlooks import Goal, GroupOutlook
from tournaments.summaries.tables import Compared, Line, Table, table_of, why

MAX_LINES: Final = 100
"""The lines that a page shows of long standings."""

MAX_LEVEL: Final = 12
"""The entrants above and below one that are named where they are level with it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The value of a criterion in the standings; `link` opens how it comes about."""

    text: str
    link: str


@dataclass(frozen=True, slots=True)
class OutlookShown:
    """Whether an entrant can still reach the places that count.

    Attributes:
        text: The mark: safe, open or out.
        kind: One of `tournaments.outlook.values.VERDICTS`.
        link: Opens what the entrant needs.
    """

    text: str
    kind: str
    link: str


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of the standings; `outlook` is None where the question is not asked.

    `disputed`: a result of the entrant is, and may change.
    """

    line: Line
    name: str
    below: str
    cells: tuple[Cell, ...]
    form: tuple[str, ...]
    form_words: str
    cut: bool
    link: str
    outlook: OutlookShown | None
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class WhyShown:
    """The reason for a place: each criterion with the values compared, and the sum that makes the own value.

    Attributes:
        needs: What the entrant needs for the places that count, in sentences.
    """

    entrant: int
    title: str
    steps: tuple[tuple[str, str, str], ...]
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableShown:
    """The standings of a group.

    Attributes:
        left_out: The lines that are not shown, as there are many: a search finds them.
        goal: What the outlook is for, as the head of its column; empty without outlook.
        outlook_words: What its marks say, and where they do not go by all possible results.
        disputed: How many results in it may change, in a sentence; empty where none may.
    """

    table: Table
    columns: tuple[tuple[str, str], ...]
    lines: tuple[LineShown, ...]
    why: WhyShown | None
    has_results: bool
    left_out: int
    goal: str
    outlook_words: tuple[str, ...]
    disputed: str = ""

    @property
    def width(self) -> int:
        """The number of its columns."""
        return len(self.columns) + (7 if self.has_results else 2) + bool(self.goal)


def table_shown(state: TournamentState, standing: Standing, names: Names, asked: Asked) -> TableShown:
    """Return the standings of a group; the place of the entrant asked for is explained."""
    table = table_of(state, standing)
    outlook = outlook_in(state, table.stage, table.group)
    wanted = asked.search.casefold()
    open_ones = disputed_in(state, table.stage, table.group)
    disputing = entrants_in(open_ones)
    shown_lines = [
        (place, line)
        for place, line in enumerate(table.lines)
        if (wanted in names.of.get(line.entrant, "").casefold() if wanted else place < MAX_LINES)
        or line.entrant == asked.why
    ]
    lines = tuple(
        LineShown(
            line=line,
            name=names.of.get(line.entrant, ""),
            below=names.below(line.entrant),
            cells=tuple(
                Cell(value_text(name, value), "" if name == "points" else _why_link(line, asked))
                for name, value in line.values.items()
            ),
            form=line.form,
            form_words=_form_words(line.form),
            cut=_is_last_to_go_on(table, place),
            link=_why_link(line, asked),
            outlook=None if outlook is None else _outlook(outlook, line, asked),
            disputed=line.entrant in disputing,
        )
        for place, line in shown_lines
    )
    shown = next((line for line in lines if line.line.entrant == asked.why), None)
    return TableShown(
        table=table,
        columns=tuple((str(SHORT.get(name, name)), criterion_words(name)) for name in table.criteria),
        lines=lines,
        why=None if shown is None else _why(state, standing, shown, names),
        has_results=standing.standings is not None,
        left_out=len(table.lines) - len(lines),
        goal="" if outlook is None else _goal(outlook.goal),
        outlook_words=() if outlook is None else tuple(_outlook_words(outlook)),
        disputed=disputed_words(open_ones),
    )


def needs_said(state: TournamentState, number: int, group: int, entrant: int) -> tuple[str, ...]:
    """Return what an entrant needs, in sentences for its own players; computed once for each of its standings."""
    key = f"tournaments:needs:1:{state.stream.hex}:{basis_of(state)}:{number}:{group}:{entrant}:{get_language()}"
    kept = cache.get(key)
    if kept is None:
        kept = list(map(said, needs_in_words(state, number, group, entrant)))
        cache.set(key, kept, timeout=KEPT_SECONDS)
    return tuple(kept)


def _goal(goal: Goal) -> str:
    return ngettext("First", "Top {places}", goal.places).format(places=goal.places)


def _outlook(outlook: GroupOutlook, line: Line, asked: Asked) -> OutlookShown | None:
    own = outlook.of.get(line.entrant)
    if own is None:
        return None
    texts = {SAFE: pgettext("outlook", "safe"), LIVE: pgettext("outlook", "open"), OUT: pgettext("outlook", "out")}
    return OutlookShown(texts[own.verdict], own.verdict, _why_link(line, asked))


def _outlook_words(outlook: GroupOutlook) -> Iterator[str]:
    """Yield what the marks of the outlook say."""
    if outlook.goal.is_last:
        yield _("Safe: first on match points, whatever happens. Open: can still be first. Out: cannot.")
    else:
        text = ngettext(
            "Safe: in the first place on match points, whatever happens. Open: can still be there. Out: cannot.",
            "Safe: in the first {places} places on match points, whatever happens. Open: can still be there. "
            "Out: cannot.",
            outlook.goal.places,
        )
        yield text.format(places=outlook.goal.places)
    if any(own.verdict == LIVE and not own.exact for own in outlook.of.values()):
        yield _("“Open” goes by the fewest and the most points of each entrant: it may already be decided.")


def _is_last_to_go_on(table: Table, place: int) -> bool:
    following = table.lines[place + 1 : place + 2]
    return table.lines[place].goes_on and not any(line.goes_on for line in following)


def _why_link(line: Line, asked: Asked) -> str:
    other = 0 if asked.why == line.entrant else line.entrant
    return f"{asked.query(why=other) or '?'}#place-{line.entrant}"


def _why(state: TournamentState, standing: Standing, shown: LineShown, names: Names) -> WhyShown:
    compared = why(standing, shown.line.entrant)
    title = _("{name} is number {rank}.").format(name=shown.name, rank=shown.line.rank)
    if compared and len(compared[0].values) > 1 and not _decides_at_once(compared):
        level = sum(value == dict(compared[0].values)[shown.line.entrant] for _one, value in compared[0].values)
        text = ngettext(
            "{name} is number {rank}: nobody else has as many points.",
            "{name} is number {rank}: {count} have as many points.",
            level,
        )
        title = text.format(name=shown.name, rank=shown.line.rank, count=level)
    needs: tuple[str, ...] = ()
    if shown.outlook is not None and not shown.line.away:
        number, group = standing.shown.number, standing.shown.group
        needs = tuple(map(said, needs_in_words(state, number, group, shown.line.entrant, shown.name)))
    steps = tuple(_step(one, names, shown.line.entrant) for one in compared)
    return WhyShown(shown.line.entrant, title, steps, needs)


def _decides_at_once(compared: Sequence[Compared]) -> bool:
    return len(compared) == 1


def _step(compared: Compared, names: Names, entrant: int) -> tuple[str, str, str]:
    """Return the name of a criterion, the values around the entrant's own, and how that comes about."""
    own = next(place for place, (one, _value) in enumerate(compared.values) if one == entrant)
    level = [place for place, (_one, value) in enumerate(compared.values) if value == compared.values[own][1]]
    first = max(0, min(own - 3, max(level[0], own - MAX_LEVEL)))
    last = max(own + 3, min(level[-1], own + MAX_LEVEL))
    near = compared.values[first : last + 1]
    listed = ", ".join(f"{names.of.get(one, '')} {value_text(compared.criterion, value)}" for one, value in near)
    if more := sum(not first <= place <= last for place in level):
        listed += ngettext(", and {count} more with the same", ", and {count} more with the same", more).format(
            count=more
        )
    return criterion_words(compared.criterion), listed, working_text(compared.own, names.of)


def _form_words(form: Iterable[str]) -> str:
    words = {"W": pgettext("a match", "won"), "D": pgettext("a match", "drawn"), "L": pgettext("a match", "lost")}
    return ", ".join(words[letter] for letter in form) or _("nothing played")

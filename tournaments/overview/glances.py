"""All groups of a stage at a glance, and what a search finds: entrants, players and tables."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.log.standings import standing_in
from tournaments.overview.asked import Asked
from tournaments.overview.heads import group_name
from tournaments.overview.wording import number_text
from tournaments.selectors.naming import Names
from tournaments.state.tournament import StageState, TournamentState
from tournaments.summaries.rounds import current_round, round_of
from tournaments.summaries.tables import places_that_go_on

MAX_LEADERS: Final = 2
"""The entrants that each group names."""
MAX_FOUND: Final = 30
"""The entrants that a search lists."""


@dataclass(frozen=True, slots=True)
class GroupGlance:
    """A group: its leaders with their points, and how far its round is."""

    name: str
    link: str
    current: bool
    leaders: tuple[tuple[int, str, str], ...]
    round: str


@dataclass(frozen=True, slots=True)
class Found:
    """An entrant that a search found: where it plays now, or in which group it is."""

    number: int
    name: str
    below: str
    where: str


def glances_of(
    state: TournamentState, stage: StageState, group: int, names: Names, asked: Asked
) -> Iterator[GroupGlance]:
    """Yield the groups of a stage that has several, as they stand."""
    if len(stage.groups) < 2:
        return
    count = min(MAX_LEADERS, max(1, places_that_go_on(state, stage.number)))
    for number in range(len(stage.groups)):
        rows = standing_in(state, stage.number, number).rows[:count]
        current = current_round(state, stage.number, number)
        text = ""
        if current is not None:
            view = round_of(state, stage.number, number, current)
            text = _("{done} of {count}").format(done=view.done, count=view.count)
        yield GroupGlance(
            name=group_name(number),
            link=asked.query(stage=stage.number, group=number + 1, round=0, why=0, q=""),
            current=number == group,
            leaders=tuple(
                (int(row.entrant), names.of.get(int(row.entrant), ""), number_text(row.values.get("points") or 0))
                for row in rows
            ),
            round=text,
        )


def glance_heads(state: TournamentState, stage: StageState) -> str:
    """Return what the leaders of the groups are, in a few words."""
    places = places_that_go_on(state, stage.number)
    if not places:
        return _("the first at present")
    return ngettext("the first, who goes on, at present", "the first, who go on, at present", places)


def found_by(state: TournamentState, names: Names, search: str) -> tuple[Found, ...]:
    """Return the entrants whose name, players or table a search names."""
    wanted = search.casefold()
    tables = {
        entrant: match.table
        for match in state.matches.values()
        if match.table and match.decision is None and not any(game.report is not None for game in match.games)
        for entrant in match.entrants
    }
    groups = {
        entrant: group_name(number)
        for stage in state.running
        if len(stage.groups) > 1
        for number, group in enumerate(stage.groups)
        for entrant in group
    }
    rows = []
    for number in state.order:
        if state.entrants[number].is_gone:
            continue
        table = tables.get(number, "")
        texts = (names.of.get(number, ""), *names.players.get(number, ()))
        if not any(wanted in text.casefold() for text in texts) and wanted not in _table_words(table):
            continue
        group = groups.get(number, "")
        where = [_("group {name}").format(name=group)] if group else []
        where += [_("table {table}").format(table=table)] if table else []
        rows.append(Found(number, names.of.get(number, ""), names.below(number), " · ".join(where)))
    return tuple(rows[:MAX_FOUND])


def _table_words(table: str) -> tuple[str, ...]:
    """Return the texts by which a table is found: its name, with the word before it or without."""
    name = table.casefold()
    return (name, _("table {table}").format(table=table).casefold()) if table else ()

"""The schedule of a tournament as its page shows it: the round that is played, and what comes."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.utils.formats import date_format
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.overview.heads import stage_name
from tournaments.overview.wording import time_text
from tournaments.selectors.progress import forecast_of
from tournaments.state.schedule import starts
from tournaments.state.tournament import TournamentState
from tournaments.summaries.rounds import current_round
from tournaments.timetable.shifting import Start

MAX_ROUNDS: Final = 6
"""The rounds that the page lists; the page of the schedule has all."""


@dataclass(frozen=True, slots=True)
class RoundTimeShown:
    """The time of a round.

    Attributes:
        day: Its day, where it is not the day of the round above.
        below: The stage where it is another one than above, and when a late round was planned.
        kind: `past`, `now` or `next`.
        mark: How sure it is, in a word.
        late: It begins later than planned.
    """

    time: str
    day: str
    name: str
    below: str
    kind: str
    mark: str
    late: bool


def schedule_shown(state: TournamentState) -> tuple[RoundTimeShown, ...]:
    """Return the round that is played and those to come with their times; nothing where none are planned."""
    rows = [(start, _kind(state, start)) for start in starts(state) if start.stage in state.stages]
    first = next((place for place, (_start, kind) in enumerate(rows) if kind != "past"), len(rows))
    return tuple(_rows(state, rows[first : first + MAX_ROUNDS]))


def _kind(state: TournamentState, start: Start) -> str:
    stage = state.stages[start.stage]
    if stage.status == "closed" or state.is_over:
        return "past"
    current = current_round(state, stage.number) if stage.status == "running" else None
    if current is None or start.round > current:
        return "next"
    return "now" if start.round == current else "past"


def _rows(state: TournamentState, rows: list[tuple[Start, str]]) -> Iterator[RoundTimeShown]:
    day = localtime().date()
    several, shown = len(state.stages) > 1, 0
    for start, kind in rows:
        at = localtime(datetime.fromtimestamp(start.at, UTC))
        stage = state.stages[start.stage]
        below = [stage_name(stage, several=several)] if several and stage.number != shown else []
        below += _last_table(state, start) if kind == "now" else []
        below += [_("planned {time}").format(time=time_text(start.planned))] if start.late else []
        shown = stage.number
        yield RoundTimeShown(
            time=date_format(at, "H:i"),
            day="" if at.date() == day else date_format(at, "D j M"),
            name=_("Round {number}").format(number=start.round),
            below=" · ".join(below),
            kind=kind,
            mark=pgettext("a round", "is played") if kind == "now" else pgettext("a time", "planned"),
            late=start.late > 0,
        )
        day = at.date()


def _last_table(state: TournamentState, start: Start) -> list[str]:
    """Return about when the last table of a round will be done, by the pace of the event; nothing where none plays."""
    matches = [match for match in state.matches_of(start.stage) if match.round == start.round]
    if state.withheld or not matches:
        return []
    ends = forecast_of(state, matches, now()).ends
    return [] if ends is None else [_("last table about {time}").format(time=time_text(int(ends)))]

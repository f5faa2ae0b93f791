"""The schedule of a tournament as its page shows it: days and sessions, rounds, tables, and the matches of entrants."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.deeds.placing import waiting_matches
from tournaments.events.scheduling import VenueTable
from tournaments.overview.heads import stage_name
from tournaments.selectors.naming import Names
from tournaments.state.bookings import USUAL_MINUTES
from tournaments.state.schedule import by_round, limit_of, match_start, starts
from tournaments.state.tournament import StageState, TournamentState
from tournaments.summaries.matches import MatchView, match_views
from tournaments.timetable.shifting import MINUTE, Start, session_at

MAX_FOUND: Final = 20
"""The entrants that a search shows."""
MAX_WAITING: Final = 60
UNKNOWN: Final = "\N{EN DASH}"
SHOWN: Final = ("waiting", "playing", "unconfirmed", "over", "open")


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match as the schedule lists it.

    Attributes:
        at: When it begins; None: no time is settled.
        place: Its table with the room, as one text; empty: none.
        state: How it stands in a word.
        how: `playing`, `waiting`, `over`, `open` or `queued`.
    """

    number: int
    title: str
    sides: str
    entrants: tuple[int, ...]
    at: datetime | None
    place: str
    state: str
    how: str


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round as the schedule lists it.

    Attributes:
        key: Its stage and number as one word for addresses and forms.
        until: When its time is over; None: it has no limit.
        late: The minutes that it begins later than planned.
        last: When its last table is going to end, by the pace of the event; None: nothing is known of it.
        how: `now`, `next`, `over` or `planned`.
        state: The same in words.
    """

    key: str
    stage: int
    number: int
    title: str
    planned: datetime
    at: datetime
    until: datetime | None
    last: datetime | None
    late: int
    carried: bool
    outside: bool
    how: str
    state: str
    progress: str


@dataclass(frozen=True, slots=True)
class SessionShown:
    """A session with its rounds; one without times has the rounds that lie in none."""

    begins: datetime | None
    ends: datetime | None
    rounds: tuple[RoundLine, ...]


@dataclass(frozen=True, slots=True)
class DayShown:
    """A day with its sessions."""

    day: date
    sessions: tuple[SessionShown, ...]


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table of the venue with its match of now, or the next one."""

    name: str
    room: str
    match: MatchLine | None


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """An entrant that is searched for, or the reader's own, with its matches to come and the last ones."""

    number: int
    name: str
    seat: str
    matches: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True)
class ScheduleShown:
    """The schedule.

    Attributes:
        rooms: The tables by their rooms, in the order of use.
        waiting: The matches that wait for a table, the next one first.
        timed: Matches to come with a time of their own.
        found: The entrants that the search finds; None: nothing is searched for.
    """

    days: tuple[DayShown, ...]
    rooms: tuple[tuple[str, tuple[TableLine, ...]], ...]
    waiting: tuple[MatchLine, ...]
    timed: tuple[MatchLine, ...]
    own: tuple[EntrantLine, ...]
    found: tuple[EntrantLine, ...] | None
    free: int

    @property
    def is_empty(self) -> bool:
        """Whether nothing is planned."""
        return not (self.days or self.rooms or self.timed)

    @property
    def late(self) -> int:
        """The most minutes that a round to come is later than planned."""
        rounds = (one for day in self.days for session in day.sessions for one in session.rounds)
        return max((one.late for one in rounds if one.how != "over"), default=0)


def schedule_shown(
    state: TournamentState,
    names: Names,
    *,
    own: Iterable[int] = (),
    search: str = "",
    ends: Mapping[tuple[int, int], int] | None = None,
) -> ScheduleShown:
    """Return the schedule by the present time zone; it has matches of released rounds only.

    Args:
        own: The entrants of the reader.
        search: A part of the name of an entrant, or of one of its players; empty: nothing is searched for.
        ends: By stage and number of a round that is played when its last table is going to end, in seconds since 1970.
    """
    lines = _lines(state, names)
    tables = _tables(state, lines)
    waiting = [lines[match.number] for match in waiting_matches(state) if match.number in lines]
    timed = sorted(
        (line for line in lines.values() if state.matches[line.number].at is not None and line.how in _TO_COME),
        key=_when,
    )
    return ScheduleShown(
        days=tuple(_days(state, lines, ends or {})),
        rooms=tables,
        waiting=tuple(waiting[:MAX_WAITING]),
        timed=tuple(timed[:MAX_WAITING]),
        own=tuple(_entrant(state, names, number, lines.values()) for number in own),
        found=tuple(
            _entrant(state, names, number, lines.values()) for number in _matching(state, names, search)[:MAX_FOUND]
        )
        if search
        else None,
        free=sum(table.match is None for _room, listed in tables for table in listed),
    )


def matches_shown(state: TournamentState, names: Names) -> tuple[MatchLine, ...]:
    """Return the matches of released rounds in the order of their times."""
    return tuple(sorted(_lines(state, names).values(), key=_when))


def round_title(state: TournamentState, stage: StageState, number: int) -> str:
    """Return what a round is called: with its stage where there are several."""
    text = _("Round {number}").format(number=number)
    return f"{stage_name(stage, several=True)}, {text.lower()}" if len(state.stages) > 1 else text


def place_text(tables: Iterable[VenueTable]) -> str:
    """Return the tables of a match with their rooms, as one text."""
    listed = tuple(tables)
    rooms = tuple(dict.fromkeys(table.room for table in listed if table.room))
    text = ", ".join(table.name for table in listed)
    return f"{text} ({', '.join(rooms)})" if rooms and text else text


def moment(at: int) -> datetime:
    """Return a time in seconds since 1970 UTC by the present time zone."""
    return localtime(datetime.fromtimestamp(at, UTC))


_TO_COME: Final = ("waiting", "queued", "open")


def _when(line: MatchLine) -> tuple[bool, datetime | None, int]:
    return (line.at is None, line.at or datetime.min.replace(tzinfo=UTC), line.number)


def _lines(state: TournamentState, names: Names) -> dict[int, MatchLine]:
    """Return the matches of released rounds."""
    known = by_round(state)
    lines: dict[int, MatchLine] = {}
    for stage in state.stages.values():
        if stage.status == "planned":
            continue
        titles: dict[int, str] = {}
        for view in match_views(state, stage):
            if view.status not in SHOWN:
                continue
            match = state.matches[view.number]
            at = match_start(state, match, known)
            if view.round not in titles:
                titles[view.round] = round_title(state, stage, view.round)
            how = _how(view, queued=match.waits_for_table)
            lines[view.number] = MatchLine(
                number=view.number,
                title=titles[view.round],
                sides=" : ".join(names.side(side) or UNKNOWN for side in view.sides),
                entrants=view.entrants,
                at=None if at is None else moment(at),
                place=place_text(match.tables),
                state=_WORDS[how](),
                how=how,
            )
    return lines


def _how(view: MatchView, *, queued: bool) -> str:
    if view.status == "waiting" and queued:
        return "queued"
    return "playing" if view.status == "unconfirmed" else view.status


_WORDS: Final = {
    "playing": lambda: _("being played"),
    "waiting": lambda: _("to come"),
    "open": lambda: _("to come"),
    "queued": lambda: _("waiting for the next free table"),
    "over": lambda: _("over"),
}


def _days(
    state: TournamentState, lines: Mapping[int, MatchLine], ends: Mapping[tuple[int, int], int]
) -> Iterator[DayShown]:
    """Yield the days of the schedule with their sessions and rounds."""
    counts: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    for line in lines.values():
        match = state.matches[line.number]
        counts[match.stage, match.round].append(line.how)
    schedule = state.schedule
    if schedule is None:
        return
    planned = [start for start in starts(state) if start.stage in state.stages]
    by_session: defaultdict[int, list[RoundLine]] = defaultdict(list)
    days: defaultdict[date, list[SessionShown]] = defaultdict(list)
    outside: defaultdict[date, list[RoundLine]] = defaultdict(list)
    for start, shown in zip(planned, _rounds(state, planned, counts, ends), strict=True):
        session = session_at(schedule.sessions, start.at)
        if session is None:
            outside[shown.at.date()].append(shown)
        else:
            by_session[session.begins].append(shown)
    for session in schedule.sessions:
        begins, over = moment(session.begins), moment(session.ends)
        days[begins.date()].append(SessionShown(begins, over, tuple(by_session[session.begins])))
    for day, rounds in outside.items():
        days[day].append(SessionShown(None, None, tuple(rounds)))
    for day in sorted(days):
        yield DayShown(day, tuple(days[day]))


def _rounds(
    state: TournamentState,
    planned: Iterable[Start],
    counts: Mapping[tuple[int, int], list[str]],
    ends: Mapping[tuple[int, int], int],
) -> list[RoundLine]:
    lines, has_next = [], False
    for start in planned:
        stage = state.stages[start.stage]
        hows = counts.get((start.stage, start.round), [])
        groups = [one for one in stage.rounds if one.number == start.round]
        called = bool(groups) and any(one.called for one in groups)
        over = stage.status == "closed" or (called and bool(hows) and all(how == "over" for how in hows))
        how = "over" if over else "now" if called and hows else "planned"
        if how == "planned" and not has_next:
            how, has_next = "next", True
        done, last = hows.count("over"), ends.get((start.stage, start.round))
        progress = (
            ngettext("{done} of {count} match over", "{done} of {count} matches over", len(hows)).format(
                done=done, count=len(hows)
            )
            if hows and how == "now"
            else ""
        )
        lines.append(
            RoundLine(
                key=f"{start.stage}-{start.round}",
                stage=start.stage,
                number=start.round,
                title=round_title(state, stage, start.round),
                planned=moment(start.planned),
                at=moment(start.at),
                until=moment(start.ends) if start.ends > start.at else None,
                last=moment(last) if last is not None and how == "now" else None,
                late=start.late,
                carried=start.carried,
                outside=start.outside,
                how=how,
                state=_ROUNDS[how](),
                progress=progress,
            )
        )
    return lines


_ROUNDS: Final = {
    "now": lambda: _("now"),
    "next": lambda: _("next"),
    "planned": lambda: _("planned"),
    "over": lambda: _("over"),
}


def _tables(state: TournamentState, lines: Mapping[int, MatchLine]) -> tuple[tuple[str, tuple[TableLine, ...]], ...]:
    """Return the tables by room, each with the match that is played there, or comes next."""
    if state.venue is None:
        return ()
    at_table: dict[VenueTable, MatchLine] = {}
    order = {"playing": 0, "waiting": 1, "open": 2}
    wanted = sorted(
        (line for line in lines.values() if line.how in order and line.place),
        key=lambda line: (order[line.how], *_when(line)),
    )
    for line in wanted:
        for table in state.matches[line.number].tables:
            at_table.setdefault(table, line)
    rooms: dict[str, list[TableLine]] = {}
    for table in state.venue.tables:
        rooms.setdefault(table.room, []).append(TableLine(table.name, table.room, at_table.get(table)))
    return tuple((room, tuple(tables)) for room, tables in rooms.items())


def _matching(state: TournamentState, names: Names, search: str) -> list[int]:
    wanted = search.casefold()
    return [
        number
        for number in state.order
        if not state.entrants[number].is_gone
        and (
            wanted in names.of.get(number, "").casefold()
            or any(wanted in player.casefold() for player in names.players.get(number, ()))
        )
    ]


def _entrant(state: TournamentState, names: Names, number: int, lines: Iterable[MatchLine]) -> EntrantLine:
    seat = state.entrants[number].seat
    own = sorted((line for line in lines if number in line.entrants and line.how != "over"), key=_when)
    return EntrantLine(number, names.of.get(number, ""), "" if seat is None else place_text([seat]), tuple(own))


def end_of(state: TournamentState, line: MatchLine) -> int:
    """Return how many seconds a match takes at most, or usually."""
    match = state.matches[line.number]
    return (limit_of(state, match.stage, match.round) or USUAL_MINUTES) * MINUTE

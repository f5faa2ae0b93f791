"""Folding events about tables and times."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from tournaments.events import scheduling as events
from tournaments.events.opening import DeedUndone
from tournaments.events.playing import MatchPlaced
from tournaments.state.tournament import TournamentState
from tournaments.timetable.shifting import Delay, Schedule


def _venue_set(state: TournamentState, event: events.VenueSet) -> None:
    state.venue = event if event.tables else None


def _schedule_set(state: TournamentState, event: events.ScheduleSet) -> None:
    planned = event.rounds or event.sessions
    state.schedule = (
        Schedule(event.sessions, event.rounds, event.match_minutes, event.rest_minutes) if planned else None
    )


def _seat_fixed(state: TournamentState, event: events.SeatFixed) -> None:
    entrant = state.entrants[event.entrant]
    seat = events.VenueTable(event.table, event.room) if event.table else None
    state.entrants[event.entrant] = replace(entrant, seat=seat)


def _delayed(state: TournamentState, event: events.DelaySet) -> None:
    if (schedule := state.schedule) is None:
        return
    others = tuple(one for one in schedule.delays if (one.stage, one.round) != (event.stage, event.round))
    own = (Delay(event.stage, event.round, event.minutes),) if event.minutes else ()
    state.schedule = replace(schedule, delays=(*others, *own))


def _matches_placed(state: TournamentState, event: events.MatchesPlaced) -> None:
    for placing in event.placings:
        match = state.matches[placing.match]
        first, *further = placing.tables or (events.VenueTable(""),)
        queued_at = match.queued_at if placing.tables or match.queued_at is not None else state.at
        state.matches[placing.match] = replace(
            match, table=first.name, room=first.room, further=tuple(further), queued_at=queued_at
        )


APPLY: Final[dict[type[Any], Callable[[TournamentState, Any], None]]] = {
    events.VenueSet: _venue_set,
    events.ScheduleSet: _schedule_set,
    events.SeatFixed: _seat_fixed,
    events.DelaySet: _delayed,
    events.MatchesPlaced: _matches_placed,
}

ASIDE: Final = tuple(APPLY)
"""No pairing and no standings depend on a table or a time."""

TIMED: Final = frozenset({DeedUndone, MatchPlaced, *APPLY})
"""The events that tables and times of matches depend on; an undone deed may be one of them."""

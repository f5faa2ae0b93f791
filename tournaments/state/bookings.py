"""The matches of a tournament as bookings of tables and players, and where they clash. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tournaments.events.settings import MatchPlan
from tournaments.state.brackets import is_needed
from tournaments.state.outcomes import is_over, last_round, round_plan
from tournaments.state.schedule import by_round, limit_of, match_start
from tournaments.state.times import agrees_on_times
from tournaments.state.tournament import MatchState, TournamentState
from tournaments.timetable.clashes import Booking, Clash, all_clashes, clashes_of, seat_clashes
from tournaments.timetable.shifting import MINUTE

USUAL_MINUTES: Final = 60
"""How long a match is taken to last where nothing says it."""


def bookings_of(state: TournamentState) -> tuple[Booking, ...]:
    """Return the matches of released rounds that are still to be played, with their tables, times and players."""
    return tuple(
        booking_of(state, match, plan=plan, begins=begins)
        for match, plan, begins in _open(state)
        if begins is not None or match.tables
    )


def booking_of(
    state: TournamentState,
    match: MatchState,
    *,
    plan: MatchPlan | None = None,
    begins: int | None = None,
) -> Booking:
    """Return a match as a booking.

    Args:
        plan: How it is played, where the caller knows it already.
        begins: When it begins, in seconds since 1970 UTC; by default when it is settled to.
    """
    stage = state.stages[match.stage]
    if plan is None:
        plan = round_plan(stage.plan, match.round, last_round(state, stage))
    at = match_start(state, match) if begins is None else begins
    minutes = limit_of(state, match.stage, match.round) or USUAL_MINUTES
    return Booking(
        event=str(state.stream),
        match=match.number,
        tables=match.tables,
        begins=at,
        ends=None if at is None else at + minutes * MINUTE,
        players=_bound(state, match, plan),
        entrants=match.entrants,
    )


def clashes_in(state: TournamentState, others: Sequence[Booking] = ()) -> tuple[Clash, ...]:
    """Return the clashes of a tournament's open matches with each other and with those of other tournaments."""
    own = bookings_of(state)
    schedule = state.schedule
    rest = schedule.rest_minutes if schedule is not None else 0
    timed = [one for one in own if not _agreed(state, one.match)]
    sessions = schedule.sessions if schedule is not None else ()
    among = [*all_clashes(timed, rest_minutes=rest, sessions=sessions)]
    free = [one for one in own if _agreed(state, one.match)]
    for number, booking in enumerate(free):
        among.extend(clashes_of(booking, (*timed, *free[number + 1 :]), rest_minutes=rest))
    if others:
        for booking in own:
            among.extend(clashes_of(booking, others, rest_minutes=rest))
    return (*among, *_of_seats(state, own))


def clashes_at(
    state: TournamentState, match: MatchState, others: Iterable[Booking] = (), *, begins: int | None = None
) -> tuple[Clash, ...]:
    """Return what a match clashes with as it is, or at another time, in its tournament and others."""
    booking = booking_of(state, match, begins=begins)
    schedule = state.schedule
    sessions = () if schedule is None or agrees_on_times(state.stages[match.stage]) else schedule.sessions
    rest = schedule.rest_minutes if schedule is not None else 0
    known = (*bookings_of(state), *others)
    return (*clashes_of(booking, known, rest_minutes=rest, sessions=sessions), *_of_seats(state, [booking]))


def _of_seats(state: TournamentState, bookings: Iterable[Booking]) -> Iterator[Clash]:
    fixed = {number: seat for number, one in state.entrants.items() if (seat := one.seat) is not None}
    known = frozenset(state.venue.tables if state.venue is not None else ())
    for booking in bookings:
        yield from seat_clashes(booking, fixed, known)


def _open(state: TournamentState) -> Iterator[tuple[MatchState, MatchPlan, int | None]]:
    """Yield the matches of released rounds without a result, with their plans and starts."""
    starts = by_round(state)
    for stage in state.running:
        last = last_round(state, stage)
        for paired in stage.rounds:
            if not paired.released:
                continue
            plan = round_plan(stage.plan, paired.number, last)
            for match in (state.matches[number] for number in paired.matches):
                if not match.is_bye and not is_over(state, match, plan) and is_needed(state, match):
                    yield match, plan, match_start(state, match, starts)


def _agreed(state: TournamentState, match: int) -> bool:
    """Tell whether the sides of a match settle its time themselves: it is bound to no session."""
    return agrees_on_times(state.stages[state.matches[match].stage])


def _bound(state: TournamentState, match: MatchState, plan: MatchPlan) -> frozenset[str]:
    """Return the players that have to play in a match: those that sit in it, or a squad without any to spare."""
    if match.seated:
        return frozenset(player for side in match.seated for player in side if player)
    needed = state.settings.side * plan.rooms
    squads = [state.entrants[entrant].squad for entrant in match.entrants]
    return frozenset(player for squad in squads if len(squad) <= needed for player in squad)

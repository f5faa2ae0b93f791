"""When rounds and matches of a tournament begin, by its schedule and its delays. Pure.

Times are in seconds since 1970 UTC, limits in minutes.
"""

from collections.abc import Mapping

from tournaments.state.outcomes import last_round, round_plan
from tournaments.state.tournament import MatchState, TournamentState
from tournaments.timetable.shifting import Schedule, Start, Times, starts_of


def has_schedule(state: TournamentState) -> bool:
    """Tell whether tables are named or times planned."""
    return state.venue is not None or state.schedule is not None


def starts(state: TournamentState) -> tuple[Start, ...]:
    """Return the starts of all planned rounds in the order of their times; empty without a schedule."""
    return starts_by(state, state.schedule) if state.schedule is not None else ()


def starts_by(state: TournamentState, schedule: Schedule) -> tuple[Start, ...]:
    """Return the starts of the rounds of any schedule of a tournament."""
    limits = tuple(_limit(state, schedule, one.stage, one.round, one.minutes) or 0 for one in schedule.rounds)
    return starts_of(Times(schedule.sessions, schedule.rounds, limits, schedule.rest_minutes, schedule.delays))


def start_of(state: TournamentState, stage: int, number: int) -> Start | None:
    """Return the start of a round, or None if no time is planned for it."""
    return next((one for one in starts(state) if (one.stage, one.round) == (stage, number)), None)


def planned_start(state: TournamentState, stage: int, number: int) -> int | None:
    """Return when a round begins, with the delays; None: no time is planned for it."""
    start = start_of(state, stage, number)
    return None if start is None else start.at


def limit_of(state: TournamentState, stage: int, number: int) -> int | None:
    """Return how many minutes a match of a round may take, by the schedule or else by its plan; None: no limit."""
    schedule = state.schedule or Schedule((), ())
    minutes = next((one.minutes for one in schedule.rounds if (one.stage, one.round) == (stage, number)), 0)
    return _limit(state, schedule, stage, number, minutes)


def match_start(
    state: TournamentState, match: MatchState, known: Mapping[tuple[int, int], int] | None = None
) -> int | None:
    """Return when a match begins: at its own time, or with its round; None: no time is settled.

    Args:
        known: The starts of rounds (`by_round`), where many matches are asked for.
    """
    if match.at is not None:
        return match.at
    return planned_start(state, match.stage, match.round) if known is None else known.get((match.stage, match.round))


def by_round(state: TournamentState) -> dict[tuple[int, int], int]:
    """Return when each planned round begins, by its stage and number."""
    return {(one.stage, one.round): one.at for one in starts(state)}


def _limit(state: TournamentState, schedule: Schedule, stage: int, number: int, minutes: int) -> int | None:
    if minutes or schedule.match_minutes:
        return minutes or schedule.match_minutes
    planned = state.stages.get(stage)
    return None if planned is None else round_plan(planned.plan, number, last_round(state, planned)).minutes

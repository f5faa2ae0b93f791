"""Times that the two sides of a match agree on: where they do, and until when it is to be played. Pure."""

from datetime import datetime, timedelta

from tournaments.stages.stage import LADDER
from tournaments.state.brackets import is_needed
from tournaments.state.outcomes import outcome_of
from tournaments.state.tournament import MatchState, StageState, TournamentState


def agrees_on_times(stage: StageState) -> bool:
    """Tell whether the sides of a match settle its time themselves: in rounds of several days, and in a ladder."""
    return bool(stage.plan.days) or stage.plan.type == LADDER


def deadline_of(state: TournamentState, match: MatchState) -> datetime | None:
    """Return until when a match is to be played; None: its stage sets no limit, or its round is not called yet.

    The days of a round run from its call; in a bracket from when both entrants are known, if that is later.
    """
    stage = state.stages[match.stage]
    paired = stage.round_of(match.round, match.group)
    if not stage.plan.days or paired is None or paired.called_at is None or match.filled_at is None:
        return None
    return max(paired.called_at, match.filled_at) + timedelta(days=stage.plan.days)


def is_open_for_times(state: TournamentState, match: MatchState) -> bool:
    """Tell whether the sides of a match may still settle when they play: it is called, and nothing of it is played."""
    stage = state.stages[match.stage]
    paired = stage.round_of(match.round, match.group)
    return (
        stage.status == "running"
        and agrees_on_times(stage)
        and paired is not None
        and paired.called
        and len(match.sides) == 2
        and match.is_filled
        and is_needed(state, match)
        and not match.has_begun
        and outcome_of(state, match) is None
    )


def overdue(state: TournamentState, now: datetime) -> tuple[MatchState, ...]:
    """Return the matches of running stages that have no result though their time is over, the longest overdue first.

    Nothing follows from it by the clock: a director decides.
    """
    late = [
        (deadline, match)
        for stage in state.running
        if stage.plan.days
        for match in state.matches_of(stage.number)
        if not match.is_bye
        and (deadline := deadline_of(state, match)) is not None
        and deadline < now
        and is_needed(state, match)
        and outcome_of(state, match) is None
    ]
    return tuple(match for _deadline, match in sorted(late, key=lambda one: (one[0], one[1].number)))

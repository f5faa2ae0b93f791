"""A tournament as everybody may know it: without the rounds that only its staff sees. Pure."""

from msgspec.structs import replace

from tournaments.stages.stage import POINTS_RACE, SWISS
from tournaments.state.tournament import MatchState, TournamentState

_ROUND_BY_ROUND = (SWISS, POINTS_RACE)
"""The formats whose draft says what nobody could know: elsewhere the schedule or bracket follows from the field."""


def as_published(state: TournamentState) -> TournamentState:
    """Return a tournament without the drafts of rounds: a bye of such a round counts once the round is released.

    It is the same where there is no draft.
    """
    drafts = {
        stage.number: {number for one in stage.rounds if not one.released for number in one.matches}
        for stage in state.stages.values()
        if stage.plan.type in _ROUND_BY_ROUND
    }
    if not any(drafts.values()):
        return state
    known = state.copied()
    for stage, matches in drafts.items():
        rounds = tuple(one for one in known.stages[stage].rounds if one.released)
        known.stages[stage] = replace(known.stages[stage], rounds=rounds)
        for number in matches:
            del known.matches[number]
    return known


def is_released(state: TournamentState, match: MatchState) -> bool:
    """Tell whether everybody may know a match: its round is released."""
    paired = state.stages[match.stage].round_of(match.round, match.group)
    return paired is not None and paired.released

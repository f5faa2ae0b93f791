"""Putting a match into a tournament, with what follows from its result at once."""

from tournaments.stages.stage import LADDER
from tournaments.state.brackets import followers, settle
from tournaments.state.challenges import note_result
from tournaments.state.tournament import MatchState, TournamentState


def put(state: TournamentState, match: MatchState) -> None:
    """Put a match into its place, and the entrants that go on into theirs. Changes the state."""
    state.matches[match.number] = match
    settle(state, followers(state, match.number))
    if state.stages[match.stage].plan.type == LADDER:
        note_result(state, match)

"""The latest standings of stages, kept so that the next ones are made from them.

What is kept is never authoritative: `standing_of` gives the same answer from any standings before, or without.
"""

from typing import Final
from uuid import UUID

from clubs.base.kept import Kept
from tournaments.state.published import as_published
from tournaments.state.standing import Standing, standing_of
from tournaments.state.tournament import TournamentState

MAX_KEPT: Final = 64
"""Groups of stages; one of 1,000 entrants and 20 rounds takes 5 MB beside its state."""
_standings: Kept[tuple[UUID, int, int, bool], Standing] = Kept(MAX_KEPT, lambda standing: standing.shown.state.version)


def standing_in(state: TournamentState, number: int, group: int = 0) -> Standing:
    """Return the standings of a group of a stage as everybody may know them; after few results it is quick.

    Args:
        state: The tournament at any version.
        number: The stage's number.
        group: The group, from 0.
    """
    state = as_published(state)
    key = (state.stream, number, group, state.withheld)
    before = _standings.find(key)
    if before is not None and before.shown.state is state:
        return before
    standing = standing_of(state, number, group, before)
    _standings.keep(key, standing)
    return standing

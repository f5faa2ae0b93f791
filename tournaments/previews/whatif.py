"""What if: a stage as it would stand after supposed results, a withdrawal, or by another plan. Pure."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from engine.phrases import phrase
from tournaments.deeds.base import Refused
from tournaments.deeds.entering import Leave
from tournaments.deeds.planning import check_plan
from tournaments.events.entering import Leaving
from tournaments.previews.results import DESK, SupposedResult, supposing_results
from tournaments.previews.supposing import planned_otherwise, supposing
from tournaments.state.tournament import TournamentState


class Supposition(Struct, frozen=True):
    """What is supposed of a stage, in this order: results, a withdrawal, another plan.

    Attributes:
        results: Of matches that are open now.
        leaves: An entrant that leaves the tournament; 0: nobody does.
        matches: What becomes of its matches.
        scoring: Match points that differ from those of the plan.
        tie_breaks: The criteria of the standings; empty: those of the plan.
    """

    results: tuple[SupposedResult, ...] = ()
    leaves: int = 0
    matches: Leaving = "keep"
    scoring: Mapping[str, str] = {}
    tie_breaks: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is supposed."""
        return not (self.results or self.is_for_directors)

    @property
    def is_for_directors(self) -> bool:
        """Whether more than results is supposed: that is for those who could decide it."""
        return bool(self.leaves or self.scoring or self.tie_breaks)


def supposed(state: TournamentState, stage: int, what: Supposition) -> TournamentState:
    """Return a tournament as it would be; the given state stays as it is.

    Args:
        state: The tournament.
        stage: The number of the stage of which another plan is supposed.
        what: What is supposed.

    Raises:
        Refused: As `supposing_results`, `Leave` and `check_plan`; `not-running`: the stage is not being played.
    """
    if state.stages[stage].status != "running":
        raise Refused("not-running", phrase("You can suppose results only in a stage that is being played."))
    after = supposing_results(state, what.results)
    if what.leaves:
        after = supposing(after, [Leave(entrant=what.leaves, matches=what.matches)], DESK)
    if what.scoring or what.tie_breaks:
        plan = after.stages[stage].plan
        scoring, tie_breaks = {**plan.scoring, **what.scoring}, what.tie_breaks or plan.tie_breaks
        check_plan(replace(plan, scoring=scoring, tie_breaks=tie_breaks))
        after = planned_otherwise(after, stage, scoring=scoring, tie_breaks=tie_breaks)
    return after

"""As last year: the plan of an earlier tournament, for a new one."""

from msgspec.structs import replace

from tournaments.events.settings import Settings, StagePlan
from tournaments.state.tournament import TournamentState


def as_before(state: TournamentState) -> tuple[Settings, tuple[StagePlan, ...]]:
    """Return the settings and the stages of a tournament, without its date; stages are numbered anew from 1.

    A stage that was dropped has no successor, so the sources of the others keep their meaning.
    """
    numbers = {number: place for place, number in enumerate(sorted(state.stages), start=1)}
    plans = tuple(_renumbered(state.stages[number].plan, numbers) for number in sorted(state.stages))
    return replace(state.settings, starts_at=None), plans


def _renumbered(plan: StagePlan, numbers: dict[int, int]) -> StagePlan:
    return replace(plan, source=tuple(replace(source, stage=numbers[source.stage]) for source in plan.source))

"""The places of a stage that is to be closed."""

from collections.abc import Sequence
from itertools import groupby

from engine.phrases import phrase
from tournaments.deeds.base import Refused, stage_with
from tournaments.deeds.staging import CloseStage, Draft, check_results
from tournaments.drafting.rounds import has_rounds_left
from tournaments.events.staging import StageClosed
from tournaments.stages.stage import LADDER
from tournaments.state.standing import rows_of
from tournaments.state.tournament import StageState, TournamentState
from tournaments.tiebreaks.ranking import Row


def draft_places(state: TournamentState, deed: CloseStage) -> Draft:
    """Return the event that closes a stage with the places of its standings.

    Challenges of a ladder that were not answered lapse.

    Raises:
        Refused: `results-missing`, `unconfirmed`, `rounds-missing`, and those of `stage_with`.
    """
    stage = stage_with(state, deed.stage, ("running",))
    check_results(state, stage)
    if not stage.rounds and stage.plan.type != LADDER:
        raise Refused("rounds-missing", phrase("Nothing was paired in stage {number} yet."), number=stage.number)
    if has_rounds_left(state, stage):
        raise Refused("rounds-missing", phrase("Pair the other rounds of stage {number} first."), number=stage.number)
    places = tuple(places_of(state, stage.number, group) for group in range(len(stage.groups)))
    return Draft(state.moved, (StageClosed(stage.number, places),))


def places_of(
    state: TournamentState, number: int, group: int = 0, rows: Sequence[Row] | None = None
) -> tuple[tuple[int, ...], ...]:
    """Return the entrants of a group by place; those that share a place stand together.

    Entrants that are level are put in the order that extra play or the desk decided, if it names all of them.

    Args:
        rows: The standings of the group, where the caller has them.
    """
    rows = rows_of(state, number, group) if rows is None else rows
    places: list[tuple[int, ...]] = []
    for _rank, level in groupby(rows, key=lambda row: row.rank):
        together = tuple(int(row.entrant) for row in level)
        places += _decided(together, state.stages[number].ties)
    return tuple(places)


def cuts_of(state: TournamentState, stage: StageState) -> set[int]:
    """Return the places after which it matters who stands where: the first, and those where a later stage begins."""
    cuts = {1}
    for later in state.stages.values():
        for source in later.plan.source if later.status == "planned" else ():
            if source.stage == stage.number:
                cuts |= {source.first - 1, source.last, *([source.last + 1] if source.best else [])}
    return cuts


def _decided(level: tuple[int, ...], ties: tuple[tuple[int, ...], ...]) -> list[tuple[int, ...]]:
    """Return entrants that are level one by one where a decision names them all; the last decision counts."""
    for order in reversed(ties):
        if len(level) > 1 and set(level) <= set(order):
            return [(entrant,) for entrant in sorted(level, key=order.index)]
    return [level]

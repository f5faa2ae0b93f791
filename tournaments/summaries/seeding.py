"""Origins of the seeds of a stage: a place in an earlier stage, a lot, a wild card, or the order of entries."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from tournaments.flow.grouping import groups_of
from tournaments.lots.lot import Lot
from tournaments.state.tournament import StageState, TournamentState


class Origin(Struct, frozen=True):
    """The origin of the seed of an entrant.

    Attributes:
        seed: In its group, from 1.
        kind: `place`: it came to a place of an earlier stage; `entry`: it is the order of the entries.
        place: In the earlier stage or in the lot, from 1.
        stage: The number of the earlier stage.
        group: The group of the earlier stage, from 0; None where that had one only.
        lot: The number of the lot.
    """

    entrant: int
    seed: int
    kind: Literal["place", "lot", "wild", "entry"]
    place: int = 0
    stage: int = 0
    group: int | None = None
    lot: int = 0


def has_lots(state: TournamentState) -> bool:
    """Tell whether a tournament has lots, or something that is made by one: a stage, or teams of single players."""
    by_lot = any(stage.plan.by_lot for stage in state.stages.values())
    return bool(state.lots) or by_lot or (state.settings.free_agents and not state.is_over)


def origins(state: TournamentState, number: int, group: int = 0) -> tuple[Origin, ...]:
    """Return where the entrants of a group of a stage that has begun come from, in seeding order."""
    return tuple(_origins(state, state.stages[number], group))


def lot_of(state: TournamentState, stage: StageState) -> Lot | None:
    """Return the lot by which the groups of a stage were made, or None."""
    if not stage.plan.by_lot or not stage.groups:
        return None
    lots = [lot for lot in state.lots.values() if set(stage.field) <= set(lot.order)]
    clubs = {entrant: state.entrants[entrant].club for entrant in stage.field} if stage.plan.apart else None
    late = dict(stage.joined)
    first = tuple(tuple(entrant for entrant in group if entrant not in late) for group in stage.groups)
    for lot in reversed(lots):
        drawn = tuple(entrant for entrant in lot.order if any(entrant in group for group in first))
        if groups_of(drawn, stage.plan.groups, clubs) == first:
            return lot
    return lots[-1] if lots else None


def _origins(state: TournamentState, stage: StageState, group: int) -> Iterator[Origin]:
    lot = lot_of(state, stage)
    for seed, entrant in enumerate(stage.groups[group], start=1):
        if lot is not None:
            yield Origin(entrant, seed, "lot", place=lot.order.index(entrant) + 1, lot=lot.number)
        elif entrant in stage.wild:
            yield Origin(entrant, seed, "wild")
        else:
            yield _from_before(state, stage, entrant, seed)


def _from_before(state: TournamentState, stage: StageState, entrant: int, seed: int) -> Origin:
    """Return the place in an earlier stage that an entrant comes from, or that it is seeded by its entry."""
    for source in stage.plan.source:
        earlier = state.stages[source.stage]
        for group, places in enumerate(earlier.places):
            place = 1
            for level in places:
                if entrant in level:
                    several = group if len(earlier.places) > 1 else None
                    return Origin(entrant, seed, "place", place, earlier.number, several)
                place += len(level)
    return Origin(entrant, seed, "entry")

"""The winners of prizes, as it stands or at the end. Pure.

A prize is for a place overall or in a category. Entrants that nothing separates share the places that they cover, and a
prize for one of them. Where an entrant wins one prize at most, those overall go first, then the categories in their
order: an entrant that has a prize is passed over in a category.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from tournaments.state.standing import rows_of
from tournaments.state.tournament import TournamentState

Level = tuple[int, ...]
"""Entrants on one place."""


class PrizeWanted(Struct, frozen=True):
    """A prize: its id, its place from 1, and the entrants of its category; None: it is for all."""

    id: int
    place: int
    among: frozenset[int] | None = None


def places_so_far(state: TournamentState) -> tuple[Level, ...]:
    """Return the entrants by place: the final places, or as it stands; of several groups the same places side by side.

    Those that have left come last, in no order.
    """
    if state.places:
        return state.places
    levels: list[Level] = []
    placed: set[int] = set()
    for stage in sorted(state.stages.values(), key=lambda stage: -stage.number):
        groups = [_levels(state, stage.number, group) for group in range(len(stage.groups))]
        for place in range(max(map(len, groups), default=0)):
            level = tuple(
                entrant
                for group in groups
                if place < len(group)
                for entrant in group[place]
                if entrant not in placed and not state.entrants[entrant].is_away
            )
            if level:
                levels.append(level)
                placed.update(level)
    return tuple(levels)


def _levels(state: TournamentState, number: int, group: int) -> list[Level]:
    stage = state.stages[number]
    if stage.places:
        return list(stage.places[group])
    rows = rows_of(state, number, group)
    return [tuple(int(row.entrant) for row in rows) for _rank, rows in groupby(rows, key=lambda row: row.rank)]


def winners_of(
    prizes: Iterable[PrizeWanted], places: Sequence[Level], *, several: bool, barred: Collection[int] = ()
) -> dict[int, Level]:
    """Return who gets each prize, by its id; nobody where no entrant is on its place.

    Args:
        prizes: Those overall first, then those of each category.
        places: The entrants by place (`places_so_far`).
        several: An entrant may win more than one.
        barred: Entrants that get none, such as those that were disqualified.
    """
    taken: set[int] = set()
    won: dict[int, Level] = {}
    for prize in prizes:
        passed = set(barred) if several or prize.among is None else taken | set(barred)
        won[prize.id] = _on_place(places, prize, passed)
        if prize.among is None or not several:
            taken.update(won[prize.id])
    return won


def _on_place(places: Sequence[Level], prize: PrizeWanted, passed: Collection[int]) -> Level:
    covered = 0
    for level in _among(places, prize.among, passed):
        covered += len(level)
        if prize.place <= covered:
            return level
    return ()


def _among(places: Sequence[Level], among: frozenset[int] | None, passed: Collection[int]) -> Iterator[Level]:
    for level in places:
        left = tuple(entrant for entrant in level if entrant not in passed and (among is None or entrant in among))
        if left:
            yield left

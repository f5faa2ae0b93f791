"""Pairing a round by hand: what it costs, beside the pairing of the engine, and the draft of its event."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final, TypeAlias

from msgspec import Struct

from tournaments.deeds.staging import Draft, EditPairings, edited
from tournaments.drafting.rounds import race_before, swiss_before
from tournaments.events.staging import PairingsEdited
from tournaments.formats.points_race import SIDES, next_round
from tournaments.formats.swiss import COST_PARTS, cost_of, pair_next
from tournaments.stages.stage import POINTS_RACE, SWISS
from tournaments.state.tournament import RoundState, Side, StageState, TournamentState

RACE_PARTS: Final = ("rematches", "byes")
"""The criteria of a points race: how often two meet again, and how often those that rest have rested before."""

Pairings: TypeAlias = tuple[tuple[Side, ...], ...]
"""The sides of each match of a round; one side alone rests."""


class Measured(Struct, frozen=True):
    """The cost of a pairing beside that of the engine's, by the results of now.

    Attributes:
        parts: The criteria that are compared, the weightiest first; empty where there is nothing to compare with.
        cost: Of the pairing by hand, by criterion.
        least: Of the engine's.
        engine: The pairing that the engine would make now.
        more_rest: More entrants rest than have to, or one plays that wished to rest.
    """

    parts: tuple[str, ...] = ()
    cost: tuple[Fraction, ...] = ()
    least: tuple[Fraction, ...] = ()
    engine: Pairings = ()
    more_rest: bool = False

    @property
    def broken(self) -> tuple[str, ...]:
        """The criteria in which the pairing by hand is worse."""
        if self.more_rest:
            return ("byes",)
        return tuple(part for part, had, best in zip(self.parts, self.cost, self.least, strict=True) if had > best)


def draft_edit(state: TournamentState, deed: EditPairings) -> Draft:
    """Return the event of a pairing by hand, with what it costs and in what it is worse than the engine's.

    Raises:
        Refused: The round is released already, or its entrants do not stand there once each.
    """
    pairings = edited(state, deed)
    measured = measure(state, deed.stage, deed.group, deed.round, tuple(one.sides for one in pairings))
    # The cost of a points race is no vector of the public format.
    cost = tuple(map(str, measured.cost)) if measured.parts == COST_PARTS else ()
    event = PairingsEdited(deed.stage, deed.group, deed.round, pairings, cost, measured.broken)
    return Draft(state.moved, (event,))


def measure(state: TournamentState, number: int, group: int, round_number: int, pairings: Pairings) -> Measured:
    """Return what a pairing of a round costs beside the engine's.

    Where an entrant has left since the engine paired, there is nothing to compare with.

    Args:
        number: The stage's number.
        pairings: A pairing that `edited` admits.
    """
    stage = state.stages[number]
    paired = stage.round_of(round_number, group)
    assert paired is not None
    if not _is_field_the_same(state, stage, paired):
        return Measured()
    if stage.plan.type == SWISS and paired.cost:
        return _of_swiss(state, stage, paired, pairings)
    if stage.plan.type == POINTS_RACE:
        return _of_race(state, stage, paired, pairings)
    return Measured()


def _is_field_the_same(state: TournamentState, stage: StageState, paired: RoundState) -> bool:
    return all(
        state.entrants[entrant].plays_in(stage.number, paired.number)
        for number in paired.matches
        for entrant in state.matches[number].entrants
    )


def _of_swiss(state: TournamentState, stage: StageState, paired: RoundState, pairings: Pairings) -> Measured:
    value, wished = swiss_before(state, stage, paired.group, paired.number)
    resting = _resting(pairings, wished)
    if len(resting) > 1 or _plays_one_of(pairings, wished):
        return Measured(more_rest=True)
    pairs = [(str(sides[0][0]), str(sides[1][0])) for sides in pairings if len(sides) > 1]
    had = cost_of(value, paired.number, pairs, str(resting[0]) if resting else None)
    # By the results of now, as the pairing by hand: they may have changed since the engine paired.
    best = pair_next(value)
    byes = [*([int(best.bye)] if best.bye is not None else []), *wished]
    engine = (*(((int(home),), (int(away),)) for home, away in best.pairs), *(((entrant,),) for entrant in byes))
    return Measured(COST_PARTS, had, best.cost, engine)


def _of_race(state: TournamentState, stage: StageState, paired: RoundState, pairings: Pairings) -> Measured:
    before = race_before(state, stage, paired.group, paired.number)
    resting = _resting(pairings, before.wished)
    if len(resting) > len(before.players) % SIDES or _plays_one_of(pairings, before.wished):
        return Measured(more_rest=True)
    best = next_round(before.players, before.met, before.rested, paired.number)
    tables: Pairings = tuple(tuple((entrant,) for entrant in table) for table in best.tables)

    def cost(played: Sequence[Sequence[Side]], rest: Sequence[int]) -> tuple[Fraction, ...]:
        again = sum(
            before.met.get(frozenset(pair), 0)
            for sides in played
            for pair in combinations((entrant for side in sides for entrant in side), 2)
        )
        return Fraction(again), Fraction(sum(before.rested.get(entrant, 0) for entrant in rest))

    return Measured(
        RACE_PARTS,
        cost([sides for sides in pairings if len(sides) > 1], resting),
        cost(tables, best.resting),
        (*tables, *(((entrant,),) for entrant in (*best.resting, *before.wished))),
    )


def _resting(pairings: Pairings, wished: Sequence[int]) -> list[int]:
    """Return the entrants that rest without having wished to."""
    return [sides[0][0] for sides in pairings if len(sides) == 1 and sides[0][0] not in wished]


def _plays_one_of(pairings: Pairings, entrants: Sequence[int]) -> bool:
    return any(entrant in entrants for sides in pairings if len(sides) > 1 for side in sides for entrant in side)

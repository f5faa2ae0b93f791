"""Pairings and byes of a round: why they are as they are, and what a pairing by hand breaks."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from msgspec import Struct

from tournaments.deeds.staging import EditPairings, edited
from tournaments.drafting.by_hand import Measured, Pairings, measure
from tournaments.drafting.rounds import race_before, swiss_before
from tournaments.formats.swiss import pair_costs, rounds_met
from tournaments.stages.stage import POINTS_RACE, SWISS
from tournaments.state.races import is_meeting
from tournaments.state.tournament import Side, StageState, TournamentState

BY_HAND: Final = (SWISS, POINTS_RACE)
"""The formats whose rounds are paired by hand on a page: those that are paired round by round."""
_BREAKS: Final = {
    "kept_apart": "forbidden",
    "one_club": "forbidden",
    "met": "rematches",
    "rested": "byes",
    "rests_on_more": "bye_points",
    "rests_higher": "bye_place",
    "float": "difference",
    "down_again": "floats",
    "up_again": "floats",
    "off": "distance",
}
"""The criterion to which a note belongs."""


class Note(Struct, frozen=True):
    """Something to be said of a pairing or a bye.

    Attributes:
        code: Of a pairing `kept_apart`, `one_club`, `met` (in `rounds`), `float` (the first entrant, on `points`, meets
            the second on `others`), `down_again` and `up_again` (of one entrant), `off` (by `points` places). Of a bye
            `wished`, `rested` (in `rounds`), `first_in_line`, `rested_least` (of a race), and `rests_on_more` and
            `rests_higher` (than the second entrant).
        points: Match points, or places.
        rounds: Earlier rounds.
    """

    code: str
    entrants: tuple[int, ...]
    points: Fraction = Fraction(0)
    others: Fraction = Fraction(0)
    rounds: tuple[int, ...] = ()


class Criterion(Struct, frozen=True):
    """A criterion with its value in the pairing by hand, and in the engine's."""

    name: str
    had: Fraction
    least: Fraction

    @property
    def is_worse(self) -> bool:
        """Whether the pairing by hand is worse in it."""
        return self.had > self.least


class Comparison(Struct, frozen=True):
    """A pairing by hand beside that of the engine.

    Attributes:
        criteria: The weightiest first; empty where there is nothing to compare with.
        notes: What breaks the criteria that are worse, in pairings that the engine would not make.
        changed: How many matches and byes the engine would not make.
        more_rest: More entrants rest than have to, or one plays that wished to rest.
    """

    criteria: tuple[Criterion, ...]
    notes: tuple[Note, ...]
    changed: int
    more_rest: bool

    @property
    def is_as_good(self) -> bool:
        """Whether it is as good as the engine's by all criteria."""
        return bool(self.criteria) and not any(one.is_worse for one in self.criteria)


def comparison(state: TournamentState, deed: EditPairings) -> Comparison:
    """Return a pairing by hand beside the engine's.

    Raises:
        Refused: As for the deed.
    """
    pairings: Pairings = tuple(one.sides for one in edited(state, deed))
    measured = measure(state, deed.stage, deed.group, deed.round, pairings)
    usual = set(map(frozenset, measured.engine))
    other = [sides for sides in pairings if frozenset(sides) not in usual]
    broken = set(measured.broken)
    notes = notes_of(state, deed.stage, deed.group, deed.round, pairings)
    told = [note for sides in other for note in notes[sides] if _BREAKS.get(note.code) in broken]
    return Comparison(
        criteria=tuple(_criteria(measured)),
        notes=tuple(sorted(told, key=lambda note: measured.parts.index(_BREAKS[note.code]))) if measured.parts else (),
        changed=len(other) if measured.engine else 0,
        more_rest=measured.more_rest,
    )


def _criteria(measured: Measured) -> Iterator[Criterion]:
    for name, had, least in zip(measured.parts, measured.cost, measured.least, strict=True):
        yield Criterion(name, had, least)


def notes_of(
    state: TournamentState, number: int, group: int, round_number: int, pairings: Pairings
) -> dict[tuple[Side, ...], tuple[Note, ...]]:
    """Return what is to be said of each pairing and bye of a round, by its sides; nothing in other formats.

    It follows from the results of now, as far as they are of earlier rounds.
    """
    stage = state.stages[number]
    notes: dict[tuple[Side, ...], tuple[Note, ...]] = dict.fromkeys(pairings, ())
    if stage.plan.type == SWISS:
        notes |= _of_swiss(state, stage, group, round_number, pairings)
    elif stage.plan.type == POINTS_RACE:
        notes |= _of_race(state, stage, group, round_number, pairings)
    return notes


def _of_swiss(
    state: TournamentState, stage: StageState, group: int, number: int, pairings: Pairings
) -> Iterator[tuple[tuple[Side, ...], tuple[Note, ...]]]:
    value, wished = swiss_before(state, stage, group, number)
    here = {int(entrant.id) for entrant in value.entrants if entrant.is_in(number)}
    pairs = [sides for sides in pairings if len(sides) == 2 and all(side[0] in here for side in sides)]
    byes = [sides[0][0] for sides in pairings if len(sides) == 1]
    resting = next((entrant for entrant in byes if entrant in here), None)
    names = [(str(sides[0][0]), str(sides[1][0])) for sides in pairs]
    costs, line = pair_costs(value, number, names, None if resting is None else str(resting))
    points = {int(one.name): one.points for one in line}
    met = rounds_met(value, number)
    for sides, cost in zip(pairs, costs, strict=True):
        upper, lower = int(cost.upper), int(cost.lower)
        notes = []
        if cost.forbidden:
            apart = (min(upper, lower), max(upper, lower)) in state.forbidden
            notes.append(Note("kept_apart" if apart else "one_club", (upper, lower)))
        if rounds := met.get(frozenset((cost.upper, cost.lower))):
            notes.append(Note("met", (upper, lower), rounds=rounds))
        if cost.gap:
            notes.append(Note("float", (upper, lower), points[upper], points[lower]))
        if cost.down:
            notes.append(Note("down_again", (upper,)))
        if cost.up:
            notes.append(Note("up_again", (lower,)))
        if cost.off:
            notes.append(Note("off", (upper, lower), Fraction(cost.off)))
        yield sides, tuple(notes)
    rested = {
        entrant: tuple(match.round for match in value.matches if match.away is None and match.home == str(entrant))
        for entrant in byes
    }
    for entrant in byes:
        if entrant in wished:
            yield ((entrant,),), (Note("wished", (entrant,)),)
            continue
        notes = [Note("rested", (entrant,), rounds=rested[entrant])] if rested[entrant] else []
        own = next((one for one in line if one.name == str(entrant)), None)
        if own is not None and own == line[0]:
            notes.append(Note("first_in_line", (entrant,), own.points))
        elif own is not None and own.points > line[0].points:
            notes.append(Note("rests_on_more", (entrant, int(line[0].name)), own.points, line[0].points))
        elif own is not None and own.place < line[0].place:
            notes.append(Note("rests_higher", (entrant, int(line[0].name))))
        yield ((entrant,),), tuple(notes)


def _of_race(
    state: TournamentState, stage: StageState, group: int, number: int, pairings: Pairings
) -> Iterator[tuple[tuple[Side, ...], tuple[Note, ...]]]:
    before = race_before(state, stage, group, number)
    earlier = [match for match in state.matches_of(stage.number, group) if match.round < number]
    met: dict[frozenset[int], tuple[int, ...]] = {}
    rested: dict[int, tuple[int, ...]] = {}
    for match in earlier:
        if match.is_bye:
            entrant = match.entrants[0]
            rested[entrant] = (*rested.get(entrant, ()), match.round)
        elif is_meeting(match):
            for pair in map(frozenset, combinations(match.entrants, 2)):
                met[pair] = (*met.get(pair, ()), match.round)
    fewest = min((before.rested.get(entrant, 0) for entrant in before.players), default=0)
    for sides in pairings:
        entrants = [entrant for side in sides for entrant in side]
        if len(sides) > 1:
            yield sides, tuple(_met_again(entrants, met))
        elif entrants[0] in before.wished:
            yield sides, (Note("wished", (entrants[0],)),)
        else:
            notes = [Note("rested", (entrants[0],), rounds=rested[entrants[0]])] if entrants[0] in rested else []
            if len(rested.get(entrants[0], ())) == fewest:
                notes.append(Note("rested_least", (entrants[0],)))
            yield sides, tuple(notes)


def _met_again(entrants: Sequence[int], met: dict[frozenset[int], tuple[int, ...]]) -> Iterator[Note]:
    for one, other in combinations(entrants, 2):
        if rounds := met.get(frozenset((one, other))):
            yield Note("met", (one, other), rounds=rounds)

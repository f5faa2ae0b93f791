"""Random stages in which anything can happen, and random changes to them."""

from fractions import Fraction
from random import Random

from msgspec.structs import replace

from tournaments.stages.reading import CRITERIA
from tournaments.stages.stage import (
    AWARDED,
    BYE,
    DOUBLE_ELIMINATION,
    DOUBLE_FORFEIT,
    FORFEIT,
    KNOCK_OUT,
    PLAYED,
    SWISS,
    VOID,
    Entrant,
    Match,
    Scoring,
    Stage,
)

TYPES = (SWISS, SWISS, SWISS, SWISS, KNOCK_OUT, DOUBLE_ELIMINATION)
SCORINGS = (
    Scoring(),
    Scoring(win=Fraction(3)),
    Scoring(win=Fraction(0), bye=Fraction(1, 2)),
    Scoring(Fraction(5, 2), Fraction(4, 3), Fraction(1, 3), Fraction(7, 6), Fraction(2), Fraction(-1, 3)),
    Scoring(win=Fraction(-1)),
)
OUTCOMES = (PLAYED,) * 10 + ("open", FORFEIT, DOUBLE_FORFEIT, AWARDED, VOID)
MOST_ROUNDS = 6


def random_stage(chance: Random, *, kind: str | None = None, most: int = 9) -> Stage:
    """Return a stage of one entrant or more with any number of rounds; not everybody plays in each."""
    names = [f"T{number}" for number in range(1, chance.randint(1, most) + 1)]
    return Stage(
        id="stage",
        type=kind or chance.choice(TYPES),
        entrants=tuple(_entrant(name, seed, chance) for seed, name in enumerate(names, start=1)),
        scoring=chance.choice(SCORINGS),
        tie_breaks=tie_breaks(chance),
        matches=tuple(
            match
            for number in range(1, chance.randint(0, MOST_ROUNDS) + 1)
            for match in _round(number, chance.sample(names, len(names)), chance)
        ),
        adjustments={name: _points(chance) for name in names if chance.random() < 0.1},
    )


def tie_breaks(chance: Random) -> tuple[str, ...]:
    """Return any criteria in any order."""
    return tuple(chance.sample(CRITERIA, chance.randint(0, len(CRITERIA))))


def changed(stage: Stage, chance: Random) -> Stage:
    """Return a stage after something happened in it."""
    return chance.choice(_CHANGES)(stage, chance)


def _entrant(name: str, seed: int, chance: Random) -> Entrant:
    return Entrant(
        name,
        seed,
        lot=chance.choice((None, 1, 2, 3)),
        from_round=chance.choice((1, 1, 1, 2, 4)),
        until_round=chance.choice((None, None, None, 0, 2, 3)),
    )


def _round(number: int, names: list[str], chance: Random) -> list[Match]:
    present = [name for name in names if chance.random() < 0.95]
    matches = [_match(number, home, away, chance) for home, away in zip(present[::2], present[1::2], strict=False)]
    if len(present) % 2:
        matches.append(Match(number, present[-1], outcome=BYE))
    return matches


def _match(number: int, home: str, away: str, chance: Random) -> Match:
    outcome = chance.choice(OUTCOMES)
    match = Match(number, home, away, outcome=PLAYED if outcome == "open" else outcome)
    if outcome == PLAYED or (outcome != "open" and chance.random() < 0.4):
        least = -1 if chance.random() < 0.1 else 0
        match = replace(match, home_points=chance.randint(least, 3), away_points=chance.randint(least, 3))
    if outcome == FORFEIT or (outcome == PLAYED and chance.random() < 0.1):
        match = replace(match, winner=chance.choice((home, away)))
    if outcome == AWARDED:
        match = replace(match, match_points=(_points(chance), _points(chance)))
    return match


def _points(chance: Random) -> Fraction:
    return chance.choice((Fraction(0), Fraction(1), Fraction(1), Fraction(6, 5), Fraction(-1, 7)))


def _result(stage: Stage, chance: Random) -> Stage:
    """A result comes, or is corrected."""
    places = [place for place, match in enumerate(stage.matches) if match.away is not None]
    if not places:
        return stage
    place = chance.choice(places)
    match = stage.matches[place]
    assert match.away is not None
    other = _match(match.round, match.home, match.away, chance)
    return replace(stage, matches=(*stage.matches[:place], other, *stage.matches[place + 1 :]))


def _new_round(stage: Stage, chance: Random) -> Stage:
    number = max((match.round for match in stage.matches), default=0) + 1
    names = [entrant.id for entrant in stage.entrants]
    return replace(stage, matches=(*stage.matches, *_round(number, chance.sample(names, len(names)), chance)))


def _taken_out(stage: Stage, chance: Random) -> Stage:
    return replace(stage, matches=tuple(match for match in stage.matches if chance.random() < 0.8))


def _written_in(stage: Stage, chance: Random) -> Stage:
    if len(stage.entrants) < 2:
        return stage
    home, away = (entrant.id for entrant in chance.sample(stage.entrants, 2))
    place = chance.randint(0, len(stage.matches))
    new = _match(chance.randint(1, MOST_ROUNDS), home, away, chance)
    return replace(stage, matches=(*stage.matches[:place], new, *stage.matches[place:]))


def _in_another_order(stage: Stage, chance: Random) -> Stage:
    return replace(stage, matches=tuple(chance.sample(stage.matches, len(stage.matches))))


def _late_entry(stage: Stage, chance: Random) -> Stage:
    number = len(stage.entrants) + 1
    return replace(stage, entrants=(*stage.entrants, _entrant(f"L{number}{chance.random()}", number, chance)))


def _gone(stage: Stage, chance: Random) -> Stage:
    if len(stage.entrants) < 2:
        return stage
    gone = chance.choice(stage.entrants).id
    return replace(
        stage,
        entrants=tuple(entrant for entrant in stage.entrants if entrant.id != gone),
        matches=tuple(match for match in stage.matches if gone not in (match.home, match.away)),
        adjustments={name: points for name, points in stage.adjustments.items() if name != gone},
    )


def _left_or_back(stage: Stage, chance: Random) -> Stage:
    other = chance.choice(stage.entrants)
    other = _entrant(other.id, other.seed, chance)
    return replace(stage, entrants=tuple(other if entrant.id == other.id else entrant for entrant in stage.entrants))


def _seeded_anew(stage: Stage, chance: Random) -> Stage:
    order = chance.sample(stage.entrants, len(stage.entrants))
    return replace(stage, entrants=tuple(replace(entrant, seed=seed) for seed, entrant in enumerate(order, start=1)))


def _adjusted(stage: Stage, chance: Random) -> Stage:
    adjustments = dict(stage.adjustments)
    name = chance.choice(stage.entrants).id
    if adjustments.pop(name, None) is None:
        adjustments[name] = _points(chance)
    return replace(stage, adjustments=adjustments)


_CHANGES = (
    *(_result,) * 8,
    _new_round,
    _taken_out,
    _written_in,
    _in_another_order,
    _late_entry,
    _gone,
    _left_or_back,
    _seeded_anew,
    _adjusted,
    lambda stage, chance: replace(stage, scoring=chance.choice(SCORINGS)),
    lambda stage, chance: replace(stage, tie_breaks=tie_breaks(chance)),
    lambda stage, chance: stage,
)

"""The standings of a points race, whose matches have three sides.

Entrants stand by these criteria, each compared only among those level on all before it; those level on all share a
place, which extra play or the desk can decide:

- `points`: the sum of the points scored in all matches, or of the match points of the places at each table
  (`Race.by_places`), with what a director gave or took.
- `wins`: matches won. A walkover counts, a bye does not.
- `behind`: the sum over all played matches of the own points less the best at the table, 0 where the entrant had most;
  nearer to 0 is better.

A match of three sides is forfeited by nobody by itself: the staff decides. A walkover is a win; by places it gives all
sides the match points of a forfeit, else what was scored before counts. By places a double forfeit gives all sides the
match points of a forfeit lost, else nothing. Awarded points count as points. A void match gives nothing.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby
from typing import Final

import msgspec
from msgspec import Struct

from tournaments.stages.stage import AWARDED, BYE, DOUBLE_FORFEIT, FORFEIT, PLAYED, Entrant, Scoring
from tournaments.tiebreaks.ranking import LEVEL, Row

CRITERIA: Final = ("points", "wins", "behind")


class RaceMatch(Struct, frozen=True):
    """A match of a points race that is decided, or a bye.

    Attributes:
        outcome: One of `tournaments.stages.stage.OUTCOMES`.
        points: What each side scored; empty where nothing was reported.
        winner: None: nobody won it alone.
        match_points: Of each side, where they were awarded.
    """

    round: int
    entrants: tuple[str, ...]
    outcome: str = PLAYED
    points: tuple[int, ...] = ()
    winner: str | None = None
    match_points: tuple[Fraction, ...] = ()


class Race(Struct, frozen=True):
    """A points race.

    Attributes:
        entrants: In seeding order.
        by_places: Match points for the places at each table count, not the points scored.
        place_points: Of the places at a table, the first first.
        bye: What an entrant gets that rests.
        adjustments: Points beside all matches.
    """

    entrants: tuple[Entrant, ...]
    matches: tuple[RaceMatch, ...] = ()
    by_places: bool = False
    place_points: tuple[Fraction, ...] = (Fraction(2), Fraction(1), Fraction(0))
    bye: Fraction = Fraction(0)
    scoring: Scoring = Scoring()
    adjustments: Mapping[str, Fraction] = msgspec.field(default_factory=dict)


def race_standings(race: Race) -> tuple[Row, ...]:
    """Return the standings of a points race."""
    points = {entrant.id: race.adjustments.get(entrant.id, Fraction(0)) for entrant in race.entrants}
    wins = dict.fromkeys(points, 0)
    behind = dict.fromkeys(points, 0)
    for match in race.matches:
        for place, (entrant, own) in enumerate(zip(match.entrants, points_of(race, match), strict=True)):
            points[entrant] += own
            wins[entrant] += _winner(match) == entrant
            if match.outcome == PLAYED and match.points:
                behind[entrant] += match.points[place] - max(match.points)

    def key(entrant: str) -> tuple[Fraction, int, int]:
        return -points[entrant], -wins[entrant], -behind[entrant]

    rows: list[Row] = []
    above: tuple[Fraction, int, int] | None = None
    seeds = {entrant.id: entrant.seed for entrant in race.entrants}
    for own_key, level in groupby(sorted(points, key=lambda entrant: (key(entrant), seeds[entrant])), key=key):
        rank, why = len(rows) + 1, ""
        if above is not None:
            why = next(name for name, mine, theirs in zip(CRITERIA, own_key, above, strict=True) if mine != theirs)
        for entrant in level:
            values: dict[str, Fraction | int | None] = {
                "points": points[entrant],
                "wins": wins[entrant],
                "behind": behind[entrant],
            }
            rows.append(Row(entrant, rank, values, why if len(rows) + 1 == rank else LEVEL))
        above = own_key
    return tuple(rows)


def points_of(race: Race, match: RaceMatch) -> tuple[Fraction, ...]:
    """Return what a match gives to each of its sides."""
    nothing = (Fraction(0),) * len(match.entrants)
    if match.outcome == BYE:
        return (race.bye,)
    if match.outcome == AWARDED:
        return match.match_points
    if match.outcome in (FORFEIT, DOUBLE_FORFEIT) and race.by_places:
        won, lost = race.scoring.forfeit_win, race.scoring.forfeit_loss
        return tuple(won if entrant == match.winner else lost for entrant in match.entrants)
    if match.outcome not in (PLAYED, FORFEIT) or not match.points:
        return nothing
    return _by_places(race, match) if race.by_places else tuple(map(Fraction, match.points))


def _by_places(race: Race, match: RaceMatch) -> tuple[Fraction, ...]:
    """Return the match points of the places at a table: the winner first, the others by points, those level alike."""
    keys = [(entrant != match.winner, -points) for entrant, points in zip(match.entrants, match.points, strict=True)]
    order = sorted(keys)
    shared = {
        key: sum(race.place_points[order.index(key) : order.index(key) + order.count(key)], Fraction(0))
        / order.count(key)
        for key in order
    }
    return tuple(shared[key] for key in keys)


def _winner(match: RaceMatch) -> str | None:
    if match.outcome == AWARDED:
        best = max(match.match_points)
        return match.entrants[match.match_points.index(best)] if match.match_points.count(best) == 1 else None
    return match.winner if match.outcome in (PLAYED, FORFEIT) else None

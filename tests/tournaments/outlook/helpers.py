"""Stages in the middle of play, and the outlook found by trying every result of every remaining match."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from tournaments.stages.stage import ROUND_ROBIN, Entrant, Match, Scoring, Stage
from tournaments.tiebreaks.ranking import standings

Table = Mapping[str, Fraction]


def scored(win: str, draw: str, loss: str) -> Scoring:
    return Scoring(win=Fraction(win), draw=Fraction(draw), loss=Fraction(loss))


SCORINGS = (
    (scored("2", "1", "0"), True),
    (scored("3", "1", "0"), True),
    (scored("1", "0", "0"), False),
    (scored("1", "0", "0"), True),
    (scored("3/2", "1/2", "-1/6"), True),
    (scored("7/3", "7/3", "1/2"), True),
    (scored("4", "3", "1"), True),
)
"""Each with whether matches are drawn."""


def teams(size: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(name, seed) for seed, name in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:size], 1))


def played(number: int, home: str, away: str, result: str) -> Match:
    """Return a match with its result for the home side: `win`, `draw` or `loss`."""
    points = {"win": (9, 4), "draw": (6, 6), "loss": (2, 11)}[result]
    return Match(number, home, away, home_points=points[0], away_points=points[1])


@st.composite
def running_stages(draw: st.DrawFn) -> tuple[Stage, bool]:
    """Small leagues with few matches left, and whether matches are drawn."""
    scoring, draws = draw(st.sampled_from(SCORINGS))
    entrants = teams(draw(st.integers(3, 6)))
    names = [entrant.id for entrant in entrants]
    sides = st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True)
    results = st.sampled_from(["win", "draw", "loss"] if draws else ["win", "loss"])
    done = [played(1, *pair, draw(results)) for pair in draw(st.lists(sides, max_size=6))]
    left = [Match(2, *pair) for pair in draw(st.lists(sides, min_size=1, max_size=6 if draws else 8))]
    given = st.fractions(0, 6, max_denominator=2)
    adjustments = {name: draw(given) for name in names if draw(st.booleans())}
    return Stage(
        "league", ROUND_ROBIN, entrants, scoring=scoring, matches=(*done, *left), adjustments=adjustments
    ), draws


def final_tables(stage: Stage, draws: bool) -> list[Table]:
    """Return the points after every possible course of the matches without points; entrants that left play on."""
    now = {row.entrant: Fraction(row.values["points"] or 0) for row in standings(stage)}
    left = [match for match in stage.matches if match.away is not None and not match.is_counted]
    scoring = stage.scoring
    ways = [(scoring.win, scoring.loss), (scoring.loss, scoring.win)]
    if draws:
        ways.append((scoring.draw, scoring.draw))
    tables = []
    for course in product(ways, repeat=len(left)):
        table = dict(now)
        for match, (home, away) in zip(left, course, strict=True):
            assert match.away is not None
            table[match.home] += home
            table[match.away] += away
        tables.append(table)
    return tables


def level_or_above(table: Table, entrant: str, passed_over: Sequence[str] = ()) -> int:
    return sum(
        points >= table[entrant] for name, points in table.items() if name != entrant and name not in passed_over
    )


def above(table: Table, entrant: str, passed_over: Sequence[str] = ()) -> int:
    return sum(points > table[entrant] for name, points in table.items() if name != entrant and name not in passed_over)


def verdict_of(tables: Sequence[Table], entrant: str, places: int, passed_over: Sequence[str] = ()) -> str:
    """Return the verdict by definition."""
    if all(level_or_above(table, entrant, passed_over) < places for table in tables):
        return "safe"
    if all(above(table, entrant, passed_over) >= places for table in tables):
        return "out"
    return "live"


def safe_points_of(tables: Sequence[Table], entrant: str, places: int) -> Fraction | None:
    """Return the smallest total with which, or with more, the entrant is safe in every course."""
    unsafe = [table[entrant] for table in tables if level_or_above(table, entrant) >= places]
    totals = {table[entrant] for table in tables}
    return min((total for total in totals if not unsafe or total > max(unsafe)), default=None)

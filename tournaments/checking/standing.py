"""The standings before a round, in an own reading of the criteria: plain sums over all matches, in exact fractions.

Source: `docs/reference/tournament-format.md`, Standings. Nothing is kept from one criterion to the next, so that each
can be read beside its line of the table.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from msgspec import UNSET

from tournaments.stages.stage import AWARDED, BYE, DOUBLE_FORFEIT, FORFEIT, PLAYED, VOID, Match, Stage

Value = Fraction | None


def winner(match: Match) -> str | None:
    """Return the entrant that has won a match that counts; None of a draw, or of a match without a result."""
    if match.outcome == FORFEIT:
        return match.winner if isinstance(match.winner, str) else None
    if match.outcome == AWARDED and match.match_points is not None:
        return _more(match, *match.match_points)
    if match.outcome == PLAYED and match.home_points is not None and match.away_points is not None:
        return _more(match, match.home_points, match.away_points) if match.winner is UNSET else match.winner
    return None


def _more(match: Match, home: Fraction | int, away: Fraction | int) -> str | None:
    return match.home if home > away else match.away if away > home else None


def counts(match: Match) -> bool:
    """Tell whether a match counts."""
    return match.outcome in (FORFEIT, DOUBLE_FORFEIT, AWARDED) or (match.outcome == PLAYED and match.has_points)


def was_met(match: Match) -> bool:
    """Tell whether the two sides of a match have met: it was played with points, or awarded."""
    return match.away is not None and counts(match) and match.outcome in (PLAYED, AWARDED)


class Table:
    """What was played before a round, by entrant.

    Attributes:
        points: The match points of each entrant.
    """

    def __init__(self, stage: Stage, matches: Iterable[Match]) -> None:
        self.stage = stage
        self.entrants = {entrant.id: entrant for entrant in stage.entrants}
        self.matches = tuple(matches)
        self.of: defaultdict[str, list[Match]] = defaultdict(list)
        self.at: defaultdict[tuple[str, int], list[Match]] = defaultdict(list)
        self.last = 0
        for match in self.matches:
            for name in {match.home, match.away} - {None}:
                self.of[str(name)].append(match)
                self.at[str(name), match.round].append(match)
            if counts(match) or match.outcome == BYE:
                self.last = max(self.last, match.round)
        self.points = {
            entrant.id: sum((self.earned(entrant.id, match) for match in self.of[entrant.id]), Fraction(0))
            for entrant in stage.entrants
        }

    def earned(self, name: str, match: Match) -> Fraction:
        """Return the match points that a side has from a match."""
        scoring = self.stage.scoring
        if match.outcome == BYE:
            return scoring.bye
        if match.outcome == VOID or not counts(match):
            return Fraction(0)
        if match.outcome == AWARDED and match.match_points is not None:
            return match.match_points[0 if name == match.home else 1]
        if match.outcome == DOUBLE_FORFEIT:
            return scoring.forfeit_loss
        won = winner(match)
        if match.outcome == FORFEIT:
            return scoring.forfeit_win if won == name else scoring.forfeit_loss
        return scoring.draw if won is None else scoring.win if won == name else scoring.loss

    def scores(self, names: Sequence[str]) -> Iterator[tuple[str, int | Fraction, int | Fraction]]:
        """Yield the game points for and against, of each match that counts and has points."""
        for name in names:
            for match in self.of[name]:
                if counts(match) and match.home_points is not None and match.away_points is not None:
                    points = match.home_points, match.away_points
                    yield name, *(points if name == match.home else points[::-1])

    def rounds_of(self, name: str) -> list[int]:
        """Return the rounds, up to the last one begun, in which an entrant was in the field."""
        return [number for number in range(1, self.last + 1) if self.entrants[name].is_in(number)]

    def parts(self, name: str) -> list[tuple[Fraction, Fraction]]:
        """Return for each round in the field what it contributes to Buchholz, and the match points won in it."""
        found: list[tuple[Fraction, Fraction]] = []
        for number in self.rounds_of(name):
            played = self.at.get((name, number), ())
            if not played:
                found.append((self.points[name], Fraction(0)))
            for match in played:
                opponent = match.away if name == match.home else match.home
                met = opponent is not None and was_met(match)
                found.append((self.points[str(opponent) if met else name], self.earned(name, match)))
        return found


def order_before(stage: Stage, number: int) -> tuple[list[str], dict[str, Fraction]]:
    """Return the entrants in the order of the standings before a round, and their match points.

    All criteria of the stage in their order, then the seeds; before round 1 the seeds alone.
    """
    table = Table(stage, (match for match in stage.matches if match.round < number))
    by_seed = [entrant.id for entrant in sorted(stage.entrants, key=lambda entrant: entrant.seed)]
    groups = [by_seed]
    for criterion in stage.tie_breaks if number > 1 else ():
        groups = [part for group in groups for part in _split(table, criterion, group)]
    return [name for group in groups for name in group], table.points


def _split(table: Table, criterion: str, group: list[str]) -> list[list[str]]:
    """Return the parts of a group by the values of a criterion, the best first; those without a value come last."""
    if len(group) == 1:
        return [group]
    values = VALUES[criterion](table, group)
    better = {value for value in values.values() if value is not None}
    parts = [[name for name in group if values[name] == value] for value in sorted(better, reverse=True)]
    return [part for part in (*parts, [name for name in group if values[name] is None]) if part]


def _points(table: Table, group: Sequence[str]) -> Mapping[str, Value]:
    return {name: table.points[name] for name in group}


def _wins(table: Table, group: Sequence[str]) -> Mapping[str, Value]:
    return {name: Fraction(sum(counts(match) and winner(match) == name for match in table.of[name])) for name in group}


def _head_to_head(table: Table, group: Sequence[str]) -> Mapping[str, Value]:
    level = set(group)
    among = [match for match in table.matches if match.home in level and match.away in level]
    met = {frozenset((match.home, match.away)) for match in among if counts(match)}
    if not all(frozenset(pair) in met for pair in combinations(group, 2)):
        return dict.fromkeys(group)
    return {
        name: sum((table.earned(name, match) for match in among if name in (match.home, match.away)), Fraction(0))
        for name in group
    }


def _sums(table: Table, group: Sequence[str]) -> dict[str, tuple[int | Fraction, int | Fraction]]:
    sums: dict[str, tuple[int | Fraction, int | Fraction]] = dict.fromkeys(group, (0, 0))
    for name, scored, conceded in table.scores(group):
        sums[name] = sums[name][0] + scored, sums[name][1] + conceded
    return sums


def _difference(table: Table, group: Sequence[str]) -> Mapping[str, Value]:
    return {name: Fraction(scored - conceded) for name, (scored, conceded) in _sums(table, group).items()}


def _quotient(table: Table, group: Sequence[str]) -> Mapping[str, Value]:
    sums = _sums(table, group)
    if any(scored <= 0 or conceded <= 0 for scored, conceded in sums.values()):
        return dict.fromkeys(group)
    return {name: Fraction(scored, conceded) for name, (scored, conceded) in sums.items()}


def _scored(table: Table, group: Sequence[str]) -> Mapping[str, Value]:
    return {name: Fraction(scored) for name, (scored, _conceded) in _sums(table, group).items()}


def _buchholz(table: Table, group: Sequence[str]) -> Mapping[str, Value]:
    return {name: sum((part for part, _ in table.parts(name)), Fraction(0)) for name in group}


def _buchholz_cut_1(table: Table, group: Sequence[str]) -> Mapping[str, Value]:
    return {name: sum(sorted(part for part, _ in table.parts(name))[1:], Fraction(0)) for name in group}


def _median_buchholz(table: Table, group: Sequence[str]) -> Mapping[str, Value]:
    return {name: sum(sorted(part for part, _ in table.parts(name))[1:-1], Fraction(0)) for name in group}


def _sonneborn_berger(table: Table, group: Sequence[str]) -> Mapping[str, Value]:
    win = table.stage.scoring.win
    if not win:
        return dict.fromkeys(group)
    return {name: sum((part * won / win for part, won in table.parts(name)), Fraction(0)) for name in group}


def _progressive(table: Table, group: Sequence[str]) -> Mapping[str, Value]:
    return {
        name: sum(
            (
                table.earned(name, match)
                for number in table.rounds_of(name)
                for match in table.of[name]
                if match.round <= number
            ),
            Fraction(0),
        )
        for name in group
    }


def _lot(table: Table, group: Sequence[str]) -> Mapping[str, Value]:
    lots = {entrant.id: entrant.lot for entrant in table.stage.entrants}
    return {name: None if (lot := lots[name]) is None else Fraction(-lot) for name in group}


def _seed(table: Table, group: Sequence[str]) -> Mapping[str, Value]:
    seeds = {entrant.id: entrant.seed for entrant in table.stage.entrants}
    return {name: Fraction(-seeds[name]) for name in group}


VALUES: Final[Mapping[str, Callable[[Table, Sequence[str]], Mapping[str, Value]]]] = {
    "points": _points,
    "wins": _wins,
    "head_to_head": _head_to_head,
    "difference": _difference,
    "quotient": _quotient,
    "scored": _scored,
    "buchholz": _buchholz,
    "buchholz_cut_1": _buchholz_cut_1,
    "median_buchholz": _median_buchholz,
    "sonneborn_berger": _sonneborn_berger,
    "progressive": _progressive,
    "lot": _lot,
    "seed": _seed,
}
"""The values of each criterion of a group that is level so far; more is better."""

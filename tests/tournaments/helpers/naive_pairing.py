"""The Swiss once more, slow and plain, from `docs/reference/tournament-format.md` alone, sharing nothing with the code.

The cost of a pairing is reckoned criterion by criterion; the least is found by going through all pairings there are.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.tournaments.helpers.naive_standings import NaiveStage

Written = dict[str, Any]
Pairs = list[tuple[str, str]]
Cost = tuple[Fraction, ...]


class NaiveRound:
    """The next round of the last stage of a written tournament.

    Attributes:
        number: The highest round that is written plus one.
        field: The entrants in it, by their standings.
    """

    def __init__(self, tournament: Written) -> None:
        self._tournament = tournament
        self._stage = NaiveStage(tournament)
        matches = self._stage.matches
        self.number = max((match["round"] for match in matches), default=0) + 1
        order = self._stage.names if self.number == 1 else [row[0] for row in self._stage.rows()]
        self.field = [name for name in order if self._is_in(name)]
        self._points = {name: self._stage.points(name) for name in self._stage.names}
        self._past = [match for match in matches if self._stage.outcome(match) != "bye"]
        self._before = self._points_before_last_round()

    def _is_in(self, name: str) -> bool:
        entrant = self._stage.members[name]
        last = entrant.get("until_round")
        return entrant.get("from_round", 1) <= self.number and (last is None or self.number <= last)

    def _points_before_last_round(self) -> dict[str, Fraction]:
        stage = self._tournament["stages"][-1]
        earlier = [match for match in stage.get("matches", []) if match["round"] < self.number - 1]
        then = NaiveStage({**self._tournament, "stages": [{**stage, "matches": earlier}]})
        return {name: then.points(name) for name in then.names}

    def cost(self, pairs: Pairs, bye: str | None) -> Cost:
        """Return the vector of the eight criteria."""
        met = self._met()
        forbidden = [set(pair) for pair in self._stage.stage.get("options", {}).get("forbidden", [])]
        level = {
            points: [name for name in self.field if name != bye and self._points[name] == points]
            for points in self._points.values()
        }
        vector = [
            sum({one, other} in forbidden for one, other in pairs),
            sum(met.count({one, other}) for one, other in pairs),
            *self._of_bye(bye),
            sum((self._points[one] - self._points[other]) ** 2 for one, other in pairs),
            sum(self._repeated_floats(one, other) for one, other in pairs),
        ]
        off = 0
        for one, other in pairs:
            group = level[self._points[one]]
            if other in group:
                off += (abs(group.index(one) - group.index(other)) - len(group) // 2) ** 2
        return tuple(map(Fraction, (*vector, off)))

    def least(self) -> Cost:
        """Return the least cost of all pairings and byes."""
        if len(self.field) % 2 == 0:
            return min(self.cost(pairs, None) for pairs in all_pairings(self.field))
        return min(
            self.cost(pairs, bye)
            for bye in self.field
            for pairs in all_pairings([name for name in self.field if name != bye])
        )

    def home(self, one: str, other: str) -> str:
        """Return the side of a pair that is at home."""
        homes = [sum(match["home"] == name for match in self._past) for name in (one, other)]
        if homes[0] != homes[1]:
            return one if homes[0] < homes[1] else other
        away = [self._was_away(name) for name in (one, other)]
        if away[0] != away[1]:
            return one if away[0] else other
        return min(one, other, key=self.field.index)

    def _was_away(self, name: str) -> bool:
        played = [match for match in self._past if name in (match["home"], match["away"])]
        return bool(played) and max(played, key=lambda match: match["round"])["away"] == name

    def _met(self) -> list[set[str]]:
        return [
            {match["home"], match["away"]}
            for match in self._past
            if self._stage.counted(match) and self._stage.outcome(match) in ("played", "awarded")
        ]

    def _of_bye(self, bye: str | None) -> tuple[int, Fraction, int]:
        if bye is None:
            return 0, Fraction(0), 0
        had = sum(self._stage.outcome(match) == "bye" and match["home"] == bye for match in self._stage.matches)
        return had, self._points[bye], len(self.field) - 1 - self.field.index(bye)

    def _repeated_floats(self, one: str, other: str) -> int:
        if self._points[one] == self._points[other]:
            return 0
        higher, lower = sorted((one, other), key=lambda name: -self._points[name])
        return self._floated(higher, down=True) + self._floated(lower, down=False)

    def _floated(self, name: str, *, down: bool) -> bool:
        """Tell whether an entrant met one on fewer points, or on more, in the round before."""
        for match in self._past:
            if match["round"] == self.number - 1 and name in (match["home"], match["away"]):
                gap = self._before[name] - self._before[self._stage.opponent(match, name)]
                if gap > 0 if down else gap < 0:
                    return True
        return False


def all_pairings(names: list[str]) -> Iterator[Pairs]:
    """Yield every way to pair an even number of entrants."""
    if not names:
        yield []
        return
    first, *others = names
    for other in others:
        for pairs in all_pairings([name for name in others if name != other]):
            yield [(first, other), *pairs]

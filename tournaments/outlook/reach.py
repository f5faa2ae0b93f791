"""The exact question: can so many entrants each collect the points they need from the matches still open?

A match gives `win` to one side and nothing to the other, or `draw` to both. Which entrants are to reach their points is
chosen by branch and bound; entrants that cannot reach them, or can without the others, are settled beforehand and
their matches drop out. For one choice the question is a flow (each match hands its points to its sides) where a draw
shares a win equally, is worth nothing or does not exist, as under 2-1-0. Else, as under 3-1-0, the flow is a bound, and
the results of the matches are searched, with the positions seen kept.

The search is exact up to a number of positions, never a time, so that an answer does not depend on the machine.

Source: both parts are NP-hard in general: D. Gusfield, C. Martel, *The structure and complexity of sports elimination
numbers*, Algorithmica 32 (2002); T. Bernholt, A. Gülich, T. Hofmeister, N. Schmitt, *Football elimination is hard to
decide under the 3-point-rule*, MFCS 1999.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import gcd
from typing import Final

from msgspec import Struct

MAX_DEPTH: Final = 120
"""How many results may be tried one on top of another: each takes four calls of Python's stack, which holds 1,000."""


class WorkLimitError(Exception):
    """The search has looked at as many positions as it may, or a position is too large for it."""


class Work:
    """A count of the positions looked at.

    Args:
        limit: The most positions.
        within: A count for several questions together, which has a limit of its own.
    """

    def __init__(self, limit: int, within: "Work | None" = None) -> None:
        self.limit = limit
        self.positions = 0
        self.within = within

    def step(self) -> None:
        """Count a position.

        Raises:
            WorkLimitError: There were `limit` positions already.
        """
        if self.positions >= self.limit:
            raise WorkLimitError
        self.positions += 1
        if self.within is not None:
            self.within.step()


class Points(Struct, frozen=True):
    """The points of a match: `win` and 0, or `draw` for both; 0 <= `draw` <= `win`. None: there are no draws."""

    win: int
    draw: int | None

    @property
    def worth_of_draw(self) -> int:
        """The points of a draw, 0 where there are none: losing is then as good."""
        return self.draw or 0

    @property
    def unit(self) -> int:
        """The largest number of points that divides those of every result."""
        return gcd(self.win, self.worth_of_draw)

    @property
    def is_flow(self) -> bool:
        """Whether every way of sharing out a match in whole units is a result of it."""
        return self.worth_of_draw in (0, self.win) or self.worth_of_draw * 2 == self.win

    @property
    def of_both(self) -> int:
        """The most points that the two sides can have together."""
        return max(self.win, 2 * self.worth_of_draw)


Graph = dict[int, dict[int, int]]
"""How many open matches each entrant has against each other one; symmetric."""


def can_reach(
    needs: Mapping[int, int], pairs: Iterable[tuple[int, int]], size: int, points: Points, work: Work
) -> bool:
    """Tell whether at least `size` of the entrants can all collect what they need.

    Args:
        needs: By entrant, the points it needs; not positive where it has them already.
        pairs: The sides of the open matches, one pair a match. A side that is not in `needs` loses.
        size: How many entrants are to reach their points.
        points: The points of a match.
        work: The limit, and the count so far.

    Raises:
        WorkLimitError: The limit was met before the answer was found.

    >>> can_reach({0: 2, 1: 2}, [(0, 1)], 2, Points(2, 1), Work(100))
    False
    >>> can_reach({0: 2, 1: 2}, [(0, 1), (1, 2)], 2, Points(2, 1), Work(100))
    True
    """
    graph: Graph = {entrant: {} for entrant in needs}
    needs = dict(needs)
    for home, away in pairs:
        if home in needs and away in needs:
            graph[home][away] = graph[home].get(away, 0) + 1
            graph[away][home] = graph[away].get(home, 0) + 1
        elif home in needs:
            needs[home] -= points.win
        elif away in needs:
            needs[away] -= points.win
    size -= _settle(needs, graph, points)
    if size <= 0:
        return True
    return _Search(needs, graph, points, work).choose(size)


def _settle(needs: dict[int, int], graph: Graph, points: Points) -> int:
    """Take out the entrants that reach their points without the rest, and those that cannot; return how many reach."""
    reached = 0
    waiting = list(needs)
    while waiting:
        entrant = waiting.pop()
        if entrant not in needs or 0 < needs[entrant] <= points.win * sum(graph[entrant].values()):
            continue
        reached += needs.pop(entrant) <= 0
        for other, matches in graph.pop(entrant).items():
            del graph[other][entrant]
            needs[other] -= points.win * matches
            waiting.append(other)
    return reached


class _Search:
    """The search among the entrants that need the matches between them."""

    def __init__(self, needs: Mapping[int, int], graph: Graph, points: Points, work: Work) -> None:
        self.needs = needs
        self.graph = graph
        self.points = points
        self.work = work
        self.sets: dict[frozenset[int], bool] = {}
        self.seen: dict[tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int, int]]], bool] = {}

    def choose(self, size: int) -> bool:
        """Tell whether some `size` of the entrants can all reach their points."""
        by_ease = sorted(
            self.needs, key=lambda one: (self.needs[one] - self.points.win * _degree(self.graph, one), one)
        )
        return self._extend(frozenset(), by_ease, size)

    def _extend(self, chosen: frozenset[int], rest: Sequence[int], size: int) -> bool:
        if size == 0:
            return True
        if len(rest) < size:
            return False
        rest = [entrant for entrant in rest if self._all_reach(chosen | {entrant})]
        return any(
            self._extend(chosen | {rest[place]}, rest[place + 1 :], size - 1) for place in range(len(rest) - size + 1)
        )

    def _all_reach(self, chosen: frozenset[int]) -> bool:
        """Tell whether all the chosen ones can reach their points; the others lose to them."""
        if chosen not in self.sets:
            self.work.step()
            graph = {one: {other: n for other, n in self.graph[one].items() if other in chosen} for one in chosen}
            needs = {
                one: self.needs[one] - self.points.win * (_degree(self.graph, one) - _degree(graph, one))
                for one in chosen
            }
            self.sets[chosen] = self._solve(needs, graph)
        return self.sets[chosen]

    def _solve(self, needs: dict[int, int], graph: Graph, depth: int = 0) -> bool:
        """Tell whether all entrants can reach their points. Uses up its arguments."""
        if not _reduce(needs, graph, self.points):
            return False
        return all(
            self._solve_part({one: needs[one] for one in part}, {one: graph[one] for one in part}, depth)
            for part in _parts(graph)
        )

    def _solve_part(self, needs: dict[int, int], graph: Graph, depth: int) -> bool:
        position = (
            frozenset(needs.items()),
            frozenset((one, other, n) for one, others in graph.items() for other, n in others.items() if one < other),
        )
        if position not in self.seen:
            self.work.step()
            flows = _flows(needs, graph, self.points)
            self.seen[position] = flows and (self.points.is_flow or self._branch(needs, graph, depth))
        return self.seen[position]

    def _branch(self, needs: dict[int, int], graph: Graph, depth: int) -> bool:
        """Try the results of one match, of the entrant that can give away least, against the like opponent."""
        if depth >= MAX_DEPTH:
            raise WorkLimitError

        def spare(entrant: int) -> tuple[int, int]:
            return self.points.win * _degree(graph, entrant) - needs[entrant], entrant

        one = min(needs, key=spare)
        other = min(graph[one], key=spare)
        win, draw = self.points.win, self.points.worth_of_draw
        results = [(draw, draw), (win, 0), (0, win)] if 2 * draw > win else [(win, 0), (draw, draw), (0, win)]
        for own, others in results:
            after = {entrant: dict(row) for entrant, row in graph.items()}
            for side, opponent in ((one, other), (other, one)):
                after[side][opponent] -= 1
                if not after[side][opponent]:
                    del after[side][opponent]
            if self._solve({**needs, one: needs[one] - own, other: needs[other] - others}, after, depth + 1):
                return True
        return False


def _degree(graph: Graph, entrant: int) -> int:
    return sum(graph[entrant].values())


def _reduce(needs: dict[int, int], graph: Graph, points: Points) -> bool:
    """Take out the entrants whose results are clear; return False if one of them cannot reach its points.

    An entrant that has its points loses its matches, one that can spare less than a draw costs has to win them. The
    needs of the others are rounded up to points that can be had.
    """
    waiting = list(needs)
    while waiting:
        entrant = waiting.pop()
        if entrant not in needs:
            continue
        matches = _degree(graph, entrant)
        need = _attainable(needs[entrant], matches, points)
        if need is None:
            return False
        needs[entrant] = need
        given = points.win if need <= 0 else 0
        if given or not matches or need > points.win * (matches - 1) + points.worth_of_draw:
            del needs[entrant]
            for other, number in graph.pop(entrant).items():
                del graph[other][entrant]
                needs[other] -= given * number
                waiting.append(other)
    return True


def _attainable(need: int, matches: int, points: Points) -> int | None:
    """Return the fewest points, `need` or more, that so many matches can give; None if they cannot give as many."""
    if need <= 0:
        return 0
    sums = []
    for wins in range(matches + 1):
        draws = max(0, -((wins * points.win - need) // points.draw)) if points.draw else 0
        total = wins * points.win + draws * points.worth_of_draw
        if total >= need and wins + draws <= matches:
            sums.append(total)
    return min(sums, default=None)


def _parts(graph: Graph) -> list[list[int]]:
    """Return the connected parts, the smallest first."""
    parts: list[list[int]] = []
    seen: set[int] = set()
    for start in graph:
        if start in seen:
            continue
        seen.add(start)
        part = [start]
        for entrant in part:
            part += [other for other in graph[entrant] if other not in seen]
            seen.update(graph[entrant])
        parts.append(part)
    return sorted(parts, key=len)


def _flows(needs: Mapping[int, int], graph: Graph, points: Points) -> bool:
    """Tell whether the points of all matches, shared out at will in whole units, can give all what they need.

    Each side of a match may have up to `win`, both together up to `of_both`.
    """
    unit = points.unit
    flow = _Flow(
        graph,
        short={entrant: -(-need // unit) for entrant, need in needs.items()},
        of_side=points.win // unit,
        of_both=points.of_both // unit,
    )
    return flow.is_enough()


class _Flow:
    """Shares out the points of matches, in whole units, by shortest augmenting paths.

    Args:
        short: By entrant, the units it still needs; negative where it has more than it needs.
        of_side: The most units a side of one match can have.
        of_both: The most units both can have together.
    """

    def __init__(self, graph: Graph, short: dict[int, int], of_side: int, of_both: int) -> None:
        self.graph = graph
        self.short = short
        self.of_side = of_side
        self.of_both = of_both
        self.own = {(one, other): 0 for one in graph for other in graph[one]}

    def is_enough(self) -> bool:
        """Tell whether every entrant can have what it needs."""
        if sum(self.short.values()) > self.of_both * sum(_degree(self.graph, one) for one in self.graph) // 2:
            return False
        for entrant in self.short:
            while self.short[entrant] > 0:
                path = self._path(entrant)
                if path is None:
                    return False
                self._share(entrant, path)
        return True

    def _wants(self, one: int, other: int) -> int:
        """Return the units that a side can still get from its matches with another."""
        return self.of_side * self.graph[one][other] - self.own[one, other]

    def _unshared(self, one: int, other: int) -> int:
        return self.of_both * self.graph[one][other] - self.own[one, other] - self.own[other, one]

    def _path(self, start: int) -> list[int] | None:
        """Return a shortest chain of entrants, each of which takes units from the next; None if there is none.

        The last takes units that nobody has yet if there are any left in its matches with the one before it; else it
        gives of its own surplus.
        """
        before: dict[int, int] = {start: start}
        queue = deque([start])
        while queue:
            one = queue.popleft()
            for other in self.graph[one]:
                if not self._wants(one, other):
                    continue
                takes = self.own[other, one] > 0 and other not in before
                if self._unshared(one, other) or (takes and self.short[other] < 0):
                    path = [other, one]
                    while one != start:
                        one = before[one]
                        path.append(one)
                    return path[::-1]
                if takes:
                    before[other] = one
                    queue.append(other)
        return None

    def _share(self, start: int, path: Sequence[int]) -> None:
        """Move as many units along a chain as it allows."""
        steps = list(pairwise(path))
        last, end = steps[-1]
        unshared = self._unshared(last, end)
        amount = min(self.short[start], *(self._wants(one, other) for one, other in steps))
        taken = steps[:-1] if unshared else steps
        amount = min([amount, unshared or -self.short[end], *(self.own[other, one] for one, other in taken)])
        for one, other in steps:
            self.own[one, other] += amount
        for one, other in taken:
            self.own[other, one] -= amount
        self.short[start] -= amount
        if not unshared:
            self.short[end] += amount

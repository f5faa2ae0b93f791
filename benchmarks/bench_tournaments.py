"""How long pairing, ranking, checking and drawing take in the largest tournaments, each beside a simpler way.

    python -m benchmarks.bench_tournaments [--rounds N] [--entrants N] [--before 2,5,9,15,20] [--networkx 100,200]
                                           [--awards SHARE] [--drawn N]

A Swiss of an odd number of entrants is made up: one rests each round, the stronger side usually wins, and some matches
are drawn, forfeited by one side or both, void or awarded. Then, by turns and as medians of some rounds:

- The next round, as `manage.py tournaments pair` answers it: the line is read, the standings are made, the pairing is
  found and proved. Beside it rustworkx matches the complete graph of the same costs; beside smaller fields, networkx.
  Their clocks stand still while the costs are computed. The sums of the costs have to be equal.
- The complete graph of one of these rounds with its edges in the order of the entrants, beside a random order: the
  library is as exact, but not as quick.
- Standings from nothing, beside adding up match points and sorting by them.
- The check of the first eight rounds, beside pairing these rounds; it has to find no fault.
- A double elimination and a round robin, beside reading the drawn JSON with the standard library.

Times are seconds of this process's processor; a ratio is the other way's time over ours.
"""

import argparse
import gc
import importlib.util
import json
import random
import statistics
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch

import rustworkx

from tournaments.formats import swiss
from tournaments.lines import answer
from tournaments.pairing import exact
from tournaments.pairing.field import PARTS, Field
from tournaments.pairing.matching import Cost, total
from tournaments.stages.reading import read_tournament
from tournaments.stages.stage import Stage
from tournaments.tiebreaks.ranking import standings

GOAL_PAIRING = 5.0
"""Seconds for the next round of the largest field."""
GOAL_STANDINGS = 1.0
"""Seconds for its standings after the last round."""
CHECKED_ROUNDS = 8
ROUNDS_OF_SMALL_FIELDS = 9
FEW = ("points", "head_to_head", "difference", "buchholz")
MANY = (*FEW, "wins", "median_buchholz", "sonneborn_berger", "progressive")

T = TypeVar("T")
Line = dict[str, Any]
Weighted = list[tuple[int, int, int]]
"""Two nodes, and the cost of their pair as one integer."""


class Timed(NamedTuple):
    """Two ways measured by turns: medians of their seconds and of the ratio in a turn, and what each returned last."""

    ours: float
    other: float
    ratio: float
    results: tuple[Any, Any]


def seconds(work: Callable[[], T]) -> tuple[float, T]:
    """Return the seconds of this process's processor that a work takes, and what it returns.

    Garbage of the work before is collected first, so that a short work does not pay for it in some of the turns.
    """
    gc.collect()
    begun = time.process_time()
    result = work()
    return time.process_time() - begun, result


def by_turns(rounds: int, ours: Callable[[], Any], other: Callable[[], Any]) -> Timed:
    """Measure two works by turns."""
    turns = [(seconds(ours), seconds(other)) for _ in range(rounds)]
    return Timed(
        statistics.median(mine for (mine, _), _ in turns),
        statistics.median(theirs for _, (theirs, _) in turns),
        statistics.median(theirs / mine for (mine, _), (theirs, _) in turns),
        (turns[-1][0][1], turns[-1][1][1]),
    )


def row(name: str, timed: Timed, other: str, goal: float = 0.0) -> str:
    """Return a line of a table; what misses its goal is marked."""
    late = f"   goal {goal:g} s{' MISSED' if timed.ours > goal else ''}" if goal else ""
    return f"{name:<42} {timed.ours:>8.3f} s   {other} {timed.other:>8.3f} s ({timed.ratio:>7.2f} times){late}"


# A tournament to measure with.


def new_line(kind: str, entrants: int, **stage: Any) -> Line:
    """Return a tournament with one stage without matches."""
    return {
        "format": "lelam-tournament/1",
        "id": "made-up",
        "entrants": [{"id": f"E{seed}", "seed": seed} for seed in range(1, entrants + 1)],
        "stages": [{"id": "one", "type": kind, "options": {}, "matches": [], **stage}],
    }


def result(chance: random.Random, match: Line, strengths: dict[str, float], awards: float) -> Line:
    """Return a match with its result."""
    home, away = match["home"], match["away"]
    if chance.random() < awards:
        tenths = chance.randint(0, 20)
        points = {"home": f"{tenths}/10", "away": f"{20 - tenths}/10"}
        return {**match, "outcome": "awarded", "match_points": points}
    case = chance.random()
    if case < 0.02:
        return {**match, "outcome": "forfeit", "winner": chance.choice((home, away))}
    if case < 0.024:
        return {**match, "outcome": chance.choice(("double_forfeit", "void"))}
    lead = round(chance.gauss(strengths[home] - strengths[away], 1) * 4)
    return {**match, "home_points": 14 + lead, "away_points": 14 - lead}


def played(entrants: int, rounds: int, awards: float, seed: int = 28) -> tuple[Line, list[float]]:
    """Return a Swiss after so many rounds, and the seconds that pairing each of them took."""
    chance = random.Random(seed)
    line = new_line("swiss", entrants, tie_breaks=[*FEW, "seed"])
    strengths = {entrant["id"]: chance.gauss(0, 1) for entrant in line["entrants"]}
    took = []
    for number in range(1, rounds + 1):
        written = json.dumps(line)
        spent, paired = seconds(partial(answer, "pair", written))
        took.append(spent)
        matches = line["stages"][0]["matches"]
        for home, away in paired["pairs"]:
            matches.append(result(chance, {"round": number, "home": home, "away": away}, strengths, awards))
        if paired["bye"] is not None:
            matches.append({"round": number, "home": paired["bye"], "outcome": "bye"})
    return line, took


def before(line: Line, number: int) -> str:
    """Return a tournament as it is written before a round."""
    (stage,) = line["stages"]
    matches = [match for match in stage["matches"] if match["round"] < number]
    return json.dumps({**line, "stages": [{**stage, "matches": matches}]})


# Pairing.


class Paired(NamedTuple):
    """An answer to `pair`, with what went on in it.

    Attributes:
        field: The entrants that were paired, without the bye.
        pairing: Their pairing, by nodes.
        matching: The seconds that the pairing alone took.
        whole: The field was matched whole.
    """

    field: Field
    pairing: exact.Pairing
    matching: float
    whole: bool


def paired(written: str) -> Paired:
    """Return the answer to the next round of a tournament."""
    calls: list[tuple[Field, exact.Pairing, float]] = []

    def watched(field: Field) -> exact.Pairing:
        begun = time.process_time()
        pairing = exact.best_pairing(field)
        calls.append((field, pairing, time.process_time() - begun))
        return pairing

    with (
        patch.object(swiss, "best_pairing", watched),
        patch.object(exact, "whole_pairing", wraps=exact.whole_pairing) as whole,
    ):
        answered = answer("pair", written)
    assert "problem" not in answered, answered
    field, pairing, _ = calls[-1]
    return Paired(field, pairing, sum(took for _, _, took in calls), whole.called)


def weighted(field: Field) -> Weighted:
    """Return the complete graph of a field, each cost as one integer that compares like the vector of its parts."""
    edges = list(field.edges())
    bases = [max(cost[part] for _, _, cost in edges) * (field.size // 2) + 1 for part in range(PARTS)]
    graph = []
    for one, other, cost in edges:
        weight = 0
        for part, base in zip(cost, bases, strict=True):
            weight = weight * base + part
        graph.append((one, other, weight))
    return graph


def by_rustworkx(size: int, edges: Weighted) -> list[tuple[int, int]]:
    """Return the best pairs of a complete graph."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from(edges)
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda weight: -weight)
    return [(min(pair), max(pair)) for pair in pairs]


def by_networkx(edges: Weighted) -> list[tuple[int, int]]:
    """Return the best pairs of a complete graph."""
    import networkx as nx

    graph = nx.Graph()
    graph.add_weighted_edges_from((one, other, -weight) for one, other, weight in edges)
    return [(min(pair), max(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True)]


def cost_of(field: Field, pairs: Sequence[tuple[int, int]]) -> Cost:
    """Return the sums of the parts of what pairs cost, after seeing that they pair everybody."""
    assert sorted(node for pair in pairs for node in pair) == list(range(field.size)), "not everybody is paired once"
    return total((field.cost(*pair) for pair in pairs), PARTS)


def measure_pairing(name: str, written: str, rounds: int, goal: float = 0.0, *, by_python: bool = False) -> str:
    """Return a line of the table for the next round of a tournament.

    Args:
        by_python: Compare with networkx instead of rustworkx.
    """
    field = paired(written).field
    edges = weighted(field)
    dense = (lambda: by_networkx(edges)) if by_python else (lambda: by_rustworkx(field.size, edges))
    timed = by_turns(rounds, lambda: paired(written), dense)
    ours, pairs = timed.results
    assert ours.pairing.cost == cost_of(field, ours.pairing.pairs) == cost_of(field, pairs), "the costs differ"
    way = "whole" if ours.whole else f"ends {ours.pairing.ends}"
    line = row(name, timed, "networkx" if by_python else "dense", goal)
    return f"{line}   pairing alone {ours.matching:.3f} s, {len(field.groups)} score groups, {way}"


def measure_order(name: str, written: str, rounds: int) -> str:
    """Return a line of the table for the complete graph of a round, its edges in order and in a random order."""
    field = paired(written).field
    edges = weighted(field)
    mixed = random.Random(28).sample(edges, len(edges))
    timed = by_turns(rounds, lambda: by_rustworkx(field.size, edges), lambda: by_rustworkx(field.size, mixed))
    costs = [cost_of(field, pairs) for pairs in timed.results]
    assert costs[0] == costs[1], "the costs differ"
    return row(name, timed, "edges in a random order")


# Standings and draws.


def points_only(stage: Stage) -> list[tuple[str, Fraction | int]]:
    """Return the entrants by match points, added up in the plainest way."""
    points: dict[str, Fraction | int] = dict.fromkeys((entrant.id for entrant in stage.entrants), 0)
    for match in stage.matches:
        if match.away is None:
            points[match.home] += 2
        elif match.home_points is not None and match.away_points is not None:
            if match.home_points == match.away_points:
                points[match.home] += 1
                points[match.away] += 1
            else:
                points[match.home if match.home_points > match.away_points else match.away] += 2
        elif match.outcome == "forfeit":
            points[str(match.winner)] += 2
        elif match.match_points is not None:
            points[match.home] += match.match_points[0]
            points[match.away] += match.match_points[1]
    return sorted(points.items(), key=lambda item: -item[1])


def measure_standings(line: Line, criteria: Sequence[str], rounds: int) -> str:
    """Return a line of the table for the standings after the last round."""
    (stage,) = line["stages"]
    (value,) = read_tournament(json.dumps({**line, "stages": [{**stage, "tie_breaks": criteria}]})).stages
    timed = by_turns(rounds, lambda: standings(value), lambda: points_only(value))
    rows, plain = timed.results
    assert [row.values["points"] for row in rows] == [points for _, points in plain], "the points differ"
    return row(f"standings, {len(criteria)} criteria", timed, "points added and sorted", GOAL_STANDINGS)


def measure_check(line: Line, took: Sequence[float], rounds: int) -> str:
    """Return a line of the table for the check of the first rounds."""
    written = before(line, len(took) + 1)
    each = [seconds(lambda: answer("check", written)) for _ in range(rounds)]
    assert all(found["problems"] == [] for _, found in each), each[0][1]
    ours, pairing = statistics.median(spent for spent, _ in each), sum(took)
    return row(f"check of {len(took)} rounds", Timed(ours, pairing, pairing / ours, (None, None)), "pairing them")


def measure_draw(kind: str, entrants: int, rounds: int) -> str:
    """Return a line of the table for the draw of a stage."""
    written = json.dumps(new_line(kind, entrants))
    drawn = json.dumps(answer("draw", written))
    timed = by_turns(rounds, lambda: answer("draw", written), lambda: json.loads(drawn))
    assert "problem" not in timed.results[0], timed.results[0]
    return row(f"{kind} of {entrants} drawn", timed, "its JSON read")


def numbers(text: str) -> list[int]:
    """Return the numbers of a list with commas."""
    return [int(number) for number in text.split(",")]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="the median of so many turns")
    parser.add_argument("--entrants", type=int, default=1001, help="of the Swiss; an odd number, so that one rests")
    parser.add_argument("--before", type=numbers, default="2,5,9,15,20", help="rounds of the Swiss that are paired")
    parser.add_argument("--networkx", type=numbers, default="100,200", help="sizes of fields beside networkx")
    parser.add_argument("--awards", type=float, default=0.0, help="share of matches that are awarded, in tenths")
    parser.add_argument("--drawn", type=int, default=1024, help="entrants of the double elimination")
    arguments = parser.parse_args()
    rounds = arguments.rounds
    line, took = played(arguments.entrants, max(*arguments.before, CHECKED_ROUNDS), arguments.awards)
    for number in arguments.before:
        name = f"round {number} of {arguments.entrants} paired"
        print(measure_pairing(name, before(line, number), rounds, GOAL_PAIRING), flush=True)
    number = arguments.before[len(arguments.before) // 2]
    print(measure_order(f"dense, round {number}, edges in order", before(line, number), rounds), flush=True)
    for size in arguments.networkx:
        small, _ = played(size, ROUNDS_OF_SMALL_FIELDS - 1, arguments.awards)
        name = f"round {ROUNDS_OF_SMALL_FIELDS} of {size} paired"
        written = json.dumps(small)
        print(measure_pairing(name, written, rounds), flush=True)
        if importlib.util.find_spec("networkx") is None:
            print(f"{name:<42} networkx is not installed")
        else:
            print(measure_pairing(name, written, rounds, by_python=True), flush=True)
    for criteria in (FEW, MANY):
        print(measure_standings(line, criteria, rounds), flush=True)
    print(measure_check(line, took[:CHECKED_ROUNDS], rounds), flush=True)
    for kind, entrants in (("double_elimination", arguments.drawn), ("round_robin", 200)):
        print(measure_draw(kind, entrants, rounds), flush=True)


if __name__ == "__main__":
    main()

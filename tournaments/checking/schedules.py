"""The check of schedules: round robin and cross-group."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import Any

from tournaments.checking.findings import (
    HOMES_UNBALANCED,
    LEFT_OUT,
    MISSING_PAIR,
    PAIR_TOO_OFTEN,
    WRONG_HALF,
    Finding,
    UncheckableError,
)
from tournaments.checking.rounds import by_round, is_sound, judge_field, judge_twice, sides
from tournaments.stages.stage import BYE, PLAYED, Match, Stage

MOST_IN_SUCCESSION = 2
"""Homes, or aways, in successive matches of one leg."""
MAX_NAMED = 1_000
"""The missing pairs that are named, of however many."""


def judge_round_robin(stage: Stage) -> list[Finding]:
    """Return what is wrong with the schedule of a round robin.

    Pairs with an entrant that came late or left are not missed; of very many that are, the first are named. Homes and
    aways are judged only of a schedule in which no pair is missed or meets too often, and of the entrants that meet
    every other as often as the legs say: matches against an entrant that left, taken out, leave others with homes that
    no draw has balanced. Of a schedule that is broken off, those are judged that no further round can mend.
    """
    legs = _whole_number(stage, "legs", 1)
    matches = [match for match in stage.matches if match.outcome != BYE and match.home != match.away]
    found = [finding for played in by_round(stage.matches).values() for finding in judge_twice(played)]
    # A match after an entrant has left may stand there as forfeited or void.
    found += judge_field(stage, (match for match in matches if match.outcome == PLAYED))
    met = _meetings(matches)
    found += [Finding(PAIR_TOO_OFTEN, sorted(pair)) for pair, times in met.items() if times > legs]
    if matches:
        missing = (Finding(MISSING_PAIR, pair) for pair in _pairs_of(stage) if met[frozenset(pair)] < legs)
        found += islice(missing, MAX_NAMED)
    if not is_sound(stage, matches):
        return found
    if not found:
        incomplete = {name for pair in combinations(_names(stage), 2) if met[frozenset(pair)] < legs for name in pair}
        found += [finding for finding in _judge_homes(matches, legs) if incomplete.isdisjoint(finding.entrants)]
        if not incomplete:
            found += _judge_resting(stage)
    elif all(finding.code == MISSING_PAIR for finding in found) and _is_whole_so_far(stage):
        found += _judge_homes(matches, legs, len(stage.entrants) - 1)
    return found


def _absent(stage: Stage) -> Iterator[tuple[int, list[str]]]:
    """Yield the rounds up to the last one that is written, with the entrants in the field that are in no match."""
    rounds = by_round(stage.matches)
    for number in range(1, max(rounds, default=0) + 1):
        standing = {name for match in rounds.get(number, ()) for name in sides(match)}
        yield number, sorted(_present(stage, number) - standing)


def _judge_resting(stage: Stage) -> list[Finding]:
    """With an odd number of entrants one rests a round, with an even number nobody."""
    odd = len(stage.entrants) % 2
    return [
        Finding(LEFT_OUT, [name], number) for number, absent in _absent(stage) if len(absent) > odd for name in absent
    ]


def _is_whole_so_far(stage: Stage) -> bool:
    """Tell whether every round up to the last one that is written is whole, and nobody came late or left."""
    always = all(entrant.from_round == 1 and entrant.until_round is None for entrant in stage.entrants)
    return always and not _judge_resting(stage)


def judge_cross_group(stage: Stage) -> list[Finding]:
    """Return what is wrong with the schedule of a cross-group: each plays one of the other half every round.

    An entrant may have a bye where its opponent has left.
    """
    half = _halves(stage)
    known = set(_names(stage))
    found: list[Finding] = []
    matches = [match for match in stage.matches if match.outcome != BYE and match.home != match.away]
    resting = {(match.round, match.home) for match in stage.matches if match.outcome == BYE}
    rounds = by_round(matches)
    for number in range(1, max(rounds, default=0) + 1):
        played = rounds.get(number, [])
        twice = judge_twice(played)
        strangers = sum(name not in half for match in played for name in sides(match))
        standing = {name for match in played for name in sides(match)}
        missing = _present(stage, number) - standing
        excused = {name for name in missing if (number, name) in resting}
        if len({half.get(name) for name in missing}) < 2:
            # Nobody of the other half is free.
            missing -= excused
        found += twice
        found += judge_field(stage, (match for match in played if match.outcome == PLAYED))
        found += [
            Finding(WRONG_HALF, sides(match), number)
            for match in played
            if known.issuperset(sides(match)) and {half.get(name) for name in sides(match)} != {0, 1}
        ]
        # Those whose places are taken by the faults that are named already are not named again.
        if len(missing) > len(twice) + strangers:
            found += [Finding(LEFT_OUT, [name], number) for name in sorted(missing)]
    return found + [Finding(PAIR_TOO_OFTEN, sorted(pair)) for pair, times in _meetings(matches).items() if times > 1]


def _whole_number(stage: Stage, name: str, default: int) -> int:
    value = stage.options.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise UncheckableError(f"the option {name} is a whole number from 1")
    return value


def _halves(stage: Stage) -> dict[str, int]:
    """Return the half of each entrant, 0 or 1."""
    halves: Any = stage.options.get("halves")
    if (
        not isinstance(halves, list)
        or len(halves) != 2
        or not all(isinstance(half, list) and all(isinstance(name, str) for name in half) for half in halves)
    ):
        raise UncheckableError("the option halves is two lists of ids")
    return {name: number for number, half in enumerate(halves) for name in half}


def _meetings(matches: Iterable[Match]) -> Counter[frozenset[str]]:
    return Counter(frozenset(sides(match)) for match in matches)


def _present(stage: Stage, number: int) -> set[str]:
    return {entrant.id for entrant in stage.entrants if entrant.is_in(number)}


def _names(stage: Stage) -> list[str]:
    return [entrant.id for entrant in stage.entrants]


def _pairs_of(stage: Stage) -> Iterable[tuple[str, str]]:
    """Return the pairs of entrants that are there from beginning to end."""
    return combinations(
        [entrant.id for entrant in stage.entrants if entrant.from_round == 1 and entrant.until_round is None], 2
    )


def _judge_homes(matches: Sequence[Match], legs: int, planned: int = 0) -> list[Finding]:
    """Return the entrants whose homes and aways are not balanced in a leg.

    The first meeting of a pair is its match in the first leg, and so on.

    Args:
        planned: The matches of each entrant in a leg, if not all of them are written: the others can still balance
            homes and aways.
    """
    meetings: Counter[frozenset[str]] = Counter()
    at_home: defaultdict[tuple[str, int], list[bool]] = defaultdict(list)
    for match in sorted(matches, key=lambda match: match.round):
        pair = frozenset(sides(match))
        leg = meetings[pair]
        meetings[pair] += 1
        for name in sides(match):
            at_home[name, leg].append(name == match.home)
    unbalanced = {
        name
        for (name, _leg), homes in at_home.items()
        if abs(2 * sum(homes) - len(homes)) > 1 + max(0, planned - len(homes)) or _in_succession(homes)
    }
    assert all(leg < legs for _name, leg in at_home)
    return [Finding(HOMES_UNBALANCED, [name]) for name in sorted(unbalanced)]


def _in_succession(homes: Sequence[bool]) -> bool:
    runs = zip(*(homes[start:] for start in range(MOST_IN_SUCCESSION + 1)), strict=False)
    return any(len(set(run)) == 1 for run in runs)

"""Faults that no round may have, whatever its format; and reading matches round by round."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from tournaments.checking.findings import (
    NOT_IN_THE_FIELD,
    PLAYS_ITSELF,
    TWICE_IN_A_ROUND,
    UNKNOWN_ENTRANT,
    WRONG_WINNER,
    Finding,
)
from tournaments.stages.stage import Match, Stage

Rounds = dict[int, list[Match]]


def by_round(matches: Iterable[Match]) -> Rounds:
    """Return matches by their round, in the order of the rounds."""
    rounds: defaultdict[int, list[Match]] = defaultdict(list)
    for match in matches:
        rounds[match.round].append(match)
    return dict(sorted(rounds.items()))


def sides(match: Match) -> tuple[str, ...]:
    """Return the sides that are written, home first."""
    return (match.home,) if match.away is None else (match.home, match.away)


def judge_sides(stage: Stage) -> list[Finding]:
    """Return the matches whose sides or winner cannot be: of any format."""
    known = {entrant.id for entrant in stage.entrants}
    found: list[Finding] = []
    for match in stage.matches:
        found += [
            Finding(UNKNOWN_ENTRANT, [name], match.round, match.number) for name in sides(match) if name not in known
        ]
        if match.home == match.away:
            found.append(Finding(PLAYS_ITSELF, [match.home], match.round, match.number))
        if isinstance(match.winner, str) and match.winner not in sides(match):
            found.append(Finding(WRONG_WINNER, [match.winner], match.round, match.number))
    return found


def is_sound(stage: Stage, matches: Iterable[Match]) -> bool:
    """Tell whether matches have sides that can be; `judge_sides` names the faults of those that have not."""
    known = {entrant.id for entrant in stage.entrants}
    return all(match.home != match.away and known.issuperset(sides(match)) for match in matches)


def judge_twice(matches: Sequence[Match]) -> list[Finding]:
    """Return the entrants that stand twice in a round."""
    times = Counter(name for match in matches for name in set(sides(match)))
    return [Finding(TWICE_IN_A_ROUND, [name], matches[0].round) for name, count in times.items() if count > 1]


def judge_field(stage: Stage, matches: Iterable[Match]) -> list[Finding]:
    """Return the entrants that stand in matches of rounds in which they are not in the field."""
    of = {entrant.id: entrant for entrant in stage.entrants}
    return [
        Finding(NOT_IN_THE_FIELD, [name], match.round)
        for match in matches
        for name in sides(match)
        if name in of and not of[name].is_in(match.round)
    ]

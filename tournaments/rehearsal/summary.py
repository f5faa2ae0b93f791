"""The runs of a rehearsal put together: the times of its rounds, and its finish."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import ceil
from statistics import median_low

from tournaments.rehearsal.assumptions import Assumptions
from tournaments.rehearsal.notes import RoundRun, Run
from tournaments.rehearsal.report import Finish, RoundTimes


def late(values: Sequence[float]) -> float:
    """Return the value that nine of ten do not exceed.

    >>> late([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    9
    """
    return sorted(values)[ceil(0.9 * len(values)) - 1]


def rounds_of(runs: Sequence[Run], assumptions: Assumptions) -> tuple[RoundTimes, ...]:
    """Return the rounds in which anything was played, by stage and number."""
    noted: defaultdict[tuple[int, int], list[RoundRun]] = defaultdict(list)
    for run in runs:
        for key, one in run.rounds.items():
            if one.matches:
                noted[key].append(one)
    planned = {(stage, number): at for stage, number, at in assumptions.rounds}
    return tuple(
        RoundTimes(
            stage,
            number,
            median_low([one.matches for one in rounds]),
            median_low([one.byes for one in rounds]),
            int(median_low([one.begins for one in rounds])),
            int(median_low([one.ends for one in rounds])),
            int(late([one.ends for one in rounds])),
            median_low([one.tables for one in rounds]),
            planned.get((stage, number), 0),
        )
        for (stage, number), rounds in sorted(noted.items())
    )


def finish_of(runs: Sequence[Run]) -> Finish | None:
    """Return the finish of the runs that came to their end; None where none did."""
    whole = [run for run in runs if run.rounds and run.stopped is None and not run.is_cut]
    if not whole:
        return None
    seeds = Counter(run.champion for run in whole if run.champion)
    settled = [run.settled for run in whole if run.settled is not None]
    overtaken = [run.overtaken for run in whole if run.overtaken is not None]
    return Finish(
        int(median_low([run.ends for run in whole])),
        int(late([run.ends for run in whole])),
        round(median_low([run.last for run in whole]) / 60),
        round(late([run.last for run in whole]) / 60),
        round(100 * sum(settled) / len(settled)) if settled else None,
        round(100 * sum(overtaken) / len(overtaken)) if overtaken else None,
        tuple(seeds.most_common(8)),
        median_low(seeds.elements()) if seeds else 0,
        max(seeds, default=0),
    )

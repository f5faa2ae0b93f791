"""The round robin: every entrant meets every other, once or twice."""

from typing import Any

from tournaments.formats.options import check_pairs, number_in
from tournaments.pairing.round_robin import round_robin
from tournaments.stages.stage import Stage

Pairs = tuple[tuple[str, str], ...]


def schedule(stage: Stage) -> tuple[Pairs, ...]:
    """Return the rounds, each of (home, away). With an odd number one entrant rests a round.

    The second leg has home and away exchanged.

    Raises:
        DrawError: `legs` is neither 1 nor 2, or there are too many entrants.
    """
    legs = number_in(stage, "legs", 1, 2, default=1)
    names = [entrant.id for entrant in stage.entrants]
    check_pairs(legs * len(names) * (len(names) - 1) // 2)
    first = tuple(tuple((names[home], names[away]) for home, away in pairs) for pairs in round_robin(len(names)))
    return first if legs == 1 else (*first, *(tuple((away, home) for home, away in pairs) for pairs in first))


def draw_round_robin(stage: Stage) -> dict[str, Any]:
    """Return the schedule as the public format has it."""
    return {"rounds": [[list(pair) for pair in pairs] for pairs in schedule(stage)]}

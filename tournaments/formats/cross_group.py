"""The cross-group: each entrant of one half plays another of the other half every round."""

from typing import Any

from tournaments.formats.options import check_pairs, halves_in, number_in
from tournaments.stages.stage import Stage

Pairs = tuple[tuple[str, str], ...]


def schedule(stage: Stage) -> tuple[Pairs, ...]:
    """Return the rounds, each of (home, away): the second half moves round by one place a round.

    In every other round the second half is at home, so homes and aways of an entrant differ by one at most.

    Raises:
        DrawError: The halves are not two lists of one size, or there are more rounds than opponents.
    """
    one, other = halves_in(stage)
    size = len(one)
    rounds = number_in(stage, "rounds", 1, size, default=size)
    check_pairs(size * rounds)
    return tuple(
        tuple(
            (one[place], other[(place + turn) % size]) if turn % 2 == 0 else (other[(place + turn) % size], one[place])
            for place in range(size)
        )
        for turn in range(rounds)
    )


def draw_cross_group(stage: Stage) -> dict[str, Any]:
    """Return the schedule as the public format has it."""
    return {"rounds": [[list(pair) for pair in pairs] for pairs in schedule(stage)]}

"""The levels of bots, and the action of a bot of a level within its time."""

from collections.abc import Sequence
from random import Random

import engine
from games import bots
from games.bots.strong import choose_strong

STEADY, STRONG = "steady", "strong"
LEVELS = (STEADY, STRONG)

SAMPLES = 32
"""A strong bot looks at no more samples for a move: more gain little, and cost the server as much again."""

PATIENCE = 0.5
"""A bot that is served so many seconds after its turn came does not think at all, and one after less so much less."""


def choose_at(
    level: str,
    view: engine.View,
    *,
    chance: Random,
    seconds: float,
    tricks: Sequence[engine.TrickTaken] = (),
) -> engine.Action:
    """Return the action of a bot of a level for the view of its seat.

    Args:
        level: One of `LEVELS`.
        view: The view of a seat whose turn it is, of any rule set.
        chance: The source of a strong bot's samples.
        seconds: The time it may think; with none it plays steadily.
        tricks: The complete tricks of this hand with their cards, which a strong bot remembers.

    Raises:
        ValueError: The seat has nothing to do.
    """
    if level != STRONG or seconds <= 0:
        return bots.choose(view)
    return choose_strong(view, chance=chance, seconds=seconds, samples=SAMPLES, tricks=tricks)


def thinking_time(limit: float, late: float) -> float:
    """Return the seconds that a strong bot may think now.

    A worker that has more to do than it can comes late to its tables. Then its bots think less, down to nothing, so
    that no table waits for another's thoughts; who is on time has the whole limit.

    Args:
        limit: Seconds for a move at a table that is served in time.
        late: The seconds since the bot's turn came.
    """
    return limit * max(0.0, 1.0 - max(0.0, late) / PATIENCE)

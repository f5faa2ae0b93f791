"""The assumptions of a rehearsal, which its director can change."""

from typing import Final

from msgspec import Struct

from engine.phrases import phrase
from tournaments.deeds.base import MAX_TIME, Refused
from tournaments.deeds.entering import MAX_ENTRANTS

MAX_TABLES: Final = 1_024
MAX_RUNS: Final = 200
MAX_HANDS: Final = 2_000
MAX_MINUTES: Final = 24 * 60
SECONDS: Final = (10, 1_800)
"""The least and the most that a hand may take."""


class Assumptions(Struct, frozen=True, kw_only=True):
    """What a rehearsal supposes beyond the plan.

    Attributes:
        entrants: So many are expected: those missing are made up. 0: those entered play.
        tables: The tables in the hall; 0: as many as are needed.
        seconds: What a hand takes on average, in seconds; 0: as usual (`tournaments.forecast.pace`).
        between: The minutes from the end of a round to the beginning of the next, in a bracket from one match of an
            entrant to its next.
        rest: The minutes that an entrant should have between two matches.
        begins_at: When the first round begins, in seconds since 1970 UTC; 0: when the settings say, else now.
        closes_at: Until when the hall is open; 0: there is no such time.
        sessions: From when until when is played; empty: from the beginning to the end.
        rounds: Rounds that begin at a time: stage, round, seconds since 1970 UTC.
        runs: How often the event is played.
        hands: So many hands are played by bots; after that hands are drawn from those.
        seed: The same seed gives the same runs.
    """

    entrants: int = 0
    tables: int = 0
    seconds: int = 0
    between: int = 10
    rest: int = 5
    begins_at: int = 0
    closes_at: int = 0
    sessions: tuple[tuple[int, int], ...] = ()
    rounds: tuple[tuple[int, int, int], ...] = ()
    runs: int = 40
    hands: int = 120
    seed: int = 1


def check_assumptions(assumptions: Assumptions) -> None:
    """Refuse assumptions by which nothing can be rehearsed.

    Raises:
        Refused: `assumption-impossible`, with the member and its limits.
    """
    limits = {
        "entrants": (0, MAX_ENTRANTS),
        "tables": (0, MAX_TABLES),
        "between": (0, MAX_MINUTES),
        "rest": (0, MAX_MINUTES),
        "begins_at": (0, MAX_TIME),
        "closes_at": (0, MAX_TIME),
        "runs": (1, MAX_RUNS),
        "hands": (1, MAX_HANDS),
        "seed": (0, MAX_TIME),
    }
    for field, (least, most) in limits.items():
        if not least <= getattr(assumptions, field) <= most:
            text = phrase("Give a number from {least} to {most}.")
            raise Refused("assumption-impossible", text, field, least=least, most=most)
    least, most = SECONDS
    if assumptions.seconds and not least <= assumptions.seconds <= most:
        text = phrase("Give the seconds of a hand from {least} to {most}.")
        raise Refused("assumption-impossible", text, "seconds", least=least, most=most)
    if assumptions.closes_at and assumptions.closes_at <= assumptions.begins_at:
        raise Refused(
            "assumption-impossible", phrase("The hall must close after the beginning of the event."), "closes_at"
        )

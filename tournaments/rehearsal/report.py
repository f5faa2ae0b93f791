"""The report of a rehearsal: its rounds, faults of the plan, what would be right, and how wide the finish is."""

from typing import Literal, TypeAlias

from msgspec import Struct

from engine.phrases import Member
from tournaments.rehearsal.assumptions import Assumptions

Topic: TypeAlias = Literal["plan", "time", "tables", "rests", "byes", "rematches", "ties", "finish", "limits"]


class Finding(Struct, frozen=True):
    """Something that the runs showed.

    Attributes:
        topic: What it is about.
        grave: It has to be mended; else it is good to know.
        text: The sentence, with named places (`engine.phrases`).
        members: What fills the places.
        cause: The sentence with which a step was refused, likewise; empty: none was.
        right: What would be right, likewise; empty: nothing in particular.
        times: Places of the text that are moments, in seconds since 1970 UTC.
        entrants: The entrants that it is about, those most concerned first.
    """

    topic: Topic
    grave: bool
    text: str
    members: dict[str, Member] = {}
    cause: str = ""
    cause_members: dict[str, Member] = {}
    right: str = ""
    right_members: dict[str, Member] = {}
    times: dict[str, int] = {}
    entrants: tuple[int, ...] = ()


class RoundTimes(Struct, frozen=True):
    """A round over all runs; moments in seconds since 1970 UTC.

    Attributes:
        begins: When it begins in the middle run.
        ends: When it ends in the middle run.
        late: When it ends at the latest in nine of ten runs.
        planned: When it begins by the plan; 0: it has no time.
        tables: The most tables that are in use at once, in the middle run.
    """

    stage: int
    number: int
    matches: int
    byes: int
    begins: int
    ends: int
    late: int
    tables: int
    planned: int = 0


class Finish(Struct, frozen=True):
    """How wide the finish may be.

    Attributes:
        ends: When the last match ends in the middle run.
        late: When it ends at the latest in nine of ten runs.
        last_minutes: How long the last match takes in the middle run, in minutes.
        late_minutes: How long in nine of ten runs at most.
        settled: In so many of 100 runs nobody could come level with the winner any more before the last round; None: a
            bracket decides.
        overtaken: In so many of 100 runs another entrant led before the last round; None likewise.
        seeds: The seeds of the winners with the number of runs, the most frequent first.
        middle_seed: The seed of the winner in the middle run.
        worst_seed: The greatest seed that won.
    """

    ends: int
    late: int
    last_minutes: int
    late_minutes: int
    settled: int | None
    overtaken: int | None
    seeds: tuple[tuple[int, int], ...]
    middle_seed: int
    worst_seed: int


class Report(Struct, frozen=True):
    """What a rehearsal showed.

    Attributes:
        version: The version of the tournament that was rehearsed.
        entrants: The entrants that played.
        stand_ins: So many of them were made up.
        runs: So many runs were made, of those assumed.
        hands: So many hands were played by bots.
        seconds: What a hand took on average.
        finish: None where no run came to its end.
    """

    version: int
    assumptions: Assumptions
    entrants: int
    stand_ins: int
    runs: int
    hands: int
    seconds: int
    rounds: tuple[RoundTimes, ...]
    findings: tuple[Finding, ...]
    finish: Finish | None

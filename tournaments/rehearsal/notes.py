"""What is noted of a run of a rehearsal."""

from collections import Counter

import msgspec
from msgspec import Struct

from engine.phrases import Member


class RoundRun(Struct):
    """A round as it went: seconds since 1970 UTC.

    Attributes:
        tables: The most tables that were in use at once.
        waited: Of each match that had no table when it could begin, the seconds that it waited.
    """

    stage: int
    number: int
    begins: float
    ends: float
    matches: int = 0
    byes: int = 0
    tables: int = 0
    waited: list[float] = msgspec.field(default_factory=list)


class Stopped(Struct, frozen=True):
    """The step at which a run could not go on, and why."""

    deed: str
    stage: int
    round: int
    text: str
    members: dict[str, Member]
    code: str


class Run(Struct):
    """What a run came to.

    Attributes:
        rounds: By stage and number.
        short: By entrant the shortest pause between two of its matches, in seconds, where it was below the rest.
        byes: How often an entrant rested, by stage and entrant; in a bracket, whether it began in the second round.
        rematches: By stage, the matches of a Swiss whose sides had met in it before.
        again: By stage, the first matches of a bracket whose sides had met in an earlier stage.
        ties: By stage, the places that mattered and were shared to the end; they were decided by chance here.
        by_seed: By stage, the places that mattered and were separated by the seeds alone.
        level: By stage, the matches of a bracket that stayed level after all further games.
        lots: The stages whose lot was still to be drawn.
        skipped: The stages that a rehearsal does not play: ladders.
        overrun: By session, the seconds that the last match of it took longer.
        settled: The winner was certain before the last round; None: a bracket decided, or it was not looked at.
        overtaken: Another entrant led before the last round; None likewise.
        champion: The seed of the winner; 0: shared, or not played to the end.
        last: The seconds of the last match, with all its games.
        is_cut: The time for the rehearsal was over.
    """

    begins: float
    ends: float = 0.0
    rounds: dict[tuple[int, int], RoundRun] = msgspec.field(default_factory=dict)
    short: dict[int, float] = msgspec.field(default_factory=dict)
    byes: Counter[tuple[int, int]] = msgspec.field(default_factory=Counter)
    rematches: Counter[int] = msgspec.field(default_factory=Counter)
    again: Counter[int] = msgspec.field(default_factory=Counter)
    ties: Counter[int] = msgspec.field(default_factory=Counter)
    by_seed: Counter[int] = msgspec.field(default_factory=Counter)
    level: Counter[int] = msgspec.field(default_factory=Counter)
    lots: tuple[int, ...] = ()
    skipped: tuple[int, ...] = ()
    overrun: dict[int, float] = msgspec.field(default_factory=dict)
    settled: bool | None = None
    overtaken: bool | None = None
    champion: int = 0
    last: float = 0.0
    stopped: Stopped | None = None
    is_cut: bool = False

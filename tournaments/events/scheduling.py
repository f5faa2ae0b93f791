"""Events about where and when a tournament is played: its tables, its sessions and rounds, seats and delays."""

from typing import Final, Literal

import msgspec

from tournaments.events.base import TournamentEvent

Allotting = Literal["top", "spread", "stay"]
ALLOTTING: Final[tuple[Allotting, ...]] = ("top", "spread", "stay")


class VenueTable(msgspec.Struct, frozen=True, array_like=True):
    """A table of a venue, by short codes as `MatchPlaced` has them."""

    name: str
    room: str = ""


class VenueSet(TournamentEvent, frozen=True):
    """The tables of a tournament were named; without any, tables are given by hand.

    Attributes:
        tables: In the order of use; the first are the top tables.
        hall: Tournaments of one club with the same code of a hall share its tables; empty: the tables are its own.
        allotting: How a round is put on them: the leaders at the `top` tables, entrants `spread` over other tables than
            before, or they `stay` where they are.
    """

    tables: tuple[VenueTable, ...]
    hall: str = ""
    allotting: Allotting = "top"


class Session(msgspec.Struct, frozen=True, array_like=True):
    """A time in which is played, in seconds since 1970 UTC."""

    begins: int
    ends: int


class RoundTime(msgspec.Struct, frozen=True, array_like=True):
    """The planned time of a round.

    Attributes:
        at: When it begins, in seconds since 1970 UTC.
        minutes: How long its matches may take; 0: as long as those of the schedule.
    """

    stage: int
    round: int
    at: int
    minutes: int = 0


class ScheduleSet(TournamentEvent, frozen=True):
    """The times of a tournament were planned anew; delays of the plan before are over.

    Attributes:
        match_minutes: How long a match may take; 0: as the plan of its stage says.
        rest_minutes: The rest between two matches of an entrant, at least.
    """

    sessions: tuple[Session, ...]
    rounds: tuple[RoundTime, ...]
    match_minutes: int = 0
    rest_minutes: int = 0


class SeatFixed(TournamentEvent, frozen=True):
    """An entrant plays at the same table always; without a table it does so no more."""

    entrant: int
    table: str = ""
    room: str = ""


class DelaySet(TournamentEvent, frozen=True):
    """A round begins so many minutes later than planned, in all, and what follows with it; 0: as planned."""

    stage: int
    round: int
    minutes: int


class Placing(msgspec.Struct, frozen=True, array_like=True):
    """The tables of a match, one for each of its rooms; none: it waits for the next free table."""

    match: int
    tables: tuple[VenueTable, ...] = ()


class MatchesPlaced(TournamentEvent, frozen=True):
    """Matches got their tables, or wait for the next free table; their times stay."""

    placings: tuple[Placing, ...]

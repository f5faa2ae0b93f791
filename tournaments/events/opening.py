"""Events about the tournament itself: its settings, stages, staff and end."""

from typing import ClassVar, Literal

from tournaments.events.base import TournamentEvent
from tournaments.events.settings import Settings, StagePlan


class TournamentOpened(TournamentEvent, frozen=True):
    """The first event of every stream."""

    schema: ClassVar[int] = 4

    club: str
    settings: Settings


class TournamentChanged(TournamentEvent, frozen=True):
    """The settings were changed before the first stage began."""

    schema: ClassVar[int] = 4

    settings: Settings


class StagePlanned(TournamentEvent, frozen=True):
    """A stage was planned, or the plan of a stage that has not begun was replaced."""

    schema: ClassVar[int] = 2

    stage: int
    plan: StagePlan


class StageDropped(TournamentEvent, frozen=True):
    """A planned stage is not played."""

    stage: int


class StaffNamed(TournamentEvent, frozen=True):
    """A player got an office in this tournament."""

    player: str
    role: Literal["director", "assistant", "scorer"]


class StaffReleased(TournamentEvent, frozen=True):
    """A player has no office in this tournament any more."""

    player: str


class EntriesOpened(TournamentEvent, frozen=True):
    """Entries are taken, after they were closed."""


class EntriesClosed(TournamentEvent, frozen=True):
    """No more entries are taken but by a director."""


class TournamentClosed(TournamentEvent, frozen=True):
    """A director closed the tournament. `places` are entrants by place; entrants on one place share it."""

    places: tuple[tuple[int, ...], ...]


class TournamentReopened(TournamentEvent, frozen=True):
    """A closed tournament was opened again, for a correction."""

    reason: str


class TournamentAbandoned(TournamentEvent, frozen=True):
    """The tournament ends without places."""

    reason: str


class EmbargoSet(TournamentEvent, frozen=True):
    """Results that come from now on are seen by the staff and by those who played, until an hour or their release.

    While an embargo is in force, only its hour changes: it goes on to withhold what it withheld already.

    Attributes:
        until: In seconds since 1970 UTC; None: until they are released.
    """

    until: int | None = None


class ResultsReleased(TournamentEvent, frozen=True):
    """Everybody may see the results from now on: the embargo is over."""


class DeedUndone(TournamentEvent, frozen=True):
    """The events of an earlier command, versions `first` to `last`, count no longer.

    Attributes:
        last_match: The highest number that a match was given so far, undone or not: no number is given twice.
    """

    first: int
    last: int
    last_match: int = 0

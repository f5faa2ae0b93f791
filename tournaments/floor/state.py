"""The floor of a tournament folded from its events. Pure.

Any order of events folds, and numbers that are not known change nothing. No clock writes here: that a claim has
run out, or an announcement is over, is told by comparing times.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from statistics import median
from typing import Any, Final, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from tournaments.floor import events
from tournaments.floor.codes import Audience


class Stored(Protocol):
    """A stored event (`games.store.StoredEvent`), as far as the fold reads it."""

    @property
    def version(self) -> int:
        """Its number in the stream."""

    @property
    def recorded_at(self) -> datetime:
        """When it was appended."""

    @property
    def event(self) -> Any:
        """The event."""


class Arrival(NamedTuple):
    """The side of a match that is at its table."""

    match: int
    entrant: int


class Call(Struct, frozen=True):
    """A call for the director.

    Attributes:
        number: Its number in the tournament, from 1.
        match: The number of the match, with the `game`, `hand` and `trick` in it; None without.
        table: The table where the match was played then, as the tournament calls it; empty without.
        by: The id of the player, or "pass:" and the id of a pass to a score sheet.
        reason: Its code (`codes.REASONS`).
        worded: The caller wrote own words, in a row beside the log.
        claimed_by: The member of the staff who claimed it last; empty: nobody, or the claim was given up. It may have
            run out (`claimant`).
        claimed_at: When that was.
        claim_until: When the claim ends.
        answered_at: When the staff claimed it first, or closed it unclaimed; None before, and of a call that was taken
            back before.
        closed_at: When it was done with; None: it is open.
        closed_by: By whom; the caller where it was taken back.
        outcome: The code of how it ended (`codes.Outcome`); empty while it is open.
    """

    number: int
    match: int
    by: str
    reason: str
    made_at: datetime
    game: int | None = None
    hand: int | None = None
    trick: int | None = None
    table: str = ""
    worded: bool = False
    claimed_by: str = ""
    claimed_at: datetime | None = None
    claim_until: datetime | None = None
    answered_at: datetime | None = None
    closed_at: datetime | None = None
    closed_by: str = ""
    outcome: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it is neither done with nor taken back."""
        return self.closed_at is None

    @property
    def withdrawn(self) -> bool:
        """Whether its caller took it back."""
        return self.outcome == "withdrawn"

    def claimant(self, now: datetime) -> str:
        """Return the id of the member of the staff who is on the way; empty: nobody is, and anybody may claim it."""
        valid = self.is_open and self.claim_until is not None and now < self.claim_until
        return self.claimed_by if valid else ""

    def waited(self, now: datetime) -> int:
        """Return the seconds from the call to its answer; while there is none, to now."""
        return max(0, int(((self.answered_at or self.closed_at or now) - self.made_at).total_seconds()))


class Announcement(Struct, frozen=True):
    """An announcement.

    Attributes:
        number: Its number in the tournament, from 1.
        at: When it was made.
        by: The id of the member of the staff.
        audience: The readers, with the numbers of matches or entrants in `to`.
        phrase: The code of a ready phrase; None: its own words are in a row beside the log.
        round: What fills the places of the phrase; also `time` and `minutes`.
        until: When it is over; None: not before it is withdrawn.
        withdrawn: It was withdrawn.
    """

    number: int
    at: datetime
    by: str
    audience: Audience
    to: tuple[int, ...] = ()
    phrase: str | None = None
    round: int | None = None
    time: datetime | None = None
    minutes: int | None = None
    until: datetime | None = None
    withdrawn: bool = False

    def is_shown(self, now: datetime) -> bool:
        """Tell whether it holds at a moment."""
        return not self.withdrawn and (self.until is None or now < self.until)

    def is_for(self, matches: Iterable[int], entrants: Iterable[int]) -> bool:
        """Tell whether it is for the readers at some matches, or of some entrants."""
        if self.audience == "all":
            return True
        return not set(self.to).isdisjoint(matches if self.audience == "tables" else entrants)


class FloorState(Struct, frozen=True):
    """The floor at one version of its stream.

    Attributes:
        version: The version of the stream; 0: nothing has happened yet.
        calls: All calls in order.
        announcements: All announcements in order.
        arrived: When each side came that is at its table.
    """

    version: int = 0
    calls: tuple[Call, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    arrived: Mapping[Arrival, datetime] = {}

    @property
    def open_calls(self) -> tuple[Call, ...]:
        """The calls that are not done with, the oldest first, claimed or not."""
        return tuple(call for call in self.calls if call.is_open)

    def call(self, number: int) -> Call | None:
        """Return a call by its number."""
        return next((call for call in self.calls if call.number == number), None)

    def announcement(self, number: int) -> Announcement | None:
        """Return an announcement by its number."""
        return next((told for told in self.announcements if told.number == number), None)

    def shown(self, now: datetime) -> tuple[Announcement, ...]:
        """Return the announcements that hold at a moment, the latest first."""
        return tuple(told for told in reversed(self.announcements) if told.is_shown(now))


EMPTY: Final = FloorState()
"""A floor on which nothing has happened."""


def median_answer(state: FloorState) -> int | None:
    """Return the median of the seconds between a call and its answer; None while no call was answered."""
    waited = [(call.answered_at - call.made_at).total_seconds() for call in state.calls if call.answered_at is not None]
    return int(median(waited)) if waited else None


def fold_all(state: FloorState, stored: Iterable[Stored]) -> FloorState:
    """Return a floor after more events of its stream."""
    floor = _Floor({call.number: call for call in state.calls}, {}, dict(state.arrived))
    floor.announcements.update((told.number, told) for told in state.announcements)
    version = state.version
    for one in stored:
        version = one.version
        apply = _APPLY.get(type(one.event))
        if apply is not None:
            apply(floor, one.event, one.recorded_at)
    return FloorState(version, tuple(floor.calls.values()), tuple(floor.announcements.values()), floor.arrived)


class _Floor(NamedTuple):
    """What a fold changes: copied once for any number of events."""

    calls: dict[int, Call]
    announcements: dict[int, Announcement]
    arrived: dict[Arrival, datetime]


def _called(floor: _Floor, event: events.DirectorCalled, at: datetime) -> None:
    call = Call(
        event.call, event.match, event.by, event.reason, at,
        game=event.game, hand=event.hand, trick=event.trick, table=event.table, worded=event.worded,
    )  # fmt: skip
    floor.calls.setdefault(event.call, call)


def _claimed(floor: _Floor, event: events.CallClaimed, at: datetime) -> None:
    _change(floor, event.call, at, claimed_by=event.by, claimed_at=at, claim_until=_moment(event.until))


def _released(floor: _Floor, event: events.CallReleased, at: datetime) -> None:
    _change(floor, event.call, None, claimed_by="", claimed_at=None, claim_until=None)


def _closed(floor: _Floor, event: events.CallClosed, at: datetime) -> None:
    answered = None if event.outcome == "withdrawn" else at
    _change(floor, event.call, answered, closed_at=at, closed_by=event.by, outcome=event.outcome)


def _change(floor: _Floor, number: int, answered: datetime | None, **changes: Any) -> None:
    """Change an open call; one that is closed stays as it is."""
    call = floor.calls.get(number)
    if call is not None and call.is_open:
        floor.calls[number] = replace(call, **changes, answered_at=call.answered_at or answered)


def _announced(floor: _Floor, event: events.AnnouncementMade, at: datetime) -> None:
    told = Announcement(
        event.announcement, at, event.by, event.audience, event.to, event.phrase,
        round=event.round, time=_moment(event.at), minutes=event.minutes, until=_moment(event.until),
    )  # fmt: skip
    floor.announcements.setdefault(event.announcement, told)


def _announcement_withdrawn(floor: _Floor, event: events.AnnouncementWithdrawn, at: datetime) -> None:
    if (told := floor.announcements.get(event.announcement)) is not None:
        floor.announcements[event.announcement] = replace(told, withdrawn=True)


def _arrived(floor: _Floor, event: events.ArrivalNoted, at: datetime) -> None:
    if event.here:
        floor.arrived.setdefault(Arrival(event.match, event.entrant), at)
    else:
        floor.arrived.pop(Arrival(event.match, event.entrant), None)


def _moment(seconds: int | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


_APPLY: Final[dict[type[Any], Callable[[_Floor, Any, datetime], None]]] = {
    events.DirectorCalled: _called,
    events.CallClaimed: _claimed,
    events.CallReleased: _released,
    events.CallClosed: _closed,
    events.AnnouncementMade: _announced,
    events.AnnouncementWithdrawn: _announcement_withdrawn,
    events.ArrivalNoted: _arrived,
}
"""How each event but the first changes the floor."""

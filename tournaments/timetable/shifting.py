"""Delays move the rounds that follow.

A delay moves its round, and every round that is planned later in the same session, by the same minutes. The break
after a session makes up for it as far as the rest allows. A round that no longer fits into its session begins with the
next one. Rounds never change their order.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from tournaments.events.scheduling import RoundTime, Session

MINUTE: Final = 60


class Delay(Struct, frozen=True):
    """How many minutes a round begins later than planned, in all."""

    stage: int
    round: int
    minutes: int


class Schedule(Struct, frozen=True):
    """The planned times of a tournament and its delays; the members are those of `ScheduleSet`."""

    sessions: tuple[Session, ...]
    rounds: tuple[RoundTime, ...]
    match_minutes: int = 0
    rest_minutes: int = 0
    delays: tuple[Delay, ...] = ()


class Start(Struct, frozen=True):
    """When a round begins and has to be over, in seconds since 1970 UTC.

    Attributes:
        planned: When it was planned to begin.
        at: When it begins, with the delays.
        ends: When its time is over; the same as `at` where a match has no limit.
        carried: It no longer fits into its session, and begins in a later one.
        outside: It is in no session, or goes on beyond the end of its session.
    """

    stage: int
    round: int
    planned: int
    at: int
    ends: int
    carried: bool = False
    outside: bool = False

    @property
    def late(self) -> int:
        """The minutes that it begins later than planned."""
        return (self.at - self.planned) // MINUTE


class Times(Struct, frozen=True):
    """What the times of rounds follow from.

    Attributes:
        limits: The minutes of the matches of each round, in the order of `rounds`; 0: no limit.
    """

    sessions: tuple[Session, ...]
    rounds: tuple[RoundTime, ...]
    limits: tuple[int, ...]
    rest_minutes: int = 0
    delays: tuple[Delay, ...] = ()


@lru_cache(maxsize=256)
def starts_of(times: Times) -> tuple[Start, ...]:
    """Return the starts of the planned rounds, in the order of their times."""
    return tuple(_shifted(times))


def session_at(sessions: Sequence[Session], at: int) -> Session | None:
    """Return the session that a time lies in, or None."""
    return next((session for session in sessions if session.begins <= at < session.ends), None)


def _shifted(times: Times) -> Iterator[Start]:
    limits = dict(zip(times.rounds, times.limits, strict=True))
    delays = {(one.stage, one.round): one.minutes * MINUTE for one in times.delays}
    done: dict[int, Start] = {}
    session, moved, latest, seen = None, 0, 0, 0
    waiting: list[tuple[int, int]] = []
    for number, planned in enumerate(sorted(times.rounds, key=lambda one: (one.at, one.stage, one.round))):
        own = session_at(times.sessions, planned.at)
        if number == 0 or own != session:
            session, moved, waiting = own, 0, []
        # A delay moves what is planned later; rounds side by side with its own stay.
        moved += sum(seconds for at, seconds in waiting if at < planned.at)
        waiting = [(at, seconds) for at, seconds in waiting if at >= planned.at]
        delay = delays.get((planned.stage, planned.round), 0)
        at = planned.at + moved + delay
        length = limits[planned] * MINUTE
        earliest = latest if planned.at > seen else 0
        before = done.get(planned.stage)
        if before is not None:
            # Rounds that were planned with less than the rest between them keep what they have.
            gap = max(0, planned.at - before.planned - (before.ends - before.at))
            earliest = max(earliest, before.ends + min(times.rest_minutes * MINUTE, gap))
        at = max(at, earliest)
        at, carried = (at, False) if at == planned.at else _fitting(times.sessions, own, at, length)
        if (extra := at - planned.at - moved) > 0:
            waiting.append((planned.at, extra))
        start = Start(
            planned.stage, planned.round, planned.at, at, at + length, carried, _is_outside(times.sessions, at, length)
        )
        done[planned.stage] = start
        latest, seen = max(latest, at), planned.at
        yield start


def _fitting(sessions: Sequence[Session], own: Session | None, at: int, length: int) -> tuple[int, bool]:
    """Return when a round begins that could at a time, and whether that is in a later session than its own.

    A round that was planned outside all sessions stays there. One that fits into no session any more begins at once.
    """
    if own is None:
        return at, False
    for session in sorted(sessions, key=lambda one: one.begins):
        if session.ends > max(at, own.begins) and max(at, session.begins) + length <= session.ends:
            return max(at, session.begins), session != own
    return at, False


def _is_outside(sessions: Sequence[Session], at: int, length: int) -> bool:
    if not sessions:
        return False
    session = session_at(sessions, at)
    return session is None or at + length > session.ends

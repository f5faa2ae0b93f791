"""A proposal of times: the rounds one after the other, within sessions, on so many tables."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from tournaments.events.scheduling import RoundTime, Session
from tournaments.timetable.shifting import MINUTE

DAY: Final = 24 * 60 * MINUTE
MAX_DAYS: Final = 60
STEP: Final = 5 * MINUTE
"""Rounds begin at full five minutes."""


class Need(Struct, frozen=True):
    """A round as it needs tables and time.

    Attributes:
        tables: The tables that all its matches take at once.
        minutes: How long a match may take.
    """

    stage: int
    round: int
    tables: int
    minutes: int


class Proposal(Struct, frozen=True):
    """Proposed times.

    Attributes:
        sessions: Those in which is played.
        rounds: In the order of their times.
        waves: By stage and round, how many matches follow one another at a table, where there are several.
    """

    sessions: tuple[Session, ...]
    rounds: tuple[RoundTime, ...]
    waves: tuple[tuple[int, int, int], ...]


def propose(slots: Sequence[Sequence[Need]], *, tables: int, windows: Sequence[Session], rest_minutes: int) -> Proposal:
    """Return times for rounds.

    A round begins as soon as the one before is over and its rest is, in the first session that it fits into; after the
    last session the last day's sessions are repeated on the following days.

    Args:
        slots: The rounds that are played at the same time, in their order.
        tables: The tables of the venue; 0: as many as are needed.
        windows: The times in which can be played, in order; at least one.
        rest_minutes: The rest between two rounds.
    """
    sessions = list(_endless(windows))
    used: dict[Session, None] = {}
    rounds: list[RoundTime] = []
    waves: list[tuple[int, int, int]] = []
    at, longest = windows[0].begins, max(one.ends - one.begins for one in windows)
    for slot in slots:
        count = max(1, -(-sum(need.tables for need in slot) // tables)) if tables else 1
        length = count * max(need.minutes for need in slot) * MINUTE
        session = _room(sessions, at, length, longest)
        begins = max(at, session.begins)
        used[session] = None
        rounds.extend(RoundTime(need.stage, need.round, begins, need.minutes) for need in slot)
        if count > 1:
            waves.extend((need.stage, need.round, count) for need in slot)
        at = -(-(begins + length + rest_minutes * MINUTE) // STEP) * STEP
    return Proposal(tuple(used), tuple(rounds), tuple(waves))


def _endless(windows: Sequence[Session]) -> Iterator[Session]:
    yield from windows
    last = windows[-1]
    of_last_day = [one for one in windows if last.begins - one.begins < DAY // 2]
    for day in range(1, MAX_DAYS):
        yield from (Session(one.begins + day * DAY, one.ends + day * DAY) for one in of_last_day)


def _room(sessions: Sequence[Session], at: int, length: int, longest: int) -> Session:
    """Return the first session with room for a round; one that is longer than all sessions goes beyond its end."""
    for session in sessions:
        begins = max(at, session.begins)
        whole = length > longest and at <= session.begins
        if begins < session.ends and (begins + length <= session.ends or whole):
            return session
    return sessions[-1]

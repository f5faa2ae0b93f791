"""Streams as another installation sealed them: with its own key, and a chain of its own."""

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from games import store
from games.sealing.keyring import Keyring
from games.store import registry
from games.store.chain import START, digest_of, event_hash, header_of
from games.store.foreign import RawEvent, raw_events
from games.store.log import bound_to
from tests.games.helpers.logs import A_HAND

BEGAN = datetime(2026, 1, 1, 18, tzinfo=UTC)
KEY = bytes(range(32))
ARCHIVE = bytes(reversed(range(32)))
ELSEWHERE = Keyring(["A" * 43 + "="])


def chained(stream: UUID, events: Sequence[RawEvent]) -> list[RawEvent]:
    """Return events numbered and chained anew, as an installation that appended them would have."""
    prev, made = START, []
    for version, one in enumerate(events, start=1):
        header = header_of(stream, version, one.schema, one.command, one.seq, one.at, one.type, one.actor)
        prev = event_hash(prev, header, digest_of(one.body), one.sealed)
        made.append(one._replace(version=version, hash=prev))
    return made


def sealed_elsewhere(stream: UUID, *events: store.Event) -> list[RawEvent]:
    """Return a stream of events, each of a command of its own, by default a hand."""
    raw = []
    for place, event in enumerate(events or A_HAND):
        kind, body, clear = registry.split(event)
        command = uuid.uuid4()
        sealed = None if clear is None else ELSEWHERE.seal(clear, bound_to(stream, kind.name, command, 0))
        at = BEGAN + timedelta(seconds=place)
        raw.append(RawEvent(0, kind.name, kind.schema, command, 0, "", at, body, sealed, b""))
    return chained(stream, raw)


def moved_elsewhere(stream: UUID) -> list[RawEvent]:
    """Return a stream of this installation as another one has it, which is the same."""
    return list(raw_events(stream))


__all__ = ["ARCHIVE", "BEGAN", "ELSEWHERE", "KEY", "chained", "moved_elsewhere", "sealed_elsewhere"]

"""The only access to the event log: append, read, and the registry of event types.

    append(stream, expected=3, events=[BidMade(seat=0, value=16)], command=uuid4())
    load(stream)                      every event of a stream, sealed members opened
    read_lane(lane, after_pos, 500)   what projections follow, sealed members left shut
    register(BidMade)                 a type of event under its stable name

A stale writer gets `ConflictError`, reads again and decides again. The same command again gets its first answer and
appends nothing. `RefusedEventError` is the database's own refusal of an event. The design:
`docs/development/event-store.md`.
"""

from games.models import LANES
from games.store.log import (
    Command,
    ConflictError,
    RefusedEventError,
    StoredEvent,
    append,
    append_all,
    count_lane,
    find_command,
    lane_ends,
    lane_of,
    load,
    load_many,
    lock_streams,
    read_lane,
    subscribe,
)
from games.store.registry import (
    SEALED,
    Event,
    UnknownEventError,
    event_names,
    register,
    register_upcaster,
)

__all__ = [
    "LANES",
    "SEALED",
    "Command",
    "ConflictError",
    "Event",
    "RefusedEventError",
    "StoredEvent",
    "UnknownEventError",
    "append",
    "append_all",
    "count_lane",
    "event_names",
    "find_command",
    "lane_ends",
    "lane_of",
    "load",
    "load_many",
    "lock_streams",
    "read_lane",
    "register",
    "register_upcaster",
    "subscribe",
]

"""All events of one stream, read for the proof: of a stream with adjusted results every hand is needed."""

from datetime import datetime
from typing import Any, Final, NamedTuple

import psycopg

from games.store import registry

_WHOLE: Final = (
    "SELECT version, type, schema, body::text, sealed IS NOT NULL, recorded_at FROM games_event"
    " WHERE stream = %s ORDER BY version"
)


class Read(NamedTuple):
    """An event in its place; what is sealed stays shut."""

    version: int
    event: Any
    recorded_at: datetime


def read_stream(connection: psycopg.Connection[Any], stream: str) -> list[Read]:
    """Return all events of a stream.

    Raises:
        UnknownEventError: An event is of a type or schema that is not known.
    """
    rows = connection.execute(_WHOLE, [stream])
    return [
        Read(version, registry.join(kind, schema, body, None, shut=sealed), at)
        for version, kind, schema, body, sealed, at in rows
    ]

"""Presence: the players with an open connection to a table, in a Redis sorted set refreshed by each heartbeat.

Entries expire unless refreshed, so the connections of a process that dies are soon gone. No event is written and no
database queried. If Redis cannot be reached, every player is shown as disconnected and play goes on.
"""

import logging
import time
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final
from uuid import UUID

import redis
from django.conf import settings

logger = logging.getLogger("lelam.tables")

BEAT: Final = 15.0
"""Seconds between two heartbeats of a connection."""
LASTS: Final = 40.0
"""A connection without a heartbeat for so many seconds is gone."""


@cache
def _redis() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, decode_responses=True, socket_timeout=2)


def _key(table_id: UUID) -> str:
    return f"lelam:here:{table_id.hex}"


def stay(table_id: UUID, player_id: UUID, connection: str) -> bool:
    """Record that a player's connection has opened.

    Returns:
        Whether the player had no other one open.
    """
    known = present(table_id)
    return _record(table_id, [(player_id, connection)]) and str(player_id) not in known


def stay_all(table_id: UUID, connections: Iterable[tuple[UUID, str]]) -> None:
    """Record that connections are still open, each given as its player's id and its own: the heartbeat of a process."""
    _record(table_id, connections)


def _record(table_id: UUID, connections: Iterable[tuple[UUID, str]]) -> bool:
    """Record open connections, and drop those of which nothing was heard for too long; tell whether it was done."""
    now = time.time()
    entries = {f"{player_id}/{connection}": now + LASTS for player_id, connection in connections}
    try:
        with _redis().pipeline() as pipe:
            if entries:
                pipe.zadd(_key(table_id), entries)
                pipe.expire(_key(table_id), int(LASTS * 2))
            pipe.zremrangebyscore(_key(table_id), "-inf", now)
            pipe.execute()
    except redis.RedisError as failure:
        logger.warning("The presence could not be written: %s", type(failure).__name__)
        return False
    return True


def leave(table_id: UUID, player_id: UUID, connection: str) -> bool:
    """Record that a player's connection is closed.

    Returns:
        Whether the player has no other one open.
    """
    try:
        _redis().zrem(_key(table_id), f"{player_id}/{connection}")
    except redis.RedisError as failure:
        logger.warning("The presence could not be written: %s", type(failure).__name__)
        return False
    return str(player_id) not in present(table_id)


def present(table_id: UUID) -> frozenset[str]:
    """Return the ids of the players whose connection to a table is open."""
    try:
        found = _redis().zrangebyscore(_key(table_id), time.time(), "+inf")
    except redis.RedisError as failure:
        logger.warning("The presence could not be read: %s", type(failure).__name__)
        return frozenset()
    return frozenset(str(one).partition("/")[0] for one in found)


def present_at(table_ids: Sequence[UUID]) -> dict[UUID, frozenset[str]] | None:
    """Return the same for many tables with one query; None if Redis cannot be reached."""
    now = time.time()
    try:
        with _redis().pipeline(transaction=False) as pipe:
            for table_id in table_ids:
                pipe.zrangebyscore(_key(table_id), now, "+inf")
            found = pipe.execute()
    except redis.RedisError as failure:
        logger.warning("The presence could not be read: %s", type(failure).__name__)
        return None
    return {
        table_id: frozenset(str(one).partition("/")[0] for one in there)
        for table_id, there in zip(table_ids, found, strict=True)
    }

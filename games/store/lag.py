"""The distance of the projections from the end of the log, for the metrics."""

from typing import NamedTuple

from django.db import connection

# The first event that a lane has not applied is found by the index of (lane, pos), however far behind the lane is.
_LAGS = """
    SELECT run.name,
           count(checkpoint.failed_pos),
           coalesce(max(extract(epoch FROM clock_timestamp() - waiting.recorded_at)), 0)
    FROM games_projectionrun run
    JOIN games_projectioncheckpoint checkpoint ON checkpoint.run_id = run.id
    LEFT JOIN LATERAL (
        SELECT recorded_at FROM games_event event
        WHERE event.lane = checkpoint.lane AND event.pos > checkpoint.pos ORDER BY event.pos LIMIT 1
    ) waiting ON true
    WHERE run.status = 'serving'
    GROUP BY run.name
"""


class Lag(NamedTuple):
    """How far a projection is behind the log.

    Attributes:
        projection: Its name.
        stopped: The number of its lanes that have stopped at an event.
        seconds: The age of the oldest event that it has not applied; 0 if it has applied all.
    """

    projection: str
    stopped: int
    seconds: float


def lags() -> list[Lag]:
    """Return the lag of every projection that serves."""
    with connection.cursor() as cursor:
        cursor.execute(_LAGS)
        return [Lag(name, int(stopped), max(0.0, float(seconds))) for name, stopped, seconds in cursor.fetchall()]

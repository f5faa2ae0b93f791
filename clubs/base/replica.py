"""Reading from a replica of the database what visitors may see some seconds late.

With `DATABASE_REPLICA_URL`, the pages in `PAGES` are read from a streaming replica when their reader has no session:
nobody signed in, and no visiting player. So a person always sees what they have just done, and nothing that decides is
ever read there. A replica that is behind, or away, is not asked; what it does not know yet, or fails at, is read from
the database itself.
"""

import logging
from collections.abc import Callable
from contextvars import ContextVar
from threading import Lock
from time import monotonic
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import Error, connections
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import resolve

logger = logging.getLogger(__name__)

REPLICA: Final = "replica"
PAGES: Final = frozenset({
    *("clubs:list", "clubs:player", "clubs:team", "clubs:teams"),
    *("games:recent", "games:game", "games:record", "games:result"),
    *("games:hand", "games:hand_proof", "games:hand_proof_file", "games:hand_record"),
    *("games:club_form", "games:club_games", "games:club_hall", "games:club_kunukku", "games:club_records"),
    *("games:club_results", "games:club_standing", "games:kunukku_of_player", "games:kunukku_of_team"),
    *("games:player_figures", "games:player_games", "games:player_hands", "games:player_partners"),
    *("games:player_rating", "games:player_standing"),
    *("tournaments:list", "tournaments:of_team", "tournaments:winners_of_club"),
})  # fmt: skip
"""Public lists, results, and hands that are over. Live tables, and tournaments, whose state is folded from the log and
kept by each process, are not among them."""
ASKED_EVERY: Final = 1.0
"""Seconds between two questions for its lag."""
AGAIN_SECONDS: Final = 5.0
"""Seconds until a replica that did not answer is asked again."""

# The replica may idle since nothing was committed: then it counts as behind, and the idle database itself is read.
_LAG = "SELECT pg_is_in_recovery(), EXTRACT(EPOCH FROM clock_timestamp() - pg_last_xact_replay_timestamp())"

_reading: ContextVar[bool] = ContextVar("reading_from_the_replica", default=False)


class Replica:
    """Knows whether the replica may be read."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._until = 0.0
        self._fresh = False

    def is_fresh(self) -> bool:
        """Return whether it is at most `LELAM_REPLICA_SECONDS` behind; asks it once a second."""
        # One thread asks, and the others go by the last answer.
        if monotonic() >= self._until and self._lock.acquire(blocking=False):
            try:
                self._ask()
            finally:
                self._lock.release()
        return self._fresh

    def _ask(self) -> None:
        try:
            with connections[REPLICA].cursor() as cursor:
                cursor.execute(_LAG)
                follows, seconds = cursor.fetchone()
        except Error as failure:
            if self._fresh:
                logger.warning("The replica does not answer: %s", type(failure).__name__)
            self._fresh, self._until = False, monotonic() + AGAIN_SECONDS
            return
        self._fresh = bool(follows) and seconds is not None and seconds <= settings.LELAM_REPLICA_SECONDS
        self._until = monotonic() + ASKED_EVERY


replica = Replica()


class ReplicaForVisitors:
    """Has visitors' pages read from the replica. The innermost middleware, for it may ask a view again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if REPLICA not in connections:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        if not (_may_lag(request) and replica.is_fresh()):
            return self.get_response(request)
        token = _reading.set(True)
        try:
            answer = self.get_response(request)
        finally:
            _reading.reset(token)
        # The replica may not know yet what is new, or have ended a query that held up the stream.
        return self.get_response(request) if answer.status_code >= 404 else answer


class ReplicaRouter:
    """Sends queries to the replica while such a page is made."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str | None:
        """Return the replica, if it may be read."""
        return REPLICA if _reading.get() else None

    def db_for_write(self, model: type[Model], **hints: Any) -> str | None:
        """Return the database itself for rows that came from the replica."""
        return "default" if _reading.get() or _origin(hints.get("instance")) == REPLICA else None

    def allow_relation(self, first: Model, second: Model, **hints: Any) -> bool | None:
        """Let rows of both belong together: they are the same rows."""
        return True if {_origin(first), _origin(second)} <= {"default", REPLICA} else None

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool | None:
        """Leave its tables to the stream."""
        return False if db == REPLICA else None


def _origin(row: Model | None) -> str | None:
    return None if row is None else row._state.db


def _may_lag(request: HttpRequest) -> bool:
    if request.method not in {"GET", "HEAD"} or settings.SESSION_COOKIE_NAME in request.COOKIES:
        return False
    try:
        return resolve(request.path_info).view_name in PAGES
    except Http404:
        return False

"""What the reader of a tournament's page asks for, from the address."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tournaments.state.tournament import TournamentState

MAX_NUMBER: Final = 10**6
MAX_SEARCH: Final = 60
_FIRST: Final = datetime(2, 1, 1, tzinfo=UTC)
_LAST: Final = datetime(9999, 1, 1, tzinfo=UTC)
"""Moments beyond them are in no year of the calendar by the clocks of some places."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for; 0: not asked.

    Attributes:
        stage: The number of a stage.
        group: A group of it, from 1.
        round: A round of it.
        why: The entrant whose place is explained.
        follow: The entrant whose way through a bracket is shown.
        at: The moment as of which all is shown; None: now.
        search: A part of the name of an entrant.
        unread: A moment was asked for that could not be read.
    """

    stage: int = 0
    group: int = 0
    round: int = 0
    why: int = 0
    follow: int = 0
    at: datetime | None = None
    search: str = ""
    unread: bool = False

    def within(self, state: TournamentState) -> "Asked":
        """Return the question without what the tournament does not have, so that there are few different ones."""
        stage = state.stages.get(self.stage)
        return replace(
            self,
            stage=0 if stage is None else stage.number,
            group=self.group if self.group <= max((len(one.groups) for one in state.stages.values()), default=0) else 0,
            round=self.round if self.round <= max((len(one.rounds) for one in state.stages.values()), default=0) else 0,
            why=self.why if self.why in state.entrants else 0,
            follow=self.follow if self.follow in state.entrants else 0,
        )

    def query(self, **changes: object) -> str:
        """Return the query that asks for the same but some changes, with its question mark; empty for nothing."""
        members = {name: getattr(self, name) for name in ("stage", "group", "round", "why", "follow")}
        members |= {"at": "" if self.at is None else self.at.isoformat(), "q": self.search}
        asked = {name: value for name, value in (members | changes).items() if value}
        return f"?{urlencode(asked)}" if asked else ""


def asked_in(request: HttpRequest) -> Asked:
    """Return what a request asks for; what cannot be read is not asked."""
    return read_asked(request.GET)


def read_asked(query: QueryDict) -> Asked:
    """Return what the query of an address asks for; what cannot be read is not asked."""
    moment = _moment(query.get("at", ""))
    return Asked(
        **{name: _number(query, name) for name in ("stage", "group", "round", "why", "follow")},
        at=moment,
        search=" ".join(query.get("q", "").split())[:MAX_SEARCH],
        unread=moment is None and bool(query.get("at", "")),
    )


def _number(query: QueryDict, name: str) -> int:
    text = query.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and int(text[:8]) <= MAX_NUMBER and len(text) <= 8 else 0


def _moment(text: str) -> datetime | None:
    """Return a moment; without a zone it is by the clock of the page, which is the club's."""
    try:
        found = parse_datetime(text)
        if found is None:
            return None
        moment = timezone.make_aware(found) if timezone.is_naive(found) else found
        return moment if _FIRST <= moment <= _LAST else None
    except (ValueError, OverflowError):
        return None

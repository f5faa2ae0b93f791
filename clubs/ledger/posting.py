"""The one way into the ledger: the function of the database that puts an entry down with all its postings, or refuses.

It locks the clubs of a call in an order that cannot deadlock, finds the season of each entry, and puts down nothing
twice: the same event or the same act again is compared with what is there. `docs/ledger.md` tells the rest.
"""

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, Final
from uuid import UUID

import msgspec
from django.db import DatabaseError, connection, transaction

logger = logging.getLogger(__name__)

_POST: Final = "SELECT place, entry, fresh FROM clubs_ledger_post(%s)"
_REFUSED: Final = "LL001"


class LedgerRefused(Exception):  # noqa: N818  # reads as what it says where it is raised
    """The database did not put an entry down. No person can do anything about it: somebody asked for what cannot be.

    Attributes:
        code: `differs` (the ledger has something else for this event), `not-zero`, `not-so`, `no-such-act`,
            `no-such-club`, `no-such-player`, `no-such-entry`, `no-such-season`, `season-closed`, `reversed-already`.
    """

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """Units that moved: an entry as it is asked for.

    Attributes:
        club: The club.
        kind: `LedgerEntry.Kind`.
        amounts: What each player gets (negative: gives); None is the club's bank. The amounts come to 0.
        day: The club's day of it, from which the season follows.
        at: When it happened.
        stream: The game, of which an event moved the units.
        version: The version of that event.
        hand: The hand, where one moved them.
        act: The id of the officer's act, where no event did.
        corrects: The id of the entry that this one reverses or corrects.
        reverses: Instead of it, the version of the game's event whose entry is reversed.
        season: The season, where it does not follow from the day; only for what an officer does.
    """

    club: UUID
    kind: str
    amounts: Mapping[UUID, int] | Mapping[UUID | None, int]
    day: date
    at: datetime
    stream: UUID | None = None
    version: int | None = None
    hand: int | None = None
    act: int | None = None
    corrects: int | None = None
    reverses: int | None = None
    season: UUID | None = None


class Posted(msgspec.Struct, frozen=True):
    """An entry in the ledger. `fresh`: it was put down now; else it was there before, and says the same."""

    entry: int
    fresh: bool


def post(moved: Sequence[Moved]) -> list[Posted]:
    """Put entries down, all of them or none, within the caller's transaction if there is one.

    The clubs stay locked until it ends, so call it late in a transaction, and once.

    Returns:
        What became of each, in their order.

    Raises:
        LedgerRefused: The database did not put one of them down, and so none.
    """
    if not moved:
        return []
    asked = json.dumps([_asked(place, one) for place, one in enumerate(moved)])
    try:
        # A savepoint: what is refused here may be refused in a transaction that goes on.
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_POST, [asked])
            found = {place: Posted(entry, fresh) for place, entry, fresh in cursor.fetchall()}
    except DatabaseError as fault:
        refused = _refusal(fault)
        if refused is None:
            raise
        raise refused from fault
    return [found[place] for place in range(len(moved))]


def lock(clubs: Iterable[UUID]) -> None:
    """Have the ledgers of clubs for oneself until the transaction ends, so that what is read still holds at posting."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clubs_ledger_lock(%s::uuid[])", [list(clubs)])


def _asked(place: int, one: Moved) -> dict[str, Any]:
    moving = [(player, amount) for player, amount in one.amounts.items() if amount]
    return {
        "place": place,
        "club": str(one.club),
        "kind": one.kind,
        "day": one.day.isoformat(),
        "season": None if one.season is None else str(one.season),
        "stream": None if one.stream is None else str(one.stream),
        "version": one.version,
        "hand": one.hand,
        "act": one.act,
        "corrects": one.corrects,
        "reverses": one.reverses,
        "recorded_at": one.at.astimezone(UTC).isoformat(),
        "players": [None if player is None else str(player) for player, _ in moving],
        "amounts": [amount for _, amount in moving],
    }


def _refusal(fault: DatabaseError) -> LedgerRefused | None:
    """Return what the function's own refusal says; None for any other fault."""
    cause = fault.__cause__
    if getattr(cause, "sqlstate", None) != _REFUSED:
        return None
    said = cause.diag  # type: ignore[union-attr]
    return LedgerRefused(said.message_primary or "", said.message_detail or "")

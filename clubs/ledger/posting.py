"""The one way into the ledger: the database function that posts an entry with all its postings, or refuses.

It locks the clubs of a call in an order that cannot deadlock, finds the season of each entry, and posts nothing twice:
the same event or act again is compared with the stored entry. See `docs/reference/ledger.md`.
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
    """The database refused an entry. This is a fault of the program, not of a user.

    Attributes:
        code: `differs` (the ledger has something else for this event), `not-zero`, `not-so`, `no-such-act`,
            `no-such-club`, `no-such-player`, `no-such-entry`, `no-such-season`, `season-closed`, `reversed-already`.
    """

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """Units moved: an entry to be posted.

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
        part: Which of the entries of that event it is, from 1, where there are several.
        reverses_part: The part of the entry that is reversed.
        beside: Of an entry that a ruling puts in the place of another, the part of the reversal: it has its season.
        ruled: The day of the ruling, on which the entry is where the season of its own day is closed.
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
    part: int = 0
    reverses_part: int = 0
    beside: int | None = None
    ruled: date | None = None


class Posted(msgspec.Struct, frozen=True):
    """An entry in the ledger. `fresh`: it was posted now; else an equal one was there before."""

    entry: int
    fresh: bool


def post(moved: Sequence[Moved]) -> list[Posted]:
    """Post entries, all of them or none, within the caller's transaction if there is one.

    The clubs stay locked until it ends, so call it late in a transaction, and once.

    Returns:
        The entry posted or found for each, in their order.

    Raises:
        LedgerRefused: The database refused one of them, and so none is posted.
    """
    if not moved:
        return []
    asked = json.dumps([_parameters(place, one) for place, one in enumerate(moved)])
    try:
        # A savepoint: after a refusal the caller's transaction may go on.
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
    """Lock the ledgers of clubs until the transaction ends, so that reads still hold at posting."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clubs_ledger_lock(%s::uuid[])", [list(clubs)])


def _parameters(place: int, one: Moved) -> dict[str, Any]:
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
        "part": one.part,
        "reverses_part": one.reverses_part,
        "beside": one.beside,
        "ruled": None if one.ruled is None else one.ruled.isoformat(),
        "recorded_at": one.at.astimezone(UTC).isoformat(),
        "players": [None if player is None else str(player) for player, _ in moving],
        "amounts": [amount for _, amount in moving],
    }


def _refusal(fault: DatabaseError) -> LedgerRefused | None:
    """Return the refusal raised by the database function; None for any other fault."""
    cause = fault.__cause__
    if getattr(cause, "sqlstate", None) != _REFUSED:
        return None
    said = cause.diag  # type: ignore[union-attr]
    return LedgerRefused(said.message_primary or "", said.message_detail or "")

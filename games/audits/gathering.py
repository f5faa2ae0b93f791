"""Reading what an audit looks at: the stream, its rows one by one, convention cards, and entries of the ledger."""

import time
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, Final, Literal
from uuid import UUID

from django.db.models import Q
from msgspec.structs import replace

import engine
from clubs.models import LedgerEntry
from engine.fiftysix.ruleset import FiftySix
from games import store
from games.audits.material import ChainRead, Material, Posted, milliseconds
from games.conventions.force import InForce, in_force
from games.models import FOREIGN_LANE, ProjectionCheckpoint, ProjectionRun, Table
from games.sealing.keyring import SealError
from games.stakes import moves as stakes
from games.stakes.projection import Stakes
from games.store import StoredEvent, UnknownEventError, projector
from games.store.verify import Verification
from games.tables.state.folding import fold_all

_CODES: Final = {
    "the version goes back": "version-back",
    "it is not chained to the event before it": "not-chained",
    "it lies in a lane that is not its stream's": "other-lane",
    "it was taken in with another end": "other-end",
    "its time is not finite": "time-not-finite",
    "its time is before 2000": "time-too-early",
    "its time is still to come": "time-to-come",
    "its time is before that of an event before it": "time-back",
    "its type is too long": "type-too-long",
    "its actor is too long": "actor-too-long",
    "its sealed text is too short or too long": "seal-size",
    "its body is too long": "body-too-long",
    "its hash does not fit what it says": "hash",
    "it is sealed, and its type is not": "sealed-open-type",
    "what its type seals is not sealed": "not-sealed",
    "what its type seals lies open": "lies-open",
}
"""The codes of faults of rows; `missing` is a version that is not there, and `unreadable` what cannot be decoded."""

_ATTEMPTS: Final = 20
_PAUSE_SECONDS: Final = 0.1


class LedgerBehind(Exception):  # noqa: N818  # not an error: the audit waits
    """The ledger has not followed the game's events yet."""


def gather(game: UUID, kind: Literal["table", "sheet"], hand: int, through: int) -> Material:
    """Return what an audit of a hand looks at.

    Args:
        game: The id of the table's or the sheet's stream.
        kind: Which of them it is.
        hand: The number of the hand.
        through: The version up to which the stream is read.

    Raises:
        LedgerBehind: The ledger has not come so far, and no fault keeps it back.
    """
    stored: tuple[StoredEvent, ...]
    try:
        stored = tuple(each for each in store.load(game) if each.version <= through)
    except (UnknownEventError, SealError):
        stored = ()
    chain = _chain(game, through, stored)
    if not stored:
        return Material(game, kind, hand, through, chain)
    material = Material(game, kind, hand, through, chain, stored, club=_old_club(stored[0]))
    _bring_ledger(stored)
    return replace(material, cards=_cards(material), posted=_posted(game, through))


def header_of(game: UUID) -> tuple[int, str, int]:
    """Return the last version of a stream, its rule set's id and the version of the rules.

    Of a stream that cannot be read they are the number of its rows, an empty text and 0.
    """
    try:
        stored = store.load(game, opened=False)
    except UnknownEventError:
        return Verification(game).total, "", 0
    return stored[-1].version, stored[0].event.rules, stored[0].event.engine


def _chain(game: UUID, through: int, stored: tuple[StoredEvent, ...]) -> ChainRead:
    """Check the rows of a stream."""
    faults = [(each.version, _code_of(each.what)) for each in Verification(game) if each.version <= through]
    if not stored:
        return ChainRead(0, "", 0, 0, tuple(faults))
    return ChainRead(
        events=len(stored),
        head=stored[-1].hash.hex(),
        began_at=milliseconds(stored[0]),
        ended_at=milliseconds(stored[-1]),
        faults=tuple(faults),
        foreign=stored[0].lane == FOREIGN_LANE,
    )


def _code_of(what: str) -> str:
    if what.endswith("should be here"):
        return "missing"
    return _CODES.get(what, "unreadable")


def _old_club(first: StoredEvent) -> str | None:
    """Return the club of a table whose first event does not say it."""
    if first.type != "TableOpened" or first.schema > stakes.LAST_WITHOUT_CLUB:
        return None
    club = Table.objects.filter(pk=first.stream).values_list("club_id", flat=True).first()
    return None if club is None else str(club)


def _bring_ledger(stored: tuple[StoredEvent, ...]) -> None:
    """Have the ledger follow the events of a game.

    Raises:
        LedgerBehind: It has not come so far, and nothing has stopped it.
    """
    moving = [each.pos for each in stored if each.type in stakes.EVENTS]
    # A stream of another installation moves nothing here.
    if not moving or stored[0].lane == FOREIGN_LANE or _reached(stored[0].lane, moving[-1]):
        return
    for _attempt in range(_ATTEMPTS):
        projector.run_once(Stakes)
        if _reached(stored[0].lane, moving[-1]):
            return
        time.sleep(_PAUSE_SECONDS)  # another worker holds the lane, and is at it
    raise LedgerBehind


def _reached(lane: int, pos: int) -> bool:
    """Tell whether the ledger has come to a position of a lane, or cannot because a fault has stopped it before."""
    serving = Q(run__name=Stakes.name, run__status=ProjectionRun.Status.SERVING, lane=lane)
    return ProjectionCheckpoint.objects.filter(serving, Q(pos__gte=pos) | Q(failed_pos__lte=pos)).exists()


def _posted(game: UUID, through: int) -> tuple[Posted, ...]:
    """Return the entries of a game in its club's ledger, in the order of its events."""
    entries = LedgerEntry.objects.filter(stream=game, version__lte=through).order_by("version", "part")
    return tuple(
        Posted(
            version=entry.version or 0,
            part=entry.part,
            kind=entry.kind,
            hand=entry.hand,
            reverses=None if entry.corrects is None else (entry.corrects.version or 0, entry.corrects.part),
            units={str(posting.account.player_id): posting.amount for posting in entry.postings.all()},
        )
        for entry in entries.select_related("corrects").prefetch_related("postings__account")
    )


def _cards(material: Material) -> tuple[InForce, ...]:
    """Return the card in force for each side of a game of 56 when the hand was dealt, or the sheet was opened."""
    rules = material.rules
    if not isinstance(rules, FiftySix):
        return ()
    state = _seated(material)
    return () if state is None else tuple(in_force(state, side) for side in range(len(rules.sides)))


def _seated(material: Material) -> Any:
    """Return the table when the hand was promised, or what of a sheet stands for it; None of a hand never dealt."""
    if material.is_table:
        before: list[StoredEvent] = []
        for each in material.play:
            if isinstance(each.event, engine.HandDealt) and each.event.hand == material.hand:
                return fold_all(None, before)
            before.append(each)
        return None
    assert material.sheet is not None
    known = material.sheet.players or ("",) * material.rules.players
    seats: Mapping[int, Any] = {
        seat: SimpleNamespace(player=player, bot=False, left=False) for seat, player in enumerate(known)
    }
    promise = SimpleNamespace(committed_at=material.sheet.opened_at)
    return SimpleNamespace(rules=material.rules, seats=seats, promise=promise)

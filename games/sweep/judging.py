"""The closer look at a stream: the findings, each in the words of the check that it comes from.

The chain and the form of the events by `games.store.verify`, the play and the results by `engine.audit`, the deals by
`games.hands.deals`, a score sheet and adjusted results by `games.replaying`. A stream that the quick look (`folding`)
lets pass has no findings here.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

import msgspec

import engine
from engine.phrases import phrase
from games import store
from games.events import sheets as sheet_events
from games.events import tables as events
from games.hands.deals import FAULT_CODES, deal_faults
from games.hands.history import finished_hands, record_with
from games.models import SweepFinding
from games.replaying.streams import first_refused
from games.rescoring.reading import ADJUSTING
from games.sealing.keyring import SealError
from games.store import StoredEvent
from games.store.registry import UnknownEventError
from games.store.verify import Verification

Subject = SweepFinding.Subject

MOST_A_STREAM: Final = 100
"""A stream with more findings than this is listed with its first ones."""
_UNREADABLE: Final = (UnknownEventError, SealError, engine.RulesError, ValueError, TypeError, LookupError)

_LOG_CODES: Final[Mapping[str, str]] = {
    "its hash": "hash",
    "it is not chained": "chain",
    "version": "version",
    "the version": "version",
    "it lies in a lane": "lane",
    "its time": "time",
    "its sealed text": "size",
    "its type": "size",
    "its actor": "size",
    "its body is too long": "size",
    "it is sealed": "seal",
    "what its type seals": "seal",
    "the sealed text": "seal",
    "the key": "seal",
    "it was taken in": "foreign-end",
}
"""The code of a fault of the log, by how its sentence begins. All others are of the form of the event."""
_DEAL_CODES: Final[Mapping[str, str]] = {**FAULT_CODES, phrase("The hand was never promised."): "never-promised"}


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is not as it should be; the members are those of `SweepFinding`."""

    subject: str
    code: str
    hand: int = 0
    version: int = 0
    rule: str = ""
    action: int | None = None
    members: Mapping[str, Any] = {}


class Judged(msgspec.Struct, frozen=True):
    """What the closer look comes to: how many hands and events there are, and what is wrong."""

    hands: int
    events: int
    findings: tuple[Found, ...]


def judge(stream: UUID) -> Judged:
    """Return what is wrong with a stream of a table or a sheet; of any other only its log is judged."""
    findings = list(log_findings(stream))
    try:
        stored = store.load(stream)
    except (UnknownEventError, SealError):
        # The log's own findings name the event.
        return Judged(0, 0, tuple(findings[:MOST_A_STREAM]))
    if not stored:
        return Judged(0, 0, tuple(findings[:MOST_A_STREAM]))
    if isinstance(stored[0].event, events.TableOpened):
        hands = finished_hands(stored)
        findings += table_findings(stored, hands)
    elif isinstance(stored[0].event, sheet_events.SheetOpened):
        hands = _entered(stored)
        findings += _replayed(stored)
    else:
        # Its first event is missing, or is another's.
        hands = []
    return Judged(len(hands), len(stored), tuple(findings[:MOST_A_STREAM]))


def log_findings(stream: UUID) -> Iterator[Found]:
    """Yield the faults of a stream's chain, and of the form of its events."""
    for fault in Verification(stream):
        code = next((code for begins, code in _LOG_CODES.items() if fault.what.startswith(begins)), "form")
        yield Found(subject=Subject.LOG, code=f"log-{code}", version=fault.version, members={"what": fault.what})


def table_findings(stored: Sequence[StoredEvent], hands: Sequence[int]) -> Iterator[Found]:
    """Yield what the auditor finds in the finished hands of a table, and the proofs of their deals."""
    yield from _audited(stored, hands)
    for number in hands:
        try:
            faults = deal_faults(stored, number)
        except _UNREADABLE:
            faults = [""]
        for fault in faults:
            code = _DEAL_CODES.get(fault, "unreadable")
            yield Found(subject=Subject.DEAL, code=f"deal-{code}", hand=number, members={"what": fault})
    if any(isinstance(one.event, ADJUSTING) for one in stored):
        yield from _replayed(stored, ADJUSTING)


def _audited(stored: Sequence[StoredEvent], hands: Sequence[int]) -> Iterator[Found]:
    try:
        record = record_with(stored, lambda ids: {})
    except _UNREADABLE as fault:
        yield Found(subject=Subject.PLAY, code="no-record", members={"what": type(fault).__name__})
        return
    judged = engine.audit(record)
    verdicts = judged.hands if isinstance(judged.hands, tuple) else ()
    for number, verdict in zip(hands, verdicts, strict=False):
        if verdict.verdict == "violation":
            yield Found(
                subject=Subject.PLAY,
                code=str(verdict.code),
                hand=number,
                rule=str(verdict.rule),
                action=verdict.action if isinstance(verdict.action, int) else None,
                members={"seat": verdict.seat} if isinstance(verdict.seat, int) else {},
            )
        elif verdict.verdict != "clean":
            differs = verdict.differs if isinstance(verdict.differs, tuple) else ()
            yield Found(subject=Subject.RESULT, code=verdict.verdict, hand=number, members={"differs": list(differs)})
    # A hand that cannot be judged because of one before it, and one that was opened and never dealt.
    for number in hands[len(verdicts) :]:
        yield Found(subject=Subject.PLAY, code="not-judged", hand=number)


def _replayed(stored: Sequence[StoredEvent], only: tuple[type[Any], ...] = ()) -> Iterator[Found]:
    """Yield the first event that the rules would not have let happen, if it is of these types."""
    refused = first_refused(stored)
    if refused is None or (only and not isinstance(stored[refused.version - 1].event, only)):
        return
    hand = getattr(stored[refused.version - 1].event, "hand", 0)
    yield Found(
        subject=Subject.RESULT if only else Subject.SHEET,
        code="adjusted-otherwise" if only else "sheet-refused",
        hand=hand if isinstance(hand, int) else 0,
        version=refused.version,
        members={"what": refused.what},
    )


def _entered(stored: Sequence[StoredEvent]) -> list[int]:
    """Return the numbers of the hands that were ever entered on a sheet."""
    return sorted({one.event.hand for one in stored if isinstance(one.event, sheet_events.HandEntered)})

"""The shapes of the API for the hands of a score sheet: how they are written, reports, passes."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal
from uuid import UUID

import msgspec

from clubs.api.base import NO_NUL
from engine.fiftysix.calls import HIGHEST, LOWEST
from engine.fiftysix.sheet import DENOMINATIONS, OUTCOMES
from engine.written import SheetHand
from games.sheets.reporting import MAX_NOTE_CHARS

if TYPE_CHECKING:
    Outcome = str
    Denomination = str
else:
    Outcome = Literal[OUTCOMES]
    Denomination = Literal[DENOMINATIONS]

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
HandNumber = Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class ContractSaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A contract: who declares, the number, what it names, and 0, 1 doubled or 2 redoubled."""

    declarer: SeatNumber
    number: Annotated[int, msgspec.Meta(ge=LOWEST, le=HIGHEST)]
    denomination: Denomination
    doubled: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0


class HandOnSheet(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A hand of either game as it is written on a score sheet; members that it does not have are left out.

    Attributes:
        outcome: `made` or `failed` where it was played, `conceded`, `passed_out` or `cancelled`; `claimed` of a hand of
            56 that is known from its record.
        declarer: The seat that plays the contract.
        number: The number of the contract.
        denomination: What a contract of 56 names.
        doubled: 0, or 1 for a doubled and 2 for a redoubled contract of 56.
        auction: The auction of 28 in which the number was bid: 1, or 2 for the second one or a raise.
        points: The card points of the declarer's side, if they were counted.
        shares: The card points by side, where `points` does not say as much.
        alone: What somebody undertook alone in 28.
        soloist: The seat that said `late_thani`, if it is not the declarer.
        swept: One side took every trick, where that counts double.
        surrender: The answer to an offer to give in.
    """

    outcome: Literal["made", "failed", "conceded", "claimed", "passed_out", "cancelled"]
    declarer: SeatNumber | None = None
    number: Annotated[int, msgspec.Meta(ge=0, le=HIGHEST)] | None = None
    denomination: Denomination | None = None
    doubled: Annotated[int, msgspec.Meta(ge=0, le=2)] | None = None
    auction: Annotated[int, msgspec.Meta(ge=1, le=2)] | None = None
    points: Annotated[int, msgspec.Meta(ge=0, le=HIGHEST)] | None = None
    shares: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=HIGHEST)], ...], msgspec.Meta(max_length=4)] = ()
    alone: Literal["", "thani", "late_thani", "cot"] = ""
    soloist: SeatNumber | None = None
    swept: bool = False
    surrender: Literal["", "accepted", "refused"] = ""

    def hand(self) -> SheetHand:
        """Return it as the engine reads it."""
        return SheetHand(**msgspec.structs.asdict(self))


def told_shown(told: SheetHand | None) -> HandOnSheet | None:
    """Return what is written of a hand as the API shows it."""
    return None if told is None else HandOnSheet(**msgspec.structs.asdict(told))


class EnteredHand(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How the running hand came out: `told` for either game, or for 56 the other members.

    Attributes:
        told: The hand as it is written on a sheet, in place of the others.
        outcome: `made` or `failed` where it was played, else `passed_out` or `cancelled`.
        contract: What was played for, if it was not written down before.
        points: The declarers' card points, if they were counted.
    """

    told: HandOnSheet | None = None
    outcome: Outcome | None = None
    contract: ContractSaid | None = None
    points: Annotated[int, msgspec.Meta(ge=0, le=HIGHEST)] | None = None


class HandReport(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A report of sides on how a hand came out.

    Attributes:
        sides: The sides that it speaks for: the own one, of those who keep the sheet any.
        hand: The number of the hand, from 1; later hands wait for those before them.
        edit: Which report of these sides about this hand it is, from 1: the highest counts.
        told: How it came out; null to take the report before back.
    """

    sides: Annotated[tuple[SeatNumber, ...], msgspec.Meta(min_length=1, max_length=8)]
    hand: HandNumber
    edit: HandNumber
    told: HandOnSheet | None


class Settlement(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How a hand came out after all, whatever was reported or entered.

    Attributes:
        told: The hand.
        reason: Why: the reports `differed`, a `slip` of the pen, `miscounted` points, `ruled` so, or something `other`.
        note: The reason in words.
    """

    told: HandOnSheet
    reason: Literal["differed", "slip", "miscounted", "ruled", "other"] = "differed"
    note: Annotated[str, msgspec.Meta(max_length=MAX_NOTE_CHARS, pattern=NO_NUL)] = ""


class Transcript(msgspec.Struct, forbid_unknown_fields=True):
    """The calls and cards of an entered hand, as far as they are known: a hand of `lelam-record/1`."""

    record: dict[str, Any]


class PassWish(msgspec.Struct, forbid_unknown_fields=True):
    """A pass for a phone: the sides that it reports for."""

    sides: Annotated[tuple[SeatNumber, ...], msgspec.Meta(min_length=1, max_length=8)]


class PassShown(msgspec.Struct, frozen=True):
    """A pass to a sheet that is out.

    Attributes:
        sides: The sides that it speaks for.
        address: The link that opens it on a phone, for a QR code.
        opened_at: When it was last opened, or nothing.
    """

    id: UUID
    sides: tuple[int, ...]
    address: str
    issued_at: datetime
    opened_at: datetime | None


class Passes(msgspec.Struct, frozen=True):
    """The passes to a sheet that are out, the first first."""

    results: tuple[PassShown, ...]


class ReportShown(msgspec.Struct, frozen=True):
    """The last report of sides about a hand; `told` is null if they took it back."""

    sides: tuple[int, ...]
    edit: int
    told: HandOnSheet | None


class WaitingHand(msgspec.Struct, frozen=True):
    """A hand that waits for somebody.

    Attributes:
        kind: `differs`: a scorer settles it, or the sides report again; `side`: another side has not reported;
            `earlier`: a hand before it is not entered.
        differs: The members in which the reports differ, from each other or from what is entered.
        missing: The sides that have reported nothing.
    """

    number: int
    kind: str
    reports: tuple[ReportShown, ...]
    differs: tuple[str, ...]
    missing: tuple[int, ...]

"""What the API says and reads of score sheets and rulings."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from clubs.api.base import NO_NUL, Paging, page_of, published
from clubs.api.people import ClubRef
from engine.fiftysix.irregularities import IRREGULARITIES, MOST_EXTRA, Irregularity
from games.api.sheet_hands import (
    ContractSaid,
    Denomination,
    HandOnSheet,
    ReportShown,
    SeatNumber,
    WaitingHand,
    told_shown,
)
from games.api.tables import RulesWish
from games.models import Case, Sheet
from games.rulings import words
from games.sheets.page import SheetPage
from games.sheets.waiting import open_hands

if TYPE_CHECKING:
    Rule = str
else:
    Rule = Literal[tuple(row.id for row in IRREGULARITIES)]

CardCode = Annotated[str, msgspec.Meta(pattern="^[SHDC][J9ATKQ]$", description="A card's code, such as `SJ`.")]


class SheetReceipt(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a request did.

    Attributes:
        sheet: The sheet it was done on.
        version: The version of the sheet after it.
        check: The check that was opened.
    """

    sheet: UUID
    version: int | None = None
    check: UUID | None = None

    @property
    def location(self) -> str:
        """The address of what was made."""
        return f"/api/checks/{self.check}/" if self.check else f"/api/sheets/{self.sheet}/"


class SheetEntry(msgspec.Struct, frozen=True):
    """A score sheet as lists show it: `hands` are decided, `score` is each side's stake points.

    Attributes:
        status: `open`, `finished` or `closed`.
        provisional: A hand of it is disputed, and its result may change.
    """

    id: UUID
    name: str
    club: ClubRef | None
    rules: str
    status: str
    version: int
    hands: int
    score: tuple[int, ...]
    created_at: datetime
    provisional: bool


SheetEntryPage = page_of(SheetEntry)


class SheetQuery(Paging):
    """Which sheets."""

    status: Literal["open", "finished", "closed"] | UnsetType = UNSET
    club: (
        Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL, description="Sheets of the club with this slug.")]
        | UnsetType
    ) = UNSET


class SheetWish(RulesWish):
    """A score sheet to be opened.

    Attributes:
        rules: The id of the rule set; left out with house rules.
        options: Options of the rule set that differ from its defaults; none with house rules.
        house: The id of a club's house rules, which say the rule set and its options. The club is theirs.
        name: What to call the match.
        club: The slug of the club it belongs to, of which you are an officer.
        names: Who sits where, a seat each.
        players: The ids of those whom the club knows, a seat each, null for the others: a match of which all players
            are known counts in the club once it is over.
        visitors: The seats of people who are on no list, by their `names`: visiting players, as at a live table. The
            match then moves nothing in the club.
        dealer: Who deals the first hand.
    """

    name: Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)] = ""
    club: Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)] | None = None
    names: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=40, pattern=NO_NUL)], ...], msgspec.Meta(max_length=8)
    ] = ()
    players: Annotated[tuple[UUID | None, ...], msgspec.Meta(max_length=8)] = ()
    visitors: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=8)] = ()
    dealer: SeatNumber = 0


class RulingWish(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A ruling: a row of the ledger, one of its remedies, and what that needs (see the sheet's irregularities)."""

    rule: Rule
    remedy: Annotated[str, msgspec.Meta(max_length=20, pattern="^[a-z-]+$")]
    offender: SeatNumber | None = None
    card: CardCode | None = None
    denomination: Denomination | None = None
    extra: Annotated[int, msgspec.Meta(ge=0, le=MOST_EXTRA)] = 0


class TableRulingWish(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A ruling on the running hand of a live table: `56-IRR-20` after a claim that was objected to, `56-IRR-27`."""

    rule: Rule
    remedy: Annotated[str, msgspec.Meta(max_length=20, pattern="^[a-z-]+$")]
    offender: SeatNumber
    hand: Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class CardPlayed56(msgspec.Struct, forbid_unknown_fields=True):
    """A penalty card that was played."""

    seat: SeatNumber
    card: CardCode


class EntryMeant(msgspec.Struct, forbid_unknown_fields=True):
    """The entry that is taken back, by its version; nothing for whichever is the last."""

    entry: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)] | None = None


class RemedyShown(msgspec.Struct, frozen=True):
    """What may be done about an irregularity, and what a ruling by it needs to name."""

    key: str
    says: str
    needs_card: bool
    needs_denomination: bool
    takes_extra: bool
    ends_hand: bool
    loses_match: bool


class IrregularityShown(msgspec.Struct, frozen=True):
    """A row of the ledger.

    Attributes:
        phase: `deal`, `auction`, `play` or `any`.
        chooser: Who chooses: `nobody`, `next` (the opponent next in turn after the offender), `offended`, `offender`,
            `dealer`, `opener`, `other`, `director` or `anybody`.
        online: Whether it can happen at a live table too.
    """

    id: str
    phase: str
    happened: str
    chooser: str
    who: str
    needs_contract: bool
    online: bool
    remedies: tuple[RemedyShown, ...]


class Irregularities(msgspec.Struct, frozen=True):
    """All that can go wrong in a match, in the order of the ledger."""

    results: tuple[IrregularityShown, ...]


class SheetSide(msgspec.Struct, frozen=True):
    """A side with its stakes, base cards or points.

    Attributes:
        games: The games that it has won; null where the match does not go by games.
        kunukku: The kunukku that each of its players wears, or the salaams made; empty where none are kept.
    """

    side: int
    seats: tuple[int, ...]
    score: int
    games: int | None
    kunukku: tuple[int, ...] = ()


class DecidedHand(msgspec.Struct, frozen=True):
    """A decided hand.

    Attributes:
        outcome: `made`, `failed`, `conceded`, `passed_out`, `cancelled` or `adjusted`, which is by a ruling.
        contract: The contract of a hand of 56.
        told: The hand as it is written; null where a ruling ended it.
        points: The card points of each side, if they were counted.
        change: What each side won in it: game points, or in 56 stake points, awarded ones among them.
        score: Each side's stakes, base cards or points after it.
        ruling: The number of the ruling that ended it, if one did.
        entry: The version of the entry that decided it.
    """

    number: int
    outcome: str
    contract: ContractSaid | None
    told: HandOnSheet | None
    points: tuple[int, ...] | None
    change: tuple[int, ...]
    score: tuple[int, ...]
    ruling: int | None
    entry: int


class SheetRuling(msgspec.Struct, frozen=True):
    """A ruling with what followed from it, in words; `withdrawn` ones changed nothing."""

    number: int
    hand: int
    rule: str
    remedy: str
    offender: int | None
    effects: tuple[str, ...]
    withdrawn: bool
    at: datetime


class PenaltyCard(msgspec.Struct, frozen=True):
    """A card that lies open; `first`: it goes at the first legal chance."""

    seat: int
    card: str
    first: bool


class SheetShown(msgspec.Struct, frozen=True):
    """A score sheet.

    Attributes:
        status: `open`, `finished` or `closed`.
        names: Who sits where.
        hand: The number of the running hand, or of the last one.
        contract: What is played for in it, if it was written down.
        cards: The penalty cards that lie open.
        owed: What else is owed in the running hand, in words.
        waiting: The hands whose reports differ, or that wait for a side or for an earlier hand.
        last: The version of the last entry, which can be taken back.
        winners: The sides that have won.
        may_write: Whether you keep this sheet.
        may_rule: Whether you give rulings on it.
    """

    id: UUID
    name: str
    club: ClubRef | None
    rules: str
    options: dict[str, Any]
    status: str
    version: int
    names: tuple[str, ...]
    sides: tuple[SheetSide, ...]
    hand: int
    dealer: int
    opener: int
    contract: ContractSaid | None
    cards: tuple[PenaltyCard, ...]
    owed: tuple[str, ...]
    hands: tuple[DecidedHand, ...]
    waiting: tuple[WaitingHand, ...]
    rulings: tuple[SheetRuling, ...]
    last: int | None
    winners: tuple[int, ...]
    may_write: bool
    may_rule: bool
    created_at: datetime


def _hand(page: SheetPage) -> tuple[DecidedHand, ...]:
    """Return the decided hands, the first first."""
    return tuple(
        DecidedHand(
            number=scored.hand,
            outcome=scored.outcome,
            contract=None
            if scored.declarer is None or page.family != "56"
            else ContractSaid(scored.declarer, scored.bid or 0, scored.denomination or "", scored.doubled or 0),
            told=None if entry.ruling else told_shown(entry.event.told),
            points=scored.points,
            change=row.change,
            score=row.score,
            ruling=row.ruling or None,
            entry=entry.version,
        )
        for (entry, scored), row in zip(page.state.results, reversed(page.hands), strict=True)
    )


def _rulings(page: SheetPage) -> tuple[SheetRuling, ...]:
    """Return the rulings, the first first."""
    entries = [entry for entry in page.state.entries if entry.ruling]
    return tuple(
        published(SheetRuling, row, remedy=entry.event.remedy, offender=entry.event.offender)
        for entry, row in zip(entries, reversed(page.rulings), strict=True)
    )


def sheets_of(sheets: Sequence[Sheet]) -> Iterator[SheetEntry]:
    """Yield sheets as lists show them."""
    disputed = Case.objects.provisional(sheet.pk for sheet in sheets)
    return (published(SheetEntry, sheet, provisional=sheet.pk in disputed) for sheet in sheets)


def shown(page: SheetPage) -> SheetShown:
    """Return a sheet as its page shows it."""
    row, sheet, rules = page.row, page.state.sheet, page.state.rules
    tally, last = sheet.running, page.state.last
    return published(
        SheetShown,
        row,
        version=page.state.version,
        names=page.names,
        sides=tuple(SheetSide(one.side, rules.sides[one.side], one.score, one.games, one.worn) for one in page.sides),
        hand=tally.hand,
        dealer=sheet.dealer,
        opener=sheet.opener,
        contract=sheet.contract,
        cards=page.state.standing.cards,
        owed=page.owed,
        hands=_hand(page),
        waiting=tuple(
            WaitingHand(
                hand.number,
                hand.kind,
                tuple(ReportShown(report.sides, report.edit, told_shown(report.told)) for report in hand.reports),
                hand.marked,
                hand.missing,
            )
            for hand in open_hands(page.state)
        ),
        rulings=_rulings(page),
        last=None if last is None else last.version,
        winners=tally.winners,
        may_write=page.may_write,
        may_rule=page.may_rule,
    )


def row_of(row: Irregularity) -> IrregularityShown:
    """Return a row of the ledger with its words."""
    return published(
        IrregularityShown,
        row,
        phase=row.phase.value,
        happened=str(words.HAPPENED[row.id]),
        chooser=row.chooser.value,
        who=str(words.WHO[row.chooser]),
        remedies=tuple(
            published(RemedyShown, remedy, says=str(words.REMEDIES[row.id, remedy.key])) for remedy in row.remedies
        ),
    )

"""Score sheets of matches at real tables, and a director's rulings, there and at live tables."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from msgspec import UNSET, UnsetType
from rest_framework.permissions import BasePermission, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

import engine
from clubs.api.base import NO_NUL, ApiView, Paging, page_of, query
from clubs.api.people import ClubRef, club_ref
from clubs.api.problems import invalid
from clubs.models import Club, Player
from engine.fiftysix.irregularities import IRREGULARITIES, MOST_EXTRA, Irregularity, irregularities_of
from engine.fiftysix.rulings import Ruling
from engine.fiftysix.sheet import DENOMINATIONS, HIGHEST, LOWEST, OUTCOMES
from engine.fiftysix.state import Contract
from games import services as live
from games.api.etags import ETAG, SEEN_BEFORE, answer_if_changed
from games.api.writing import KEY, SEEN, Receipt, WritingView
from games.sheet_models import Sheet
from games.sheets import said, selectors, services
from games.sheets.page import SheetPage, sheet_page
from games.sheets.state import rules_of

if TYPE_CHECKING:
    RulesOf56 = str
    Rule = str
    Outcome = str
    Denomination = str
else:
    RulesOf56 = Literal[tuple(name for name in engine.rule_set_ids() if engine.load_rules(name).family == "56")]
    Rule = Literal[tuple(row.id for row in IRREGULARITIES)]
    Outcome = Literal[OUTCOMES]
    Denomination = Literal[DENOMINATIONS]

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
CardCode = Annotated[str, msgspec.Meta(pattern="^[SHDC][J9ATKQ]$", description="A card's code, such as `SJ`.")]


class SheetReceipt(msgspec.Struct, frozen=True):
    """What a request did: the sheet it was done on, and its version after it."""

    sheet: UUID
    version: int

    @property
    def location(self) -> str:
        """The address of the sheet."""
        return f"/api/sheets/{self.sheet}/"


class SheetEntry(msgspec.Struct, frozen=True):
    """A score sheet as lists show it: `hands` are decided, `score` is each side's stake points.

    Attributes:
        status: `open` or `finished`.
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


SheetEntryPage = page_of(SheetEntry)


class SheetQuery(Paging):
    """Which sheets."""

    status: Literal["open", "finished"] | UnsetType = UNSET
    club: (
        Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL, description="Sheets of the club with this slug.")]
        | UnsetType
    ) = UNSET


class SheetWish(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A score sheet to be opened.

    Attributes:
        rules: The id of a rule set of 56.
        options: Options of the rule set that differ from its defaults.
        name: What to call the match.
        club: The slug of the club it belongs to, of which you are an officer.
        names: Who sits where, a seat each.
        dealer: Who deals the first hand.
    """

    rules: RulesOf56
    options: dict[str, Any] = {}
    name: Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)] = ""
    club: Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)] | None = None
    names: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=40, pattern=NO_NUL)], ...], msgspec.Meta(max_length=8)
    ] = ()
    dealer: SeatNumber = 0


class ContractSaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A contract: who declares, the number, what it names, and 0, 1 doubled or 2 redoubled."""

    declarer: SeatNumber
    number: Annotated[int, msgspec.Meta(ge=LOWEST, le=HIGHEST)]
    denomination: Denomination
    doubled: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0


class HandResult56(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How the running hand came out.

    Attributes:
        outcome: `made` or `failed` where it was played, else `passed_out` or `cancelled`.
        contract: What was played for, if it was not written down before.
        points: The declarers' card points, if they were counted.
    """

    outcome: Outcome
    contract: ContractSaid | None = None
    points: Annotated[int, msgspec.Meta(ge=0, le=HIGHEST)] | None = None


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
    """A side with its stake points; `games` is null where the match does not go by games."""

    side: int
    seats: tuple[int, ...]
    score: int
    games: int | None


class SheetHand(msgspec.Struct, frozen=True):
    """A decided hand.

    Attributes:
        outcome: `made`, `failed`, `passed_out`, `cancelled` or `adjusted`, which is by a ruling.
        points: The card points of each side, if they were counted.
        change: The stake points of each side in it, awarded ones among them.
        score: Each side's stake points after it.
        ruling: The number of the ruling that ended it, if one did.
        entry: The version of the entry that decided it.
    """

    number: int
    outcome: str
    contract: ContractSaid | None
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
        status: `open` or `finished`.
        names: Who sits where.
        hand: The number of the running hand, or of the last one.
        contract: What is played for in it, if it was written down.
        cards: The penalty cards that lie open.
        owed: What else is owed in the running hand, in words.
        last: The version of the last entry, which can be taken back.
        winners: The sides that have won.
        may_write: Whether you keep this sheet.
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
    hands: tuple[SheetHand, ...]
    rulings: tuple[SheetRuling, ...]
    last: int | None
    winners: tuple[int, ...]
    may_write: bool
    created_at: datetime


def _entry(row: Sheet) -> SheetEntry:
    return SheetEntry(
        id=row.pk,
        name=row.name,
        club=club_ref(row.club) if row.club else None,
        rules=row.rules,
        status=row.status,
        version=row.version,
        hands=row.hands,
        score=tuple(row.score),
        created_at=row.created_at,
    )


def _contract(contract: Contract | None) -> ContractSaid | None:
    if contract is None:
        return None
    return ContractSaid(contract.declarer, contract.number, contract.denomination, contract.doubled)


def _hand(page: SheetPage) -> tuple[SheetHand, ...]:
    """Return the decided hands, the first first."""
    return tuple(
        SheetHand(
            number=scored.hand,
            outcome=scored.outcome,
            contract=None
            if scored.declarer is None
            else ContractSaid(scored.declarer, scored.bid or 0, scored.denomination or "", scored.doubled or 0),
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
        SheetRuling(
            number=row.number,
            hand=row.hand,
            rule=row.rule,
            remedy=entry.event.remedy,
            offender=entry.event.offender,
            effects=row.effects,
            withdrawn=row.withdrawn,
            at=row.at,
        )
        for entry, row in zip(entries, reversed(page.rulings), strict=True)
    )


def _shown(page: SheetPage) -> SheetShown:
    row, sheet, rules = page.row, page.state.sheet, page.state.rules
    tally, last = sheet.running, page.state.last
    return SheetShown(
        id=row.pk,
        name=row.name,
        club=club_ref(row.club) if row.club else None,
        rules=row.rules,
        options=row.options,
        status=row.status,
        version=page.state.version,
        names=page.names,
        sides=tuple(SheetSide(one.side, rules.sides[one.side], one.score, one.games) for one in page.sides),
        hand=tally.hand,
        dealer=sheet.dealer,
        opener=sheet.opener,
        contract=_contract(sheet.contract),
        cards=tuple(PenaltyCard(card.seat, card.card, card.first) for card in page.state.standing.cards),
        owed=page.owed,
        hands=_hand(page),
        rulings=_rulings(page),
        last=None if last is None else last.version,
        winners=tally.winners,
        may_write=page.may_write,
        created_at=row.created_at,
    )


def _row(row: Irregularity) -> IrregularityShown:
    return IrregularityShown(
        id=row.id,
        phase=row.phase.value,
        happened=str(said.HAPPENED[row.id]),
        chooser=row.chooser.value,
        who=str(said.WHO[row.chooser]),
        needs_contract=row.needs_contract,
        online=row.online,
        remedies=tuple(
            RemedyShown(
                key=remedy.key,
                says=str(said.REMEDIES[row.id, remedy.key]),
                needs_card=remedy.needs_card,
                needs_denomination=remedy.needs_denomination,
                takes_extra=remedy.takes_extra,
                ends_hand=remedy.ends_hand,
                loses_match=remedy.loses_match,
            )
            for remedy in row.remedies
        ),
    )


class WritingSheet(WritingView):
    """An endpoint that writes on a sheet."""

    receipt = SheetReceipt

    def enter(self, sheet_id: UUID, write: Callable[..., int], **entry: Any) -> Response:
        """Make an entry, once for each key, on the sheet as it was seen."""
        seen = self.version_seen()

        def do(command: UUID) -> SheetReceipt:
            player: Player = self.require_player()
            version = write(sheet_id=sheet_id, player=player, expected_version=seen, command=command, **entry)
            return SheetReceipt(sheet_id, version)

        return self.once(do)


class Sheets(WritingSheet):
    """The score sheets."""

    permission_classes: Sequence[type[BasePermission]] = (IsAuthenticatedOrReadOnly,)

    def get_throttles(self) -> list[BaseThrottle]:
        """Count only what opens a sheet as writing."""
        self.throttle_scope = "write" if self.request.method == "POST" else None
        return super().get_throttles()

    @extend_schema(operation_id="sheets_list", parameters=query(SheetQuery), responses=SheetEntryPage, tags=["sheets"])
    def get(self, request: Request) -> Response:
        """List your score sheets and those of your clubs: the newest first."""
        asked = self.asked(SheetQuery)
        found = selectors.visible_sheets(self.player())
        if asked.status is not UNSET:
            found = found.filter(status=asked.status)
        if asked.club is not UNSET:
            found = found.filter(club__slug=asked.club)
        return self.page(found, SheetEntryPage, asked, lambda rows: map(_entry, rows))

    @extend_schema(
        operation_id="sheets_create",
        parameters=[KEY],
        request=SheetWish,
        responses={201: SheetReceipt},
        tags=["sheets"],
    )
    def post(self, request: Request) -> Response:
        """Open a score sheet for a match of 56 at a real table."""
        wish = self.read(SheetWish)
        terms = msgspec.structs.asdict(wish) | {"club": None}
        if wish.club is not None:
            terms["club"] = Club.objects.filter(slug=wish.club).first()
            if terms["club"] is None:
                raise invalid("/club", _("There is no such club."))

        def open_sheet(command: UUID) -> SheetReceipt:
            opened = services.open_sheet(player=self.require_player(), command=command, **terms)
            return SheetReceipt(opened.pk, opened.version)

        return self.once(open_sheet, status=201)


class OneSheet(ApiView):
    """A score sheet."""

    @extend_schema(
        operation_id="sheets_retrieve",
        parameters=[SEEN_BEFORE, ETAG],
        responses={200: SheetShown, 304: None},
        tags=["sheets"],
    )
    def get(self, request: Request, sheet_id: UUID) -> Response:
        """Show a score sheet: score, hands, rulings, and what lies open in the running hand."""
        player = self.player()
        shown = _shown(sheet_page(selectors.visible_sheet(sheet_id, player), player))
        return answer_if_changed(request, shown, version=shown.version)


class IrregularitiesOfSheet(ApiView):
    """What can go wrong in a match."""

    @extend_schema(operation_id="sheets_irregularities", responses=Irregularities, tags=["sheets"])
    def get(self, request: Request, sheet_id: UUID) -> Response:
        """List what can go wrong, who chooses, and which remedies there are, by the rules of this match."""
        row = selectors.visible_sheet(sheet_id, self.player())
        rules = rules_of(row.rules, row.options, row.engine)
        return Response(Irregularities(tuple(map(_row, irregularities_of(rules.conventions)))))


class SheetHands(WritingSheet):
    """The hands of a sheet."""

    @extend_schema(
        operation_id="sheets_hand",
        parameters=[KEY, SEEN],
        request=HandResult56,
        responses=SheetReceipt,
        tags=["sheets"],
    )
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Enter how the running hand came out: stake points and the end of the match follow."""
        body = self.read(HandResult56)
        contract = None if body.contract is None else msgspec.structs.astuple(body.contract)
        return self.enter(sheet_id, services.enter_hand, outcome=body.outcome, contract=contract, points=body.points)


class SheetContracts(WritingSheet):
    """The contract of the running hand."""

    @extend_schema(
        operation_id="sheets_contract",
        parameters=[KEY, SEEN],
        request=ContractSaid,
        responses=SheetReceipt,
        tags=["sheets"],
    )
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Write the contract of the running hand down, ahead of its result."""
        contract = msgspec.structs.astuple(self.read(ContractSaid))
        return self.enter(sheet_id, services.note_contract, contract=contract)


class SheetRulings(WritingSheet):
    """The rulings on a sheet."""

    @extend_schema(
        operation_id="sheets_rule",
        parameters=[KEY, SEEN],
        request=RulingWish,
        responses=SheetReceipt,
        tags=["sheets"],
    )
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Rule on an irregularity: what follows from it is applied at once."""
        body = self.read(RulingWish)
        ruling = Ruling(
            rule=body.rule,
            remedy=body.remedy,
            offender=body.offender,
            card=body.card or "",
            denomination=body.denomination or "",
            extra=body.extra,
        )
        return self.enter(sheet_id, services.give_ruling, ruling=ruling)


class SheetCards(WritingSheet):
    """The penalty cards that lie open."""

    @extend_schema(
        operation_id="sheets_lift",
        parameters=[KEY, SEEN],
        request=CardPlayed56,
        responses=SheetReceipt,
        tags=["sheets"],
    )
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Write down that a penalty card was played."""
        body = self.read(CardPlayed56)
        return self.enter(sheet_id, services.lift_card, seat=body.seat, card=body.card)


class SheetWithdrawals(WritingSheet):
    """Entries taken back."""

    @extend_schema(
        operation_id="sheets_withdraw",
        parameters=[KEY, SEEN],
        request=EntryMeant,
        responses=SheetReceipt,
        tags=["sheets"],
    )
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Take the last entry back, with all that followed from it."""
        return self.enter(sheet_id, services.withdraw, entry=self.read(EntryMeant).entry)


class SheetEnd(WritingSheet):
    """The end of a match."""

    @extend_schema(
        operation_id="sheets_stop",
        parameters=[KEY, SEEN],
        request=None,
        responses=SheetReceipt,
        tags=["sheets"],
    )
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """End the match at the score as it stands."""
        return self.enter(sheet_id, services.stop_match)


class TableRulings(WritingView):
    """Rulings at a live table."""

    @extend_schema(
        operation_id="tables_rule", parameters=[KEY], request=TableRulingWish, responses=Receipt, tags=["play"]
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        """Rule on prompting or on a disputed claim, as an officer of the table's club who does not play there."""
        body = self.read(TableRulingWish)
        return self.once(
            lambda command: Receipt(
                table_id,
                live.give_ruling(
                    table_id=table_id,
                    player=self.require_player(),
                    rule=body.rule,
                    remedy=body.remedy,
                    offender=body.offender,
                    hand=body.hand,
                    command=command,
                ),
            )
        )

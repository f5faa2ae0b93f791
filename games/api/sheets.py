"""Score sheets of matches at real tables, and a director's rulings, there and at live tables."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import ApiView, Paging, described
from clubs.api.problems import Problem, unknown
from clubs.models import Club, Player
from engine.fiftysix.rulings import Ruling
from games.api.etags import ETAG, SEEN_BEFORE, answer_if_changed
from games.api.hands import HandEntryPage, entries_of
from games.api.sheet_hands import (
    ContractSaid,
    EnteredHand,
    HandReport,
    Passes,
    PassShown,
    PassWish,
    Settlement,
    Transcript,
)
from games.api.sheet_shapes import (
    CardPlayed56,
    EntryMeant,
    Irregularities,
    RulingWish,
    SheetEntryPage,
    SheetQuery,
    SheetReceipt,
    SheetShown,
    SheetWish,
    TableRulingWish,
    row_of,
    sheets_of,
    shown,
)
from games.api.writing import PublicWritingView, Receipt, WritingView
from games.hands.lists import hands_of_sheet
from games.models import SheetPass
from games.rulings.services import give_ruling
from games.sheets import passes, reporting, selectors, services
from games.sheets.authors import Author
from games.sheets.page import sheet_page
from games.sheets.phone import PhoneSheet, phone_sheet
from games.sheets.state import irregularities, rules_of

operation = partial(described, tag="sheets")


class WritingSheet(WritingView):
    """An endpoint that writes on a sheet."""

    version_required = True

    def enter(self, sheet_id: UUID, write: Callable[..., int], **entry: Any) -> Response:
        """Make an entry on the sheet as it was seen."""
        seen, player = self.version_seen(), self.require_player()
        version = write(sheet_id=sheet_id, player=player, expected_version=seen, command=self.command, **entry)
        return self.receipt(SheetReceipt(sheet_id, version))


class Sheets(PublicWritingView):
    """The score sheets."""

    @operation("sheets_list", SheetEntryPage, parameters=SheetQuery)
    def get(self, request: Request) -> Response:
        """List your score sheets and those of your clubs: the newest first."""
        asked = self.asked(SheetQuery)
        found = selectors.visible_sheets(self.player())
        if asked.status is not UNSET:
            found = found.filter(status=asked.status)
        if asked.club is not UNSET:
            found = found.filter(club__slug=asked.club)
        return self.page(found, SheetEntryPage, asked, sheets_of)

    @operation("sheets_create", {201: SheetReceipt}, body=SheetWish)
    def post(self, request: Request) -> Response:
        """Open a score sheet for a game of 28 or 56 with real cards."""
        wish = self.read(SheetWish)
        terms = msgspec.structs.asdict(wish) | {
            "rules": wish.rule_set(), "club": None, "players": _players(wish.players),
        }  # fmt: skip
        if wish.club is not None:
            terms["club"] = Club.objects.filter(slug=wish.club).first()
            if terms["club"] is None:
                raise unknown("/club", _("There is no such club."))
        opened = services.open_sheet(player=self.require_player(), command=self.command, **terms)
        return self.receipt(SheetReceipt(opened.pk, opened.version), status=201)


def _players(wanted: Sequence[UUID | None]) -> dict[int, Player]:
    """Return players by seat.

    Raises:
        Problem: There is no such player.
    """
    known = Player.objects.in_bulk([player_id for player_id in wanted if player_id is not None])
    for seat, player_id in enumerate(wanted):
        if player_id is not None and player_id not in known:
            raise unknown(f"/players/{seat}", _("There is no such player."))
    return {seat: known[player_id] for seat, player_id in enumerate(wanted) if player_id is not None}


class OneSheet(ApiView):
    """A score sheet."""

    @operation("sheets_retrieve", {200: SheetShown, 304: None}, headers=[SEEN_BEFORE, ETAG])
    def get(self, request: Request, sheet_id: UUID) -> Response:
        """Show a score sheet: score, hands, rulings, and what lies open in the running hand."""
        player = self.player()
        sheet = shown(sheet_page(selectors.visible_sheet(sheet_id, player), player))
        return answer_if_changed(request, sheet, version=sheet.version)


class IrregularitiesOfSheet(ApiView):
    """What can go wrong in a match."""

    @operation("sheets_irregularities", Irregularities)
    def get(self, request: Request, sheet_id: UUID) -> Response:
        """List what can go wrong, who chooses, and which remedies there are, by the rules of this match."""
        row = selectors.visible_sheet(sheet_id, self.player())
        rules = rules_of(row.rules, row.options, row.engine)
        return Response(Irregularities(tuple(map(row_of, irregularities(rules)))))


class SheetHands(WritingSheet):
    """The hands of a sheet."""

    @operation("sheets_hands_list", HandEntryPage, parameters=Paging, tag="hands")
    def get(self, request: Request, sheet_id: UUID) -> Response:
        """List the hands that stand on a score sheet: the first one first."""
        sheet = selectors.visible_sheet(sheet_id, self.player())
        return self.page(hands_of_sheet(sheet), HandEntryPage, self.asked(Paging), entries_of)

    @operation("sheets_hand", SheetReceipt, body=EnteredHand)
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Enter how the running hand came out: points, stakes, kunukku and the end of the game follow."""
        body = self.read(EnteredHand)
        if body.told is not None:
            return self.enter(sheet_id, services.enter_hand, told=body.told.hand())
        contract = None if body.contract is None else msgspec.structs.astuple(body.contract)
        return self.enter(
            sheet_id, services.enter_hand, outcome=body.outcome or "", contract=contract, points=body.points
        )


class SheetReports(WritingView):
    """The reports of the sides."""

    @operation("sheets_report", SheetReceipt, body=HandReport)
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Report how a hand came out; what two sides report alike is entered. The same report twice is one."""
        body = self.read(HandReport)
        version = reporting.report_hand(
            sheet_id=sheet_id,
            author=Author(self.require_player()),
            sides=body.sides,
            hand=body.hand,
            edit=body.edit,
            told=None if body.told is None else body.told.hand(),
        )
        return self.receipt(SheetReceipt(sheet_id, version))


class SheetPhone(ApiView):
    """A sheet as the phone of a player shows it."""

    @operation("sheets_phone", {200: PhoneSheet, 304: None}, headers=[SEEN_BEFORE, ETAG])
    def get(self, request: Request, sheet_id: UUID) -> Response:
        """Show a sheet as a phone at the table does: the form of a hand, the reports, what waits, the totals."""
        player = self.player()
        sheet = phone_sheet(selectors.visible_sheet(sheet_id, player), Author(player))
        return answer_if_changed(request, sheet, version=sheet.version)


class HandSettlement(WritingSheet):
    """The settlement of a hand."""

    @operation("sheets_settle", SheetReceipt, body=Settlement)
    def post(self, request: Request, sheet_id: UUID, number: int) -> Response:
        """Settle a hand whose reports differ, or correct one that is entered: the hands after it are reckoned again."""
        body = self.read(Settlement)
        told = body.told.hand()
        return self.enter(sheet_id, reporting.settle_hand, hand=number, told=told, reason=body.reason, note=body.note)


class HandClearance(WritingSheet):
    """Reports taken back by a scorer."""

    @operation("sheets_clear", SheetReceipt)
    def post(self, request: Request, sheet_id: UUID, number: int) -> Response:
        """Clear the reports of a hand that is not entered: the sides report it anew."""
        return self.enter(sheet_id, reporting.clear_reports, hand=number)


class HandTranscript(WritingView):
    """The calls and cards of a hand."""

    @operation("sheets_transcript", Transcript)
    def get(self, request: Request, sheet_id: UUID, number: int) -> Response:
        """Show the calls and cards of an entered hand, as far as they were written down."""
        row = selectors.visible_sheet(sheet_id, self.player())
        state = selectors.load_state(row.pk)
        record = state.facts_of(number).record if number in state.hands else None
        if record is None:
            raise Problem("not-found", _("Nobody has entered the cards of this hand."))
        return Response(Transcript(dict(record)))

    @operation("sheets_transcribe", SheetReceipt, body=Transcript)
    def post(self, request: Request, sheet_id: UUID, number: int) -> Response:
        """Write down the calls and cards of an entered hand, as far as they are known; a later one replaces it."""
        version = reporting.transcribe_hand(
            sheet_id=sheet_id,
            author=Author(self.require_player()),
            hand=number,
            record=self.read(Transcript).record,
            command=self.command,
        )
        return self.receipt(SheetReceipt(sheet_id, version))


class SheetPasses(WritingView):
    """The passes to a sheet."""

    @operation("sheets_passes", Passes)
    def get(self, request: Request, sheet_id: UUID) -> Response:
        """List the passes to a sheet that are out, for those who keep it."""
        sheet = selectors.written_sheet(sheet_id, self.player())
        out = () if passes.passes_ended(sheet) else passes.passes_out(sheet)
        return Response(Passes(tuple(_pass(request, issued) for issued in out)))

    @operation("sheets_issue_pass", {201: PassShown}, body=PassWish)
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Issue a pass: whoever opens its link on a phone reports for these sides, without an account."""
        player = self.require_player()
        issued = passes.issue_pass(sheet_id=sheet_id, player=player, sides=self.read(PassWish).sides)
        return Response(_pass(request, issued), status=201, headers={"Location": f"/api/sheets/{sheet_id}/passes/"})


class SheetPassRevoked(WritingView):
    """A pass that is revoked."""

    @operation("sheets_revoke_pass", None)
    def post(self, request: Request, sheet_id: UUID, pass_id: UUID) -> Response:
        """Revoke a pass at once; what was reported by it stays."""
        passes.revoke_pass(sheet_id=sheet_id, pass_id=pass_id, player=self.require_player())
        return Response(status=204)


def _pass(request: Request, held: SheetPass) -> PassShown:
    return PassShown(
        held.pk,
        tuple(held.sides),
        passes.pass_address(request, held),
        held.issued_at,
        held.opened_at,  # type: ignore[arg-type]
    )


class SheetContracts(WritingSheet):
    """The contract of the running hand."""

    @operation("sheets_contract", SheetReceipt, body=ContractSaid)
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Write the contract of the running hand down, ahead of its result."""
        contract = msgspec.structs.astuple(self.read(ContractSaid))
        return self.enter(sheet_id, services.note_contract, contract=contract)


class SheetRulings(WritingSheet):
    """The rulings on a sheet."""

    @operation("sheets_rule", SheetReceipt, body=RulingWish)
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

    @operation("sheets_lift", SheetReceipt, body=CardPlayed56)
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Write down that a penalty card was played."""
        body = self.read(CardPlayed56)
        return self.enter(sheet_id, services.lift_card, seat=body.seat, card=body.card)


class SheetWithdrawals(WritingSheet):
    """Entries taken back."""

    @operation("sheets_withdraw", SheetReceipt, body=EntryMeant)
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Take the last entry back, with all that followed from it."""
        return self.enter(sheet_id, services.withdraw, entry=self.read(EntryMeant).entry)


class SheetEnd(WritingSheet):
    """The end of a match."""

    @operation("sheets_stop", SheetReceipt)
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """End the match at the score as it stands."""
        return self.enter(sheet_id, services.stop_match)


class TableRulings(WritingView):
    """Rulings at a live table."""

    @operation("tables_rule", Receipt, body=TableRulingWish, tag="play")
    def post(self, request: Request, table_id: UUID) -> Response:
        """Rule on prompting or on a disputed claim, as a director of the table's club who does not play there."""
        return self.do(give_ruling, table_id, self.read(TableRulingWish))

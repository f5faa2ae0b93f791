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

from clubs.api.base import ApiView, described
from clubs.api.problems import unknown
from clubs.models import Club, Player
from engine.fiftysix.rulings import Ruling
from games.api.etags import ETAG, SEEN_BEFORE, answer_if_changed
from games.api.sheet_shapes import (
    CardPlayed56,
    ContractSaid,
    EntryMeant,
    HandResult56,
    Irregularities,
    RulingWish,
    SheetEntryPage,
    SheetQuery,
    SheetReceipt,
    SheetShown,
    SheetWish,
    TableRulingWish,
    row_of,
    shown,
)
from games.api.writing import PublicWritingView, Receipt, WritingView
from games.rulings.services import give_ruling
from games.sheets import selectors, services
from games.sheets.page import sheet_page
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
        return self.page(found, SheetEntryPage, asked)

    @operation("sheets_create", {201: SheetReceipt}, body=SheetWish)
    def post(self, request: Request) -> Response:
        """Open a score sheet for a match of 56 at a real table."""
        wish = self.read(SheetWish)
        terms = msgspec.structs.asdict(wish) | {"club": None, "players": _players(wish.players)}
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
    known = Player.objects.in_bulk([one for one in wanted if one is not None])
    for seat, one in enumerate(wanted):
        if one is not None and one not in known:
            raise unknown(f"/players/{seat}", _("There is no such player."))
    return {seat: known[one] for seat, one in enumerate(wanted) if one is not None}


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

    @operation("sheets_hand", SheetReceipt, body=HandResult56)
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Enter how the running hand came out: stake points and the end of the match follow."""
        body = self.read(HandResult56)
        contract = None if body.contract is None else msgspec.structs.astuple(body.contract)
        return self.enter(sheet_id, services.enter_hand, outcome=body.outcome, contract=contract, points=body.points)


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

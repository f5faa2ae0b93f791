"""Score sheets of matches at real tables, and a director's rulings, there and at live tables."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from msgspec import UNSET
from rest_framework.permissions import BasePermission, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from clubs.api.base import ApiView, query
from clubs.api.problems import unknown
from clubs.models import Club, Player
from engine.fiftysix.irregularities import irregularities_of
from engine.fiftysix.rulings import Ruling
from games import services as live
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
    entry_of,
    row_of,
    shown,
)
from games.api.writing import SEEN, Receipt, WritingView
from games.sheets import selectors, services
from games.sheets.page import sheet_page
from games.sheets.state import rules_of


class WritingSheet(WritingView):
    """An endpoint that writes on a sheet."""

    def enter(self, sheet_id: UUID, write: Callable[..., int], **entry: Any) -> Response:
        """Make an entry, once for each key, on the sheet as it was seen."""
        seen = self.version_seen()

        def do(command: UUID) -> SheetReceipt:
            player: Player = self.require_player()
            version = write(sheet_id=sheet_id, player=player, expected_version=seen, command=command, **entry)
            return SheetReceipt(sheet_id, version)

        return self.run(do)


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
        return self.page(found, SheetEntryPage, asked, lambda rows: map(entry_of, rows))

    @extend_schema(
        operation_id="sheets_create",
        request=SheetWish,
        responses={201: SheetReceipt},
        tags=["sheets"],
    )
    def post(self, request: Request) -> Response:
        """Open a score sheet for a match of 56 at a real table."""
        wish = self.read(SheetWish)

        def open_sheet(command: UUID) -> SheetReceipt:
            terms = msgspec.structs.asdict(wish) | {"club": None, "players": _players(wish.players)}
            if wish.club is not None:
                terms["club"] = Club.objects.filter(slug=wish.club).first()
                if terms["club"] is None:
                    raise unknown("/club", _("There is no such club."))
            opened = services.open_sheet(player=self.require_player(), command=command, **terms)
            return SheetReceipt(opened.pk, opened.version)

        return self.run(open_sheet, status=201)


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

    @extend_schema(
        operation_id="sheets_retrieve",
        parameters=[SEEN_BEFORE, ETAG],
        responses={200: SheetShown, 304: None},
        tags=["sheets"],
    )
    def get(self, request: Request, sheet_id: UUID) -> Response:
        """Show a score sheet: score, hands, rulings, and what lies open in the running hand."""
        player = self.player()
        sheet = shown(sheet_page(selectors.visible_sheet(sheet_id, player), player))
        return answer_if_changed(request, sheet, version=sheet.version)


class IrregularitiesOfSheet(ApiView):
    """What can go wrong in a match."""

    @extend_schema(operation_id="sheets_irregularities", responses=Irregularities, tags=["sheets"])
    def get(self, request: Request, sheet_id: UUID) -> Response:
        """List what can go wrong, who chooses, and which remedies there are, by the rules of this match."""
        row = selectors.visible_sheet(sheet_id, self.player())
        rules = rules_of(row.rules, row.options, row.engine)
        return Response(Irregularities(tuple(map(row_of, irregularities_of(rules.conventions)))))


class SheetHands(WritingSheet):
    """The hands of a sheet."""

    @extend_schema(
        operation_id="sheets_hand",
        parameters=[SEEN],
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
        parameters=[SEEN],
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
        parameters=[SEEN],
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
        parameters=[SEEN],
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
        parameters=[SEEN],
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
        parameters=[SEEN],
        request=None,
        responses=SheetReceipt,
        tags=["sheets"],
    )
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """End the match at the score as it stands."""
        return self.enter(sheet_id, services.stop_match)


class TableRulings(WritingView):
    """Rulings at a live table."""

    @extend_schema(operation_id="tables_rule", request=TableRulingWish, responses=Receipt, tags=["play"])
    def post(self, request: Request, table_id: UUID) -> Response:
        """Rule on prompting or on a disputed claim, as a director of the table's club who does not play there."""
        body = self.read(TableRulingWish)
        return self.run(
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

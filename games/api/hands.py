"""What was played: hands step by step, records, and checks of a hand with what they say."""

from datetime import datetime
from functools import partial
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse
from msgspec import UNSET, UnsetType
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from clubs.api.base import NO_NUL, ApiView, Paging, described, page_of, published
from clubs.api.formats import StructRenderer
from clubs.api.people import PlayerRef, player_ref
from clubs.api.problems import Problem
from clubs.models import Player
from games.api.etags import ETAG, SEEN_BEFORE, answer_if_changed
from games.api.sheet_shapes import SheetReceipt
from games.api.tables import Invitation
from games.api.writing import Receipt, WritingView
from games.hands import history as history_selectors
from games.hands.checks import check_hand, check_sheet_hand
from games.hands.history import hand_history
from games.hands.lists import get_check, played_hands
from games.hands.on_sheets import SheetHandHistory, sheet_hand, sheet_names
from games.hands.sheet_records import record_of_sheet
from games.hands.told import HandHistory
from games.models import Case, HandCheck, PlayedHand
from games.sheets.authors import Author
from games.sheets.selectors import load_state, visible_sheet
from games.tables.selectors.access import visible_table
from games.words.citations import rule_address

operation = partial(described, tag="hands")

LARGEST_NUMBER = 32_767
"""No game has more hands; the database keeps a hand's number in 16 bits."""


class HandEntry(msgspec.Struct, frozen=True):
    """A finished hand in the list of hands.

    Attributes:
        result: The score, as the event `HandScored` has it.
        players: Who sat there when it was scored, a seat each.
        outcome: How it came out; `dropped` if it counts no more, since a ruling ended the game before it.
        case: The id of the case by which its result was adjusted.
        was: As it was played, where it counts otherwise: `result`, and in `noted` what it did beside moving points.
        disputed: The id of the open case about it: until that is closed its result may change.
    """

    number: int
    outcome: str
    declarer: int | None
    bid: int | None
    result: dict[str, Any]
    players: tuple[PlayerRef | None, ...]
    scored_at: datetime
    case: UUID | None = None
    was: dict[str, Any] | None = None
    disputed: UUID | None = None


HandEntryPage = page_of(HandEntry)


class CheckQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """What you doubt about a finished hand, and at which step of its history."""

    question: Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=NO_NUL)]
    step: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None


class CheckShown(msgspec.Struct, frozen=True):
    """A check.

    Attributes:
        table: The table of the hand; null for a hand of a score sheet.
        sheet: The score sheet of the hand; null for a hand of a table.
        status: `open` while it is being audited, then `audited`; `failed` where it cannot be.
        verdict: What the audit says of the hand, as `lelam-record/1` has it. Of a sheet's hand `written` says whether
            its calls and cards are known, `reports` the members in which the sides differ, `stands` the result on the
            sheet.
        rule_url: Where the rule that the verdict cites is written; null where it cites none.
    """

    id: UUID
    table: UUID | None
    sheet: UUID | None
    hand: int
    step: int | None
    question: str
    opened_by: PlayerRef | None
    status: str
    verdict: dict[str, Any] | None
    rule_url: str | None
    opened_at: datetime
    audited_at: datetime | None


class ActionRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action of a record: its `type` says which of the other members it has.

    Attributes:
        irregular: The rule that it broke while play went on.
    """

    seat: int
    type: str
    value: int | None = None
    card: str | None = None
    call: str | None = None
    irregular: str | None = None


class HandOfRecord(msgspec.Struct, frozen=True):
    """A hand of a record.

    Attributes:
        unseen: How many cards of each seat nobody noted; left out where all are known.
        rulings: A director's rulings.
    """

    dealer: int
    cards: tuple[tuple[str, ...], ...]
    actions: tuple[ActionRecord, ...]
    unseen: tuple[int, ...] | UnsetType = UNSET
    result: dict[str, Any] = {}
    rulings: tuple[dict[str, Any], ...] | UnsetType = UNSET


class RecordShown(msgspec.Struct, frozen=True):
    """A record, `lelam-record/1`: the finished hands of a game."""

    format: str
    rules: str
    options: dict[str, Any]
    players: tuple[str, ...]
    hands: tuple[HandOfRecord, ...]


class LineRenderer(BaseRenderer):
    """Writes JSON Lines: one record a line."""

    media_type = "application/jsonl"
    format = "jsonl"
    charset = None
    render_style = "binary"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """Return the record as a line."""
        return msgspec.json.encode(data) + b"\n"


def _number(number: int) -> int:
    if not 1 <= number <= LARGEST_NUMBER:
        raise Problem("not-found", _("There is no such hand."))
    return number


class Hands(ApiView):
    """The finished hands of a table."""

    @operation("hands_list", HandEntryPage, parameters=Paging)
    def get(self, request: Request, table_id: UUID) -> Response:
        """List the finished hands of a table: the first one first."""
        table = visible_table(table_id, self.player())
        return self.page(played_hands(table), HandEntryPage, self.asked(Paging), entries_of)


def players_of(hands: list[PlayedHand]) -> dict[str | None, PlayerRef]:
    """Return the players of some hands by their ids as the hands hold them."""
    wanted = {player for hand in hands for player in hand.players if player}
    return {str(player.pk): player_ref(player) for player in Player.objects.filter(pk__in=wanted)}


def entries_of(hands: list[PlayedHand]) -> list[HandEntry]:
    """Return hands as a list shows them."""
    known = players_of(hands)
    disputed = Case.objects.disputed({hand.stream for hand in hands})
    return [
        published(
            HandEntry, hand, players=[known.get(player) for player in hand.players],
            disputed=disputed.get(hand.stream, {}).get(hand.number),
        )
        for hand in hands
    ]  # fmt: skip


class OneHand(ApiView):
    """A hand."""

    @operation("hands_retrieve", {200: HandHistory, 304: None}, parameters=Invitation, headers=[SEEN_BEFORE, ETAG])
    def get(self, request: Request, table_id: UUID, number: int) -> Response:
        """Show a hand step by step: everything once it is over, before that what you may know."""
        code = self.asked(Invitation).invitation
        history = hand_history(table_id, number, self.player(), invitation=code)
        return answer_if_changed(request, history, version=history.steps[-1].version)


class RecordOfTable(ApiView):
    """The record of a table."""

    renderer_classes = (StructRenderer, LineRenderer)

    @operation(
        "records_retrieve",
        {
            (200, "application/json"): RecordShown,
            (200, "application/jsonl"): OpenApiResponse({"type": "string"}, "The record as one line of JSON."),
        },
    )
    def get(self, request: Request, table_id: UUID) -> Response:
        """Take the record of a game home: its finished hands as `lelam-record/1`, which the auditor reads."""
        table = visible_table(table_id, self.player())
        record = engine.record_to_json(history_selectors.record(table_id, self.player()))
        ending = "jsonl" if request.accepted_renderer.format == "jsonl" else "json"
        name = f"table-{table.number}.{ending}"
        return Response(record, headers={"Content-Disposition": f'attachment; filename="{name}"'})


class HandOfSheet(ApiView):
    """A hand of a score sheet."""

    @operation("sheets_hand_retrieve", SheetHandHistory)
    def get(self, request: Request, sheet_id: UUID, number: int) -> Response:
        """Show a hand of a score sheet: how it came out, whose word that is, and its steps if they are known."""
        return Response(sheet_hand(sheet_id, number, Author(self.player())))


class RecordOfSheet(ApiView):
    """The record of a score sheet."""

    renderer_classes = (StructRenderer, LineRenderer)

    @operation(
        "sheets_record_retrieve",
        {
            (200, "application/json"): RecordShown,
            (200, "application/jsonl"): OpenApiResponse({"type": "string"}, "The record as one line of JSON."),
        },
    )
    def get(self, request: Request, sheet_id: UUID) -> Response:
        """Take the record of a match home: cards that nobody noted are `unseen`, the results are those of the sheet."""
        row = visible_sheet(sheet_id, self.player())
        state = load_state(sheet_id)
        record = engine.record_to_json(record_of_sheet(state, sheet_names(row, state)))
        ending = "jsonl" if request.accepted_renderer.format == "jsonl" else "json"
        return Response(record, headers={"Content-Disposition": f'attachment; filename="sheet-{sheet_id}.{ending}"'})


class CheckSheetHand(WritingView):
    """A check of a hand of a score sheet."""

    @operation("sheets_check", {201: SheetReceipt}, body=CheckQuestion)
    def post(self, request: Request, sheet_id: UUID, number: int) -> Response:
        """Have a hand of a score sheet checked: the program goes through what is known of it; nothing follows."""
        asked = self.read(CheckQuestion)
        author = Author(self.require_player())
        opened = check_sheet_hand(
            sheet_id=sheet_id, hand=_number(number), author=author, question=asked.question, step=asked.step
        )
        return self.receipt(SheetReceipt(sheet_id, check=opened.pk), status=201)


class CheckHand(WritingView):
    """A check of a hand."""

    @operation("checks_create", {201: Receipt}, body=CheckQuestion)
    def post(self, request: Request, table_id: UUID, number: int) -> Response:
        """Have a finished hand checked: the program goes through its events again; nothing follows from a check."""
        asked = self.read(CheckQuestion)
        hand, player = _number(number), self.require_player()
        opened = check_hand(table_id=table_id, hand=hand, player=player, question=asked.question, step=asked.step)
        return self.receipt(Receipt(table_id, check=opened.pk), status=201)


def _rule_url(check: HandCheck) -> str | None:
    rule = (check.verdict or {}).get("rule")
    return rule_address(check.place.rules, rule) if rule else None


class OneCheck(ApiView):
    """A check."""

    @operation("checks_retrieve", CheckShown)
    def get(self, request: Request, check_id: UUID) -> Response:
        """Show a check: and, once the program is through, what it finds."""
        found = get_check(check_id, self.player())
        return Response(
            published(CheckShown, found, table=found.table_id, sheet=found.sheet_id, rule_url=_rule_url(found))
        )

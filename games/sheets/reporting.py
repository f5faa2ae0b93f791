"""The commands of two phones and one sheet: reporting a hand, settling it, writing down its calls and cards.

Reports may arrive twice, late and in any order; a report is known by its sheet, sides, hand, edit and content.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

import engine
from clubs.models import Player
from engine import sheets
from engine.form import is_rule_id
from engine.record import hand_to_json, read_hand
from engine.written import SheetHand
from games.errors import NotAllowed
from games.events import sheets as events
from games.models import SheetNote
from games.sheets.authors import Author, read_by, sides_of
from games.sheets.errors import BadEntry, NotNow, refused
from games.sheets.limits import require_slower
from games.sheets.reckoning import foreseen
from games.sheets.selectors import written_sheet
from games.sheets.state import SheetState
from games.sheets.writing import write

MAX_AHEAD: Final = 20
"""The number of hands by which a report may be ahead of the sheet."""
MAX_EDITS: Final = 50
"""The number of reports of one hand by one side; each is compared with every one of the others."""
MAX_NOTE_CHARS: Final = 300
MAX_HAND_BYTES: Final = 15 * 1024
"""The bytes of a hand in record form, which has to fit into an event."""
_REPORTS: Final = UUID("7a7f1e55-7d2b-4a55-8a39-06f0fd1b7a1e")


def report_id(sheet_id: UUID, sides: Collection[int], hand: int, edit: int, told: SheetHand | None) -> UUID:
    """Return the id of a report: the same for the same report, however often it is sent."""
    text = msgspec.json.encode([str(sheet_id), sorted(sides), hand, edit, told], order="sorted")
    return uuid5(_REPORTS, text.decode())


def report_hand(
    *,
    sheet_id: UUID,
    author: Author,
    sides: Collection[int],
    hand: int,
    edit: int,
    told: SheetHand | None,
    now: datetime | None = None,
) -> int:
    """Report how a hand came out, for one side or several; a report that is here already changes nothing.

    Args:
        sheet_id: The sheet's id.
        author: The author of the report.
        sides: The sides that it speaks for.
        hand: The number of the hand, from 1.
        edit: Which report of these sides about this hand it is, from 1.
        told: How the hand came out; None to take the report before back.
        now: The time of the command.

    Returns:
        The version of the sheet after it.

    Raises:
        UnknownSheet: There is no such sheet, or the author may not know of it.
        NotAllowed: The author does not speak for one of these sides.
        BadEntry: No hand can come out so, or there is no such hand or edit.
        TooFast: Too many reports came by this pass.
    """
    sheet = read_by(sheet_id, author)
    if author.sheet_pass is not None:
        require_slower(author.sheet_pass)
    spoken = tuple(sorted(set(sides)))

    def decide(state: SheetState) -> list[Any]:
        if not spoken or not set(spoken) <= set(sides_of(sheet, state, author)):
            raise NotAllowed("not-your-side", _("You report for your own side of this sheet."))
        # Tidied, so that two sides who say the same in other words agree.
        tidied = None if told is None else sheets.tidied(state.rules, told)
        _check_place(state, hand, edit, spoken)
        return [events.HandReported(hand, spoken, edit, tidied)]

    command = report_id(sheet_id, spoken, hand, edit, told)
    after, _happened = write(sheet_id, decide, actor=author.id, command=command, now=now)
    return after.version


def settle_hand(
    *,
    sheet_id: UUID,
    player: Player,
    hand: int,
    told: SheetHand,
    reason: events.Reason = "differed",
    note: str = "",
    expected_version: int | None = None,
    command: UUID | None = None,
) -> int:
    """Say how a hand came out, whatever was reported or entered; the hands after it are reckoned again.

    Args:
        sheet_id: The sheet's id.
        player: The player who keeps the sheet.
        hand: The number of the hand: one that was entered, or reported.
        told: How it came out.
        reason: Why it is settled or corrected.
        note: The reason in words, at most `MAX_NOTE_CHARS` characters.
        expected_version: The version that the player saw.
        command: The command's id.

    Raises:
        UnknownSheet: There is no such sheet, or the player may not know of it.
        NotAllowed: Someone else keeps the sheet.
        BadEntry: No hand can come out so, or nothing is known of this hand.
        NotNow: A ruling ended this hand.
        ConflictError: The sheet is not at the expected version.
    """
    written_sheet(sheet_id, player)
    words = " ".join(note.split())
    if len(words) > MAX_NOTE_CHARS:
        raise BadEntry(
            "note-too-long", _("Give a reason of at most {most} characters.").format(most=MAX_NOTE_CHARS), "note"
        )

    def decide(state: SheetState) -> list[Any]:
        stands = sheets.tidied(state.rules, told)
        entry, known = state.hands.get(hand), state.facts_of(hand)
        if entry is not None and entry.ruling:
            raise NotNow("ruled", _("A ruling ended this hand. Undo the ruling first."), "hand")
        if entry is None and not known.reports and hand != state.sheet.running.hand:
            raise BadEntry("no-such-hand", _("There is no information on a hand with this number."), "hand")
        was = None if entry is None else entry.event.told
        return [] if was == stands == known.settled else [events.HandSettled(hand, stands, was, reason)]

    with transaction.atomic():
        after, happened = write(sheet_id, decide, actor=str(player.pk), expected=expected_version, command=command)
        if happened and words:
            version = after.facts_of(hand).settlements[-1].version
            SheetNote.objects.create(sheet_id=sheet_id, version=version, text=words, written_by=player)
    return after.version


def clear_reports(
    *, sheet_id: UUID, player: Player, hand: int, expected_version: int | None = None, command: UUID | None = None
) -> int:
    """Take back what the sides reported of a hand that is not entered; they report it anew.

    Args:
        sheet_id: The sheet's id.
        player: The player who keeps the sheet.
        hand: The number of the hand.
        expected_version: The version that the player saw.
        command: The command's id.

    Raises:
        UnknownSheet, NotAllowed, ConflictError: As `settle_hand`.
        BadEntry: Nothing was reported of this hand.
        NotNow: The hand is entered.
    """
    written_sheet(sheet_id, player)

    def decide(state: SheetState) -> list[Any]:
        if hand in state.hands:
            raise NotNow("entered", _("This hand is entered. Correct it instead."), "hand")
        known = state.facts_of(hand)
        if not known.reports:
            raise BadEntry("no-such-hand", _("There is no information on a hand with this number."), "hand")
        return [events.ReportsCleared(hand, known.last_edit)]

    after, _happened = write(sheet_id, decide, actor=str(player.pk), expected=expected_version, command=command)
    return after.version


def preview_settlement(state: SheetState, hand: int, told: SheetHand) -> SheetState:
    """Return the sheet as it would be if a hand came out so.

    Raises:
        BadEntry: No hand can come out so.
    """
    was = state.hands.get(hand)
    settled = events.HandSettled(hand, told, None if was is None or was.ruling else was.event.told, "other")
    try:
        sheets.check(state.rules, told)
        return foreseen(state, [settled])
    except engine.SheetError as error:
        raise refused(error) from None


def transcribe_hand(
    *, sheet_id: UUID, author: Author, hand: int, record: Mapping[str, Any], command: UUID | None = None
) -> int:
    """Write down the calls and cards of an entered hand, as far as they are known; a later one replaces it.

    Args:
        sheet_id: The sheet's id.
        author: A scorer, a player of the sheet, or the holder of a pass.
        hand: The number of the hand.
        record: The hand in the form of `lelam-record/1`.
        command: The command's id.

    Raises:
        UnknownSheet, NotAllowed: As `report_hand`.
        BadEntry: The record is not well-formed; `field` is a JSON pointer into it.
        NotNow: The hand is not entered yet: nobody's cards are shown before.
    """
    sheet = read_by(sheet_id, author)

    def decide(state: SheetState) -> list[Any]:
        if not sides_of(sheet, state, author):
            raise NotAllowed(
                "not-your-side", _("Only players and scorers of a sheet can enter the cards of its hands.")
            )
        if hand not in state.hands:
            raise NotNow("not-entered", _("Enter the result of this hand first."), "hand")
        written = tidied_record(state, hand, record)
        known = state.facts_of(hand).record
        return [] if known == written else [events.HandTranscribed(hand, written)]

    after, _happened = write(sheet_id, decide, actor=author.id, command=command)
    return after.version


def tidied_record(state: SheetState, hand: int, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a hand in record form as it is kept for good: the members of the form alone, without its result.

    The result is that of the sheet. Other members that a sender put into the hand may be words about people.

    Raises:
        BadEntry: It is not well-formed, or too long; `field` is a JSON pointer into the hand.
    """
    try:
        read = read_hand(state.rules, record)
    except engine.RecordError as fault:
        raise BadEntry("malformed", str(fault), fault.at) from None
    for number, ruling in enumerate(read.rulings):
        if not is_rule_id(ruling.rule):
            raise BadEntry("malformed", "rule is the id of a rule, such as 56-IRR-1", f"/rulings/{number}/rule")
    written = hand_to_json(state.rules, read)
    written.pop("result", None)
    if len(msgspec.json.encode(written)) > MAX_HAND_BYTES:
        text = _("Hand {hand} is too long: it may have {most} KiB.")
        raise BadEntry("too-long", text.format(hand=hand, most=MAX_HAND_BYTES // 1024), "")
    return written


def _check_place(state: SheetState, hand: int, edit: int, sides: Collection[int]) -> None:
    if not 1 <= hand <= state.sheet.running.hand + MAX_AHEAD:
        raise BadEntry("no-such-hand", _("There is no hand of this number on the sheet."), "hand")
    # An edit may come with many contents, so that its number alone is no limit.
    known = sum(not set(sides).isdisjoint(report.sides) for report in state.facts_of(hand).reports)
    if not 1 <= edit <= MAX_EDITS or known >= MAX_EDITS:
        raise BadEntry("too-many-edits", _("This hand was reported too often. Ask a scorer to settle it."), "edit")

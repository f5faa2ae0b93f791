"""The pages on which a hand is settled: reports beside each other, a correction with what would follow, clearing."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from clubs.web.pages import current_player
from clubs.web.refusals import refusals_beside, refuse
from engine.written import SheetHand
from games import store
from games.pages import edits, writes
from games.sheets import reporting
from games.sheets.errors import BadEntry
from games.sheets.forms import SettleForm, hand_initial, noted_initial
from games.sheets.page import SheetPage, column_hands, report_columns, written_page
from games.sheets.reports import differences
from games.sheets.state import SheetState
from games.sheets.waiting import last_reports
from games.sheets.words import told_line, told_rows
from games.words.events import listed
from games.words.numbers import figure, signed


@never_cache
@edits
def sheet_settle(request: HttpRequest, sheet_id: UUID, hand: int) -> HttpResponse:
    """Settle a hand whose reports differ, or correct one that is entered: first it shows what would follow."""
    page = written_page(sheet_id, current_player(request))
    state = page.state
    entry, known = state.hands.get(hand), state.facts_of(hand)
    if (entry is None and not known.reports and hand != state.sheet.running.hand) or (entry and entry.ruling):
        raise Http404(f"hand {hand}")
    entered = None if entry is None else entry.event.told
    choices = _choices(page, hand, entered)
    initial = {"seen": state.version, "reason": "differed" if len(choices) > 1 else "slip"}
    before = hand_initial(entered) if entered is not None else noted_initial(state.sheet)
    form = SettleForm(
        request.POST or None, names=page.names, rules=state.rules, choices=choices, initial=before | initial
    )
    context: dict[str, Any] = {"page": page, "hand": hand, "form": form, "entered": entered, "problem": ""}
    if request.method == "POST" and form.is_valid():
        try:
            after = reporting.preview_settlement(state, hand, form.told())
            context["follows"] = what_follows(state, after)
            context["is"] = told_line(form.told(), page.names)
            if form.cleaned_data["shown"] and _settled(request, page, hand, form):
                return redirect("games:sheet", sheet_id)
        except BadEntry as error:
            refuse(form, error)
        except store.ConflictError:
            context["problem"] = _("Somebody wrote on the sheet in the meantime. Look again: this was not entered.")
    if form.errors or context["problem"]:
        context.pop("follows", None)
    context |= _around(page, hand, entered)
    return render(request, "games/sheet_settle.html", context, status=422 if form.errors or context["problem"] else 200)


@writes
def sheet_clear(request: HttpRequest, sheet_id: UUID, hand: int) -> HttpResponse:
    """Clear the reports of a hand that is not entered: the sides report it anew."""
    written_page(sheet_id, current_player(request))
    try:
        reporting.clear_reports(sheet_id=sheet_id, player=current_player(request), hand=hand)
    except BadEntry as error:
        raise Http404(error.message) from None
    return redirect("games:sheet", sheet_id)


def what_follows(before: SheetState, after: SheetState) -> tuple[dict[str, Any], ...]:
    """Return the hands whose score changes: what each brought and the total, as it was and as it would be.

    A hand that is not entered on one side of it has nothing there.
    """
    was, now = before.changes, after.changes
    rows = []
    for number in sorted({*was, *now}):
        old, new = was.get(number), now.get(number)
        if old is None or new is None or _figures(old) != _figures(new):
            rows.append({"number": number, "was": old and _figures(old), "is": new and _figures(new)})
    return tuple(rows)


def _figures(row: tuple[Any, tuple[int, ...]]) -> dict[str, tuple[Any, ...]]:
    scored, change = row
    return {"change": tuple(map(signed, change)), "total": tuple(map(figure, scored.stakes or scored.score or ()))}


def _choices(page: SheetPage, hand: int, entered: SheetHand | None) -> Mapping[str, tuple[str, SheetHand]]:
    """Return what was reported and entered, each told once, to be chosen as it is."""
    sides = page.side_names
    offered: dict[str, tuple[str, SheetHand]] = {}
    for report in last_reports(page.state, hand):
        if report.told is not None and not any(told == report.told for _label, told in offered.values()):
            label = _("As reported by {names}: {line}").format(
                names=listed([sides[side] for side in report.sides]), line=told_line(report.told, page.names)
            )
            offered[str(report.version)] = label, report.told
    if entered is not None and not any(told == entered for _label, told in offered.values()):
        offered["entered"] = _("As it is entered: {line}").format(line=told_line(entered, page.names)), entered
    return offered


def _settled(request: HttpRequest, page: SheetPage, hand: int, form: SettleForm) -> bool:
    """Settle the hand as the form says; what is refused stands in the form."""
    chosen = form.cleaned_data
    with refusals_beside(form):
        reporting.settle_hand(
            sheet_id=page.row.pk,
            player=current_player(request),
            hand=hand,
            told=form.told(),
            reason=chosen["reason"],
            note=chosen["note"],
            expected_version=chosen["seen"],
            command=chosen["command"],
        )
    return not form.errors


def _around(page: SheetPage, hand: int, entered: SheetHand | None) -> dict[str, Any]:
    """Return the reports of the hand beside each other, with what differs marked."""
    reports = last_reports(page.state, hand)
    sides = page.side_names
    marked = differences(page.state.facts_of(hand).reports, range(len(sides)), entered)
    # Reports that say what is entered need not stand beside it.
    beside = reports if marked or entered is None else ()
    return {
        "columns": report_columns(beside, entered, sides),
        "rows": told_rows(column_hands(beside, entered), page.names, marked),
        "may_clear": entered is None and bool(reports),
    }

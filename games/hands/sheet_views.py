"""Hands that were played with real cards: their pages, questions about them, and sheets as records."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import engine
from clubs.web.refusals import refusals_beside
from games.hands import checks
from games.hands.check_views import check_page
from games.hands.forms import CheckForm
from games.hands.on_sheets import own_seat, sheet_hand, sheet_names
from games.hands.replay import replay_of
from games.hands.sheet_records import record_of_sheet
from games.hands.views import download, step_of
from games.pages import edits, for_people
from games.sheets.authors import read_by
from games.sheets.errors import UnknownSheet
from games.sheets.phone_views import author_of
from games.sheets.selectors import load_state


@never_cache
@require_safe
@for_people
def hand(request: HttpRequest, sheet_id: UUID, number: int) -> HttpResponse:
    """A hand of a score sheet: how it came out, whose word that is, and its steps if they are written down."""
    author = author_of(request, sheet_id)
    shown = sheet_hand(sheet_id, number, author)
    context: dict[str, Any] = {"hand": shown, "history": shown.history}
    if shown.history is not None:
        context["replay"] = replay_of(shown.history, step=step_of(request), bottom=own_seat(shown, author.player))
    return render(request, "games/sheet_hand.html", context)


@never_cache
@require_safe
@for_people
def hand_record(request: HttpRequest, sheet_id: UUID, number: int) -> HttpResponse:
    """The record of the match up to and with this hand."""
    return _record(request, sheet_id, number)


@never_cache
@require_safe
@for_people
def sheet_record(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The record of the match: its hands as far as they are written down, with the results on the sheet."""
    return _record(request, sheet_id)


def _record(request: HttpRequest, sheet_id: UUID, upto: int | None = None) -> HttpResponse:
    row = read_by(sheet_id, author_of(request, sheet_id))
    state = load_state(sheet_id)
    if upto is not None and upto not in state.hands:
        raise UnknownSheet
    record = record_of_sheet(state, sheet_names(row, state), upto=upto)
    name = f"lelam-{sheet_id}.json" if upto is None else f"lelam-{sheet_id}-hand-{upto}.json"
    return download(engine.encode_record(record), name)


@never_cache
@edits
def check_hand(request: HttpRequest, sheet_id: UUID, number: int) -> HttpResponse:
    """Question a hand of a score sheet: what is known of it is audited anew and the report kept."""
    author = author_of(request, sheet_id)
    shown = sheet_hand(sheet_id, number, author)
    form = CheckForm(request.POST or None, initial={"step": request.GET.get("step", "")})
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        with refusals_beside(form, denied=False):
            opened = checks.check_sheet_hand(
                sheet_id=sheet_id, hand=number, author=author, question=asked["question"], step=asked["step"]
            )
            return redirect("games:check", opened.pk)
    context = {
        "hand": shown, "is_sheet": True, "game": sheet_id, "title": shown.sheet_title, "steps": shown.history,
        "back": reverse("games:hand_of_sheet", args=[sheet_id, number]),
    }  # fmt: skip
    return check_page(request, form, context)

"""Checks of finished hands and what they say."""

from contextlib import suppress
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubs.models import Player
from clubs.web.htmx import fragment_asked
from clubs.web.pages import current_player
from clubs.web.refusals import refusals_beside
from games.errors import UnknownTable
from games.hands import checks
from games.hands.forms import CheckForm
from games.hands.history import hand_history
from games.hands.lists import get_check
from games.hands.on_sheets import SheetHandHistory, sheet_hand
from games.hands.told import HandHistory
from games.models import HandCheck
from games.pages import edits, for_people, invitation_of, viewer
from games.sheets.authors import Author
from games.sheets.errors import UnknownSheet
from games.sheets.page import title_of
from games.sheets.passes import kept_pass


@edits
def check_hand(request: HttpRequest, table_id: UUID, number: int) -> HttpResponse:
    """Question a finished hand: its record is audited anew and the report kept."""
    player = current_player(request)
    invitation = invitation_of(request, table_id)
    history = hand_history(table_id, number, player, invitation=invitation)
    form = CheckForm(request.POST or None, initial={"step": request.GET.get("step", "")})
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        with refusals_beside(form, denied=False):
            opened = checks.check_hand(
                table_id=table_id,
                hand=number,
                player=player,
                question=said["question"],
                step=said["step"],
                invitation=invitation,
            )
            return redirect("games:check", opened.pk)
    back = reverse("games:hand", args=[table_id, number])
    context = {"hand": history, "game": table_id, "title": history.table_title, "back": back, "steps": True}
    return check_page(request, form, context)


def check_page(request: HttpRequest, form: CheckForm, context: dict[str, Any]) -> HttpResponse:
    """Return the page on which a check is asked for.

    Args:
        request: The request.
        form: The form.
        context: The `hand`, its `game` with the `title`, the address of its page (`back`), whether it `is_sheet`, and
            whether it has `steps` to point at.
    """
    return render(request, "games/check_hand.html", {"form": form, **context}, status=422 if form.errors else 200)


@require_safe
@for_people
def check(request: HttpRequest, check_id: UUID) -> HttpResponse:
    """A check: the question, the hand, and what the audit says."""
    player = viewer(request)
    asked = get_check(
        check_id, player, partial(invitation_of, request), lambda sheet: kept_pass(request.session, sheet)
    )
    template = "games/_check.html" if fragment_asked(request) else "games/check.html"
    return render(request, template, {"check": asked, **_about(request, asked, player)})


def _about(request: HttpRequest, asked: HandCheck, player: Player | None) -> dict[str, Any]:
    """Return the hand of a check with the addresses of its pages; none of a hand that is not there."""
    history: HandHistory | SheetHandHistory | None = None
    if asked.sheet is not None:
        with suppress(UnknownSheet):  # it was taken back since
            author = Author(player, kept_pass(request.session, asked.sheet.pk))
            history = sheet_hand(asked.sheet.pk, asked.hand, author)
        title, pages = title_of(asked.sheet), ("games:sheet", "games:hand_of_sheet", "games:hand_of_sheet_record")
    else:
        assert asked.table is not None
        with suppress(UnknownTable):  # it was never dealt; checks of such hands were once taken
            invitation = invitation_of(request, asked.table.pk)
            history = hand_history(asked.table.pk, asked.hand, player, invitation=invitation)
        title, pages = str(asked.table), ("games:table", "games:hand", "games:hand_record")
    place = asked.place.pk
    return {
        "history": history,
        "title": title,
        "place_url": reverse(pages[0], args=[place]),
        "hand_url": reverse(pages[1], args=[place, asked.hand]),
        "record_url": reverse(pages[2], args=[place, asked.hand]),
    }

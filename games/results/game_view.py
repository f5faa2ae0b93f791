"""Redirect to the page of a game of any kind: the ledger links here by a stream's id."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import PlayedGame, Sheet, Table
from games.pages import for_people, invitation_of, playing, viewer
from games.sheets.selectors import visible_sheet
from games.tables.selectors.access import visible_table


@require_safe
@for_people
def game(request: HttpRequest, stream: UUID) -> HttpResponse:
    """Redirect to the page of a game, with `?hand=` to that hand of it; 404 for a game hidden from the viewer."""
    hand = request.GET.get("hand", "")
    if Table.objects.filter(pk=stream).exists():
        visible_table(stream, playing(request), invitation_of(request, stream))
        if hand.isdecimal():
            return redirect("games:hand", stream, int(hand))
        return redirect("games:table", stream)
    if Sheet.objects.filter(pk=stream).exists():
        visible_sheet(stream, viewer(request))
        if hand.isdecimal():
            return redirect("games:hand_of_sheet", stream, int(hand))
        return redirect("games:sheet", stream)
    if PlayedGame.objects.filter(stream=stream, kind=PlayedGame.Kind.RESULT).exists():
        return redirect("games:result", stream)
    raise Http404(_("There is no such game."))

"""Questions about finished hands and what their audits say."""

from functools import partial
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from clubs.web.htmx import fragment_asked
from clubs.web.pages import current_player
from clubs.web.refusals import refusals_beside
from games.errors import UnknownTable
from games.hands import disputes
from games.hands.forms import DisputeForm
from games.hands.history import hand_history
from games.hands.lists import get_dispute
from games.pages import edits, for_people, invitation_of, viewer


@edits
def dispute_hand(request: HttpRequest, table_id: UUID, number: int) -> HttpResponse:
    """Question a finished hand: its record is audited anew and the report kept."""
    player = current_player(request)
    invitation = invitation_of(request, table_id)
    history = hand_history(table_id, number, player, invitation=invitation)
    form = DisputeForm(request.POST or None, initial={"step": request.GET.get("step", "")})
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        with refusals_beside(form, denied=False):
            opened = disputes.dispute_hand(
                table_id=table_id,
                hand=number,
                player=player,
                question=said["question"],
                step=said["step"],
                invitation=invitation,
            )
            return redirect("games:dispute", opened.pk)
    context = {"form": form, "history": history}
    return render(request, "games/dispute_hand.html", context, status=422 if form.errors else 200)


@require_safe
@for_people
def dispute(request: HttpRequest, dispute_id: UUID) -> HttpResponse:
    """A dispute: the question, the hand, and what the audit says."""
    player = viewer(request)
    found = get_dispute(dispute_id, player, partial(invitation_of, request))
    invitation = invitation_of(request, found.table_id)
    try:
        history = hand_history(found.table_id, found.hand, player, invitation=invitation)
    except UnknownTable:
        history = None  # the hand was never dealt; disputes of such hands were once taken
    template = "games/_dispute.html" if fragment_asked(request) else "games/dispute.html"
    return render(request, template, {"dispute": found, "history": history})

"""Questions about finished hands and what their audits say."""

from functools import partial
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from clubs.htmx import fragment_asked
from games import selectors, services
from games.errors import TableError, UnknownTable
from games.forms import DisputeForm
from games.pages import for_people, invitation_of, player_of, viewer


@login_required
@require_http_methods(["GET", "POST"])
@for_people
def dispute_hand(request: HttpRequest, table_id: UUID, number: int) -> HttpResponse:
    """Question a finished hand: its record is audited anew and the report kept."""
    player = player_of(request)
    invitation = invitation_of(request, table_id)
    history = selectors.hand_history(table_id, number, player, invitation=invitation)
    form = DisputeForm(request.POST or None, initial={"step": request.GET.get("step", "")})
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            opened = services.dispute_hand(
                table_id=table_id,
                hand=number,
                player=player,
                question=said["question"],
                step=said["step"],
                invitation=invitation,
            )
        except TableError as refused:
            form.add_error(None, str(refused))
        else:
            return redirect("games:dispute", opened.pk)
    context = {"form": form, "history": history}
    return render(request, "games/dispute_hand.html", context, status=422 if form.errors else 200)


@require_safe
@for_people
def dispute(request: HttpRequest, dispute_id: UUID) -> HttpResponse:
    """A dispute: the question, the hand, and what the audit says."""
    player = viewer(request)
    found = selectors.dispute(dispute_id, player, partial(invitation_of, request))
    invitation = invitation_of(request, found.table_id)
    try:
        history = selectors.hand_history(found.table_id, found.hand, player, invitation=invitation)
    except UnknownTable:
        history = None  # the hand was never dealt; disputes of such hands were once taken
    template = "games/_dispute.html" if fragment_asked(request) else "games/dispute.html"
    return render(request, template, {"dispute": found, "history": history})

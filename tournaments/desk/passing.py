"""Passes of entrants: the staff's page that issues them, and the page that a pass opens on a phone."""

from typing import Any, Final
from uuid import uuid4

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.base.asked import id_in, number_in
from clubs.web.pages import current_player, edits
from clubs.web.qr import qr_code
from clubs.web.refusals import done
from tournaments.deeds.base import STAFF
from tournaments.deeds.presence import is_check_in_open
from tournaments.desk.asking import command_in
from tournaments.desk.moments import frame, get_tournament, present
from tournaments.directing import passes
from tournaments.directing.refusals import in_words
from tournaments.floor.selectors import floor_of
from tournaments.floor.services import note_arrival
from tournaments.floor.state import Arrival
from tournaments.models import EntrantPass
from tournaments.overview.schedule import EntrantLine, schedule_shown
from tournaments.overview.views import clocks_of
from tournaments.selectors.naming import names_in
from tournaments.selectors.passes import entrants_for_passes, find_pass, pass_address, passes_out

MAX_SHOWN: Final = 3
"""The matches that a pass shows."""


@edits
def entrant_passes(request: HttpRequest, slug: str) -> HttpResponse:
    """The passes of a tournament, with their QR codes, for its staff."""
    tournament, player = get_tournament(slug), current_player(request)
    reading = present(tournament, player)
    if not reading.doer.is_one_of(STAFF):
        raise PermissionDenied(_("Passes are issued by the staff of the tournament."))
    if request.method == "POST":
        _change(request, slug)
        return redirect("tournaments:entrant_passes", slug)
    root = request.build_absolute_uri("/").rstrip("/")
    out = {one.entrant.number: one for one in passes_out(tournament)}
    names = names_in(tournament)
    rows = [
        {"number": entrant.number, "name": names.of.get(entrant.number, ""), **_shown(out.get(entrant.number), root)}
        for entrant in entrants_for_passes(tournament)
    ]
    context = frame(tournament, "entries", reading) | {
        "rows": rows,
        "missing": sum("token" not in row for row in rows),
        "is_over": reading.state.is_over,
    }
    return render(request, "tournaments/desk/passes.html", context)


def _change(request: HttpRequest, slug: str) -> None:
    """Issue or revoke passes as a form says."""
    tournament, player, post = get_tournament(slug), current_player(request), request.POST
    what, entrant = post.get("what", ""), number_in(post.get("entrant", ""))
    if what == "issue":
        numbers = () if entrant is None else (entrant,)
        done(
            request,
            lambda: passes.issue_passes(tournament=tournament, by=player, entrants=numbers),
            _("The passes are issued."),
        )
    elif what == "revoke":
        if (pass_id := id_in(post.get("pass", ""))) is None:
            raise Http404(_("There is no such pass."))
        done(
            request,
            lambda: passes.revoke_pass(tournament=tournament, pass_id=pass_id, by=player),
            _("The pass is revoked."),
        )
    else:
        raise Http404(_("There is no such form."))


def _shown(entrant_pass: EntrantPass | None, root: str) -> dict[str, Any]:
    if entrant_pass is None:
        return {}
    address = pass_address(entrant_pass, root)
    code = mark_safe(qr_code(address))  # noqa: S308  # segno draws squares; no text goes in
    return {"token": entrant_pass.pk, "address": address, "code": code, "opened_at": entrant_pass.opened_at}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def entrant_pass(request: HttpRequest, token: str) -> HttpResponse:
    """The page that a pass opens: check-in, the next matches, and "We are here" at the table. No account is needed."""
    opened = find_pass(token)
    if opened is None:
        raise Http404(_("This pass no longer works. Ask for a new one at the desk."))
    tournament, number = opened.entrant.tournament, opened.entrant.number
    if request.method == "POST":
        _say_here(request, opened)
        return redirect("tournaments:entrant_pass", token)
    EntrantPass.objects.filter(pk=opened.pk).update(opened_at=timezone.now())
    reading = present(tournament, None)
    state = reading.state
    with clocks_of(tournament.club):
        names = names_in(tournament)
        (entrant,) = schedule_shown(state, names, own=(number,)).own
        arrived = floor_of(tournament.pk).arrived
        known = state.entrants[number]
        checks_in = passes.can_check_in(state.status, check_in=state.settings.check_in) and not known.held_out
        context = {
            "tournament": tournament,
            "entrant": entrant,
            "token": token,
            "present": known.present,
            "checks_in": checks_in,
            "is_open": is_check_in_open(state.settings, int(timezone.now().timestamp())),
            "held_out": known.held_out,
            "matches": [(match, Arrival(match.number, number) in arrived, uuid4()) for match in _to_come(entrant)],
            "command": uuid4(),
        }
        return render(request, "tournaments/desk/pass.html", context)


def _to_come(entrant: EntrantLine) -> list[Any]:
    return [match for match in entrant.matches if match.how in ("waiting", "queued", "playing")][:MAX_SHOWN]


def _say_here(request: HttpRequest, opened: EntrantPass) -> None:
    """Check in, or note the arrival at a table, as a form says; the next page says how it went."""
    post, here = request.POST, request.POST.get("here", "1") != "0"
    match = number_in(post.get("match", ""))

    def do() -> None:
        with in_words(conflicts=True):
            if match is None:
                passes.check_in_by_pass(entrant_pass=opened, command=command_in(post), present=here)
                return
            passes.keep_pace(opened)
            note_arrival(
                tournament=opened.entrant.tournament,
                match=match,
                entrant=opened.entrant.number,
                by=passes.captain_of(opened),
                command=command_in(post),
                here=here,
            )

    done(request, do, _("The desk knows that you are here.") if here else _("The desk knows that you are not here."))

"""The page of the sweep: for the operators of the server, and a club's findings for its directors."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from clubs.models import Club
from clubs.web.htmx import part_asked
from clubs.web.pages import club_frame, paged, require_page
from games.pages import reads
from games.sweep import selectors

_NIGHTS = 14


@reads
def sweep(request: HttpRequest) -> HttpResponse:
    """How far the sweep is, what it found, and the nights before; for operators."""
    if not request.user.is_staff:
        raise PermissionDenied(_("Only operators of this server see the sweep of all clubs."))
    return _page(request, None, {"nights": selectors.nights()[:_NIGHTS]})


@reads
def club_sweep(request: HttpRequest, slug: str) -> HttpResponse:
    """What the sweep found in a club's games; for its directors."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "cases")
    require_page(frame["player"], "give_rulings", club)
    return _page(request, club, frame)


def _page(request: HttpRequest, club: Club | None, more: dict[str, Any]) -> HttpResponse:
    page = paged(request, selectors.open_findings(club))
    context = more | {
        "progress": selectors.latest(club),
        "page": page,
        "findings": selectors.gathered(page),
    }
    return render(request, f"games/sweep.html{part_asked(request, 'sweep')}", context)

"""The page of a big screen: one tournament, or all that are played in a club. It shows nothing about its reader."""

from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.models import Club
from clubs.people.languages import is_language
from clubs.web.qr import qr_code
from tournaments.log.seen import seen
from tournaments.models import Tournament
from tournaments.overview.views import clocks_of
from tournaments.screens.asked import asked_in, seconds_in
from tournaments.screens.fragments import screen_fragment

MAX_EVENTS: Final = 12


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament on the screen.

    Attributes:
        html: Its pages.
        tag: The tag of their fragment.
        code: The QR code of its public page; empty where none is shown.
        address: The address of that page in the pieces after which a line may end.
    """

    tournament: Tournament
    html: SafeString
    tag: str
    code: str
    address: tuple[str, ...]


@require_safe
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """The big screen of a tournament."""
    beside = ("club", "director", "champion", "house")
    return _shown(request, [get_object_or_404(Tournament.objects.select_related(*beside), slug=slug)])


@require_safe
def hall(request: HttpRequest, slug: str) -> HttpResponse:
    """The big screen of a club: its tournaments that are being played, or those named by `?events=`."""
    club = get_object_or_404(Club, slug=slug)
    found = Tournament.objects.select_related("club", "director", "champion", "house").filter(club=club)
    wanted = [name for name in request.GET.get("events", "").split(",") if name]
    found = found.filter(slug__in=wanted) if wanted else found.filter(status__in=("open", "closed_entries", "playing"))
    events = list(found.order_by("starts_at", "pk")[:MAX_EVENTS])
    if not events:
        raise Http404(_("No tournament of this club is being played now."))
    return _shown(request, events)


def _shown(request: HttpRequest, tournaments: list[Tournament]) -> HttpResponse:
    chosen = request.GET.get("language", "")
    asked = asked_in(request.GET)
    with translation.override(chosen if is_language(chosen) else get_language()):
        context = {
            "events": [_event(request, tournament) for tournament in tournaments],
            "title": tournaments[0].name if len(tournaments) == 1 else tournaments[0].club.name,
            "asks": asked.query() + (f"&language={chosen}" if is_language(chosen) else ""),
            "seconds": seconds_in(request.GET),
            "theme": "light" if request.GET.get("theme") == "light" else "dark",
            "now": int(timezone.now().timestamp() * 1000),
            "zone": tournaments[0].club.time_zone,
        }
        return render(request, "tournaments/screens/screen.html", context)


def _event(request: HttpRequest, tournament: Tournament) -> Event:
    with clocks_of(tournament.club):
        fragment, _until = screen_fragment(tournament, seen(tournament.pk), request.GET)
    address = request.build_absolute_uri(reverse("tournaments:tournament", args=[tournament.slug]))
    code = qr_code(address) if "code" in asked_in(request.GET).show else ""
    return Event(
        tournament,
        mark_safe(fragment.html),  # noqa: S308  # a template rendered it
        fragment.tag,
        mark_safe(code),  # noqa: S308  # segno's own
        tuple(f"{piece}/" for piece in address.partition("://")[2].rstrip("/").split("/")),
    )

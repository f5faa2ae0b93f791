"""Pages of clubs: the list, founding one, a club's first page, its house rules and its settings."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.members import selectors
from clubs.members.forms import ClubForm, SettingsForm
from clubs.members.societies import change_club, found_club
from clubs.models import Club, Membership
from clubs.officers.roles import officers
from clubs.web.pages import club_at, club_frame, current_player, edits, paged, require_page, searched, shows
from clubs.web.refusals import refusals_beside


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """All clubs, a page at a time and searchable, and the way to found one."""
    search = searched(request)
    page = paged(request, selectors.clubs(search=search))
    searchable = search or page.has_other_pages()
    return render(request, "clubs/club_list.html", {"page": page, "search": search, "searchable": searchable})


@edits
def club_new(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            club = found_club(founder=current_player(request), **form.cleaned_data)
            return redirect("clubs:club", club.slug)
    return render(request, "clubs/club_new.html", {"form": form}, status=422 if form.errors else 200)


@shows
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's first page: tonight, the season, and the way in or out. Fragments of other packages are parts of it."""
    club = club_at(request, slug)
    frame = club_frame(request, club, "overview")
    player = frame["player"]
    place = Membership.objects.filter(club=club, player=player).first() if player else None
    suspended = place is not None and selectors.is_suspended_now(place)
    context = frame | {
        "size": Membership.objects.filter(club=club).count(),
        "officers": officers(club),
        "place": place,
        "suspended": suspended,
        "reason": selectors.suspension_reason(place) if place is not None and suspended else "",
        "asked": selectors.request_of(club=club, player=player) if place is None else None,
        "waiting": selectors.open_requests(club).count() if "admit_members" in frame["can"] else 0,
    }
    return render(request, "clubs/club.html", context)


@edits
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the club's name, its place, its door, and whether it makes salaams."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "settings")
    require_page(frame["player"], "change_club", club)
    fields = ("name", "place", "door", "time_zone", "salaams")
    form = SettingsForm(request.POST or None, initial={field: getattr(club, field) for field in fields})
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            said = form.cleaned_data | {"time_zone": form.cleaned_data["time_zone"] or None}
            change_club(club=club, by=frame["player"], **said)
            messages.success(request, _("The settings are saved."))
            return redirect("clubs:settings", slug)
    return render(request, "clubs/settings.html", frame | {"form": form}, status=422 if form.errors else 200)

"""Pages of clubs: the list, founding one, a club's first page, its house rules and its settings."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs import membership, selectors, services
from clubs.errors import ClubError, NotAllowed
from clubs.forms import ClubForm, refuse
from clubs.house import selectors as house
from clubs.models import Club, Membership
from clubs.people_forms import SettingsForm
from clubs.views.common import club_frame, current_player, paged, require_page, searched


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """All clubs, a page at a time and searchable, and the way to found one."""
    search = searched(request)
    page = paged(request, selectors.clubs(search=search))
    searchable = search or page.has_other_pages()
    return render(request, "clubs/club_list.html", {"page": page, "search": search, "searchable": searchable})


@login_required
@require_http_methods(["GET", "POST"])
def club_new(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            club = services.found_club(founder=current_player(request), **form.cleaned_data)
        except ClubError as error:
            refuse(form, error)
        else:
            return redirect("clubs:club", club.slug)
    return render(request, "clubs/club_new.html", {"form": form}, status=422 if form.errors else 200)


@never_cache
@require_safe
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's first page: tonight, the season, and the way in or out. Fragments of other packages are parts of it."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "overview")
    player = frame["player"]
    place = Membership.objects.filter(club=club, player=player).first() if player else None
    suspended = place is not None and membership.is_suspended_now(place)
    context = frame | {
        "size": Membership.objects.filter(club=club).count(),
        "officers": selectors.officers(club),
        "place": place,
        "suspended": suspended,
        "reason": membership.suspension_reason(place) if place is not None and suspended else "",
        "asked": membership.request_of(club=club, player=player) if place is None else None,
        "waiting": membership.open_requests(club).count() if "admit_members" in frame["can"] else 0,
    }
    return render(request, "clubs/club.html", context)


@require_safe
def club_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's own rules of play."""
    club = get_object_or_404(Club, slug=slug)
    context = club_frame(request, club, "rules") | {
        "house_rules": [house.shown(one) for one in house.house_rules(club)],
        "retired_rules": house.retired_house_rules(club),
    }
    return render(request, "clubs/rules.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the club's name, its place, its door, and whether it makes salaams."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "settings")
    require_page(frame["player"], "change_club", club)
    fields = ("name", "place", "door", "time_zone", "salaams")
    form = SettingsForm(request.POST or None, initial={field: getattr(club, field) for field in fields})
    if request.method == "POST" and form.is_valid():
        try:
            said = form.cleaned_data | {"time_zone": form.cleaned_data["time_zone"] or None}
            services.change_club(club=club, by=frame["player"], **said)
        except NotAllowed as refused:
            raise PermissionDenied(refused.message) from None
        except ClubError as error:
            refuse(form, error)
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("clubs:settings", slug)
    return render(request, "clubs/settings.html", frame | {"form": form}, status=422 if form.errors else 200)

"""Pages of people: the first page, players, one's own page and settings, and the language."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from clubs.accounts.visiting import find_visiting
from clubs.home import selectors
from clubs.home.duties import duties_of
from clubs.members import selectors as members
from clubs.members.selectors import clubs_of
from clubs.people.forms import NameForm
from clubs.people.languages import is_language, keep_with_session
from clubs.people.services import choose_language, rename_player
from clubs.privacy.selectors import may_see
from clubs.web.pages import current_player, edits, reads, shows, viewer_of
from clubs.web.refusals import refusals_beside

SHOWN_TO_VISITORS = 5
"""So many clubs stand on the first page for who is not signed in."""


@shows
def home(request: HttpRequest) -> HttpResponse:
    """A player's own things first; for everybody else a card table, and what is played here."""
    player = viewer_of(request) or (current_player(request) if request.user.is_authenticated else None)
    clubs = clubs_of(player) if player else members.clubs()[:SHOWN_TO_VISITORS]
    visitor = find_visiting(request.session) if player is None else None
    template = "clubs/home.html" if player else "clubs/front.html"
    return render(request, template, {"player": player, "visitor": visitor, "clubs": clubs})


@reads
def waiting(request: HttpRequest) -> HttpResponse:
    """A fragment of the first page: what waits for an officer in the clubs."""
    player = viewer_of(request)
    found = duties_of(player, timezone.now()) if player is not None else []
    return render(request, "clubs/_waiting.html", {"duties": found})


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Change the language, here and with the account, and go back to where one was."""
    chosen = request.POST.get("language", "")
    if is_language(chosen):
        if request.user.is_authenticated:
            choose_language(user=request.user, language=chosen)
        else:
            keep_with_session(request, chosen)
    return set_language(request)


@shows
def player_page(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """A player: clubs, teams, and what they played."""
    page = selectors.player_page(player_id)
    if page is None:
        raise Http404(_("There is no such player."))
    if page.player.merged_into_id is not None:
        return redirect("clubs:player", page.player.merged_into_id)
    viewer = viewer_of(request)
    context = {"page": page, "is_me": viewer == page.player, "sees_clubs": may_see(viewer, page.player, "clubs")}
    return render(request, "clubs/player.html", context)


@never_cache
@reads
def me(request: HttpRequest) -> HttpResponse:
    """One's own page as a player, with the way to the settings."""
    player = current_player(request)
    context = {"page": selectors.player_page(player.pk), "is_me": True, "sees_clubs": True}
    return render(request, "clubs/player.html", context)


@edits
def my_settings(request: HttpRequest) -> HttpResponse:
    """The name, the language, notices, privacy, the ways to sign in, and the way out."""
    player = current_player(request)
    form = NameForm(request.POST or None, initial={"name": player.name})
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            rename_player(player_id=player.pk, name=form.cleaned_data["name"])
            messages.success(request, _("Your name is changed."))
            return redirect("clubs:my_settings")
    context = {"player": player, "form": form}
    return render(request, "clubs/me_settings.html", context, status=422 if form.errors else 200)

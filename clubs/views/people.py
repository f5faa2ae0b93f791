"""Pages of people: the first page, players, one's own page, and the language."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language

from clubs import selectors, services
from clubs.errors import ClubError
from clubs.forms import NameForm, refuse
from clubs.languages import is_language, keep_with_session
from clubs.privacy.selectors import may_see
from clubs.views.common import current_player
from clubs.visiting import find_visiting

SHOWN_TO_VISITORS = 5
"""So many clubs stand on the first page for who is not signed in."""


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Whose turn it is, tonight's tables, and what changed."""
    player = current_player(request) if request.user.is_authenticated else None
    clubs = selectors.clubs_of(player) if player else selectors.clubs()[:SHOWN_TO_VISITORS]
    visitor = find_visiting(request.session) if player is None else None
    return render(request, "clubs/home.html", {"player": player, "visitor": visitor, "clubs": clubs})


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Change the language, here and with the account, and go back to where one was."""
    chosen = request.POST.get("language", "")
    if is_language(chosen):
        if request.user.is_authenticated:
            services.choose_language(user=request.user, language=chosen)
        else:
            keep_with_session(request, chosen)
    return set_language(request)


@never_cache
@require_safe
def player_page(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """A player: clubs, teams, and what they played."""
    page = selectors.player_page(player_id)
    if page is None:
        raise Http404(_("There is no such player."))
    if page.player.merged_into_id is not None:
        return redirect("clubs:player", page.player.merged_into_id)
    viewer = selectors.find_player(request.user)
    context = {"page": page, "is_me": viewer == page.player, "sees_clubs": may_see(viewer, page.player, "clubs")}
    return render(request, "clubs/player.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    """One's own page: the name, the ways to sign in, and the way out."""
    player = current_player(request)
    form = NameForm(request.POST or None, initial={"name": player.name})
    if request.method == "POST" and form.is_valid():
        try:
            services.rename_player(player_id=player.pk, name=form.cleaned_data["name"])
        except ClubError as error:
            refuse(form, error)
        else:
            messages.success(request, _("Your name is changed."))
            return redirect("clubs:me")
    context = {"player": player, "form": form, "page": selectors.player_page(player.pk)}
    return render(request, "clubs/me.html", context, status=422 if form.errors else 200)

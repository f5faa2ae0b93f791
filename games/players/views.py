"""Pages of a player's history, and the parts of them that the player page loads."""

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.models import Club, Player
from clubs.people.selectors import ids_of
from clubs.web.htmx import fragment_asked
from clubs.web.pages import PAGE_SIZE, club_at, club_frame, paged, player_at, searched
from games.models import GamePlayer
from games.pages import shows, viewer
from games.players import selectors, steps
from games.players.club import ORDERS, MemberForm, family_played, members_form
from games.players.forms import HandSearchForm
from games.players.hands import hands_of, serving_number
from games.players.pages import FormShown, bids_shown, form_shown, rating_shown, stakes_shown
from games.players.ratings.formula import shown
from games.players.ratings.selectors import history_of, ratings_of, strength_of
from games.players.ratings.services import FAMILIES

LAST = 5
"""So many games and partners stand on the player's own page."""
FIRST = 8
"""So many members stand on the club's own page."""


def _of_player(
    page: Callable[[HttpRequest, Player, Player | None], HttpResponse],
) -> Callable[[HttpRequest, UUID], HttpResponse]:
    """Give a page the player of its address, the claiming one of a claimed, and who looks."""

    @never_cache
    @require_safe
    @wraps(page)
    def answer(request: HttpRequest, player_id: UUID) -> HttpResponse:
        return page(request, player_at(request, player_id), viewer(request))

    return answer


def _render(request: HttpRequest, name: str, player: Player, context: dict[str, Any], status: int = 200) -> Any:
    """Return a page, or for htmx the part of it that changes."""
    template = f"games/_player_{name}.html" if fragment_asked(request) else f"games/player_{name}.html"
    return render(request, template, {"player": player, **context}, status=status)


def _choice(request: HttpRequest, name: str, among: tuple[str, ...], otherwise: str) -> str:
    said = request.GET.get(name, "")
    return said if said in among else otherwise


@_of_player
def figures(request: HttpRequest, player: Player, looks: Player | None) -> HttpResponse:
    """Form, last games, bids made and failed, stakes over time; as a part of another page without empty panels."""
    privacy = selectors.privacy_of(player, looks, ("results", "stakes", "histories"))
    context: dict[str, Any] = {"privacy": privacy, "brief": fragment_asked(request)}
    if "results" in privacy.seen:
        context["form"] = form_shown(player.name, selectors.form_of(player))
        context["games"] = selectors.games_of(player, looks)[:LAST]
        context["bids"] = bids_shown(selectors.bids_of(player))
    if "stakes" in privacy.seen and not player.is_bot:
        context["stakes"] = stakes_shown(player)
    return _render(request, "figures", player, context)


@_of_player
def standing(request: HttpRequest, player: Player, looks: Player | None) -> HttpResponse:
    """The ratings with their course, and the partners; as a part of another page without empty panels."""
    privacy = selectors.privacy_of(player, looks, ("rating", "partners"))
    context: dict[str, Any] = {"privacy": privacy, "brief": fragment_asked(request)}
    if "rating" in privacy.seen:
        context["ratings"] = [rating_shown(player, rating) for rating in ratings_of(player)]
    if "partners" in privacy.seen:
        found = selectors.partners_of(player, looks)
        context |= {"partners": found[:LAST], "more_partners": len(found) > LAST}
    return _render(request, "standing", player, context)


@_of_player
def rating_now(request: HttpRequest, player: Player, looks: Player | None) -> HttpResponse:
    """A fragment of the player's page: the rating in a line."""
    privacy = selectors.privacy_of(player, looks, ("rating",))
    ratings = ratings_of(player) if "rating" in privacy.seen else []
    return render(request, "games/_rating_head.html", {"player": player, "ratings": ratings})


@shows
def first_steps(request: HttpRequest) -> HttpResponse:
    """A fragment of the first page: the first steps of a new account that are left."""
    player = viewer(request)
    return render(request, "games/_first_steps.html", {"steps": steps.first_steps(player) if player else None})


@_of_player
def games(request: HttpRequest, player: Player, looks: Player | None) -> HttpResponse:
    """All finished games of a player, the latest first; `?family=` keeps those of one."""
    privacy = selectors.privacy_of(player, looks, ("results",))
    family = _choice(request, "family", FAMILIES, "")
    context: dict[str, Any] = {"privacy": privacy, "family": family, "families": FAMILIES}
    if "results" in privacy.seen:
        found = selectors.games_of(player, looks, family=family)
        context["page"] = paged(request, found)
    return _render(request, "games", player, context)


@_of_player
def partners(request: HttpRequest, player: Player, looks: Player | None) -> HttpResponse:
    """All partners of a player: `?q=` searches them, `?sort=` orders them, `?family=` keeps games of one."""
    privacy = selectors.privacy_of(player, looks, ("partners",))
    family = _choice(request, "family", FAMILIES, "")
    columns = (
        ("hands", _("Hands")),
        ("games", _("Games")),
        ("won", _("Won–lost")),  # noqa: RUF001
        ("difference", pgettext("column: difference", "Diff")),
    )
    sort: Any = _choice(request, "sort", tuple(key for key, _title in columns), "hands")
    search = searched(request)[:60]
    context: dict[str, Any] = {
        "privacy": privacy, "family": family, "families": FAMILIES, "sort": sort, "columns": columns, "search": search,
    }  # fmt: skip
    if "partners" in privacy.seen:
        found = selectors.partners_of(player, looks, family=family, sort=sort, search=search)
        context["page"] = paged(request, found)
    return _render(request, "partners", player, context)


@_of_player
def rating(request: HttpRequest, player: Player, looks: Player | None) -> HttpResponse:
    """A player's rating: how it came to be, game by game."""
    privacy = selectors.privacy_of(player, looks, ("rating",))
    context: dict[str, Any] = {"privacy": privacy}
    if "rating" in privacy.seen:
        ratings = ratings_of(player)
        families = tuple(one.family for one in ratings)
        family = _choice(request, "family", families, families[0] if families else "")
        context |= {"families": families, "family": family}
        context["rating"] = next((rating_shown(player, one) for one in ratings if one.family == family), None)
        page = paged(request, history_of(player, family))
        rows = list(page.object_list)
        context |= {"page": page, "rows": [(row, shown(strength_of(row), row.rated_at)) for row in rows]}
    return _render(request, "rating", player, context)


@_of_player
def hands(request: HttpRequest, player: Player, looks: Player | None) -> HttpResponse:
    """The search through a player's hands."""
    privacy = selectors.privacy_of(player, looks, ("histories", "partners"))
    clubs = Club.objects.filter(
        pk__in=GamePlayer.objects.filter(
            projection_version=serving_number("results"), player__in=ids_of(player)
        ).values("club")
    )
    asked = {name: value for name, value in request.GET.items() if name != "page"}
    form = HandSearchForm(request.GET if asked else None, clubs=clubs.order_by("name"))
    context: dict[str, Any] = {"privacy": privacy, "form": form}
    valid = not form.is_bound or form.is_valid()
    if "histories" in privacy.seen and valid:
        if not form.is_bound:
            form = HandSearchForm({}, clubs=clubs)
            form.is_valid()
        found = hands_of(player, looks, form.wanted())
        context["page"] = paged(request, found)
        context["asking"] = form.is_asking
        if "partners" in privacy.seen and not fragment_asked(request):
            context["names"] = [one.name for one in selectors.partners_of(player, looks)[:12]]
    return _render(request, "hands", player, context, status=200 if valid else 422)


class FormRow(NamedTuple):
    """A line of the table of members: the entry, and its form drawn."""

    entry: MemberForm
    form: FormShown | None


@shows
def club_form(request: HttpRequest, slug: str) -> HttpResponse:
    """The members of a club by rating and form: `?q=` searches, `?sort=` orders, `?family=` chooses the games.

    For htmx, without any of these, the first few: a part of the club's own page.
    """
    club = club_at(request, slug)
    looks = viewer(request)
    family = _choice(request, "family", FAMILIES, "") or family_played(club)
    order: Any = _choice(request, "sort", ORDERS, "rating")
    search = searched(request)[:60]
    found = members_form(club, looks, family=family, order=order, search=search)
    first = fragment_asked(request)
    page = paged(request, found, FIRST if first else PAGE_SIZE)
    context = {
        "page": page,
        "rows": [FormRow(one, form_shown(one.name, one.last)) for one in page.object_list],
        "family": family,
        "families": FAMILIES,
        "order": order,
        "search": search,
        "looks": looks,
        "first": first,
    }
    template = "games/_club_form.html" if first else "games/club_form.html"
    return render(request, template, {**club_frame(request, club, "members"), **context})

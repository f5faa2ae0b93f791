"""The pictures of pages of play for chats. Everybody gets the same: no request is asked who sent it."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.linked import hands, pages, results
from games.linked.pictures import answered


@require_safe
def general(request: HttpRequest) -> HttpResponse:
    """The picture of Lelam."""
    return answered(request, lambda: None)


@require_safe
def hand(request: HttpRequest, table_id: UUID, number: int) -> HttpResponse:
    """The picture of a finished hand."""
    return answered(request, lambda: hands.hand_picture(table_id, number))


@require_safe
def result(request: HttpRequest, result_id: UUID) -> HttpResponse:
    """The picture of a result that was written down."""
    return answered(request, lambda: results.result_picture(result_id))


@require_safe
def standing(request: HttpRequest, slug: str) -> HttpResponse:
    """The picture of a club's standing: of `?family=`, else of the game that it plays most."""
    return answered(request, lambda: results.standing_picture(slug, request.GET.get("family", "")))


@require_safe
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """The picture of a player."""
    return answered(request, lambda: pages.player_picture(player_id))


@require_safe
def rules(request: HttpRequest, rules_id: str) -> HttpResponse:
    """The picture of a rule set."""
    return answered(request, lambda: pages.rules_picture(rules_id))

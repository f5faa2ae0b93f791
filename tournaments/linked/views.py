"""The pictures of tournaments for chats. Everybody gets the same: no request is asked who sent it."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.linked.pictures import answered
from tournaments.linked.subjects import tournament_picture


@require_safe
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    """The picture of a tournament as everybody may know it."""
    return answered(request, lambda: tournament_picture(slug))

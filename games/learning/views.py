"""How to play: the choice of the game, its eight steps, and the guided first hand."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubs.base.asked import number_in
from clubs.models import Player
from games.learning.steps import COURSES, Course
from games.models import Practice
from games.practice import services
from games.practice.beginning import begun
from games.practice.guides import GUIDES


def _course(game: int) -> Course:
    course = COURSES.get(str(game))
    if course is None:
        raise Http404(_("There is no such game."))
    return course


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Choose the game, and what one does there."""
    return render(request, "games/learn/learn.html", {"courses": COURSES.values()})


@require_safe
def learn_game(request: HttpRequest, game: int) -> HttpResponse:
    """The eight steps of a game."""
    return render(request, "games/learn/game.html", {"course": _course(game)})


@never_cache
@require_POST
def learn_hand(request: HttpRequest, game: int) -> HttpResponse:
    """Deal the guided first hand of a game; with `decided`, after so many of its decisions."""
    guide = GUIDES[_course(game).family]
    decided = number_in(request.POST.get("decided", ""), figures=2) or 0

    def begin(player: Player) -> Practice:
        return services.begin_guided(player=player, guide=guide, decided=decided % len(guide.steps))

    return begun(request, begin, otherwise=redirect("games:learn_game", game))

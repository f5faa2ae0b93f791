"""Beginning a practice at the press of a button, with an account or without."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from clubs.accounts.visiting import visit
from clubs.models import Player
from clubs.web.refusals import done
from games.models import Practice
from games.pages import acting


def begun(request: HttpRequest, begin: Callable[[Player], Practice], otherwise: HttpResponse) -> HttpResponse:
    """Begin a practice for the sender of a request, and lead to its table.

    Args:
        request: The press of the button.
        begin: Begins the practice of a player; a browser without a player gets a visiting one.
        otherwise: The answer if it is refused; its page says why.
    """
    practices: list[Practice] = []
    if done(request, lambda: practices.append(begin(acting(request) or visit(request)))):
        return redirect("games:practice", practices[0].pk)
    return otherwise

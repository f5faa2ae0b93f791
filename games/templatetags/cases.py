"""The mark of a provisional result, and the line where such results are counted in."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any
from uuid import UUID

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.translation import ngettext

from clubs.models import Club, Player, Season
from games.cases import provisional as selectors
from games.cases.access import opens
from games.cases.provisional import NONE, OpenCases
from games.pages import invitation_of, playing

register = template.Library()


@register.simple_tag
def open_cases(*lists: Any, attribute: str = "stream") -> OpenCases:
    """Return the open cases of the games of some lists, in one query.

    Args:
        lists: The lists, with the entries and with further lists.
        attribute: The member of an entry that holds the id of the game; an empty one, and an entry without, is of none.
    """
    return selectors.open_cases(_games(chain.from_iterable(filter(None, lists)), attrgetter(attribute)))


def _games(rows: Iterable[Any], game: Callable[[Any], UUID | None]) -> Iterator[UUID]:
    for row in rows:
        if type(row) in (list, tuple):
            yield from _games(row, game)
            continue
        with suppress(AttributeError):
            if found := game(row):
                yield found


@register.simple_tag
def open_cases_of(game: UUID | None) -> OpenCases:
    """Return the open cases of one game."""
    return selectors.open_cases([game])


@register.inclusion_tag("games/cases/_provisional.html")
def provisional(
    cases: OpenCases | str, game: UUID | None, hand: int | None = None, *, linked: bool = True
) -> dict[str, Any]:
    """Mark a disputed result as provisional, with a link to the case; nothing where it is not disputed.

    Args:
        cases: The open cases of the games on the page.
        game: The id of the game; None: no game is meant.
        hand: The number of the hand; None: the result of the whole game is meant.
        linked: Whether the reader may see the game, and so the page of the case.
    """
    return {"case": (cases or NONE).of(game, hand), "linked": linked}  # type: ignore[union-attr]  # "": never filled


@register.inclusion_tag("games/cases/_of_hand.html")
def provisional_hand(cases: OpenCases, game: UUID, number: int) -> dict[str, Any]:
    """Say above a hand that its result is disputed, or that of another hand of its game."""
    return {"case": cases.of(game, number), "other": cases.of(game), "number": _hand(cases, game)}


@register.simple_tag(takes_context=True)
def case_address(context: Context, case: str) -> str:
    """Return the address of the page of a case by its id; empty for a reader who may not open it."""
    request = context.get("request")
    player = None if request is None else playing(request)
    invitation = partial(invitation_of, request) if request is not None else lambda _game: ""
    return reverse("games:case", args=[case]) if opens(UUID(case), player, invitation) else ""


@register.inclusion_tag("games/cases/_of_game.html")
def provisional_game(cases: OpenCases, game: UUID) -> dict[str, Any]:
    """Say above a game which of its hands are disputed."""
    return {"cases": sorted(cases.by_game.get(game, {}).items())}


def _hand(cases: OpenCases, game: UUID) -> int | None:
    """Return the number of the first disputed hand of a game."""
    return min(cases.by_game.get(game, {}), default=None)


@register.inclusion_tag("games/cases/_may_change.html")
def may_change(
    club: Club, family: str = "", season: Season | None = None, player: Player | None = None
) -> dict[str, Any]:
    """Say how many results that are counted in are disputed and may change; nothing where none is."""
    days = (season.begins, season.ends) if season else None
    return _line(selectors.disputed_in(club, family=family, season=days, player=player))


@register.inclusion_tag("games/cases/_may_change.html")
def may_change_of(player: Player, family: str = "") -> dict[str, Any]:
    """Say how many results of a player are disputed and may change; nothing where none is."""
    return _line(selectors.disputed_of(player, family=family))


def _line(count: int) -> dict[str, Any]:
    words = ngettext(
        "{count} result is disputed and may change.", "{count} results are disputed and may change.", count
    )
    return {"count": count, "words": words.format(count=count)}

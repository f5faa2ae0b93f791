"""Visiting players, who play without an account. The browser's session holds the id of its visiting player.

Default deny: only pages of play ask for the visiting player (`games.pages.playing`). `find_player` and
`current_player` know players of accounts alone, so to every other page a visiting player is a visitor.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.sessions.backends.base import SessionBase
from django.core.cache import cache
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.accounts.visitors import (
    make_visiting_player,
    name_visiting_player,
    note_visit,
    settle_visiting_player,
    take_over_visiting_player,
)
from clubs.base.networks import network_of_request
from clubs.base.pace import count_act
from clubs.errors import ClubError
from clubs.models import Player, User
from clubs.people.services import player_for

KEY: Final = "visiting_player"
"""The session's key."""
TOUCHED_EVERY: Final = timedelta(hours=12)
"""The shortest time between two notes of a visit."""
WINDOW: Final = 3600
"""The window of the rate limit of new visiting players, in seconds."""
MAX_ADDRESSES: Final = 50
"""The limit for all addresses together, as a multiple of that for one."""
_ALL: Final = "clubs.accounts.visiting.all"


class TooManyVisitors(ClubError):  # noqa: N818  # reads as what it says where it is raised
    """The rate limit of new visiting players is reached, for this address or in all."""

    def __init__(self) -> None:
        super().__init__(
            "too-many-visitors",
            _("Too many people are playing from your network without an account. Make an account, or try in an hour."),
        )


def find_visiting(session: SessionBase) -> Player | None:
    """Return the visiting player of a browser's session, or None.

    A player taken over by an account at sign-up still counts until the account's first sign-in: the owner may be
    looking for the mailed code while the table waits.
    """
    return bound_players(_ids(session)).first()


def bound_players(ids: Iterable[UUID]) -> "QuerySet[Player]":
    """Return those of the players that still play without an account, as `find_visiting` does."""
    return _alive(ids).filter(Q(user=None) | Q(user__last_login=None))


def _bound(session: SessionBase) -> "QuerySet[Player]":
    return _alive(_ids(session))


def _alive(ids: Iterable[UUID]) -> "QuerySet[Player]":
    return Player.objects.filter(pk__in=tuple(ids), visited_at__isnull=False, merged_into=None, erased_at=None)


def _ids(session: SessionBase) -> tuple[UUID, ...]:
    said = session.get(KEY)
    return (UUID(said),) if said else ()


def visit(request: HttpRequest, *, name: str = "") -> Player:
    """Return the visiting player of the browser, made if there is none, with the given name.

    Args:
        request: A request without a signed-in user.
        name: The typed name; empty if none is needed yet.

    Raises:
        TooManyVisitors: The rate limit is reached.
        ClubError: The name cannot be used.
    """
    found = find_visiting(request.session)
    if found is not None:
        return name_visiting_player(player=found, name=name) if name else found
    made_lately = [(_address(request), settings.LELAM_VISITORS), (_ALL, settings.LELAM_VISITORS * MAX_ADDRESSES)]
    counted = cache.get_many([key for key, _most in made_lately])
    if any(counted.get(key, 0) >= most for key, most in made_lately):
        raise TooManyVisitors
    player = make_visiting_player(name=name)
    for key, _most in made_lately:
        count_act(key, WINDOW)
    # As at a sign-in: an attacker who planted a session in this browser does not know the new key.
    request.session.cycle_key()
    request.session[KEY] = str(player.pk)
    _stay(request.session)
    return player


def touch(request: HttpRequest, player: Player) -> None:
    """Note that a visiting player still plays, and extend the browser's session."""
    now = timezone.now()
    if player.visited_at is not None and now - player.visited_at > TOUCHED_EVERY:
        note_visit(player=player, now=now)
        _stay(request.session)


def _stay(session: SessionBase) -> None:
    session.set_expiry(settings.LELAM_VISITOR_DAYS * 24 * 3600)


def _address(request: HttpRequest) -> str:
    return f"clubs.accounts.visiting.{network_of_request(request)}"


def take_over_at_sign_in(*, request: HttpRequest, user: User, **_signal: Any) -> None:
    """Merge the browser's visiting player into the account that signs in: a receiver of `user_logged_in`."""
    settle_visiting_player(user=user)
    visitor = _bound(request.session).filter(user=None).first()
    if request.session.pop(KEY, None) is None:
        return
    request.session.set_expiry(None)  # a visit lasts longer than a sign-in
    if visitor is None:
        return
    said = take_over_visiting_player(visitor=visitor, player=player_for(user=user))
    if said:
        messages.warning(
            request,
            _("The games that {name} played here without an account stay apart from your account: {reason}").format(
                name=visitor.name or _("the visitor"), reason=said
            ),
            fail_silently=True,
        )

"""Logins behind open connections: whether each still holds. A socket has no requests that would check it."""

from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from clubs.accounts.visiting import KEY, bound_players, find_visiting
from clubs.models import Player, User
from clubs.people.selectors import find_player


class Login(NamedTuple):
    """The login with which a connection was opened.

    Attributes:
        session: The key of the browser's session.
        user: The id of the account; None for a visiting player.
        player: The id of the player.
    """

    session: str
    user: UUID | None
    player: UUID


class _Kept(NamedTuple):
    """The members of a session that tell whose it is."""

    user: str
    fingerprint: str
    visiting: str


def player_behind(user: User | AnonymousUser, session: SessionBase | None) -> Player | None:
    """Return the player of a connection: the account's, else the visiting player of the browser."""
    player = find_player(user)
    if player is not None or user.is_authenticated or session is None:
        return player
    return find_visiting(session)


def login_of(user: User | AnonymousUser, player: Player | None, session: SessionBase | None) -> Login | None:
    """Return the login with which a connection of a player was opened; None: there is none that could end."""
    if player is None or session is None or not session.session_key:
        return None
    return Login(session.session_key, user.pk if user.is_authenticated else None, player.pk)


def ended_logins(logins: Iterable[Login]) -> set[Login]:
    """Return those logins that hold no longer, by four queries for all of them.

    A login ends with its session, at a change of password, when the account is closed, and when the browser's session
    has become another player's.
    """
    logins = set(logins)
    rows = Session.objects.filter(session_key__in={login.session for login in logins}, expire_date__gt=timezone.now())
    sessions = {key: _read(stored) for key, stored in rows.values_list("session_key", "session_data")}
    ids = {login.user for login in logins if login.user is not None}
    users = User.objects.filter(is_active=True).in_bulk(ids)
    players = dict(Player.objects.filter(user_id__in=ids).values_list("user_id", "pk"))
    visiting = set(bound_players(login.player for login in logins if login.user is None).values_list("pk", flat=True))

    def holds(login: Login) -> bool:
        kept = sessions.get(login.session)
        if kept is None:
            return False
        if login.user is None:
            return not kept.user and kept.visiting == str(login.player) and login.player in visiting
        user = users.get(login.user)
        if user is None or kept.user != str(user.pk) or players.get(user.pk) != login.player:
            return False
        hashes = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
        return any(constant_time_compare(kept.fingerprint, one) for one in hashes)

    return {login for login in logins if not holds(login)}


@lru_cache(maxsize=4096)
def _read(stored: str) -> _Kept:
    """Read a stored session; a session changes seldom, and is looked at every few seconds."""
    session = import_module(settings.SESSION_ENGINE).SessionStore().decode(stored)
    known = session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
    user = str(session.get(SESSION_KEY, "")) if known else ""
    return _Kept(user, str(session.get(HASH_SESSION_KEY, "")), str(session.get(KEY, "")))

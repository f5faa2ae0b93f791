"""Logins behind open connections: each way in which one ends, and what it outlasts."""

from datetime import timedelta

import pytest
from django.conf import settings as configured
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from clubs.accounts.logins import Login, ended_logins
from clubs.accounts.visiting import KEY
from clubs.accounts.visitors import make_visiting_player, take_over_visiting_player
from clubs.models import Player
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db


def signed_in(player: Player) -> tuple[Client, Login]:
    """Sign in a player; return the browser, and the login of a connection that it opens."""
    browser = Client()
    browser.force_login(player.user, configured.AUTHENTICATION_BACKENDS[0])
    return browser, Login(browser.session.session_key, player.user.pk, player.pk)


def visiting() -> tuple[SessionBase, Player, Login]:
    """Make a visiting player in a browser; return the session, the player and the login."""
    player = make_visiting_player(name="Eapen")
    session = Client().session
    session[KEY] = str(player.pk)
    session.save()
    return session, player, Login(session.session_key, None, player.pk)


def holds(login: Login) -> bool:
    return not ended_logins([login])


@pytest.mark.parametrize(
    "way_out", ["sign out", "key", "time", "no row", "garbage", "password", "closed", "gone", "other account", "erased"]
)
def test_a_login_ends_with_whatever_it_rests_on(way_out):
    player = PlayerFactory()
    browser, login = signed_in(player)
    assert holds(login)
    row, session, user = Session.objects.filter(pk=login.session), browser.session, player.user

    match way_out:
        case "sign out":
            browser.logout()
        case "key":
            session.cycle_key()
        case "time":
            row.update(expire_date=timezone.now() - timedelta(seconds=1))
        case "no row":
            row.delete()
        case "garbage":
            row.update(session_data="e30:" + row.get().session_data)
        case "password":
            user.set_password("another")
            user.save()
        case "closed":
            user.is_active = False
            user.save()
        case "gone":
            Player.objects.filter(pk=player.pk).update(user=None)
        case "other account":
            session.flush()
            signed_in(PlayerFactory())
        case "erased":
            Player.objects.filter(pk=player.pk).update(user=None)
            user.delete()

    assert not holds(login)


def test_a_session_that_another_account_has_now_is_no_login_of_the_first():
    first, second = PlayerFactory(), PlayerFactory()
    _browser, login = signed_in(first)
    _other, others = signed_in(second)
    taken = Session.objects.get(pk=others.session)

    Session.objects.filter(pk=login.session).update(session_data=taken.session_data)

    assert not holds(login)
    assert holds(Login(login.session, second.user.pk, second.pk))
    assert not holds(Login(login.session, second.user.pk, first.pk)), "nor for another's player"
    assert not holds(Login(login.session, None, first.pk)), "nor as a visiting player"


def test_a_new_secret_key_ends_no_login_while_the_old_one_is_a_fallback(settings):
    player = PlayerFactory()
    _browser, login = signed_in(player)
    old = settings.SECRET_KEY

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, [old]
    assert holds(login)
    player.user.set_password("another")
    player.user.save()
    assert not holds(login), "a changed password counts under the old key too"


def test_a_session_without_a_fingerprint_is_no_login():
    browser, login = signed_in(PlayerFactory())
    session = browser.session
    del session[HASH_SESSION_KEY]
    session.save()

    assert not holds(login)


def test_a_visiting_player_stays_until_an_account_takes_it_over():
    _session, visitor, login = visiting()
    account = PlayerFactory()
    assert holds(login)

    take_over_visiting_player(visitor=visitor, player=account)

    assert not holds(login)


@pytest.mark.parametrize("way_out", ["signed in", "another visitor", "merged", "erased", "taken at sign-up"])
def test_a_visiting_player_ends_with_the_browsers_session_or_as_a_player(way_out):
    session, visitor, login = visiting()
    players = Player.objects.filter(pk=visitor.pk)

    match way_out:
        case "signed in":
            _browser, other = signed_in(PlayerFactory())
            held = Session.objects.get(pk=other.session).get_decoded() | {KEY: str(visitor.pk)}
            Session.objects.filter(pk=login.session).update(session_data=type(session)().encode(held))
        case "another visitor":
            session[KEY] = str(make_visiting_player(name="Gopi").pk)
            session.save()
        case "merged":
            players.update(merged_into=PlayerFactory())
        case "erased":
            players.update(erased_at=timezone.now())
        case "taken at sign-up":
            user = PlayerFactory().user
            Player.objects.filter(user=user).update(user=None)
            user.last_login = timezone.now()
            user.save()
            players.update(user=user)

    assert not holds(login)


def test_all_logins_are_checked_by_four_queries(django_assert_num_queries):
    logins = [signed_in(PlayerFactory())[1] for _ in range(5)]
    visitors = [visiting()[2], *logins]

    with django_assert_num_queries(4):
        assert ended_logins(visitors) == set()

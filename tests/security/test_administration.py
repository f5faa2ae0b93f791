"""The administrators' site is no way round: not round the door of every account, and not round the services."""

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.test import Client, RequestFactory
from django.urls import reverse

from clubs.models import AccessToken, Membership, User
from tests.factories import ClubFactory, PlayerFactory

pytestmark = pytest.mark.django_db

PASSWORD = "kayal-kunukku-28"
KEPT = sorted((model for model in admin.site._registry if model not in (User, Group)), key=lambda model: model.__name__)


@pytest.fixture
def root() -> User:
    """A superuser."""
    return User.objects.create_superuser("root@example.org", PASSWORD)


@pytest.fixture
def staff() -> Callable[..., User]:
    """Make an administrator with some rights only."""

    def made(*rights: str) -> User:
        user = User.objects.create_user("staff@example.org", PASSWORD, is_staff=True)
        user.user_permissions.set(Permission.objects.filter(codename__in=rights))
        return user

    return made


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_no_password_is_looked_at_at_the_administrators_door(client: Client, root: User):
    """It had no limit and asked for no second factor."""
    for password in ["wrong"] * 6 + [PASSWORD]:
        answer = client.post("/admin/login/?next=/admin/", {"username": root.email, "password": password})

        assert answer.status_code == 302
        assert answer.headers["Location"].startswith(f"{reverse('account_login')}?next=")
        assert not is_signed_in(client)


def test_an_administrator_with_a_passkey_is_asked_for_it(client: Client, root: User):
    Authenticator.objects.create(user=root, type=Authenticator.Type.WEBAUTHN, data={"name": "Key"})
    door = client.get("/admin/", follow=True).redirect_chain[-1][0]

    answer = client.post(door, {"login": root.email, "password": PASSWORD})

    assert answer.headers["Location"].startswith(reverse("mfa_authenticate"))
    assert not is_signed_in(client)


def test_an_administrator_comes_in_by_the_ordinary_door_and_nobody_else_does(client: Client, root: User):
    door = client.get("/admin/clubs/club/", follow=True).redirect_chain[-1][0]
    assert client.post(door, {"login": root.email, "password": PASSWORD, "next": "/admin/clubs/club/"}).url == (
        "/admin/clubs/club/"
    )
    assert client.get("/admin/clubs/club/").status_code == 200
    assert client.post("/admin/login/", {"username": root.email, "password": "another's"}).url == "/admin/"

    client.force_login(PlayerFactory(user=User.objects.create_user("somebody@example.org")).user)
    assert client.get("/admin/", follow=True).status_code == 403


def test_passwords_are_changed_where_every_account_changes_them(client: Client, root: User):
    client.force_login(root)

    answer = client.post("/admin/password_change/", {"old_password": PASSWORD})

    assert answer.headers["Location"] == reverse("account_change_password")


@pytest.mark.parametrize("model", KEPT, ids=lambda model: model.__name__)
def test_not_even_a_superuser_changes_what_services_keep(root: User, model: type):
    request = RequestFactory().post("/admin/")
    request.user = root
    page = admin.site._registry[model]

    for shown in (page, *page.get_inline_instances(request)):
        assert shown.has_view_permission(request)
        assert not shown.has_add_permission(request)
        assert not shown.has_change_permission(request)
        assert not shown.has_delete_permission(request)


def test_nobody_takes_over_another_ones_player(client: Client, staff: Callable[..., User]):
    """With the right to change players an account was given another one's player, and that player's hand was read."""
    thief, player = staff("view_player", "change_player"), PlayerFactory()
    client.force_login(thief)
    page = reverse("admin:clubs_player_change", args=[player.pk])
    assert client.get(page).status_code == 200

    answer = client.post(page, {"name": player.name, "user": thief.pk})

    player.refresh_from_db()
    assert (answer.status_code, player.user_id == thief.pk) == (403, False)


def test_nobody_becomes_an_owner_past_the_officers_log(client: Client, root: User):
    club, player = ClubFactory(), PlayerFactory()
    client.force_login(root)
    before = Membership.objects.count()
    inline = {"memberships-TOTAL_FORMS": 1, "memberships-INITIAL_FORMS": 0, "memberships-0-player": player.pk}

    answer = client.post(
        reverse("admin:clubs_club_change", args=[club.pk]), {"name": club.name, **inline, "memberships-0-role": "owner"}
    )

    assert (answer.status_code, Membership.objects.count()) == (403, before)


def test_an_administrator_decides_who_may_sign_in_but_gives_nobody_rights(client: Client, staff: Callable[..., User]):
    other = User.objects.create_user("other@example.org")
    client.force_login(staff("view_user", "change_user"))

    answer = client.post(
        reverse("admin:clubs_user_change", args=[other.pk]),
        {"email": "thief@example.org", "is_staff": "on", "is_superuser": "on"},
    )

    other.refresh_from_db()
    assert answer.status_code == 302
    assert (other.is_active, other.email, other.is_staff, other.is_superuser) == (
        False,
        "other@example.org",
        False,
        False,
    )


@pytest.mark.parametrize("model", [AccessToken, Authenticator, EmailAddress], ids=lambda model: model.__name__)
def test_what_opens_an_account_has_no_page(model: type):
    assert model not in admin.site._registry

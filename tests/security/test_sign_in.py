"""Nobody locks another one out of an account, and nobody guesses its password."""

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from clubs.models import User
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

PASSWORD = "kayal-kunukku-28"
OWN, STRANGE = "203.0.113.7", "198.51.100.9"


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    cache.clear()


@pytest.fixture
def somebody() -> User:
    return UserFactory(email="annamma@example.org", password=PASSWORD)


def tried(user: User, password: str, address: str, **headers: str) -> bool:
    """Try a password from an address of the network; return whether it was let in."""
    client = Client(REMOTE_ADDR=address, headers=headers)
    client.post(reverse("account_login"), {"login": user.email, "password": password})
    return "_auth_user_id" in client.session


def test_a_stranger_does_not_lock_the_owner_out(somebody: User):
    for _try in range(settings.LELAM_WRONG_PASSWORDS + 2):
        assert not tried(somebody, "wrong", STRANGE)

    assert not tried(somebody, PASSWORD, STRANGE), "who guesses is not told of a hit"
    assert tried(somebody, PASSWORD, OWN)


@pytest.mark.parametrize("host", ["localhost:{}", "127.0.0.1:{}"])
def test_another_name_of_the_server_is_not_counted_anew(somebody: User, host: str):
    """The server's name, port included, was part of the key: each one gave as many tries again."""
    for number in range(settings.LELAM_WRONG_PASSWORDS):
        tried(somebody, "wrong", STRANGE, host=host.format(1000 + number))

    assert not tried(somebody, PASSWORD, STRANGE, host=host.format(2000))


def test_one_network_is_one_guesser_whichever_address_of_it(somebody: User):
    for number in range(settings.LELAM_WRONG_PASSWORDS):
        tried(somebody, "wrong", f"2001:db8:1:2::{number + 1}")

    assert not tried(somebody, PASSWORD, "2001:db8:1:2::ffff")
    assert tried(somebody, PASSWORD, "2001:db8:1:3::1")


def test_guessing_from_many_networks_is_bounded_and_the_owners_own_goes_on(somebody: User, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"login_failed_everywhere": "8/h/key"}
    assert tried(somebody, PASSWORD, OWN)
    for number in range(8):
        assert not tried(somebody, "wrong", f"198.51.100.{number + 1}")

    assert not tried(somebody, PASSWORD, "198.51.100.100"), "a network that nobody has signed in from"
    assert tried(somebody, PASSWORD, OWN)
    assert tried(UserFactory(email="beeran@example.org", password=PASSWORD), PASSWORD, "198.51.100.100")


def test_the_right_password_is_not_counted(somebody: User):
    for _time in range(settings.LELAM_WRONG_PASSWORDS + 2):
        assert tried(somebody, PASSWORD, OWN)


def test_another_password_opens_the_door_again(somebody: User, mailoutbox: list):
    client = Client(REMOTE_ADDR=OWN)
    for _try in range(settings.LELAM_WRONG_PASSWORDS):
        tried(somebody, "wrong", OWN)
    assert not tried(somebody, PASSWORD, OWN)
    client.post(reverse("account_reset_password"), {"email": somebody.email})
    link = next(word for word in mailoutbox[-1].body.split() if "/password/reset/key/" in word)
    form = client.get(link.removeprefix(settings.LELAM_ADDRESS), follow=True)

    client.post(form.redirect_chain[-1][0], {"password1": "thuruppu-vetti-56", "password2": "thuruppu-vetti-56"})

    assert tried(somebody, "thuruppu-vetti-56", OWN)


def test_the_administrators_door_counts_with_the_same_door(somebody: User):
    User.objects.filter(pk=somebody.pk).update(is_staff=True, is_superuser=True)
    client = Client(REMOTE_ADDR=STRANGE)
    door = client.get("/admin/", follow=True).redirect_chain[-1][0]
    for _try in range(settings.LELAM_WRONG_PASSWORDS):
        client.post(door, {"login": somebody.email, "password": "wrong"})

    client.post(door, {"login": somebody.email, "password": PASSWORD})

    assert "_auth_user_id" not in client.session
    assert tried(somebody, PASSWORD, OWN)


def test_the_cache_names_nobody(somebody: User):
    assert tried(somebody, PASSWORD, OWN)
    client = cache._cache.get_client()  # type: ignore[attr-defined]

    keys = " ".join(key.decode() for key in client.keys("*"))

    assert "familiar" in keys
    assert "annamma" not in keys

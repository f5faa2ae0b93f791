"""Signing up with somebody else's address where no mail arrives: the answer told whether it has an account."""

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from clubs.models import Player, User
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

PASSWORD = "thuruppu-vetti-56"


def sign_up(email: str, *, known: bool = False, **said: str) -> tuple[Client, list[object]]:
    """Sign up in a new browser; return the browser and all that it is shown, but for what is new on each page.

    Args:
        email: The address.
        known: Whether the browser has a session.
        said: What else the form says.
    """
    client = Client()
    if known:
        session = client.session
        session["something"] = "kept"
        session.save()
    form = {"name": "Kochouseph", "email": email, "password1": PASSWORD, **said}
    answer = client.post(reverse("account_signup"), form)
    page = client.get(answer["Location"]).content.decode() if answer.status_code == 302 else answer.content.decode()
    lines = [line for line in page.splitlines() if "csrf" not in line and "nonce" not in line]
    return client, [answer.status_code, answer.get("Location"), sorted(answer.cookies), lines]


@pytest.mark.parametrize("session", [False, True])
@pytest.mark.parametrize("path", ["", "/tables/", "https://evil.example/"])
def test_a_known_address_and_a_new_one_get_the_same_answer(path: str, session: bool):
    known = UserFactory(email="known@example.org", password="kayal-kunukku-28")
    said = {"next": path} if path else {}

    of_known, shown = sign_up("Known@example.org", known=session, **said)
    of_new, other = sign_up("new@example.org", known=session, **said)

    assert shown == other
    assert shown[0] == 302
    assert get_user(of_known).is_anonymous
    assert get_user(of_new).is_anonymous
    assert "evil" not in str(shown)
    known.refresh_from_db()
    assert known.check_password("kayal-kunukku-28")
    assert User.objects.count() == 2
    assert Player.objects.filter(name="Kochouseph").count() == 1


def test_a_new_account_signs_in_and_goes_on_to_where_it_was_headed():
    client = Client()
    form = {"name": "Kochouseph", "email": "new@example.org", "password1": PASSWORD, "next": "/tables/"}
    to_sign_in = client.post(reverse("account_signup"), form)["Location"]

    answer = client.post(to_sign_in, {"login": "new@example.org", "password": PASSWORD})

    assert answer["Location"] == "/tables/"
    assert get_user(client).email == "new@example.org"


@pytest.mark.parametrize("email", ["known@example.org", "new@example.org"])
def test_what_is_wrong_with_the_form_is_said_of_both(email: str):
    UserFactory(email="known@example.org")

    _, shown = sign_up(email, password1="12345678")

    assert shown[0] == 200
    assert not any("already" in str(line) for line in shown[-1])

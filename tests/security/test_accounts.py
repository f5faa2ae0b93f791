"""What is left of an account's doors after another password, and what a refusal leaves in the log."""

import logging
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import AccessToken, User
from config.log import WithoutTrace
from tests.factories import ClubFactory, PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db

OLD, NEW = "kayal-kunukku-28", "thuruppu-vetti-56"


def authorized(secret: str) -> int:
    return Client().get("/api/me/", headers={"Authorization": f"Bearer {secret}"}).status_code


@pytest.fixture
def secrets() -> tuple[User, list[str], str]:
    """Somebody with two access tokens, and the token of somebody else."""
    user, other = UserFactory(password=OLD), UserFactory()
    made = [AccessToken.objects.create(user=one, expiry=timedelta(days=1), name="x")[1] for one in (user, user, other)]
    return user, made[:2], made[2]


def test_another_password_revokes_the_access_tokens(client: Client, secrets: tuple[User, list[str], str]):
    user, own, others = secrets
    assert [authorized(secret) for secret in (*own, others)] == [200] * 3
    client.force_login(user)

    client.post(reverse("account_change_password"), {"oldpassword": "wrong", "password1": NEW, "password2": NEW})
    assert [authorized(secret) for secret in own] == [200] * 2, "the password is the old one"
    client.post(reverse("account_change_password"), {"oldpassword": OLD, "password1": NEW, "password2": NEW})

    assert [authorized(secret) for secret in (*own, others)] == [401, 401, 200]


def test_a_password_that_was_forgotten_revokes_them_too(
    client: Client, secrets: tuple[User, list[str], str], mailoutbox: list[object]
):
    user, own, _ = secrets
    client.post(reverse("account_reset_password"), {"email": user.email})
    link = next(word for word in mailoutbox[-1].body.split() if "/password/reset/key/" in word)  # type: ignore[attr-defined]
    form = client.get(link, follow=True)

    client.post(form.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})

    user.refresh_from_db()
    assert user.check_password(NEW)
    assert [authorized(secret) for secret in own] == [401] * 2


def test_a_refused_page_is_one_line_in_the_log(client: Client, caplog: pytest.LogCaptureFixture):
    club, stranger = ClubFactory(), PlayerFactory()
    client.force_login(stranger.user)

    with caplog.at_level(logging.WARNING, "django.request"):
        assert client.get(reverse("clubs:settings", args=[club.slug])).status_code == 403

    (refusal,) = (record for record in caplog.records if record.name == "django.request")
    assert "Forbidden" in refusal.getMessage()
    assert refusal.exc_info is None


def test_an_error_of_the_server_keeps_its_traceback():
    try:
        raise ZeroDivisionError
    except ZeroDivisionError as error:
        record = logging.LogRecord("django.request", logging.ERROR, "", 0, "x", (), (type(error), error, None))
    record.status_code = 500

    assert WithoutTrace().filter(record)
    assert record.exc_info

"""Access tokens: made in a browser, shown once, stored as a hash, gone when revoked."""

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from clubs.models import AccessToken
from tests.api.calls import Caller, problem


@pytest.fixture
def in_browser(ammini: Caller) -> Caller:
    """Ammini again, signed in as a browser is."""
    client = Client(raise_request_exception=False)
    client.force_login(ammini.player.user)
    return Caller(ammini.player, client=client)


def test_a_new_token_signs_its_owner_in(in_browser: Caller):
    response = in_browser.post("tokens/", {"name": "my bot", "days": 7}, key="")

    assert response.status_code == 201
    made = json.loads(response.content)
    assert response["Location"] == f"/api/tokens/{made['id']}/"
    said = json.loads(Caller(token=made["token"]).get("me/").content)
    assert said["player"]["name"] == "Ammini"
    assert said["email"] == "ammini@example.org"


def test_only_a_hash_of_a_token_is_stored(in_browser: Caller):
    token = json.loads(in_browser.post("tokens/", {"name": "my bot"}, key="").content)["token"]

    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(t)::text FROM clubs_accesstoken t")
        rows = " ".join(row for (row,) in cursor.fetchall())

    assert token not in rows
    assert token[15:] not in rows
    assert token not in " ".join(map(str, AccessToken.objects.all()))


def test_a_list_of_tokens_shows_what_they_are_for_and_not_the_tokens(in_browser: Caller):
    token = json.loads(in_browser.post("tokens/", {"name": "my bot"}, key="").content)["token"]

    response = in_browser.get("tokens/")

    assert [entry["name"] for entry in json.loads(response.content)["results"]] == ["my bot", "tests"]
    assert token not in response.content.decode()


def test_a_token_makes_no_tokens(ammini: Caller):
    assert problem(ammini.post("tokens/", {"name": "another"}, key="")) == (403, "browser-required")


def test_a_browser_has_to_prove_that_its_own_page_asks(ammini: Caller):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ammini.player.user)

    assert problem(Caller(client=client).post("tokens/", {"name": "forged"}, key="")) == (403, "not-allowed")
    assert AccessToken.objects.filter(name="forged").count() == 0


def test_a_revoked_token_signs_nobody_in(ammini: Caller):
    token = AccessToken.objects.get(user=ammini.player.user)

    assert ammini.call("DELETE", f"tokens/{token.id}/").status_code == 204
    assert problem(ammini.get("me/")) == (401, "not-signed-in")


def test_nobody_revokes_the_token_of_another(ammini: Caller, beeran: Caller):
    token = AccessToken.objects.get(user=ammini.player.user)

    assert problem(beeran.call("DELETE", f"tokens/{token.id}/")) == (404, "not-found")
    assert ammini.get("me/").status_code == 200


def test_a_token_ends(ammini: Caller):
    AccessToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    assert problem(ammini.get("me/")) == (401, "not-signed-in")


def test_an_account_that_is_closed_signs_nobody_in(ammini: Caller):
    user = ammini.player.user
    user.is_active = False
    user.save()
    assert problem(ammini.get("me/")) == (401, "not-signed-in")


@pytest.mark.parametrize("token", ["x", "x y", "ü" * 30, "0" * 64, "0" * 9000, "' OR 1=1 --", "\x00" * 64, ""])
def test_a_wrong_token_is_refused_whatever_it_looks_like(anybody: Caller, token: str):
    response = anybody.get("clubs/", authorization=f"Bearer {token}")
    assert problem(response)[0] == 401


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"name": ""},
        {"name": "x" * 61},
        {"name": "x", "days": 0},
        {"name": "x", "days": 367},
        {"name": "x", "days": "7"},
        {"name": "a\nb"},
    ],
)
def test_a_token_that_cannot_be_made_is_not_made(in_browser: Caller, wish: dict):
    assert problem(in_browser.post("tokens/", wish, key="")) == (400, "invalid-input")
    assert AccessToken.objects.count() == 1


def test_an_account_has_no_more_than_twenty_tokens(in_browser: Caller):
    for number in range(19):
        assert in_browser.post("tokens/", {"name": f"bot {number}"}, key="").status_code in (201, 409)
    assert problem(in_browser.post("tokens/", {"name": "one more"}, key="")) == (409, "too-many-tokens")

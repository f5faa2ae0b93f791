"""Fragments within pages, and the one poll of their live parts."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from clubs.web.parts import sign_paths
from games.tables.services.seats import open_table
from tests.factories import PlayerFactory
from tests.markup import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def beeran():
    """A player with an account."""
    return PlayerFactory(name="Beeran")


@pytest.fixture
def signed_in(beeran):
    """The browser of Beeran."""
    client = Client()
    client.force_login(beeran.user)
    return client


def poll_of(page: str) -> dict[str, str]:
    """Return what the poll of a page sends."""
    found = re.search(r"""hx-get="/parts/" hx-vals='\{"parts": "([^"]+)", "seen": "([^"]+)"\}'""", one_line(page))
    assert found is not None
    return {"parts": unescape(found[1]), "seen": unescape(found[2])}


def live_ids(page: str) -> list[str]:
    return re.findall(r'id="(live-\d+)"', page)


def table(player, name):
    return open_table(player=player, rules="28-kerala-4", players={0: player}, name=name)


def test_a_page_shows_its_fragments_at_once_and_asks_for_all_of_them_in_one_request(signed_in, beeran):
    table(beeran, "Under the mango tree")
    page = signed_in.get("/").content.decode()

    assert page.count("Under the mango tree") > 1
    assert "Looking" not in page
    assert live_ids(page) == [f"live-{number}" for number in range(6)]
    assert len(re.findall(r'hx-trigger="[^"]*every', page)) == 1
    assert "no-store" in signed_in.get("/").headers["Cache-Control"]


def test_a_page_listens_for_the_news_of_all_its_parts(signed_in, client):
    def topics(browser: Client, path: str) -> list[str]:
        return re.findall(r'data-topics="([^"]*)"', browser.get(path).content.decode())

    assert topics(signed_in, "/") == ["tables.tournaments"]
    assert topics(client, "/tables/") == ["tables"]
    assert topics(signed_in, "/me/notices/") == [""]
    assert topics(signed_in, "/sheets/") == [], "a score sheet tells no news, so its list is polled"


def test_the_poll_brings_what_changed_and_nothing_else(signed_in, beeran):
    page = signed_in.get("/").content.decode()
    poll = poll_of(page)
    same = signed_in.get("/parts/", poll)
    assert (same.status_code, same.content) == (204, b"")

    table(beeran, "Under the mango tree")
    answer = signed_in.get("/parts/", poll)
    news = answer.content.decode()

    assert answer.status_code == 200
    assert live_ids(news) == ["live-3", "live-4"]  # where one sits, and tonight's tables
    assert news.count('hx-swap-oob="morph"') == 2
    assert "Under the mango tree" in news
    assert signed_in.get("/parts/", poll_of(news)).status_code == 204


def test_the_same_poll_shows_everybody_their_own(signed_in, beeran, client):
    table(beeran, "Under the mango tree")
    poll = poll_of(signed_in.get("/tables/").content.decode())

    assert "Go there" in signed_in.get("/parts/", {**poll, "seen": ""}).content.decode()
    assert "Go there" not in client.get("/parts/", {**poll, "seen": ""}).content.decode()


def test_only_what_a_page_has_shown_can_be_asked_for_in_one_request(client):
    assert client.get("/parts/").status_code == 404
    assert client.get("/parts/", {"parts": "WyIvbWUvIl0:made-up"}).status_code == 404
    assert client.get("/parts/", {"parts": sign_paths(["/me/"])}).content.decode().count("<h1") == 0


def test_a_fragment_that_fails_leaves_the_page_standing(signed_in, beeran, monkeypatch, caplog):
    table(beeran, "Under the mango tree")

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no hands today")

    monkeypatch.setattr("games.hands.views.recent_hands", fail)
    answer = signed_in.get("/tables/")

    assert answer.status_code == 200
    assert "Under the mango tree" in answer.content.decode()
    assert "no hands today" in caplog.text
    assert "games:recent" in caplog.text


def test_a_fragment_with_a_form_can_be_posted_from(beeran):
    """The token of a form in a fragment is that of the page's cookie."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(beeran.user)
    page = browser.get("/")

    assert "csrftoken" in page.cookies
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.content.decode())
    assert token is not None
    answer = browser.post(reverse("clubs:language"), {"language": "ml", "csrfmiddlewaretoken": token[1]})
    assert answer.status_code == 302


@pytest.mark.parametrize("path", ["/", "/tables/"])
def test_a_page_of_parts_needs_few_queries(signed_in, beeran, path, django_assert_max_num_queries):
    for number in range(12):
        table(beeran, f"Table of the evening {number}")
    with django_assert_max_num_queries(60):
        signed_in.get(path)

"""Pages keep themselves up to date by few requests, and Back shows the page, not its part."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Request, expect

from clubs.models import Player
from clubs.notices.services.telling import notify
from games.tables.services.seats import open_table
from tests.factories import ClubFactory, PlayerFactory, TeamFactory, TournamentFactory
from tests.servers import await_true

pytestmark = pytest.mark.django_db(transaction=True)

HIDE = """hidden => { Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
  document.dispatchEvent(new Event("visibilitychange")); }"""

NEWS = re.compile("/ws/news/")
COUNTED = """
  const Own = WebSocket;
  window.opened = 0;
  window.WebSocket = class extends Own {
    constructor(...said) { super(...said); this.addEventListener("open", () => { window.opened += 1; }); }
  };
"""
"""Counts the sockets that have opened."""
SOON = 20_000
"""Milliseconds in which news has come, on a busy machine too; the poll of a page that listens comes after a minute."""


@pytest.fixture
def listening(sit):
    """Open a page and wait until it listens for news."""

    def listen(player: Player | None, path: str) -> Page:
        page: Page = sit(player, "/healthz").page
        page.add_init_script(COUNTED)
        page.clock.install()
        page.goto(path)
        await_true(lambda: page.evaluate("window.opened") == 1, "the page listens", 30)
        return page

    return listen


def test_a_page_shows_what_others_do_at_once_and_asks_once_a_minute_while_nothing_happens(four, listening):
    page = listening(None, "/tables/")
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if "/parts/" in request.url else None)
    page.clock.run_for(30_000)
    page.wait_for_timeout(300)
    assert len(asked) <= 1

    open_table(player=four[0], rules="28-kerala-4", players={0: four[0]}, name="Under the mango tree")
    expect(page.get_by_role("link", name="Under the mango tree", exact=True)).to_be_visible(timeout=SOON)

    before = len(asked)
    with page.expect_response(re.compile("/parts/")):
        page.clock.run_for(61_000)
    assert len(asked) <= before + 2


def test_the_bell_rings_at_once_for_its_own_player_alone(four, listening):
    page = listening(four[0], "/me/")
    notify(players=[four[1]], kind="request-answered", path="/clubs/", key="other")
    notify(players=[four[0]], kind="request-answered", path="/clubs/", key="own")
    expect(page.locator("#bell")).to_contain_text("1", timeout=SOON)


def test_one_poll_renews_a_page_without_a_socket_and_rests_while_the_page_is_hidden(four, sit):
    page: Page = sit(None, "/healthz").page
    page.route_web_socket(NEWS, lambda socket: socket.close(code=4429))
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if "/parts/" in request.url else None)
    page.clock.install()
    page.goto("/tables/")
    expect(page.get_by_text("No tables are open.")).to_be_visible()

    with page.expect_response(re.compile("/parts/")) as answer:
        page.clock.run_for(10_000)
    assert answer.value.status == 204
    open_table(player=four[0], rules="28-kerala-4", players={0: four[0]}, name="Under the mango tree")
    with page.expect_response(re.compile("/parts/")) as answer:
        page.clock.run_for(10_000)
    assert answer.value.status == 200
    expect(page.get_by_role("link", name="Under the mango tree", exact=True)).to_be_visible()

    page.evaluate(HIDE, True)
    before = len(asked)
    page.clock.run_for(60_000)
    assert len(asked) == before
    open_table(player=four[1], rules="28-kerala-4", players={0: four[1]}, name="By the river")
    with page.expect_response(re.compile("/parts/")):
        page.evaluate(HIDE, False)
    expect(page.get_by_role("link", name="By the river", exact=True)).to_be_visible()


def test_back_to_a_page_that_asks_for_parts_of_itself_shows_the_page(person, sit):
    """Without `Vary` the browser's cache would answer with the part."""
    devaki = person("Devaki")
    club = ClubFactory(founder=devaki, name="Meenachil")
    teams = [
        TeamFactory(club=club, by=devaki, name=name, players=[PlayerFactory(bot=True) for _ in range(2)])
        for name in ("Nila", "Pamba", "Kabani")
    ]
    cup = TournamentFactory(club=club, director=devaki, name="Evening Cup", teams=teams, automatic=False)
    page: Page = sit(devaki, "/healthz").page
    # Whatever listens to `unload` is not kept in memory: Back asks the cache or the server.
    page.add_init_script("addEventListener('unload', () => {})")
    page.goto(reverse("tournaments:tournament", args=[cup.slug]))
    with page.expect_response(lambda answer: "hx-target" in answer.request.headers) as part:
        page.evaluate("htmx.trigger('#live', 'look')")
    assert {"HX-Request", "HX-Target"} <= set(re.split(r",\s*", part.value.header_value("vary") or ""))
    assert "<html" not in part.value.text()
    with page.expect_response(lambda answer: "hx-target" in answer.request.headers) as part:
        page.evaluate("htmx.trigger('#live', 'look')")
    assert part.value.status == 204, "nothing has changed"

    page.goto("/tables/")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Evening Cup")
    expect(page.get_by_role("navigation", name="Places")).to_be_visible()

"""Pages keep themselves up to date by few requests, and Back shows the page, not its part."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Request, expect

from games.tables.services.seats import open_table
from tests.factories import ClubFactory, PlayerFactory, TeamFactory, TournamentFactory

pytestmark = pytest.mark.django_db(transaction=True)

HIDE = """hidden => { Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
  document.dispatchEvent(new Event("visibilitychange")); }"""


def test_one_poll_renews_a_page_and_rests_while_the_page_is_hidden(four, sit):
    page: Page = sit(None, "/healthz").page
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

"""Pages stand still while they load, and keep themselves up to date by few requests."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from games import services
from tests.browser.world import build

pytestmark = pytest.mark.django_db(transaction=True)

MOST_SHIFT = 0.1
"""The cumulative layout shift up to which a page is good (web.dev/cls)."""
MOST_A_MINUTE = 8
"""Requests that an open page makes in a minute, but the pages of `QUICK`."""
QUICK = {"tournaments:tournament": 12, "clubs:import": 60, "clubs:my_data": 30, "games:dispute": 60}
"""Pages on which people wait for something that happens within seconds, and their requests a minute."""
SIZES = [{"width": 360, "height": 740}, {"width": 1280, "height": 800}]
SHIFTS = """window.shifts = 0; new PerformanceObserver((list) => list.getEntries().forEach((one) => {
  if (!one.hadRecentInput) window.shifts += one.value; })).observe({type: "layout-shift", buffered: true});"""
SETTLED = """() => document.fonts.ready.then(() => new Promise(
  (done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))))"""
POLLS = "() => [...document.querySelectorAll('[hx-trigger*=every]')].map((one) => one.getAttribute('hx-trigger'))"
HIDE = """hidden => { Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
  document.dispatchEvent(new Event("visibilitychange")); }"""
FAST = ("clubs:home", "games:lobby", "clubs:club")


def shift(page: Page, path: str) -> float:
    """Return by how much a page shifts until all of it is there."""
    page.goto(path)
    if page.locator("[ws-connect]").count():
        page.wait_for_load_state("networkidle")  # the first frame of a table comes by the socket
    page.evaluate(SETTLED)
    return float(page.evaluate("window.shifts"))


def a_minute(page: Page) -> float:
    """Return how many requests the polls of an open page make in a minute."""
    return sum(60 / int(seconds) for one in page.evaluate(POLLS) for seconds in re.findall(r"every (\d+)s", one))


def measured(page: Page, route: str, path: str) -> list[str]:
    """Return what is wrong with a page: it shifts, or asks too often."""
    found = []
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        if (shifted := shift(page, path)) >= MOST_SHIFT:
            found.append(f"{path} at {size['width']}: shifts by {shifted:.3f}")
    if (asked := a_minute(page)) > QUICK.get(route, MOST_A_MINUTE):
        found.append(f"{path} asks {asked} times a minute")
    return found


def test_the_pages_people_open_most_stand_still(sit: Callable[..., Any]):
    world = build()
    member, visitor = sit(world.member, "/healthz").page, sit(None, "/healthz").page
    found = []
    for page, routes in ((member, FAST), (visitor, FAST[:1])):
        page.add_init_script(SHIFTS)
        for route in routes:
            found += measured(page, route, world.paths[route][0])
    assert found == [], "\n".join(found)

    page.add_init_script("addEventListener('load', () => setTimeout(() => document.getElementById('main').prepend("
                         "Object.assign(document.createElement('div'), {style: 'height: 300px'}))))")  # fmt: skip
    assert shift(page, "/") > MOST_SHIFT, "the measure can find a fault"


@pytest.mark.whole
@pytest.mark.timeout(900)
@pytest.mark.parametrize("language", ["en", "ml"])
def test_every_page_stands_still(sit: Callable[..., Any], live_server: str, language: str):
    world = build()
    sitter = sit(world.member, "/healthz")
    sitter.context.add_cookies([{"name": "django_language", "value": language, "url": live_server}])
    sitter.page.add_init_script(SHIFTS)
    pages = [(route, path) for route, paths in world.paths.items() for path in dict.fromkeys(paths)]
    pages = [(route, path) for route, path in pages if not path.startswith("/api/")]
    found = [fault for route, path in pages for fault in measured(sitter.page, route, path)]
    assert found == [], "\n".join(found)


def test_one_poll_renews_a_page_and_rests_while_the_page_is_hidden(four, sit):
    page: Page = sit(None, "/healthz").page
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if "/parts/" in request.url else None)
    page.clock.install()
    page.goto("/tables/")
    expect(page.get_by_text("No table waits or plays.")).to_be_visible()

    with page.expect_response(re.compile("/parts/")) as answer:
        page.clock.run_for(10_000)
    assert answer.value.status == 204
    services.open_table(player=four[0], rules="28-kerala-4", players={0: four[0]}, name="Under the mango tree")
    with page.expect_response(re.compile("/parts/")) as answer:
        page.clock.run_for(10_000)
    assert answer.value.status == 200
    expect(page.get_by_role("link", name="Under the mango tree", exact=True)).to_be_visible()

    page.evaluate(HIDE, True)
    before = len(asked)
    page.clock.run_for(60_000)
    assert len(asked) == before
    services.open_table(player=four[1], rules="28-kerala-4", players={0: four[1]}, name="By the river")
    with page.expect_response(re.compile("/parts/")):
        page.evaluate(HIDE, False)
    expect(page.get_by_role("link", name="By the river", exact=True)).to_be_visible()


def test_back_to_a_page_that_asks_for_parts_of_itself_shows_the_page(sit):
    """Without `Vary` the browser's cache would answer with the part."""
    world = build()
    page: Page = sit(world.member, "/healthz").page
    path = next(one for one in world.paths["tournaments:tournament"] if "evening-cup" in one)
    # Whatever listens to `unload` is not kept in memory: Back asks the cache or the server.
    page.add_init_script("addEventListener('unload', () => {})")
    page.goto(path)
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

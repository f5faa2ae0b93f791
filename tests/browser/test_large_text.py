"""Text at twice its size, as a reader sets it in the browser: all is shown, and all can be pressed.

The browser is started with a size of 32 px, so that the `rem` of styles and of media queries are the reader's.
Source: WCAG 2.2, 1.4.4 and 1.4.10.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.browser.looks import covered, cut, fits
from tests.browser.world import World, build
from tests.lanes import in_lanes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
MAIN = (
    "clubs:home", "clubs:club", "clubs:members", "clubs:me", "games:lobby", "games:table", "games:hand",
    "games:practice", "games:club_results", "tournaments:tournament", "games:learn_game",
)  # fmt: skip
"""The main pages: the first page of each of these routes is looked at."""


@pytest.fixture
def large(
    browser: Browser, launch_browser: Callable[..., Browser], browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """A browser whose reader has set the text to twice its size, beside the usual one."""
    opened = launch_browser(args=[*browser_type_launch_args.get("args", ()), "--blink-settings=defaultFontSize=32"])
    yield opened
    opened.close()


def faults_of(page: Page) -> list[str]:
    """Return what is wrong with the page as it is shown now."""
    page.evaluate("() => document.fonts.ready")
    fits(page)
    return cut(page) + covered(page)


@pytest.mark.parametrize("size", in_lanes(["phone", "desktop"], ["phone"]))
def test_the_main_pages_are_whole_with_text_at_twice_its_size(large: Browser, live_server: str, size: str):
    world: World = build()
    client = Client()
    client.force_login(world.member.user)
    context = large.new_context(
        base_url=live_server, reduced_motion="reduce", **(PHONE if size == "phone" else DESKTOP)
    )
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server}])
    page = context.new_page()
    found = []
    for route in MAIN:
        page.goto(world.paths[route][0])
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        found += [f"{route}: {fault}" for fault in faults_of(page)]
    context.close()
    assert found == []

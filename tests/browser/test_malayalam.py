"""The letters of Malayalam. And a key that leads nowhere says so."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.acting import TO_PLAY, acts
from tests.games.helpers.moments import HANDS

pytestmark = pytest.mark.django_db(transaction=True)

FONTS = """async () => { await document.fonts.ready; return [...document.fonts].filter((one) => one.status === 'loaded')
  .map((one) => `${one.family} ${one.weight}`).sort(); }"""


def in_malayalam(sitter: Any, path: str) -> Any:
    """Return the page at a path in Malayalam."""
    origin = sitter.page.evaluate("location.origin")
    sitter.context.add_cookies([{"name": "django_language", "value": "ml", "url": origin}])
    sitter.page.goto(path)
    expect(sitter.page.locator("html")).to_have_attribute("lang", "ml")
    return sitter.page


def test_the_letters_of_malayalam_come_from_here_and_latin_ones_from_the_device(sit):
    sitter = sit(None, "/verify/")
    sitter.page.evaluate("document.getElementById('main').append('◌ 5 seats free')")  # as badges of tables say it
    assert sitter.page.evaluate(FONTS) == ["Manjari Words 100 900"]  # the name of the house and of the language

    assert in_malayalam(sitter, "/verify/").evaluate(FONTS) == ["Manjari 100 500"]


def test_a_number_that_cannot_be_bid_is_said_aloud(four, sit, deal_known):
    """The highest bid of all is 28; what is typed after a number that cannot be bid is a new number."""
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY[:3])
    devaki = sit(four[3], f"/tables/{table.pk}/")
    devaki.live()

    devaki.page.keyboard.type("40")
    expect(devaki.page.locator("#aloud")).to_have_text("40 cannot be bid now.")

    devaki.page.keyboard.type("19")
    expect(devaki.page.locator("#bid-19")).to_be_checked()

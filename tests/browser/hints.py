"""Hints of the practice room, asked for and followed."""

from playwright.sync_api import Page, expect

from tests.browser.acting import settle


def hint(page: Page) -> str:
    """Ask for a hint, and return what it says."""
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#do-hinted")).to_be_visible()
    return page.locator("#hint").inner_text()


def do_it(page: Page) -> None:
    """Do what the hint says, and wait until the bots have played."""
    seen = int(page.locator("#table").get_attribute("data-version") or 0)
    page.get_by_role("button", name="Do it").click()
    expect(page.locator("#table")).to_have_attribute("data-version", str(seen + 1))
    settle(page)

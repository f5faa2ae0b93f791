"""How a page looks: what tests of several pages ask of a browser."""

import pytest
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

_FITS = "() => document.readyState === 'complete' && document.documentElement.scrollWidth <= window.innerWidth"
_WIDEST = """() => [...document.querySelectorAll('body *')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.outerHTML.slice(0, 120)).slice(0, 5)"""


def fits(page: Page) -> None:
    """Assert that the page does not scroll sideways.

    A click leads to a page that is not there yet, or whose styles are not: a measure taken at once is one of the page
    before, of a page without styles, or ends in "Execution context was destroyed". So this one waits for the page.
    """
    try:
        page.wait_for_function(_FITS, timeout=10_000)
    except PlaywrightTimeoutError:
        pytest.fail(f"{page.url} is wider than the window: {page.evaluate(_WIDEST)}")


TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def faults(page: Page) -> list[str]:
    """Return what axe finds wrong with a page as it is shown now."""
    only = {"type": "tag", "values": TAGS}
    answer = page.evaluate("options => axe.run(document, options)", {"runOnly": only, "resultTypes": ["violations"]})
    return [
        f"{one['id']}: {node['html'][:150]} {node['any'][0]['message'][:150] if node['any'] else ''}"
        for one in answer["violations"]
        for node in one["nodes"]
    ]

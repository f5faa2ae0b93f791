"""How a page looks: what tests of several pages ask of a browser."""

import pytest
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

_FITS = "() => document.readyState === 'complete' && document.documentElement.scrollWidth <= window.innerWidth"
_WIDEST = """() => [...document.querySelectorAll('body *')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth && !one.closest('.places, .tabs, .sections, nav ul'))
  .map((one) => one.outerHTML.slice(0, 120)).slice(0, 5)"""


def fits(page: Page) -> None:
    """Assert that the page does not scroll sideways.

    A click leads to a page that is not there yet, or whose styles are not: a measure taken at once is one of the page
    before, of a page without styles, or ends in "Execution context was destroyed". So this one waits for the page.
    """
    try:
        page.wait_for_function(_FITS)
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


_CUT = """() => {
  const faults = [];
  const say = (one, what) => faults.push(`${what}: ${one.outerHTML.replace(/\\s+/g, ' ').slice(0, 130)}`);
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && one.getClientRects().length > 0 && !one.closest('.sr, .vh, .skip, [aria-hidden=true], svg, option');
  const hides = (how) => how === 'hidden' || how === 'clip';
  for (const one of document.querySelectorAll('body *')) {
    const text = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!text || !seen(one)) continue;
    // For the ear alone, as `.sr` is.
    const heard = (box) => getComputedStyle(box).position === 'absolute' && box.getBoundingClientRect().width <= 1;
    let out = false;
    for (let box = one; box && !out; box = box.parentElement) out = heard(box);
    if (out) continue;
    const range = document.createRange();
    range.selectNodeContents(one);
    const words = range.getBoundingClientRect();
    for (let box = one; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box), edge = box.getBoundingClientRect();
      // What scrolls inside its box can be reached.
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
      if (hides(style.overflowX) && (words.right > edge.right + 2 || words.left < edge.left - 2)) {
        say(one, 'cut at the side'); break;
      }
      if (hides(style.overflowY) && (words.bottom > edge.bottom + 2 || words.top < edge.top - 2)) {
        say(one, 'cut below'); break;
      }
      if (style.position === 'fixed') break;
    }
  }
  return faults;
}"""
_COVERED = """() => {
  const faults = [];
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  for (const one of document.querySelectorAll(controls)) {
    if (one.disabled || one.closest('.sr, .vh, .skip, [inert]')) continue;
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const target = one.matches('input[type=radio], input[type=checkbox]') && one.labels?.length ? one.labels[0] : one;
    if (target.closest('.sr, .vh')) continue;
    // In the middle: a row that snaps to its items would take one at its edge back out of the window.
    target.scrollIntoView({ block: 'center', inline: 'center' });
    const box = [...target.getClientRects()].find((part) => part.width > 2 && part.height > 2);
    if (!box) continue;
    const say = (what) => faults.push(`${what}: ${one.outerHTML.replace(/\\s+/g, ' ').slice(0, 130)}`);
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) { say('out of the window'); continue; }
    const top = document.elementFromPoint(x, y);
    const label = top?.closest('label');
    if (!top || !(target.contains(top) || top.contains(target) || label?.control === one)) {
      say(`covered by ${top?.outerHTML.slice(0, 60)}`);
    }
  }
  return faults;
}"""


def cut(page: Page) -> list[str]:
    """Return the texts of which the page does not show all, and which no scrolling shows."""
    found: list[str] = page.evaluate(_CUT)
    return found


def covered(page: Page) -> list[str]:
    """Return the controls that cannot be pressed once they are scrolled to: they lie outside, or under something."""
    found: list[str] = page.evaluate(_COVERED)
    return found

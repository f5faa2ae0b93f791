"""Controls under a finger: every page on a touch screen of 360 x 740, each control at least 44 px high (WCAG 2.5.5)."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page

from games import services
from tests.browser.world import build

pytestmark = pytest.mark.django_db(transaction=True)

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
FAULTS = """() => {
  const TAP = 44, IN_LIST = 28, faults = [];
  const visible = (one) => one.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true })
    && one.getClientRects().length > 0 && !one.closest('.sr, .vh, .skip');
  const say = (one, what) => faults.push(`${what}: ${one.outerHTML.replace(/\\s+/g, ' ').slice(0, 110)}`);
  // A pseudo-element that lies over the box and beyond it takes the finger as well.
  const beyond = (one) => {
    const after = getComputedStyle(one, '::after');
    if (after.content === 'none' || after.position !== 'absolute') return 0;
    return Math.max(0, -parseFloat(after.top) || 0) + Math.max(0, -parseFloat(after.bottom) || 0);
  };
  const height = (one) => one.getBoundingClientRect().height + beyond(one);
  const ticked = (one) => one.matches('input[type=checkbox], input[type=radio]');
  const target = (one) => ticked(one) ? one.closest('label') ?? one.labels?.[0] ?? one : one;
  const controls = '.btn, button, select, textarea, input, summary, .tabs a, .chips > *, .places a, [role=tab]';
  for (const one of document.querySelectorAll(controls)) {
    const finger = target(one);
    if (one.type === 'hidden' || !visible(finger)) continue;
    if (height(finger) < TAP - .5) say(one, `${height(finger).toFixed(1)} px high`);
  }
  for (const one of document.querySelectorAll('.btn')) {
    if (!visible(one)) continue;
    const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), boxes = [];
    while (words.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(words.currentNode);
      const unseen = words.currentNode.parentElement.closest('.sr, .vh');
      if (words.currentNode.data.trim() && !unseen) boxes.push(...range.getClientRects());
    }
    if (!boxes.length) continue;
    const box = one.getBoundingClientRect();
    const above = Math.min(...boxes.map((word) => word.top)) - box.top;
    const below = box.bottom - Math.max(...boxes.map((word) => word.bottom));
    if (Math.abs(above - below) > 6) say(one, `label ${above.toFixed()} above, ${below.toFixed()} below`);
  }
  for (const one of document.querySelectorAll('.list a:not(.btn), .contents li a')) {
    if (!visible(one)) continue;
    const row = one.closest('li').getBoundingClientRect().height;
    if (height(one) < IN_LIST - .5 && row < TAP - .5)
      say(one, `${height(one).toFixed(1)} px in a row of ${row.toFixed(1)}`);
  }
  return faults;
}"""


def small(page: Page, path: str) -> list[str]:
    """Return the controls of a page that a finger may miss, and the buttons whose label is off the middle."""
    answer = page.goto(path, wait_until="networkidle")
    if answer is None or not answer.ok:
        return [f"{path} is not there"]
    return [f"{path} {fault}" for fault in page.evaluate(FAULTS)]


def test_the_doors_of_the_site_fit_a_finger(four, sit: Callable[..., Any], deal_known: Callable[..., Any]):
    """Home, lobby, a table with free seats, the forms that open one or begin a practice, the account's."""
    waiting = services.open_table(
        player=four[1], rules="28-kerala-4", options={"ending": {"type": "hands", "count": 2}}, command=uuid4()
    )
    member, visitor = sit(four[0], "/tables/", **PHONE).page, sit(None, "/tables/", **PHONE).page
    table = f"/tables/{waiting.pk}/"
    found = [fault for path in ("/", "/tables/", table) for page in (member, visitor) for fault in small(page, path)]
    found += [fault for path in ("/tables/new/", "/practice/", "/me/", "/clubs/") for fault in small(member, path)]

    assert found == [], "\n".join(found)


@pytest.mark.whole
@pytest.mark.timeout(900)
def test_every_page_fits_a_finger(sit: Callable[..., Any]):
    world = build()
    page = sit(world.member, "/tables/", **PHONE).page
    found = []
    for path in sorted({path for paths in world.paths.values() for path in paths if not path.startswith("/api/")}):
        found += small(page, path)

    assert found == [], "\n".join(found)


def test_a_small_button_is_found(sit: Callable[..., Any]):
    """The tests above can fail."""
    page = sit(None, "/tables/", **PHONE).page
    faulty = (
        '<a class="btn" href="/" style="display: block; min-height: 28px">low</a>'
        '<a class="btn" href="/" style="align-items: start">high up</a>'
        '<ul class="list"><li style="padding: 0"><a href="/" style="min-height: 0; line-height: 1">thin</a></li></ul>'
    )
    page.evaluate("html => document.querySelector('h1').insertAdjacentHTML('afterend', html)", faulty)
    found = page.evaluate(FAULTS)

    assert any("28.0 px high" in fault and "low" in fault for fault in found)
    assert any("label" in fault and "high up" in fault for fault in found)
    assert any("in a row of" in fault and "thin" in fault for fault in found)

"""A hand of 28 in the practice room, played by keys alone: the focus is always somewhere, and always to be seen."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import Practice
from games.practice import selectors, services
from tests.browser.acting import settle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]

FOCUS = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return { name: '', seen: false, lost: true };
  const box = one.getBoundingClientRect(), key = one.matches('input[type=radio]') ? one.nextElementSibling : one;
  const style = getComputedStyle(key);
  const drawn = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  const face = one.querySelector('.face');
  const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const name = one.id || one.dataset.card || one.textContent.trim().slice(0, 30);
  const moved = one.matches('#desk, #table, main, section');  // takes the focus for a moment, when its button is gone
  const ringed = face && getComputedStyle(face).outlineStyle !== 'none';
  return { name, lost: false, seen: inside && (drawn || moved || ringed) };
}"""
MOST_TABS = 60


def press(page: Page, key: str) -> dict[str, Any]:
    """Press a key, and return where the focus is then; it must be somewhere and be seen."""
    page.keyboard.press(key)
    at: dict[str, Any] = page.evaluate(FOCUS)
    assert not at["lost"], f"{key} lost the focus"
    assert at["seen"], f"after {key} the focus is not to be seen: {at['name']}"
    return at


def tab_to(page: Page, target: str) -> None:
    """Go to an element by its id with the tab key alone; behind the last one the page begins again."""
    ends = 0
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUS)
        if at["name"] == target:
            assert at["seen"], f"the focus is not to be seen on {target}"
            return
        ends += at["lost"]
        assert ends < 2, f"no Tab reaches {target}"
        assert at["lost"] or at["seen"], f"the focus is not to be seen: {at['name']}"
    raise AssertionError(f"{MOST_TABS} times Tab do not reach {target}")


def play_a_card(page: Page) -> None:
    """Go along the hand with an arrow key to a card that may be played, and play it with Enter."""
    for _ in range(9):
        press(page, "ArrowRight")
        if page.evaluate("!document.activeElement.getAttribute('aria-disabled')"):
            break
    page.keyboard.press("Enter")


def test_a_hand_of_28_is_played_by_keys_alone(person: Callable[[str], Any], sit: Callable[..., Any]):
    ammini = person("Ammini")
    practice = services.begin_practice(player=ammini, rules="28-kerala-4", options={}, place=1)
    page = sit(ammini, f"/practice/{practice.pk}/", reduced_motion="reduce").page
    settle(page)
    tab_to(page, "bid-14")
    press(page, "ArrowRight")
    expect(page.get_by_role("button", name="Bid 15")).to_be_visible()
    tab_to(page, "do-bid")
    page.keyboard.press("Enter")

    for _ in range(60):
        expect(page.locator("#table")).not_to_have_attribute("data-version", "1")
        settle(page)
        if page.locator("#do-next").count():
            break
        assert not page.evaluate(FOCUS)["lost"], "the bots' moves lost the focus"
        before = page.locator("#table").get_attribute("data-version") or ""
        if page.locator("#do-pass").count():
            page.keyboard.press("p")
        elif page.locator("#do-keep").count():
            page.keyboard.press("k")
        elif page.locator("#do-fold").count():
            press(page, "ArrowRight")
            tab_to(page, "do-fold")
            page.keyboard.press("Enter")
        elif page.locator("#do-reveal").count():
            page.keyboard.press("r")
        else:
            play_a_card(page)
        expect(page.locator("#table")).not_to_have_attribute("data-version", before)

    expect(page.locator("#result")).to_be_visible()
    tab_to(page, "do-next")
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_have_count(0)
    room = selectors.room_in(Practice.objects.get(pk=practice.pk))
    assert len(room.kept.hands) == 2
    assert re.search(r"hand 2", page.get_by_role("heading", level=1).inner_text())

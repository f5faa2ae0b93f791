"""How to play in a browser: the guided hand, played to the end as the coach says, and its review."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.practice.guides import GUIDES
from games.reviews.services import make_open_reviews
from tests.browser.looks import fits

pytestmark = pytest.mark.django_db(transaction=True)


def follow(page: Page) -> None:
    """Do what the coach says, by what is marked at the table."""
    field = page.locator("#do-hinted").get_attribute("value") or ""
    verb = field.partition(":")[0]
    seen = page.locator("#table").get_attribute("data-version") or ""
    if verb in ("bid", "call"):
        expect(page.locator("#pad label[data-advised]").first).to_be_attached()
        page.locator("#do-bid, #do-call").click()
    elif verb in ("play", "fold"):
        card = page.locator(f'#hand [value="{field}"][data-advised]')
        expect(card).to_have_attribute("aria-pressed", "true")
        page.locator("#do-fold").click() if verb == "fold" else card.click()
    elif page.locator(f"#word-{verb}").count():
        expect(page.locator(f"#word-{verb}")).to_be_checked()
        page.locator("#do-call").click()
    else:
        page.locator(f'.own button[name="do"][value="{field}"]').click()
    expect(page.locator("#table")).not_to_have_attribute("data-version", seen)


@pytest.mark.timeout(240)
@pytest.mark.parametrize("game", ["28", "56"])
def test_a_newcomer_plays_the_guided_hand_to_the_end_and_has_it_reviewed(sit, game):
    """On a phone with its browser's bars, without an account: each step is what the coach says, and marked.

    The question, the coach's words and the hand are on the screen at each.
    """
    page = sit(None, f"/learn/{game}/", viewport={"width": 360, "height": 640}, reduced_motion="reduce").page
    page.get_by_role("button", name=f"Play a first hand of {game}").click()
    page.wait_for_url(re.compile("/practice/[0-9a-f-]{36}/"))
    for step in GUIDES[game].steps:
        expect(page.locator("#do-hinted")).to_have_attribute("value", step.do, timeout=20000)
        for part in ("#turn", ".coach", "#hand li"):
            expect(page.locator(part).first).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") == 0
        follow(page)
    expect(page.locator("#hint")).to_contain_text("That was your first hand.", timeout=20000)
    expect(page.locator("#hint .answer")).to_have_count(0)
    fits(page)

    page.get_by_role("button", name="Review my play").click()
    expect(page.get_by_text("Being reviewed")).to_be_visible()
    make_open_reviews()
    expect(page.locator("#my-play")).to_contain_text(re.compile("good decision|as the strong bot would"), timeout=20000)
    fits(page)

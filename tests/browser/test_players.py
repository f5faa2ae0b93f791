"""A player's page in a browser: its parts come by themselves, hands are searched, and what is hidden stays hidden."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from clubs.models import Player, PrivacyChoices
from games.players.ratings.services import update_ratings
from tests.browser.looks import fits
from tests.games.helpers.rows import bid, finished, table_with_hands

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def played(four: list[Player]) -> list[Player]:
    """Four players who have finished a few games, one of them at a table."""
    for days in range(5):
        finished(four, winners=(days % 2,), days=days)
    table_with_hands(four, [{"bid": 17}, {"bid": 23, "outcome": "failed"}, {"declarer": 1}], days=9)
    bid(four[0], 17, 5, 1)
    bid(four[0], 23, 1, 2)
    update_ratings()
    return four


def test_the_page_fills_with_form_bids_rating_and_partners(played: list[Player], sit: Callable[..., Any]):
    page = sit(None, f"/players/{played[0].pk}/").page

    expect(page.get_by_role("img", name=re.compile("last 6 games: 4 won, 0 drawn, 2 lost"))).to_be_visible()
    expect(page.get_by_role("img", name="Bids of 28 made and failed by number: 6 made, 3 failed")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("Rating in 28 from 1 May 2026 to today"))).to_be_visible()
    expect(page.get_by_role("row", name=re.compile(rf"{played[2].name} .*4–2"))).to_be_visible()  # noqa: RUF001


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_phone(played: list[Player], sit: Callable[..., Any], scheme: str):
    phone = {"viewport": {"width": 360, "height": 740}, "color_scheme": scheme}
    base = f"/players/{played[0].pk}/"
    page = sit(played[0], base, **phone).page
    for part in ("", "games/", "partners/", "rating/", "hands/", "hands/?number=99"):
        page.goto(base + part)
        expect(page.locator("[hx-trigger=load]:not([data-hx-revealed]) > .in:only-child")).to_have_count(0)
        fits(page)


def test_hands_are_searched_with_a_keyboard_and_lead_to_the_hand(played: list[Player], sit: Callable[..., Any]):
    page = sit(played[0], f"/players/{played[0].pk}/hands/").page
    expect(page.locator("#found li")).to_have_count(3)

    page.get_by_label("Number bid").fill("23")
    page.keyboard.press("Enter")
    expect(page.locator("#found li")).to_have_count(1)
    expect(page.locator("#found")).to_contain_text("bid 23")

    page.get_by_role("link", name="All hands").click()
    page.get_by_label("Declarer").select_option("opponent")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("#found li")).to_have_count(1)
    expect(page.get_by_role("link", name="hand 3 of")).to_have_attribute("href", re.compile(r"/hands/3/$"))


def test_what_one_hides_others_do_not_see(played: list[Player], sit: Callable[..., Any]):
    PrivacyChoices.objects.create(player=played[0], rating="nobody", results="nobody")
    other = sit(played[1], f"/players/{played[0].pk}/").page
    own = sit(played[0], f"/players/{played[0].pk}/").page

    expect(other.get_by_text("does not show ratings to you")).to_be_visible()
    expect(other.get_by_text("does not show results to you")).to_be_visible()
    expect(own.get_by_text("Only you see this").first).to_be_visible()
    expect(own.get_by_role("img", name=re.compile("Rating in 28"))).to_be_visible()

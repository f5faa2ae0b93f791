"""A hand played with real cards, from the score sheet to the search of a player, the hand's page and its audit."""

import pytest
from playwright.sync_api import Page, expect

from games.hands.on_sheets import sheet_hand
from games.sheets.authors import Author
from tests.browser.looks import fits
from tests.games.helpers.played import club_of
from tests.games.helpers.sheets import sheet_of
from tests.servers import await_true

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}}


def enter_hand(page: Page, declarer: str, number: int, points: int) -> None:
    form = page.locator("form.hand-form")
    form.get_by_label("Declarer", exact=True).select_option(label=declarer)
    form.get_by_label("Number").fill(str(number))
    form.get_by_label("Card points of the declarers").fill(str(points))
    form.get_by_role("button", name="Enter the hand").click()


@pytest.mark.timeout(240)
def test_a_hand_of_28_on_a_sheet_is_found_by_the_players_search_opened_checked_and_audited(four, sit, worker):
    sheet = sheet_of(four, club=club_of(*four), name="Sunday at Ponnani")
    page = sit(four[0], f"/sheets/{sheet.pk}/", **PHONE).page
    enter_hand(page, "Ammini", 16, 18)
    expect(page.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    enter_hand(page, "Beeran", 17, 15)
    expect(page.get_by_role("heading", name="Hand 3", exact=True)).to_be_visible()

    search = f"/players/{four[0].pk}/hands/?number=17"
    await_true(lambda: "took only 15 points" in page.request.get(search).text(), "the worker follows the sheet")
    page.goto(search)
    found = page.locator("#found li")
    expect(found).to_have_count(1)
    expect(found).to_contain_text("Beeran and Devaki bid 17 and took only 15 points.")
    expect(found).to_contain_text("real cards")
    found.get_by_role("link", name="See").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Beeran and Devaki bid 17 and took only 15 points.")
    expect(page.locator("#word")).to_contain_text("A scorer entered it")
    expect(page.locator("#audit")).to_contain_text("Cards unknown")
    fits(page)
    page.get_by_role("link", name="Hand 1").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ammini and Chacko made 16 with 18 points.")
    page.get_by_role("link", name="Check…").click()
    page.get_by_label("What should be checked?").fill("Was the last trick counted?")
    page.get_by_role("button", name="Check the hand").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Was the last trick counted?")
    expect(page.locator("#report")).to_contain_text("Nobody has entered the cards of this hand", timeout=30_000)
    page.get_by_role("link", name="See the hand").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ammini and Chacko made 16 with 18 points.")
    assert sheet_hand(sheet.pk, 1, Author(four[0])).result.after == (21, 19)

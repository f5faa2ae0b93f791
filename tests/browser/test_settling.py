"""The desk of a table with two phones, on a phone of its own: a pass, reports that differ, settled and corrected."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubs.members.societies import join_club
from clubs.web.parts import POLL_SECONDS
from engine.written import SheetHand
from games.models import Sheet, SheetPass
from games.sheets import passes, selectors, services
from games.sheets.authors import Author
from games.sheets.reporting import report_hand
from tests.browser.looks import fits
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}}


def say(sheet: Sheet, side: int, hand: int, told: SheetHand) -> None:
    """Report a hand for a side, as its phone does."""
    held = SheetPass.objects.get(sheet=sheet, sides=[side])
    report_hand(sheet_id=sheet.pk, author=Author(sheet_pass=held), sides=[side], hand=hand, edit=1, told=told)


def settle(page: Page, button: str) -> None:
    page.get_by_role("button", name="See the consequences").click()
    expect(page.get_by_role("heading", name="Consequences")).to_be_visible()
    fits(page)
    page.get_by_role("button", name=button).click()


@pytest.mark.timeout(240)
def test_a_scorer_keeps_a_table_of_28_from_the_code_on_the_screen_to_a_correction(person, sit):
    scorer, members = person("Devaki"), [person(name) for name in ("Ammini", "Beeran", "Chacko", "Eapen")]
    club = ClubFactory(founder=scorer, name="Meenachil")
    for member in members:
        join_club(club=club, player=member)
    sheet = services.open_sheet(
        player=scorer, rules="28-pagat-4", options={"ending": {"type": "open"}}, club=club, name="Pala v Ponnani",
        players=dict(enumerate(members)),
    )  # fmt: skip
    page = sit(scorer, f"/sheets/{sheet.pk}/phones/", clock=True, **PHONE).page
    for side in ("Ammini and Chacko", "Beeran and Eapen"):
        page.get_by_role("radio", name=side).check()
        page.get_by_role("button", name="Issue a pass").click()
        expect(page.get_by_role("img", name=f"QR code of the pass for {side}")).to_be_visible()
    fits(page)
    assert [held.sides for held in passes.passes_out(sheet)] == [[0], [1]]

    page.goto(page.url.replace("/phones/", "/").partition("#")[0])
    say(sheet, 0, 1, SheetHand("made", 0, 20, points=21))
    page.clock.fast_forward(1000 * POLL_SECONDS)
    expect(page.get_by_text("waits for Beeran and Eapen")).to_be_visible()
    say(sheet, 1, 1, SheetHand("failed", 0, 20, points=19))
    page.clock.fast_forward(1000 * POLL_SECONDS)
    expect(page.get_by_text("Hand 1: the reports differ.")).to_be_visible()
    fits(page)

    page.get_by_role("link", name="Settle hand 1").click()
    page.get_by_role("radio", name=re.compile("As reported by Ammini and Chacko")).check()
    page.get_by_label("The reason, in words").fill("Counted again.")
    settle(page, "Settle the hand")

    expect(page.get_by_role("heading", name="Enter hand 2")).to_be_visible()
    page.get_by_role("link", name="Correct Hand 1").click()
    page.get_by_role("radio", name="Otherwise").check()
    page.get_by_label("Card points of the declarers").fill("22")
    page.get_by_role("radio", name="a miscount").check()
    settle(page, "Correct the hand")

    page.get_by_text("The log of this sheet").click()
    expect(page.get_by_text("It was: 20 by Ammini, made, 21 card points.")).to_be_visible()
    expect(page.get_by_text("Counted again.")).to_be_visible()
    fits(page)
    entry = selectors.load_state(sheet.pk).hands[1]
    assert (entry.event.told.points, entry.event.source) == (22, "settled")


def test_the_list_of_tables_says_by_itself_which_one_needs_its_scorer(person, sit):
    scorer = person("Devaki")
    tables = [
        services.open_sheet(player=scorer, rules="28-kerala-4", options={}, name=f"Table {number}") for number in (1, 2)
    ]
    page = sit(scorer, "/sheets/", clock=True, **PHONE).page
    expect(page.get_by_text("Table 1")).to_be_visible()

    for side, outcome in enumerate(("made", "failed")):
        told = SheetHand(outcome, 0, 20)
        report_hand(sheet_id=tables[0].pk, author=Author(scorer), sides=[side], hand=1, edit=1, told=told)

    page.clock.fast_forward(1000 * POLL_SECONDS)
    expect(page.locator(".sheet-list > li").first).to_contain_text("Hand 1 differs")
    fits(page)

"""A call for the director, from a phone at a table to the assistant who comes."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from games.sheets.passes import issue_pass, pass_token
from tests.browser.looks import faults, fits
from tests.browser.seats import Sitter
from tests.factories import ClubFactory
from tests.tournaments.helpers.floor import assistant, claim, on_sheets, say, sheet_of
from tournaments.floor.selectors import floor_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(240)]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "reduced_motion": "reduce"}


def test_a_call_goes_from_a_phone_at_the_table_to_the_assistant_who_comes(
    person: Callable[..., Any], sit: Callable[..., Sitter]
):
    annamma = person("Annamma")
    cup = on_sheets(ClubFactory(founder=annamma), annamma)
    beena = assistant(cup, annamma, "Beena")
    issued = issue_pass(sheet_id=sheet_of(cup, 1).pk, player=annamma, sides=[0, 1])
    page = sit(None, f"/sheets/pass/{pass_token(issued)}/", **PHONE).page
    floor = page.locator("#floor")
    expect(page.locator("#sheet")).to_be_visible()

    floor.get_by_text("Call the director…").tap()
    floor.get_by_label("Something else").check()
    floor.get_by_role("button", name="Call the director").tap()
    expect(floor.get_by_role("alert")).to_have_text("Describe the matter in a few words.")
    fits(page)
    page.evaluate(AXE_SCRIPT)
    assert faults(page) == []
    floor.get_by_label("In your own words (optional)").fill("Two cards lay face up")
    floor.get_by_role("button", name="Call the director").tap()

    expect(floor.locator("[data-comes=no]")).to_contain_text("The director is called")
    expect(floor.locator("[data-comes=no]")).to_contain_text("Two cards lay face up")
    expect(floor.get_by_text("Call the director…")).to_be_hidden()
    (made,) = floor_of(cup.pk).open_calls
    assert made.by == f"pass:{issued.pk}"

    # Nothing is pressed: the page is told by the socket of the tournament.
    claim(cup, beena)
    expect(floor.locator("[data-comes=yes]")).to_contain_text("Beena is coming")
    say(cup, beena, phrase="tea-break", at=1_795_610_400)
    expect(floor.locator(".fl-told")).to_contain_text("Tea break until")
    fits(page)
    assert faults(page) == []

    floor.get_by_role("button", name="Withdraw the call").tap()
    expect(floor.locator("[data-comes]")).to_have_count(0)
    expect(floor.get_by_text("Call the director…")).to_be_visible()
    assert floor_of(cup.pk).open_calls == ()

"""A director between tables rules on a phone: a hand of a knock-out counts otherwise, and another pair goes on."""

from uuid import UUID, uuid4

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from clubs.models import Player
from games.cases import log
from games.cases.services import answering, directing, effects, raising
from games.models import Case
from tests.browser.looks import faults, fits
from tests.factories import ClubFactory
from tests.tournaments.helpers.directed import do, state_of
from tests.tournaments.helpers.disputed import play, sheet_cup, sheet_of
from tournaments.deeds.staging import CallRound, ReleaseRound
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "color_scheme": "dark"}


def knock_out(director: Player) -> Tournament:
    """Return a knock-out of four pairs played to its end; the first side won each match."""
    cup = sheet_cup(ClubFactory(founder=director, name="Meenachil"), director, "knock_out", members=True)
    for match in (1, 2):
        play(cup, director, match)
    do(cup, director, ReleaseRound(stage=1, round=2), CallRound(stage=1, round=2))
    play(cup, director, 3)
    return cup


def disputed(cup: Tournament, director: Player) -> Case:
    """Let the pair that lost the first match dispute its hand, and the director take the case."""
    sides = state_of(cup).matches[1].sides
    won, lost = (Player.objects.get(pk=UUID(state_of(cup).entrants[side[0]].squad[0])) for side in sides)
    case = raising.dispute(
        game=sheet_of(cup, 1), hand=1, player=lost, subject="revoke", words="A spade came after all.", command=uuid4()
    )
    effects.follow(case.pk)
    answering.answer(case_id=case.pk, player=won, stance="contest", words="It did not.", command=uuid4())
    directing.take(case_id=case.pk, player=director, command=uuid4())
    return case


def good(page: Page) -> None:
    """Assert that the page fits the phone, and that axe finds nothing wrong with it."""
    fits(page)
    page.evaluate(AXE_SCRIPT)
    assert faults(page) == []


@pytest.mark.timeout(240)
def test_a_director_on_a_phone_sees_the_bracket_that_would_follow_and_rules(person, sit):
    director = person("Devaki")
    cup = knock_out(director)
    case = disputed(cup, director)
    page = sit(director, f"/cases/{case.pk}/", **PHONE).page
    page.get_by_role("link", name="Rule on this case").click()

    page.get_by_role("radio", name="Several results, each with a share").check()
    page.get_by_label("Share of result 1").fill("60 %")
    page.get_by_label("Share of result 2").fill("30 %")
    page.get_by_role("button", name="See the consequences").click()
    expect(page.get_by_text("The shares add up to 90")).to_be_visible()
    good(page)

    page.get_by_role("radio", name="A row of the table of irregularities of 56").check()
    page.get_by_role("radio", name="The offenders lose the hand at its normal stake points.").check()
    page.get_by_role("group", name="Who did it?").get_by_role("radio").first.check()
    page.get_by_label("Reason", exact=True).select_option("revoke")
    page.get_by_label("The reason, in words").fill("The spade of trick seven was there in trick three.")
    page.get_by_role("button", name="See the consequences").click()
    expect(page.get_by_role("heading", name="Consequences")).to_be_visible()
    expect(page.get_by_role("group", name="Later matches")).to_be_visible()
    good(page)
    expect(page.get_by_role("button", name="Give this ruling")).to_have_count(0)
    page.get_by_role("radio", name="Have the matches that depend on it played again").check()
    page.get_by_role("button", name="See the consequences of this choice").click()
    expect(page.get_by_text("Matches to be played again")).to_be_visible()
    good(page)
    page.get_by_role("button", name="Give this ruling").click()

    expect(page.get_by_text("The ruling is given.")).to_be_visible()
    expect(page.get_by_text("A side can appeal until")).to_be_visible()
    good(page)
    assert log.current(case.pk).ruling.decision.follow_up == "replay"

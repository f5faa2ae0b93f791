"""The drawing of a bracket: larger and smaller, a name sought, an entrant followed, and none of it lost to a result."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from clubs.models import Player
from tests.browser.seats import Sitter
from tests.factories import ClubFactory
from tests.tournaments.helpers.directed import bot_pairs, called, do, opened, state_of
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.staging import CallRound, ReleaseRound
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

KNOCK_OUT = StagePlan(type="knock_out", match=MatchPlan(hands=24, place="desk"))
ENTRANTS = 32


def knock_out(director: Player) -> Tournament:
    """Return a knock-out of pairs named Pair 1 to Pair 32, all of its rounds called."""
    states.forget_all()
    cup = opened(ClubFactory(founder=director), director, KNOCK_OUT)
    bot_pairs(cup, director, ENTRANTS)
    for entrant in Entrant.objects.filter(tournament=cup):
        Entrant.objects.filter(pk=entrant.pk).update(name=f"Pair {entrant.number}")
    called(cup, director)
    for number in range(2, 6):
        do(cup, director, ReleaseRound(stage=1, round=number), CallRound(stage=1, round=number))
    return cup


def shown_at(page: Page) -> dict[str, int]:
    """Return how wide the drawing is, and where its region is scrolled to."""
    return page.evaluate("""() => {
        const [drawing, region] = ["bk", "bk-scroll"].map(id => document.getElementById(id));
        const {width} = drawing.getBoundingClientRect();
        return {width: Math.round(width), left: region.scrollLeft, top: region.scrollTop};
    }""")


def test_a_new_result_takes_back_neither_size_nor_place_nor_search(
    sit: Callable[..., Sitter], person: Callable[[str], Player]
):
    director = person("Annamma")
    cup = knock_out(director)
    page = sit(None, f"{reverse('tournaments:tournament', args=[cup.slug])}?follow=7#bracket").page
    whole = shown_at(page)["width"]
    own = page.locator("#bk g.mine[data-entrant='7']").first
    expect(own).to_be_in_viewport()
    expect(page.locator(".way-of li")).to_have_count(1)

    page.get_by_role("button", name="Larger").click()
    page.get_by_role("button", name="Larger").click()
    page.get_by_label("Find", exact=True).fill("pair 3")
    page.get_by_label("Find", exact=True).press("Enter")
    expect(page.locator("#bk-found")).to_have_text("2 of 3")
    expect(page.locator("#bk .mt.hit.at")).to_be_in_viewport()
    page.get_by_text("The same in words").click()
    before = shown_at(page)
    assert before["width"] > whole

    match = state_of(cup).matches[1]
    do(cup, director, ReportGame(match=match.number, points=(9, 2)))
    expect(page.locator("#m1")).to_contain_text("9 to 2")

    assert shown_at(page) == before
    expect(page.get_by_label("Find", exact=True)).to_have_value("pair 3")
    expect(page.locator("#bk-found")).to_have_text("2 of 3")
    expect(page.locator("#bk .mt.hit.at")).to_be_in_viewport()
    expect(page.get_by_label("Follow", exact=True)).to_have_value("7")
    expect(page.locator("#bk g.mine").first).to_be_attached()
    expect(page.locator("#bk-words")).to_have_attribute("open", "")


def test_keys_wheel_and_two_fingers_make_it_larger_and_a_round_is_gone_to(
    sit: Callable[..., Sitter], person: Callable[[str], Player]
):
    cup = knock_out(person("Annamma"))
    page = sit(None, reverse("tournaments:tournament", args=[cup.slug]), has_touch=True).page
    region = page.locator("#bk-scroll")
    usual = shown_at(page)["width"]
    region.press("+")
    assert shown_at(page)["width"] > usual
    region.press("0")
    assert shown_at(page)["width"] == usual

    region.hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    page.wait_for_function(f"document.getElementById('bk').getBoundingClientRect().width > {usual} + 1")
    page.get_by_role("button", name="Whole").click()
    small = shown_at(page)["width"]
    assert small < usual

    page.evaluate("""() => {
        const region = document.getElementById("bk-scroll"), at = region.getBoundingClientRect();
        for (const gap of [40, 60, 120]) {
            const touches = [-gap, gap].map((dx, identifier) =>
                new Touch({identifier, target: region, clientX: at.left + 200 + dx, clientY: at.top + 60}));
            region.dispatchEvent(new TouchEvent("touchmove", {touches, bubbles: true, cancelable: true}));
        }
    }""")
    assert shown_at(page)["width"] == pytest.approx(3 * small, rel=0.05)

    region.press("0")
    page.get_by_role("navigation", name="Rounds").get_by_role("link", name="Final", exact=True).click()
    expect(page.locator("#bk .head").last).to_be_in_viewport()


def test_on_a_phone_the_buttons_cover_nothing_of_the_drawing(
    sit: Callable[..., Sitter], person: Callable[[str], Player]
):
    cup = knock_out(person("Annamma"))
    address = reverse("tournaments:tournament", args=[cup.slug])
    page = sit(None, address, viewport={"width": 360, "height": 740}, has_touch=True).page
    buttons, drawing = page.locator(".zoom").bounding_box(), page.locator("#bk-scroll").bounding_box()
    assert buttons is not None
    assert drawing is not None
    assert buttons["y"] + buttons["height"] <= drawing["y"]

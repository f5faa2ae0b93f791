"""Practising alone in a browser: on a phone with hints, taking back and dealing again; by keys; without scripts."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from games.models import Practice
from games.practice import selectors, services
from tests.browser.acting import settle
from tests.browser.hints import do_it, hint
from tests.browser.looks import faults, fits

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 360, "height": 740}
Sit = Callable[..., Any]


def room_at(practice: Practice) -> Any:
    return selectors.room_in(Practice.objects.get(pk=practice.pk))


@pytest.mark.whole
@pytest.mark.timeout(240)
def test_a_hand_is_played_by_hints_on_a_phone_and_dealt_again(person, sit: Sit):
    """From the form to the last trick: a hint, done, taken back, the same cards, and all hands in the end."""
    ammini = person("Ammini")
    page = sit(ammini, "/practice/", viewport=PHONE, reduced_motion="reduce").page
    page.get_by_text("More rules, your place").click()
    page.get_by_label("Your place in the first hand").select_option("1")
    page.get_by_role("button", name="Deal").click()
    page.wait_for_url(re.compile(r"/practice/[0-9a-f-]{36}/$"))
    practice = Practice.objects.get(player=ammini)
    cards = room_at(practice).cards

    assert hint(page).startswith("Bid 14")
    fits(page)
    page.evaluate(AXE_SCRIPT)
    assert faults(page) == []
    before = page.locator("#hand").inner_html()
    do_it(page)
    assert room_at(practice).hand.done[0].mine

    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#do-back")).to_be_disabled()
    expect(page.locator("#do-bid")).to_be_visible()
    assert page.locator("#hand").inner_html() == before
    assert room_at(practice).hand.done == ()

    while not page.locator("#do-next").count():
        assert hint(page)
        do_it(page)
    expect(page.locator("#result")).to_be_visible()
    page.get_by_text("Show all hands").click()
    expect(page.locator("#all-hands .opened")).to_have_count(4)
    fits(page)
    assert faults(page) == []

    page.get_by_role("button", name="Deal again").click()
    expect(page.locator("#all-hands")).to_have_count(0)
    settle(page)
    assert room_at(practice).cards == cards
    page.get_by_role("button", name="New cards").click()
    expect(page.locator("#other-seats")).to_have_count(0)
    assert room_at(practice).cards != cards


def test_a_practice_is_played_by_keys_and_the_focus_stays_with_it(person, sit: Sit):
    ammini = person("Ammini")
    practice = services.begin_practice(player=ammini, rules="28-kerala-4", options={}, place=1)
    page = sit(ammini, f"/practice/{practice.pk}/", reduced_motion="reduce").page
    page.keyboard.press("?")
    expect(page.locator("#do-hinted")).to_be_visible()
    page.locator("#do-hinted").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_have_attribute("data-version", "2")
    settle(page)
    assert page.evaluate("document.activeElement.closest('.desk, .own') !== null")
    page.keyboard.press("u")
    expect(page.locator("#table")).to_have_attribute("data-version", "3")
    expect(page.locator("#do-bid")).to_be_visible()


def test_a_hint_is_read_aloud_when_it_comes(person, sit: Sit):
    """It stands in a place that is announced, which is there before it."""
    ammini = person("Ammini")
    practice = services.begin_practice(player=ammini, rules="56-kerala-6", options={}, place=1)
    page = sit(ammini, f"/practice/{practice.pk}/").page
    place = page.locator("#hint")
    expect(place).to_have_attribute("role", "status")
    expect(place).to_be_empty()
    said = hint(page)
    assert page.locator("#hint").aria_snapshot().count("button") == 1
    assert said


@pytest.mark.timeout(120)
def test_without_scripts_a_practice_is_played_by_its_forms(person, sit: Sit):
    ammini = person("Ammini")
    practice = services.begin_practice(player=ammini, rules="28-kerala-4", options={}, place=1)
    page = sit(ammini, f"/practice/{practice.pk}/", java_script_enabled=False, viewport=PHONE).page
    for _ in range(3):
        page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name="Do it").click()
    assert room_at(practice).decisions == 3
    page.get_by_role("button", name="Take back").click()
    assert room_at(practice).decisions == 2


def test_two_windows_of_one_practice_do_not_get_into_each_others_way(person, sit: Sit):
    ammini = person("Ammini")
    practice = services.begin_practice(player=ammini, rules="28-kerala-4", options={}, place=1)
    first = sit(ammini, f"/practice/{practice.pk}/", reduced_motion="reduce").page
    second = sit(ammini, f"/practice/{practice.pk}/", reduced_motion="reduce").page
    hint(first)
    do_it(first)
    second.locator("#bid-17").check(force=True)
    second.locator("#do-bid").click()
    expect(second.get_by_role("alert")).to_contain_text("moved on")
    assert room_at(practice).decisions == 1

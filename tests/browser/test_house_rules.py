"""House rules in the browser: an owner makes them, freezes them for a season, and opens a table by them."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

import engine
from clubs.models import HouseRules
from games.models import Table
from tests.browser.looks import fits
from tests.browsers import without_script
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.timeout(180)
def test_an_owner_makes_house_rules_freezes_them_and_opens_a_table_by_them(person, sit):
    annamma = person("Annamma")
    club = ClubFactory(founder=annamma, name="Meenachil")
    me = sit(annamma, f"/clubs/{club.slug}/", viewport={"width": 360, "height": 740})
    page = me.page

    page.get_by_role("navigation", name="Pages of the club").get_by_role("link", name="House rules").click()
    page.get_by_role("link", name="Make house rules").click()
    page.get_by_label("Name").fill("Friday 28")
    page.get_by_label("Game", exact=True).select_option("28-kerala-4")
    expect(page.get_by_label("Cot", exact=True)).to_be_hidden()
    page.get_by_label("Game", exact=True).select_option("28-house-4")
    # What needs another option is shown with it only.
    expect(page.get_by_label("Surrender")).to_be_hidden()
    expect(page.get_by_label("Four-card cot made is worth")).to_be_hidden()
    page.get_by_label("Cot", exact=True).check()
    page.get_by_label("Surrender").check()
    expect(page.locator("#house-summary")).to_contain_text("with cot and surrender.")
    page.get_by_label("Cot", exact=True).uncheck()
    expect(page.locator("#house-summary")).to_contain_text("do not fit together")
    page.get_by_role("button", name="Make the rules").click()
    expect(page.get_by_text("Surrender is played only together with cot")).to_be_visible()
    fits(page)
    page.get_by_label("Cot", exact=True).check()
    page.get_by_label("After a number of hands").check()
    page.get_by_label("Number of hands", exact=True).fill("6")
    page.get_by_role("button", name="Make the rules").click()

    expect(page.get_by_role("heading", level=1)).to_contain_text("Friday 28")
    expect(page.get_by_text("The game ends after 6 hands.").first).to_be_visible()
    fits(page)
    page.get_by_role("link", name="Freeze for a season").click()
    today = timezone.localdate()
    page.get_by_label("Name of the season").fill("Winter")
    page.get_by_label("First day").fill(today.isoformat())
    page.get_by_label("Last day").fill((today + timedelta(days=90)).isoformat())
    page.get_by_label("Yes: nobody can change").check()
    page.get_by_role("button", name="Freeze the rules").click()
    expect(page.get_by_text("frozen until")).to_be_visible()
    expect(page.get_by_role("link", name="Change", exact=True)).to_have_count(0)
    fits(page)

    page.get_by_role("link", name="Open a table").click()
    house = HouseRules.objects.get()
    expect(page.get_by_label("House rules")).to_have_value(str(house.pk))
    expect(page.get_by_label("Game", exact=True)).to_be_hidden()
    expect(page.get_by_label("3 after me")).to_be_visible()
    expect(page.get_by_label("4 after me")).to_be_hidden()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Friday 28")
    table = Table.objects.get()
    assert (table.house, table.club) == (house, club)
    expected = engine.load_rules("28-house-4", {**house.options})
    assert table.options == expected.options
    assert house.season.name == "Winter"


def test_what_is_chosen_before_the_scripts_are_there_is_told_to_them(person, sit):
    annamma = person("Annamma")
    club = ClubFactory(founder=annamma, name="Meenachil")
    page = sit(annamma, f"/clubs/{club.slug}/").page
    with without_script(page, "**/vendor/htmx.min.js", reverse("clubs:house_new", args=[club.slug])):
        page.get_by_label("Game", exact=True).select_option("28-house-4")
        page.get_by_label("Cot", exact=True).check()

    expect(page.locator("#house-summary")).to_contain_text("with cot")

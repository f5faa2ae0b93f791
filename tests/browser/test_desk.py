"""The director's desk in a browser: two at once, what is half typed, and everything by keys."""

import re
from uuid import uuid5

import pytest
from django.core.cache import cache
from django.urls import reverse
from playwright.sync_api import Page, expect

from clubs.models import Player
from games.sheets.authors import Author
from games.tables import presence
from tests.browser.looks import fits
from tests.factories import ClubFactory
from tests.tournaments.helpers import halls
from tests.tournaments.helpers.directed import state_of
from tests.tournaments.helpers.floor import assistant, call
from tournaments.floor import log as floor_log
from tournaments.floor.selectors import floor_of
from tournaments.log import states
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


@pytest.fixture
def director(person) -> Player:
    cache.clear()
    states.forget_all()
    floor_log.forget_all()
    return person("Rosamma")


@pytest.fixture
def cup(director: Player) -> Tournament:
    """Six tables on score sheets: 5 and 6 have results to confirm, 3 calls, 2 has sheets that differ."""
    club = ClubFactory(founder=director, name="Meenachil Card Club", place="Pala")
    cup = halls.hall(club, director, 6)
    halls.differ(cup, 2, 4)
    for table in range(1, 7):
        halls.played(cup, table, 9)
    halls.reported(cup, 5, (7, 5))
    halls.reported(cup, 6, (9, 3))
    call(cup, Author(halls.captain_of(cup, 3)), 3, "other", words="A card lies on the floor.")
    return cup


def desk_of(cup: Tournament) -> str:
    return reverse("tournaments:desk", args=[cup.slug])


def tile(page: Page, table: int):
    return page.locator(f'.tile[data-table="{table}"]')


def test_two_desks_at_once_and_what_is_half_typed_stays(person, sit, cup: Tournament, director: Player):
    eapen = assistant(cup, director, "Eapen")
    one = sit(director, desk_of(cup)).page
    other = sit(eapen, desk_of(cup)).page
    expect(other.get_by_text("Also at this desk: Rosamma")).to_be_visible()
    # Half a message is typed on the one desk when the other confirms a result and goes to the call.
    one.get_by_label("Your own words").fill("Tea at the north")
    one.get_by_label("Your own words").press("End")
    other.locator("#results li", has_text="Table 5").get_by_role("button", name="Confirm").click()
    expect(tile(other, 5)).to_contain_text("Done")
    expect(tile(one, 5)).to_contain_text("Done")
    expect(one.locator("#results")).to_contain_text("Table 6")
    other.get_by_role("button", name="I go").click()
    expect(tile(one, 3)).to_contain_text("Eapen is going")
    expect(one.locator("#calls")).to_contain_text("Eapen goes, until")
    expect(one.get_by_label("Your own words")).to_have_value("Tea at the north")
    expect(one.get_by_label("Your own words")).to_be_focused()
    one.keyboard.type(" door.")
    # What was confirmed at another table is no hindrance, though this page was made before.
    one.locator("#results li", has_text="Table 6").get_by_role("button", name="Confirm").click()
    expect(tile(other, 6)).to_contain_text("Done")
    assert state_of(cup).matches[6].confirmed
    one.get_by_role("button", name="Announce it").click()
    expect(other.locator("#announce ~ *, .told")).to_contain_text("Tea at the north door.")
    expect(one.get_by_label("Your own words")).to_have_value("")
    # The other goes home, and after `presence.LASTS` the desk is forgotten; the director takes the call over.
    other.context.close()
    presence.leave(uuid5(cup.pk, "desk"), eapen.pk, "desk")
    one.reload()
    expect(one.get_by_text("Eapen has 1 call and no desk open.")).to_be_visible()
    one.get_by_role("button", name="Take over").click()
    expect(one.locator("#calls")).to_contain_text("you go, until")


@pytest.mark.parametrize("width", [360, 768])
def test_in_one_column_what_waits_comes_first_and_what_was_done_last(sit, cup: Tournament, director: Player, width):
    page = sit(director, desk_of(cup), viewport={"width": width, "height": 900}).page
    expect(tile(page, 3)).to_be_visible()
    panels = ("#calls", "#results", ".tables", "#lately")
    tops = [page.locator(panel).bounding_box()["y"] for panel in panels]
    assert tops == sorted(tops)


def test_everything_by_keys(sit, cup: Tournament, director: Player):
    page = sit(director, desk_of(cup)).page
    expect(tile(page, 3)).to_be_visible()
    page.keyboard.press("t")
    expect(tile(page, 3)).to_be_focused()
    order = page.locator("#tiles a").evaluate_all("all => all.map((one) => one.dataset.table)")
    page.keyboard.press("ArrowRight")
    expect(tile(page, int(order[1]))).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Home")
    expect(tile(page, 3)).to_be_focused()
    page.keyboard.press("g")
    expect(tile(page, 3)).to_contain_text("is going")
    assert floor_of(cup.pk).open_calls[0].claimed_by == str(director.pk)
    # The tile of table 6 has the keys: its result is confirmed, not the first one that waits.
    tile(page, 6).focus()
    page.keyboard.press("c")
    expect(tile(page, 6)).to_contain_text("Done")
    expect(tile(page, 6)).to_be_focused()
    assert not state_of(cup).matches[5].confirmed
    page.keyboard.press("e")
    page.keyboard.type("41")
    page.keyboard.press("Tab")
    page.keyboard.type("7 5")
    page.keyboard.press("Enter")
    expect(page.get_by_text("There is no table 41; tables run from 1 to 6.")).to_be_visible()
    expect(page.get_by_label("Table", exact=True)).to_be_focused()
    page.get_by_label("Table", exact=True).fill("1")
    expect(page.locator("#entry-sides")).to_have_text(re.compile("^Periyar . "))
    page.keyboard.press("Enter")
    expect(tile(page, 1)).to_contain_text("Done")
    expect(page.get_by_label("Table", exact=True)).to_have_value("")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_text("enter a result: table, points, Enter")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("enter a result: table, points, Enter")).to_be_hidden()
    page.keyboard.press("/")
    page.keyboard.type(halls.RIVERS[1])
    page.keyboard.press("Enter")
    expect(page.locator("#tiles a")).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("0")
    expect(page.locator("#tiles a")).to_have_count(6)
    page.keyboard.press("u")
    expect(page.locator("#undo-last")).to_be_focused()
    page.keyboard.press("Enter")
    expect(tile(page, 1)).not_to_contain_text("Done")
    page.keyboard.press("Tab")
    page.keyboard.press("t")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/matches/\d+/$"))


def test_without_a_script_and_on_a_phone_all_of_it_is_done_by_forms(sit, cup: Tournament, director: Player):
    page = sit(director, desk_of(cup), java_script_enabled=False, viewport={"width": 360, "height": 740}).page
    fits_at = page.locator("#results li", has_text="Table 5")
    fits_at.get_by_role("button", name="Confirm").click()
    expect(tile(page, 5)).to_contain_text("Done")
    page.get_by_role("button", name="I go").click()
    expect(tile(page, 3)).to_contain_text("Rosamma is going")
    page.get_by_label("Table", exact=True).fill("1")
    page.get_by_label("Points, such as 34 20").fill("9 4")
    page.get_by_role("button", name="Report", exact=True).click()
    expect(tile(page, 1)).to_contain_text("Done")
    page.get_by_role("button", name="Take 21").click()
    expect(page.get_by_text("Hand 4 is settled.")).to_be_visible()
    page.get_by_role("link", name=re.compile("^Done")).click()
    expect(page.locator("#tiles a")).to_have_count(2)


def test_on_a_phone_calls_come_first_and_nothing_is_wider_than_the_screen(sit, cup: Tournament, director: Player):
    page = sit(director, desk_of(cup), **PHONE).page
    fits(page)
    calls, tables = (page.locator(where).bounding_box() for where in ("#calls", "#tiles"))
    assert calls is not None
    assert tables is not None
    assert calls["y"] < tables["y"]
    order = page.evaluate(
        """[...document.querySelectorAll("#calls, #results, #differing, #tiles, #announce, #lately")]
             .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
             .map((one) => one.id)"""
    )
    assert order == ["calls", "results", "differing", "tiles", "announce", "lately"]

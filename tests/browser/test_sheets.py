"""A director with a phone at a real table: hands, rulings, and a match lost by them."""

import re

import pytest
from django.db import transaction
from playwright.sync_api import Page, expect

from clubs.members.societies import join_club
from games.events.tables import Terms
from games.models import Sheet
from games.sheets import selectors
from games.tables.services.seats import open_table
from tests.browser.conftest import begin
from tests.browser.looks import fits
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}}


def enter_hand(page: Page, declarer: str, number: int, trump: str, points: int) -> None:
    form = page.locator("form.hand-form")
    form.get_by_label("Declarer", exact=True).select_option(label=declarer)
    form.get_by_label("Number").fill(str(number))
    form.get_by_role("radio", name=trump, exact=True).check()
    form.get_by_label("Card points of the declarers").fill(str(points))
    form.get_by_role("button", name="Enter the hand").click()


def find_revoke(page: Page) -> None:
    """Come to the row of revokes that the opponents found."""
    page.get_by_role("link", name="An irregularity…").click()
    page.get_by_label("Find").press_sequentially("opponents found")
    page.get_by_role("link", name="A revoke that the opponents found").click()


def note_contract(page: Page, declarer: str, number: int, trump: str) -> None:
    page.get_by_label("Declarer", exact=True).select_option(label=declarer)
    page.get_by_label("Number").fill(str(number))
    page.get_by_role("radio", name=trump, exact=True).check()
    page.get_by_role("button", name="Enter the contract").click()


def rule(page: Page, offender: str, remedy: str) -> None:
    page.get_by_role("radio", name=re.compile(offender)).check()
    page.get_by_role("radio", name=re.compile(remedy)).check()
    page.get_by_role("button", name="See the consequences").click()
    page.get_by_label("Yes, I am sure.").check()
    page.get_by_role("button", name="Give this ruling").click()


@pytest.mark.timeout(240)
def test_a_second_revoke_found_by_the_opponents_loses_the_match(person, sit):
    """56-IRR-25, 56-SCORE-3: opened, two hands, twice ruled, on a phone."""
    page = sit(person("Devaki"), "/sheets/new/", **PHONE).page
    page.get_by_label("Name of the match").fill("Meenachil against Pamba")
    page.get_by_label("Game", exact=True).select_option("56-kerala-4")
    for seat, name in enumerate(("Ammini", "Beeran", "Chacko", "Devaki"), start=1):
        page.get_by_label(f"Seat {seat}").fill(name)
    fits(page)
    page.get_by_role("button", name="Open the score sheet").click()

    expect(page.get_by_role("heading", name="Meenachil against Pamba")).to_be_visible()
    enter_hand(page, "Ammini", 34, "♠", 40)
    expect(page.get_by_role("heading", name="Enter hand 2")).to_be_visible()
    enter_hand(page, "Beeran", 40, "none", 30)
    expect(page.get_by_role("heading", name="Enter hand 3")).to_be_visible()
    fits(page)

    find_revoke(page)
    fits(page)
    note_contract(page, "Chacko", 41, "♥")
    rule(page, "Chacko", "at twice its stake points.$")
    expect(page.get_by_text("The director gives the hand to Beeran and Devaki: 6 stake points.")).to_be_visible()
    find_revoke(page)
    expect(page.get_by_text("Chacko in hand 3")).to_be_visible()
    note_contract(page, "Ammini", 28, "♣")
    rule(page, "Ammini", "and the match")

    expect(page.get_by_text("The match is over", exact=True)).to_be_visible()
    expect(page.get_by_text("Beeran and Devaki win").first).to_be_visible()
    fits(page)
    sheet = Sheet.objects.get()
    state = selectors.load_state(sheet.pk)
    assert [scored.score for _, scored in state.results] == [(1, 0), (4, 0), (4, 6), (4, 10)]
    assert (sheet.status, state.sheet.tally.winners) == ("finished", (1,))


def test_a_ruling_at_a_live_table_is_seen_by_its_players_at_once(person, sit):
    """56-IRR-27: the director's own browser rules, the player's moves by itself."""
    players = [person(name) for name in ("Ammini", "Beeran", "Chacko", "Eapen")]
    director = person("Devaki")
    club = ClubFactory(founder=director, name="Meenachil")
    for player in players:
        join_club(club=club, player=player)
    with transaction.atomic():
        table = open_table(
            player=players[0], rules="56-kerala-4", options={}, club=club, players=dict(enumerate(players)),
            terms=Terms(action_seconds=300),
        )  # fmt: skip
        begin(table.pk)
    ammini = sit(players[0], f"/tables/{table.pk}/", **PHONE)
    ammini.live()
    page = sit(director, f"/tables/{table.pk}/", **PHONE).page

    page.get_by_role("link", name="Director: rule on this hand…").click()
    page.get_by_role("radio", name="Beeran").check()
    page.get_by_role("radio", name="The offenders lose the hand.").check()
    fits(page)
    page.get_by_role("button", name="See the consequences").click()
    page.get_by_label("Yes, I am sure.").check()
    page.get_by_role("button", name="Give this ruling").click()

    expect(page.get_by_role("heading", name="The director ended the hand.")).to_be_visible()
    expect(ammini.page.get_by_role("heading", name="The director ended the hand.")).to_be_visible()

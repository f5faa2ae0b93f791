"""A club's results on a phone: written down, seen in the standing, taken back; and a kunukku lifted."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from clubs.models import Club, Player
from games.models import WrittenResult
from games.store import projector
from tests.browser.looks import fits
from tests.games.helpers.kunukku import WIKIPEDIA, lost
from tests.games.helpers.played import begun, club_of, happens, later

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}}


@pytest.fixture
def players(person: Callable[[str], Player]) -> list[Player]:
    """Four members; the first owns the club."""
    return [person(name) for name in ("Annamma", "Beeran", "Chacko", "Devaki")]


@pytest.fixture
def club(players: list[Player]) -> Club:
    """Their club."""
    return club_of(*players, name="Ponnani Sports Club")


def test_a_result_is_written_down_on_a_phone_stands_in_the_standing_and_is_taken_back(club, players, sit):
    page = sit(players[0], f"/clubs/{club.slug}/results/", **PHONE).page
    expect(page.get_by_text("No game is finished yet.").first).to_be_visible()
    page.get_by_role("link", name="Enter one result").click()
    expect(page.get_by_label("Seat 5", exact=True)).to_be_hidden()
    for seat, player in enumerate(players, start=1):
        page.get_by_label(f"Seat {seat}", exact=True).fill(player.name)
    page.get_by_label("Points of seat 1 and partners").fill("7")
    page.get_by_role("button", name="Save the result").click()
    expect(page.get_by_text("Enter the points; 0 for none.").first).to_be_visible()
    page.get_by_label("Points of Beeran & Devaki").fill("3")
    page.get_by_role("button", name="Save the result").click()
    expect(page.get_by_role("heading", name="Result of")).to_be_visible()
    fits(page)

    projector.run_all()
    page.get_by_role("link", name="Results").first.click()
    standing = page.locator("#standing")
    expect(standing.get_by_role("link", name="Annamma")).to_be_visible()
    expect(standing.get_by_role("row").nth(1)).to_contain_text("+4")
    page.get_by_label("Season").select_option(label="all time")
    expect(standing.get_by_role("link", name="Chacko")).to_be_visible()
    fits(page)

    page.goto(f"/results/{WrittenResult.objects.get().pk}/")
    page.get_by_text("Withdraw it…").click()
    page.get_by_label("Reason").fill("The pairs were mixed up")
    page.get_by_role("button", name="Withdraw the result").click()
    expect(page.get_by_text("This result is withdrawn: it no longer counts.")).to_be_visible()
    projector.run_all()
    page.goto(f"/clubs/{club.slug}/results/")
    expect(page.get_by_text("No game is finished yet.").first).to_be_visible()
    expect(page.get_by_text("withdrawn", exact=True)).to_be_visible()


def test_the_board_shows_who_wears_a_kunukku_and_an_officer_lifts_one(club, players, sit):
    """28-WIK-3, 28-WIK-4."""
    stream = begun(players, WIKIPEDIA, club=club, at=later(0))
    happens(stream, *lost(1, (0, 2)), *lost(2, (0, 2), (2, 0, 2, 0)), at=later(0))
    projector.run_all()
    page = sit(players[0], f"/clubs/{club.slug}/", **PHONE).page
    board = page.locator(".panel", has=page.get_by_role("heading", name="Kunukku wearers"))
    expect(board.get_by_text("Chacko")).to_be_visible()
    expect(board.locator("li", has_text="Chacko").locator("svg.ring")).to_have_count(2)
    board.get_by_role("link", name="Since, and reason").click()
    page.get_by_role("link", name="Remove Chacko").click()
    expect(page.get_by_label("Wearer")).to_have_value("Chacko")
    page.get_by_label("Reason").fill("His wedding")
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("The kunukku is removed")).to_be_visible()
    projector.run_all()
    page.reload()
    expect(page.get_by_text("removed by an officer")).to_be_visible()
    fits(page)

"""A secretary's evening, on a phone: people come in, results are written down, the books are kept and closed."""

import re
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from playwright.sync_api import Page, expect

from clubs.members.offices import give_office
from clubs.members.societies import change_club, join_club
from clubs.models import Club, Player
from games.store import projector
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db(transaction=True)

HOME = "/clubs/meenachil-card-club/"
PHONE = {"viewport": {"width": 360, "height": 740}}


@pytest.fixture
def club(person: Callable[[str], Player]) -> Club:
    """A club that lets people in on request, with an owner, a secretary and two players."""
    annamma = person("Annamma")
    made = ClubFactory(founder=annamma, name="Meenachil Card Club", place="Pala")
    for name, role in (("Mariamma", "secretary"), ("Beeran", "player"), ("Devaki", "player")):
        player = person(name)
        join_club(club=made, player=player)
        give_office(club=made, by=annamma, player=player, role=role)
    change_club(club=made, by=annamma, door="request")
    return made


def balances(page: Page) -> dict[str, str]:
    """Return everybody's units, as the page of balances shows them."""
    page.goto(f"{HOME}ledger/")
    rows = page.locator("#balances tbody tr")
    return {row.locator("th a").inner_text(): row.locator("td b").inner_text() for row in rows.all()}


def test_a_secretary_lets_people_in_writes_the_evening_down_and_closes_the_season(
    club: Club, sit: Callable[..., Any], person: Callable[[str], Player]
):
    today = timezone.localdate()
    beeran, mariamma = Player.objects.get(name="Beeran"), Player.objects.get(name="Mariamma")

    # Somebody asks to join, and the secretary is told.
    asking = sit(person("Chacko"), HOME, **PHONE).page
    asking.get_by_role("link", name="Ask to join").click()
    asking.get_by_label("A message to the officers (optional)").fill("Beeran knows me.")
    asking.get_by_role("button", name="Ask").click()
    expect(asking.get_by_text("The officers of Meenachil Card Club will answer.")).to_be_visible()
    desk = sit(mariamma, "/", **PHONE).page
    desk.get_by_role("link", name=re.compile("News, [0-9] unread")).click()
    desk.get_by_role("link", name="Chacko asks to become a member").click()
    expect(desk.get_by_text("Beeran knows me.")).to_be_visible()
    desk.get_by_role("button", name="Admit Chacko", exact=True).click()
    expect(desk.get_by_text("Chacko is a member now.")).to_be_visible()
    asking.goto(HOME)
    expect(asking.get_by_role("link", name="Open a table").first).to_be_visible()

    # A guest without an account, a season, and units to begin with.
    desk.goto(f"{HOME}guests/new/")
    desk.get_by_label("Name").fill("Kunjappan")
    desk.get_by_role("button", name="Add").click()
    expect(desk.get_by_role("heading", name="Kunjappan")).to_be_visible()
    desk.goto(f"{HOME}seasons/new/")
    desk.get_by_label("Name").fill("Monsoon")
    desk.get_by_label("First day").fill((today - timedelta(days=30)).isoformat())
    desk.get_by_label("Last day").fill((today + timedelta(days=30)).isoformat())
    desk.get_by_role("button", name="Make a season").click()
    expect(desk.get_by_text("The season Monsoon is made.")).to_be_visible()
    desk.goto(f"{HOME}ledger/grant/")
    desk.get_by_label("Units").fill("20")
    desk.get_by_label("Reason").fill("Monsoon begins")
    desk.get_by_role("button", name="Enter it").click()
    expect(desk.get_by_text("The units are granted.")).to_be_visible()
    assert set(balances(desk).values()) == {"+20"}

    # The evening's game at a real table; what is wrong is said beside its field, and nothing typed is lost.
    desk.goto(f"{HOME}results/new/")
    for seat, name in enumerate(("Beeran", "Devaki", "Kunjapan", "Chacko"), start=1):
        desk.get_by_label(f"Seat {seat}", exact=True).fill(name)
    desk.get_by_label("Points of seat 1 and partners").fill("9")
    desk.get_by_label("Points of seat 2 and partners").fill("5")
    desk.get_by_role("button", name="Save the result").click()
    expect(desk.get_by_text("Nobody in the club is called Kunjapan.").first).to_be_visible()
    expect(desk.get_by_label("Seat 1", exact=True)).to_have_value("Beeran")
    desk.get_by_label("Seat 3", exact=True).fill("Kunjappan")
    desk.get_by_role("button", name="Save the result").click()
    expect(desk.get_by_text("Result saved.")).to_be_visible()
    projector.run_all()
    assert balances(desk) == {
        "Beeran": "+24", "Kunjappan": "+24", "Devaki": "+16", "Chacko": "+16", "Annamma": "+20", "Mariamma": "+20",
    }  # fmt: skip

    # It should have been the other way round: the result is taken back, and written down anew.
    desk.goto(f"{HOME}results/games/")
    desk.get_by_role("link", name="28, Kerala rules, four players").click()
    desk.get_by_text("Withdraw it…").click()
    desk.get_by_label("Reason").fill("The sides are the wrong way round")
    desk.get_by_role("button", name="Withdraw the result").click()
    expect(desk.get_by_text("The result is withdrawn and no longer counts.")).to_be_visible()
    projector.run_all()
    assert set(balances(desk).values()) == {"+20"}
    desk.goto(f"{HOME}results/new/")
    for seat, name in enumerate(("Devaki", "Beeran", "Chacko", "Kunjappan"), start=1):
        desk.get_by_label(f"Seat {seat}", exact=True).fill(name)
    desk.get_by_label("Points of seat 1 and partners").fill("9")
    desk.get_by_label("Points of seat 2 and partners").fill("5")
    desk.get_by_role("button", name="Save the result").click()
    expect(desk.get_by_text("Result saved.")).to_be_visible()
    projector.run_all()
    assert balances(desk)["Devaki"] == "+24"

    # A player settles some of it, and the season is closed: the sheet says who gives to whom.
    desk.goto(f"{HOME}ledger/settle/")
    desk.get_by_label("Player").fill("Beeran")
    desk.get_by_label("Received units from the club").check()
    desk.get_by_label("Units", exact=True).fill("1")
    desk.get_by_role("button", name="Enter it").click()
    expect(desk.get_by_text("The settlement is entered.")).to_be_visible()
    desk.goto(f"{HOME}seasons/")
    desk.get_by_role("link", name="Monsoon").click()
    desk.get_by_role("link", name="Close the season").click()
    desk.get_by_label("Yes: close it before its last day").check()
    desk.get_by_role("button", name="Close the season").click()
    expect(desk.get_by_text("The season is closed.")).to_be_visible()
    expect(desk.get_by_role("heading", name="Settlement sheet")).to_be_visible()

    # Beeran reads what happened to him; the officers' log has all of it, and the books are proved.
    player = sit(beeran, "/me/notices/", **PHONE).page
    expect(player.get_by_role("link", name="a settlement was entered in your stakes")).to_be_visible()
    player.goto(f"{HOME}log/")
    expect(player.get_by_role("heading", name="Activity of officers")).to_have_count(0)
    desk.goto(f"{HOME}log/")
    for deed in (
        "admitted Chacko",
        "Kunjappan",
        "granted units",
        "withdrew the result of a game",
        "closed the season Monsoon",
    ):
        expect(desk.get_by_role("listitem").filter(has_text=deed).first).to_be_visible()
    said = StringIO()
    call_command("prove_ledger", processes=1, stdout=said)
    assert "The ledger is proved" in said.getvalue()

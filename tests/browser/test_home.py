"""The first page on a phone: saying that one comes, and answering a request, each from there."""

import re
from collections.abc import Callable
from datetime import time, timedelta

import pytest
from playwright.sync_api import expect

from clubs.base.days import today_in
from clubs.calendar.services import plan_meeting
from clubs.members.doors import ask_to_join
from clubs.members.societies import change_club
from clubs.models import Club, MeetingAnswer, Player
from clubs.officers.roles import find_role
from tests.browser.looks import fits
from tests.games.helpers.played import club_of

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


@pytest.fixture
def annamma(person: Callable[[str], Player]) -> Player:
    return person("Annamma")


@pytest.fixture
def club(annamma: Player) -> Club:
    """Her club; it meets the day after tomorrow and again a week later."""
    club = club_of(annamma, name="Ponnani Sports Club")
    day = today_in(club) + timedelta(days=2)
    plan_meeting(
        club=club, by=annamma, title="Friday cards", day=day, at=time(19, 30), repeats_until=day + timedelta(days=7)
    )
    return club


def test_a_secretary_says_that_she_comes_and_answers_a_request_from_the_first_page(club, annamma, person, sit):
    change_club(club=club, by=annamma, door="request")
    beeran = person("Beeran")
    ask_to_join(club=club, player=beeran)
    page = sit(annamma, "/", **PHONE).page
    fits(page)

    page.get_by_role("button", name="I’m coming").click()  # noqa: RUF001  # the product's apostrophe
    expect(page.get_by_text("You are coming to Friday cards.")).to_be_visible()
    expect(page).to_have_title("Home · Lelam")
    expect(page.get_by_text("you are coming", exact=False).last).to_be_visible()
    assert MeetingAnswer.objects.get(player=annamma).coming

    page.get_by_role("link", name="Answer Ponnani Sports Club").click()
    page.get_by_role("button", name="Admit Beeran", exact=True).click()
    expect(page.get_by_text("No requests.")).to_be_visible()
    assert find_role(club=club, player=beeran) == "player"
    page.goto("/")
    expect(page.get_by_text("For you as an officer")).to_be_hidden()


def test_a_new_account_begins_with_the_first_steps(person, sit):
    page = sit(person("Chacko"), "/", **PHONE).page

    expect(page.get_by_role("heading", level=2).first).to_have_text("First steps")
    page.get_by_role("link", name="Play with bots").click()
    expect(page).to_have_url(re.compile("/practice/"))
    fits(page)

"""Teams and the calendar on a phone: a captain names a line-up, a secretary plans an evening, a member comes."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from clubs.members.offices import give_office
from clubs.members.societies import join_club
from clubs.models import Team
from clubs.teams.services import make_team
from tests.browser.looks import fits
from tests.factories import ClubFactory, PlayerFactory, TournamentFactory
from tournaments.directing.tending import tend

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def club(person):
    """A club of Annamma, its owner, with three members."""
    annamma = person("Annamma")
    club = ClubFactory(founder=annamma, name="Meenachil")
    people = {"Annamma": annamma}
    for name in ("Beeran", "Chacko", "Devaki"):
        people[name] = person(name)
        join_club(club=club, player=people[name])
    club.people = people
    return club


@pytest.mark.timeout(180)
def test_a_member_makes_a_team_by_typing_names_and_names_a_line_up(club, sit):
    me = sit(club.people["Beeran"], f"/clubs/{club.slug}/teams/new/", viewport=PHONE)
    page = me.page
    page.get_by_label("Name of the team").fill("Kallada")
    page.get_by_label("Second player").press_sequentially("cha")
    expect(page.locator("#id_second_names option")).to_have_count(1)
    expect(page.locator("#id_second_names option")).to_have_attribute("value", "Chacko")
    fits(page)
    page.get_by_label("Second player").fill("Chacko")
    page.get_by_label("Third player").fill("Nobody")
    page.get_by_role("button", name="Make the team").click()
    expect(page.get_by_text("Nobody in the club is called Nobody.")).to_be_visible()
    expect(page.get_by_label("Second player")).to_have_value("Chacko")
    page.get_by_label("Third player").fill("devaki")
    page.get_by_role("button", name="Make the team").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Kallada")
    expect(page.locator("#squad")).to_contain_text("Substitute")
    fits(page)

    annamma = club.people["Annamma"]
    teams = [Team.objects.get(name="Kallada")]
    for name in ("Pamba", "Nila", "Kabani"):
        bots = [PlayerFactory(bot=True, name=f"{name} {number}") for number in (1, 2)]
        teams.append(make_team(club=club, by=annamma, name=name, players=bots))
    cup = TournamentFactory(club=club, director=annamma, name="Onam Cup", line_up_minutes=60, teams=teams, started=True)
    tend(cup.pk)
    page.goto(f"/tournaments/{cup.slug}/")
    page.get_by_role("link", name="Line-up and result").click()
    expect(page.get_by_label("Seat 1")).to_be_visible()
    fits(page)
    page.get_by_label("Seat 1").select_option(label="Devaki")
    page.get_by_label("Seat 2").select_option(label="Beeran")
    page.get_by_role("button", name="Name the line-up").click()
    expect(page.get_by_text("Kallada: Devaki, Beeran")).to_be_visible()
    fits(page)

    # Somebody of the other teams, or of none, sees that it is in and no names.
    visitor = sit(None, urlsplit(page.url).path, viewport=PHONE).page
    expect(visitor.get_by_text("Kallada: the line-up is in")).to_be_visible()
    expect(visitor.get_by_text("Devaki")).to_have_count(0)


@pytest.mark.timeout(180)
def test_a_secretary_plans_an_evening_and_a_member_comes(club, sit):
    give_office(club=club, by=club.people["Annamma"], player=club.people["Chacko"], role="secretary")
    day = timezone.localdate() + timedelta(days=1)
    page = sit(club.people["Chacko"], f"/clubs/{club.slug}/calendar/", viewport=PHONE).page
    page.get_by_role("link", name="Plan a meeting").first.click()
    page.get_by_label("Title").fill("Card evening")
    page.get_by_label("Day", exact=True).fill(day.isoformat())
    page.get_by_label("Begins at").fill("18:30")
    page.get_by_role("textbox", name="Place").fill("Club house")
    page.get_by_label("Every week", exact=True).check()
    page.get_by_label("Last day").fill((day + timedelta(days=14)).isoformat())
    fits(page)
    page.get_by_role("button", name="Add to the calendar").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Card evening")
    fits(page)

    member = sit(club.people["Devaki"], f"/clubs/{club.slug}/calendar/?month={day:%Y-%m}", viewport=PHONE).page
    fits(member)
    member.get_by_role("button", name=f"m coming Card evening, {day.day} {day:%B}").click()
    expect(member.get_by_text("You are coming to Card evening.")).to_be_visible()
    expect(member.locator("#main").get_by_role("link", name="Devaki")).to_be_visible()

    page.reload()
    expect(page.locator("#main").get_by_role("link", name="Devaki")).to_be_visible()
    page.get_by_text("Call this one off…").click()
    page.get_by_role("button", name="Yes, call it off").click()
    expect(page.get_by_text("It is called off.")).to_be_visible()
    member.goto(f"/clubs/{club.slug}/")
    expect(member.get_by_role("heading", name="Next")).to_be_visible()
    expect(member.get_by_text("18:30 \N{EN DASH} 21:30")).to_have_count(2)
    fits(member)

"""A director proposes the times of an event and delays a round; a captain sees it on a phone and in the calendar."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse
from icalendar import Calendar
from playwright.sync_api import expect

from tests.browser.looks import fits
from tests.factories import ClubFactory, PlayerFactory
from tests.tournaments.helpers.directed import called, opened, state_of
from tournaments.directing.entering import enter
from tournaments.events.settings import MatchPlan, StagePlan

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
RIVERS = ("Pamba", "Nila", "Kabani", "Periyar", "Achankovil", "Chaliyar", "Neyyar", "Kallada")


def test_a_schedule_is_proposed_saved_and_delayed_and_a_captain_sees_it_on_a_phone(person, sit):
    director, captain = person("Annamma"), person("Mariamma")
    club = ClubFactory(founder=director, name="Meenachil Card Club", place="Pala")
    plan = StagePlan(type="swiss", rounds=3, match=MatchPlan(hands=8, place="desk"))
    cup = opened(club, director, plan, bots=False)
    for name in RIVERS:
        first = captain if name == "Pamba" else PlayerFactory()
        enter(cup, by=director, players=[first, PlayerFactory()], name=name, command=uuid4())

    page = sit(director, reverse("tournaments:schedule", args=[cup.slug])).page
    page.get_by_role("link", name="Plan tables and times").click()
    page.get_by_role("textbox", name="Tables").fill("Hall: 1-3")
    page.get_by_role("button", name="Save the tables").click()
    expect(page.locator("main")).to_contain_text("Saved.")
    proposal = page.locator("#propose")
    proposal.get_by_label("First day").fill("2030-11-23")
    proposal.get_by_label("Play begins").fill("10:00")
    proposal.get_by_label("Play ends").fill("18:00")
    proposal.get_by_label("Minutes a match").fill("45")
    proposal.get_by_role("button", name="Propose").press("Enter")
    times = page.locator("#times")
    expect(times).to_contain_text("This is a proposal")
    expect(times).to_contain_text("Round 1 has more matches than tables: 2 are played one after another at a table.")
    assert state_of(cup).schedule is None
    times.get_by_role("button", name="Save the times").click()
    expect(page.locator("main")).to_contain_text("Saved.")
    called(cup, director)

    delay = page.locator("#delay")
    delay.get_by_label("From").select_option("Round 2")
    delay.get_by_label("Minutes later than planned").fill("25")
    delay.get_by_role("button", name="Set the delay").press("Enter")
    expect(page.locator("#delay")).to_contain_text("Round 2: 25 minutes later than planned.")
    fits(page)

    phone = sit(captain, reverse("tournaments:tournament", args=[cup.slug]), **PHONE).page
    phone.get_by_role("link", name="Schedule", exact=True).tap()
    main = phone.locator("main")
    expect(main).to_contain_text("Rounds to come begin up to 25 minutes later than planned.")
    expect(main.get_by_role("heading").nth(1)).to_have_text("Your matches")
    expect(main).to_contain_text(re.compile(r"planned 14:00.*25 minutes late", re.DOTALL))
    fits(phone)
    address = phone.get_by_role("link", name="iCal").first.get_attribute("href")
    assert address is not None
    (event,) = Calendar.from_ical(phone.request.get(address).body()).walk("VEVENT")
    assert "Pamba" in str(event["summary"])
    assert (event["dtend"].dt - event["dtstart"].dt).seconds == 45 * 60

"""The big screen in a hall: it turns its pages, shows results and announcements, and survives a lost connection."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from clubs.models import Player
from tests.browser.seats import Sitter
from tests.factories import ClubFactory
from tests.tournaments.helpers.directed import bot_pairs, called, do, opened, state_of
from tournaments.deeds.playing import PlaceMatch, ReportGame
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.floor.services import announce
from tournaments.log import states
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db(transaction=True)

SWISS = StagePlan(type="swiss", rounds=3, match=MatchPlan(hands=24, place="desk"))


def test_a_screen_turns_its_pages_and_shows_results_and_announcements_at_once(
    sit: Callable[..., Sitter], person: Callable[[str], Player]
):
    director = person("Annamma")
    states.forget_all()
    cup = opened(ClubFactory(founder=director), director, SWISS)
    bot_pairs(cup, director, 12)
    for entrant in Entrant.objects.filter(tournament=cup):
        Entrant.objects.filter(pk=entrant.pk).update(name=f"Pair {entrant.number}")
    called(cup, director)
    matches = [match.number for match in state_of(cup).matches.values()]
    for match in matches:
        do(cup, director, PlaceMatch(match=match, table=str(match)))
    path = f"/tournaments/{cup.slug}/screen/?seconds=3&lines=5&show=names,tables,results,code"
    page = sit(None, "/healthz/live", clock=True, viewport={"width": 1920, "height": 1080}).page
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    page.goto(path)
    now = page.locator(".slide.on")

    expect(now.locator("h2")).to_have_text("Tables and players, round 1")
    while now.locator("h2").inner_text() == "Tables and players, round 1":
        page.clock.run_for(3_000)  # of several pages
    expect(now.locator("h2")).to_have_text("Tables, round 1")
    page.keyboard.press(" ")
    expect(page.locator("#held")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(now.locator("h2")).to_have_text("Tables and players, round 1")
    page.keyboard.press("ArrowRight")
    expect(now.locator("h2")).to_have_text("Tables, round 1")

    # Nothing passes by while the clock stands.
    do(cup, director, ReportGame(match=matches[0], points=(9, 2)))
    expect(now.locator(".row.fresh .score")).to_have_text("9\N{EN DASH}2")
    expect(page.locator("#news")).to_contain_text("9 to 2")

    announce(tournament=cup, by=director, words="Lunch is served", malayalam="", command=uuid4())
    expect(page.locator("#overlay")).to_be_visible()
    expect(page.locator("#overlay .text")).to_have_text("Lunch is served")
    assert page.evaluate("[document.documentElement.scrollHeight, innerHeight]") == [1080, 1080]

    page.clock.resume()
    page.context.set_offline(True)
    expect(page.locator("#lost")).to_be_visible()
    page.context.set_offline(False)
    do(cup, director, ReportGame(match=matches[1], points=(3, 8)))
    expect(page.locator("#lost")).to_be_hidden(timeout=20_000)
    expect(page.locator("[data-key='results-1'] .below")).to_have_text(re.compile("2 of 6"), timeout=20_000)

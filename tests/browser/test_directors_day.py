"""One day of a director: two desks at once, from check-in to the printed certificates."""

import re
from collections.abc import Mapping
from pathlib import Path
from uuid import UUID, uuid4

import pypdfium2
import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from clubs.members.societies import join_club
from clubs.models import Club, Player
from engine.written import SheetHand
from games.sheets.authors import Author
from games.sheets.reporting import report_hand
from tests.factories import ClubFactory, PlayerFactory
from tests.tournaments.helpers.directed import do, opened, state_of
from tests.tournaments.helpers.floor import assistant
from tournaments.deeds.entering import CheckIn
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.scheduling import SetSchedule, SetVenue
from tournaments.deeds.staging import CallRound, ReleaseRound
from tournaments.directing import opening
from tournaments.directing.entering import enter
from tournaments.directing.reporting import take_result
from tournaments.directing.tending import tend
from tournaments.events.scheduling import RoundTime, Session, VenueTable
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.models import Tournament
from tournaments.state.tournament import MatchState

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DESK_POLL_MS = 15_000
"""A desk asks as often for what it is not told of, such as hands that differ."""
PAIRS = ("Pamba", "Nila", "Kabani", "Periyar", "Achankovil", "Chaliyar", "Neyyar", "Kallada")
MADE = SheetHand("made", 0, 17, points=19)


def planned(director: Player, club: Club) -> tuple[Tournament, Mapping[int, Player]]:
    """Return a knock-out of eight pairs on score sheets at four tables, an hour behind its times, and the captains."""
    match = MatchPlan(hands=2, extra=(1, 1), place="sheet")
    plan = StagePlan(type="knock_out", tie_breaks=("seed",), match=match)
    cup = opened(club, director, plan, bots=False, check_in=True, no_show_minutes=0)
    captains = {}
    for number, name in enumerate(PAIRS, start=1):
        captains[number] = PlayerFactory(name=f"Captain of {name}", password="x")
        squad = [captains[number], PlayerFactory(name=f"Partner of {name}")]
        for player in squad:
            join_club(club=club, player=player)
        enter(cup, by=director, players=squad, name=name, command=uuid4())
    hour = int(timezone.now().timestamp()) - 3_600
    rounds = (RoundTime(1, 1, hour, 30), RoundTime(1, 2, hour + 7_200, 30), RoundTime(1, 3, hour + 10_800, 30))
    tables = tuple(VenueTable(str(number), "Hall") for number in range(1, 5))
    times = SetSchedule(sessions=(Session(hour, hour + 20_000),), rounds=rounds)
    do(cup, director, SetVenue(tables=tables), times)
    return cup, captains


def desk_of(cup: Tournament) -> str:
    return reverse("tournaments:desk", args=[cup.slug])


def tile(page: Page, match: MatchState):
    return page.locator(f'.tile[data-table="{match.table}"]')


def press(page: Page, *names: str) -> None:
    """Press buttons one after the other, each when the one before has done its work and is gone."""
    for name in names:
        button = page.get_by_role("button", name=name, exact=True)
        button.first.click()
        expect(button).to_have_count(0)


def hand(match: MatchState, captains: Mapping[int, Player], number: int, *told: SheetHand) -> None:
    """Let both sides report a hand; of two ways to tell it the second is that of the second side."""
    for side, entrants in enumerate(match.sides):
        report_hand(
            sheet_id=UUID(match.games[0].stream),
            author=Author(captains[entrants[0]]),
            sides=[side],
            hand=number,
            edit=1,
            told=told[side % len(told)],
        )


def texts(pdf: Path) -> str:
    return "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))


def test_a_day_of_a_director_from_check_in_to_the_certificates(person, sit, tmp_path, monkeypatch):
    # A side that has not come is missing at once: nobody can choose so, and the test need not wait for a minute.
    monkeypatch.setattr(opening, "check_settings", lambda settings: None)
    annamma = person("Annamma")
    club = ClubFactory(founder=annamma, name="Meenachil Card Club", place="Pala")
    cup, captains = planned(annamma, club)
    devaki = assistant(cup, annamma, "Devaki")
    one = sit(annamma, reverse("tournaments:entrant_passes", args=[cup.slug]), clock=True).page
    other = sit(devaki, desk_of(cup)).page

    # Check-in: by a captain's pass without an account, at the desk, and the others.
    press(one, "Issue 8 missing passes")
    link = one.locator("#link-1").get_attribute("value") or ""
    phone = sit(None, re.sub(r"^https?://[^/]+", "", link), **PHONE).page
    phone.get_by_role("button", name="We are here").tap()
    expect(phone.locator("main")).to_contain_text("You are checked in.")
    other.reload()
    check_in = other.locator("#check-in")
    expect(check_in).not_to_contain_text("Pamba")
    check_in.locator("li", has_text="Nila").get_by_role("button", name="Is here").click()
    expect(check_in).not_to_contain_text("Nila")
    do(cup, annamma, *(CheckIn(entrant=number) for number in range(3, 9)))

    # The one desk begins; the other sees the tables.
    one.goto(desk_of(cup))
    press(one, "Begin stage 1", "Draw the matches", "Release round 1", "Call round 1")
    expect(tile(one, state_of(cup).matches[1])).to_be_visible()
    do(cup, annamma, *(deed(stage=1, round=number) for number in (2, 3) for deed in (ReleaseRound, CallRound)))
    tend(cup.pk)
    late, differs, missing, wrong = state_of(cup).matches_of(1)[:4]
    assert {match.table for match in (late, differs, missing, wrong)} == {"1", "2", "3", "4"}

    # A late table calls; one goes, and the other desk sees who.
    hand(late, captains, 1, MADE)
    expect(tile(other, late)).to_contain_text("late", ignore_case=True)
    phone = sit(captains[late.sides[0][0]], reverse("tournaments:match", args=[cup.slug, late.number]), **PHONE).page
    phone.get_by_text("Call the director…").tap()
    phone.locator(".fl-why label").first.tap()
    phone.get_by_role("button", name="Call the director", exact=True).tap()
    expect(phone.locator("#floor")).to_contain_text("The director is called")
    other.locator("#calls").get_by_role("button", name="I go").click()
    expect(one.locator("#calls")).to_contain_text("Devaki goes, until")
    expect(phone.locator("#floor")).to_contain_text("Devaki is coming")
    expect(other.locator("#calls .closing")).to_have_attribute("open", "")
    other.locator("#calls .closing .btn").first.click()
    expect(one.locator("#calls")).to_have_count(0)
    hand(late, captains, 2, MADE)

    # A sheet differs: the first desk takes what the second side says, and the match goes to its end.
    hand(differs, captains, 1, MADE)
    hand(differs, captains, 2, SheetHand("made", 0, 21, points=22), SheetHand("made", 0, 20, points=22))
    one.clock.fast_forward(DESK_POLL_MS)
    one.locator("#differing").get_by_role("button", name="Take 20").click()
    expect(one.locator("#differing")).to_have_count(0)
    for match in (late, differs):
        take_result(UUID(match.games[0].stream))
        expect(tile(other, match)).to_contain_text("Done")

    # A captain reports; both desks have the result before them, the second confirms it.
    do(cup, captains[wrong.sides[0][0]], ReportGame(match=wrong.number, points=(2, 8)))
    expect(one.locator("#results")).to_contain_text("8")
    other.locator("#results").get_by_role("button", name="Confirm").click()
    expect(tile(one, wrong)).to_contain_text("Done")
    expect(one.locator("#results")).to_have_count(0)

    # One side has come, the other has not: proposed by the desk, decided by the director.
    here = missing.sides[1][0]
    phone = sit(captains[here], reverse("tournaments:match", args=[cup.slug, missing.number]), **PHONE).page
    phone.get_by_role("button", name="We are here").tap()
    expect(phone.locator("#floor")).to_contain_text("You are noted as here")
    proposed = one.locator("#missing")
    expect(proposed).to_contain_text(f"no sign of {PAIRS[missing.sides[0][0] - 1]}")
    press(one, f"Walkover for {PAIRS[here - 1]}…", "Do it")
    expect(other.locator("#missing")).to_have_count(0)
    assert state_of(cup).matches[missing.number].decision is not None

    # The result was written the wrong way round: the bracket moves.
    assert len(state_of(cup).matches_of(1)) == 7
    before, after = (PAIRS[side[0] - 1] for side in reversed(wrong.sides))
    public = sit(None, reverse("tournaments:tournament", args=[cup.slug])).page
    semi = next(match for match in state_of(cup).matches_of(1) if match.round == 2 and wrong.sides[1] in match.sides)
    one.goto(reverse("tournaments:match", args=[cup.slug, wrong.number]))
    correct = one.locator("form.ask", has=one.get_by_role("button", name="Correct", exact=True))
    for place, points in enumerate(("8", "2")):
        correct.locator("input[name=points]").nth(place).fill(points)
    correct.get_by_role("button", name="What would change?").click()
    expect(one.locator("main")).to_contain_text(f"Match {semi.number} is")
    expect(one.locator("main")).to_contain_text(after)
    press(one, "Do it")
    assert wrong.sides[0] in state_of(cup).matches[semi.number].sides
    expect(public.locator("#live")).to_contain_text(after)
    assert before != after

    # Semifinals and the final: they get the next free tables, and are entered in one line at either desk.
    other.goto(desk_of(cup))
    for number, count in ((2, 2), (3, 1)):
        one.goto(desk_of(cup))
        press(one, f"Assign the next free tables to waiting matches: {count}")
        tend(cup.pk)
        matches = [match for match in state_of(cup).matches_of(1) if match.round == number]
        for page, match in zip((one, other), matches, strict=False):
            expect(tile(page, match)).to_be_visible()
            page.locator("#entry").get_by_label("Table", exact=True).fill(match.table)
            page.locator("#entry").get_by_label("Points").fill("7 3")
            with page.expect_response(lambda answer: answer.request.method == "POST"):
                page.locator("#entry").get_by_role("button", name="Report").click()
    winner = PAIRS[state_of(cup).matches_of(1)[-1].sides[0][0] - 1]
    press(one, "Close stage 1", "Close the tournament")
    assert state_of(cup).status == "closed"

    # The paper.
    one.get_by_role("link", name="Paper").click()
    with one.expect_download() as printed:
        one.locator("#staff li", has_text="Certificates").get_by_role("button", name="PDF").click()
    printed.value.save_as(tmp_path / "certificates.pdf")
    assert winner in texts(tmp_path / "certificates.pdf")

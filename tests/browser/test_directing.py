"""A director pairs by hand with keys, fingers and names; a captain's browser gives a number to a lot and opens it."""

import json
import re
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from clubs.models import Player
from tests.browser.looks import fits
from tests.factories import ClubFactory, PlayerFactory
from tests.games.helpers.scripts import run_script
from tests.tournaments.helpers.directed import called, do, opened, state_of
from tournaments.deeds.lots import PromiseLot
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.staging import PairRound
from tournaments.directing.entering import enter
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DESK = MatchPlan(hands=24, place="desk")
RIVERS = ("Pamba", "Nila", "Kabani", "Periyar", "Achankovil", "Chaliyar")


def cup_of(director: Player, plan: StagePlan, captain: Player | None = None) -> Tournament:
    club = ClubFactory(founder=director, name="Meenachil Card Club", place="Pala")
    cup = opened(club, director, plan)
    for name in RIVERS:
        first = captain if captain is not None and name == "Pamba" else PlayerFactory(bot=True)
        enter(cup, by=director, players=[first, PlayerFactory(bot=True)], name=name, command=uuid4())
    return cup


def drafted(director: Player) -> Tournament:
    """Return a Swiss with a draft of its second round."""
    cup = cup_of(director, StagePlan(type="swiss", rounds=3, tie_breaks=("points", "seed"), match=DESK))
    called(cup, director)
    for match in state_of(cup).matches_of(1):
        do(cup, director, ReportGame(match=match.number, points=(9, 2)))
    do(cup, director, PairRound(stage=1))
    return cup


def boards(cup: Tournament, number: int = 2) -> list[tuple[str, ...]]:
    matches = [match for match in state_of(cup).matches_of(1) if match.round == number]
    return [tuple(RIVERS[side[0] - 1] for side in match.sides) for match in matches]


def shown(page: Page) -> list[tuple[str, ...]]:
    page.wait_for_load_state()  # a press leads to a page of which a part may be there
    found = page.locator(".pair-board").evaluate_all(
        "all => all.map((one) => [...one.querySelectorAll('.pair-name')].map((name) => name.textContent))"
    )
    return [tuple(names) for names in found]


def test_a_form_that_is_sent_again_after_back_opens_one_tournament(person, sit):
    director = person("Annamma")
    club = ClubFactory(founder=director, name="Meenachil Card Club", place="Pala")
    address = reverse("tournaments:open", args=[club.slug])
    page = sit(director, address).page

    def send() -> None:
        page.get_by_label("Name", exact=True).fill("Onam Cup")
        page.get_by_role("button", name="Open it for entries").click()
        page.wait_for_url("**/entries/")

    send()
    page.go_back()
    send()
    assert Tournament.objects.count() == 1
    page.goto(address)
    send()
    assert Tournament.objects.count() == 2, "asked for anew it is another form"


def test_a_director_swaps_compares_and_keeps(person, sit):
    director = person("Annamma")
    cup = drafted(director)
    page = sit(director, reverse("tournaments:desk", args=[cup.slug]), **PHONE).page
    page.get_by_role("link", name="Pair by hand").click()
    before = boards(cup)
    assert shown(page) == before
    fits(page)
    (_one, other), (three, _four) = before[:2]
    page.get_by_role("checkbox", name=other).tap()
    expect(page.get_by_role("status")).to_contain_text(f"{other} is chosen.")
    page.get_by_role("checkbox", name=three).tap()
    expect(page.get_by_role("status")).to_contain_text("have changed places. Nothing is saved yet.")
    assert {other, three} <= {name for board in shown(page)[:2] for name in board}
    assert boards(cup) == before

    # By their names and with keys: the first round again.
    first = boards(cup, 1)
    find = page.get_by_role("searchbox", name="Find")
    for at, (home, away) in enumerate(first):
        for place, wanted in enumerate((home, away)):
            there = shown(page)[at][place]
            if there == wanted:
                continue
            for name in (there, wanted):
                find.fill(name)
                find.press("Enter")
    assert shown(page) == first
    page.get_by_role("button", name="Compare").click()
    compared = page.locator("#compared")
    expect(compared).to_contain_text(f"{first[0][0]} and {first[0][1]} have met already, in round 1.")
    expect(compared).to_contain_text("It is worse than the engine's pairing in: repeated meetings")
    assert boards(cup) == before
    fits(page)
    compared.get_by_role("button", name="Save this pairing").click()
    expect(page.locator("main")).to_contain_text("The pairing is saved.")
    expect(page.locator("main")).to_contain_text("Paired by hand by a director.")
    assert boards(cup) == first


def test_entrants_are_dragged_onto_one_another_and_the_comparison_does_not_outlive_it(person, sit):
    director = person("Annamma")
    cup = drafted(director)
    page = sit(director, reverse("tournaments:pairings", args=[cup.slug, 1, 2])).page
    (one, _other), (three, _four) = boards(cup)[:2]
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#compared")).to_contain_text("This is the engine's pairing.")
    page.wait_for_load_state()  # the script is there
    page.locator(".pair-slot", has_text=one).drag_to(page.locator(".pair-slot", has_text=three))
    expect(page.locator("#compared")).to_have_count(0)
    assert shown(page)[0][0] == three
    assert shown(page)[1][0] == one
    expect(page.locator(".pair-board.changed")).to_have_count(2)
    find = page.get_by_role("searchbox", name="Find")
    find.fill("a")
    find.press("Enter")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"\d names match\."))
    find.fill("nobody")
    find.press("Enter")
    expect(page.get_by_role("status")).to_have_text("No name matches.")


def test_without_a_script_the_form_does_the_same(person, sit):
    director = person("Annamma")
    cup = drafted(director)
    page = sit(director, reverse("tournaments:pairings", args=[cup.slug, 1, 2]), java_script_enabled=False).page
    (_one, other), (three, _four) = boards(cup)[:2]
    page.get_by_label(other).check()
    page.get_by_role("searchbox", name="Find").fill(three)
    page.get_by_role("button", name="Find").click()
    page.get_by_label(three).check()
    page.get_by_role("button", name="Swap the two chosen").click()
    assert shown(page)[0][1] == three
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("button", name="Save this pairing").click()
    assert boards(cup)[0][1] == three


def kept_by(page: Page, cup: Tournament) -> dict:
    return json.loads(page.evaluate(f"localStorage.getItem('lelam-lot:{cup.pk}:1:1')"))


def test_a_captains_number_goes_from_the_promise_to_the_draw(person, sit, tmp_path):
    director, captain = person("Annamma"), person("Janaki")
    cup = cup_of(director, StagePlan(type="knock_out", by_lot=True, match=DESK), captain)
    address = reverse("tournaments:lots", args=[cup.slug])
    desk = sit(director, reverse("tournaments:desk", args=[cup.slug])).page
    desk.get_by_role("link", name="To the lots").click()
    desk.get_by_role("button", name="Promise a lot for stage 1: 6 entrants").click()
    expect(desk.locator("#lot-1")).to_be_visible()
    own = sit(captain, reverse("tournaments:tournament", args=[cup.slug]), **PHONE).page
    own.get_by_role("link", name="To the lots").click()
    fits(own)
    own.get_by_role("button", name="Make a random number and send its fingerprint").click()
    expect(own.locator(".own-number")).to_contain_text("This browser keeps your number:")
    kept = kept_by(own, cup)
    lot = state_of(cup).lots[1]
    assert lot.promised == ((1, kept["fingerprint"]),)
    assert re.fullmatch("[0-9a-f]{64}", kept["number"])
    with own.expect_download() as earlier:
        own.get_by_role("link", name="Download what is published so far").click()
    earlier.value.save_as(tmp_path / "earlier.json")
    assert kept["number"] not in (tmp_path / "earlier.json").read_text()
    assert lot.secret not in own.content()

    desk.get_by_role("button", name="Close the list of numbers").click()
    # The captain's page is open: it opens the number by itself.
    expect(own.locator(".own-number")).to_contain_text("Your number is open.")
    assert state_of(cup).lots[1].opened == ((1, kept["number"]),)
    expect(desk.locator("#lot-1")).to_contain_text("ready to be drawn")
    desk.get_by_role("button", name="Draw the lot").click()
    expect(own.locator(".own-number")).to_contain_text("The number kept by this browser is in the lot")
    with own.expect_download() as drawn:
        own.get_by_role("link", name="Download the lot").click()
    drawn.value.save_as(tmp_path / "lot.json")
    status, said = run_script(tmp_path / "lot.json", tmp_path / "earlier.json")
    assert status == 0, said
    assert kept["number"] in (tmp_path / "lot.json").read_text()
    assert own.url.endswith(address)


def test_a_number_of_ones_own_is_kept_and_can_be_opened_by_hand(person, sit):
    director, captain = person("Annamma"), person("Janaki")
    cup = cup_of(director, StagePlan(type="knock_out", by_lot=True, match=DESK), captain)
    do(cup, None, PromiseLot())
    address = reverse("tournaments:lots", args=[cup.slug])
    own = sit(captain, address).page
    own.get_by_text("A number that you choose").click()
    own.get_by_label("Number: 32 to 128").fill("12345")
    own.get_by_role("button", name="Keep it here and send its fingerprint").click()
    expect(own.get_by_text("Enter an even count of 32 to 128 digits")).to_be_visible()
    own.get_by_label("Number: 32 to 128").fill("0123456789" * 4)
    own.get_by_role("button", name="Keep it here and send its fingerprint").click()
    expect(own.locator(".own-number")).to_contain_text("0123456789" * 4)
    own.evaluate("localStorage.clear()")
    own.reload()
    expect(own.get_by_text("This browser does not have the number.")).to_be_visible()
    desk = sit(director, address).page
    desk.get_by_role("button", name="Close the list of numbers").click()
    expect(own.get_by_text("The list is closed: open your number now.")).to_be_visible()
    own.get_by_label("Your number").fill("0123456789" * 4)
    own.get_by_role("button", name="Open the number").click()
    expect(own.locator(".own-number")).to_contain_text("Your number is open.")
    assert state_of(cup).lots[1].opened == ((1, "0123456789" * 4),)


def test_a_browser_that_saw_another_fingerprint_opens_nothing(person, sit):
    director, captain = person("Annamma"), person("Janaki")
    cup = cup_of(director, StagePlan(type="knock_out", by_lot=True, match=DESK), captain)
    do(cup, None, PromiseLot())
    address = reverse("tournaments:lots", args=[cup.slug])
    own = sit(captain, address).page
    own.get_by_role("button", name="Make a random number and send its fingerprint").click()
    expect(own.locator(".own-number")).to_contain_text("This browser keeps your number:")
    key = f"lelam-lot:{cup.pk}:1:1"
    own.evaluate(
        "key => localStorage.setItem(key, JSON.stringify({...JSON.parse(localStorage.getItem(key)),"
        " commitment: '00'.repeat(32)}))",
        key,
    )
    desk = sit(director, address).page
    desk.get_by_role("button", name="Close the list of numbers").click()
    expect(own.get_by_text("Something is wrong: the server")).to_be_visible()
    own.reload()
    expect(own.get_by_text("Something is wrong: the server")).to_be_visible()
    assert state_of(cup).lots[1].opened == ()

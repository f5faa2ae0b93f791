"""A dispute walked to its end in the browsers of all who have a part in it, and in the bracket that it changes."""

import re
from random import Random
from uuid import UUID, uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

import engine
from clubs.models import Notice, Player
from engine import sheets
from engine.record import record_from_events, record_to_json
from games.audits.services import audit_case
from games.cases import log
from games.cases.services.audits import record_audit
from games.models import Case
from games.polls.selectors import choices_of
from games.polls.services import open_poll
from games.sheets import reporting
from games.sheets.authors import Author
from games.sheets.services import enter_hand
from games.store import projector
from tests.browser.looks import fits
from tests.factories import ClubFactory, MembershipFactory
from tests.strategies import game_steps
from tests.tournaments.helpers.directed import do, state_of
from tests.tournaments.helpers.disputed import play, sheet_cup, sheet_of
from tournaments.deeds.staging import CallRound, ReleaseRound
from tournaments.directing.reporting import take_result
from tournaments.directing.tending import tend
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
FAILED_BY_NORTH = 14
"""The seed of a hand that seat 0 deals and calls; it fails, so that the second side wins."""


def knock_out(director: Player) -> Tournament:
    """Return a knock-out of four pairs, played to its end; the hand of the first match is there card by card."""
    cup = sheet_cup(ClubFactory(founder=director, name="Meenachil"), director, "knock_out", members=True)
    rules = engine.load_rules("56-kerala-4")
    events = [event for step in game_steps(rules, Random(FAILED_BY_NORTH), concede=0) for event in step.events]
    record = record_to_json(record_from_events(rules.id, {}, [""] * 4, events, version=rules.version))
    sheet = sheet_of(cup, 1)
    enter_hand(sheet_id=sheet, player=director, told=sheets.told_of(rules, events), command=uuid4())
    hand = {name: value for name, value in record["hands"][0].items() if name != "result"}
    reporting.transcribe_hand(sheet_id=sheet, author=Author(director), hand=1, record=hand)
    assert take_result(sheet)
    tend(cup.pk)
    play(cup, director, 2)
    do(cup, director, ReleaseRound(stage=1, round=2), CallRound(stage=1, round=2))
    play(cup, director, 3)
    projector.run_all()
    return cup


def pair(cup: Tournament, match: int, side: int) -> list[Player]:
    """Return the pair that is a side of a match."""
    state = state_of(cup)
    squad = state.entrants[state.matches[match].sides[side][0]].squad
    return [Player.objects.get(pk=UUID(member)) for member in squad]


def final_is(page: Page, cup: Tournament, *pairs: list[Player]) -> None:
    """Load the tournament as a visitor; assert that its bracket has these pairs in the final."""
    page.goto(reverse("tournaments:tournament", args=[cup.slug]))
    for member in (player for each in pairs for player in each):
        expect(page.locator("#m3")).to_contain_text(member.name)


@pytest.mark.timeout(240)
def test_a_case_is_walked_from_the_dispute_to_the_committee_and_the_bracket_follows(person, sit):
    director, officer, judge = person("Devaki"), person("Ousep"), person("Kunjamma")
    cup = knock_out(director)
    for player, role in ((officer, "director"), (judge, "player")):
        MembershipFactory(club=cup.club, player=player, role=role)
    lost, won, beaten = pair(cup, 1, 0), pair(cup, 1, 1), pair(cup, 3, 1)
    hand = reverse("games:hand_of_sheet", args=[sheet_of(cup, 1), 1])

    # A player of the losing pair disputes a step of the hand, as long as the window is open.
    raiser = sit(lost[0], hand).page
    raiser.get_by_role("link", name="One step on").click()
    raiser.get_by_role("link", name="Dispute this hand").click()
    expect(raiser.locator("[data-left-until]")).to_have_text(re.compile(r"^(30|29|28) minutes left$"))
    raiser.get_by_role("radio", name="A revoke").check()
    raiser.get_by_label("What happened, and what should have happened?").fill("A spade came after all.")
    raiser.get_by_role("button", name="Raise the dispute").click()
    expect(raiser.get_by_role("heading", level=1)).to_have_text("Was there a revoke in hand 1?")
    case = Case.objects.get()
    assert case.step == 1
    public = sit(None, reverse("tournaments:tournament", args=[cup.slug])).page
    expect(public.locator(".provisional").first).to_contain_text("provisional")
    final_is(public, cup, won, beaten)

    # The other side finds it where it looks first, and answers.
    winner = sit(won[0], reverse("clubs:home")).page
    winner.get_by_role("link", name="Dispute about hand 1").click()
    winner.get_by_role("radio", name="The dispute is not right").check()
    winner.get_by_label("Your answer in words").fill("It did not.")
    winner.get_by_role("button", name="Answer", exact=True).click()
    expect(winner.locator("#now")).to_contain_text("A director who takes the case")

    # The worker has audited the hand; a director of neither side takes the case, and asks players.
    audit_case(case_id=case.pk, record=record_audit)
    desk = sit(director, reverse("games:case", args=[case.pk])).page
    expect(desk.locator("#audit")).to_contain_text("SHA-256")
    desk.get_by_role("button", name="Take the case").click()
    expect(desk.get_by_role("link", name="Ask players…")).to_be_visible()
    asked = pair(cup, 2, 1)
    choice = next(moment for moment in choices_of(case) if moment.phase == "Trick 2")
    open_poll(case_id=case.pk, player=director, seat=choice.seat, step=choice.step, voters=asked, command=uuid4())
    desk.reload()
    expect(desk.locator("#polls")).to_contain_text("2 players are asked.")

    # One of them answers on a phone, knowing nothing of the case; the director waits for no other answer.
    voter = sit(asked[0], reverse("games:polls"), **PHONE).page
    voter.locator("main a[href*='/polls/']").first.click()
    voter.wait_for_load_state()  # the last card of a part of the page is another one
    held = voter.locator("#hand .card:not([aria-disabled])").last
    held.click()
    expect(held).to_have_attribute("aria-pressed", "true")
    held.click()
    expect(voter.locator(".answering h2")).to_contain_text("Play the")
    fits(voter)
    for name in (won[0].name, lost[0].name, cup.name, "Meenachil"):
        expect(voter.locator("main")).not_to_contain_text(name)
    voter.get_by_label("Fairly sure").check()
    voter.get_by_label("Your reason").fill("It keeps the trump.")
    voter.get_by_role("button", name="Send my answer").click()
    expect(voter.locator(".answering h2")).to_contain_text("Your answer: Play the")
    desk.get_by_role("button", name="Close it now").click()
    expect(desk.locator("#polls")).to_contain_text("It keeps the trump.")

    # The director rules by a row of the ledger, sees the bracket that follows, and says what becomes of the final.
    desk.goto(reverse("games:case", args=[case.pk]))
    desk.get_by_role("link", name="Rule on this case").click()
    desk.get_by_role("radio", name="A row of the table of irregularities of 56").check()
    desk.get_by_role("radio", name="The offenders lose the hand at its normal stake points.").check()
    desk.get_by_role("group", name="Who did it?").get_by_role("radio").nth(1).check()
    desk.get_by_label("Reason", exact=True).select_option("revoke")
    desk.get_by_label("The reason, in words").fill("The spade of trick seven was there in trick three.")
    desk.get_by_role("button", name="See the consequences").click()
    desk.get_by_role("radio", name="Have the matches that depend on it played again").check()
    desk.get_by_role("button", name="See the consequences of this choice").click()
    expect(desk.get_by_text("Matches to be played again")).to_be_visible()
    desk.get_by_role("button", name="Give this ruling").click()
    expect(desk.get_by_text("A side can appeal until")).to_be_visible()
    final_is(public, cup, lost, beaten)
    expect(public.locator(".provisional").first).to_contain_text("provisional")

    # The pair that lost its place appeals; an officer who did not rule names a committee.
    winner.goto(reverse("games:case", args=[case.pk]))
    winner.get_by_role("link", name="Appeal against the ruling").click()
    winner.get_by_label("Why do you appeal?").fill("It was no revoke: trick three was in hearts.")
    winner.get_by_role("button", name="Appeal", exact=True).click()
    expect(winner.get_by_role("button", name="Appeal", exact=True)).to_have_count(0)
    office = sit(officer, reverse("games:case", args=[case.pk])).page
    office.get_by_role("link", name="Name the committee").click()
    office.get_by_role("link", name="Choose Kunjamma").click()
    office.get_by_role("button", name="Name this committee").click()
    expect(office.locator("#committee")).to_contain_text("Kunjamma")

    # The committee finds otherwise than the director, and its decision is final.
    board = sit(judge, reverse("games:case", args=[case.pk])).page
    board.get_by_role("link", name="Vote on the appeal").click()
    board.get_by_role("link", name="Propose another decision").click()
    board.get_by_role("radio", name="The result stands", exact=False).first.check()
    board.get_by_label("Reason", exact=True).select_option("no-fault")
    board.get_by_label("The reason, in words").fill("No heart was held in trick three.")
    board.get_by_role("button", name="See the consequences").click()
    board.get_by_role("button", name="Propose this").click()
    board.get_by_role("radio", name="Proposal 1").check()
    board.get_by_role("button", name="Vote", exact=True).click()
    expect(board.locator("#now")).to_contain_text("Outcome")
    assert log.current(case.pk).outcome == "changed"
    final_is(public, cup, won, beaten)
    expect(public.locator(".provisional")).to_have_count(0)

    # The book has the case, and everybody whom it touched was told.
    board.goto(reverse("games:casebook"))
    board.locator(f"main a[href='{reverse('games:casebook_case', args=[cup.club.slug, case.number])}']").first.click()
    expect(board.locator("main")).to_contain_text("No heart was held in trick three.")
    told = Notice.objects.filter(kind="result-changed").values_list("player", flat=True)
    assert {player.pk for player in (*won, *lost)} <= set(told)

"""A match on score sheets: its sheet is opened when it is called, and its result comes from there, corrections too."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

import engine
from clubs.house.services import make_house_rules
from clubs.members.guests import add_guest
from clubs.members.societies import join_club
from clubs.models import Club, Player
from engine.written import SheetHand
from games.errors import NotAllowed
from games.models import Sheet, Table
from games.players.selectors import rows_of
from games.results.selectors.played import club_games
from games.sheets.authors import Author, read_by, sides_of
from games.sheets.reporting import report_hand, settle_hand
from games.sheets.selectors import load_state
from games.sheets.services import enter_hand, withdraw
from games.store import projector
from tests.factories import ClubFactory, PlayerFactory
from tests.tournaments.helpers.directed import called, opened, state_of
from tournaments.deeds.publishing import ReleaseResults, SetEmbargo
from tournaments.directing.acting import act
from tournaments.directing.entering import enter
from tournaments.directing.reporting import take_result, take_results
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.models import MatchGame, Tournament
from tournaments.state.outcomes import outcome_of

pytestmark = pytest.mark.django_db(transaction=True)

RULES = "56-kerala-4"
ON_SHEETS = StagePlan(type="round_robin", match=MatchPlan(hands=2, place="sheet"))


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    """A round robin of two pairs of guests, on sheets; its match is called."""
    states.forget_all()
    cup = opened(club, director, ON_SHEETS, rules=RULES, engine=engine.VERSION, kind="pair", bots=False)
    for number in (1, 2):
        pair = [add_guest(club=club, by=director, name=f"Guest {number}{letter}") for letter in "ab"]
        enter(cup, by=director, players=pair, command=uuid4())
    called(cup, director)
    tend(cup.pk)
    return cup


def hand(sheet: Sheet, by: Player, outcome: str, declarer: int = 0) -> None:
    enter_hand(sheet_id=sheet.pk, player=by, outcome=outcome, contract=(declarer, 30, "S", 0), command=uuid4())


def test_a_called_game_has_its_sheet_and_reports_itself(cup: Tournament, director: Player):
    assert not Table.objects.exists()
    sheet = Sheet.objects.get()
    game = MatchGame.objects.get()
    assert (sheet.pk, game.opened_at is not None) == (game.pk, True)
    assert sheet.options["ending"] == {"type": "hands", "count": 2}
    match = state_of(cup).matches[1]
    seated = [Player.objects.get(pk=player).name for player in match.seated[0]]
    assert [sheet.names[0], sheet.names[2]] == seated
    assert tend(cup.pk) == 0
    assert Sheet.objects.count() == 1

    hand(sheet, director, "made")
    assert not take_result(sheet.pk)
    hand(sheet, director, "made", declarer=2)
    assert take_results() == 1
    outcome = outcome_of(state_of(cup), state_of(cup).matches[1])
    assert outcome is not None
    sheet.refresh_from_db()
    assert (outcome.winner, list(outcome.points)) == (0, sheet.score)
    assert not take_result(sheet.pk)


def test_a_result_that_is_taken_back_and_entered_otherwise_is_reported_anew(cup: Tournament, director: Player):
    sheet = Sheet.objects.get()
    hand(sheet, director, "made")
    hand(sheet, director, "made")
    assert take_result(sheet.pk)
    withdraw(sheet_id=sheet.pk, player=director, command=uuid4())
    assert not take_result(sheet.pk)
    hand(sheet, director, "failed")
    assert take_result(sheet.pk)
    outcome = outcome_of(state_of(cup), state_of(cup).matches[1])
    assert outcome is not None
    sheet.refresh_from_db()
    assert list(outcome.points) == sheet.score


def pairs_on_sheets(club: Club, director: Player, *, entrants: int = 2, **settings: Any) -> Tournament:
    """A round robin of pairs of the club's guests, on sheets; its first round is called."""
    states.forget_all()
    plan = settings.pop("plan", ON_SHEETS)
    settings = {"engine": engine.VERSION, "kind": "pair", "bots": False, **settings}
    cup = opened(club, director, plan, **settings)
    size = len(engine.load_rules(settings["rules"]).sides[0])
    for number in range(entrants):
        pair = [add_guest(club=club, by=director, name=f"Guest {number}{letter}") for letter in "abcd"[:size]]
        enter(cup, by=director, players=pair, command=uuid4())
    called(cup, director)
    tend(cup.pk)
    return cup


def told(outcome: str, declarer: int = 0, number: int = 20, **members: Any) -> SheetHand:
    return SheetHand(outcome, declarer, number, **members)


def test_a_match_of_28_is_kept_on_a_sheet_and_won_by_game_points(club: Club, director: Player):
    """28-SCO-2: its points are the game points of its hands, as at a table."""
    cup = pairs_on_sheets(club, director, rules="28-kerala-4")
    sheet = Sheet.objects.get()
    enter_hand(sheet_id=sheet.pk, player=director, told=told("made", 0, 20), command=uuid4())
    enter_hand(sheet_id=sheet.pk, player=director, told=told("failed", 1, 20), command=uuid4())

    assert take_result(sheet.pk)

    outcome = outcome_of(state_of(cup), state_of(cup).matches[1])
    won = [change for _scored, change in load_state(sheet.pk).changes.values()]
    assert outcome is not None
    assert outcome.winner == 0
    assert tuple(map(int, outcome.points)) == tuple(map(sum, zip(*won, strict=True)))


def test_a_sheet_of_a_match_keeps_the_house_rules_of_its_tournament(club: Club, director: Player):
    house = make_house_rules(club=club, by=director, name="Friday", rules="28-house-4", options={"thani": True})
    pairs_on_sheets(club, director, rules=house.rules, options=house.options, engine=house.engine, house=str(house.pk))

    sheet = Sheet.objects.get()
    assert (sheet.house, sheet.options["thani"]) == (house, True)
    assert sheet.options["ending"] == {"type": "hands", "count": 2}


def test_a_match_of_three_sides_is_kept_on_a_sheet(club: Club, director: Player):
    plan = StagePlan(type="points_race", rounds=1, match=MatchPlan(hands=1, place="sheet"))
    cup = pairs_on_sheets(club, director, rules="28-kerala-3", kind="player", entrants=3, plan=plan, side=1, squad=1)
    sheet = Sheet.objects.get()

    enter_hand(sheet_id=sheet.pk, player=director, told=told("made", 1, 20), command=uuid4())

    assert take_result(sheet.pk)
    outcome = outcome_of(state_of(cup), state_of(cup).matches[1])
    assert outcome is not None
    assert [int(points) > 0 for points in outcome.points] == [False, True, False]


def test_each_room_of_a_match_has_its_sheet(club: Club, director: Player):
    states.forget_all()
    plan = StagePlan(type="round_robin", match=MatchPlan(hands=1, games=2, place="sheet", rooms=2))
    cup = opened(club, director, plan, rules="28-kerala-4", engine=engine.VERSION, kind="team", bots=False, squad=4)
    for number in (1, 2):
        four = [add_guest(club=club, by=director, name=f"Guest {number}{letter}") for letter in "abcd"]
        enter(cup, by=director, players=four, command=uuid4())
    called(cup, director)
    tend(cup.pk)

    sheets = list(Sheet.objects.order_by("name"))
    assert [sheet.name[-1] for sheet in sheets] == ["1", "2"]
    for sheet in sheets:
        enter_hand(sheet_id=sheet.pk, player=director, told=told("made", 0, 20), command=uuid4())
        assert take_result(sheet.pk)
    assert outcome_of(state_of(cup), state_of(cup).matches[1]) is not None


def test_a_hand_that_is_corrected_after_the_end_is_reported_anew(club: Club, director: Player):
    cup = pairs_on_sheets(club, director, rules="28-kerala-4")
    sheet = Sheet.objects.get()
    for outcome in ("made", "made"):
        enter_hand(sheet_id=sheet.pk, player=director, told=told(outcome, 0, 20), command=uuid4())
    assert take_result(sheet.pk)

    settle_hand(sheet_id=sheet.pk, player=director, hand=1, told=told("failed", 0, 20), reason="slip")
    assert take_result(sheet.pk)
    settle_hand(sheet_id=sheet.pk, player=director, hand=2, told=told("failed", 0, 20), reason="slip")
    assert take_result(sheet.pk)

    outcome = outcome_of(state_of(cup), state_of(cup).matches[1])
    assert outcome is not None
    assert outcome.winner == 1


def test_players_of_another_club_report_and_the_match_counts_for_nobody(club: Club, director: Player):
    """As at a table of a match everybody who is called may play."""
    states.forget_all()
    cup = opened(club, director, ON_SHEETS, rules="28-kerala-4", engine=engine.VERSION, kind="pair", bots=False)
    others = [PlayerFactory() for _ in range(2)]
    away = ClubFactory(founder=others[0])
    join_club(club=away, player=others[1])
    enter(cup, by=director, players=others, command=uuid4())
    pair = [add_guest(club=club, by=director, name=f"Guest {letter}") for letter in "ab"]
    enter(cup, by=director, players=pair, command=uuid4())
    called(cup, director)
    tend(cup.pk)

    sheet = Sheet.objects.get()
    state = load_state(sheet.pk)
    author = Author(others[0])
    (side,) = sides_of(read_by(sheet.pk, author), state, author)
    report_hand(sheet_id=sheet.pk, author=author, sides=[side], hand=1, edit=1, told=told("made"))
    assert not state.counts
    with pytest.raises(NotAllowed):
        report_hand(sheet_id=sheet.pk, author=author, sides=[1 - side], hand=1, edit=1, told=told("made"))


def test_the_page_of_a_match_leads_to_its_sheet_and_its_phones(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, ON_SHEETS, rules="28-kerala-4", engine=engine.VERSION, kind="pair", bots=False)
    player, stranger = PlayerFactory(), PlayerFactory()
    join_club(club=club, player=player)
    pairs = [[player, add_guest(club=club, by=director, name="Guest")], [
        add_guest(club=club, by=director, name=f"Guest {letter}") for letter in "ab"
    ]]  # fmt: skip
    for pair in pairs:
        enter(cup, by=director, players=pair, command=uuid4())
    called(cup, director)
    tend(cup.pk)
    sheet = Sheet.objects.get()

    for reader, phones, report in ((director, True, True), (player, False, True), (stranger, False, False)):
        browser = Client()
        browser.force_login(reader.user)
        page = browser.get(reverse("tournaments:match", args=[cup.slug, 1])).content.decode()
        assert (reverse("games:sheet_phones", args=[sheet.pk]) in page) == phones
        assert (reverse("games:sheet_phone", args=[sheet.pk]) in page) == report


def test_a_sheet_under_embargo_is_in_no_list_of_results(cup: Tournament, director: Player):
    act(cup, SetEmbargo(), by=director, command=uuid4())
    sheet = Sheet.objects.get()
    for declarer in (0, 2):
        hand(sheet, director, "made", declarer=declarer)
    assert take_results() == 1
    projector.run_all()
    one = Player.objects.get(name="Guest 1a")
    assert [game.stream for game in club_games(club=cup.club, viewer=director).games] == [sheet.pk]
    assert club_games(club=cup.club, viewer=None).games == ()
    assert list(rows_of(one)) == []
    act(cup, ReleaseResults(), by=director, command=uuid4())
    assert [game.stream for game in club_games(club=cup.club, viewer=None).games] == [sheet.pk]
    assert rows_of(one).count() == 1

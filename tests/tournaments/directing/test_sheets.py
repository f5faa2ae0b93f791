"""A match on score sheets: its sheet is opened when it is called, and its result comes from there, corrections too."""

from uuid import uuid4

import pytest

import engine
from clubs.members.guests import add_guest
from clubs.models import Club, Player
from games.models import Sheet, Table
from games.sheets.services import enter_hand, withdraw
from tests.tournaments.helpers.directed import called, do, opened, state_of
from tournaments.deeds.base import Refused
from tournaments.deeds.opening import ChangeTournament, PlanStage
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


def test_there_are_no_sheets_for_28(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director)
    with pytest.raises(Refused) as refused:
        do(cup, director, PlanStage(plan=ON_SHEETS))
    assert refused.value.code == "no-score-sheets"
    on_56 = opened(club, director, ON_SHEETS, rules=RULES, engine=engine.VERSION)
    with pytest.raises(Refused):
        do(on_56, director, ChangeTournament(settings=state_of(cup).settings))

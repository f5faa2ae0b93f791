"""The sheet of a game whose result came another way: closed without a result, and open again when that is undone."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

import engine
from clubs.members.guests import add_guest
from clubs.models import Club, Player
from games import store
from games.models import ClubTally, PlayedGame, Sheet
from games.projections import Results
from games.rescoring.reading import read_played
from games.sheets.authors import Author
from games.sheets.errors import NotNow
from games.sheets.phone import phone_sheet
from games.sheets.selectors import load_state
from games.sheets.services import enter_hand, stop_match, withdraw
from games.store import projector
from tests.games.helpers.projections import assert_rebuild_equals
from tests.games.sheets.phones import replayed
from tests.tournaments.helpers.directed import called, do, opened, state_of
from tournaments.deeds.playing import ConfirmResult, CorrectResult, DecideMatch, ReopenMatch, ReportGame
from tournaments.directing.acting import undo
from tournaments.directing.entering import enter
from tournaments.directing.following import follow
from tournaments.directing.reporting import take_results
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.models import MatchGame, Tournament
from tournaments.state.outcomes import outcome_of

pytestmark = pytest.mark.django_db(transaction=True)

ON_SHEETS = StagePlan(type="round_robin", match=MatchPlan(hands=2, place="sheet"))
AT_THE_DESK = ReportGame(match=1, points=(8, 3))


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    """A round robin of two pairs of guests, on sheets; its match is called."""
    states.forget_all()
    cup = opened(club, director, ON_SHEETS, rules="56-kerala-4", engine=engine.VERSION, kind="pair", bots=False)
    for number in (1, 2):
        pair = [add_guest(club=club, by=director, name=f"Guest {number}{letter}") for letter in "ab"]
        enter(cup, by=director, players=pair, command=uuid4())
    called(cup, director)
    tend(cup.pk)
    return cup


@pytest.fixture
def desk(director: Player) -> Client:
    browser = Client()
    browser.force_login(director.user)
    return browser


def hand(by: Player, outcome: str = "made") -> None:
    enter_hand(sheet_id=Sheet.objects.get().pk, player=by, outcome=outcome, contract=(0, 30, "S", 0))


def page(desk: Client) -> str:
    return desk.get(reverse("games:sheet", args=[Sheet.objects.get().pk])).content.decode()


def points(cup: Tournament) -> list[int] | None:
    outcome = outcome_of(state_of(cup), state_of(cup).matches[1])
    return None if outcome is None else list(map(int, outcome.points))


def standing() -> tuple[str, str]:
    """How the sheet stands by its row, and why it is closed by its log, which is replayed."""
    sheet = Sheet.objects.get()
    replayed(sheet)
    return sheet.status, load_state(sheet.pk).closed


def tallies() -> list[int]:
    projector.run_once(Results)
    assert projector.stopped_lanes() == []
    assert_rebuild_equals(Results)
    return [row.games for row in ClubTally.objects.all()]


DECIDED = {
    "reported": AT_THE_DESK,
    "walkover": DecideMatch(match=1, decision="walkover", winner=1),
    "void": DecideMatch(match=1, decision="void"),
}


@pytest.mark.parametrize("deed", DECIDED)
def test_a_result_of_the_desk_closes_an_untouched_sheet(deed: str, cup: Tournament, director: Player, desk: Client):
    do(cup, director, DECIDED[deed])
    came = points(cup)
    tend(cup.pk)

    assert standing() == ("closed", "desk")
    with pytest.raises(NotNow) as refusal:
        stop_match(sheet_id=Sheet.objects.get().pk, player=director)
    assert refusal.value.code == "closed"
    assert (take_results(), points(cup)) == (0, came)
    assert tallies() == []
    phone = phone_sheet(Sheet.objects.get(), Author(director))
    assert (phone.over, phone.result) == (True, "The result was entered at the desk.")
    html = page(desk)
    assert "The result was entered at the desk." in html
    assert "This sheet does not count" in html
    assert "counts in the club" not in html
    assert "End the match" not in html
    assert "Enter the hand" not in html


def test_closing_twice_is_once(cup: Tournament, director: Player):
    do(cup, director, AT_THE_DESK)
    tend(cup.pk)
    version = Sheet.objects.get().version

    MatchGame.objects.update(owed=1)
    assert follow(MatchGame.objects.get().pk)

    assert Sheet.objects.get().version == version == 2
    assert MatchGame.objects.get().owed == 0


def test_undoing_the_result_of_the_desk_opens_the_sheet_again(cup: Tournament, director: Player, desk: Client):
    done = do(cup, director, AT_THE_DESK)
    tend(cup.pk)

    undo(cup, done.version, by=director, command=uuid4())
    tend(cup.pk)

    assert standing() == ("open", "")
    assert "End the match" in page(desk)
    hand(director)
    hand(director)
    assert take_results() == 1
    assert points(cup) == Sheet.objects.get().score
    assert tallies()
    assert standing() == ("finished", "")


def test_a_decision_that_is_taken_back_opens_the_sheet_again(cup: Tournament, director: Player):
    do(cup, director, DECIDED["walkover"])
    tend(cup.pk)
    do(cup, director, ReopenMatch(match=1, reason="mistake"))
    tend(cup.pk)

    assert standing() == ("open", "")


def test_a_decision_taken_back_before_the_sheet_has_followed_leaves_it_open(cup: Tournament, director: Player):
    done = do(cup, director, AT_THE_DESK)
    undo(cup, done.version, by=director, command=uuid4())
    tend(cup.pk)

    assert Sheet.objects.get().version == 1
    assert standing() == ("open", "")


def test_a_sheet_with_hands_stays_with_them_and_has_no_result(cup: Tournament, director: Player, desk: Client):
    hand(director)
    done = do(cup, director, AT_THE_DESK)
    tend(cup.pk)

    assert standing() == ("closed", "desk")
    html = page(desk)
    assert "The result was entered at the desk." in html
    assert "Download the record" in html
    assert 'href="' + reverse("games:sheet_settle", args=[Sheet.objects.get().pk, 1]) not in html
    with pytest.raises(NotNow):
        hand(director)
    assert tallies() == []

    undo(cup, done.version, by=director, command=uuid4())
    tend(cup.pk)
    hand(director)
    assert standing() == ("finished", "")
    assert take_results() == 1
    assert tallies()
    played = read_played(store.load(Sheet.objects.get().pk))
    assert played is not None
    assert (len(played.hands), played.ended) == (2, Sheet.objects.get().version)


def test_a_sheet_that_is_over_stays_as_it_ended_when_the_desk_corrects_it(cup: Tournament, director: Player):
    hand(director)
    hand(director)
    assert take_results() == 1
    do(cup, director, CorrectResult(match=1, points=(5, 4), reason="slip"))
    tend(cup.pk)

    assert standing() == ("finished", "")
    assert points(cup) == [5, 4]
    assert tallies()


def test_a_correction_closes_a_sheet_whose_end_was_taken_back(cup: Tournament, director: Player):
    hand(director)
    hand(director)
    assert take_results() == 1
    withdraw(sheet_id=Sheet.objects.get().pk, player=director)
    done = do(cup, director, CorrectResult(match=1, points=(5, 4), reason="slip"))
    tend(cup.pk)
    assert standing() == ("closed", "desk")

    undo(cup, done.version, by=director, command=uuid4())
    tend(cup.pk)
    assert standing() == ("open", "")


def captains(cup: Tournament) -> list[Player]:
    state = state_of(cup)
    return [Player.objects.get(pk=state.entrants[number].squad[0]) for number in state.matches[1].entrants]


def test_a_report_closes_the_sheet_once_the_other_side_confirms_it(cup: Tournament, director: Player, desk: Client):
    first, second = captains(cup)
    do(cup, first, AT_THE_DESK)
    tend(cup.pk)
    assert standing() == ("open", "")

    done = do(cup, second, ConfirmResult(match=1))
    tend(cup.pk)
    assert standing() == ("closed", "captains")
    assert "The captains agreed on the result." in page(desk)

    undo(cup, done.version, by=director, command=uuid4())
    tend(cup.pk)
    assert standing() == ("open", "")


def test_a_decision_closes_the_sheet_of_a_game_whose_report_nobody_confirmed(cup: Tournament, director: Player):
    do(cup, captains(cup)[0], AT_THE_DESK)
    do(cup, director, DECIDED["walkover"])
    tend(cup.pk)
    assert standing() == ("closed", "desk")


def test_a_sheet_that_ends_before_it_is_closed_replaces_nothing_that_both_sides_agreed(
    cup: Tournament, director: Player
):
    first, second = captains(cup)
    do(cup, first, AT_THE_DESK)
    do(cup, second, ConfirmResult(match=1))
    stop_match(sheet_id=Sheet.objects.get().pk, player=director)
    take_results()
    tend(cup.pk)

    assert points(cup) == [8, 3]
    assert tallies() == []


def test_a_replay_of_the_match_closes_the_sheet_of_before(cup: Tournament, director: Player, desk: Client):
    do(cup, director, ReopenMatch(match=1, reason="misdeal", replay=True))
    tend(cup.pk)

    first = Sheet.objects.order_by("created_at").first()
    assert first is not None
    assert (first.status, load_state(first.pk).closed) == ("closed", "called-off")
    html = desk.get(reverse("games:sheet", args=[first.pk])).content.decode()
    assert "This game was called off and has no result." in html
    assert list(Sheet.objects.exclude(pk=first.pk).values_list("status", flat=True)) == ["open"]


def test_a_sheet_that_ends_without_a_hand_is_no_game_of_the_club(cup: Tournament, director: Player, desk: Client):
    stop_match(sheet_id=Sheet.objects.get().pk, player=director)

    assert tallies() == []
    assert PlayedGame.objects.filter(projection_version=projector.serving("results"), ended_at=None).count() == 1
    assert "does not count: no hand was played" in page(desk)

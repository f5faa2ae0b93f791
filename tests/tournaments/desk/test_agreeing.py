"""Ladders and agreed times by the pages: captains, the staff, what each is told, and what is refused."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from clubs.members.societies import join_club
from clubs.models import Club, Notice, Player
from clubs.notices import selectors, words
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import called, do, opened, state_of
from tests.tournaments.helpers.pages import at, forms_of, press, signed_in
from tournaments.deeds.agreeing import AcceptTime, ProposeTime
from tournaments.deeds.base import Refused
from tournaments.deeds.ladder import AcceptChallenge, Challenge, ExpireChallenge, RefuseChallenge
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.staging import BeginStage, CallRound, ReleaseRound
from tournaments.desk.plans import StageForm
from tournaments.directing.entering import enter
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.models import Tournament
from tournaments.selectors.days import tournament_days
from tournaments.state.ladder import ladder_rules

pytestmark = pytest.mark.django_db(transaction=True)

RIVERS = {"Beeran": "Pamba", "Chacko": "Nila", "Devaki": "Kabani", "Eapen": "Periyar"}
"""What the pairs of the captains are called."""
DESK = MatchPlan(hands=24, place="desk")
LADDER = StagePlan(type="ladder", options={"reach": 2, "refusals": 1}, match=DESK)
LEAGUE = StagePlan(type="round_robin", days=14, match=DESK)


@pytest.fixture
def people(club: Club) -> list[Player]:
    states.forget_all()
    made = [PlayerFactory(name=name, password="x") for name in ("Beeran", "Chacko", "Devaki", "Eapen")]
    for player in made:
        join_club(club=club, player=player)
    return made


def with_captains(club: Club, director: Player, people: Sequence[Player], plan: StagePlan) -> Tournament:
    cup = opened(club, director, plan)
    for player in people:
        enter(cup, by=director, players=[player, PlayerFactory(bot=True)], name=RIVERS[player.name], command=uuid4())
    return cup


@pytest.fixture
def ladder(club: Club, director: Player, people: Sequence[Player]) -> Tournament:
    cup = with_captains(club, director, people, LADDER)
    do(cup, director, BeginStage(stage=1))
    Notice.objects.all().delete()
    return cup


@pytest.fixture
def league(club: Club, director: Player, people: Sequence[Player]) -> Tournament:
    cup = with_captains(club, director, people[:2], LEAGUE)
    called(cup, director)
    Notice.objects.all().delete()
    return cup


def told(player: Player) -> list[str]:
    zone = selectors.choices_of(player).hours.zone
    return [one.text.partition(": ")[2] for one in words.texts_of(selectors.notices_of(player), zone=zone)]


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def local(days: float) -> str:
    return timezone.localtime(timezone.now() + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M")


def test_a_ladder_shows_its_order_and_how_each_place_came_about(ladder: Tournament, director: Player):
    visitor = Client()
    shown = page(visitor, at("tournament", ladder))
    assert shown.index("Pamba") < shown.index("Periyar")
    assert "since the beginning" in shown
    assert "No challenge is open." in shown
    assert 'class="ask' not in shown
    do(ladder, director, Challenge(stage=1, challenger=3, challenged=1))
    shown = page(visitor, at("tournament", ladder))
    assert "challenges Pamba" in shown
    assert "to be answered" in shown
    assert "Kabani challenged Pamba." in page(signed_in(director), at("history", ladder))
    assert "left" in shown
    do(ladder, director, AcceptChallenge(stage=1, challenge=1), ReportGame(match=1, points=(1, 5)))
    shown = page(visitor, at("tournament", ladder))
    assert "beat Pamba, from place 3" in shown
    assert "Kabani moved past, from place 1" in shown
    assert "Last matches" in shown


def test_a_captain_challenges_by_the_page_and_the_other_accepts_with_a_time(
    ladder: Tournament, people: Sequence[Player]
):
    beeran, chacko, devaki, _eapen = people
    overview = at("tournament", ladder)
    shown = page(signed_in(devaki), overview)
    assert "Kabani is number 3" in shown
    form = shown[shown.index("<select") : shown.index("</select>")]
    assert ("Pamba" in form, "Nila" in form, "Periyar" in form) == (True, True, False)
    assert "Kabani challenged Pamba." in press(signed_in(devaki), ladder, overview, "Challenge", challenged="1")
    assert told(beeran)[0].startswith("Devaki challenges you. Answer by ")
    assert told(devaki) == []

    assert "You challenge Pamba, who must answer by" in page(signed_in(devaki), overview)
    assert "Withdraw the challenge" in forms_of(signed_in(devaki).get(overview).content.decode())
    assert "Kabani challenges you." in page(signed_in(beeran), overview)
    assert "A challenge was accepted: match 1" in press(signed_in(beeran), ladder, overview, "Accept", at=local(2))
    match = state_of(ladder).matches[1]
    assert match.at is not None
    assert abs(match.at - (timezone.now() + timedelta(days=2)).timestamp()) < 90
    assert told(devaki)[0].startswith("Beeran accepts your challenge. You play at ")
    assert f"/matches/{match.number}/" in page(signed_in(beeran), overview)
    assert "You are at the top." not in page(signed_in(chacko), overview)


def test_a_challenge_is_refused_and_taken_back_by_the_page(ladder: Tournament, people: Sequence[Player]):
    beeran, chacko, devaki, _eapen = people
    overview = at("tournament", ladder)
    press(signed_in(chacko), ladder, overview, "Challenge", challenged="1")
    press(signed_in(chacko), ladder, overview, "Withdraw the challenge")
    assert told(beeran)[0] == "Chacko withdraws the challenge."
    press(signed_in(chacko), ladder, overview, "Challenge", challenged="1")
    press(signed_in(beeran), ladder, overview, "Refuse")
    assert told(chacko)[0] == "Beeran refuses your challenge."
    press(signed_in(devaki), ladder, overview, "Challenge", challenged="1")
    assert "A refusal counts as a lost match." in page(signed_in(beeran), overview)
    press(signed_in(beeran), ladder, overview, "Refuse, and lose the place")
    assert told(devaki)[0] == "Beeran refuses your challenge, and you take the place."
    assert "Pamba did not take up the challenge, from place 3" in page(Client(), overview)


def test_both_are_told_when_the_time_to_answer_is_over(ladder: Tournament, director: Player, people: Sequence[Player]):
    do(ladder, people[1], Challenge(stage=1, challenger=2, challenged=1))
    later = timezone.now() + timedelta(days=8)
    do(ladder, None, ExpireChallenge(stage=1, challenge=1, now=int(later.timestamp())))
    assert told(people[1])[0] == "Beeran has not answered your challenge, and you take the place."
    assert told(people[0])[0] == "the time to answer the challenge of Chacko is over."


def test_the_staff_challenges_and_answers_for_others_on_the_desk(ladder: Tournament, director: Player):
    officer, desk = signed_in(director), at("desk", ladder)
    assert "Nila challenged Pamba." in press(officer, ladder, desk, "Challenge", challenger="2", challenged="1")
    assert "Nila challenges Pamba" in page(officer, desk)
    assert "A challenge was accepted: match 1" in press(officer, ladder, desk, "Accept")
    assert state_of(ladder).stages[1].challenges[0].status == "accepted"
    assert "The two captains agree on a time." in page(officer, desk)
    assert "within reach" not in press(officer, ladder, desk, "Challenge", challenger="4", challenged="3")
    assert "A challenge was withdrawn." in press(officer, ladder, desk, "Withdraw the challenge")


def test_a_ladder_at_live_tables_is_tended_and_waits_for_the_agreed_time(
    club: Club, director: Player, people: Sequence[Player]
):
    cup = with_captains(club, director, people, StagePlan(type="ladder", match=MatchPlan(hands=1)))
    do(cup, director, BeginStage(stage=1), Challenge(stage=1, challenger=2, challenged=1))
    do(cup, director, AcceptChallenge(stage=1, challenge=1))
    assert tend(cup.pk) == 0
    assert not state_of(cup).matches[1].games


def test_a_captain_proposes_a_time_on_the_match_page_and_the_other_accepts(
    league: Tournament, people: Sequence[Player]
):
    beeran, chacko = people[:2]
    match = at("match", league, 1)
    assert "The two captains agree on a time." in page(signed_in(beeran), match)
    assert "It is due by" in page(signed_in(beeran), match)
    assert "proposed a time for match 1" in press(signed_in(beeran), league, match, "Propose", at=local(3))
    assert told(chacko)[0].startswith("the other side proposes a time for your match, ")
    assert told(beeran) == []
    assert "The other side proposes" in page(signed_in(chacko), at("tournament", league))
    assert "Your side proposes" in page(signed_in(beeran), at("tournament", league))
    buttons = forms_of(signed_in(chacko).get(match).content.decode())
    accept = next(text for text in buttons if text.startswith("Play at "))
    assert not [text for text in forms_of(signed_in(beeran).get(match).content.decode()) if text.startswith("Play at")]
    assert "got its place." in press(signed_in(chacko), league, match, accept)
    assert state_of(league).matches[1].at is not None
    assert told(beeran)[0].startswith("your match is at ")
    assert "The match is on" in page(Client(), match)

    day = timezone.localdate(timezone.now() + timedelta(days=3))
    planned = list(tournament_days(league.club, day, day))
    assert [(one.title, one.path) for one in planned] == [(f"{league.name}: Pamba : Nila", match)]
    row = page(Client(), at("tournament", league)).partition('id="match-1"')[2].partition("</li>")[0]
    assert planned[0].starts is not None
    assert planned[0].starts.strftime("%H:%M") in row


def test_the_way_to_a_ladder_match_stands_on_its_page_once(ladder: Tournament, people: Sequence[Player], director):
    do(ladder, director, Challenge(stage=1, challenger=2, challenged=1))
    do(ladder, director, AcceptChallenge(stage=1, challenge=1))
    shown = page(signed_in(people[0]), at("tournament", ladder))
    assert shown.count("Time and result") == 1


def test_a_captain_sees_all_own_open_matches_the_next_by_time_first(club: Club, director: Player, people):
    cup = with_captains(club, director, people, LEAGUE)
    called(cup, director)
    do(cup, director, *(act(stage=1, round=number) for number in (2, 3) for act in (ReleaseRound, CallRound)))
    own = {match.round: match for match in state_of(cup).matches.values() if 1 in match.entrants}
    soon = int((timezone.now() + timedelta(days=2)).timestamp())
    do(cup, director, ProposeTime(match=own[3].number, entrant=1, at=soon))
    do(cup, director, AcceptTime(match=own[3].number, entrant=next(e for e in own[3].entrants if e != 1), at=soon))
    shown = signed_in(people[0]).get(at("tournament", cup))
    mine = shown.context["mine"]
    assert mine.match.number == own[3].number
    assert [(number, round_) for number, round_, _opponents, _badge in mine.later] == [
        (own[1].number, 1), (own[2].number, 2),
    ]  # fmt: skip
    assert at("match", cup, own[2].number) in shown.content.decode()


def test_a_time_that_is_over_or_after_the_days_is_refused_to_captains(
    league: Tournament, people: Sequence[Player], director: Player
):
    match = at("match", league, 1)
    beeran = signed_in(people[0])
    assert "That time is over." in press(beeran, league, match, "Propose", at=local(-1))
    late = press(beeran, league, match, "Propose", at=local(15))
    assert "The days of this round end before that." in late
    assert f'value="{local(15)}"' in late, "what was typed stands in the form again"
    assert "Enter the time as day and hour" in press(beeran, league, match, "Propose", at="soon")
    assert state_of(league).matches[1].proposed is None
    with pytest.raises(Refused) as refused:
        do(league, people[0], ProposeTime(match=1, entrant=1, at=int(timezone.now().timestamp()) - 60))
    assert (refused.value.code, refused.value.field) == ("time-past", "at")
    do(league, director, ProposeTime(match=1, entrant=1, at=int(timezone.now().timestamp()) - 60))


def test_the_staff_sets_a_time_at_once_and_both_captains_are_told_once(
    league: Tournament, people: Sequence[Player], director: Player
):
    officer, match = signed_in(director), at("match", league, 1)
    assert "got its place." in press(officer, league, match, "Save", at=local(1), table="4", room="")
    for player in people[:2]:
        assert told(player)[0].startswith("your match is at ")
    set_at = state_of(league).matches[1].at
    press(officer, league, match, "Save", at=local(1), table="5", room="")
    assert state_of(league).matches[1].at in (set_at, (set_at or 0) + 60)
    assert state_of(league).matches[1].table == "5"
    assert "got its place." in press(officer, league, match, "Save", at="", table="5", room="")
    assert state_of(league).matches[1].at is None


def test_the_desk_lists_what_is_overdue_and_a_director_decides(
    league: Tournament, director: Player, monkeypatch: pytest.MonkeyPatch
):
    officer, desk = signed_in(director), at("desk", league)
    assert 'id="overdue"' not in page(officer, desk)
    later = timezone.now() + timedelta(days=15)
    monkeypatch.setattr("tournaments.desk.views.timezone", SimpleNamespace(now=lambda: later))
    shown = page(officer, desk)
    assert "Time over, no result" in shown
    assert "Decide" in shown
    assert tend(league.pk, now=later) == 0
    monkeypatch.undo()
    match = at("match", league, 1)
    press(officer, league, match, "Decide", decision="double_forfeit", winner="")
    monkeypatch.setattr("tournaments.desk.views.timezone", SimpleNamespace(now=lambda: later))
    assert 'id="overdue"' not in page(officer, desk)


def test_a_ladder_is_planned_by_the_form_with_all_that_it_settles(club: Club, director: Player):
    cup = opened(club, director)
    state = state_of(cup)
    form = StageForm(state=state, prefix="new")
    values = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    sent = {f"new-{name}": "" if value is None or value is False else value for name, value in values.items()}
    sent |= {
        "what": "new", "new-type": "ladder", "new-reach": "4", "new-answer_days": "5", "new-refusals": "2",
        "new-unanswered": "refusal", "new-inactive_days": "30", "new-inactive_places": "3",
    }  # fmt: skip
    answer = signed_in(director).post(at("settings", cup), sent)
    assert answer.status_code == 302, answer.context["page"].new.errors
    rules = ladder_rules(state_of(cup).stages[1])
    assert (rules.reach, rules.days, rules.refusals, rules.unanswered) == (4, 5, 2, "refusal")
    assert (rules.inactive_days, rules.inactive_places) == (30, 3)
    shown = page(signed_in(director), at("settings", cup))
    assert "an entrant challenges one up to 4 places above" in shown
    assert 'value="5"' in shown[shown.index("stage-1-answer_days") :]


def test_who_answers_for_others_is_refused(ladder: Tournament, people: Sequence[Player]):
    do(ladder, people[1], Challenge(stage=1, challenger=2, challenged=1))
    with pytest.raises(Refused) as refused:
        do(ladder, people[2], RefuseChallenge(stage=1, challenge=1))
    assert refused.value.code == "not-your-entrant"


def test_the_api_tells_the_time_of_a_match_its_deadline_and_what_is_proposed(
    league: Tournament, people: Sequence[Player]
):
    at_noon = int((timezone.now() + timedelta(days=2)).timestamp())
    do(league, people[0], ProposeTime(match=1, entrant=1, at=at_noon))
    address = f"/api/tournaments/{league.slug}/stages/1/rounds/"
    (match,) = Client().get(address).json()["rounds"][0]["matches"]
    assert (match["at"], match["proposed_by"]) == (None, 1)
    assert datetime.fromisoformat(match["proposed"]).timestamp() == at_noon
    called_at = state_of(league).stages[1].rounds[0].called_at
    assert called_at is not None
    assert datetime.fromisoformat(match["deadline"]) == called_at + timedelta(days=14)
    do(league, people[1], AcceptTime(match=1, entrant=2, at=at_noon))
    (match,) = Client().get(address).json()["rounds"][0]["matches"]
    assert datetime.fromisoformat(match["at"]).timestamp() == at_noon
    assert match["proposed"] is None


def test_a_report_is_confirmed_by_the_other_captain_who_is_told_of_it(
    league: Tournament, director: Player, people: Sequence[Player]
):
    first, second = people[0], people[1]
    match = at("match", league, 1)
    press(signed_in(first), league, match, "Report", points=["7", "3"])
    shown = page(signed_in(first), match)
    assert "Confirm the result" not in shown
    assert "Waiting for the other side to confirm." in shown
    assert (told(first), told(second)) == ([], ["the other side reported the result of your match. Confirm it."])
    assert Notice.objects.get(player=second).path == match
    assert "Confirm the result" in page(signed_in(director), match)
    press(signed_in(first), league, match, "Report", points=["3", "7"])
    assert len(told(second)) == 2, "a report that takes the place of the first is told as well"
    assert "was confirmed." in press(signed_in(second), league, match, "Confirm the result")
    assert "Waiting for the other side" not in page(signed_in(first), match)

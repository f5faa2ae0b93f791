"""A match in two rooms: two live tables at once, each reports itself, on the pages and in the API."""

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, OfficerAct, Player
from games.models import Seat, Table
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import called, do, opened, play_to_the_end, state_of
from tests.tournaments.helpers.matches import (
    check_replay,
    dealt,
    match_of_people,
    play_hand,
    sitting,
    table_of_match,
)
from tournaments.deeds.ending import CallTime
from tournaments.deeds.opening import PlanStage
from tournaments.deeds.playing import ReportGame, Substitute
from tournaments.desk.plans import StageForm
from tournaments.directing.entering import enter
from tournaments.directing.reporting import take_results
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.models import MatchGame, Tournament
from tournaments.state.outcomes import outcome_of

pytestmark = pytest.mark.django_db(transaction=True)

TWO_ROOMS = StagePlan(type="round_robin", match=MatchPlan(hands=1, games=2, rooms=2))
AT_THE_DESK = StagePlan(type="round_robin", match=MatchPlan(hands=24, games=2, rooms=2, place="desk"))


FIVES = (("Ammini", "Beeran", "Chacko", "Devaki", "Eapen"), ("Fathima", "Gouri", "Hamsa", "Itty", "Janaki"))


def page_of(cup: Tournament) -> str:
    """Return the address of the page of the only match."""
    return reverse("tournaments:match", args=[cup.slug, 1])


def press(client: Client, cup: Tournament, button: str, **fields: Any) -> str:
    """Send the last form of the match's page with a button; return the page that follows."""
    forms = re.findall(r'<form[^>]*class="ask.*?</form>', client.get(page_of(cup)).content.decode(), re.DOTALL)
    form = [form for form in forms if re.search(rf"<button[^>]*>\s*{button}\s*</button>", form)][-1]
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    body = {name: unescape(value) for name, value in hidden if name != "csrfmiddlewaretoken"}
    answer = client.post(reverse("tournaments:do", args=[cup.slug]), {**body, **fields}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def fours(club: Club, director: Player, plan: StagePlan, captain: Player | None = None) -> Tournament:
    """Open a tournament of two squads of four with its match called; its captain is the first of the first squad."""
    states.forget_all()
    cup = opened(club, director, squad=4, kind="team")
    do(cup, director, PlanStage(plan=plan))
    for first in (captain or PlayerFactory(bot=True), PlayerFactory(bot=True)):
        enter(cup, by=director, players=[first, *(PlayerFactory(bot=True) for _ in range(3))], command=uuid4())
    called(cup, director)
    return cup


def test_both_rooms_have_a_table_with_their_own_players_and_the_sum_decides(club: Club, director: Player):
    cup = fours(club, director, TWO_ROOMS)
    tend(cup.pk)
    tend(cup.pk)

    games = list(MatchGame.objects.filter(tournament=cup).order_by("game"))
    assert [game.game for game in games] == [1, 2]
    match = state_of(cup).matches[1]
    for game, known in zip(games, match.games, strict=True):
        seated = Seat.objects.filter(table=game.pk).order_by("number").values_list("player", flat=True)
        home, away = known.seated
        assert [str(player) for player in seated] == [home[0], away[0], home[1], away[1]]
    assert Seat.objects.values("player").distinct().count() == 8, "nobody sits twice"
    assert {name[-4:] for name in Table.objects.values_list("name", flat=True)} == {" · 1", " · 2"}

    play_to_the_end([games[1].pk])
    take_results()
    state = state_of(cup)
    assert outcome_of(state, state.matches[1]) is None
    play_to_the_end([games[0].pk])
    take_results()

    state = state_of(cup)
    outcome = outcome_of(state, state.matches[1])
    assert outcome is not None
    reports = [game.report for game in state.matches[1].games]
    assert outcome.points == tuple(sum(report.points[side] for report in reports) for side in (0, 1))


def test_pages_and_api_show_both_tables_and_a_player_the_own_one(client: Client, club: Club, director: Player):
    captain = PlayerFactory(name="Beeran", password="x")
    cup = fours(club, director, TWO_ROOMS, captain)
    tend(cup.pk)
    games = list(MatchGame.objects.filter(tournament=cup).order_by("game"))
    address = reverse("tournaments:tournament", args=[cup.slug])

    shown = client.get(address).content.decode()
    for number, game in enumerate(games, start=1):
        assert shown.count(reverse("games:table", args=[game.pk])) == 1
        assert f"room {number}" in shown
    assert "A match is played in 2 rooms at the same time" in shown

    client.force_login(captain.user)
    own = client.get(address).content.decode()
    assert [own.count(reverse("games:table", args=[game.pk])) for game in games] == [2, 1]
    rounds = client.get(f"/api/tournaments/{cup.slug}/stages/1/rounds/").json()["rounds"]
    assert rounds[0]["matches"][0]["rooms"] == [
        {"number": number, "room": number, "points": None, "table": str(game.pk)}
        for number, game in enumerate(games, start=1)
    ]


def two_tables(club: Club, director: Player) -> tuple[Tournament, list[list[Player]]]:
    """Return a tournament of two squads of five who play their only match at two tables, and the squads."""
    return match_of_people(club, director, plan=MatchPlan(hands=3, games=2, rooms=2), squads_of=FIVES)


def test_a_substitute_sits_down_in_one_room_and_in_no_other(club: Club, director: Player):
    cup, ((ammini, _beeran, chacko, _devaki, eapen), _) = two_tables(club, director)
    dealt(1)
    dealt(2)
    comes_in = Substitute(match=1, entrant=1, player=str(eapen.pk), replaced=str(chacko.pk))
    do(cup, ammini, comes_in)
    tend(cup.pk)
    assert table_of_match(1).next_seat_of(eapen.pk) is None
    play_hand(2)
    assert sorted(sitting(table_of_match(1))) == ["Ammini", "Beeran", "Fathima", "Gouri"]
    assert sorted(sitting(table_of_match(2))) == ["Devaki", "Eapen", "Hamsa", "Itty"]
    first, second = (game.seated[0] for game in state_of(cup).matches[1].games)
    assert (str(eapen.pk) in first, str(eapen.pk) in second) == (False, True)
    assert not MatchGame.objects.filter(owed__gt=0).exists()
    for game in (1, 2):
        check_replay(table_of_match(game))


def test_only_players_of_a_room_that_still_plays_can_be_replaced_by_the_page(
    client: Client, club: Club, director: Player
):
    cup, ((ammini, beeran, chacko, devaki, eapen), _) = two_tables(club, director)
    do(cup, director, ReportGame(match=1, game=1, points=(4, 2)))
    client.force_login(ammini.user)
    shown = client.get(page_of(cup)).content.decode()
    (form,) = [form for form in re.findall(r"<form.*?</form>", shown, re.DOTALL) if 'name="replaced"' in form]
    replaced = form.partition('name="replaced"')[2]
    assert [str(player.pk) in replaced for player in (ammini, beeran, chacko, devaki, eapen)] == [
        False, False, True, True, False,
    ]  # fmt: skip
    assert str(beeran.pk) not in form, "one who has played in another room does not come in"


def test_time_is_called_in_both_rooms(client: Client, club: Club, director: Player):
    cup, _ = two_tables(club, director)
    dealt(1)
    play_hand(1)
    dealt(2)
    done = do(cup, director, CallTime(match=1))
    assert [game.time_called for game in state_of(cup).matches[1].games] == [True, True]
    tend(cup.pk)
    assert (table_of_match(1).status, table_of_match(2).status) == ("finished", "playing"), "a running hand is the last"
    version = take_results() and state_of(cup).version
    client.force_login(director.user)
    assert OfficerAct.objects.filter(action="tournament.time_called").count() == 1
    history = client.get(reverse("tournaments:history", args=[cup.slug])).content.decode()
    told = re.findall(r"The time of match 1 \([^)]*\) was called\.", history)
    assert len(told) == 1, "both logs say it of the match, not of each room"
    assert "game" not in told[0]
    assert "Time: end after this hand" not in client.get(page_of(cup)).content.decode()
    do(cup, director, CallTime(match=1))
    assert state_of(cup).version == version > done.version, "time is called once"
    play_hand(2)
    assert take_results() == 1
    state = state_of(cup)
    assert [(game.report.hands, game.report.ended_by) for game in state.matches[1].games] == [(1, "time"), (1, "time")]
    outcome = outcome_of(state, state.matches[1])
    assert outcome is not None
    assert outcome.points == tuple(map(sum, zip(*(game.report.points for game in state.matches[1].games), strict=True)))
    for game in (1, 2):
        check_replay(table_of_match(game))


def test_the_desk_reports_each_room_and_corrects_one(client: Client, club: Club, director: Player):
    cup = fours(club, director, AT_THE_DESK)
    client.force_login(director.user)
    page = page_of(cup)
    shown = client.get(page).content.decode()
    assert "The result: room 1" in shown
    assert "The result: room 2" in shown
    assert "Room 2, seat 1" in shown

    # The last of the forms with this button is that of the second room.
    assert "was reported 7 : 3 by the desk." in press(client, cup, "Report", points=["7", "3"])
    shown = client.get(page).content.decode()
    assert "The result: room 1" in shown
    assert "The result: room 2" not in shown
    assert "room 2" in shown
    assert "7\N{EN DASH}3" in shown
    assert "was reported 1 : 2 by the desk." in press(client, cup, "Report", points=["1", "2"])
    outcome = outcome_of(state_of(cup), state_of(cup).matches[1])
    assert outcome is not None
    assert (outcome.winner, outcome.points) == (0, (8, 5))

    fields = {"game": "1", "points": ["1", "9"], "reason": "mistake", "follow_up": "keep"}
    previewed = press(client, cup, "Correct", preview="1", **fields)
    assert "nothing is changed yet" in previewed
    assert "was corrected from 1 : 2 to 1 : 9." in press(client, cup, "Correct", **fields)
    outcome = outcome_of(state_of(cup), state_of(cup).matches[1])
    assert outcome is not None
    assert (outcome.winner, outcome.points) == (1, (8, 12))


def test_a_captain_names_the_players_of_both_rooms(client: Client, club: Club, director: Player):
    captain = PlayerFactory(name="Beeran", password="x")
    cup = fours(club, director, AT_THE_DESK, captain)
    squad = state_of(cup).entrants[1].squad
    client.force_login(captain.user)
    page = page_of(cup)
    assert "named the line-up for match 1" in press(client, cup, "Name the line-up", players=list(reversed(squad)))
    assert dict(state_of(cup).matches[1].line_ups) == {1: tuple(reversed(squad))}
    assert "room 2: " in client.get(page).content.decode()


def test_the_form_of_a_stage_plans_rooms(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, StagePlan(type="round_robin"), squad=4)
    state = state_of(cup)
    shown = StageForm(state=state, stage=state.stages[1])
    body = {name: "" if (value := shown[name].value()) is None else value for name in shown.fields}
    form = StageForm({**body, "rooms": "2"}, state=state, stage=state.stages[1])
    assert form.is_valid(), form.errors
    assert (form.planned().match.rooms, form.planned().match.games) == (2, 2)
    form = StageForm({**body, "rooms": ""}, state=state, stage=state.stages[1])
    assert form.is_valid(), form.errors
    assert form.planned().match == state.stages[1].plan.match

"""A game that is ended by its tournament: by the time, or because its match is decided while its table plays."""

import json
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from clubs.models import Club, OfficerAct, Player
from games import store
from games.events.tables import GameStopped, HandOpened
from games.hands.deals import deal_faults
from games.models import Table
from games.replaying.streams import first_refused
from games.tables.selectors.live import table_view
from games.tables.services.clock import advance_table
from games.tables.services.ending import end_game
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import do, state_of
from tests.tournaments.helpers.matches import check_replay, dealt, match_of_people, play_hand, table_of_match
from tests.tournaments.helpers.pages import at
from tournaments.deeds.base import Refused
from tournaments.deeds.ending import CallTime
from tournaments.deeds.opening import NameStaff
from tournaments.deeds.playing import CallMatch, DecideMatch, ReopenMatch, ReportGame
from tournaments.directing.acting import undo
from tournaments.directing.following import TABLE_ENDED, follow
from tournaments.directing.reporting import take_result, take_results
from tournaments.directing.rows import DECIDED
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan
from tournaments.log.errors import NotUndoable
from tournaments.models import MatchGame, Tournament
from tournaments.state.outcomes import outcome_of

pytestmark = pytest.mark.django_db(transaction=True)

DECISIONS = {
    "walkover": DecideMatch(match=1, decision="walkover", winner=1),
    "double_forfeit": DecideMatch(match=1, decision="double_forfeit"),
    "void": DecideMatch(match=1, decision="void"),
    "split": DecideMatch(match=1, decision="split", match_points=("1", "1")),
    "awarded": DecideMatch(match=1, decision="awarded", match_points=("2", "0")),
}


def outcome(cup: Tournament):
    state = state_of(cup)
    return outcome_of(state, state.matches[1])


@pytest.mark.parametrize("decision", DECISIONS)
def test_a_match_decided_while_its_table_plays_closes_the_table(decision: str, club: Club, director: Player):
    cup, _ = match_of_people(club, director)
    hand = dealt().hand
    do(cup, director, DECISIONS[decision])
    came = outcome(cup)
    tend(cup.pk)
    state = table_of_match()
    assert (state.status, state.hand, state.due_at(1)) == ("closed", hand, None)
    row = Table.objects.get()
    assert (row.status, row.due_at, row.finished_at is not None) == ("closed", None, True)
    assert not any(isinstance(one.event, HandOpened) for one in store.load(state.stream)), "no card was shown"
    assert not advance_table(table_id=state.stream)
    assert take_results() == 0
    assert outcome(cup) == came
    game = MatchGame.objects.get()
    assert (game.owed, game.reported, game.refused) == (0, state.version, "")
    check_replay(state)


def test_a_table_closed_without_a_result_says_so_and_shows_no_card(club: Club, director: Player, client: Client):
    cup, ((ammini, *_), _) = match_of_people(club, director)
    state = dealt()
    held = {card for cards in state.cards for card in cards}
    do(cup, director, DECISIONS["void"])
    tend(cup.pk)
    for player in (ammini, director):
        client.force_login(player.user)
        page = client.get(reverse("games:table", args=[state.stream])).content.decode()
        assert "ended this game; it has no result" in page
        hand = client.get(reverse("games:hand", args=[state.stream, 1])).content.decode()
        assert "Hand 1 was broken off" in hand
        assert "is being played" not in hand
        assert "when the hand is over" not in hand
    own = set(table_view(state.stream, ammini).game.hand)
    view = table_view(state.stream, director)
    assert (own < held, view.game.hand, view.status) == (True, (), "closed")
    record = client.get(reverse("games:record", args=[state.stream]))
    assert not any(f'"{card}"' in record.content.decode() for card in held)


def test_by_the_time_the_running_hand_is_the_last_and_the_score_counts(club: Club, director: Player, client: Client):
    cup, _ = match_of_people(club, director)
    dealt()
    play_hand()
    dealt()
    do(cup, director, CallTime(match=1))
    tend(cup.pk)
    state = table_of_match()
    assert (state.status, state.is_running, state.stopped) == ("playing", True, True)
    hand = state.hand
    state = play_hand()
    assert (state.status, state.hand) == ("finished", hand)
    assert take_results() == 1
    game = state_of(cup).matches[1].games[0]
    assert (game.report.hands, game.report.ended_by, game.by) == (2, "time", "game")
    assert outcome(cup) is not None
    assert deal_faults(store.load(state.stream), hand) == []
    for page in (reverse("games:hand", args=[state.stream, hand]), reverse("games:table", args=[state.stream])):
        assert client.get(page).status_code == 200
    check_replay(state)


def test_by_the_time_between_two_hands_the_game_is_over_at_once(club: Club, director: Player):
    cup, _ = match_of_people(club, director)
    dealt()
    play_hand()
    done = do(cup, director, CallTime(match=1))
    tend(cup.pk)
    state = table_of_match()
    assert state.status == "finished"
    assert take_results() == 1
    report = state_of(cup).matches[1].games[0].report
    assert (report.hands, report.ended_by) == (1, "time")
    assert OfficerAct.objects.filter(action="tournament.time_called").count() == 1
    with pytest.raises(NotUndoable) as kept:
        undo(cup, done.version, by=director, command=uuid4())
    assert kept.value.code == "time-called"
    check_replay(state)


def test_by_the_time_before_the_first_hand_the_match_is_level(club: Club, director: Player):
    cup, _ = match_of_people(club, director)
    do(cup, director, CallTime(match=1))
    tend(cup.pk)
    state = table_of_match()
    assert state.status == "closed"
    assert take_results() == 1
    report = state_of(cup).matches[1].games[0].report
    assert (report.points, report.winners, report.ended_by) == ((0, 0), (), "time")
    check_replay(state)


def test_time_called_twice_is_called_once_and_a_ruling_still_ends_the_game(club: Club, director: Player):
    cup, _ = match_of_people(club, director)
    dealt()
    do(cup, director, CallTime(match=1))
    tend(cup.pk)
    version = state_of(cup).version
    do(cup, director, CallTime(match=1))
    assert state_of(cup).version == version
    do(cup, director, DECISIONS["walkover"])
    tend(cup.pk)
    assert table_of_match().status == "closed"
    check_replay(table_of_match())


def test_a_game_that_ends_by_its_rules_after_time_was_called_ended_by_them(club: Club, director: Player):
    cup, _ = match_of_people(club, director, plan=MatchPlan(hands=1))
    dealt()
    do(cup, director, CallTime(match=1))
    tend(cup.pk)
    play_hand()
    take_results()
    assert state_of(cup).matches[1].games[0].report.ended_by == "ending"


def test_a_late_result_does_not_overwrite_the_decision_and_counts_when_it_is_taken_back(club: Club, director: Player):
    cup, _ = match_of_people(club, director, plan=MatchPlan(hands=1))
    dealt()
    state = play_hand()
    assert state.status == "finished"
    done = do(cup, director, DECISIONS["walkover"])
    came = outcome(cup)
    assert not take_result(state.stream), "the game was over, but its report comes after the ruling"
    tend(cup.pk)
    assert (outcome(cup), state_of(cup).matches[1].games[0].report) == (came, None)
    assert MatchGame.objects.get().refused == DECIDED
    assert take_results() == 0
    undo(cup, done.version, by=director, command=uuid4())
    assert take_results() == 1
    assert outcome(cup).kind == "played"


def test_a_decision_taken_back_after_it_closed_the_table_waits_for_the_director(
    club: Club, director: Player, client: Client
):
    cup, _ = match_of_people(club, director)
    dealt()
    done = do(cup, director, DECISIONS["void"])
    tend(cup.pk)
    undo(cup, done.version, by=director, command=uuid4())
    tend(cup.pk)
    assert MatchGame.objects.get().refused == TABLE_ENDED
    client.force_login(director.user)
    page = client.get(reverse("tournaments:match", args=[cup.slug, 1])).content.decode()
    assert "A decision that was undone had ended the table of this match." in page
    do(cup, director, ReopenMatch(match=1, reason="mistake", replay=True))
    tend(cup.pk)
    assert Table.objects.filter(status="playing").count() == 1
    assert not MatchGame.objects.exclude(refused="").exists()


def test_a_match_to_be_replayed_closes_the_table_of_before(club: Club, director: Player):
    cup, _ = match_of_people(club, director)
    old = dealt().stream
    do(cup, director, ReopenMatch(match=1, reason="trouble", replay=True))
    tend(cup.pk)
    assert Table.objects.get(pk=old).status == "closed"
    new = Table.objects.exclude(pk=old).get()
    assert new.status == "playing"
    assert take_results() == 0


def test_a_result_that_the_desk_enters_while_the_table_plays_closes_it(club: Club, director: Player):
    cup, _ = match_of_people(club, director)
    dealt()
    do(cup, director, ReportGame(match=1, points=(5, 2)))
    tend(cup.pk)
    assert table_of_match().status == "closed"
    assert outcome(cup).points == (5, 2)
    assert take_results() == 0


def test_a_match_decided_before_its_table_opens_opens_none_until_it_is_open_again(club: Club, director: Player):
    cup, _ = match_of_people(club, director)
    do(cup, director, ReopenMatch(match=1, reason="trouble", replay=True), CallMatch(match=1))
    done = do(cup, director, DECISIONS["void"])
    tend(cup.pk)
    assert Table.objects.count() == 1
    undo(cup, done.version, by=director, command=uuid4())
    tend(cup.pk)
    assert Table.objects.filter(status="playing").count() == 1


def test_two_workers_end_a_game_once(club: Club, director: Player):
    cup, _ = match_of_people(club, director)
    dealt()
    play_hand()
    do(cup, director, CallTime(match=1))
    stream = MatchGame.objects.get().pk

    def work(_: int) -> None:
        try:
            follow(stream)
            take_result(stream)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as workers:
        list(workers.map(work, range(4)))
    assert [one.type for one in store.load(stream)][-2:] == ["GameStopped", "GameFinished"]
    assert sum(one.type == "MatchReported" for one in store.load(cup.pk)) == 1
    check_replay(table_of_match())


def test_a_game_that_is_over_is_not_ended_again(club: Club, director: Player):
    match_of_people(club, director, plan=MatchPlan(hands=1))
    dealt()
    state = play_hand()
    assert end_game(table_id=state.stream, at_once=True, command=uuid4()) == state.version


def test_a_forged_stop_does_not_pass_the_replay(club: Club, director: Player):
    match_of_people(club, director)
    dealt()
    state = table_of_match()
    end_game(table_id=state.stream, at_once=True, command=uuid4())
    stored = store.load(state.stream)
    forged = [*stored[:-1], replace(stored[-1], actor=str(director.pk))]
    assert isinstance(stored[-1].event, GameStopped)
    assert first_refused(forged).version == stored[-1].version


def test_the_ruling_of_time_and_the_split_are_for_directors(club: Club, director: Player, client: Client):
    cup, ((ammini, beeran, _), (devaki, *_)) = match_of_people(club, director)
    dealt()
    officer, keeper = (PlayerFactory(name=name, password="x") for name in ("Gouri", "Hari"))
    do(cup, director, NameStaff(player=str(officer.pk), role="assistant"))
    do(cup, director, NameStaff(player=str(keeper.pk), role="scorer"))
    page = reverse("tournaments:match", args=[cup.slug, 1])
    for player in (officer, keeper, ammini, devaki, beeran):
        client.force_login(player.user)
        text = client.get(page).content.decode()
        assert "&quot;CallTime&quot;" not in text
        assert "&quot;split&quot;" not in text
        with pytest.raises(Refused) as refused:
            do(cup, player, CallTime(match=1))
        assert refused.value.code == "not-allowed"
    client.force_login(director.user)
    text = client.get(page).content.decode()
    assert "Time: end after this hand" in text
    state = state_of(cup)
    form = {
        "deed": json.dumps({"do": "DecideMatch", "match": 1, "decision": "split"}),
        "match_points": ["1", "1"],
        "version": state.version,
        "command": str(uuid4()),
    }
    assert "&quot;split&quot;" in text
    client.post(reverse("tournaments:do", args=[cup.slug]), form)
    came = outcome(cup)
    assert (came.kind, came.winner, [int(points) for points in came.match_points]) == ("awarded", None, [1, 1])
    tend(cup.pk)
    assert table_of_match().status == "closed"


def test_the_page_of_a_match_says_that_time_is_called_and_takes_back_only_what_is_there(
    club: Club, director: Player, client: Client
):
    cup, _ = match_of_people(club, director)
    dealt()
    client.force_login(director.user)

    def shown() -> str:
        return client.get(at("match", cup, 1)).content.decode()

    assert "Withdraw the result" not in shown(), "the match is played and has no result"
    assert "Time is called" not in shown()
    do(cup, director, CallTime(match=1))
    tend(cup.pk)
    assert "Time is called: the running hand is the last." in shown()
    play_hand()
    take_results()
    assert "Time is called" not in shown()
    assert "Withdraw the result" in shown()


def test_a_match_whose_table_was_ended_can_be_played_again_by_its_page(club: Club, director: Player, client: Client):
    cup, _ = match_of_people(club, director)
    dealt()
    client.force_login(director.user)
    do(cup, director, DECISIONS["void"])
    tend(cup.pk)
    do(cup, director, ReopenMatch(match=1, reason="mistake"))
    tend(cup.pk)
    shown = client.get(at("match", cup, 1)).content.decode()
    assert "have it played again" in shown
    assert "Withdraw the result" in shown

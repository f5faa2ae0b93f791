"""Results from a file, and into one: each once, whoever sends it and however often."""

import csv
import io

import pytest
from django.core.management import call_command
from django.utils import timezone

from clubs.exchange.services import carry_out, report_of, work
from clubs.members.societies import join_club
from clubs.models import Membership, Notice, OfficerAct, Season
from games.models import PlayedGame, WrittenResult
from games.results.exchange import RESULTS
from games.results.services import enter_result, withdraw_result
from games.store import projector
from tests.clubs.exchange.conftest import Desk, account, club, desk, faults, owner, secretary, secretarys_desk, sums
from tests.factories import ClubFactory
from tests.games.helpers.tables import play_on, table_of

__all__ = ["club", "desk", "owner", "secretary", "secretarys_desk"]

pytestmark = pytest.mark.django_db
HEAD = "date,rules,player_1,player_2,player_3,player_4,points_1,points_2,hands,note\n"
ONE = "2026-05-01,28-kerala-4,Ammini,Chacko,Devaki,Eliamma,3,-1,6,a close one\n"
OTHER = "2026-05-02,56-kerala-4,Chacko,Ammini,Devaki,Eliamma,12,7,,\n"


@pytest.fixture(autouse=True)
def _members(desk):
    desk.send(
        "members", "name,role\n" + "".join(f"{name},player\n" for name in ("Ammini", "Chacko", "Devaki", "Eliamma"))
    )


def rows(desk: Desk) -> list[dict[str, str]]:
    projector.run_all()
    return list(csv.DictReader(io.StringIO(desk.out("results").decode("utf-8-sig"), newline="")))


def test_a_dry_run_of_results_writes_nothing_down(desk):
    run = desk.look("results", HEAD + ONE + OTHER)

    assert sums(run) == (2, 0, 0)
    assert not WrittenResult.objects.exists()


def test_results_are_written_down_each_by_an_event_and_the_log_names_the_file_once(desk, owner):
    assert desk.send("results", HEAD + ONE + OTHER) == (2, 0, 0)

    first = WrittenResult.objects.get(rules="28-kerala-4")
    assert (first.points, first.hands, first.note, str(first.played_on)) == ([3, -1], 6, "a close one", "2026-05-01")
    assert first.entered_by == owner
    assert OfficerAct.objects.filter(action="result.entered").count() == 0
    assert OfficerAct.objects.filter(action="data.imported", details__kind="results").count() == 1
    assert not Notice.objects.filter(kind="result-entered").exists()
    call_command("verify_events", verbosity=0)


def test_the_same_file_twice_writes_nothing_down_twice_whoever_sends_it(desk, secretarys_desk):
    desk.send("results", HEAD + ONE + OTHER + ONE)

    assert WrittenResult.objects.count() == 3
    assert desk.send("results", HEAD + ONE + OTHER + ONE) == (0, 0, 3)
    assert secretarys_desk.send("results", HEAD + ONE + OTHER + ONE) == (0, 0, 3)
    assert secretarys_desk.send("results", HEAD + ONE + ONE + ONE) == (1, 0, 2)


def test_a_result_that_was_written_by_hand_is_found(desk, club, owner):
    players = {one.player.name: one.player for one in Membership.objects.filter(club=club).select_related("player")}
    desk.send("results", HEAD + ONE)
    mine = WrittenResult.objects.get()
    enter_result(
        club=club, player=owner, rules="56-kerala-4", points=(12, 7), played_on=mine.played_on.replace(day=2),
        players=[players[name] for name in ("Chacko", "Ammini", "Devaki", "Eliamma")],
    )  # fmt: skip

    assert desk.send("results", HEAD + ONE + OTHER) == (0, 0, 2)
    withdraw_result(result_id=mine.pk, player=owner, reason="a slip")
    assert desk.send("results", HEAD + ONE) == (0, 0, 1)


@pytest.mark.parametrize(
    ("line", "where"),
    [
        (ONE.replace("28-kerala-4", "bridge"), [(2, "rules")]),
        (ONE.replace("2026-05-01", "1.5.2026"), [(2, "date")]),
        (ONE.replace("2026-05-01", ""), [(2, "date")]),
        (ONE.replace("2026-05-01", "2999-05-01"), [(2, "date")]),
        (ONE.replace("Chacko", "Nobody"), [(2, "player_2")]),
        (ONE.replace("Chacko", "Ammini"), [(2, "player_2")]),
        (ONE.replace("Chacko", ""), [(2, "player_2")]),
        (ONE.replace(",3,-1,", ",three,-1,"), [(2, "points_1")]),
        (ONE.replace(",3,-1,", ",,-1,"), [(2, "points_1")]),
        (ONE.replace(",3,-1,", ",3,-9999,"), [(2, "points_2")]),
        (ONE.replace(",6,a", ",9999,a"), [(2, "hands")]),
        (ONE.replace("a close one", "x" * 300), [(2, "note")]),
        (ONE.replace("28-kerala-4", "28-pagat-6"), [(2, "player_5"), (2, "player_6"), (2, "points_3")]),
    ],
)
def test_what_is_wrong_with_a_result_is_said_at_its_line_and_column(desk, line, where):
    run = desk.look("results", HEAD + line + OTHER)

    assert faults(run) == where
    assert not WrittenResult.objects.exists()


def test_a_game_of_a_closed_season_is_refused_at_its_line_but_one_that_is_known_is_left(desk, club):
    desk.send("results", HEAD + ONE)
    day = WrittenResult.objects.get().played_on
    Season.objects.create(club=club, name="Monsoon", begins=day, ends=day, closed_at=timezone.now())

    assert desk.send("results", HEAD + ONE) == (0, 0, 1)
    assert faults(desk.look("results", HEAD + ONE.replace("Chacko", "Annamma"))) == [(2, "date")]


def test_more_players_or_sides_than_the_game_has_are_refused(desk):
    head = "date,rules,player_1,player_2,player_3,player_4,player_5,points_1,points_2,points_3\n"
    run = desk.look("results", head + "2026-05-01,28-kerala-4,Ammini,Chacko,Devaki,Eliamma,Annamma,3,-1,2\n")

    assert faults(run) == [(2, "player_5"), (2, "points_3")]


def test_all_finished_games_are_given_out_and_taken_in_again_as_they_are(desk, club):
    desk.send("results", HEAD + ONE + OTHER)
    four = [account(name) for name in ("Filip", "George", "Hari", "Itty")]
    for player in four:
        join_club(club=club, player=player)
    table = table_of(four, rules="28-kerala-4", options={"ending": {"type": "hands", "count": 1}}, club=club)
    play_on(table, four, lambda actions: actions[0], lambda state: state.ended_at is not None)
    given = rows(desk)

    assert [row["kind"] for row in given].count("table") == 1
    assert {row["player_1"] for row in given} == {"Ammini", "Chacko", "Filip"}
    one = next(row for row in given if row["rules"] == "28-kerala-4" and row["kind"] == "result")
    assert (one["date"], one["points_1"], one["points_2"], one["hands"], one["note"]) == (
        "2026-05-01", "3", "-1", "6", "a close one",
    )  # fmt: skip
    assert desk.send("results", desk.out("results")) == (0, 0, 3)
    assert desk.send("results", desk.out("results", "json")) == (0, 0, 3)


def test_the_results_of_a_club_move_into_another(desk, owner):
    desk.send("results", HEAD + ONE + OTHER)
    other = Desk(ClubFactory(founder=owner, name="Pala Card Club"), owner)
    rows(desk)
    other.send("members", desk.out("members"))

    assert other.send("results", desk.out("results")) == (2, 0, 0)
    assert other.send("results", desk.out("results")) == (0, 0, 2)
    told = [
        [(row["date"], row["rules"], row["player_1"], row["points_1"], row["note"]) for row in rows(one)]
        for one in (desk, other)
    ]
    assert told[0] == told[1]


def test_a_worker_that_was_cut_off_is_followed_by_another_that_does_the_rest(desk, monkeypatch):
    run = desk.look("results", HEAD + ONE + OTHER)
    carry_out(run_id=run.pk, by=desk.by)
    real, calls = enter_result, []

    def cut_off(**said):
        calls.append(said)
        if len(calls) > 1:
            raise SystemExit
        return real(**said)

    monkeypatch.setattr("games.results.exchange.enter_result", cut_off)
    with pytest.raises(SystemExit):
        work(run_id=run.pk)
    assert WrittenResult.objects.count() == 1
    monkeypatch.undo()
    run.refresh_from_db()
    type(run).objects.filter(pk=run.pk).update(status="waiting")

    assert work(run_id=run.pk)
    run.refresh_from_db()
    assert (run.status, report_of(run).faults) == ("done", ())
    assert WrittenResult.objects.count() == 2


def test_long_lists_are_given_out_by_few_statements(desk, club, django_assert_max_num_queries):
    desk.send("results", HEAD + "".join(ONE.replace("2026-05-01", f"2026-04-{day:02}") for day in range(1, 31)))
    rows(desk)
    assert PlayedGame.objects.filter(club=club).count() == 30

    with django_assert_max_num_queries(9):
        assert len(list(RESULTS.rows(club))) == 30

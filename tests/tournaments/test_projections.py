"""Results of matches and standings, from the events of the tables."""

from uuid import uuid4

import pytest

from engine import HandScored
from games import store
from games.models import Table
from games.store import projector
from tests.games.projections import assert_rebuild_equals
from tests.servers import await_true
from tournaments.models import MatchResult, Tournament
from tournaments.projections import MatchResults
from tournaments.selectors import match_results
from tournaments.services import advance_tournament, call_round, compute_standings, start_tournament


@pytest.fixture
def begun(director, tournament) -> Tournament:
    """A tournament whose first round is called."""
    made = start_tournament(tournament_id=tournament().pk, by=director)
    call_round(tournament_id=made.pk, number=1)
    return made


@pytest.mark.django_db
def test_hands_add_up_to_the_result_of_their_match(begun, score):
    first, second = begun.matches.filter(round=1)
    score(first, 1, 0)
    score(first, -3, 0)
    score(second, 0, 2, last=True)

    results = match_results(begun)

    assert (results[first.pk].hands, results[first.pk].home_points, results[first.pk].away_points) == (2, -2, 0)
    assert not results[first.pk].finished
    assert (results[second.pk].hands, results[second.pk].finished) == (1, True)


@pytest.mark.django_db
def test_a_table_that_is_no_match_is_passed_over(begun, score, director):
    Table.objects.create(pk=(stream := uuid4()), number=999, opened_by=director, rules="28-kerala-4")
    store.append(stream, expected=0, events=[store_hand()], command=uuid4())

    projector.run_once(MatchResults)

    assert not MatchResult.objects.exists()
    assert projector.stopped_lanes() == []


def store_hand():
    """A hand of a table."""
    return HandScored(hand=1, outcome="made", declarer=0, bid=16, points=(20, 8), game_points=(1, 0), score=(1, 0))


@pytest.mark.django_db(transaction=True)
def test_following_the_tables_and_building_anew_come_to_the_same_results(begun, score):
    first, second = begun.matches.filter(round=1)
    for points in ((1, 0), (0, -2), (2, 0)):
        score(first, *points)
    score(first, 0, 1, last=True)
    score(second, 0, 1, last=True)

    assert_rebuild_equals(MatchResults)
    assert match_results(begun)[first.pk].home_points == 3


@pytest.mark.django_db
def test_standings_follow_from_finished_matches_only_and_repeat(begun, score):
    first, second = begun.matches.filter(round=1)
    score(first, 1, 0, last=True)
    score(second, 9, 0)

    rows = [
        [(row.entry.team.name, row.rank, row.points, row.difference, row.decided_by) for row in computed]
        for computed in (compute_standings(tournament_id=begun.pk), compute_standings(tournament_id=begun.pk))
    ]

    assert (
        rows[0]
        == rows[1]
        == [
            ("Vembanad", 1, 2, 1, ""),
            ("Illikkal", 2, 0, 0, "points"),
            ("Pamba", 3, 0, 0, "seed"),
            ("Kabani", 4, 0, -1, "difference"),
        ]
    )


@pytest.mark.django_db(transaction=True)
def test_the_worker_plays_a_tournament_of_bots_to_its_winner(director, tournament, worker):
    made = start_tournament(tournament_id=tournament(3, hands=1, final=1).pk, by=director)

    await_true(lambda: Tournament.objects.get(pk=made.pk).status == Tournament.Status.FINISHED, "the winner", 180)

    made.refresh_from_db()
    standings = list(made.standings.all())
    assert [row.played for row in standings] == [2, 2, 2]
    assert made.winner in [row.entry for row in standings[:2]]
    assert {table.status for table in Table.objects.all()} == {Table.Status.FINISHED}
    assert not advance_tournament(tournament_id=made.pk)
    assert_rebuild_equals(MatchResults)

"""Results of matches and standings, from the events of the tables."""

from datetime import timedelta
from uuid import uuid4

import pytest

from engine import GameFinished, HandScored, MatchForfeited, PenaltyAwarded
from games import store
from games.models import Table
from games.store import projector
from games.tables.services.seats import leave_seat
from tests.games.helpers.projections import assert_rebuild_equals
from tests.games.helpers.tables import due, people, state_of, table_of
from tests.servers import await_true
from tournaments.models import Match, MatchResult, Tournament
from tournaments.projections import MatchResults
from tournaments.selectors.lineups import team_record
from tournaments.selectors.results import match_results
from tournaments.services.running import advance_tournament, call_round, start_tournament
from tournaments.services.standings import compute_standings


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
def test_a_match_of_games_counts_the_points_of_all_of_them(begun):
    """56-MATCH-2: the score begins at nought after a game that was won; 56-IRR-14."""
    match = begun.matches.filter(round=1).first()
    for events in (
        [of_games((12, 0), (1, 0)), PenaltyAwarded(1, 2)],
        [of_games((0, 6), (1, 0))],
    ):
        expected = len(store.load(match.table_id))
        store.append(match.table_id, expected=expected, events=events, command=uuid4())
        projector.run_once(MatchResults)

    result = match_results(begun)[match.pk]
    assert (result.hands, result.home_points, result.away_points) == (2, 12, 6)
    assert_rebuild_equals(MatchResults)


def of_games(score, games):
    """A hand of a match of games."""
    won = {"game_points": None, "score": score, "games": games}
    return HandScored(hand=1, outcome="made", declarer=0, bid=40, points=(40, 16), **won)


@pytest.mark.django_db(transaction=True)
def test_a_match_is_won_by_the_winner_of_its_game_whatever_the_score(begun, score):
    """56-IRR-27: a forfeited match goes to the other side and the score stays; 28-WIK-5; several winners have drawn."""
    first, second = begun.matches.filter(round=1)
    score(first, 5, 1, last=True, winners=(1,))
    score(second, 3, 0, last=True, winners=(0, 1))

    forfeited, drawn = match_results(begun)[first.pk], match_results(begun)[second.pk]
    assert (forfeited.home_points, forfeited.away_points, forfeited.winner) == (5, 1, MatchResult.Side.AWAY)
    assert (drawn.finished, drawn.winner) == (True, None)
    assert [(row.entry.team.name, row.points, row.difference) for row in compute_standings(tournament_id=begun.pk)] == [
        ("Kabani", 2, -4),
        ("Illikkal", 1, 3),
        ("Pamba", 1, -3),
        ("Vembanad", 0, 4),
    ]
    assert team_record(first.home.team).form[0].letter == "L"
    assert (team_record(first.away.team).won, team_record(first.home.team).lost) == (1, 1)
    assert (team_record(second.home.team).drawn, team_record(second.home.team).won) == (1, 0)
    assert_rebuild_equals(MatchResults)


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


@pytest.fixture
def left_table(begun):
    """A match of the first round at a table of people, opened long ago, whose first hand is promised."""

    def make(hands: int = 2) -> tuple[Match, Table]:
        match = begun.matches.filter(round=1).first()
        options = {"ending": {"type": "hands", "count": hands}}
        table = table_of(people(), options=options)
        Match.objects.filter(pk=match.pk).update(table=table)
        return match, table

    return make


def leave(table: Table) -> None:
    """Let all people get up; bots play for them."""
    at = store.load(table.pk)[-1].recorded_at
    for seat in table.seats.select_related("player").order_by("number"):
        leave_seat(table_id=table.pk, player=seat.player, now=at)


def play_out(table: Table, late: timedelta = timedelta()) -> list[str]:
    """Let the clock play the table to its end, all of it so late; return the types of its events."""
    while due(table.pk, late):
        pass
    projector.run_once(MatchResults)
    return [stored.type for stored in store.load(table.pk)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("moment", ["in a hand", "between two hands"])
def test_a_match_that_ended_because_everybody_was_away_is_marked(left_table, moment):
    """A table that is abandoned for half an hour is over after the hand: at the score as it stood."""
    match, table = left_table()
    while not state_of(table).is_running:
        due(table.pk)
    leave(table)
    if moment == "between two hands":
        while state_of(table).hand == 1:
            due(table.pk)

    ended = play_out(table, late=timedelta(minutes=31))

    assert ended.count("HandScored") == 1
    assert ended[-1] == "GameFinished"
    result = MatchResult.objects.get(match=match)
    assert (result.finished, result.ended_by, result.hands) == (True, MatchResult.EndedBy.ABSENCE, 1)
    assert_rebuild_equals(MatchResults)


@pytest.mark.django_db(transaction=True)
def test_a_match_that_bots_played_to_its_end_is_not_marked(left_table):
    match, table = left_table(hands=1)
    while not state_of(table).is_running:
        due(table.pk)
    leave(table)

    ended = play_out(table, late=timedelta(minutes=31))

    assert ended[-3:] == ["HandScored", "GameFinished", "HandOpened"]
    assert MatchResult.objects.get(match=match).ended_by == MatchResult.EndedBy.RULES


@pytest.mark.django_db(transaction=True)
def test_a_match_whose_table_closed_before_the_first_hand_is_over(left_table, begun):
    """Else its round would never be over, and the tournament would wait for ever."""
    match, table = left_table()
    leave(table)

    ended = play_out(table, late=timedelta(minutes=31))

    assert ended[-1] == "TableClosed"
    result = MatchResult.objects.get(match=match)
    assert (result.finished, result.winner, result.ended_by) == (True, None, MatchResult.EndedBy.ABSENCE)
    compute_standings(tournament_id=begun.pk)
    assert (begun.standings.get(entry=match.home).drawn, begun.standings.get(entry=match.away).drawn) == (1, 1)
    assert_rebuild_equals(MatchResults)


@pytest.mark.django_db(transaction=True)
def test_a_running_match_has_no_ending_and_a_forfeited_one_says_so(begun, score):
    """56-IRR-27: the forfeit is the event before the game's end, also where the hand had ended the match by itself."""
    first, second = begun.matches.filter(round=1)
    score(first, 5, 1)
    score(second, 5, 1)
    running = match_results(begun)[first.pk].ended_by
    expected = len(store.load(first.table_id))
    forfeit = [MatchForfeited(side=0), GameFinished(winners=(1,))]
    store.append(first.table_id, expected=expected, events=forfeit, command=uuid4())
    score(second, 0, 1, last=True)

    results = match_results(begun)

    assert running == ""
    assert results[first.pk].ended_by == MatchResult.EndedBy.FORFEIT
    assert results[second.pk].ended_by == MatchResult.EndedBy.RULES
    assert_rebuild_equals(MatchResults)

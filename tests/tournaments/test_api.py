"""Tournaments over the API."""

from tests.api.calls import Caller
from tests.api.shapes import faults_in_answer
from tournaments.models import MatchResult
from tournaments.services.running import advance_tournament, start_tournament


def test_a_match_names_the_winner_of_its_game_whatever_the_score(tournament, director, score):
    """56-IRR-27."""
    cup = tournament(3)
    start_tournament(tournament_id=cup.pk, by=director)
    advance_tournament(tournament_id=cup.pk)
    match = cup.matches.exclude(table=None).first()
    score(match, 2, 0, last=True, winners=(1,))

    answer = Caller().get(f"tournaments/{cup.slug}/matches/").json()

    shown = next(one for one in answer["results"] if one["id"] == match.pk)
    assert (shown["score"], shown["winner"]) == ([2, 0], shown["away"])
    assert faults_in_answer("tournaments_matches", answer) == []


def test_a_match_says_how_it_ended(tournament, director, score):
    cup = tournament(3)
    start_tournament(tournament_id=cup.pk, by=director)
    advance_tournament(tournament_id=cup.pk)
    match = cup.matches.exclude(table=None).first()
    shown = []
    for ended_by in ("", "rules", "forfeit", "absence"):
        if ended_by == "rules":
            score(match, 2, 0, last=True)
        else:
            MatchResult.objects.filter(match=match).update(ended_by=ended_by)
        answer = Caller().get(f"tournaments/{cup.slug}/matches/").json()
        assert faults_in_answer("tournaments_matches", answer) == []
        shown.append(next(one["ended_by"] for one in answer["results"] if one["id"] == match.pk))

    assert shown == [None, "rules", "forfeit", "absence"]


def test_the_standings_are_described_by_a_type_of_their_own(tournament, director, score):
    cup = tournament(3)
    start_tournament(tournament_id=cup.pk, by=director)
    advance_tournament(tournament_id=cup.pk)
    score(cup.matches.exclude(table=None).first(), 2, 0, last=True)

    answer = Caller().get(f"tournaments/{cup.slug}/standings/").json()

    assert answer["results"][0]["rank"] == 1
    assert faults_in_answer("tournaments_standings", answer) == []
    for row in answer["results"]:
        del row["entry"]
    assert faults_in_answer("tournaments_standings", answer)

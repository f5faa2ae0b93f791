"""Tournaments over the API."""

from tests.api.calls import Caller
from tests.api.shapes import faults_in_answer
from tournaments.services import advance_tournament, start_tournament


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

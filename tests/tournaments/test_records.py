"""A team's matches in tournaments: with who sat, how they ended, and as an obstacle to having left before."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from clubs.errors import ClubError
from clubs.models import Club, Player, Team
from clubs.teams.services import remove_player
from tests.tournaments.helpers.directed import ROUND_ROBIN, bot_pairs, called, do, opened, play_to_the_end
from tournaments.deeds.playing import DecideMatch, PlaceMatch
from tournaments.deeds.staging import CallRound, ReleaseRound
from tournaments.directing.entering import enter
from tournaments.directing.reporting import take_result
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan
from tournaments.models import MatchGame, Tournament
from tournaments.selectors.days import tournament_days
from tournaments.selectors.records import played_after, team_record

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cup(club: Club, director: Player, teams: list[Team]) -> Tournament:
    """A round robin of four teams; the tables of its first round are open."""
    cup = opened(club, director, ROUND_ROBIN, kind="team")
    for team in teams[:4]:
        enter(cup, by=director, team=team, command=uuid4())
    called(cup, director)
    tend(cup.pk)
    return cup


def test_a_team_has_its_matches_with_their_players_and_results(client, cup: Tournament, director, teams):
    before = {team.pk: team_record(team) for team in teams[:4]}
    assert all([one.letter for one in record.matches] == [""] for record in before.values())

    games = list(MatchGame.objects.values_list("pk", flat=True))
    play_to_the_end(games)
    assert all(take_result(game) for game in games)

    for team in teams[:4]:
        record = team_record(team)
        (match,) = record.matches
        assert {player.pk for player in match.players} == {place.player_id for place in team.places.all()}
        assert match.score is not None
        own, against = match.score
        assert match.letter == ("W" if own > against else "L" if own < against else "D")
        assert (record.won, record.drawn, record.lost) == tuple(match.letter == one for one in "WDL")
    page = client.get(reverse("tournaments:of_team", args=[teams[0].pk])).content.decode()
    assert cup.name in page
    match_page = client.get(reverse("tournaments:match", args=[cup.slug, team_record(teams[0]).matches[0].number]))
    assert match_page.status_code == 200
    assert team_record(teams[5]).matches == ()


def test_a_match_that_a_director_decided_is_marked(cup: Tournament, director, teams):
    do(cup, director, DecideMatch(match=1, decision="walkover", winner=0))

    marked = [one for team in teams[:4] for one in team_record(team).matches if one.number == 1]
    assert sorted(one.letter for one in marked) == ["L", "W"]
    assert all(one.unplayed for one in marked)


def test_nobody_has_left_a_team_before_a_match_for_it(cup: Tournament, director, teams):
    today = timezone.localdate()
    player = teams[0].places.first().player

    assert played_after(teams[0], player, today) == ""
    assert "played a match for Vembanad" in played_after(teams[0], player, today - timedelta(days=1))
    assert played_after(teams[1], player, today - timedelta(days=1)) == ""
    with pytest.raises(ClubError):
        remove_player(team=teams[0], player=player, by=director, on=today - timedelta(days=1))


def test_the_calendar_has_the_days_of_the_rounds(cup: Tournament, club: Club, director):
    today = timezone.localdate()
    assert [one.title for one in tournament_days(club, today, today)] == [f"{cup.name}: round 1"]
    do(cup, director, ReleaseRound(stage=1, round=2), CallRound(stage=1, round=2))
    for game in MatchGame.objects.all():
        play_to_the_end([game.pk])
        take_result(game.pk)
    tend(cup.pk)
    assert [one.title for one in tournament_days(club, today, today)] == [f"{cup.name}: rounds 1 to 2"]
    assert list(tournament_days(club, today - timedelta(days=9), today - timedelta(days=8))) == []


def test_the_calendar_has_rounds_whose_results_the_desk_enters_and_agreed_times(club: Club, director: Player):
    today = timezone.localdate()
    cup = opened(club, director, replace(ROUND_ROBIN, match=MatchPlan(hands=24, place="desk")))
    bot_pairs(cup, director, 4)
    called(cup, director)
    assert [one.title for one in tournament_days(club, today, today)] == [f"{cup.name}: round 1"]
    coming = timezone.now() + timedelta(days=3)
    for match in (1, 2):
        do(cup, director, PlaceMatch(match=match, at=int(coming.timestamp())))
    assert list(tournament_days(club, today, today)) == []
    planned = list(tournament_days(club, today, today + timedelta(days=4)))
    assert [one.day for one in planned] == [timezone.localdate(coming)] * 2, "each match at its own time"

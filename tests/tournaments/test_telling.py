"""What tournaments tell the people who play in them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.members.societies import join_club
from clubs.models import Notice, Player, Team
from clubs.notices import selectors, words
from clubs.teams.services import make_team
from tests.factories import PlayerFactory
from tournaments.models import Match, Tournament
from tournaments.services import running
from tournaments.services.entries import enter_team, withdraw_team
from tournaments.services.running import call_round, start_tournament, tell_of_starts

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair(club) -> list[Player]:
    """Two people of the club."""
    made = [PlayerFactory(name=name, password="x") for name in ("Beeran", "Chacko")]
    for player in made:
        join_club(club=club, player=player)
    return made


@pytest.fixture
def team(club, pair) -> Team:
    """Their team."""
    return make_team(club=club, by=pair[0], name="Muvattupuzha", players=pair)


def told(player: Player) -> list[str]:
    zone = selectors.choices_of(player).hours.zone
    return [one.text for one in words.texts_of(selectors.notices_of(player), zone=zone)]


def test_a_partner_is_told_that_the_team_was_entered_and_withdrawn(tournament, team, pair):
    cup = tournament(3)
    Notice.objects.all().delete()

    entry = enter_team(tournament_id=cup.pk, team=team, by=pair[0])
    withdraw_team(tournament_id=cup.pk, team=team, by=pair[0])

    assert told(pair[0]) == []
    assert told(pair[1]) == [
        "Monsoon Cup: your team Muvattupuzha is withdrawn.",
        "Monsoon Cup: your team Muvattupuzha is entered.",
    ]
    assert entry.team == team


def test_the_players_of_a_match_are_told_once_when_it_is_called_to_a_table(tournament, team, pair, director):
    cup = tournament(1)
    enter_team(tournament_id=cup.pk, team=team, by=director)
    enter_rest(cup, director)
    start_tournament(tournament_id=cup.pk, by=director)

    for _ in range(2):
        call_round(tournament_id=cup.pk, number=1)

    mine = Notice.objects.filter(kind="match-starts")
    assert sorted(notice.player.name for notice in mine) == ["Beeran", "Chacko"]
    match = Match.objects.get(tournament=cup, table=mine[0].details["table"])
    assert mine[0].path == f"/tables/{match.table_id}/"
    assert "Monsoon Cup: your match begins at" in told(pair[0])[0]


def enter_rest(cup: Tournament, director: Player) -> None:
    for other in Team.objects.filter(club=cup.club).exclude(entries__tournament=cup)[:2]:
        enter_team(tournament_id=cup.pk, team=other, by=director)


def test_the_players_are_told_shortly_before_a_tournament_is_to_begin_once_for_each_time(
    tournament, team, pair, director
):
    cup = tournament(3)
    enter_team(tournament_id=cup.pk, team=team, by=director)
    now = timezone.now()
    Tournament.objects.filter(pk=cup.pk).update(starts_at=now + timedelta(minutes=20))

    assert tell_of_starts(now=now) == 0
    assert tell_of_starts(now=now + timedelta(minutes=6)) == 2
    assert tell_of_starts(now=now + timedelta(minutes=7)) == 0
    Tournament.objects.filter(pk=cup.pk).update(starts_at=now + timedelta(minutes=40))
    assert tell_of_starts(now=now + timedelta(minutes=26)) == 2
    assert tell_of_starts(now=now + timedelta(minutes=41)) == 0


def test_a_tournament_whose_start_cannot_be_told_keeps_no_other_from_being_told(
    tournament, team, pair, director, monkeypatch, caplog
):
    bad, good = tournament(3), tournament(3)
    enter_team(tournament_id=good.pk, team=team, by=director)
    now = timezone.now()
    Tournament.objects.filter(pk__in=[bad.pk, good.pk]).update(starts_at=now + timedelta(minutes=5))
    real = running.tell_soon

    def tell_soon(cup, at):
        if cup == bad:
            raise LookupError("no such team")
        return real(cup, at)

    monkeypatch.setattr(running, "tell_soon", tell_soon)

    assert tell_of_starts(now=now) == 2
    assert f"failed for {bad.pk}: LookupError" in caplog.text


def test_a_match_that_cannot_be_called_keeps_no_other_of_its_round_waiting(tournament, director, monkeypatch, caplog):
    cup = tournament(4)
    start_tournament(tournament_id=cup.pk, by=director)
    first, second = Match.objects.filter(tournament=cup, round=1).order_by("pk")
    real = running.call_match

    def call_match(*, match_id, now):
        if match_id == first.pk:
            raise LookupError("no such seat")
        return real(match_id=match_id, now=now)

    monkeypatch.setattr(running, "call_match", call_match)

    assert call_round(tournament_id=cup.pk, number=1) == 1
    second.refresh_from_db()
    assert second.table_id is not None
    assert f"The call of a match failed for {first.pk}: LookupError" in caplog.text


def test_the_start_is_news_for_the_players_and_not_for_who_gave_it(tournament, team, pair, director):
    cup = tournament(3)
    enter_team(tournament_id=cup.pk, team=team, by=director)
    Notice.objects.all().delete()

    start_tournament(tournament_id=cup.pk, by=director)

    assert told(pair[0]) == ["Monsoon Cup: the tournament has begun."]
    assert told(director) == []

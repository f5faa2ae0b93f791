"""Notices of a tournament: of entries, of its start and end, of line-ups that are due, and of each match."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from msgspec.structs import replace

from clubs.members.societies import join_club
from clubs.models import Club, Notice, Player, Team
from clubs.notices import selectors, words
from clubs.teams.services import make_team
from tests.factories import PlayerFactory, TournamentFactory
from tests.tournaments.helpers.directed import ROUND_ROBIN, bot_pairs, called, do, opened
from tournaments.deeds.entering import Withdraw
from tournaments.deeds.opening import ChangeTournament, CloseTournament
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.staging import BeginStage, CloseStage
from tournaments.directing import starting
from tournaments.directing.entering import enter
from tournaments.directing.starting import tell_of_starts
from tournaments.directing.tending import tend
from tournaments.log import states
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people(club: Club) -> list[Player]:
    """Three people of the club."""
    made = [PlayerFactory(name=name, password="x") for name in ("Beeran", "Chacko", "Devaki")]
    for player in made:
        join_club(club=club, player=player)
    return made


@pytest.fixture
def team(club: Club, people: Sequence[Player]) -> Team:
    """Their team, in which two of them sit at a table."""
    return make_team(club=club, by=people[0], name="Muvattupuzha", players=people)


def told(player: Player) -> list[str]:
    """Return what a player was told, the latest first."""
    zone = selectors.choices_of(player).hours.zone
    return [one.text for one in words.texts_of(selectors.notices_of(player), zone=zone)]


def test_partners_are_told_of_the_entry_and_of_its_end(club, director, team, people):
    cup = TournamentFactory(club=club, director=director, name="Monsoon Cup")
    Notice.objects.all().delete()

    enter(cup, by=people[0], team=team, command=uuid4())
    do(cup, people[0], Withdraw(entrant=1))
    enter(cup, by=director, players=[people[1], PlayerFactory(bot=True)], command=uuid4())
    do(cup, director, Withdraw(entrant=2))

    assert told(people[0]) == []
    of_team = ["Monsoon Cup: your team Muvattupuzha is withdrawn.", "Monsoon Cup: your team Muvattupuzha is entered."]
    assert told(people[2]) == of_team
    assert told(people[1]) == [
        "Monsoon Cup: your entry is withdrawn.", "Monsoon Cup: you are entered.", *of_team
    ]  # fmt: skip


def test_captains_are_told_of_line_ups_that_are_due(club, director, team, teams, people):
    cup = TournamentFactory(
        club=club, director=director, name="Monsoon Cup", teams=[team, *teams[:3]], line_up_minutes=30, automatic=False
    )
    called(cup, director)

    due = Notice.objects.get(kind="line-up-due")
    assert due.player == people[0]
    assert due.path.startswith(f"/tournaments/{cup.slug}/matches/")
    assert "Monsoon Cup: Muvattupuzha must name its line-up by" in told(people[0])[0]


def test_the_start_and_the_end_are_news_for_the_players_and_not_for_the_director(club, director, team, teams, people):
    plays = [director, PlayerFactory(bot=True)]
    cup = TournamentFactory(club=club, director=director, name="Monsoon Cup", teams=[team], automatic=False)
    enter(cup, by=director, players=plays, command=uuid4())
    Notice.objects.all().delete()

    do(cup, director, BeginStage(stage=1))
    assert [told(player) for player in people] == [["Monsoon Cup: the tournament has begun."]] * 3
    called(cup, director)
    do(cup, director, ReportGame(match=1, points=(3, 1)), CloseStage(stage=1), CloseTournament())
    assert told(people[0])[0] == "Monsoon Cup: the tournament is over."
    assert told(director) == []


def test_players_are_told_of_the_start_shortly_before_once_for_each_time(club: Club, director: Player, team: Team):
    states.forget_all()
    now = timezone.now()
    cup = TournamentFactory(club=club, director=director, teams=[team])

    def begins(minutes: int) -> None:
        settings = states.current(cup.pk).settings
        at = int((now + timedelta(minutes=minutes)).timestamp())
        do(cup, director, ChangeTournament(settings=replace(settings, starts_at=at)))

    begins(20)
    assert tell_of_starts(now=now) == 0
    assert tell_of_starts(now=now + timedelta(minutes=6)) == 3
    assert tell_of_starts(now=now + timedelta(minutes=7)) == 0
    begins(40)
    assert tell_of_starts(now=now + timedelta(minutes=26)) == 3
    assert tell_of_starts(now=now + timedelta(minutes=41)) == 0


def test_a_tournament_whose_start_cannot_be_told_keeps_no_other_from_being_told(
    club, director, team, monkeypatch, caplog
):
    soon = int((timezone.now() + timedelta(minutes=5)).timestamp())
    bad = TournamentFactory(club=club, director=director, starts_at=soon)
    TournamentFactory(club=club, director=director, starts_at=soon, teams=[team])
    real = starting.tell_soon

    def tell_soon(cup: Tournament, at: object) -> int:
        if cup == bad:
            raise LookupError("no such team")
        return real(cup, at)

    monkeypatch.setattr(starting, "tell_soon", tell_soon)

    assert tell_of_starts() == 3
    assert f"failed for {bad.pk}: LookupError" in caplog.text


def test_players_are_told_of_their_match_once(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, ROUND_ROBIN)
    bot_pairs(cup, director, 3)
    enter(cup, by=director, players=[director, PlayerFactory(bot=True)], command=uuid4())
    called(cup, director)
    tend(cup.pk)
    tend(cup.pk)
    assert Notice.objects.filter(player=director, kind="match-starts").count() == 1

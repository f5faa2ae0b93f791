"""What directors do in tournaments stands in the officers' log of the club."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.urls import reverse

from clubs.members import selectors
from clubs.members.offices import give_office
from clubs.members.societies import join_club
from clubs.models import Club, Player
from clubs.teams.services import make_team
from tests.api.shapes import faults_in_answer
from tests.factories import PlayerFactory, TournamentFactory
from tests.markup import one_line
from tests.tournaments.helpers.directed import called, do, play_to_the_end, state_of
from tournaments.deeds.base import Refused
from tournaments.deeds.entering import Disqualify, NoteFee, Withdraw
from tournaments.deeds.opening import CloseTournament, NameStaff, ReleaseStaff, ReopenTournament
from tournaments.deeds.playing import CorrectResult, DecideMatch, ReopenMatch, ReportGame
from tournaments.deeds.staging import AdjustPoints, BeginStage, CloseStage
from tournaments.directing import acting
from tournaments.directing.acting import act, undo
from tournaments.directing.entering import enter
from tournaments.directing.reporting import take_result
from tournaments.directing.tending import tend
from tournaments.models import MatchGame, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def logged(club: Club) -> list[str]:
    """Return the sentences of the log about tournaments, the oldest first."""
    acts = [act for act in selectors.acts(club=club) if act.action.startswith("tournament.")]
    return [line.sentence for line in reversed(selectors.log_lines(acts))]


@pytest.fixture
def cup(club, director) -> Tournament:
    """A tournament that is open for entries."""
    return TournamentFactory(club=club, director=director, name="Onam Cup", automatic=False)


@pytest.fixture
def deputy(club, director) -> Player:
    """A second director."""
    beeran = PlayerFactory(name="Beeran", password="x")
    join_club(club=club, player=beeran)
    give_office(club=club, by=director, player=beeran, role="director")
    return beeran


def test_what_a_director_decides_for_others_is_logged_in_words(club, director, deputy, teams, cup):
    for team in teams[:4]:
        enter(cup, by=deputy, team=team, command=uuid4())
    enter(cup, by=deputy, guests=["Kunjali", "Pathu"], command=uuid4())
    do(cup, director, Withdraw(entrant=2), Withdraw(entrant=5), NoteFee(entrant=1, paid=True))
    do(cup, director, NameStaff(player=str(deputy.pk), role="assistant"), ReleaseStaff(player=str(deputy.pk)))
    called(cup, deputy)
    first, second = (match.number for match in state_of(cup).matches_of(1) if match.round < 3)
    do(cup, deputy, DecideMatch(match=first, decision="walkover", winner=0))
    do(cup, deputy, ReopenMatch(match=first, reason="mistake"))
    do(cup, deputy, ReportGame(match=first, points=(3, 1)))
    do(cup, deputy, CorrectResult(match=first, game=1, points=(1, 3), reason="mistake"))
    adjusted = do(cup, director, AdjustPoints(stage=1, entrant=1, points="-1", reason="late"))
    undo(cup, adjusted.version, by=director, command=uuid4())
    do(cup, director, Disqualify(entrant=1, matches="keep", reason="disqualified"))

    events = f"Events: {adjusted.version} to {adjusted.version}"
    assert logged(club) == [
        "Annamma opened the tournament Onam Cup.",
        "Beeran entered Vembanad for Onam Cup.",
        "Beeran entered Illikkal for Onam Cup.",
        "Beeran entered Pamba for Onam Cup.",
        "Beeran entered Kabani for Onam Cup.",
        "Beeran entered players for Onam Cup. Entry: 5.",
        "Annamma withdrew Illikkal from Onam Cup.",
        "Annamma withdrew players from Onam Cup. Entry: 5.",
        "Annamma gave Beeran an office in Onam Cup.",
        "Annamma released Beeran from an office in Onam Cup.",
        "Beeran closed the entries of Onam Cup and started it. Teams: 3.",
        f"Beeran decided match {first} of Onam Cup.",
        f"Beeran withdrew the result of match {first} of Onam Cup.",
        f"Beeran corrected the result of match {first} of Onam Cup.",
        "Annamma added or deducted match points in Onam Cup. Entry: 1. Points: -1.",
        f"Annamma undid an action in Onam Cup. {events}.",
        "Annamma disqualified an entrant of Onam Cup. Entry: 1.",
    ]
    assert second


def test_the_end_of_a_tournament_is_logged(club, director, teams):
    cup = TournamentFactory(club=club, director=director, name="Onam Cup", teams=teams[:2], automatic=False)
    called(cup, director)
    do(cup, director, ReportGame(match=1, points=(3, 1)), CloseStage(stage=1))
    do(cup, director, CloseTournament(), ReopenTournament(reason="mistake"))

    assert logged(club)[-2:] == [
        "Annamma closed the tournament Onam Cup.",
        "Annamma reopened the closed tournament Onam Cup.",
    ]


def test_a_deed_that_is_repeated_is_logged_once(club, director, teams, cup):
    command = uuid4()
    for _ in range(2):
        enter(cup, by=director, team=teams[0], command=command)

    assert logged(club)[1:] == ["Annamma entered Vembanad for Onam Cup."]


def test_what_is_refused_leaves_no_line(club, director, teams, cup):
    before = logged(club)
    with pytest.raises(Refused):
        do(cup, director, BeginStage(stage=1))

    assert logged(club) == before == ["Annamma opened the tournament Onam Cup."]


def test_a_deed_that_comes_to_nothing_takes_its_line_along(club, director, teams, cup, monkeypatch):
    for team in teams[:3]:
        enter(cup, by=director, team=team, command=uuid4())
    before = logged(club)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(acting.announce, "tournament_advanced", fail)
    with pytest.raises(RuntimeError):
        act(cup, BeginStage(stage=1), by=director, command=uuid4())

    assert logged(club) == before
    assert state_of(cup).status == "open"


def test_players_who_enter_their_own_team_are_no_officers(club, cup):
    players = [PlayerFactory(name=name, password="x") for name in ("Beeran", "Devaki")]
    for player in players:
        join_club(club=club, player=player)
    team = make_team(club=club, by=players[0], name="Meenachil", players=players)
    before = logged(club)

    enter(cup, by=players[0], team=team, command=uuid4())
    do(cup, players[0], Withdraw(entrant=1))

    assert logged(club) == before


def test_what_the_clock_does_is_no_deed_of_an_officer(club, director, teams):
    made = TournamentFactory(club=club, director=director, teams=teams[:3], hands=1, started=True)
    before = logged(club)
    for _ in range(3):
        tend(made.pk)
        games = list(MatchGame.objects.filter(reported=0).values_list("pk", flat=True))
        play_to_the_end(games)
        assert all(take_result(game) for game in games)

    assert logged(club) == before


def test_the_page_and_the_api_of_the_log_name_tournaments_and_teams(club, director, teams, cup, client):
    enter(cup, by=director, team=teams[0], command=uuid4())
    client.force_login(director.user)

    page = one_line(
        client.get(reverse("clubs:log", args=[club.slug]), {"action": "tournament.entered"}).content.decode()
    )
    answer = client.get(f"/api/clubs/{club.slug}/log/", {"action": "tournament.entered"}).json()

    assert "entered Vembanad for Onam Cup." in page
    assert "opened the tournament" not in page.split('id="log"')[1]
    assert [line["action"] for line in answer["results"]] == ["tournament.entered"]
    assert "Annamma entered Vembanad for Onam Cup." in str(answer)
    assert faults_in_answer("clubs_log_list", answer) == []


def test_the_log_names_many_tournaments_with_one_query(
    club: Club, director: Player, django_assert_num_queries: Callable
):
    for number in range(3):
        TournamentFactory(club=club, director=director, name=f"Cup {number}")
    # The acts with their actors and reasons, and the names of all tournaments.
    with django_assert_num_queries(2):
        lines = selectors.log_lines(selectors.acts(club=club, action="tournament.opened"))

    assert sorted(line.sentence for line in lines) == [
        f"Annamma opened the tournament Cup {number}." for number in range(3)
    ]

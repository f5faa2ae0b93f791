"""What directors do in tournaments stands in the officers' log of the club."""

from uuid import uuid4

import pytest
from django.urls import reverse

from clubs.errors import ClubError
from clubs.members import selectors
from clubs.members.offices import give_office
from clubs.members.societies import join_club
from clubs.models import Club, OfficerAct
from clubs.teams.services import make_team
from tests.api.shapes import faults_in_answer
from tests.factories import PlayerFactory
from tests.markup import one_line
from tournaments.errors import TournamentError
from tournaments.models import Tournament
from tournaments.services.entries import enter_team, open_tournament, withdraw_team
from tournaments.services.running import advance_tournament, start_tournament

pytestmark = pytest.mark.django_db


def logged(club: Club) -> list[str]:
    """Return the sentences of the log about tournaments, the oldest first."""
    acts = [act for act in selectors.acts(club=club) if act.action.startswith("tournament.")]
    return [line.sentence for line in reversed(selectors.log_lines(acts))]


@pytest.fixture
def cup(club, director) -> Tournament:
    """A tournament that is open for entries."""
    return open_tournament(club=club, director=director, name="Onam Cup")


def test_every_deed_of_a_director_is_logged_in_words(club, director, teams, cup):
    deputy = PlayerFactory(name="Beeran", password="x")
    join_club(club=club, player=deputy)
    give_office(club=club, by=director, player=deputy, role="director")
    for team in teams[:4]:
        enter_team(tournament_id=cup.pk, team=team, by=deputy)
    withdraw_team(tournament_id=cup.pk, team=teams[1], by=director)
    start_tournament(tournament_id=cup.pk, by=deputy)

    assert logged(club) == [
        "Annamma opened the tournament Onam Cup.",
        "Beeran entered Vembanad for Onam Cup.",
        "Beeran entered Illikkal for Onam Cup.",
        "Beeran entered Pamba for Onam Cup.",
        "Beeran entered Kabani for Onam Cup.",
        "Annamma withdrew Illikkal from Onam Cup.",
        "Beeran closed the entries of Onam Cup and started it. Teams: 3.",
    ]


def test_a_tournament_that_is_opened_twice_by_one_command_is_logged_once(club, director):
    command = uuid4()
    for _ in range(2):
        open_tournament(club=club, director=director, name="Onam Cup", command=command)

    assert logged(club) == ["Annamma opened the tournament Onam Cup."]


def test_a_deed_that_is_repeated_is_logged_once(club, director, teams, cup):
    for team in teams[:4]:
        enter_team(tournament_id=cup.pk, team=team, by=director)
    with pytest.raises(TournamentError):
        enter_team(tournament_id=cup.pk, team=teams[0], by=director)
    for _ in range(2):
        withdraw_team(tournament_id=cup.pk, team=teams[0], by=director)
    start_tournament(tournament_id=cup.pk, by=director)
    with pytest.raises(TournamentError):
        start_tournament(tournament_id=cup.pk, by=director)

    actions = list(OfficerAct.objects.filter(club=club, action__startswith="tournament.").order_by("pk"))
    assert [act.action for act in actions] == [
        "tournament.opened",
        *["tournament.entered"] * 4,
        "tournament.withdrawn",
        "tournament.started",
    ]


def test_what_is_refused_leaves_no_line(club, director, teams, cup):
    before = logged(club)
    member = PlayerFactory(name="Beeran", password="x")
    join_club(club=club, player=member)
    for service, arguments in (
        (open_tournament, {"club": club, "director": member, "name": "Cup"}),
        (open_tournament, {"club": club, "director": director, "name": "Cup", "rules": "chess"}),
        (enter_team, {"tournament_id": cup.pk, "team": teams[0], "by": member}),
        (withdraw_team, {"tournament_id": cup.pk, "team": teams[0], "by": member}),
        (start_tournament, {"tournament_id": cup.pk, "by": member}),
        (start_tournament, {"tournament_id": cup.pk, "by": director}),
    ):
        with pytest.raises(ClubError):
            service(**arguments)

    assert logged(club) == before == ["Annamma opened the tournament Onam Cup."]


def test_a_deed_that_comes_to_nothing_takes_its_line_along(club, director, teams, cup, monkeypatch):
    for team in teams[:3]:
        enter_team(tournament_id=cup.pk, team=team, by=director)
    before = logged(club)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("tournaments.services.running.announce.tournament_moved", fail)
    with pytest.raises(RuntimeError):
        start_tournament(tournament_id=cup.pk, by=director)

    assert logged(club) == before


def test_players_who_enter_their_own_team_are_no_officers(club, director, cup):
    players = [PlayerFactory(name=name, password="x") for name in ("Beeran", "Devaki")]
    for player in players:
        join_club(club=club, player=player)
    team = make_team(club=club, by=players[0], name="Meenachil", players=players)
    before = logged(club)

    enter_team(tournament_id=cup.pk, team=team, by=players[0])
    withdraw_team(tournament_id=cup.pk, team=team, by=players[1])

    assert logged(club) == before


def test_what_the_clock_does_is_no_deed_of_an_officer(club, director, tournament, score):
    made = tournament(3)
    start_tournament(tournament_id=made.pk, by=director)
    before = logged(club)
    for number in (1, 2, 3):
        advance_tournament(tournament_id=made.pk)
        for match in made.matches.filter(round=number):
            score(match, 2, 0, last=True)
    while advance_tournament(tournament_id=made.pk):
        pass
    score(made.matches.get(stage="final"), 2, 0, last=True)
    assert advance_tournament(tournament_id=made.pk)

    assert logged(club) == before


def test_the_page_and_the_api_of_the_log_name_tournaments_and_teams(club, director, teams, cup, client):
    enter_team(tournament_id=cup.pk, team=teams[0], by=director)
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


def test_a_tournament_that_is_gone_is_a_dash_in_the_log(club, cup):
    cup.delete()

    assert logged(club) == [f"Annamma opened the tournament {selectors.GONE}."]


def test_the_log_names_many_tournaments_with_one_query(club, director, django_assert_num_queries):
    for number in range(5):
        open_tournament(club=club, director=director, name=f"Cup {number}")

    with django_assert_num_queries(2):
        assert len(selectors.log_lines(selectors.acts(club=club, action="tournament.opened")[:5])) == 5

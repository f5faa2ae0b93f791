"""Lists of tournaments, a player's games, and the administrators' pages."""

from uuid import uuid4

import pytest
from django.urls import reverse

from games.models import Table
from tests.factories import PlayerFactory, TournamentFactory
from tests.tournaments.helpers.directed import ROUND_ROBIN, bot_pairs, called, opened
from tournaments.directing.entering import enter
from tournaments.directing.tending import tend
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def text(response) -> str:
    return " ".join(response.content.decode().split())


@pytest.fixture
def begun(club, director, teams) -> Tournament:
    return TournamentFactory(club=club, director=director, name="Monsoon Cup", teams=teams[:4], started=True)


def test_a_player_sees_that_the_match_is_called(client, club, director):
    cup = opened(club, director, ROUND_ROBIN)
    bot_pairs(cup, director, 1)
    enter(cup, by=director, players=[director, PlayerFactory(bot=True)], command=uuid4())
    client.force_login(director.user)
    assert "called" not in text(client.get(reverse("tournaments:mine")))

    called(cup, director)
    tend(cup.pk)

    table = Table.objects.get()
    fragment = text(client.get(reverse("tournaments:mine")))
    assert f"Your match is called: table {table.number}" in fragment
    assert reverse("games:table", args=[table.pk]) in fragment


def test_the_list_shows_what_is_played_first_and_finds_by_name(client, begun, club, director, teams):
    TournamentFactory(club=club, director=director, name="Onam Cup", teams=teams[:3])

    page = text(client.get(reverse("tournaments:list")))
    assert page.index("▸ Playing") < page.index("○ Open for entries")
    assert "3 entries" in page
    found = text(client.get(reverse("tournaments:list"), {"q": "onam"}))
    assert "Onam Cup" in found
    assert "Monsoon Cup" not in found


def test_directors_find_their_desks_and_how_to_open_a_tournament_on_the_list(client, club, director):
    opens = reverse("tournaments:open", args=[club.slug])
    assert opens not in text(client.get(reverse("tournaments:list")))
    client.force_login(director.user)
    page = text(client.get(reverse("tournaments:list")))
    assert opens in page
    assert reverse("tournaments:desks") in page


def test_the_fragment_for_other_pages_keeps_to_its_club(client, begun, club):
    assert "Monsoon Cup" in text(client.get(reverse("tournaments:now")))
    assert "Monsoon Cup" in text(client.get(reverse("tournaments:now"), {"club": club.slug}))
    assert client.get(reverse("tournaments:now"), {"club": "\x00"}).status_code == 200


def test_the_administrators_pages_of_tournaments_open(client, begun, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("root@example.org", "x"))

    assert client.get(reverse("admin:tournaments_tournament_changelist")).status_code == 200
    assert client.get(reverse("admin:tournaments_tournament_change", args=[begun.pk])).status_code == 200

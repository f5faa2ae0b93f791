"""The latest results of a player's clubs on the first page, withdrawn ones, and the names of games in the ledger."""

import re
from datetime import date
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import PrivacyChoices
from games.projections import Results
from games.results import services
from games.results.naming import name_games
from games.store import projector
from tests.clubs.helpers.ledgers import game, put
from tests.factories import PlayerFactory
from tests.games.helpers.played import club_of
from tests.games.helpers.tables import people
from tests.markup import one_line, tight

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def players():
    return [PlayerFactory(name="Ammini", password=uuid4().hex), *people()[1:]]


@pytest.fixture
def club(players):
    return club_of(*players)


@pytest.fixture
def result(club, players):
    """A result that the first side has won."""
    entered = services.enter_result(
        club=club, player=players[0], rules="28-kerala-4", players=players, points=[3, 0], played_on=date(2026, 5, 1)
    )
    projector.run_once(Results)
    return entered


def shown(player, path: str) -> str:
    client = Client()
    client.force_login(player.user)
    return one_line(client.get(path).content.decode())


def test_the_first_page_shows_the_latest_results_of_ones_own_clubs(result, club, players):
    assert f"Latest results of {club.name}" in shown(players[0], "/")
    assert "Latest results" not in shown(PlayerFactory(name="Govindan", password=uuid4().hex), "/")


def test_a_withdrawn_result_is_struck_through_and_no_latest_one(result, club, players):
    services.withdraw_result(result_id=result.pk, player=players[0], reason="The sheet was another's.")
    projector.run_once(Results)

    page = shown(players[0], reverse("games:club_games", args=[club.slug]))

    assert '<li class="withdrawn">' in page
    assert "does not count" not in page
    assert "Latest results" not in shown(players[0], "/")


def test_a_game_is_named_by_its_day_and_by_who_beat_whom(result, club, players):
    named = name_games(club, [result.pk, uuid4()], players[0])

    assert list(named) == [result.pk]
    assert named[result.pk].sentence == "Result, 1 May: Ammini and Chacko beat Beeran and Devaki"
    assert named[result.pk].path == reverse("games:result", args=[result.pk])


def test_an_entry_of_a_game_has_the_game_as_its_title(result, club, players):
    moved = game(club, {players[0]: 3, players[1]: -3}, stream=result.pk, hand=None)
    unknown = game(club, {players[0]: 3, players[1]: -3}, hand=None, day=date(2026, 5, 2))
    entry = put(moved, unknown)[0].entry
    title = "Result, 1 May: Ammini and Chacko beat Beeran and Devaki"

    for path in (
        reverse("clubs:ledger", args=[club.slug]),
        reverse("clubs:ledger_statement", args=[club.slug, players[0].pk]),
    ):
        page = tight(shown(players[0], path))
        assert re.search(rf'ledger/{entry}/"\s*>{title}</a>', page)
        assert page.count(title) == 1
        assert ">Game of 2 May</a>" in page
    assert f"<b>{title}.</b>" in shown(players[0], reverse("clubs:ledger_entry", args=[club.slug, entry]))


def test_a_name_that_its_owner_hides_is_not_in_the_ledger(result, club, players):
    sentence = name_games(club, [result.pk], None)[result.pk].sentence

    assert "Ammini" in sentence

    PrivacyChoices.objects.create(player=players[0], results="nobody")
    assert "Ammini" not in name_games(club, [result.pk], None)[result.pk].sentence

"""The line of a table that leads back to its tournament."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player
from games.models import Table
from tests.factories import TableFactory
from tests.markup import one_line
from tests.tournaments.helpers.directed import ROUND_ROBIN, bot_pairs, called, opened
from tournaments.directing.tending import tend
from tournaments.log import states
from tournaments.models import MatchGame, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    states.forget_all()
    cup = opened(club, director, ROUND_ROBIN)
    bot_pairs(cup, director, 4)
    called(cup, director)
    tend(cup.pk)
    return cup


def table_of(cup: Tournament) -> Table:
    return Table.objects.get(pk=MatchGame.objects.filter(tournament=cup).order_by("match")[0].pk)


def page(table: Table) -> str:
    return one_line(Client().get(reverse("games:table", args=[table.pk])).content.decode())


def test_everybody_at_a_table_of_a_match_is_led_back_to_the_event(cup: Tournament, director: Player):
    table = table_of(cup)
    shown = page(table)

    address = reverse("tournaments:tournament", args=[cup.slug])
    assert f'<a href="{address}">Onam Swiss</a>' in shown
    assert "Round robin, round 1 of 3" in shown
    assert f"{director.name} opened the table" not in shown


def test_another_table_has_no_such_line(director: Player):
    table = TableFactory(player=director, rules="28-kerala-4", command=uuid4())

    assert "of-event" not in page(table)
    assert f"{director.name} opened the table" in page(table)

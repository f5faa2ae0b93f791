"""A scene: what all viewers of a table see alike, and which of them see what every visitor sees."""

import pytest

from clubs.models import Player
from games.models import Table
from games.tables.selectors.scene import Scene
from games.tables.selectors.states import load_state
from games.tables.services.seats import leave_seat
from tests.games.helpers.tables import START, dealt_table, people, person, play_on, table_of

pytestmark = pytest.mark.django_db


def scene_of(table: Table) -> Scene:
    return Scene(Table.objects.get(pk=table.pk), load_state(table.pk))


def sees_as_a_visitor(table: Table, player: Player) -> bool:
    """Tell whether the scene says so, which has to be true then."""
    scene = scene_of(table)
    public = scene.looks_public_to(player)
    assert not public or scene.view(player, now=START) == scene.view(None, now=START)
    return public


def test_a_spectator_with_an_account_sees_a_running_game_as_every_visitor_does():
    players = people()
    table, spectator = dealt_table(players), person("Eapen")

    assert sees_as_a_visitor(table, spectator)
    assert not any(sees_as_a_visitor(table, player) for player in players)

    play_on(table, players, lambda actions: actions[0], lambda state: state.ended_at is not None)
    assert sees_as_a_visitor(table, spectator), "and the finished game too"


def test_somebody_who_may_sit_down_or_take_a_seat_over_sees_more_than_a_visitor():
    waiting, spectator = table_of(people()[:2], rules="28-kerala-4"), person("Eapen")
    assert not sees_as_a_visitor(waiting, spectator)
    assert "sit" in scene_of(waiting).view(spectator).may

    players = [person(name) for name in ("Gopi", "Hari", "Isha", "Jaya")]
    table = dealt_table(players)
    leave_seat(table_id=table.pk, player=players[1])
    assert not sees_as_a_visitor(table, spectator)
    assert "substitute" in scene_of(table).view(spectator).may


def test_nobody_sees_a_table_by_invitation_as_every_visitor_does():
    players = people()
    table = dealt_table(players, invitation=True)

    assert not scene_of(table).looks_public_to(None)
    assert not any(sees_as_a_visitor(table, player) for player in (*players, person("Eapen")))


def test_the_player_who_opened_a_table_and_sits_elsewhere_is_told_that_it_is_theirs():
    players = people()
    table = dealt_table(players)
    host = person("Kurian")
    Table.objects.filter(pk=table.pk).update(opened_by=host)

    assert not sees_as_a_visitor(table, host)
    assert scene_of(table).view(host).opened_by_viewer

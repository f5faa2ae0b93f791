"""A scene: what all viewers of a table see alike, and which of them see what every visitor sees."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from itertools import product
from random import Random
from uuid import uuid4

import pytest
from django.utils import timezone

import engine
from clubs.accounts.visitors import make_visiting_player
from clubs.models import Player
from games.errors import TableError
from games.models import Table
from games.tables.selectors.scene import Scene
from games.tables.selectors.states import load_state
from games.tables.services.meanings import ask_meaning
from games.tables.services.play import act, answer_claim, pause_deal, return_to_seat
from games.tables.services.seats import leave_seat
from games.tables.services.substitutes import substitute
from tests.games.helpers.tables import START, dealt_table, due, people, person, play_on, table_of
from tests.lanes import in_lanes
from tests.strategies import lively

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


def _stir(table: Table, players: list[Player], others: list[Player], chance: Random) -> None:
    """Let somebody do something at a table beside playing, if it may be done."""
    state = load_state(table.pk)
    seat, other = chance.randrange(len(players)), chance.choice(others)
    claim = state.claim.seat if state.claim is not None else 0
    at = {"table_id": table.pk, "now": state.since + timedelta(seconds=1)}
    own = {**at, "player": players[seat]}
    deeds: list[Callable[[], object]] = [
        lambda: leave_seat(**own),
        lambda: return_to_seat(**own),
        lambda: substitute(**at, player=other, seat=seat),
        lambda: substitute(**own, seat=seat),
        lambda: leave_seat(**at, player=other),
        lambda: pause_deal(**own),
        lambda: ask_meaning(**own, call=chance.randrange(3)),
        lambda: act(**own, action=engine.Claim(seat), expected_version=None, command=uuid4()),
        lambda: answer_claim(**own, claimer=claim, agree=False),
    ]
    with suppress(TableError, engine.IllegalAction):
        chance.choice(deeds)()


GAMES = ("28-kerala-4", "56-kerala-4")


@pytest.mark.parametrize("game", in_lanes(product(GAMES, range(6)), [(GAMES[0], 0), (GAMES[1], 0)]))
def test_whoever_is_sent_the_visitors_picture_sees_what_a_visitor_sees(game):
    """In all that play leads to: seats left and taken over, substitutes named, claims, questions, a hand shown late."""
    rules, seed = game
    chance = Random(seed)
    players, others = people(), [person(name) for name in ("Eapen", "Gopi")]
    table = dealt_table(players, rules=rules, options={}, shown_seat=0, shown_delay=60, chat=chance.random() < 0.5)
    visiting, host = make_visiting_player(name="Hari"), person("Kurian")
    if chance.random() < 0.5:
        Table.objects.filter(pk=table.pk).update(opened_by=host)
    viewers, answers = [*players, *others, visiting, host], set()
    by_id = {str(viewer.pk): viewer for viewer in viewers}
    among = lively(chance, concede=0)

    def choose(actions: list[engine.Action]) -> engine.Action:
        return among([action for action in actions if not isinstance(action, engine.Claim)])

    for _ in range(60):
        scene, now = scene_of(table), timezone.now()
        for viewer in viewers:
            public = scene.looks_public_to(viewer)
            answers.add(public)
            assert not public or scene.view(viewer, now=now) == scene.view(None, now=now)
        if scene.state.ended_at is not None:
            break
        if chance.random() < 0.2:
            _stir(table, players, others, chance)
        if scene.state.claim is None and scene.state.turn is not None and scene.state.seats[scene.state.turn].attended:
            # Somebody else may have taken a seat over.
            seated = [by_id[seat.player] for seat in scene.state.seats]
            play_on(table, seated, choose, lambda state, seen=scene.state.version: state.version > seen)
        else:
            due(table.pk)

    assert answers == {True, False}

"""The audience of a table: frames of what has changed, shared by all who see the same, and nobody waits for another."""

import asyncio
import json
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async as database

import engine
from clubs.models import Player
from games.models import Table
from games.screen import audiences, pictures
from games.screen.pictures import Glance, paint
from games.tables.selectors.states import load_state
from games.tables.services.play import act
from tests.factories import PlayerFactory
from tests.games.helpers.lines import ANSWER_SECONDS, Line, version
from tests.games.helpers.tables import dealt_table, table_of

pytestmark = pytest.mark.django_db(transaction=True)


def four_and_a_table() -> tuple[list[Player], Table]:
    players = [PlayerFactory(name=name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]
    return players, dealt_table(players)


def bid(table: Table, players: list[Player], value: int) -> int:
    """Let the seat on turn bid."""
    state = load_state(table.pk)
    assert state.turn is not None
    action = engine.Bid(state.turn, value)
    return act(table_id=table.pk, player=players[state.turn], action=action, expected_version=None, command=uuid4())


async def test_a_page_gets_the_whole_table_once_and_then_what_has_changed():
    players, table = await database(four_and_a_table)()
    line = Line(table.pk, None)
    whole = await line.open()

    await database(bid)(table, players, 14)
    changed = await line.hear()

    assert 'id="table"' in whole
    assert 'id="table"' not in changed
    assert version(changed) == version(whole) + 1
    assert 'id="middle"' in changed
    assert 'id="top"' not in changed, "the title stays"
    assert 'id="table"' in await line.say(do="look"), "a page that has lost its way gets it whole"
    await line.close()


async def test_those_who_see_the_same_share_one_picture_and_one_frame(monkeypatch):
    players, table = await database(four_and_a_table)()
    spectators = [
        Line(table.pk, None),
        Line(table.pk, await database(PlayerFactory)(name="Eapen")),
        Line(table.pk, None),
    ]
    foreign = Line(table.pk, None, language="ml")
    for line in (*spectators, foreign):
        await line.open()
    painted = []
    real = pictures._picture
    monkeypatch.setattr(pictures, "_picture", lambda scene, glance: painted.append(glance) or real(scene, glance))

    await database(bid)(table, players, 14)
    frames = [await line.hear() for line in spectators]

    assert frames[0] == frames[1] == frames[2]
    assert await foreign.hear() != frames[0]
    assert sorted(glance.language for glance in painted) == ["en", "ml"], "one a language"
    for line in (*spectators, foreign):
        await line.close()


def test_a_player_never_shares_the_picture_of_another():
    players, table = four_and_a_table()
    spectator = PlayerFactory(name="Eapen")
    glances = [Glance(player, "en") for player in (*players, spectator, None)]

    painted = paint(table.pk, glances)

    assert painted[Glance(spectator, "en")] is painted[Glance(None, "en")]
    assert len({id(picture) for picture in painted.values()}) == 5
    hands = [painted[glance].parts["hand"] for glance in glances]
    assert len(set(hands[:4])) == 4
    assert hands[4].cards == ()


async def test_a_connection_that_takes_nothing_holds_up_nobody_and_gets_the_newest_table_then(monkeypatch):
    players, table = await database(four_and_a_table)()
    slow, quick = Line(table.pk, None), Line(table.pk, None)
    seen = version(await slow.open())
    await slow.hear(here=True)
    await quick.open()
    go_on = asyncio.Event()
    stuck = next(iter(audiences.audience_of(table.pk).viewers))
    real = stuck._send

    async def wait(message):
        await go_on.wait()
        await real(message)

    monkeypatch.setattr(stuck, "_send", wait)
    for value in (14, 15, 16):
        await database(bid)(table, players, value)
        assert version(await quick.hear()) == seen + value - 13

    assert await slow.socket.receive_nothing(timeout=0.2)
    go_on.set()
    assert version(await slow.hear()) == seen + 1, "the one that was on its way"
    assert version(await slow.hear()) == seen + 3, "and then what it has missed, at once"
    for line in (slow, quick):
        await line.close()


async def test_a_command_is_answered_even_if_its_sender_has_seen_all_there_is():
    """The answer to a repeated command has only the head of the page: nothing else has changed."""
    players, table = await database(four_and_a_table)()
    turn = (await database(load_state)(table.pk)).turn
    line = Line(table.pk, players[turn])
    seen = version(await line.open())

    first = await line.say(do="bid", value="14", version=str(seen))
    again = await line.say(do="bid", value="14", version=str(seen))

    assert version(first) == version(again) == seen + 1
    assert again.count('hx-swap-oob="morph"') == 1
    await line.close()


async def test_an_audience_ends_with_its_last_viewer_and_begins_anew():
    _players, table = await database(four_and_a_table)()
    lines = [Line(table.pk, None) for _ in range(3)]
    for line in lines:
        await line.open()
    audience = audiences.audience_of(table.pk)
    assert len(audience.viewers) == 3

    await asyncio.gather(*(line.close() for line in lines))

    later = Line(table.pk, None)
    await later.open()
    assert audiences.audience_of(table.pk) is not audience
    assert all(task.done() for task in audience._standing)
    await later.close()


async def test_a_table_that_cannot_be_painted_closes_its_connections_and_the_page_tries_again(monkeypatch):
    players, table = await database(four_and_a_table)()
    line = Line(table.pk, players[0])
    await line.open()

    def fail(*_: object) -> None:
        raise RuntimeError("SJ")

    with monkeypatch.context() as patch:
        patch.setattr(audiences, "paint", fail)
        await line.socket.send_input({"type": "websocket.receive", "text": json.dumps({"do": "look"})})
        while (answer := await line.socket.receive_output(timeout=ANSWER_SECONDS))["type"] != "websocket.close":
            assert 'id="here"' in answer["text"]
    assert answer["code"] == 1011
    await line.close()
    again = Line(table.pk, players[0])
    assert version(await again.open()) > 0
    await again.close()


async def test_a_spectator_who_sits_down_is_there_at_once():
    """The player's connection was open before, so nothing else would say so until the next heartbeat."""
    players = [await database(PlayerFactory)(name=name) for name in ("Ammini", "Beeran")]
    table = await database(table_of)(players[:1], rules="28-kerala-4")
    host, guest = Line(table.pk, players[0]), Line(table.pk, players[1])
    await host.open()
    assert 'data-seats="0"' in await host.hear(here=True)
    seen = version(await guest.open())

    await guest.say(do="sit:1", version=str(seen))

    assert 'data-seats="0 1"' in await host.hear(here=True)
    for line in (host, guest):
        await line.close()

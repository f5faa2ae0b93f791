"""An audience under attack, and while servers fail: nothing is lost, nobody waits for good, nothing is left behind."""

import asyncio
import json
from contextlib import suppress
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async as database
from channels.layers import get_channel_layer
from channels_redis.pubsub import RedisPubSubLoopLayer
from django.db import OperationalError

import engine
from clubs.models import Player
from games.models import Table
from games.screen import audiences
from games.screen.pictures import Picture
from games.tables.announce import group_of
from games.tables.selectors.states import load_state
from games.tables.services.play import act
from tests.factories import PlayerFactory
from tests.games.helpers.lines import ANSWER_SECONDS, Line, version
from tests.games.helpers.tables import dealt_table

pytestmark = pytest.mark.django_db(transaction=True)


def four_and_a_table(**terms: object) -> tuple[list[Player], Table]:
    players = [PlayerFactory(name=name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]
    return players, dealt_table(players, **terms)


def bid(table: Table, players: list[Player], value: int) -> None:
    """Let the seat on turn bid."""
    turn = load_state(table.pk).turn
    assert turn is not None
    action = engine.Bid(turn, value)
    act(table_id=table.pk, player=players[turn], action=action, expected_version=None, command=uuid4())


async def closed(line: Line) -> int:
    """Return the code with which a connection is closed."""
    while (answer := await line.socket.receive_output(timeout=ANSWER_SECONDS))["type"] != "websocket.close":
        pass
    return answer["code"]


class Held:
    """Lets calls of `paint` begin, and end when they may."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()
        self.calls = 0
        real = audiences.in_thread

        async def in_thread(call, *arguments):
            result = await real(call, *arguments)
            if call is audiences.paint:
                self.calls += 1
                self.begun.set()
                await self.go_on.wait()
            return result

        monkeypatch.setattr(audiences, "in_thread", in_thread)


@pytest.mark.parametrize("asked", ["a refusal", "the whole table"])
async def test_what_is_asked_for_while_the_table_is_being_painted_is_not_lost(asked, monkeypatch):
    players, table = await database(four_and_a_table)()
    turn = (await database(load_state)(table.pk)).turn
    line = Line(table.pk, players[turn])
    seen = version(await line.open())
    audience = audiences.audience_of(table.pk)
    viewer = next(iter(audience.viewers))
    held = Held(monkeypatch)

    audience._due[viewer] = None
    audience._paint_soon()
    await asyncio.wait_for(held.begun.wait(), ANSWER_SECONDS)
    fields = {"do": "bid", "value": "99", "version": str(seen)} if asked == "a refusal" else {"do": "look"}
    await line.socket.send_input({"type": "websocket.receive", "text": json.dumps(fields)})
    while not viewer.waiting:
        await asyncio.sleep(0.01)
    held.go_on.set()

    frames = [await line.hear(), await line.hear()]
    wanted = 'id="why"' if asked == "a refusal" else 'id="table"'
    assert any(wanted in frame for frame in frames)
    await line.close()


@pytest.mark.parametrize("place", ["logins", "frames"])
async def test_nobody_waits_for_a_frame_that_could_not_be_made(place, monkeypatch):
    players, table = await database(four_and_a_table)()
    lines = [Line(table.pk, player) for player in (*players, None)]
    for line in lines:
        await line.open()
    real = Picture.frame_after

    async def no_logins(members):
        raise OperationalError

    def no_frame(picture, shown):
        if picture.parts["hand"].cards:
            raise RuntimeError
        return real(picture, shown)

    if place == "logins":
        monkeypatch.setattr(audiences.Viewer, "is_stale", property(lambda viewer: viewer.player is not None))
        monkeypatch.setattr(audiences, "check_logins", no_logins)
    else:
        monkeypatch.setattr(Picture, "frame_after", no_frame)
    await database(bid)(table, players, 14)

    assert [await closed(line) for line in lines[:4]] == [1011] * 4
    assert version(await lines[4].hear()) > 0, "a visitor, whose frame is well, has it"
    monkeypatch.undo()
    for line in lines:
        await line.close()


async def test_an_audience_that_could_not_hear_its_table_is_not_kept_for_those_who_come_later(monkeypatch):
    _players, table = await database(four_and_a_table)()
    real = RedisPubSubLoopLayer.group_add

    async def away(layer, group, channel):
        raise ConnectionError

    go_on = asyncio.Event()
    first = Line(table.pk, None)
    monkeypatch.setattr(RedisPubSubLoopLayer, "group_add", away)
    leave = audiences.Audience.leave

    async def slowly(audience, viewer):
        await go_on.wait()
        await leave(audience, viewer)

    monkeypatch.setattr(audiences.Audience, "leave", slowly)
    await first.begin()
    await asyncio.sleep(0.2)
    monkeypatch.setattr(RedisPubSubLoopLayer, "group_add", real)
    second = Line(table.pk, None)

    assert version(await second.open()) > 0
    go_on.set()
    await second.close()


async def test_an_audience_that_ends_before_it_hears_its_table_leaves_nothing_behind(monkeypatch):
    _players, table = await database(four_and_a_table)()
    real = RedisPubSubLoopLayer.group_add
    go_on = asyncio.Event()

    async def slowly(layer, group, channel):
        await go_on.wait()
        await real(layer, group, channel)

    monkeypatch.setattr(RedisPubSubLoopLayer, "group_add", slowly)
    line = Line(table.pk, None)
    await line.begin()
    while table.pk not in audiences._audiences.here():
        await asyncio.sleep(0.01)
    audience = audiences.audience_of(table.pk)
    while not audience.viewers:
        await asyncio.sleep(0.01)
    await audience.hang_up(next(iter(audience.viewers)), 4404)
    go_on.set()
    await closed(line)
    await line.close()

    while not all(task.done() for task in (*audience._standing, *audience._tasks)):
        await asyncio.sleep(0.01)


async def test_a_viewer_is_hung_up_on_even_if_nobody_can_be_told(monkeypatch):
    players, table = await database(four_and_a_table)()
    line = Line(table.pk, players[0])
    await line.open()
    audience = audiences.audience_of(table.pk)

    async def away(layer, group, message):
        raise ConnectionError

    monkeypatch.setattr(RedisPubSubLoopLayer, "group_send", away)
    with suppress(ConnectionError):
        await audience.hang_up(next(iter(audience.viewers)), 4404)

    assert await closed(line) == 4404
    await line.close()


@pytest.mark.parametrize(
    "message",
    [
        {"type": "table.advanced"},
        {"type": "table.advanced", "version": "newest"},
        {"type": "table.advanced", "version": -1},
        {"type": "table.unknown"},
        {"kind": "of another program"},
    ],
)
async def test_a_message_that_makes_no_sense_does_not_end_the_listening(message):
    players, table = await database(four_and_a_table)()
    line = Line(table.pk, None)
    seen = version(await line.open())

    await get_channel_layer().group_send(group_of(table.pk), message)
    await asyncio.sleep(0.2)
    await database(bid)(table, players, 14)

    while (shown := version(await line.hear())) == seen:
        pass
    assert shown == seen + 1
    await line.close()


async def test_the_chat_is_read_for_those_who_sit_there_only(monkeypatch):
    players, table = await database(four_and_a_table)()
    lines = [Line(table.pk, player) for player in (players[0], *[await database(PlayerFactory)() for _ in range(3)])]
    for line in lines:
        await line.open()
    read = []
    real = audiences.chat_for
    monkeypatch.setattr(audiences, "chat_for", lambda *args: read.append(args[1].player) or real(*args))

    await lines[0].socket.send_input(
        {"type": "websocket.receive", "text": json.dumps({"do": "chat", "text": "hello", "command": str(uuid4())})}
    )
    while "hello" not in (await lines[0].socket.receive_output(timeout=ANSWER_SECONDS))["text"]:
        pass
    await asyncio.sleep(0.3)

    assert read
    assert set(read) == {players[0]}
    for line in lines:
        await line.close()

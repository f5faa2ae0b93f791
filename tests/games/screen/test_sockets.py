"""The table's socket: whose eyes it renders for, what it does with what it is sent, and that nothing ends it."""

import asyncio
import itertools
import json
import re
from importlib import import_module
from typing import Any
from uuid import uuid4

import pytest
import redis
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import OperationalError
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

import engine
from clubs.models import Player, User
from config.asgi import application
from games import store
from games.models import Table
from games.tables import presence
from games.tables.announce import group_of
from games.tables.selectors.states import load_state
from games.tables.services.play import act
from games.tables.services.seats import open_table
from tests.factories import PlayerFactory
from tests.games.helpers.lines import ANSWER_SECONDS, Line, version
from tests.games.helpers.tables import dealt_table

pytestmark = pytest.mark.django_db(transaction=True)

database = sync_to_async


def account(name: str) -> Player:
    return PlayerFactory(name=name)


def four() -> list[Player]:
    return [account(name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]


def _named(place: str) -> Any:
    """Return what stands under a dotted name."""
    module, _, name = place.rpartition(".")
    return getattr(import_module(module), name)


def opener(table: Table) -> int:
    return load_state(table.pk).turn


async def test_a_viewer_gets_the_table_as_it_stands():
    players = await database(four)()
    table = await database(dealt_table)(players)
    line = Line(table.pk, players[0])

    text = await line.open()

    held = await database(lambda: engine.view(load_state(table.pk).game, 0).hand)()
    assert set(re.findall(r'data-card="(\w\w)"', text)) == set(held)
    await line.close()


async def test_each_viewer_reads_the_table_and_its_refusals_in_their_own_language():
    """28-AUD-3."""
    players = await database(four)()
    table = await database(dealt_table)(players)
    waiting = players[(await database(opener)(table) + 1) % 4]
    visitor, player = Line(table.pk, None), Line(table.pk, waiting, language="ml")

    there, here = await visitor.open(), await player.open()
    refused = await player.say(do="pass", version=version(here))
    unread = await player.say(do="nonsense")

    with translation.override("ml"):
        english = ("Auction", "It is not your turn.", "The input could not be read; nothing was done.")
        words = [gettext(text) for text in english]
    assert all(said in text for said, text in zip(words, (here, refused, unread), strict=True))
    assert not any(said in there for said in words)
    assert "Auction" in there
    await visitor.close()
    await player.close()


async def test_a_spectator_gets_no_card():
    players = await database(four)()
    table = await database(dealt_table)(players)
    line = Line(table.pk, None)

    text = await line.open()

    assert "data-card" not in text
    assert 'name="do"' not in text
    await line.close()


async def test_an_action_reaches_everybody_each_with_their_own_hand():
    players = await database(four)()
    table = await database(dealt_table)(players)
    seat = await database(opener)(table)
    mover, other = Line(table.pk, players[seat]), Line(table.pk, players[(seat + 1) % 4])
    seen = version(await mover.open())
    await other.open()

    answer = await mover.say(do="bid", value="14", version=str(seen))
    heard = await other.hear()

    assert version(answer) == version(heard) == seen + 1
    assert set(re.findall(r'data-card="(\w\w)"', answer)).isdisjoint(re.findall(r'data-card="(\w\w)"', heard))
    await mover.close()
    await other.close()


async def test_a_message_sent_twice_counts_once():
    players = await database(four)()
    table = await database(dealt_table)(players)
    seat = await database(opener)(table)
    line = Line(table.pk, players[seat])
    seen = version(await line.open())

    await line.say(do="bid", value="14", version=str(seen))
    await line.say(do="bid", value="14", version=str(seen))

    bids = [one.event for one in await database(store.load)(table.pk) if isinstance(one.event, engine.BidMade)]
    assert bids == [engine.BidMade(seat, 14)]
    await line.close()


async def test_a_refusal_is_told_to_its_sender_alone_and_changes_nothing():
    """28-AUC-2: the opener must bid."""
    players = await database(four)()
    table = await database(dealt_table)(players)
    seat = await database(opener)(table)
    mover, other = Line(table.pk, players[seat]), Line(table.pk, players[(seat + 1) % 4])
    seen = version(await mover.open())
    await other.open()

    answer = await mover.say(do="pass", version=str(seen))

    assert "28-AUC-2" in answer
    assert version(answer) == seen
    # The next the other one hears is what is done after it.
    await mover.say(do="bid", value="14", version=str(seen))
    assert version(await other.hear()) == seen + 1
    await mover.close()
    await other.close()


async def test_nobody_acts_for_another_seat():
    """The action is always the sender's own, whatever else the message says; out of turn it is refused."""
    players = await database(four)()
    table = await database(dealt_table)(players)
    seat = await database(opener)(table)
    line = Line(table.pk, players[(seat + 1) % 4])
    seen = version(await line.open())

    answer = await line.say(do="bid", value="14", version=str(seen), seat=str(seat), player=str(players[seat].pk))

    assert 'id="why"' in answer
    assert version(answer) == seen
    await line.close()


async def test_a_visitor_and_a_stranger_may_do_nothing():
    players = await database(four)()
    table = await database(dealt_table)(players)
    stranger = await database(account)("Eapen")
    for player, said in ((None, "Sign in"), (stranger, "do not sit")):
        line = Line(table.pk, player)
        seen = version(await line.open())
        answer = await line.say(do="bid", value="14", version=str(seen))
        assert said in answer
        assert version(answer) == seen
        await line.close()


async def test_a_table_that_is_not_there_is_said_so_and_closed():
    line = Line(uuid4(), None)
    await line.begin()

    closed = await line.socket.receive_output(timeout=ANSWER_SECONDS)
    assert (closed["type"], closed["code"]) == ("websocket.close", 4404)


@pytest.mark.parametrize("path", ["/ws/", "/ws/table/7/", "/clubs/", "/"])
async def test_a_socket_to_anywhere_else_is_refused(path):
    here = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    line = ApplicationCommunicator(
        application, {"type": "websocket", "path": path, "query_string": b"", "headers": here}
    )
    await line.send_input({"type": "websocket.connect"})

    assert (await line.receive_output(ANSWER_SECONDS))["type"] == "websocket.close"


async def test_a_table_by_invitation_is_not_there_for_strangers_but_for_the_invited():
    players = await database(four)()
    stranger = await database(account)("Eapen")
    table = await database(open_table)(
        player=players[0], rules="28-kerala-4", options={}, invitation=True, command=uuid4()
    )
    line = Line(table.pk, stranger)
    await line.begin()
    closed = await line.socket.receive_output(timeout=ANSWER_SECONDS)
    assert closed["code"] == 4404

    table = await database(Table.objects.get)(pk=table.pk)
    invited = Line(table.pk, stranger, f"invitation={table.invitation}")
    assert 'value="sit:1"' in await invited.open()
    # Half a character: what no database and no digest could take.
    assert 'id="why"' in await invited.say(do="sit:1", invitation="\ud800", version="1")
    answer = await invited.say(do="sit:1", invitation=table.invitation, version="1")
    assert "Eapen" in answer
    await invited.close()


@pytest.mark.parametrize(
    "garbage",
    [
        "",
        "{",
        "null",
        "[]",
        '"bid"',
        "17",
        "{}",
        '{"do": null}',
        '{"do": {"do": "bid"}}',
        '{"do": "bid", "value": "' + "9" * 3000 + '", "version": "1"}',
        '{"do": "play:\\u0000", "version": "1"}',
        '{"do": "bid", "value": NaN, "version": "1"}',
        '{"do": "sit:9999", "version": "1"}',
        '{"do": "bot:77", "version": "1"}',
        '{"do": "sit:1", "invitation": "\\u0000", "version": "1"}',
        '{"do": "entropy", "hand": "999999", "entropy": "zz", "version": "1"}',
        '{"do": "entropy", "hand": "1", "entropy": "00", "version": "\\ud800"}',
        "[" * 3000,
        "x" * 100_000,
    ],
)
async def test_garbage_is_answered_with_the_table_and_changes_nothing(garbage):
    players = await database(four)()
    table = await database(dealt_table)(players)
    line = Line(table.pk, players[0])
    seen = version(await line.open())

    await line.socket.send_input({"type": "websocket.receive", "text": garbage})
    answer = await line.hear()

    assert version(answer) == seen
    assert 'id="why"' in answer
    await line.close()


async def test_bytes_are_no_message():
    players = await database(four)()
    table = await database(dealt_table)(players)
    line = Line(table.pk, players[0])
    seen = version(await line.open())

    await line.socket.send_input({"type": "websocket.receive", "bytes": b"\xff\xfe"})

    assert version(await line.hear()) == seen
    await line.close()


async def test_the_group_is_told_a_version_and_nothing_else():
    """Whoever listens on Redis learns that a table advanced, and no more."""
    players = await database(four)()
    table = await database(dealt_table)(players)
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(group_of(table.pk), channel)
    seat = await database(opener)(table)

    await database(act)(
        table_id=table.pk, player=players[seat], action=engine.Bid(seat, 14), expected_version=None, command=uuid4()
    )

    message = await layer.receive(channel)
    assert set(message) == {"type", "version"}
    await layer.group_discard(group_of(table.pk), channel)


async def test_a_page_may_look_again():
    players = await database(four)()
    table = await database(dealt_table)(players)
    line = Line(table.pk, players[0])
    seen = version(await line.open())

    answer = await line.say(do="look")

    assert version(answer) == seen
    assert 'id="why"' not in answer
    await line.close()


@pytest.mark.parametrize("way_out", ["sign out", "another password", "account closed"])
async def test_who_is_signed_out_meanwhile_sees_and_plays_no_more(way_out, monkeypatch):
    monkeypatch.setattr("games.screen.audiences.SIGNED_IN_SECONDS", -1)
    players = await database(four)()
    table = await database(dealt_table)(players)
    seat = await database(opener)(table)
    user, browser = players[seat].user, Client()
    await database(browser.force_login)(user)
    cookie = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
    line = Line(table.pk, None)
    scope = {name: value for name, value in line.socket.scope.items() if name != "user"}
    scope["headers"] = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", cookie.encode())]
    line.socket = ApplicationCommunicator(application, scope)
    seen = version(await line.open())

    assert version(await line.say(do="look")) == seen
    if way_out == "sign out":
        await database(browser.logout)()
    elif way_out == "another password":
        await database(user.set_password)("another")
        await database(user.save)()
    else:
        await database(User.objects.filter(pk=user.pk).update)(is_active=False)
    await line.socket.send_input(
        {"type": "websocket.receive", "text": json.dumps({"do": "bid", "value": "14", "version": str(seen)})}
    )

    assert (await line.socket.receive_output(timeout=ANSWER_SECONDS))["type"] == "websocket.close"
    assert (await database(load_state)(table.pk)).version == seen
    await line.close()


async def test_a_page_of_another_site_gets_no_socket():
    """Else a page elsewhere could read a signed-in player's hand."""
    scope = {
        "type": "websocket",
        "path": f"/ws/table/{uuid4()}/",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"origin", b"https://evil.example")],
        "subprotocols": [],
    }
    socket = ApplicationCommunicator(application, scope)

    await socket.send_input({"type": "websocket.connect"})

    assert (await socket.receive_output(timeout=ANSWER_SECONDS))["type"] == "websocket.close"


@pytest.mark.parametrize("seated", [True, False])
async def test_a_ping_is_answered_without_a_look_at_the_table(seated, monkeypatch):
    """Not a query, not a word to Redis, not a fragment, however many come; and what comes after them is still done."""
    players = await database(four)()
    table = await database(dealt_table)(players)
    # The player is there already, so that nobody is told of this connection while it is watched.
    await database(presence.stay)(table.pk, players[0].pk, "another-process")
    line = Line(table.pk, players[0] if seated else None)
    seen = version(await line.open())
    await line.hear(here=True)

    def untouched(*_, **__):
        raise AssertionError("a ping needs nothing")

    with monkeypatch.context() as patch:
        for name in ("stay", "stay_all", "leave", "present"):
            patch.setattr(presence, name, untouched)
        for room in ("sockets", "audiences"):
            patch.setattr(f"games.screen.{room}.in_thread", untouched)
        for _ in range(200):
            await line.socket.send_input({"type": "websocket.receive", "text": "ping"})
        answers = [await line.socket.receive_output(timeout=ANSWER_SECONDS) for _ in range(200)]

    assert answers == [{"type": "websocket.send", "text": "pong"}] * 200
    assert version(await line.say(do="look")) == seen
    await line.close()


async def test_a_connection_that_says_nothing_is_closed_and_its_player_is_gone(monkeypatch):
    players = await database(four)()
    table = await database(dealt_table)(players)
    monkeypatch.setattr(presence, "BEAT", 0.05)
    guest, silent = Line(table.pk, None), Line(table.pk, players[0])
    await guest.open()
    await silent.open()
    while connected(await guest.hear(here=True)) != "0":
        continue

    monkeypatch.setattr("games.screen.audiences.SILENCE_SECONDS", 0)
    while (said := await silent.socket.receive_output(timeout=ANSWER_SECONDS))["type"] == "websocket.send":
        continue

    assert (said["type"], said["code"]) == ("websocket.close", 1001)
    assert await database(presence.present)(table.pk) == frozenset()
    for line in (guest, silent):
        await line.close()


async def test_a_connection_that_fails_while_it_is_written_to_is_left_like_one_that_is_closed(monkeypatch):
    players = await database(four)()
    table = await database(dealt_table)(players)
    line = Line(table.pk, players[1])
    await line.open()
    await line.hear(here=True)

    async def fail(*_args: object, **_more: object) -> None:
        raise ConnectionResetError

    monkeypatch.setattr("games.screen.audiences.Viewer.send", fail)
    monkeypatch.setattr(presence, "BEAT", 0.01)
    assert await database(presence.present)(table.pk) == {str(players[1].pk)}
    await line.socket.send_input({"type": "websocket.receive", "text": '{"do": "look"}'})

    assert await line.socket.receive_output(timeout=ANSWER_SECONDS) == {"type": "websocket.close", "code": 1011}
    await line.close()
    assert await database(presence.present)(table.pk) == frozenset()
    await asyncio.sleep(0.1)
    assert await database(presence.present)(table.pk) == frozenset(), "and its heart beats no more"


async def test_what_is_written_reaches_those_who_sit_there_and_nobody_else():
    """56-SHOW-17, 56-SHOW-18: and the message of the channel says only that somebody wrote."""
    players = await database(four)()
    table = await database(dealt_table)(players)
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(group_of(table.pk), channel)
    writer, reader, guest = Line(table.pk, players[0]), Line(table.pk, players[1]), Line(table.pk, None)
    for line in (writer, reader, guest):
        await line.open()

    answer = await writer.say(do="chat", text="Good <i>evening</i>", command=str(uuid4()))
    heard = await reader.hear()

    for text in (answer, heard):
        assert "Good &lt;i&gt;evening&lt;/i&gt;" in text
        assert 'id="table"' not in text
    # Messages are sent by a thread of their own: that of the deal may come late.
    while (told := await layer.receive(channel))["type"] != "table.chatted":
        assert told["type"] in ("table.presence", "table.advanced")
    assert told == {"type": "table.chatted"}
    # What the guest hears next is what is done at the table after it.
    assert 'id="talk"' not in await guest.say(do="look")
    for line in (writer, reader, guest):
        await line.close()


async def test_a_message_that_is_refused_comes_back_to_its_writer_with_the_reason():
    players = await database(four)()
    table = await database(dealt_table)(players)
    line, guest = Line(table.pk, players[0]), Line(table.pk, None)
    await line.open()
    await guest.open()

    answer = await line.say(do="chat", text="x" * 201)
    assert "200 characters at most" in answer
    assert 'value="' + "x" * 201 in answer
    await guest.socket.send_input({"type": "websocket.receive", "text": json.dumps({"do": "chat", "text": "Hello"})})
    assert 'id="chat"' not in await guest.say(do="look")
    for one in (line, guest):
        await one.close()


def connected(text: str) -> str:
    found = re.search(r'data-seats="([0-9 ]*)"', text)
    assert found
    return found.group(1)


async def test_seats_show_whose_connection_is_open():
    """Each of two tabs of a player counts; spectators see it, and are not counted."""
    players = await database(four)()
    table = await database(dealt_table)(players)
    guest, first, second = Line(table.pk, None), Line(table.pk, players[2]), Line(table.pk, players[2])
    await guest.open()
    assert connected(await guest.hear(here=True)) == ""

    await first.open()
    assert connected(await guest.hear(here=True)) == "2"
    await second.open()
    assert connected(await second.hear(here=True)) == "2"
    await first.close()
    other = Line(table.pk, players[0])
    await other.open()
    assert connected(await guest.hear(here=True)) == "0 2", "the other tab is still there"
    await second.close()
    assert connected(await guest.hear(here=True)) == "0"
    for line in (guest, other):
        await line.close()


async def test_a_connection_of_another_process_counts_until_it_is_not_heard_of(monkeypatch):
    players = await database(four)()
    table = await database(dealt_table)(players)
    monkeypatch.setattr(presence, "BEAT", 0.05)
    await database(presence.stay)(table.pk, players[3].pk, "another-process")
    guest, mine = Line(table.pk, None), Line(table.pk, players[0])
    await guest.open()
    assert connected(await guest.hear(here=True)) == "3"
    await mine.open()
    assert connected(await guest.hear(here=True)) == "0 3"

    # What it said last holds no longer.
    await database(presence._redis().zadd)(presence._key(table.pk), {f"{players[3].pk}/another-process": 0})

    assert connected(await guest.hear(here=True)) == "0"
    for line in (guest, mine):
        await line.close()


async def test_without_redis_nobody_is_shown_as_connected_and_play_goes_on(monkeypatch):
    players = await database(four)()
    table = await database(dealt_table)(players)
    broken = redis.Redis.from_url("redis://127.0.0.1:1", decode_responses=True)
    monkeypatch.setattr(presence, "_redis", lambda: broken)
    line = Line(table.pk, players[0])

    await line.open()
    assert connected(await line.hear(here=True)) == ""
    assert version(await line.say(do="look")) > 0
    await line.close()


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        ("games.tables.presence.stay_all", redis.ConnectionError("refused")),
        ("games.screen.audiences.seats_connected", OperationalError()),
    ],
)
async def test_the_heartbeat_goes_on_after_redis_or_the_database_was_away(place, fault, monkeypatch, caplog):
    players = await database(four)()
    table = await database(dealt_table)(players)
    line = Line(table.pk, players[0])
    calls = itertools.count(1)
    real, loop, beaten_again = _named(place), asyncio.get_running_loop(), asyncio.Event()

    def beat(*args):
        call = next(calls)
        if call in (2, 3):
            raise fault
        if call > 3:
            loop.call_soon_threadsafe(beaten_again.set)
        return real(*args)

    monkeypatch.setattr(place, beat)
    monkeypatch.setattr(presence, "BEAT", 0.01)
    await line.open()

    await asyncio.wait_for(beaten_again.wait(), ANSWER_SECONDS)

    assert f"A heartbeat at table {table.pk} failed: {type(fault).__name__}" in caplog.text
    assert version(await line.say(do="look")) > 0
    await line.close()


@pytest.mark.parametrize("word", [[], {}, [["pass"]], 3])
async def test_what_is_no_word_at_all_is_refused_and_the_connection_stays(word):
    players = await database(four)()
    table = await database(dealt_table)(players, rules="56-kerala-4")
    line = Line(table.pk, players[0])
    seen = version(await line.open())

    refused = await line.say(do="call", word=word, version=str(seen))

    assert "The input could not be read; nothing was done." in refused
    assert version(await line.say(do="look")) == seen
    await line.close()


@pytest.mark.parametrize("word", [[], {}, None, 3])
async def test_a_visitor_who_says_no_word_at_all_stays_connected(word):
    players = await database(four)()
    table = await database(dealt_table)(players)
    line = Line(table.pk, None)
    await line.open()

    assert "Sign in to do this." in await line.say(do=word)
    await line.close()


async def test_who_may_not_see_a_table_is_not_told_who_is_connected_to_it():
    players = await database(four)()
    table = await database(dealt_table)(players, invitation=True)
    there, stranger = Line(table.pk, players[0]), Line(table.pk, await database(account)("Gopi"))
    await there.open()

    await stranger.begin()

    assert await stranger.socket.receive_output(timeout=ANSWER_SECONDS) == {"type": "websocket.close", "code": 4404}
    assert await stranger.socket.receive_nothing(timeout=0.5)
    assert await database(presence.present)(table.pk) == {str(players[0].pk)}
    await stranger.close()
    await there.close()

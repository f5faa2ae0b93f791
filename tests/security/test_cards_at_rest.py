"""Hidden cards at rest: whoever reads the database, Redis or the logs of a running hand learns no card from it.

The attack: a person and bots, one of which thinks long, play a hand, with a real worker. Each time it is the person's
turn every row of every table is copied (binary columns read as text too), every key of every database of Redis is read,
queued tasks are unpacked, and all is searched for cards that have not been laid open, the own ones of the person among
them, for the secret of the deal, and for the number that the person committed to and never opened. Every command that
Redis was sent, and what web and worker have logged, is searched at the end. The same search has to find the cards that
were played, and after the hand all of them.
"""

import base64
import json
import logging
import pickle
import pickletools
import re
import secrets
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from uuid import uuid4

import msgspec
import pytest
import redis
from django.conf import settings
from django.test import Client
from django.urls import reverse
from psycopg import sql

import engine
from clubs.models import Player
from games.bots.levels import STRONG
from games.events.tables import Terms
from games.models import Table
from games.practice import services as practices
from games.practice.selectors import room_in
from games.tables import fair
from games.tables.selectors.states import load_state
from games.tables.services import play
from games.tables.services.play import commit_entropy
from games.tables.services.seats import open_table
from tests.database import owner_connection
from tests.factories import ONE_HAND, PlayerFactory
from tests.games.helpers.secrecy import known_to, said_in, shown_by
from tests.lanes import REPRESENTATIVE
from tests.security.watching import PUT_OFF, plays_on
from tests.servers import Program, await_true
from tests.strategies import Chooser, lively

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.whole, pytest.mark.timeout(600)]

CODE = rb"[SHDC][J9ATKQ8763]"
QUOTED = re.compile(rb"[\"'\xa2\x02](" + CODE + rb")(?![A-Za-z0-9])")
"""A code in quotes, or as MessagePack and pickles write it. Two letters alone stand in any random text."""
IN_A_ROW = re.compile(rb"(?<![A-Za-z0-9])" + CODE + rb"(?:[ ,;:|]+" + CODE + rb")+(?![A-Za-z0-9])")
BYTES = re.compile(rb"\\\\x([0-9a-f]{8,})")
"""A binary column in the form of COPY."""


def named_in(data: bytes) -> set[str]:
    """Return the cards that stored bytes name: by codes or by words, in binary columns and tasks as well."""
    columns = (text for found in BYTES.findall(data) for text in texts_of(bytes.fromhex(found.decode())))
    parts = [data, *columns, *bodies_of(data)]
    codes = {code for part in parts for code in QUOTED.findall(part)}
    codes |= {code for part in parts for row in IN_A_ROW.findall(part) for code in re.findall(CODE, row)}
    said = {card for part in parts for card in said_in(part.decode("utf-8", "ignore"))}
    return said | {code.decode() for code in codes}


def texts_of(binary: bytes) -> Iterator[bytes]:
    """Yield what a binary column says, read as text, as MessagePack and as a pickle.

    A digest or a sealed value is none of them. Searched as it is, one of 4,000 digests has a code in it by chance.
    """
    with suppress(UnicodeDecodeError):
        yield binary.decode().encode()
    with suppress(msgspec.DecodeError, UnicodeDecodeError):
        yield repr(msgspec.msgpack.decode(binary)).encode()
    if binary.startswith(pickle.PROTO):
        with suppress(ValueError):
            yield repr([argument for _, argument, _ in pickletools.genops(binary)]).encode()


def bodies_of(data: bytes) -> Iterator[bytes]:
    """Yield the body of a queued task, which is kept in base64."""
    try:
        message = json.loads(data)
    except ValueError:
        return
    if isinstance(message, dict) and "body" in message:
        yield base64.b64decode(message["body"])


def rows() -> dict[str, bytes]:
    """Return every table as COPY gives it."""
    with owner_connection() as owner:
        names = owner.execute(
            "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
            " WHERE n.nspname = 'public' AND c.relkind = 'r' ORDER BY 1"
        ).fetchall()
        found = {}
        for (name,) in names:
            with owner.cursor().copy(sql.SQL("COPY {} TO STDOUT").format(sql.Identifier(name))) as copy:
                found[f"table {name}"] = b"".join(bytes(part) for part in copy)
    return found


def kept_in_redis() -> dict[str, bytes]:
    """Return every key of every database of Redis with what it holds."""
    found = {}
    for number in range(16):
        with redis.Redis.from_url(settings.REDIS_URL, db=number) as client:
            reads = {
                b"string": lambda key, c=client: [c.get(key) or b""],
                b"list": lambda key, c=client: c.lrange(key, 0, -1),
                b"set": lambda key, c=client: c.smembers(key),
                b"zset": lambda key, c=client: c.zrange(key, 0, -1),
                b"hash": lambda key, c=client: [part for pair in c.hgetall(key).items() for part in pair],
            }
            for key in client.scan_iter():
                kind = client.type(key)
                if kind == b"none":
                    continue
                for place, value in enumerate(reads[kind](key)):
                    found[f"redis {number} {key!r} {place}"] = key + b" " + value
    return found


@contextmanager
def commands() -> Iterator[list[str]]:
    """Listen to every command that Redis is sent, a published message among them."""
    heard: list[str] = []
    listening, last = threading.Event(), secrets.token_hex(8)

    def listen() -> None:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=None) as client, client.monitor() as monitor:
            listening.set()
            for command in monitor.listen():
                heard.append(str(command["command"]))
                if last in heard[-1]:
                    return

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    assert listening.wait(10)
    try:
        yield heard
    finally:
        with redis.Redis.from_url(settings.REDIS_URL) as client:
            client.echo(last)
        thread.join(10)
        assert not thread.is_alive()


@pytest.mark.parametrize("rules_id", REPRESENTATIVE)
def test_nothing_at_rest_names_a_card_that_has_not_lain_open(
    rules_id: str, worker: Program, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    person, number = PlayerFactory(name="Ammini"), secrets.token_hex(32)
    rules, chance = engine.load_rules(rules_id), Random(rules_id)
    deck, choose = set(rules.deck), lively(chance, concede=0)
    searched: Counter[str] = Counter()
    found: set[str] = set()
    with commands() as sent:
        table = opened(person, rules)
        commit_and_keep(table, person, number)
        while wait_for_turn(table):
            state = load_state(table.pk)
            hidden = hidden_now(table)
            for name, data in rows().items():
                named = named_in(data)
                assert not named & hidden, f"{name} names {sorted(named & hidden)}"
                found |= named
                searched["tables"] += len(data)
                hold_no_secret(name, data, state.promise.secret, number)
            for name, data in kept_in_redis().items():
                assert not named_in(data), name
                searched["redis"] += 1
                hold_no_secret(name, data, state.promise.secret, number)
            searched["looks"] += 1
            act(table, person, choose)
    printed = {"log of the web": caplog.text, "log of the worker": worker.text(), "commands": "\n".join(sent)}
    for name, text in printed.items():
        assert not named_in(text.encode()), name
        hold_no_secret(name, text.encode(), state.promise.secret, number)

    assert searched["looks"] > rules.hand_size
    assert searched["tables"] > 20_000 * searched["looks"]
    assert searched["redis"] > searched["looks"]
    assert len(sent) > 100
    assert len(found) > rules.hand_size, "the cards that were played are found"
    assert named_in(rows()["table games_event"]) == deck, "and all of them after the hand"
    assert state.promise.secret.encode() in rows()["table games_event"]


@pytest.mark.parametrize("rules_id", ["28-kerala-4", "56-kerala-4"])
def test_nothing_at_rest_names_a_card_of_a_practice(rules_id: str):
    """A practice has no log; its row holds the pack and what was done, the cards played among it."""
    person = PlayerFactory(name="Ammini")
    practice = practices.begin_practice(player=person, rules=rules_id, options=ONE_HAND)
    browser = Client()
    browser.force_login(person.user)
    tricks = 0
    while tricks < 4:
        assert browser.get(reverse("games:practice", args=[practice.pk])).status_code == 200
        practice.refresh_from_db()
        room = room_in(practice)
        view = engine.view(room.game, room.kept.seat)
        for name, data in {**rows(), **kept_in_redis()}.items():
            assert not named_in(data), name
        tricks = max(tricks, len(view.tricks))
        actions = [action for action in view.legal if not isinstance(action, PUT_OFF)]
        practices.act(practice_id=practice.pk, player=person, version=None, action=actions[-1])


@pytest.mark.parametrize(
    "data",
    [
        b'{"card": "SJ"}', b"['SJ']", b"{S9,SJ,D8}", b"\xa4card\xa2SJ", b"\x8c\x02SJ\x94", b"the jack of spades",
        "സ്പേഡ് ഗുലാൻ".encode(), b"1\t\\\\x" + b'["SJ"]'.hex().encode(),
        b"1\t\\\\x" + msgspec.msgpack.encode({"card": "SJ"}).hex().encode(),
        b"1\t\\\\x" + pickle.dumps({"card": "SJ"}).hex().encode(),
        json.dumps({"body": base64.b64encode(b'["SJ"]').decode()}).encode(),
    ],
)  # fmt: skip
def test_the_search_finds_a_card_however_it_is_stored(data: bytes):
    assert "SJ" in named_in(data)


def test_the_search_takes_no_digest_for_a_card():
    chance = Random(28)
    digests = [b"\\\\x" + chance.randbytes(32).hex().encode() for _ in range(20_000)]
    assert named_in(b"\t".join(digests)) == set()


def opened(person: Player, rules: engine.RuleSet) -> Table:
    """Open a table at which all others are bots, and one of them thinks long."""
    bots = tuple(range(1, rules.players))
    return open_table(
        player=person, rules=rules.id, options=ONE_HAND, bots=bots, levels={1: STRONG}, terms=Terms(action_seconds=300)
    )


def commit_and_keep(table: Table, person: Player, number: str) -> None:
    """Commit to a number for the shuffle, and never open it."""
    commitment = fair.number_commitment(number, table.pk, 1, 0)
    commit_entropy(table_id=table.pk, player=person, hand=1, commitment=commitment)


def wait_for_turn(table: Table) -> bool:
    """Wait until the person may act, and so nothing moves; return whether the hand still runs."""

    def stands_still() -> bool:
        state = load_state(table.pk)
        return state.ended_at is not None or state.hand > 1 or (state.hand == 1 and state.turn == 0)

    await_true(stands_still, "the person's turn", 120)
    state = load_state(table.pk)
    return state.ended_at is None and state.hand == 1


def hidden_now(table: Table) -> set[str]:
    """Return the cards that have not lain open for everybody, but for those of which another copy has."""
    state = load_state(table.pk)
    return set(state.rules.deck) - known_to(None, state.game, shown_by(table.pk)[state.version])


def act(table: Table, person: Player, choose: Chooser) -> None:
    """Do something legal that does not end the hand."""
    state = load_state(table.pk)
    play.act(
        table_id=table.pk, player=person, action=plays_on(state, 0, choose), expected_version=state.version,
        command=uuid4(),
    )  # fmt: skip


def hold_no_secret(name: str, data: bytes, *texts: str) -> None:
    """Hold that none of these hexadecimal texts is in it, in digits, in bytes or in base64."""
    for text in texts:
        raw = bytes.fromhex(text)
        for form in (text.encode(), raw, base64.b64encode(raw)[:40], base64.urlsafe_b64encode(raw)[:40]):
            assert form not in data, f"{name} holds a secret"

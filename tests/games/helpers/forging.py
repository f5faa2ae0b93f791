"""Logs with a fault in them, as somebody leaves them who can write the table: what the checks have to find."""

import hashlib
import random
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import psycopg
from msgspec.structs import replace

import engine
from benchmarks.sweep_log import EVENT_COLUMNS, Deed, Writer, game
from games.events import tables as events

BEGAN = datetime(2026, 3, 1, tzinfo=UTC)
Events = list[tuple[int, Any]]
"""The events of a stream, each with the number of its command."""
Forge = Callable[[Events, random.Random], None]


def table(rules: str, seed: int, *, hands: int = 2) -> tuple[UUID, list[Deed]]:
    """Return a stream and its commands: a table at which so many hands are played."""
    chance = random.Random(seed)
    stream = UUID(int=chance.getrandbits(128), version=4)
    return stream, list(game(rules, stream, hands, chance))


def forged(deeds: Sequence[Deed], forge: Forge, chance: random.Random) -> list[Deed]:
    """Return commands with a change in their events; the chain of what is written is then a whole new one."""
    flat = [(number, event) for number, deed in enumerate(deeds) for event in deed.events]
    forge(flat, chance)
    return [
        Deed(deed.actor, told)
        for number, deed in enumerate(deeds)
        if (told := [event for of, event in flat if of == number])
    ]


def write(owner: psycopg.Connection, stream: UUID, deeds: Iterable[Deed], seed: int = 5) -> None:
    """Write a stream as the owner of the table."""
    chance = random.Random(seed)
    writer = Writer(stream, BEGAN)
    with owner.cursor() as cursor, cursor.copy(f"COPY games_event ({', '.join(EVENT_COLUMNS)}) FROM STDIN") as copy:
        for deed in deeds:
            for row in writer.rows(deed, chance):
                copy.write("\t".join("\\N" if value is None else str(value) for value in row) + "\n")


def _of(flat: Events, kind: type[Any]) -> list[int]:
    return [place for place, (_, event) in enumerate(flat) if isinstance(event, kind)]


def _change(kind: type[Any], change: Callable[[Any, random.Random], Any]) -> Forge:
    """Return a forgery that changes one event of a type."""

    def forge(flat: Events, chance: random.Random) -> None:
        places = _of(flat, kind)
        if places:
            place = chance.choice(places)
            flat[place] = flat[place][0], change(flat[place][1], chance)

    return forge


def _drop(kind: type[Any]) -> Forge:
    """Return a forgery that leaves out one event of a type."""

    def forge(flat: Events, chance: random.Random) -> None:
        places = _of(flat, kind)
        if places:
            del flat[chance.choice(places)]

    return forge


def _twice(kind: type[Any]) -> Forge:
    """Return a forgery that has one event of a type twice."""

    def forge(flat: Events, chance: random.Random) -> None:
        places = _of(flat, kind)
        if places:
            place = chance.choice(places)
            flat.insert(place, flat[place])

    return forge


def _swap(kind: type[Any]) -> Forge:
    """Return a forgery that exchanges an event of a type with the one behind it."""

    def forge(flat: Events, chance: random.Random) -> None:
        places = [place for place in _of(flat, kind) if place + 1 < len(flat)]
        if places:
            place = chance.choice(places)
            (mine, one), (others, other) = flat[place], flat[place + 1]
            flat[place], flat[place + 1] = (mine, other), (others, one)

    return forge


def _hex(chance: random.Random) -> str:
    return hashlib.sha256(chance.randbytes(8)).hexdigest()


def _other_card(event: Any, chance: random.Random) -> Any:
    return replace(event, card=chance.choice(["SJ", "H9", "DA", "CT", "SQ", "HK", "X1"]))


def _exchanged(cards: Sequence[Any], chance: random.Random) -> tuple[Any, ...]:
    """Return hands in which two cards have changed places."""
    hands = [list(hand) for hand in cards]
    one, other = chance.sample(range(len(hands)), 2)
    hands[one][0], hands[other][1] = hands[other][1], hands[one][0]
    return tuple(tuple(hand) for hand in hands)


def _more(name: str) -> Callable[[Any, random.Random], Any]:
    """Return a change of the first number of a list."""

    def change(event: Any, chance: random.Random) -> Any:
        value = getattr(event, name)
        return replace(event, **{name: (value[0] + 1, *value[1:])}) if value else replace(event, outcome="failed")

    return change


FORGERIES: dict[str, Forge] = {
    "another card played": _change(engine.CardPlayed, _other_card),
    "another seat plays": _change(engine.CardPlayed, lambda event, _: replace(event, seat=(event.seat + 1) % 4)),
    "a card not played": _drop(engine.CardPlayed),
    "a card played twice": _twice(engine.CardPlayed),
    "cards in another order": _swap(engine.CardPlayed),
    "another bid": _change(engine.BidMade, lambda event, _: replace(event, value=event.value - 9)),
    "another call": _change(engine.CallMade, lambda event, _: replace(event, number=event.number + 1)),
    "a pass too many": _twice(engine.Passed),
    "a pass too few": _drop(engine.Passed),
    "another card folded": _change(engine.TrumpFolded, _other_card),
    "other points": _change(engine.HandScored, _more("points")),
    "another score": _change(engine.HandScored, _more("score")),
    "another outcome": _change(engine.HandScored, lambda event, _: replace(event, outcome="made")),
    "another declarer": _change(engine.HandScored, lambda event, _: replace(event, declarer=(event.declarer or 0) + 1)),
    "no score": _drop(engine.HandScored),
    "scored twice": _twice(engine.HandScored),
    "another dealer": _change(engine.HandDealt, lambda event, _: replace(event, dealer=(event.dealer + 1) % 4)),
    "other cards dealt": _change(
        engine.HandDealt, lambda event, chance: replace(event, cards=_exchanged(event.cards, chance))
    ),
    "dealt with another number": _change(engine.HandDealt, lambda event, _: replace(event, hand=event.hand + 1)),
    "dealt twice": _twice(engine.HandDealt),
    "never dealt": _drop(engine.HandDealt),
    "another secret": _change(events.DealCommitted, lambda event, chance: replace(event, secret=_hex(chance))),
    "another commitment": _change(events.DealCommitted, lambda event, chance: replace(event, commitment=_hex(chance))),
    "promised twice": _twice(events.DealCommitted),
    "never promised": _drop(events.DealCommitted),
    "an older protocol": _change(events.DealCommitted, lambda event, _: replace(event, protocol=1)),
    "another number": _change(events.EntropyGiven, lambda event, chance: replace(event, entropy=_hex(chance))),
    "no number": _change(events.EntropyGiven, lambda event, _: replace(event, entropy="no hex")),
    "a number given twice": _twice(events.EntropyGiven),
    "a number not given": _drop(events.EntropyGiven),
    "a number of nobody": _change(events.EntropyCommitted, lambda event, _: replace(event, seat=event.seat + 8)),
    "another number promised": _change(
        events.EntropyCommitted, lambda event, chance: replace(event, commitment=_hex(chance))
    ),
    "a number not promised": _drop(events.EntropyCommitted),
    "the list closed twice": _twice(events.EntropiesClosed),
    "the list never closed": _drop(events.EntropiesClosed),
    "a number after the deal": _swap(events.EntropyGiven),
    "another pack opened": _change(events.HandOpened, lambda event, _: replace(event, pack=event.pack[::-1])),
    "another secret opened": _change(events.HandOpened, lambda event, chance: replace(event, secret=_hex(chance))),
    "other cards opened": _change(
        events.HandOpened, lambda event, chance: replace(event, cards=_exchanged(event.cards, chance))
    ),
    "another hand opened": _change(events.HandOpened, lambda event, _: replace(event, hand=event.hand + 1)),
    "opened twice": _twice(events.HandOpened),
    "never opened": _drop(events.HandOpened),
    "other rules": _change(
        events.TableOpened, lambda event, _: replace(event, options={"ending": {"type": "hands", "count": 1}})
    ),
    "rules of another version": _change(events.TableOpened, lambda event, _: replace(event, engine=99)),
    "no such rules": _change(events.TableOpened, lambda event, _: replace(event, rules="28-nowhere-4")),
    "opened again in the middle": lambda flat, chance: flat.insert(
        chance.randrange(1, len(flat)), (flat[-1][0], flat[0][1])
    ),
    "the end of the game too early": _swap(engine.HandScored),
    "somebody sits down in the middle": _swap(events.SeatTaken),
}
"""What can be wrong with a game whose chain agrees with itself."""

TAMPERINGS: dict[str, str] = {
    "a body": """UPDATE games_event SET body = jsonb_set(body, '{seat}', '2') WHERE type = 'CardPlayed'""",
    "a member too many": """UPDATE games_event SET body = body || '{"more": 1}' WHERE type = 'Passed'""",
    "a number as a fraction": """UPDATE games_event SET body = '{"seat": 1.0}' WHERE type = 'Passed'""",
    "no body of its type": """UPDATE games_event SET body = '[]' WHERE type = 'HandScored'""",
    "an actor": "UPDATE games_event SET actor = 'another' WHERE version = 9",
    "a long actor": "UPDATE games_event SET actor = repeat('a', 101) WHERE version = 9",
    "a type": "UPDATE games_event SET type = 'Passed' WHERE type = 'HandOpened'",
    "the first type": "UPDATE games_event SET type = 'ResultEntered' WHERE version = 1",
    "a type that is none": "UPDATE games_event SET type = 'Nothing' WHERE version = 9",
    "a schema": "UPDATE games_event SET schema = 9 WHERE version = 9",
    "a command": "UPDATE games_event SET command = gen_random_uuid() WHERE version = 9",
    "a place in the command": "UPDATE games_event SET command_seq = 7 WHERE version = 9",
    "a time": "UPDATE games_event SET recorded_at = recorded_at - interval '1 hour' WHERE version = 9",
    "a time to come": "UPDATE games_event SET recorded_at = now() + interval '1 day' WHERE version = 9",
    "no time": "UPDATE games_event SET recorded_at = '-infinity' WHERE version = 9",
    "a lane": "UPDATE games_event SET lane = (lane + 1) % 16 WHERE version = 9",
    "a hash": "UPDATE games_event SET hash = sha256('x') WHERE version = 9",
    "a short hash": "UPDATE games_event SET hash = 'x' WHERE version = 9",
    "the last hash, and short": (
        "UPDATE games_event SET hash = 'x' WHERE (stream, version) IN"
        " (SELECT stream, max(version) FROM games_event GROUP BY stream)"
    ),
    "the first hash, and long": "UPDATE games_event SET hash = hash || hash WHERE version = 1",
    "the hash before": "UPDATE games_event SET prev_hash = sha256('x') WHERE version = 9",
    "a short hash before": "UPDATE games_event SET prev_hash = 'x' WHERE version = 1",
    "a seal": "UPDATE games_event SET sealed = set_byte(sealed, 20, 7) WHERE type = 'HandDealt'",
    "a short seal": "UPDATE games_event SET sealed = 'x' WHERE type = 'HandDealt'",
    "no seal": "UPDATE games_event SET sealed = NULL WHERE type = 'HandDealt'",
    "a seal where none is": "UPDATE games_event SET sealed = repeat('x', 40)::bytea WHERE version = 9",
    "what is sealed lies open": """UPDATE games_event SET body = body || '{"cards": []}' WHERE type = 'HandDealt'""",
    "an event taken out": "DELETE FROM games_event WHERE version = 20",
    "the first event taken out": "DELETE FROM games_event WHERE version = 1",
    "a version": "UPDATE games_event SET version = 9999 WHERE version = 20",
    "the order of positions": "UPDATE games_event SET pos = DEFAULT WHERE version = 1",
}
"""What can be done to the rows of a stream that was written as it should be; each has ` AND stream = …` added."""

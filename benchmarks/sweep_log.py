"""A log of played games, as live tables of people write it: promised deals, numbers, play, opened hands.

Everything in it holds: the chain, the seals, the proof of each deal, the rules. It is written by COPY, as by the owner
of the tables; the rows of tables and clubs are not.
"""

import hashlib
import random
import struct
import uuid
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import psycopg

import engine
from benchmarks.bench_engine import likely
from benchmarks.large_club.rows import Copies
from games.events import tables as events
from games.sealing.keyring import keyring
from games.store import registry
from games.store.chain import DOMAIN, START
from games.store.limits import EPOCH
from games.store.log import bound_to, lane_of
from games.tables import fair

MIX: tuple[tuple[str, float], ...] = (
    ("28-kerala-4", 0.40),
    ("28-wikipedia-4", 0.10),
    ("28-pagat-4", 0.10),
    ("56-kerala-6", 0.20),
    ("56-international-6", 0.10),
    ("56-standard-4", 0.10),
)
"""What is played, and in which part of the games."""
HANDS = 24
"""The hands of a game, where the rules end it by hands."""
EVENT_COLUMNS = (
    "lane", "stream", "version", "type", "schema", "command", "command_seq", "actor", "body", "sealed", "recorded_at",
    "prev_hash", "hash",
)  # fmt: skip
ACTION_TIME = timedelta(seconds=3)
AT_ONCE = 50
"""So many tables play at the same time: their events lie between each other's."""


class Deed(NamedTuple):
    """The events of one command, and who did it."""

    actor: str
    events: Sequence[Any]


def game(rules_id: str, stream: UUID, hands: int, chance: random.Random) -> Iterator[Deed]:
    """Yield the commands of a table at which people play so many hands, from its opening on."""
    rules = engine.load_rules(rules_id, {"ending": {"type": "hands", "count": hands}})
    players = [str(UUID(int=chance.getrandbits(128), version=4)) for _ in range(rules.players)]
    yield Deed(
        players[0],
        [
            events.TableOpened(
                rules=rules.id, options=rules.chosen_options, engine=rules.version,
                action_seconds=30, reserve_seconds=120, pause_seconds=8, opened_by=players[0],
            )
        ],
    )  # fmt: skip
    for seat, player in enumerate(players):
        yield Deed(player, [events.SeatTaken(seat, player)])
    state = engine.new_game(rules)
    hand = 0
    while not engine.view(state, None).finished:
        hand += 1
        secret = chance.randbytes(fair.SECRET_BYTES).hex()
        numbers = [(seat, chance.randbytes(fair.MIN_NUMBER_BYTES).hex()) for seat in range(rules.players)]
        bound = fair.commitment(secret, stream, hand)
        promised = [(seat, fair.number_commitment(number, stream, hand, seat)) for seat, number in numbers]
        yield Deed("", [events.DealCommitted(hand=hand, commitment=bound, secret=secret, protocol=fair.PROTOCOL)])
        for seat, commitment in promised:
            told: list[Any] = [events.EntropyCommitted(hand=hand, seat=seat, commitment=commitment)]
            if seat == rules.players - 1:
                told.append(events.EntropiesClosed(hand=hand))
            yield Deed(players[seat], told)
        for seat, number in numbers:
            yield Deed(players[seat], [events.EntropyGiven(hand=hand, seat=seat, entropy=number)])
        lot = fair.shuffled(
            rules.deck, players=rules.players, secret=secret, stream=stream, hand=hand,
            numbers=fair.Numbers(fair.PROTOCOL, promised, numbers),
        )  # fmt: skip
        (dealt,) = engine.deal(state, lot.pack, dealer=lot.lot if hand == 1 else None)
        assert isinstance(dealt, engine.HandDealt)
        yield Deed("", [dealt])
        state = engine.evolve(state, dealt)
        folded: list[tuple[int, str]] = []
        while turn := engine.to_act(state):
            action = likely(engine.legal_actions(state, min(turn)), chance)
            happened: list[Any] = list(engine.decide(state, action))
            for event in happened:
                state = engine.evolve(state, event)
                if isinstance(event, engine.TrumpFolded):
                    folded.append((event.seat, event.card))
            if any(isinstance(event, engine.HandScored) for event in happened):
                happened.append(
                    events.HandOpened(hand=hand, secret=secret, pack=lot.pack, cards=dealt.cards, folded=tuple(folded))
                )
            yield Deed(players[action.seat], happened)


class Writer:
    """Chains the events of a stream and gives their rows, as the append function would have written them."""

    def __init__(self, stream: UUID, began_at: datetime) -> None:
        self._stream, self._at = stream, began_at
        self._version, self._hash = 0, START

    def rows(self, deed: Deed, chance: random.Random) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a command, in the order of `EVENT_COLUMNS`."""
        command = UUID(int=chance.getrandbits(128), version=4)
        self._at += ACTION_TIME
        stamp = (self._at - EPOCH) // timedelta(microseconds=1)
        for seq, event in enumerate(deed.events):
            self._version += 1
            kind, body, clear = registry.split(event)
            name, by = kind.name.encode(), deed.actor.encode()
            sealed = b""
            if clear is not None:
                sealed = keyring().seal(clear, bound_to(self._stream, kind.name, command, seq))
            header = b"".join(
                (
                    self._stream.bytes, struct.pack(">ih", self._version, kind.schema), command.bytes,
                    struct.pack(">hqi", seq, stamp, len(name)), name, struct.pack(">i", len(by)), by,
                )
            )  # fmt: skip
            parts = (DOMAIN, self._hash, header, hashlib.sha256(body).digest(), hashlib.sha256(sealed).digest())
            hashed = hashlib.sha256(b"".join(parts)).digest()
            yield (
                lane_of(self._stream), self._stream, self._version, kind.name, kind.schema, command, seq, deed.actor,
                body.decode().replace("\\", "\\\\"), f"\\\\x{sealed.hex()}" if sealed else None, self._at.isoformat(),
                f"\\\\x{self._hash.hex()}", f"\\\\x{hashed.hex()}",
            )  # fmt: skip
            self._hash = hashed


def fill(address: str, hands: int, *, seed: int = 28, mix: Sequence[tuple[str, float]] = MIX) -> int:
    """Write games with so many hands or a few more; return how many hands were written.

    Args:
        address: The database, as the role that owns the tables.
        hands: How many.
        seed: For the cards and the players' choices.
        mix: The rule sets with their parts.
    """
    chance = random.Random(seed)
    began_at = datetime.now(UTC).replace(microsecond=0) - timedelta(days=30)
    written = 0
    playing: list[tuple[Writer, Iterator[Deed]]] = []
    with psycopg.connect(address, autocommit=True) as owner:
        owner.execute("ALTER TABLE games_event DISABLE TRIGGER USER")
    with Copies(address, {"games_event": EVENT_COLUMNS}) as copies:
        opened = 0
        while True:
            while len(playing) < AT_ONCE and opened < hands:
                rules_id = chance.choices([name for name, _ in mix], [part for _, part in mix])[0]
                stream = uuid.UUID(int=chance.getrandbits(128), version=4)
                count = min(HANDS, hands - opened)
                opened += count
                playing.append((Writer(stream, began_at), game(rules_id, stream, count, chance)))
            if not playing:
                break
            for one in list(playing):
                writer, deeds = one
                deed = next(deeds, None)
                if deed is None:
                    playing.remove(one)
                    continue
                written += any(isinstance(event, events.HandOpened) for event in deed.events)
                for row in writer.rows(deed, chance):
                    copies.put("games_event", *row)
    with psycopg.connect(address, autocommit=True) as owner:
        for (name,) in owner.execute(
            "SELECT tgname FROM pg_trigger WHERE tgrelid = 'games_event'::regclass AND NOT tgisinternal"
        ).fetchall():
            owner.execute(f'ALTER TABLE games_event ENABLE ALWAYS TRIGGER "{name}"')
        owner.execute("VACUUM ANALYZE games_event")
    return written

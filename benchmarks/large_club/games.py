"""The games of the club: who plays which game of the pool when, and their events in a chain."""

import hashlib
import itertools
import random
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from benchmarks.large_club.pool import MIX, PoolGame, Told, told
from benchmarks.large_club.rows import Copies
from games.events import tables as events
from games.store.chain import DOMAIN, START

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


MICROSECOND = timedelta(microseconds=1)


HAND_TIME = timedelta(minutes=3)


NOBODY = hashlib.sha256(b"").digest()


EVENT_COLUMNS = (
    "pos", "lane", "stream", "version", "type", "schema", "command", "command_seq", "actor", "body", "sealed",
    "recorded_at", "prev_hash", "hash",
)  # fmt: skip


class Member(NamedTuple):
    """A player of the club, and how often this one plays beside the others."""

    id: UUID
    name: str
    eagerness: float


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the club: one of the pool, with these players, from then on."""

    stream: UUID
    number: int
    played: PoolGame
    players: tuple[UUID, ...]
    began_at: datetime


def members(count: int, seed: int = 5) -> list[Member]:
    """Return the members; a few play nearly every evening, most now and then."""
    chance = random.Random(seed)
    return [
        Member(
            UUID(int=chance.getrandbits(128), version=4), f"Member {number:04}", min(24.0, chance.paretovariate(1.3))
        )
        for number in range(1, count + 1)
    ]


def games(
    people: Sequence[Member],
    kinds: Sequence[Sequence[PoolGame]],
    count: int,
    *,
    years: float,
    until: datetime,
    seed: int,
) -> Iterator[Game]:
    """Yield the games in the order of their beginnings, spread over the years up to a moment."""
    chance = random.Random(seed)
    weights = list(itertools.accumulate(member.eagerness for member in people))
    ids = [member.id for member in people]
    step = timedelta(days=365 * years) / count
    for number, kind in enumerate(chance.choices(range(len(kinds)), [part for _, _, part in MIX], k=count), start=1):
        played = chance.choice(kinds[kind])
        seated: dict[UUID, None] = {}
        while len(seated) < played.rules.players:
            seated[chance.choices(ids, cum_weights=weights)[0]] = None
        yield Game(
            UUID(int=chance.getrandbits(128), version=4),
            number,
            played,
            tuple(seated),
            until - step * (count - number) - timedelta(hours=4),
        )


def stamp(at: datetime) -> int:
    """Return a time as PostgreSQL's binary form has it: microseconds since 2000."""
    return (at - EPOCH) // MICROSECOND


class Stream:
    """Writes the events of one game in a chain."""

    def __init__(self, copies: Copies, stream: UUID, positions: Iterator[int]) -> None:
        self._copies, self._stream, self._positions = copies, stream, positions
        self._bytes = stream.bytes
        self._lane = stream.int % 16
        self._version = 0
        self._hash = START

    def write(self, one: Told, at: datetime) -> int:
        """Append an event; return its version."""
        self._version += 1
        command = UUID(int=(self._stream.int + self._version) & (2**128 - 1))
        name = one.name.encode()
        header = b"".join(
            (
                self._bytes, struct.pack(">ih", self._version, one.schema), command.bytes,
                struct.pack(">hqi", 0, stamp(at), len(name)), name, b"\0\0\0\0",
            )
        )  # fmt: skip
        hashed = hashlib.sha256(DOMAIN + self._hash + header + one.digest + NOBODY).digest()
        self._copies.put(
            "games_event", next(self._positions), self._lane, self._stream, self._version, one.name, one.schema,
            command, 0, "", one.body, None, at.isoformat(), f"\\\\x{self._hash.hex()}", f"\\\\x{hashed.hex()}",
        )  # fmt: skip
        self._hash = hashed
        return self._version


def opening(game: Game, club: UUID) -> list[Told]:
    """Return the first events of a game's stream: the table, and who sits down."""
    rules = game.played.rules
    opened = events.TableOpened(
        rules=rules.id, options=rules.options, engine=rules.version, club=str(club),
        action_seconds=30, reserve_seconds=60, pause_seconds=8,
    )  # fmt: skip
    return [told(opened), *(told(events.SeatTaken(seat, str(one))) for seat, one in enumerate(game.players))]

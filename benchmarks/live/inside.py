"""How long a live action takes inside one process: judged, appended, told to four viewers, each with its redacted view.

Neither HTML nor sockets. The baseline in the same run is a bare insert by psycopg and the message of it to four
receivers through the same channel layer. Both run at so many tables at once in one process, and take turns; p50 and p99
of each are printed.
"""

import asyncio
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import msgspec
import psycopg

from benchmarks.product import product
from config.embedded import APP, DATABASE, OWNER

VIEWERS = 4
WORKERS = 4
GOAL = 2.0
A1 = """
CREATE TABLE a1 (pos bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stream uuid NOT NULL, version int NOT NULL,
    body jsonb NOT NULL, UNIQUE (stream, version));
"""
BODY = '{"type": "BidMade", "seat": 1, "value": 16, "padding": "' + "x" * 280 + '"}'

Action = Callable[[int], Awaitable[None]]


class Spread(NamedTuple):
    """How long something took, in milliseconds."""

    p50: float
    p99: float


class Audience:
    """Four receivers of a table's group."""

    def __init__(self, group: str) -> None:
        self.group = group
        self.channels: list[str] = []

    async def join(self) -> None:
        """Enter the group."""
        from channels.layers import get_channel_layer

        self.layer = get_channel_layer()
        for _ in range(VIEWERS):
            channel = await self.layer.new_channel()
            await self.layer.group_add(self.group, channel)
            self.channels.append(channel)

    async def hear(self, version: int) -> None:
        """Wait until each receiver has heard of a version."""

        async def one(channel: str) -> None:
            while (await self.layer.receive(channel))["version"] < version:
                pass

        await asyncio.gather(*(one(channel) for channel in self.channels))


async def measured(tables: int, actions: int, act: Action) -> Spread:
    """Let every table do its actions one after the other, all tables at once."""
    took: list[float] = []

    async def at_table(number: int) -> None:
        for _ in range(actions):
            begun = time.perf_counter()
            await act(number)
            took.append((time.perf_counter() - begun) * 1000)

    await asyncio.gather(*(at_table(number) for number in range(tables)))
    took.sort()
    return Spread(took[len(took) // 2], took[min(len(took) - 1, len(took) * 99 // 100)])


class Bare:
    """The baseline: an insert, and a message to four."""

    def __init__(self, url: str, pool: ThreadPoolExecutor, tables: int) -> None:
        self.pool = pool
        self.connections = [psycopg.connect(url, autocommit=True) for _ in range(WORKERS)]
        self.streams = [uuid.uuid4() for _ in range(tables)]
        self.versions = [0] * tables
        self.audiences = [Audience(f"bare.{stream.hex}") for stream in self.streams]

    async def begin(self) -> None:
        """Bring the receivers in."""
        for audience in self.audiences:
            await audience.join()

    async def act(self, number: int) -> None:
        """Insert, tell, and wait until four have heard."""
        self.versions[number] += 1
        version = self.versions[number]
        await asyncio.get_running_loop().run_in_executor(self.pool, self._insert, number, version)
        audience = self.audiences[number]
        await audience.layer.group_send(audience.group, {"type": "table.advanced", "version": version})
        await audience.hear(version)

    def _insert(self, number: int, version: int) -> None:
        connection = self.connections.pop()
        try:
            connection.execute(
                "INSERT INTO a1 (stream, version, body) VALUES (%s, %s, %s)", [self.streams[number], version, BODY]
            )
        finally:
            self.connections.append(connection)


class Live:
    """The product: an action through the service, and four views."""

    def __init__(self, pool: ThreadPoolExecutor, tables: int) -> None:
        self.pool = pool
        self.tables = tables

    async def begin(self) -> None:
        """Open the tables, deal the first hands and bring the viewers in."""
        loop = asyncio.get_running_loop()
        self.rows = [await loop.run_in_executor(self.pool, self._open) for _ in range(self.tables)]
        from games.tables.announce import group_of

        self.audiences = [Audience(group_of(row.pk)) for row, _ in self.rows]
        for audience in self.audiences:
            await audience.join()

    def _open(self) -> tuple[Any, Sequence[Any]]:
        from clubs.models import Player
        from games.events.tables import Terms
        from games.tables.services.clock import advance_table
        from games.tables.services.seats import open_table

        players = [Player.objects.create(name=name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]
        table = open_table(
            player=players[0],
            rules="28-kerala-4",
            options={"ending": {"type": "hands", "count": 500}},
            terms=Terms(pause_seconds=0, action_seconds=600),
            seat=None,
            players=dict(enumerate(players)),
        )
        advance_table(table_id=table.pk)
        return table, players

    async def act(self, number: int) -> None:
        """Act at a table, wait until four have heard, and make their views."""
        loop = asyncio.get_running_loop()
        version = await loop.run_in_executor(self.pool, self._one, number)
        await self.audiences[number].hear(version)
        table, players = self.rows[number]
        await asyncio.gather(*(loop.run_in_executor(self.pool, _view, table.pk, player, version) for player in players))

    def _one(self, number: int) -> int:
        import engine
        from games.tables.selectors.states import load_state
        from games.tables.services import play
        from games.tables.services.clock import advance_table

        table, players = self.rows[number]
        state = load_state(table.pk, 1)
        while state.turn is None:
            advance_table(table_id=table.pk)
            state = load_state(table.pk)
        legal = engine.legal_actions(state.game, state.turn)
        quiet = [action for action in legal if isinstance(action, engine.Pass | engine.Keep)]
        return play.act(
            table_id=table.pk,
            player=players[state.turn],
            action=(quiet or legal)[0],
            expected_version=state.version,
            command=uuid.uuid4(),
        )


def _view(table_id: uuid.UUID, player: Any, version: int) -> bytes:
    from games.tables.selectors.live import table_view

    return msgspec.json.encode(table_view(table_id, player))


async def compare(url: str, pool: ThreadPoolExecutor, tables: int, actions: int) -> tuple[Spread, Spread]:
    """Measure the baseline and the product at so many tables, by turns."""
    bare, live = Bare(url, pool, tables), Live(pool, tables)
    await bare.begin()
    await live.begin()
    for side in (bare, live):
        await measured(tables, 5, side.act)
    found = [await measured(tables, actions, side.act) for side in (bare, live)]
    for connection in bare.connections:
        connection.close()
    return found[0], found[1]


def measure(actions: int, at_once: Sequence[int]) -> None:
    """Measure at each of these numbers of tables, and print."""
    with product() as embedded, ThreadPoolExecutor(WORKERS) as pool:
        with psycopg.connect(embedded.addresses.database(OWNER, DATABASE), autocommit=True) as owner:
            owner.execute(A1)
        url = embedded.addresses.database(APP, DATABASE)
        for tables in at_once:
            bare, live = asyncio.run(compare(url, pool, tables, max(10, actions // tables)))
            print(
                f"inside, an action at {tables:>2} tables: p50 {live.p50:6.2f} ms, p99 {live.p99:6.2f} ms;"
                f"  bare insert and fan-out p50 {bare.p50:6.2f} ms, p99 {bare.p99:6.2f} ms;"
                f"  ratio of p50 {live.p50 / bare.p50:4.2f} (goal at most {GOAL:g})"
            )

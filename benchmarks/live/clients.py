"""People at tables, by the WebSockets of their pages: four who play, and any number who watch.

The clients send what `static/js/table.js` sends, the pings included, and read from the messages what they may do.
"""

import asyncio
import hashlib
import json
import secrets
import time
import uuid
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from benchmarks.live.page import REFUSED, Page, head_of

PING_SECONDS = 3.0
"""After so long without a word from the server a page pings it."""
PATIENCE = 60.0
"""Seconds after which something that has not arrived is an error."""
CONNECTING_AT_ONCE = 8


class StuckError(Exception):
    """Something did not arrive; the message says what."""


class Wire(ClientConnection):
    """A connection that counts the bytes that arrive, compressed as they come."""

    received = 0

    def data_received(self, data: bytes) -> None:
        """Count what arrives."""
        self.received += len(data)
        super().data_received(data)


@dataclass
class Tally:
    """What happened in a while.

    Attributes:
        actions: The number of actions that arrived at all players of their table.
        watched: How many of these were at a table with watchers.
        took: The time of each until all players had it, in seconds.
        frames, letters, wire: What the players were sent: messages without pongs, bytes before compression, and bytes
            as they came.
        watchers_letters, watchers_wire: The bytes of the watchers.
        refused: What was refused, with the server's words.
        reconnected: The number of connections that were lost and opened again.
        backwards: The number of messages with an older version than the one before.
    """

    actions: int = 0
    watched: int = 0
    took: list[float] = field(default_factory=list)
    frames: int = 0
    letters: int = 0
    wire: int = 0
    watchers_letters: int = 0
    watchers_wire: int = 0
    refused: list[str] = field(default_factory=list)
    reconnected: int = 0
    backwards: int = 0


class Viewer:
    """One page's connection to a table.

    Attributes:
        version: The version of the table that was last received.
        mine: Whether it is the reader's turn.
        kept: Each message with the version of the table it came with, if they are kept.
    """

    def __init__(self, table: "LiveTable", session: str = "", seat: int | None = None) -> None:
        self.table, self.session, self.seat = table, session, seat
        self.version, self.mine = -1, False
        self.page = Page()
        self.kept: list[tuple[int, str]] = []
        self.numbers: dict[str, str] = {}
        self.wire: Wire | None = None
        self.heard_at = 0.0
        self.unanswered = ""
        self.counted = 0
        self.gone = False

    def has_table(self) -> bool:
        """Whether the table has come."""
        return self.version >= 0

    async def live(self) -> None:
        """Stay connected; reconnect whenever the connection is lost."""
        hall = self.table.hall
        headers = {"Cookie": f"{hall.cookie}={self.session}"} if self.session else {}
        while not self.gone:
            try:
                async with hall.doors:
                    wire = await connect(
                        f"ws://127.0.0.1:{hall.port}/ws/table/{self.table.id}/",
                        origin=Origin(f"http://127.0.0.1:{hall.port}"),
                        additional_headers=headers,
                        compression="deflate",  # as browsers offer it; the server declines
                        ping_interval=None,
                        close_timeout=1,
                        max_size=None,
                        create_connection=Wire,
                    )
                    assert isinstance(wire, Wire)
                    self.wire, self.counted = wire, 0
                    if self.unanswered:
                        await wire.send(self.unanswered)
                    self.hear(await wire.recv(decode=True))
                async for message in wire:
                    self.hear(str(message))
            except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                await asyncio.sleep(0.2)
            if not self.gone:
                hall.tally.reconnected += 1

    def hear(self, message: str) -> None:
        """Take a message in."""
        self.heard_at = time.monotonic()
        hall = self.table.hall
        hall.count(self, message)
        if message == "pong":
            return
        head = head_of(message)
        if head is not None:
            hall.tally.backwards += head.version < self.version
            self.version, self.mine = head
        if hall.keeps:
            self.kept.append((self.version, message))
        if self.seat is None:
            self.table.heard()
            return
        self.page.take(message)
        if 'id="why"' in message and (why := REFUSED.search(message)):
            hall.tally.refused.append(why[1].strip())
        if hall.gives_numbers and 'id="proof"' in message:
            self._give_number()
        self.table.heard()

    def send(self, fields: dict[str, str]) -> None:
        """Send what the form sends, and the ping that has it confirmed."""
        self.unanswered = json.dumps({**fields, "version": str(self.version)})
        self.say(self.unanswered)
        self.say("ping")

    def say(self, text: str) -> None:
        """Send a text, if there is a connection; what a lost one did not take is sent over the next."""
        if self.wire is not None:
            self.table.hall.start(_sent(self.wire, text))

    def _give_number(self) -> None:
        """Give what the page is asked for the shuffle: the fingerprint of a number, later the number."""
        proof = self.page.proof()
        hand, wanted = proof.get("hand", ""), proof.get("wanted")
        if wanted == "commitment" and hand not in self.numbers:
            self.numbers[hand] = secrets.token_hex(32)
            place = uuid.UUID(proof["game"]).bytes + int(hand).to_bytes(4, "big") + bytes((int(proof["seat"]),))
            number = bytes.fromhex(self.numbers[hand])
            commitment = hashlib.sha256(b"lelam-number/1\0" + place + number).hexdigest()
            self.send({"do": "commit-entropy", "hand": hand, "commitment": commitment})
        elif wanted == "number" and hand in self.numbers:
            self.send({"do": "entropy", "hand": hand, "entropy": self.numbers.pop(hand)})


async def _sent(wire: Wire, text: str) -> None:
    try:
        await wire.send(text)
    except ConnectionClosed:
        return


class LiveTable:
    """A table with its players, and those who watch it."""

    def __init__(self, hall: "Hall", table: str, sessions: Sequence[str], seed: int) -> None:
        self.hall, self.id, self.chance = hall, table, Random(seed)
        self.players = [Viewer(self, session, seat) for seat, session in enumerate(sessions)]
        self.watchers: list[Viewer] = []
        self._news = asyncio.Event()
        self._wanted = 0
        self._arrived_at = 0.0

    def heard(self) -> None:
        """Note that a viewer has a message."""
        self._news.set()
        if not self._arrived_at and min(player.version for player in self.players) >= self._wanted:
            self._arrived_at = time.perf_counter()

    async def until(self, condition: Callable[[], bool], what: str) -> None:
        """Wait until a condition holds.

        Raises:
            StuckError: It does not come to hold.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            seen = [viewer.version for viewer in (*self.players, *self.watchers)]
            raise StuckError(f"table {self.id}: {what}; the viewers have seen {seen}") from None

    def _ready(self) -> bool:
        return any(player.mine for player in self.players)

    async def play(self, pace: float) -> None:
        """Play until the hall's time is over: an action every `pace` seconds or so, or as fast as it goes."""
        due = time.monotonic() + self.chance.uniform(0, pace)
        while True:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            due = max(due, time.monotonic() - pace) + self.chance.uniform(0.5, 1.5) * pace
            if time.monotonic() > self.hall.until:
                return
            await self.act()

    def _everybody_is_there(self) -> bool:
        return any(player.mine for player in self.players) and len({player.version for player in self.players}) == 1

    def _all_see(self, version: int) -> bool:
        return all(watcher.version >= version for watcher in self.watchers)

    async def _choice(self) -> tuple[Viewer, dict[str, str]]:
        """Wait until somebody may act, and return that player with what the page would send."""
        while True:
            # What was sent before a turn came may be on its way to the others still.
            await self.until(self._everybody_is_there, "nobody may act")
            player = next(player for player in self.players if player.mine)
            fields = player.page.choose(self.chance)
            if fields is not None:
                return player, fields
            await asyncio.sleep(0.01)

    async def act(self) -> None:
        """Let the player whose turn it is act, and wait until everybody has seen it."""
        player, fields = await self._choice()
        reached = player.version + 1
        self._wanted, self._arrived_at = reached, 0.0
        begun = time.perf_counter()
        player.send(fields)
        await self.until(lambda: bool(self._arrived_at), f"{fields} at version {reached - 1} did not arrive")
        player.unanswered = ""
        tally = self.hall.tally
        tally.actions += 1
        tally.took.append(self._arrived_at - begun)
        if self.watchers:
            tally.watched += 1
            await self.until(lambda: self._all_see(reached), f"version {reached} did not arrive at the watchers")


class Hall:
    """All tables of a server, as a context manager that hangs up at its end.

    Args:
        port: The server's port.
        cookie: The name of the session's cookie.
        gives_numbers: Take part in the shuffle, as browsers do over https.
        keeps: Keep all messages.
    """

    def __init__(self, port: int, *, gives_numbers: bool = False, keeps: bool = False) -> None:
        self.port, self.gives_numbers, self.keeps = port, gives_numbers, keeps
        self.cookie = ""
        self.tables: list[LiveTable] = []
        self.tally = Tally()
        self.until = 0.0
        self.doors = asyncio.Semaphore(CONNECTING_AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Hall":
        self._pings = self.start(self._ping())
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._pings.cancel()
        await self._hang_up([each for table in self.tables for each in (*table.players, *table.watchers)])

    def start(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Do something beside."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def count(self, viewer: Viewer, message: str) -> None:
        """Count a message that a viewer was sent."""
        came = viewer.wire.received - viewer.counted if viewer.wire else 0
        viewer.counted += came
        letters = len(message.encode())
        if viewer.seat is None:
            self.tally.watchers_letters += letters
            self.tally.watchers_wire += came
        else:
            self.tally.frames += message != "pong"
            self.tally.letters += letters
            self.tally.wire += came

    async def open(self, world: Mapping[str, Any], seed: int = 28) -> None:
        """Connect the players of the tables that `benchmarks.live.world` opened, and wait for the first deal."""
        self.cookie = str(world["cookie"])
        fresh = [LiveTable(self, each["id"], each["sessions"], seed + at) for at, each in enumerate(world["tables"])]
        self.tables += fresh
        await self._admit([player for table in fresh for player in table.players])
        await asyncio.gather(*(table.until(table._ready, "no hand is dealt") for table in fresh))

    async def watch(self, table: LiveTable, sessions: Sequence[str]) -> None:
        """Let people watch a table, by the keys of their sessions; an empty one is somebody without an account."""
        watchers = [Viewer(table, session) for session in sessions]
        table.watchers += watchers
        await self._admit(watchers)

    async def send_away(self, table: LiveTable) -> None:
        """Close the pages of those who watch a table."""
        watchers, table.watchers = table.watchers, []
        await self._hang_up(watchers)

    async def _admit(self, viewers: Sequence[Viewer]) -> None:
        for viewer in viewers:
            self.start(viewer.live())
        for viewer in viewers:
            await viewer.table.until(viewer.has_table, "a connection did not open")

    async def play(self, seconds: float, pace: float = 0.0, beside: asyncio.Future[Any] | None = None) -> Tally:
        """Play at all tables, and return what happened; a table that is stuck ends it.

        Args:
            seconds: For how long.
            pace: The seconds between two actions at a table; 0 for as fast as it goes.
            beside: Something that is done meanwhile; the play ends with it, if that is earlier.
        """
        self.tally = Tally()
        self.until = time.monotonic() + seconds
        if beside is not None:
            beside.add_done_callback(self._end)
        async with asyncio.TaskGroup() as playing:
            for table in self.tables:
                playing.create_task(table.play(pace))
        return self.tally

    def _end(self, beside: asyncio.Future[Any]) -> None:
        self.until = time.monotonic()

    async def _hang_up(self, viewers: Sequence[Viewer]) -> None:
        for viewer in viewers:
            viewer.gone = True
        await asyncio.gather(*(viewer.wire.close() for viewer in viewers if viewer.wire), return_exceptions=True)

    async def _ping(self) -> None:
        """Ping over quiet connections, as pages do."""
        while True:
            await asyncio.sleep(PING_SECONDS / 4)
            long_ago = time.monotonic() - PING_SECONDS
            for table in self.tables:
                for viewer in (*table.players, *table.watchers):
                    if viewer.heard_at < long_ago:
                        viewer.say("ping")

"""Watchers of a tournament's page, as a process of their own: `python -m benchmarks.watching.watchers`.

    PORT TOURNAMENT COUNT pushed|fetching

`pushed` watchers are sent the public part, as pages are. `fetching` ones are told the version alone, and each fetches
the living part of the page then, as pages did before. The process prints a line when all are connected, and on the next
line of its input what each was shown: versions with the moment and the bytes.
"""

import asyncio
import json
import sys
import time
from urllib.request import urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from benchmarks.watching.world import SLUG

CONNECTING_AT_ONCE = 16
MAX_ANSWER_BYTES = 1 << 24
Shown = tuple[int, float, int]


class Watcher:
    """One page.

    Attributes:
        shown: The versions that it was shown, each with the moment and the bytes.
    """

    def __init__(self, port: int, path: str, *, fetches: bool) -> None:
        self.port, self.path, self.fetches = port, path, fetches
        self.shown: list[Shown] = []
        self.lost = 0

    async def live(self, doors: asyncio.Semaphore, ready: asyncio.Event) -> None:
        """Stay connected until cancelled."""
        origin = Origin(f"http://127.0.0.1:{self.port}")
        while True:
            try:
                async with doors:
                    wire = await connect(
                        f"ws://127.0.0.1:{self.port}{self.path}", origin=origin, ping_interval=None, max_size=None,
                        compression=None, close_timeout=1,
                    )  # fmt: skip
                version = int(str(await wire.recv()).split()[0])
                ready.set()
                async for message in wire:
                    if isinstance(message, bytes):
                        self.shown.append((version, time.monotonic(), len(message)))
                        continue
                    version = int(message.split()[0])
                    if self.fetches:
                        size = await self.fetch()
                        self.shown.append((version, time.monotonic(), size))
            except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                self.lost += 1
                await asyncio.sleep(0.5)

    async def fetch(self) -> int:
        """Fetch the living part of the page; return its bytes."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=MAX_ANSWER_BYTES)
        try:
            writer.write(
                f"GET /tournaments/{SLUG}/ HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nHX-Request: true\r\n"
                "HX-Target: live\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n".encode()
            )
            answer = await reader.read(-1)
            assert answer.startswith(b"HTTP/1.1 200"), answer[:100]
            return len(answer)
        finally:
            writer.close()


async def main(port: int, tournament: str, count: int, how: str) -> None:
    """Connect, watch until a line comes in, and print what was shown."""
    fetches = how == "fetching"
    path = f"/ws/tournament/{tournament}/"
    if not fetches:
        with urlopen(f"http://127.0.0.1:{port}/tournaments/{SLUG}/parts/public/") as answer:
            tag = answer.headers["ETag"].removeprefix("W/").strip('"')
        path += f"?part=public&have={tag}"
    doors = asyncio.Semaphore(CONNECTING_AT_ONCE)
    watchers = [Watcher(port, path, fetches=fetches) for _ in range(count)]
    events = [asyncio.Event() for _ in watchers]
    tasks = [asyncio.create_task(watcher.live(doors, event)) for watcher, event in zip(watchers, events, strict=True)]
    for event in events:
        await event.wait()
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(json.dumps({"shown": [watcher.shown for watcher in watchers], "lost": sum(each.lost for each in watchers)}))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]))

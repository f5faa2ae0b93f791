"""A minute of twenty tables at a human pace, over the sockets of their pages: everything arrives, and nothing leaks."""

import asyncio
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.live.clients import Hall, Tally
from benchmarks.live.server import Server, served
from tests.games.helpers.secrecy import cards_in
from tests.template import copy_cluster

TABLES = 20
WATCHERS = 30
SECONDS = 60.0
PACE = 3.0
RULES = "28-kerala-4"
PUBLIC = 4
"""Where the public stands after the four seats in what `tests.load.evening` prints."""

Known = dict[int, list[set[str]]]
"""The cards that each seat, and the public, may know at each version of a table."""


@pytest.fixture
def server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory(prefix="lelam-v-", dir="/tmp") as folder:
        copy_cluster(Path(folder) / "home")
        with served(Path(folder) / "home", LELAM_WEB_PROCESSES="2") as running:
            yield running


async def play(server: Server) -> tuple[Hall, Tally]:
    """Play for a minute, and wait until everybody has seen the end of it."""
    async with Hall(server.port, gives_numbers=True, keeps=True) as hall:
        await hall.open(json.loads(server.run("-m", "benchmarks.live.world", "open", str(TABLES), RULES)))
        await hall.watch(hall.tables[0], [""] * WATCHERS)
        tally = await hall.play(SECONDS, PACE)
        for table in hall.tables:
            reached = max(player.version for player in table.players)
            viewers = (*table.players, *table.watchers)
            await table.until(
                lambda viewers=viewers, at=reached: all(each.version >= at for each in viewers), "the end"
            )
    return hall, tally


def known_of(server: Server) -> dict[str, Known]:
    """Return what may be known of each table, by the log."""
    lines = [json.loads(line) for line in server.run("-m", "tests.load.evening", "known").splitlines()]
    return {
        line["table"]: {int(version): [set(cards) for cards in seats] for version, seats in line["known"].items()}
        for line in lines
    }


def leaks(messages: list[tuple[int, str]], known: Known, seat: int) -> list[str]:
    """Return each card that a message names and its reader may not know, with the version of the table."""
    return [
        f"version {version}: {sorted(hidden)}"
        for version, message in messages
        if (hidden := cards_in(message) - known[version][seat])
    ]


@pytest.mark.whole
@pytest.mark.timeout(600)
def test_each_action_of_a_minute_arrives_everywhere_and_shows_nobody_a_hidden_card(server: Server):
    assert server.count_webs() == 2

    hall, tally = asyncio.run(play(server))

    assert (tally.refused, tally.reconnected, tally.backwards) == ([], 0, 0)
    assert tally.actions >= TABLES
    assert tally.watched > 0
    known = known_of(server)
    for table in hall.tables:
        for player in table.players:
            assert leaks(player.kept, known[table.id], player.seat) == []
            assert leaks(player.kept, known[table.id], (player.seat + 1) % 4), "what is looked for can be found"
        for watcher in table.watchers:
            assert leaks(watcher.kept, known[table.id], PUBLIC) == []
            assert [version for version, _ in watcher.kept] == sorted(version for version, _ in watcher.kept)
    assert "Traceback" not in server.log.read_text()
    assert "as they were appended" in server.run("manage.py", "verify_events", "--replay")

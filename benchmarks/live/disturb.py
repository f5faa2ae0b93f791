"""Whether tables notice what else the server does: a read model built anew, an import, a silent mail server, the sweep.

    python -m benchmarks.live.disturb log FOLDER GAMES     write a log with so many games into a new data folder
    python -m benchmarks.live.disturb import LINES         import so many members, on the data folder of LELAM_HOME
    python -m benchmarks.live.disturb mails COUNT TABLE    have so many people be told of a table by mail
    python -m benchmarks.live.disturb sweep                sweep through hands, again and again, as a process of it does

The processes above are parts of it. Each phase plays at the same tables, for as long as its work lasts at most.
"""

import asyncio
import os
import sys
import time
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import django
import psycopg

from benchmarks.live.clients import Hall, Tally
from benchmarks.live.server import ROOT, Server, environment

SWEPT_HANDS = 2_000


@asynccontextmanager
async def silent_mail_server(port: int) -> AsyncIterator[None]:
    """Listen as a mail server that accepts every connection and never says a word."""
    async with await asyncio.get_running_loop().create_server(asyncio.Protocol, "127.0.0.1", port):
        yield


async def run(server: Server, *arguments: str) -> None:
    """Run a Python program on the server's data folder; it is killed if this is cancelled.

    Raises:
        RuntimeError: It failed; the message is what it said.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=ROOT, env=environment(server.home), stdout=PIPE, stderr=STDOUT
    )
    try:
        said, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise RuntimeError(said.decode())


async def phases(
    server: Server, hall: Hall, *, seconds: float, pace: float, projection: str, lines: int, mails: int
) -> AsyncIterator[tuple[str, float, Tally]]:
    """Play through the phases; yield what is done beside, the seconds played, and what happened."""
    table = hall.tables[0].id

    def beside(*arguments: str) -> Callable[[], Coroutine[object, object, object]]:
        return lambda: run(server, *arguments)

    works: list[tuple[str, Callable[[], Coroutine[object, object, object]]]] = [
        ("nothing", lambda: asyncio.sleep(seconds)),
        (f"{projection} built anew", beside("manage.py", "rebuild_projection", projection)),
        (f"{lines:,} members imported", beside("-m", "benchmarks.live.disturb", "import", str(lines))),
        (f"{mails} mails to a silent server", lambda: _wait_for_mails(server, mails, table, seconds)),
        ("a process of the sweep", beside("-m", "benchmarks.live.disturb", "sweep")),
    ]
    for what, work in works:
        begun = time.monotonic()
        beside_it = asyncio.ensure_future(work())
        tally = await hall.play(seconds, pace, beside_it)
        played = time.monotonic() - begun
        yield what + ("" if beside_it.done() else ", not done by then"), played, tally
        # What goes on would disturb the next phase too.
        beside_it.cancel()
        with suppress(asyncio.CancelledError):
            await beside_it


async def _wait_for_mails(server: Server, mails: int, table: str, seconds: float) -> None:
    await run(server, "-m", "benchmarks.live.disturb", "mails", str(mails), table)
    await asyncio.sleep(seconds)


def write_log(folder: Path, games: int) -> None:
    """Write a club with so many games into a new data folder."""
    from benchmarks.product import product

    with product(folder) as servers:
        from benchmarks import large_club, sweep_log
        from config.embedded import DATABASE, OWNER

        address = servers.addresses.database(OWNER, DATABASE)
        large_club.fill(address, people=400, count=games, pool_games=4)
        with psycopg.connect(address, autocommit=True) as owner:
            owner.execute("SELECT setval('games_table_number', (SELECT max(number) FROM games_table))")
        # The club's games have no cards; the sweep needs some that have.
        sweep_log.fill(address, SWEPT_HANDS)


def sweep() -> None:
    """Sweep through the hands with cards until killed, as nice as a process of the sweep."""
    from config.celery import SWEEP_NICE
    from games.store.log import run as run_statement
    from games.sweep.working import Span, lanes, work_through

    os.nice(SWEEP_NICE)
    ((first,),) = run_statement("SELECT min(pos) - 1 FROM games_event WHERE type = 'DealCommitted'", [])
    ends = lanes(max(pos for (pos,) in run_statement("SELECT max(pos) FROM games_event", [])))
    while True:
        work_through(Span(first, ends[0], tuple(lanes(first)), tuple(ends)))


def import_members(lines: int) -> None:
    """Import so many members into a new club, and wait until it is done."""
    from benchmarks.live.world import person
    from clubs.exchange.services import carry_out, take_in
    from clubs.members.societies import found_club
    from clubs.models import ImportRun

    officer, _ = person()
    club = found_club(founder=officer, name="Meenachil")
    file = "name\n" + "".join(f"Member {number:05}\n" for number in range(lines))

    def wait(run: ImportRun) -> None:
        while run.status in (ImportRun.Status.WAITING, ImportRun.Status.RUNNING):
            time.sleep(0.5)
            run.refresh_from_db()
        if run.status == ImportRun.Status.FAILED:
            raise RuntimeError(f"the import failed: {run.report}")

    run = take_in(club=club, by=officer, subject="members", data=file.encode())
    wait(run)
    wait(carry_out(run_id=run.pk, by=officer))


def send_mails(count: int, table: str) -> None:
    """Tell so many people of something at a table by mail."""
    from allauth.account.models import EmailAddress

    from benchmarks.live.world import person
    from clubs.models import NoticeChoices
    from clubs.notices.services.telling import notify

    people = [person()[0] for _ in range(count)]
    for player in people:
        assert player.user is not None
        EmailAddress.objects.create(user=player.user, email=player.user.email, verified=True, primary=True)
        NoticeChoices.objects.create(player=player, ways={"ruling": {"mail": True}})
    notify(players=people, kind="ruling", path=f"/tables/{table}/", key=f"disturb-{table}", details={"table": table})


def main() -> None:
    """Run one of the processes."""
    match sys.argv[1:]:
        case ["log", folder, games]:
            write_log(Path(folder), int(games))
        case ["import", lines]:
            django.setup()
            import_members(int(lines))
        case ["mails", count, table]:
            django.setup()
            send_mails(int(count), table)
        case ["sweep"]:
            django.setup()
            sweep()


if __name__ == "__main__":
    main()

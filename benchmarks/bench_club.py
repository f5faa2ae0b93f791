"""How long the pages of a large club take, and the proof of its ledger.

    python -m benchmarks.bench_club [--people N] [--games N] [--pool N] [--rounds N] [--home FOLDER]

The club is written by `benchmarks.large_club` into a PostgreSQL of its own, which waits for the disk as in production;
a folder named by `--home` is kept, and used again. Each page is asked for through the whole application in this
process, as a member and as an officer; the figure is the time from the request to the last byte of the answer.
"""

import argparse
import statistics
import time
from functools import partial
from http import HTTPStatus
from pathlib import Path

import psycopg
from django.core.management import call_command
from django.db import connection
from django.db.models import Count
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks.product import product
from config.embedded import DATABASE, OWNER, Embedded

GOAL = 150
"""Milliseconds of server time that a page may take."""


def written(servers: Embedded, people: int, games: int, pool: int) -> None:
    """Write the large club, unless the folder has it already."""
    from benchmarks import large_club
    from clubs.models import Club

    if Club.objects.filter(slug=large_club.SLUG).exists():
        return
    print(f"writing a club of {people} members and {games} games", flush=True)
    started = time.monotonic()
    large_club.fill(servers.addresses.database(OWNER, DATABASE), people=people, count=games, pool_games=pool)
    print(f"written in {time.monotonic() - started:.0f} s", flush=True)


def counts() -> str:
    """Return what there is, in words."""
    from clubs.models import Membership
    from games.models import Event, PlayedGame, PlayedHand

    return (
        f"{Membership.objects.count():,} members, {PlayedGame.objects.count():,} games, "
        f"{PlayedHand.objects.count():,} hands, {Event.objects.count():,} events"
    )


def pages() -> list[tuple[str, str]]:
    """Return the pages and fragments by what they show, with their addresses."""
    from benchmarks.large_club import SLUG
    from clubs.models import LedgerEntry, Season, Team
    from games.models import GamePlayer

    club = f"/clubs/{SLUG}/"
    counted = GamePlayer.objects.order_by().values_list("player").annotate(games=Count("pk")).order_by("-games")
    (busiest, most), last = counted.first(), counted.last()
    assert last is not None
    season = Season.objects.filter(club__slug=SLUG).order_by("-begins").first()
    entry = LedgerEntry.objects.order_by("-pk").first()
    team = Team.objects.filter(club__slug=SLUG).first()
    assert season is not None
    assert entry is not None
    assert team is not None
    player, quiet = f"/players/{busiest}/", f"/players/{last[0]}/"
    return [
        ("club", club),
        ("… tables of tonight", f"/tables/list/?club={SLUG}"),
        ("… last hands", f"/tables/hands/?club={SLUG}"),
        ("… form of the members", f"{club}form/"),
        ("members", f"{club}members/"),
        ("members, last page", f"{club}members/?page=200"),
        ("members, a name", f"{club}members/?q=0042"),
        ("search for a player", f"{club}players/search/?q=42"),
        ("teams", f"{club}teams/"),
        ("a team", f"{club}teams/{team.pk}/"),
        ("calendar", f"{club}calendar/"),
        ("results", f"{club}results/"),
        ("results of all time", f"{club}results/?family=28&season=all"),
        ("results of a season", f"{club}results/?family=28&season={season.pk}"),
        ("games", f"{club}results/games/"),
        ("records", f"{club}results/records/"),
        ("hall of fame", f"{club}results/hall/"),
        ("kunukku", f"{club}kunukku/"),
        ("ledger", f"{club}ledger/"),
        ("ledger, a player and a season", f"{club}ledger/?player={busiest}&season={season.pk}"),
        ("balances", f"{club}ledger/balances/"),
        ("balances, by units", f"{club}ledger/balances/?sort=-amount&page=100"),
        ("an entry", f"{club}ledger/{entry.pk}/"),
        ("statement of the busiest", f"{club}ledger/of/{busiest}/"),
        ("seasons", f"{club}seasons/"),
        ("settlement sheet", f"{club}seasons/{season.pk}/"),
        ("log", f"{club}log/"),
        (f"player with {most:,} games", player),
        ("… figures", f"{player}figures/"),
        ("… rating and partners", f"{player}standing/"),
        ("… games", f"{player}games/"),
        ("… partners", f"{player}partners/"),
        ("… rating", f"{player}rating/"),
        ("… kunukku", f"{player}kunukku/"),
        ("… hands", f"{player}hands/"),
        ("… hands: doubled 56", f"{player}hands/?rules=56&doubled=on"),
        ("… hands: bids of 20 that failed", f"{player}hands/?number=20&came=failed&declarer=me"),
        (f"player with {last[1]} games", quiet),
        ("… figures", f"{quiet}figures/"),
        ("home", "/"),
    ]


def measured(path: str, client: Client, rounds: int) -> tuple[float, float, int]:
    """Ask for a page so many times.

    Returns:
        The median and the longest time in milliseconds, the first request aside, and how many queries one makes.
    """
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(path)
    queries = len(captured)  # the next request empties the list
    if answer.status_code != HTTPStatus.OK:
        raise SystemExit(f"{path} answers {answer.status_code}.")
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        client.get(path)
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times), max(times), queries


def report(rounds: int) -> None:
    """Measure every page, as an officer of the club; one that misses the goal is marked."""
    from clubs.models import Membership

    owner = Membership.objects.select_related("player__user").get(role=Membership.Role.OWNER).player
    client = Client()
    client.force_login(owner.user)  # type: ignore[arg-type]
    print("\n| page | median ms | longest ms | queries | ÷ first page | |\n| --- | --- | --- | --- | --- | --- |")
    bare = measured("/", client, rounds)[0]
    for name, path in pages():
        median, longest, queries = measured(path, client, rounds)
        row = f"| {name} | {median:.0f} | {longest:.0f} | {queries} | {median / bare:.1f} | "
        print(row + ("**slow** |" if median > GOAL else "|"), flush=True)


def log_read() -> None:
    """Read every event once, by one cursor of the server: what a proof takes at the least in one process."""
    with connection.cursor() as plain:
        url = plain.db.connection.info.dsn
    with psycopg.connect(url) as link, link.cursor(name="log") as cursor:
        cursor.itersize = 5000
        for _row in cursor.execute("SELECT type, version, stream::text, schema, body::text FROM games_event"):
            pass


def main() -> None:
    """Write the club if need be, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=5_000)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--pool", type=int, default=40, help="games of each kind that bots play, to be repeated")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--home", type=Path, help="a folder to keep the club in, and to find it in")
    arguments = parser.parse_args()
    with product(arguments.home and arguments.home.absolute(), LELAM_HOSTS="testserver") as servers:
        written(servers, arguments.people, arguments.games, arguments.pool)
        print(counts(), flush=True)
        for name, work in (
            ("compute_ratings", partial(call_command, "compute_ratings")),
            ("the log read once, by one process", log_read),
            ("prove_ledger", partial(call_command, "prove_ledger")),
        ):
            started = time.monotonic()
            work()
            print(f"{name}: {time.monotonic() - started:.1f} s", flush=True)
        report(arguments.rounds)


if __name__ == "__main__":
    main()

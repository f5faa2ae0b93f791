"""Compute the capacity table of docs/development/scaling.md from the costs in the table at its top.

    python -m benchmarks.capacity           write the table anew
    python -m benchmarks.capacity --check   exit with status 1 if it is not what follows from the costs

The formula: a core gives `busy` of its seconds to work. A table acts `actions` times a second, and each action costs
`web`, `worker`, `postgres` and `redis` milliseconds of a core. A kind of host carries as many tables as its cores allow
for what runs on it; the fewest of all kinds, of Redis' one core and of the lanes count. A watcher costs `watcher`.
"""

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "development" / "scaling.md"
BEGIN, END = "<!-- capacity -->", "<!-- /capacity -->"
LANES = 16
PLAYERS = 4


@dataclass(frozen=True)
class Site:
    """Machines with their cores.

    Attributes:
        name: What they are.
        web: The cores for web processes and workers.
        database: Cores of PostgreSQL's own host; 0: all runs on the same cores.
    """

    name: str
    web: int
    database: int = 0


SITES = (
    Site("a laptop or small server, 2 cores, everything on it", 2),
    Site("one server, 8 cores, everything on it", 8),
    Site("a host of 16 cores, PostgreSQL on one of 16", 16, 16),
    Site("four hosts of 16 cores, PostgreSQL on one of 64", 64, 64),
)


def costs(page: str) -> dict[str, float]:
    """Return the costs by their names: the rows of the first table whose first cell is code."""
    rows = re.findall(r"^\| `(\w+)` \| ([\d.,]+) ", page.partition(BEGIN)[0], re.MULTILINE)
    return {name: float(value.replace(",", "")) for name, value in rows}


def limits(site: Site, cost: dict[str, float]) -> dict[str, float]:
    """Return the number of tables at which people play that each part of a site carries."""
    core = cost["busy"] * 1000 / cost["actions"]
    program, database = cost["web"] + cost["worker"], cost["postgres"]
    shared = {"Redis": core / cost["redis"], "lanes": LANES * core / cost["lane"]}
    if site.database:
        return shared | {"web and workers": site.web * core / program, "PostgreSQL": site.database * core / database}
    return shared | {"cores": site.web * core / (program + database + cost["redis"])}


def capacity(cost: dict[str, float]) -> str:
    """Return the table in Markdown."""
    lines = [
        "| site | tables at a human pace | limited by | sent to players | events in a day | disk in a day |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for site in SITES:
        limit, count = min(limits(site, cost).items(), key=lambda part: part[1])
        sent = count * cost["actions"] * PLAYERS * cost["frame"] * 8 / 1e6
        events = count * cost["actions"] * cost["hours"] * 3600 * cost["events"]
        disk = events * cost["bytes"] / 1e9
        cells = (site.name, rounded(count), limit, f"{rounded(sent)} Mbit/s", rounded(events), f"{rounded(disk)} GB")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def rounded(number: float) -> str:
    """Return a number with its two first digits.

    >>> rounded(123456), rounded(96.4), rounded(1.23)
    ('120,000', '96', '1.2')
    """
    return f"{float(f'{number:.1e}'):,.{0 if number >= 10 else 1}f}"


def with_capacity(page: str) -> str:
    """Return the page with the table that follows from its costs."""
    head, _, rest = page.partition(BEGIN)
    return f"{head}{BEGIN}\n\n{capacity(costs(page))}\n\n{END}{rest.partition(END)[2]}"


def main() -> int:
    """Write the table, or check it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing")
    options = parser.parse_args()
    page = PAGE.read_text("utf-8")
    if options.check:
        return int(with_capacity(page) != page)
    PAGE.write_text(with_capacity(page), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

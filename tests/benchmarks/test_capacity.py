"""The capacity table of docs/development/scaling.md follows from the costs above it."""

from benchmarks.capacity import PAGE, SITES, capacity, costs, limits, with_capacity

COSTS = {
    "web": 4.0,
    "worker": 2.0,
    "postgres": 3.0,
    "redis": 1.0,
    "lane": 0.5,
    "watcher": 0.05,
    "busy": 0.5,
    "actions": 0.25,
    "hours": 2.0,
    "events": 2.0,
    "bytes": 500.0,
    "frame": 1000.0,
}


def test_the_table_on_the_page_is_the_one_that_its_costs_make():
    page = PAGE.read_text("utf-8")

    assert costs(page).keys() == COSTS.keys()
    assert with_capacity(page) == page


def test_a_site_carries_what_its_scarcest_part_does():
    laptop, _server, two_hosts, many = SITES

    # Half of two cores are 1,000 ms in a second; a table takes a quarter of 10 ms.
    assert limits(laptop, COSTS) == {"cores": 400, "Redis": 2000, "lanes": 64_000}
    assert limits(two_hosts, COSTS)["web and workers"] == 16 * 500 / 0.25 / 6
    assert min(limits(many, COSTS).values()) == limits(many, COSTS)["Redis"]


def test_a_row_says_what_limits_it_and_what_a_day_takes():
    row = capacity(COSTS).splitlines()[2]

    # 400 tables, 100 actions a second of 4 kB each, 720,000 actions in two hours.
    assert row.endswith("| 400 | cores | 3.2 Mbit/s | 1,400,000 | 0.7 GB |")

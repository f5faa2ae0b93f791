"""An evening of games on a data folder of its own, for tests that make trouble: run beside a `make run`.

    python -m tests.load.evening open N     open N tables of bots and one with a free seat for a person; say which
    python -m tests.load.evening records    print the record of every table, a line each, and how it stands

Works on the folder that LELAM_HOME names, as the program itself does.
"""

import json
import sys

import django

django.setup()

import engine  # noqa: E402
from clubs.models import AccessToken, User  # noqa: E402
from clubs.services import make_player  # noqa: E402
from games import selectors, services  # noqa: E402
from games.models import Table  # noqa: E402

HANDS = 3


def open_tables(count: int) -> None:
    """Open the tables and print their ids, and the person's table and token."""
    user = User.objects.create_user("person@example.org")
    person = make_player(name="Person", user=user)
    _, token = AccessToken.objects.create(user=user)
    terms = {
        "player": person,
        "rules": "28-kerala-4",
        "options": {"ending": {"type": "hands", "count": HANDS}},
        "pause_seconds": 0,
    }
    played = services.open_table(bots=(1, 2, 3), **terms)
    for number in range(count):
        bots = {seat: make_player(name=f"Bot {number} {seat}", is_bot=True) for seat in range(4)}
        services.open_table(players=bots, **terms)
    print(json.dumps({"table": str(played.pk), "token": token}))


def print_records() -> None:
    """Print every table's record, and whether its game is over."""
    for table in Table.objects.order_by("number"):
        record = engine.encode_record(selectors.record(table.pk)).decode()
        print(json.dumps({"status": table.status, "record": json.loads(record)}))


if __name__ == "__main__":
    if sys.argv[1] == "open":
        open_tables(int(sys.argv[2]))
    else:
        print_records()

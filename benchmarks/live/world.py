"""People and tables for the clients, made in a process of its own on the data folder that LELAM_HOME names.

    python -m benchmarks.live.world open COUNT RULES     open tables with four people each; print them as JSON
    python -m benchmarks.live.world people COUNT         print the keys of the sessions of so many further people

Nobody needs a password: the sessions are made as a sign-in makes them.
"""

import json
import sys
from itertools import count

import django

django.setup()

from importlib import import_module  # noqa: E402

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402

import engine  # noqa: E402
from clubs.models import Player, User  # noqa: E402
from clubs.people.services import make_player  # noqa: E402
from games.events.tables import Terms  # noqa: E402
from games.tables.services.seats import open_table, take_seat  # noqa: E402

TERMS = Terms(pause_seconds=0, action_seconds=600)
ENDING = {"type": "hands", "count": 500}
_numbers = count(User.objects.count())


def person() -> tuple[Player, str]:
    """Return a new player, and the key of a session in which the account is signed in."""
    number = next(_numbers)
    user = User.objects.create_user(f"person{number}@example.org")
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return make_player(name=f"Person {number}", user=user), session.session_key


def open_tables(tables: int, rules: str) -> None:
    """Open public tables, seat four new people at each, and print the tables with the people's sessions."""
    opened = []
    for _ in range(tables):
        people = [person() for _ in range(engine.load_rules(rules, {}).players)]
        (host, _), *others = people
        table = open_table(player=host, rules=rules, options={"ending": ENDING}, terms=TERMS)
        for seat, (player, _) in enumerate(others, start=1):
            take_seat(table_id=table.pk, player=player, seat=seat)
        opened.append({"id": str(table.pk), "sessions": [key for _, key in people]})
    print(json.dumps({"cookie": settings.SESSION_COOKIE_NAME, "tables": opened}))


if __name__ == "__main__":
    if sys.argv[1] == "open":
        open_tables(int(sys.argv[2]), sys.argv[3])
    else:
        print(json.dumps([person()[1] for _ in range(int(sys.argv[2]))]))

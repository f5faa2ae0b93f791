"""An evening of games on a data folder of its own, for tests that make trouble: run beside a `make run`.

    python -m tests.load.evening open N H   open N tables of bots, and two of a club at which three people sit with
                                            bots for H hands; print the people's ids, tables, tokens and sessions
    python -m tests.load.evening records    print the record of every table, a line each, and how it stands
    python -m tests.load.evening commands   print the id of each command by which somebody with an account acted, a line
                                            for each time that it stands in the log
    python -m tests.load.evening known      print of every table, a line each, which cards the seats and the public may
                                            know at each version
    python -m tests.load.evening versions   print the version of each table
    python -m tests.load.evening rebuild    build every read model that has rows anew, and compare

Works on the folder that LELAM_HOME names, as the program itself does.
"""

import json
import sys

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.test import Client  # noqa: E402

import engine  # noqa: E402
from clubs.members.societies import found_club, join_club  # noqa: E402
from clubs.models import AccessToken, Player, User  # noqa: E402
from clubs.people.services import make_player  # noqa: E402
from games import store  # noqa: E402
from games.events.tables import HandOpened, Terms  # noqa: E402
from games.hands import history  # noqa: E402
from games.models import Table  # noqa: E402
from games.store import projector  # noqa: E402
from games.tables.services.seats import open_table, take_seat  # noqa: E402
from tests.games.helpers.projections import assert_rebuild_equals, rows, serving_run  # noqa: E402
from tests.games.helpers.secrecy import known_to, states_of  # noqa: E402

HANDS = 3
HANDS_OF_PEOPLE = 4
SEATED = (("28-kerala-4", (0, 1)), ("56-kerala-4", (2,)))
"""The tables of the people: the rule set, and who of them sits there."""


def open_tables(count: int, hands: int = HANDS_OF_PEOPLE) -> None:
    """Open the tables and print the people, with their tables, tokens and sessions."""
    users = [User.objects.create_user(f"person{number}@example.org") for number in range(3)]
    people = [make_player(name=f"Person {number}", user=user) for number, user in enumerate(users)]
    sessions = [session_of(user) for user in users]
    tokens = [AccessToken.objects.create(user=user)[1] for user in users]
    club = found_club(founder=people[0], name="Meenachil", place="")
    for one in people[1:]:
        join_club(club=club, player=one)
    said = []
    for rules, seated in SEATED:
        host, *others = (people[number] for number in seated)
        table = open_table(
            player=host, rules=rules, club=club, bots=tuple(range(len(seated), 4)), terms=Terms(pause_seconds=0),
            options={"ending": {"type": "hands", "count": hands}},
        )  # fmt: skip
        for seat, player in enumerate(others, start=1):
            take_seat(table_id=table.pk, player=player, seat=seat)
        said += [
            {"table": str(table.pk), "token": tokens[one], "player": str(people[one].pk), "session": sessions[one]}
            for one in seated
        ]
    for number in range(count):
        bots = {seat: make_player(name=f"Bot {number} {seat}", is_bot=True) for seat in range(4)}
        open_table(
            player=people[0], rules="28-kerala-4", players=bots, terms=Terms(pause_seconds=0),
            options={"ending": {"type": "hands", "count": HANDS}},
        )  # fmt: skip
    print(json.dumps(said))


def session_of(user: User) -> str:
    """Sign a user in; return the key of the session."""
    client = Client()
    client.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def print_versions() -> None:
    """Print the version that each table has reached."""
    print(json.dumps({str(pk): version for pk, version in Table.objects.values_list("pk", "version")}))


def print_records() -> None:
    """Print every table's record, and whether its game is over."""
    for table in Table.objects.order_by("number"):
        record = engine.encode_record(history.record(table.pk)).decode()
        print(json.dumps({"table": str(table.pk), "status": table.status, "record": json.loads(record)}))


def print_commands() -> None:
    """Print the commands by which people with an account have acted."""
    people = set(map(str, Player.objects.filter(user__isnull=False).values_list("pk", flat=True)))
    for table in Table.objects.order_by("number"):
        for one in store.load(table.pk):
            if one.seq == 0 and one.actor in people and isinstance(one.event, engine.Happened):
                print(json.dumps({"table": str(table.pk), "player": one.actor, "command": str(one.command)}))


def print_known() -> None:
    """Print which cards each seat, and last the public, may know at each version of each table of four."""
    for table in Table.objects.order_by("number"):
        states, shown, known = states_of(table.pk), set[str](), {}
        for one in store.load(table.pk):
            if isinstance(one.event, engine.HandDealt):
                shown = set()
            elif isinstance(one.event, engine.CardPlayed | engine.TrumpRevealed):
                shown = shown | {one.event.card}
            elif isinstance(one.event, HandOpened):
                shown = shown | {card for hand in one.event.cards for card in hand}
            known[one.version] = [sorted(known_to(seat, states[one.version], shown)) for seat in (0, 1, 2, 3, None)]
        print(json.dumps({"table": str(table.pk), "known": known}))


def rebuild() -> None:
    """Build the read models anew, and compare; print how many rows each has."""
    for name, projection in sorted(projector.projections().items()):
        projector.run_once(projection)
        count = sum(map(len, rows(projection, serving_run(projection).number).values()))
        if count:
            assert_rebuild_equals(projection)
        print(json.dumps({"name": name, "rows": count}))


if __name__ == "__main__":
    if sys.argv[1] == "open":
        open_tables(*map(int, sys.argv[2:]))
    else:
        work = {
            "records": print_records,
            "commands": print_commands,
            "known": print_known,
            "versions": print_versions,
            "rebuild": rebuild,
        }
        work[sys.argv[1]]()

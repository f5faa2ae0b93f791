"""Keeping the demo alive: bots that play now, a table where three wait for the visitor, and a hall to be directed."""

from django.conf import settings
from django.db.models import Count, Q

from clubs.models import Club, Player
from clubs.officers.permissions import may
from games.events.tables import Terms
from games.models import Table
from games.tables.services.seats import open_table
from tournaments.demo.hall import keep_a_hall
from tournaments.demo.people import CLUB, PLACE
from tournaments.demo.swiss import keep_a_swiss

WAITING = "A seat for you"


def keep_playing() -> None:
    """Direct the Swiss and open a waiting table if there is none; do nothing if the demo is missing."""
    club = _club()
    if club is not None:
        keep_a_swiss(club)
        _keep_a_table(club)


def keep_directing() -> None:
    """Keep the event in a hall going; do nothing if the demo is missing."""
    club = _club()
    if club is not None:
        keep_a_hall(club)


def _club() -> Club | None:
    return Club.objects.filter(name=CLUB, place=PLACE).first()


def _keep_a_table(club: Club) -> None:
    if Table.objects.filter(club=club, name=WAITING, status=Table.Status.WAITING).exists():
        return
    host = _host(club)
    if host is None:
        return
    # A friendly game counts in no ledger, so visitors without an account may sit down too.
    open_table(
        player=host, rules="28-kerala-4", name=WAITING, club=club, terms=Terms(counts=()), seat=None, bots=(1, 2, 3)
    )


def _host(club: Club) -> Player | None:
    """Return a player of the demo who may open a table and has the fewest going on, as visitors play on at the last."""
    going_on = Q(opened_tables__status__in=[Table.Status.WAITING, Table.Status.PLAYING])
    members = Player.objects.filter(memberships__club=club, user__email__endswith="@demo.example")
    hosts = members.annotate(going_on=Count("opened_tables", filter=going_on)).order_by("going_on", "user__email")
    free = hosts.filter(going_on__lt=settings.LELAM_TABLES_PER_PLAYER)
    return next((player for player in free if may(player, "open_tables", club)), None)

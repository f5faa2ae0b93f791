"""Keeping the demo alive: bots that play a tournament now, and a table where three of them wait for the visitor."""

from django.conf import settings
from django.db.models import Count, Q
from django.utils import timezone

from clubs.models import Club, Player, Team
from clubs.officers.permissions import may
from games.events.tables import Terms
from games.models import Table
from games.tables.services.seats import open_table
from tournaments.demo.people import BOTS, CLUB, PLACE
from tournaments.models import Tournament
from tournaments.services.entries import enter_team, open_tournament
from tournaments.services.running import start_tournament

SERIES = "House Cup"
KEPT = 3
"""The number of finished cups of the series that stay on the list."""
WAITING = "A seat for you"


def keep_playing() -> None:
    """Start a cup and open a waiting table if there are none; do nothing if the demo is missing."""
    club = Club.objects.filter(name=CLUB, place=PLACE).first()
    if club is None:
        return
    _keep_a_cup(club)
    _keep_a_table(club)


def _keep_a_cup(club: Club) -> None:
    cups = Tournament.objects.filter(club=club, name__startswith=SERIES)
    if cups.exclude(status=Tournament.Status.FINISHED).exists():
        return
    for old in cups.order_by("-created_at")[KEPT:]:
        old.delete()
    director = Player.objects.get(user__email="annamma@demo.example")
    name = f"{SERIES}, {timezone.localtime():%-d %B, %H:%M}"
    cup = open_tournament(club=club, director=director, name=name, hands_a_match=4, hands_in_final=6, action_seconds=15)
    for team in BOTS:
        enter_team(tournament_id=cup.pk, team=Team.objects.get(club=club, name=team), by=director)
    start_tournament(tournament_id=cup.pk, by=director)


def _keep_a_table(club: Club) -> None:
    if Table.objects.filter(club=club, name=WAITING, status=Table.Status.WAITING).exists():
        return
    host = _host(club)
    if host is None:
        return
    # A friendly game counts in no ledger, so visitors without an account may sit down too.
    open_table(
        player=host, rules="28-kerala-4", name=WAITING, club=club, terms=Terms(friendly=True), seat=None, bots=(1, 2, 3)
    )


def _host(club: Club) -> Player | None:
    """Return a player of the demo who may open a table and has the fewest going on, as visitors play on at the last."""
    going_on = Q(opened_tables__status__in=[Table.Status.WAITING, Table.Status.PLAYING])
    members = Player.objects.filter(memberships__club=club, user__email__endswith="@demo.example")
    hosts = members.annotate(going_on=Count("opened_tables", filter=going_on)).order_by("going_on", "user__email")
    free = hosts.filter(going_on__lt=settings.LELAM_TABLES_PER_PLAYER)
    return next((player for player in free if may(player, "open_tables", club)), None)

"""The reason why an account cannot claim a guest player, by their games."""

from django.utils.translation import gettext as _

from clubs.models import Player
from games.models import GamePlayer, Seat, Table
from games.tables.selectors.states import load_state


def why_not(guest: Player, player: Player) -> str:
    """Return the reason why a guest and an account's player cannot be one person, or not now; empty if they can."""
    running = Seat.objects.filter(player=guest, table__status__in=[Table.Status.WAITING, Table.Status.PLAYING])
    seat = running.select_related("table").first()
    if seat is not None:
        return _("{guest} has a seat at {table} in an unfinished game. Come back after it.").format(
            guest=guest.name, table=str(seat.table)
        )
    tables = Seat.objects.filter(player=player).values("table")
    games = GamePlayer.objects.filter(player=player).values("game")
    if (
        Seat.objects.filter(player=guest, table__in=tables).exists()
        or GamePlayer.objects.filter(player=guest, game__in=games).exists()
        or any(
            _got_up(guest, table) for table in Table.objects.filter(status=Table.Status.PLAYING, seats__player=player)
        )
    ):
        return _("You and {guest} played in the same game, so you are two people.").format(guest=guest.name)
    return ""


def _got_up(guest: Player, table: Table) -> bool:
    """Tell whether a seat of a running game still belongs to a guest who has left it, which no row tells."""
    return any(seat.player == str(guest.pk) for seat in load_state(table.pk, table.version).seats)

"""Limits on what one player may have going on, held against many requests at the same moment."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs import locks
from clubs.models import Club, Player
from clubs.permissions import clubs_where, may
from clubs.selectors import active
from games.errors import BadTerms, TooFast, WrongMoment
from games.models import Dispute, Table

_TABLES, _DISPUTES = 35, 36
"""What the locks are of (`clubs.locks`)."""
DAY = timedelta(days=1)
EVENINGS: Final = "keep_calendar"
"""The permission that an officer has who opens the tables of an evening (`clubs.permissions`)."""


def lock_tables_of(player: Player) -> None:
    """Let other requests of the player to open a table wait until this transaction ends.

    It is taken before the lock of the table's stream, which others hold while they wait for nothing of a player's.
    """
    locks.take(_TABLES, str(player.pk))


def require_room_for_a_table(player: Player, club: Club | None) -> None:
    """Refuse another table to a player who has opened as many as may be waiting or playing at a time.

    Tables for which the players were named, as a tournament does, are not counted. Those that an officer opens for a
    club's evening are counted apart; as many as the club has members with an account may go on, each of whom could have
    opened one.

    Args:
        player: The one who opens it.
        club: The club that it is opened for, if any.

    Raises:
        WrongMoment: `too-many-tables`.
    """
    most = settings.LELAM_TABLES_PER_PLAYER
    going_on = (Table.Status.WAITING, Table.Status.PLAYING)
    opened = Table.objects.filter(opened_by=player, fixed_seats=False, status__in=going_on)
    as_officer = Q(club__in=clubs_where(player, EVENINGS))
    if club is not None and may(player, EVENINGS, club):
        opened = opened.filter(as_officer)
        most = max(most, club.memberships.filter(active(), player__user__isnull=False).count())
    else:
        opened = opened.exclude(as_officer)
    if opened.count() >= most:
        raise WrongMoment(
            "too-many-tables",
            ngettext(
                "You have {most} table open that is not over. Let it end first.",
                "You have {most} tables open that are not over. Let one end first.",
                most,
            ).format(most=most),
        )


def require_a_person(*, bots: int, seats: int) -> None:
    """Refuse a table that would be full without a person: nobody would have to be there while it is played.

    Raises:
        BadTerms: `bots-only`.
    """
    if bots == seats and not settings.LELAM_BOTS_ALONE:
        raise BadTerms("bots-only", _("Leave a seat for a person: bots do not play among themselves."), "bots")


def require_room_for_a_dispute(*, table: Table, hand: int, player: Player, now: datetime) -> None:
    """Refuse a second dispute over a hand while the player's first is open, and too many in a day.

    Other requests of the player to open a dispute wait until this transaction ends.

    Raises:
        WrongMoment: `dispute-open`.
        TooFast: `too-many-disputes`.
    """
    locks.take(_DISPUTES, str(player.pk))
    own = Dispute.objects.filter(opened_by=player)
    if own.filter(table=table, hand=hand, status=Dispute.Status.OPEN).exists():
        raise WrongMoment("dispute-open", _("Your question about this hand is being audited. Wait for the report."))
    if own.filter(opened_at__gt=now - DAY).count() >= settings.LELAM_DISPUTES_A_DAY:
        raise TooFast("too-many-disputes", _("You have asked about many hands today. Ask again tomorrow."))

"""Limits on one player's open tables and checks, safe against concurrent requests."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.base import locks
from clubs.models import Club, Player
from clubs.officers.permissions import clubs_where, may
from clubs.officers.roles import active
from games.errors import BadTerms, TooFast, WrongMoment
from games.models import HandCheck, Sheet, Table

_TABLES, _CHECKS = 35, 36
"""The kinds of the locks (`clubs.base.locks`)."""
DAY = timedelta(days=1)
EVENINGS: Final = "keep_calendar"
"""The permission of an officer who opens the tables of a club evening (`clubs.officers.permissions`)."""


def lock_tables_of(player: Player) -> None:
    """Lock the player's tables: other requests of the player to open one wait until this transaction ends.

    Take this lock before that of the table's stream, whose holders never wait for a lock of a player.
    """
    locks.take(_TABLES, str(player.pk))


def require_room_for_a_table(player: Player, club: Club | None) -> None:
    """Refuse another table to a player who has reached the limit of waiting and running tables.

    Tables with named players, such as those of a tournament, are not counted. Tables that an officer opens for a club
    evening have a limit of their own: the number of the club's members with an account.

    Args:
        club: The club of the new table, or None.

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
                "You already have {most} unfinished table open. Finish it first.",
                "You already have {most} unfinished tables open. Finish one first.",
                most,
            ).format(most=most),
        )


def require_a_person(*, bots: int, seats: int) -> None:
    """Refuse a table whose seats would all be taken by bots.

    Raises:
        BadTerms: `bots-only`.
    """
    if bots == seats and not settings.LELAM_BOTS_ALONE:
        raise BadTerms("bots-only", _("Leave a seat for a person: bots cannot play among themselves."), "bots")


def require_room_for_a_check(*, place: Table | Sheet, hand: int, player: Player, now: datetime) -> None:
    """Refuse a second open check by a player of the same hand, and too many checks in a day.

    Other requests of the player to open a check wait until this transaction ends.

    Raises:
        WrongMoment: `check-open`.
        TooFast: `too-many-checks`.
    """
    locks.take(_CHECKS, str(player.pk))
    own = HandCheck.objects.filter(opened_by=player)
    there = {"sheet": place} if isinstance(place, Sheet) else {"table": place}
    if own.filter(**there, hand=hand, status=HandCheck.Status.OPEN).exists():
        raise WrongMoment("check-open", _("This hand is being checked for you. Wait for the report."))
    if own.filter(opened_at__gt=now - DAY).count() >= settings.LELAM_CHECKS_A_DAY:
        raise TooFast("too-many-checks", _("You have had many hands checked today. Ask again tomorrow."))

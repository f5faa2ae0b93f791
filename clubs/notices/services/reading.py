"""Marking notices as read, and deleting old ones."""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from clubs.base import news
from clubs.base.pruning import delete_oldest_first
from clubs.models import Notice, Player

_BEGINNING = 2000
"""No notice is older than this year; a database does not know all the years of Python's calendar."""


@transaction.atomic
def mark_read(*, player: Player, notice_id: UUID, now: datetime | None = None) -> bool:
    """Mark one of the player's notices as read; its pending deliveries are dropped.

    Returns:
        Whether there is such a notice.
    """
    _told(
        player, Notice.objects.filter(player=player, pk=notice_id, read_at=None).update(read_at=now or timezone.now())
    )
    return Notice.objects.filter(player=player, pk=notice_id).exists()


def mark_path_read(*, player: Player, path: str, now: datetime | None = None) -> int:
    """Mark the player's notices that link to a page as read, because the player is there.

    Returns:
        The number of notices marked.
    """
    unread = Notice.objects.filter(player=player, read_at=None, shown=True, path=path)
    return _told(player, unread.update(read_at=now or timezone.now()))


@transaction.atomic
def mark_all_read(*, player: Player, until: datetime | None = None, now: datetime | None = None) -> int:
    """Mark all notices of the player as read.

    Args:
        until: Only notices up to this time: later ones were not on the page.

    Returns:
        The number of notices marked.
    """
    at = now or timezone.now()
    unread = Notice.objects.filter(player=player, read_at=None)
    if until is not None and until < at:
        if until.year < _BEGINNING:
            return 0
        unread = unread.filter(told_at__lte=until)
    return _told(player, unread.update(read_at=at))


def _told(player: Player, read: int) -> int:
    """Tell the player's pages that notices were read, if any were; return how many."""
    if read:
        news.tell_players([player.pk])
    return read


def prune_notices(*, now: datetime | None = None) -> int:
    """Delete old notices, unread ones after a longer time (`LELAM_NOTICE_DAYS` and its like).

    Returns:
        The number of notices deleted.
    """
    at = now or timezone.now()
    read, unread = timedelta(days=settings.LELAM_NOTICE_DAYS), timedelta(days=settings.LELAM_UNREAD_DAYS)
    old = Notice.objects.filter(
        Q(read_at__lt=at - read) | Q(told_at__lt=at - unread), told_at__lt=at - min(read, unread)
    )
    return delete_oldest_first(old, "told_at")

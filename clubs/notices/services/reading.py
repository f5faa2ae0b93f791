"""Reading notices, and forgetting them."""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from clubs.models import Notice, Player
from clubs.pruning import delete_oldest_first

_BEGINNING = 2000
"""Nothing was told before this year; a database does not even know all the years of a calendar."""


@transaction.atomic
def mark_read(*, player: Player, notice_id: UUID, now: datetime | None = None) -> bool:
    """Mark one of a person's own notices as read; what still waits to tell it goes out no more.

    Returns:
        Whether there is such a notice.
    """
    Notice.objects.filter(player=player, pk=notice_id, read_at=None).update(read_at=now or timezone.now())
    return Notice.objects.filter(player=player, pk=notice_id).exists()


def mark_path_read(*, player: Player, path: str, now: datetime | None = None) -> int:
    """Mark as read what leads to a page: its reader is there.

    Returns:
        How many notices that were.
    """
    unread = Notice.objects.filter(player=player, read_at=None, shown=True, path=path)
    return unread.update(read_at=now or timezone.now())


@transaction.atomic
def mark_all_read(*, player: Player, until: datetime | None = None, now: datetime | None = None) -> int:
    """Mark all of a person's notices as read.

    Args:
        player: Whose.
        until: Only those told until then: what came after the page was drawn has not been seen.
        now: When they were read; by default now.

    Returns:
        How many were unread.
    """
    at = now or timezone.now()
    unread = Notice.objects.filter(player=player, read_at=None)
    if until is not None and until < at:
        if until.year < _BEGINNING:
            return 0
        unread = unread.filter(told_at__lte=until)
    return unread.update(read_at=at)


def prune_notices(*, now: datetime | None = None) -> int:
    """Forget what was read long ago, and what nobody has read for much longer (`LELAM_NOTICE_DAYS` and its like).

    Returns:
        How many notices were forgotten.
    """
    at = now or timezone.now()
    read, unread = timedelta(days=settings.LELAM_NOTICE_DAYS), timedelta(days=settings.LELAM_UNREAD_DAYS)
    old = Notice.objects.filter(
        Q(read_at__lt=at - read) | Q(told_at__lt=at - unread), told_at__lt=at - min(read, unread)
    )
    return delete_oldest_first(old, "told_at")

"""Queries about uploads."""

from django.db.models import F, QuerySet
from django.utils import timezone

from clubs.models import Club, Player, Upload


def unfinished_uploads(club: Club, player: Player) -> QuerySet[Upload]:
    """Return the uploads of a player that have not arrived in full, the latest first."""
    return Upload.objects.filter(club=club, by=player, offset__lt=F("length"), expires_at__gt=timezone.now())

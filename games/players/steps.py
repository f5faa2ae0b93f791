"""The first steps of a new account: what is left to do, for the first page."""

from datetime import datetime, timedelta
from typing import Final

import msgspec
from django.utils import timezone

from clubs.models import JoinRequest, Membership, NoticeChoices, Player, PushDevice
from games.models import Practice, Seat

SHOWN_FOR: Final = timedelta(days=60)
"""The age of an account up to which its first steps are shown."""


class FirstSteps(msgspec.Struct, frozen=True):
    """Which first steps are done: a hand was played, a club was found, and notices were chosen."""

    played: bool
    in_club: bool
    told: bool

    @property
    def done(self) -> bool:
        """All are done."""
        return self.played and self.in_club and self.told

    @property
    def some(self) -> bool:
        """At least one is done."""
        return self.played or self.in_club or self.told


def first_steps(player: Player, now: datetime | None = None) -> FirstSteps | None:
    """Return the first steps of a player; None if all are done, or the account is older than `SHOWN_FOR`."""
    if player.created_at < (now or timezone.now()) - SHOWN_FOR:
        return None
    played = Practice.objects.filter(player=player).exists() or Seat.objects.filter(player=player).exists()
    in_club = (
        Membership.objects.filter(player=player).exists()
        or JoinRequest.objects.filter(player=player, answered_at=None).exists()
    )
    told = NoticeChoices.objects.filter(player=player).exists() or PushDevice.objects.filter(player=player).exists()
    steps = FirstSteps(played, in_club, told)
    return None if steps.done else steps

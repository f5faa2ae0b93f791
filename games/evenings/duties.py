"""The results of a club's evening as something that waits for those who enter them."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.calendar.selectors import held_lately
from clubs.home.duties import Duty
from clubs.models import Player
from clubs.officers.permissions import clubs_where
from games.models import WrittenResult

REMINDED: Final = timedelta(hours=24)
"""The time after an evening in which its missing results are asked for."""


def evenings_to_enter(player: Player, now: datetime) -> Iterable[Duty]:
    """Yield the evenings that ended within a day and have no result; one that is held leads to its page itself."""
    held = [one for one in held_lately(clubs_where(player, "enter_results"), now, REMINDED) if one.ends <= now]
    if not held:
        return
    entered = WrittenResult.objects.filter(
        club__in={one.meeting.club_id for one in held},
        played_on__in={one.starts.date() for one in held},
        withdrawn_at=None,
    )
    done = set(entered.values_list("club", "played_on"))
    for one in held:
        club, day = one.meeting.club, one.starts.date()
        if (club.pk, day) not in done:
            yield Duty(
                _("{meeting}, {day}: no result entered yet").format(
                    meeting=one.meeting.title, day=date_format(day, "j F")
                ),
                club.name,
                _("Enter results"),
                reverse("games:evening_of", args=[club.slug, day.isoformat()]),
            )

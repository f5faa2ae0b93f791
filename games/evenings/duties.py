"""The results of a club's evening as something that waits for those who enter them."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.calendar.selectors import held_lately
from clubs.home.duties import Duty
from clubs.models import Player
from clubs.officers.permissions import clubs_where
from games.models import WrittenResult

REMINDED: Final = timedelta(hours=24)
"""The time after an evening in which its missing results are asked for."""


def evenings_to_enter(player: Player, now: datetime) -> Iterable[Duty]:
    """Yield the evenings that are being held, and those that ended within a day and have no result yet."""
    held = held_lately(clubs_where(player, "enter_results"), now, REMINDED)
    if not held:
        return
    entered = WrittenResult.objects.filter(
        club__in={one.meeting.club_id for one in held},
        played_on__in={one.starts.date() for one in held},
        withdrawn_at=None,
    )
    counts = Counter(entered.values_list("club", "played_on"))
    for one in held:
        count, running = counts[one.meeting.club_id, one.starts.date()], now < one.ends
        if count and not running:
            continue
        if count:
            text = ngettext("{meeting}: {count} result entered", "{meeting}: {count} results entered", count)
        else:
            text = _("{meeting}, {day}: no result entered yet")
        club, day = one.meeting.club, one.starts.date()
        yield Duty(
            text.format(meeting=one.meeting.title, day=date_format(day, "j F"), count=count),
            club.name,
            _("Enter results"),
            reverse("games:evening_of", args=[club.slug, day.isoformat()]),
            now=running,
        )

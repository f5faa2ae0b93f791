"""The duties of officers on the first page: requests to join, seasons that end, and lines of other apps."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.base.days import today_in
from clubs.models import Club, JoinRequest, Player, Season
from clubs.officers.permissions import clubs_where

SEASON_ENDS: Final = timedelta(days=7)
"""The time before the last day of a season from which its officers are reminded."""


@dataclass(frozen=True, slots=True)
class Duty:
    """A line about something that waits for an officer.

    Attributes:
        text: What waits, in a few words.
        where: The club or the tournament.
        button: The words on the button.
        path: The page on which it is done.
        now: It is going on at this moment.
    """

    text: str
    where: str
    button: str
    path: str
    now: bool = False


Source = Callable[[Player, datetime], Iterable[Duty]]
"""Returns what waits for a player at a moment."""

_SOURCES: Final[list[Source]] = []


def register(source: Source) -> Source:
    """Register a source of lines for the first page."""
    if source not in _SOURCES:
        _SOURCES.append(source)
    return source


def duties_of(player: Player, now: datetime) -> list[Duty]:
    """Return what waits for a player as an officer of clubs and tournaments: what is going on first."""
    found = [duty for source in _SOURCES for duty in source(player, now)]
    return sorted(found, key=lambda duty: not duty.now)


@register
def requests(player: Player, now: datetime) -> Iterable[Duty]:
    """Yield the clubs that people ask to join."""
    asked = JoinRequest.objects.filter(club__in=clubs_where(player, "admit_members"), answered_at=None)
    counts = dict(asked.values_list("club").annotate(size=Count("pk")).order_by())
    clubs = Club.objects.filter(pk__in=counts).order_by("name") if counts else []
    for club in clubs:
        count = counts[club.pk]
        yield Duty(
            ngettext("{count} person asks to join", "{count} people ask to join", count).format(count=count),
            club.name,
            pgettext("requests to join", "Answer"),
            reverse("clubs:requests", args=[club.slug]),
        )


@register
def seasons(player: Player, now: datetime) -> Iterable[Duty]:
    """Yield the seasons that end within a week, or ended and are not closed."""
    # A day more: the club's day may be ahead of the server's.
    until = (now + SEASON_ENDS + timedelta(days=1)).date()
    found = Season.objects.filter(club__in=clubs_where(player, "keep_seasons"), closed_at=None, ends__lte=until)
    for season in found.select_related("club").order_by("ends", "name"):
        today = today_in(season.club, now)
        if season.ends - SEASON_ENDS > today:
            continue
        text = _("{season} ended on {day}") if season.ends < today else _("{season} ends on {day}")
        yield Duty(
            text.format(season=season.name, day=date_format(season.ends, "j F")),
            season.club.name,
            _("See the season"),
            reverse("clubs:season", args=[season.club.slug, season.pk]),
        )

"""Queries of a player's page, and of what waits for an officer."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Count
from django.utils import timezone

from clubs.base.days import today_in
from clubs.models import Club, JoinRequest, Membership, Player, Season, Team
from clubs.officers.permissions import clubs_where
from clubs.teams.selectors import teams_of

SEASON_ENDS: Final = timedelta(days=7)
"""The time before the last day of a season from which its officers are reminded."""


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The content of a player's page beside the hands."""

    player: Player
    memberships: tuple[Membership, ...]
    teams: tuple[Team, ...]


def player_page(player_id: UUID) -> PlayerPage | None:
    """Return the public facts about a player, or None if there is no such player, or a visiting one."""
    player = Player.objects.filter(pk=player_id, visited_at=None).first()
    if player is None:
        return None
    memberships = Membership.objects.filter(player=player).select_related("club").order_by("club__name")
    return PlayerPage(player=player, memberships=tuple(memberships), teams=tuple(teams_of(player)))


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits for an officer in a club: people who ask to join, or a season that ends and is not closed.

    Attributes:
        club: The club.
        requests: The number of open requests to join; 0 if the line is about a season.
        season: The season.
        ends: Its last day.
        over: The last day is over.
    """

    club: Club
    requests: int = 0
    season: Season | None = None
    ends: date | None = None
    over: bool = False


def waiting_for(player: Player | None, now: datetime | None = None) -> list[Waiting]:
    """Return what waits for a player as an officer of clubs: requests to join first, then seasons."""
    if player is None:
        return []
    return [*_requests(player), *_seasons(player, now or timezone.now())]


def _requests(player: Player) -> Iterable[Waiting]:
    asked = JoinRequest.objects.filter(club__in=clubs_where(player, "admit_members"), answered_at=None)
    counts = dict(asked.values_list("club").annotate(size=Count("pk")).order_by())
    for club in Club.objects.filter(pk__in=counts).order_by("name"):
        yield Waiting(club, requests=counts[club.pk])


def _seasons(player: Player, now: datetime) -> Iterable[Waiting]:
    # A day more: the club's day may be ahead of the server's.
    until = (now + SEASON_ENDS + timedelta(days=1)).date()
    found = Season.objects.filter(club__in=clubs_where(player, "keep_seasons"), closed_at=None, ends__lte=until)
    for season in found.select_related("club").order_by("ends", "name"):
        today = today_in(season.club, now)
        if season.ends - SEASON_ENDS <= today:
            yield Waiting(season.club, season=season, ends=season.ends, over=season.ends < today)

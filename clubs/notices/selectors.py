"""Queries about notices, choices and devices."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from clubs.models import Notice, NoticeChoices, Player, PushDevice
from clubs.notices.kinds import DIGEST, KINDS, Kind
from clubs.notices.times import Hours, find_zone

COUNTED = 100
"""The limit of the count: beyond it the bell says 99+."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A person's choices, completed by the defaults."""

    ways: Mapping[str, Mapping[str, bool]]
    digest: str
    hours: Hours
    stored: NoticeChoices

    def wants(self, kind: Kind, way: str) -> bool:
        """Tell whether the person is told a kind by a way."""
        if way not in kind.ways or (way == DIGEST and self.digest == NoticeChoices.Digest.NEVER):
            return False
        return self.ways.get(kind.name, {}).get(way, way in kind.by)

    def ways_of(self, kind: Kind) -> tuple[str, ...]:
        """Return the ways by which the person is told a kind."""
        return tuple(way for way in kind.ways if self.wants(kind, way))

    def digest_after(self, moment: datetime) -> datetime:
        """Return when the next collected mail is due."""
        weekly = self.digest == NoticeChoices.Digest.WEEKLY
        return self.hours.digest_at(self.stored.digest_at, moment, weekly=weekly)


def choices_of(player: Player) -> Chosen:
    """Return a person's choices."""
    return _chosen(NoticeChoices.objects.filter(player=player).first() or NoticeChoices(player=player))


def choices_of_all(players: Collection[Player]) -> dict[UUID, Chosen]:
    """Return some people's choices by player."""
    stored = {choices.player_id: choices for choices in NoticeChoices.objects.filter(player__in=players)}
    return {player.pk: _chosen(stored.get(player.pk) or NoticeChoices(player=player)) for player in players}


def _chosen(stored: NoticeChoices) -> Chosen:
    zone = find_zone(stored.time_zone) or ZoneInfo("UTC")
    hours = Hours(zone, stored.quiet_from, stored.quiet_until, stored.paused_until)
    return Chosen(ways=stored.ways, digest=stored.digest, hours=hours, stored=stored)


def notices_of(player: Player) -> QuerySet[Notice]:
    """Return a person's notices on the page, the newest first."""
    return Notice.objects.filter(player=player, shown=True, kind__in=KINDS).order_by("-told_at", "-pk")


def find_notice(player: Player, notice_id: UUID) -> Notice | None:
    """Return one of a person's own notices, or None."""
    return notices_of(player).filter(pk=notice_id).first()


def count_unread(player: Player) -> int:
    """Return the number of unread notices on the page; `COUNTED` at most."""
    return Notice.objects.filter(player=player, shown=True, read_at=None)[:COUNTED].count()


def devices_of(player: Player) -> QuerySet[PushDevice]:
    """Return the devices that take a person's notices, in the order they were added."""
    return PushDevice.objects.filter(player=player).order_by("added_at")


def address_of(player: Player) -> str:
    """Return the confirmed email address of a person's account; empty if none is confirmed."""
    user = player.user
    if user is None or not user.is_active:
        return ""
    confirmed = EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=True)
    return user.email if confirmed.exists() else ""


def reachable_people(players: Iterable[Player]) -> list[Player]:
    """Return those of some players who can get notices: people with an account, once each.

    A claimed guest gets them through the account.
    """
    found: dict[UUID, Player] = {}
    for player in players:
        person = player.merged_into if player.merged_into_id and player.merged_into else player
        if person.user_id is not None and not person.is_bot:
            found.setdefault(person.pk, person)
    return list(found.values())

"""Notification preferences: the kinds of notices, their channels, and their times."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from clubs.errors import ClubError
from clubs.models import NoticeChoices, NoticeDelivery, Player
from clubs.notices import selectors
from clubs.notices.kinds import DIGEST, KINDS, MAIL, WAYS
from clubs.notices.times import find_zone

LONGEST_PAUSE = timedelta(days=92)

Ways = Mapping[str, Mapping[str, bool]]


@transaction.atomic
def choose(
    *,
    player: Player,
    ways: Ways,
    digest: str,
    digest_at: time,
    quiet_from: time | None,
    quiet_until: time | None,
    time_zone: str,
    paused_until: datetime | UnsetType | None = UNSET,
    now: datetime | None = None,
) -> NoticeChoices:
    """Store a player's preferences; pending deliveries follow them.

    Args:
        ways: Whether a notice is wanted, by kind and channel; the others stay as they are.
        digest: `NoticeChoices.Digest`.
        digest_at: The time of the digest mail, in the player's time zone.
        quiet_from: The start of the quiet hours; None for none.
        quiet_until: Their end; on the next day if it is before the start.
        time_zone: A name of the time zone database, such as `Asia/Kolkata`.
        paused_until: The end of a pause in all deliveries; None ends the pause, unset leaves it.

    Raises:
        ClubError: `unknown-kind`, `unknown-way`, `unknown-digest`, `unknown-zone`, `quiet-hours-half` or
            `quiet-hours-empty`; and as `pause`.
    """
    zone = find_zone(time_zone)
    if zone is None:
        raise ClubError("unknown-zone", _("There is no such time zone; choose one of the list."), "time_zone")
    if digest not in NoticeChoices.Digest.values:
        raise ClubError("unknown-digest", _("Choose one of the values offered."), "digest")
    if (quiet_from is None) != (quiet_until is None):
        field = "quiet_from" if quiet_from is None else "quiet_until"
        raise ClubError("quiet-hours-half", _("Set both the start and the end, or leave both empty."), field)
    if quiet_from is not None and quiet_from == quiet_until:
        raise ClubError("quiet-hours-empty", _("Quiet hours must end at another time than they begin."), "quiet_until")
    kept = _locked(player)
    kept.ways = _with(kept.ways, ways)
    kept.digest, kept.digest_at = digest, digest_at
    kept.quiet_from, kept.quiet_until, kept.time_zone = quiet_from, quiet_until, zone.key
    kept.save()
    at = now or timezone.now()
    if isinstance(paused_until, datetime):
        return pause(player=player, until=paused_until, now=at)
    if paused_until is None:
        return resume(player=player, now=at)
    _reschedule(player, at)
    return kept


@transaction.atomic
def pause(*, player: Player, until: datetime, now: datetime | None = None) -> NoticeChoices:
    """Pause all deliveries to a player; the page still shows all notices.

    Raises:
        ClubError: `pause-past` or `pause-too-long`.
    """
    at = now or timezone.now()
    if until <= at:
        raise ClubError("pause-past", _("Choose a time in the future."), "paused_until")
    if until > at + LONGEST_PAUSE:
        raise ClubError("pause-too-long", _("Pause for three months at most."), "paused_until")
    kept = _locked(player)
    kept.paused_until = until
    kept.save()
    _reschedule(player, at)
    return kept


@transaction.atomic
def resume(*, player: Player, now: datetime | None = None) -> NoticeChoices:
    """End a pause: the pending deliveries go out as one batch."""
    kept = _locked(player)
    kept.paused_until = None
    kept.save()
    _reschedule(player, now or timezone.now())
    return kept


@transaction.atomic
def stop_way(*, player: Player, way: str) -> None:
    """Unsubscribe from the digest mail, or from all single mails, by the link at the end of a mail.

    Raises:
        ValueError: The way is neither of the two.
    """
    kept = _locked(player)
    if way == DIGEST:
        kept.digest = NoticeChoices.Digest.NEVER
    elif way == MAIL:
        kept.ways = _with(kept.ways, {kind.name: {MAIL: False} for kind in KINDS.values() if MAIL in kind.ways})
    else:
        raise ValueError(way)
    kept.save()


def _locked(player: Player) -> NoticeChoices:
    """Return the row of a player's preferences, locked for this transaction."""
    NoticeChoices.objects.get_or_create(player=player)
    return NoticeChoices.objects.select_for_update().get(player=player)


def _with(kept: Ways, asked: Ways) -> dict[str, dict[str, bool]]:
    """Return the old preferences with the new ones; defaults are not stored, so that they can change."""
    found = {name: dict(ways) for name, ways in kept.items() if name in KINDS}
    for name, ways in asked.items():
        if name not in KINDS:
            raise ClubError("unknown-kind", _("There is no notice of the kind {kind}.").format(kind=name), "ways")
        for way, wanted in ways.items():
            if way not in WAYS or (wanted and way not in KINDS[name].ways):
                raise ClubError("unknown-way", _("Notices of this kind cannot be sent this way."), "ways")
            found.setdefault(name, {})[way] = wanted
    usual = {(kind.name, way): way in kind.by for kind in KINDS.values() for way in WAYS}
    kept_only = {
        name: {way: wanted for way, wanted in ways.items() if wanted != usual[name, way]}
        for name, ways in found.items()
    }
    return {name: ways for name, ways in kept_only.items() if ways}


def _reschedule(player: Player, now: datetime) -> None:
    """Reschedule the pending deliveries by the present preferences; retries keep their time."""
    chosen = selectors.choices_of(player)
    waiting = NoticeDelivery.objects.filter(player=player, done_at=None, tries=0)
    waiting.filter(way=DIGEST).update(due_at=chosen.digest_after(now))
    waiting.exclude(way=DIGEST).update(due_at=chosen.hours.free_from(now))

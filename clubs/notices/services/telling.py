"""Sending and withdrawing notices."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from celery import current_app
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from clubs.base import news
from clubs.models import Notice, NoticeDelivery, Player, PushDevice
from clubs.notices import selectors
from clubs.notices.kinds import DIGEST, KINDS, PAGE, PUSH, Kind

DELIVER = "clubs.notices.tasks.deliver"
WOKEN = "notices-woken"
"""The key in the cache that says that the task was sent and has not begun."""
_WOKEN_SECONDS = 5
_WORDS = (str, int, bool, type(None))


@transaction.atomic
def notify(
    *,
    players: Iterable[Player],
    kind: str,
    path: str,
    key: str,
    details: Mapping[str, Any] | None = None,
    now: datetime | None = None,
) -> int:
    """Notify players, by the channels they chose; may be called in the transaction of the event.

    Nothing goes out before the commit, and nothing after a rollback. Bots and players without an account are skipped; a
    claimed guest is notified through the account. A repeated key notifies nobody again.

    Args:
        players: The players, who may know of the event; load `merged_into` with many.
        kind: A key of `KINDS`.
        path: The path of the linked page on this server: `/tables/…/`.
        key: The subject, at most 120 characters: a notice is unique by player, kind and key.
        details: Ids (`club`, `player`, `team`, `season`, `table`, `tournament`), numbers, codes, `at` (a time in ISO
            form), `what` (which sentence of the kind). No names, no words of people, and nothing hidden.

    Returns:
        The number of players newly notified.

    Raises:
        KeyError: There is no such kind.
        ValueError: The path leads to another server, or a detail is not an id, number or code.
    """
    told = selectors.reachable_people(players)
    sort = KINDS[kind]
    said = _checked(sort, path, key, details or {})
    if not told:
        return 0
    at = now or timezone.now()
    chosen = selectors.choices_of_all(told)
    notices = [
        Notice(
            id=uuid4(), player=player, kind=kind, key=key, path=path, details=said, told_at=at,
            shown=chosen[player.pk].wants(sort, PAGE),
        )
        for player in told
    ]  # fmt: skip
    # A concurrent call waits for the first one's transaction, and then adds nothing.
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    new = set(Notice.objects.filter(pk__in=[notice.pk for notice in notices]).values_list("pk", flat=True))
    added = [notice for notice in notices if notice.pk in new]
    deliveries = _deliveries(sort, added, chosen, at)
    NoticeDelivery.objects.bulk_create(deliveries)
    news.tell_players(notice.player_id for notice in added if notice.shown)
    if any(delivery.due_at <= at for delivery in deliveries):
        transaction.on_commit(wake, robust=True)
    return len(added)


@transaction.atomic
def withdraw(*, kind: str, key: str, players: Collection[Player | UUID] | None = None) -> int:
    """Withdraw notices that hold no more, such as a turn that was taken, with their pending deliveries.

    Args:
        kind: A key of `KINDS`.
        key: The subject.
        players: Only the notices of these players; by default of all.

    Returns:
        The number of notices withdrawn.
    """
    found = Notice.objects.filter(kind=kind, key=key)
    if players is not None:
        found = found.filter(player__in=players)
    gone = dict(found.values_list("pk", "player_id"))
    Notice.objects.filter(pk__in=gone).delete()
    news.tell_players({*gone.values()})
    return len(gone)


def wake() -> None:
    """Wake the worker that sends the due deliveries, once for many; the next beat sends what it misses."""
    if cache.add(WOKEN, 1, timeout=_WOKEN_SECONDS):
        current_app.send_task(DELIVER, retry=False, expires=30)


def _deliveries(
    kind: Kind, notices: Iterable[Notice], chosen: Mapping[UUID, selectors.Chosen], at: datetime
) -> list[NoticeDelivery]:
    """Return the deliveries of notices: one for each channel, for push one for each device."""
    found: list[NoticeDelivery] = []
    devices: dict[UUID, list[PushDevice]] = {}
    for device in PushDevice.objects.filter(player__in=[notice.player_id for notice in notices]):
        devices.setdefault(device.player_id, []).append(device)
    for notice in notices:
        wishes = chosen[notice.player_id]
        for way in wishes.ways_of(kind):
            if way == PAGE:
                continue
            due = wishes.digest_after(at) if way == DIGEST else wishes.hours.free_from(at)
            targets: list[PushDevice | None] = [*devices.get(notice.player_id, [])] if way == PUSH else [None]
            found += [
                NoticeDelivery(notice=notice, player_id=notice.player_id, way=way, device=target, due_at=due)
                for target in targets
            ]
    return found


def _checked(kind: Kind, path: str, key: str, details: Mapping[str, Any]) -> dict[str, Any]:
    """Return the details in their stored form: ids, numbers and codes only."""
    if not path.startswith("/") or path.startswith("//") or "\\" in path or not path.isprintable():
        raise ValueError(f"A notice leads to a page of this server, not to {path!r}.")
    if not 0 < len(key) <= 120:
        raise ValueError("The key of a notice has 1 to 120 characters.")
    said = {place: str(value) if isinstance(value, UUID) else value for place, value in details.items()}
    if not all(isinstance(value, _WORDS) and len(str(value)) <= 64 for value in said.values()):
        raise ValueError(f"The details of {kind.name!r} are ids, numbers and codes.")
    if said.get("what", "") not in kind.says and "what" in said:
        raise ValueError(f"{kind.name!r} has no sentence {said['what']!r}.")
    return said

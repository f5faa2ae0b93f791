"""Telling people something, and taking it back."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from celery import current_app
from django.db import transaction
from django.utils import timezone

from clubs.models import Notice, NoticeDelivery, Player, PushDevice
from clubs.notices import selectors
from clubs.notices.kinds import DIGEST, KINDS, PAGE, PUSH, Kind

DELIVER = "clubs.notices.tasks.deliver"
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
    """Tell players something, by the ways they chose; may be called in the transaction of what it tells.

    Nothing goes out before that is committed, and nothing at all if it is not. Bots and players without an account are
    passed over; a guest player who was claimed is told through the account. The same key again tells nobody again.

    Args:
        players: Whom, who may know of it; with `merged_into` loaded where many are told.
        kind: A key of `KINDS`.
        path: The page it leads to, from the root of this server: `/tables/…/`.
        key: What it is about, in 120 characters: with player and kind it makes a notice one.
        details: Ids (`club`, `player`, `team`, `season`, `table`, `tournament`), numbers, codes, `at` (a time in ISO
            form), `what` (which sentence of the kind). No names and no words of people, and nothing that is hidden.
        now: When it happened; by default now.

    Returns:
        How many were told who were not told before.

    Raises:
        KeyError: There is no such kind.
        ValueError: The path leads elsewhere, or a detail is no id, number or code.
    """
    told = selectors.told(players)
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
    # Who comes second waits for the first one's transaction, and then adds nothing.
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    new = set(Notice.objects.filter(pk__in=[notice.pk for notice in notices]).values_list("pk", flat=True))
    added = [notice for notice in notices if notice.pk in new]
    deliveries = _deliveries(sort, added, chosen, at)
    NoticeDelivery.objects.bulk_create(deliveries)
    if any(delivery.due_at <= at for delivery in deliveries):
        transaction.on_commit(wake, robust=True)
    return len(added)


@transaction.atomic
def withdraw(*, kind: str, key: str, players: Collection[Player | UUID] | None = None) -> int:
    """Take back what holds no more, such as a turn that was taken; what has not gone out yet never will.

    Args:
        kind: A key of `KINDS`.
        key: What it is about.
        players: Only from these; by default from all.

    Returns:
        How many notices are gone.
    """
    found = Notice.objects.filter(kind=kind, key=key)
    if players is not None:
        found = found.filter(player__in=players)
    gone = list(found.values_list("pk", flat=True))
    Notice.objects.filter(pk__in=gone).delete()
    return len(gone)


def wake() -> None:
    """Have the worker send what is due; what this one is too late or too early for, the next beat sends."""
    current_app.send_task(DELIVER, queue="default", retry=False, expires=30)


def _deliveries(
    kind: Kind, notices: Iterable[Notice], chosen: Mapping[UUID, selectors.Chosen], at: datetime
) -> list[NoticeDelivery]:
    """Return how some notices have to go out: a row each way, for push one a device."""
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
    """Return the details as they are stored: ids, numbers and codes only."""
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

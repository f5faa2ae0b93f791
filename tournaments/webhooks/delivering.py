"""Delivering: the worker sends each webhook its messages one after the other, until each is taken or given up.

At least once, and in order: the next message waits until the one before it was taken. A worker that is killed in
between leaves a lease that runs out; the message is then sent again under the same id.
"""

import json
import logging
import random
from datetime import datetime, timedelta
from typing import Any, Final

import requests
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from clubs.base.isolation import run_each
from clubs.base.outgoing import PublicSession, is_callable
from clubs.base.threads import within
from clubs.models import Membership, Player
from clubs.notices.services.telling import notify
from clubs.officers.permissions import PERMISSIONS
from tournaments.models import Delivery, Webhook
from tournaments.webhooks.signing import signature

LEASE: Final = timedelta(seconds=60)
"""So long a worker has a webhook for itself; a request takes less."""
MAX_AT_ONCE: Final = 20
"""The messages of one webhook in one turn: others have theirs."""
SECONDS: Final = 5.0
SECONDS_IN_ALL: Final = 15.0
FIRST_WAIT: Final = timedelta(seconds=5)
MAX_WAIT: Final = timedelta(hours=6)
GIVEN_UP_AFTER: Final = timedelta(days=3)
"""A webhook that has failed for so long is disabled, and the officers are told."""
KEPT: Final = timedelta(days=30)
"""How long messages are kept that were taken or given up."""
GONE: Final = 410

logger = logging.getLogger(__name__)


def deliver_due(now: datetime | None = None) -> int:
    """Send what is due to every webhook.

    Returns:
        The number of messages that were taken.
    """
    at = now or timezone.now()
    due = Webhook.objects.filter(
        _free(at), disabled_at=None, deliveries__status=Delivery.Status.WAITING, deliveries__next_at__lte=at
    )
    hooks = list(due.values_list("pk", flat=True).distinct())
    return sum(run_each(hooks, lambda hook: deliver(hook, now=now), task="A webhook", logger=logger).results)


def deliver(webhook_id: Any, *, now: datetime | None = None) -> int:
    """Send one webhook its messages in order, until one is not taken.

    Returns:
        The number of messages that were taken.
    """
    taken = 0
    while taken < MAX_AT_ONCE and (claimed := _claim(webhook_id, now or timezone.now())) is not None:
        hook, delivery = claimed
        code, error = _send(hook, delivery, now or timezone.now())
        if not _settle(hook, delivery, code, error, now or timezone.now()):
            break
        taken += 1
    return taken


def _free(now: datetime) -> Q:
    return Q(leased_until=None) | Q(leased_until__lte=now)


@transaction.atomic
def _claim(webhook_id: Any, now: datetime) -> tuple[Webhook, Delivery] | None:
    """Take the first message that waits, if it is due and no other worker has the webhook."""
    free = Webhook.objects.select_for_update(skip_locked=True).filter(_free(now), pk=webhook_id, disabled_at=None)
    hook = free.select_related(None).first()
    if hook is None:
        return None
    first = hook.deliveries.filter(status=Delivery.Status.WAITING).order_by("pk").first()
    if first is None or first.next_at > now:
        return None
    hook.leased_until = now + LEASE
    hook.save(update_fields=["leased_until"])
    Delivery.objects.filter(pk=first.pk).update(attempts=first.attempts + 1, tried_at=now)
    first.attempts += 1
    return hook, first


def _send(hook: Webhook, delivery: Delivery, now: datetime) -> tuple[int | None, str]:
    """Send a message; return the status of the answer, or None with a code of what went wrong."""
    if not is_callable(hook.url, inside=settings.LELAM_WEBHOOKS_INSIDE):
        return None, "address"
    body = json.dumps(delivery.body, ensure_ascii=False, separators=(",", ":")).encode()
    timestamp = int(now.timestamp())
    secrets = [hook.secret, *([hook.old_secret] if hook.old_secret and hook.is_old_valid(now) else [])]
    headers = {
        "content-type": "application/json",
        "user-agent": "Lelam-Webhooks/1",
        "webhook-id": str(delivery.message),
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(secrets, str(delivery.message), timestamp, body),
    }

    def post() -> int:
        with PublicSession(inside=settings.LELAM_WEBHOOKS_INSIDE) as session:
            return session.post(hook.url, data=body, headers=headers, timeout=SECONDS).status_code

    try:
        return within(SECONDS_IN_ALL, post), ""
    except (requests.Timeout, TimeoutError):
        return None, "timeout"
    except (requests.RequestException, OSError, ValueError) as failure:
        # Not its text: it has the address, which may hold a secret.
        logger.info("A webhook was not reached: %s", type(failure).__name__)
        return None, "unreachable"


@transaction.atomic
def _settle(hook: Webhook, delivery: Delivery, code: int | None, error: str, now: datetime) -> bool:
    """Note what came of a message; return whether it was taken."""
    row = Webhook.objects.select_for_update().filter(pk=hook.pk).first()
    if row is None:
        return False
    taken = code is not None and 200 <= code < 300
    changes: dict[str, Any] = {"code": code, "error": error}
    row.leased_until = None
    if taken:
        row.failing_since = None
        changes |= {"status": Delivery.Status.DELIVERED, "ended_at": now}
    else:
        row.failing_since = row.failing_since or now
        changes["next_at"] = now + wait_after(delivery.attempts)
        if code == GONE or now - row.failing_since >= GIVEN_UP_AFTER:
            _disable(row, now)
    Delivery.objects.filter(pk=delivery.pk).update(**changes)
    row.save(update_fields=["leased_until", "failing_since", "disabled_at"])
    return taken


def wait_after(attempts: int) -> timedelta:
    """Return how long the next attempt waits: twice as long each time, with a jitter of a quarter either way."""
    wait = min(FIRST_WAIT * 2 ** min(attempts - 1, 20), MAX_WAIT)
    return wait * random.uniform(0.75, 1.25)  # noqa: S311  # no secret depends on it


def _disable(hook: Webhook, now: datetime) -> None:
    """Disable a webhook, give up what waits, and tell the officers who keep it."""
    hook.disabled_at = now
    hook.deliveries.filter(status=Delivery.Status.WAITING).update(status=Delivery.Status.GIVEN_UP, ended_at=now)
    roles = PERMISSIONS["run_tournaments"]
    officers = Membership.objects.filter(club=hook.club_id, role__in=roles).values("player")
    notify(
        players=list(Player.objects.filter(pk__in=officers)),
        kind="webhook-off",
        path=reverse("tournaments:webhook", args=[hook.club.slug, hook.pk]),
        key=f"{hook.pk}:{now:%Y%m%d%H%M%S}",
        details={"club": str(hook.club_id)},
    )


def prune(now: datetime | None = None) -> int:
    """Remove messages that are kept no longer; return their number."""
    old = Delivery.objects.filter(ended_at__lte=(now or timezone.now()) - KEPT)
    return old.delete()[0]

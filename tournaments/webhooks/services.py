"""The commands on webhooks: one function a use case. `by` is the officer, checked by permission."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base.outgoing import is_callable
from clubs.errors import ClubError
from clubs.models import Club, Player
from clubs.officers.acts import note_act
from clubs.officers.permissions import require
from clubs.officers.roles import locked
from tournaments.models import Delivery, Webhook
from tournaments.webhooks.signing import new_secret

PERMISSION: Final = "run_tournaments"
MAX_WEBHOOKS: Final = 5
"""The webhooks that a club may have."""
BOTH_VALID: Final = timedelta(hours=24)
"""How long the old secret signs beside the new one."""


@transaction.atomic
def add_webhook(*, club: Club, by: Player, url: str) -> tuple[Webhook, str]:
    """Register an address.

    Returns:
        The webhook, and its secret, which is shown this once.

    Raises:
        NotAllowed: `by` may not run tournaments in the club.
        ClubError: `webhook-address`, `webhook-known`, `too-many-webhooks`.
    """
    require(by, PERMISSION, club)
    url = url.strip()
    if not is_callable(url, inside=settings.LELAM_WEBHOOKS_INSIDE):
        text = _("Give an https address on the internet, without a name and password in it, at the usual port.")
        raise ClubError("webhook-address", text, "url")
    locked(club)
    if Webhook.objects.filter(club=club, url=url).exists():
        raise ClubError("webhook-known", _("The club already has this address."), "url")
    if Webhook.objects.filter(club=club).count() >= MAX_WEBHOOKS:
        raise ClubError("too-many-webhooks", _("A club has at most {most} webhooks.").format(most=MAX_WEBHOOKS), "url")
    secret = new_secret()
    hook = Webhook.objects.create(club=club, url=url, secret=secret, made_by=by.real)
    note_act(club=club, actor=by, action="webhook.added", details={"webhook": str(hook.pk)})
    return hook, secret


@transaction.atomic
def rotate_secret(*, club: Club, by: Player, webhook_id: UUID) -> tuple[Webhook, str]:
    """Make a new secret; messages are signed by the old one too for a day.

    Raises:
        NotAllowed: As `add_webhook`.
        ClubError: `no-such-webhook`.
    """
    hook = owned_webhook(club=club, by=by, webhook_id=webhook_id)
    secret = new_secret()
    hook.old_secret, hook.old_until = hook.secret, timezone.now() + BOTH_VALID
    hook.secret = secret
    hook.save(update_fields=["secret", "old_secret", "old_until"])
    note_act(club=club, actor=by, action="webhook.rotated", details={"webhook": str(hook.pk)})
    return hook, secret


@transaction.atomic
def enable_webhook(*, club: Club, by: Player, webhook_id: UUID) -> Webhook:
    """Let a webhook that was disabled get messages again, from now on. Twice is once.

    Raises:
        NotAllowed: As `add_webhook`.
        ClubError: `no-such-webhook`.
    """
    hook = owned_webhook(club=club, by=by, webhook_id=webhook_id)
    if hook.disabled_at is not None:
        hook.disabled_at = hook.failing_since = hook.leased_until = None
        hook.save(update_fields=["disabled_at", "failing_since", "leased_until"])
        note_act(club=club, actor=by, action="webhook.enabled", details={"webhook": str(hook.pk)})
    return hook


@transaction.atomic
def remove_webhook(*, club: Club, by: Player, webhook_id: UUID) -> None:
    """Remove a webhook with its messages.

    Raises:
        NotAllowed: As `add_webhook`.
        ClubError: `no-such-webhook`.
    """
    hook = owned_webhook(club=club, by=by, webhook_id=webhook_id)
    note_act(club=club, actor=by, action="webhook.removed", details={"webhook": str(hook.pk)})
    hook.delete()


@transaction.atomic
def ping(*, club: Club, by: Player, webhook_id: UUID) -> Delivery:
    """Put a message without content into the outbox, to try the address.

    Raises:
        NotAllowed: As `add_webhook`.
        ClubError: `no-such-webhook`, `webhook-disabled`.
    """
    hook = _enabled(owned_webhook(club=club, by=by, webhook_id=webhook_id))
    now = timezone.now()
    body = {"type": "ping", "timestamp": now.isoformat(), "data": {"club": club.slug}}
    return Delivery.objects.create(webhook=hook, kind="ping", body=body, next_at=now)


@transaction.atomic
def resend(*, club: Club, by: Player, webhook_id: UUID, message: UUID) -> Delivery:
    """Send a message again, under its own id, before those that wait.

    Raises:
        NotAllowed: As `add_webhook`.
        ClubError: `no-such-webhook`, `no-such-message`, `webhook-disabled`.
    """
    hook = _enabled(owned_webhook(club=club, by=by, webhook_id=webhook_id))
    delivery = Delivery.objects.select_for_update().filter(webhook=hook, message=message).first()
    if delivery is None:
        raise ClubError("no-such-message", _("There is no such message, or it has been deleted."))
    delivery.status, delivery.next_at, delivery.ended_at = Delivery.Status.WAITING, timezone.now(), None
    delivery.attempts = 0
    delivery.save(update_fields=["status", "next_at", "ended_at", "attempts"])
    return delivery


def owned_webhook(*, club: Club, by: Player, webhook_id: UUID) -> Webhook:
    """Return a webhook of a club, its row locked; within a transaction.

    Raises:
        NotAllowed: As `add_webhook`.
        ClubError: `no-such-webhook`.
    """
    require(by, PERMISSION, club)
    hook = Webhook.objects.select_for_update(of=("self",)).filter(pk=webhook_id, club=club).first()
    if hook is None:
        raise ClubError("no-such-webhook", _("There is no such webhook."))
    return hook


def _enabled(hook: Webhook) -> Webhook:
    if hook.disabled_at is not None:
        raise ClubError("webhook-disabled", _("This webhook is disabled. Enable it first."))
    return hook

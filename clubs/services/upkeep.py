"""What is removed because nobody needs it any more: sessions and tokens that have expired, sign-ups never confirmed."""

import logging
from datetime import datetime, timedelta
from importlib import import_module
from typing import Final
from uuid import UUID

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from clubs.isolation import run_each
from clubs.models import AccessToken, Erasure, Player, User

MAX_SIGNUPS: Final = 200
"""The most sign-ups that are removed in one go."""

logger = logging.getLogger(__name__)


def prune_sessions() -> None:
    """Remove the sessions that have expired; Django leaves them where they lie."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def prune_tokens(*, now: datetime | None = None) -> int:
    """Remove the access tokens that have expired.

    Returns:
        How many.
    """
    return AccessToken.objects.filter(expiry__lt=now or timezone.now()).delete()[0]


def prune_signups(*, now: datetime | None = None, limit: int = MAX_SIGNUPS) -> int:
    """Remove accounts whose address was not confirmed in `LELAM_UNCONFIRMED_DAYS` days, so that nobody ever signed in.

    Where no mail arrives an address is believed, and nothing is removed. A visiting player that the account has taken
    over goes on as one without an account; another player of the account is erased, and its name is free again.

    Args:
        now: The time; by default now.
        limit: The most in one go; the rest wait for the next.

    Returns:
        How many accounts were removed.
    """
    if not settings.MAIL_ARRIVES:
        return 0
    at = now or timezone.now()
    outcome = run_each(
        list(_unconfirmed(at).order_by("date_joined").values_list("pk", flat=True)[:limit]),
        lambda user_id: _remove_signup(user_id, at),
        task="The removal of a sign-up that was never confirmed",
        logger=logger,
    )
    return sum(outcome.results)


def _unconfirmed(now: datetime) -> "QuerySet[User]":
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    return User.objects.filter(
        Exists(addresses),
        ~Exists(addresses.filter(verified=True)),
        date_joined__lt=now - timedelta(days=settings.LELAM_UNCONFIRMED_DAYS),
        last_login=None,
        is_staff=False,
        is_superuser=False,
    )


@transaction.atomic
def _remove_signup(user_id: UUID, now: datetime) -> bool:
    """Remove one account; another query than before, as the address may have been confirmed meanwhile."""
    user = _unconfirmed(now).select_for_update(of=("self",)).filter(pk=user_id).first()
    if user is None:
        return False
    player = Player.objects.filter(user=user).first()
    user.delete()
    if player is not None and not player.is_visiting:
        Erasure.objects.get_or_create(
            player=player, taken_back_at=None, done_at=None, defaults={"asked_at": now, "due_at": now}
        )
    return True

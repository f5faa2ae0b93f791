"""Housekeeping: deletes expired sessions and tokens, and sign-ups that were never confirmed."""

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

from clubs.base.isolation import run_each
from clubs.models import AccessToken, Erasure, Player, User

MAX_SIGNUPS: Final = 200
"""The most sign-ups deleted in one run."""

logger = logging.getLogger(__name__)


def prune_sessions() -> None:
    """Delete expired sessions, which Django does not do by itself."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def prune_tokens(*, now: datetime | None = None) -> int:
    """Delete expired access tokens.

    Returns:
        The number of tokens deleted.
    """
    return AccessToken.objects.filter(expiry__lt=now or timezone.now()).delete()[0]


def prune_signups(*, now: datetime | None = None, limit: int = MAX_SIGNUPS) -> int:
    """Delete accounts whose address was not confirmed within `LELAM_UNCONFIRMED_DAYS` days; nobody ever signed in.

    Without mail, addresses need no confirmation and nothing is deleted. A visiting player taken over by the account
    goes on without one; any other player of the account is erased, and the name is free again.

    Args:
        limit: The most accounts in one run; the others wait for the next.

    Returns:
        The number of accounts deleted.
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
    """Delete one account, after a new query: the address may have been confirmed meanwhile."""
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

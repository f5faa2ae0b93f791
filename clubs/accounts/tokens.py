"""Access tokens of an account: make, list and revoke.

Only a hash of a token is stored; the token itself is shown once.
"""

from datetime import timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.errors import ClubError
from clubs.models import AccessToken, User

MAX_TOKENS: Final = 20
"""Valid tokens that an account may have at a time."""
NAME_LENGTH: Final = 60
DAYS: Final = (1, 366)
"""The shortest and the longest life of a token, in days."""
USUAL_DAYS: Final = 90
START_LENGTH: Final = 8
"""Characters of a token that are shown later, to tell it from others."""


class NewToken(NamedTuple):
    """A new access token with its secret, which nobody is shown again."""

    token: AccessToken
    secret: str


def tokens_of(user: User) -> QuerySet[AccessToken]:
    """Return the access tokens of an account, the newest first; expired ones too."""
    return AccessToken.objects.filter(user=user).order_by("-created")


@transaction.atomic
def make_token(*, user: User, name: str, days: int = USUAL_DAYS) -> NewToken:
    """Make an access token.

    Args:
        user: The account, which is signed in at a browser: a token must not make another that outlives it.
        name: The purpose, in the owner's words.
        days: The life of the token in days, within `DAYS`.

    Raises:
        ClubError: `too-many-tokens`: the account has `MAX_TOKENS` valid ones.
    """
    User.objects.select_for_update().get(pk=user.pk)
    if AccessToken.objects.filter(user=user, expiry__gt=timezone.now()).count() >= MAX_TOKENS:
        text = _("You have {count} access tokens. Revoke one first.").format(count=MAX_TOKENS)
        raise ClubError("too-many-tokens", text)
    token, secret = AccessToken.objects.create(user=user, expiry=timedelta(days=days), name=name)
    return NewToken(token, secret)


def revoke_token(*, user: User, token_id: UUID) -> bool:
    """Revoke an access token of an account, and tell whether it had this one."""
    return bool(AccessToken.objects.filter(user=user, id=token_id).delete()[0])


def revoke_with_password(sender: object, request: HttpRequest, user: User, **more: Any) -> None:
    """Revoke all access tokens of an account when its password changes: a receiver of allauth's signals.

    Someone else may have known the old password and made tokens with it.
    """
    AccessToken.objects.filter(user=user).delete()

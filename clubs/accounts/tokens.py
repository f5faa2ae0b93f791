"""Access tokens over the life of their account."""

from typing import Any

from django.http import HttpRequest

from clubs.models import AccessToken, User


def revoke_with_password(sender: object, request: HttpRequest, user: User, **more: Any) -> None:
    """Revoke all access tokens of an account when its password changes: a receiver of allauth's signals.

    Someone else may have known the old password and made tokens with it.
    """
    AccessToken.objects.filter(user=user).delete()

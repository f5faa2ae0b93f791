"""Access tokens over the life of their account."""

from typing import Any

from django.http import HttpRequest

from clubs.models import AccessToken, User


def revoke_with_password(sender: object, request: HttpRequest, user: User, **more: Any) -> None:
    """Revoke all access tokens of an account that gets another password: a receiver of allauth's signals.

    Who changes a password because somebody else may know it would not think of the tokens made by that somebody.
    """
    AccessToken.objects.filter(user=user).delete()

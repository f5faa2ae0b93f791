"""How a program says who it is.

Apart from the endpoints, because the REST framework loads it before it can load any endpoint.
"""

import re

from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from clubs.models import AccessToken, User

_TOKEN = re.compile(rb"[0-9A-Za-z_]{20,100}\Z")


class BearerAuthentication(TokenAuthentication):
    """Signs a program in by `Authorization: Bearer <token>`."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, AccessToken]:
        """Return the account of a token and the token.

        Raises:
            AuthenticationFailed: There is no such token, or not any more.
        """
        if not _TOKEN.match(token):
            raise AuthenticationFailed(_("The access token is wrong, expired or revoked."))
        return super().authenticate_credentials(token)

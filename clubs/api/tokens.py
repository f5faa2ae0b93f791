"""Access tokens: how programs sign in. Only a hash of a token is stored; the token itself is shown once."""

from datetime import UTC, datetime
from functools import partial
from typing import Annotated
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from rest_framework.authentication import SessionAuthentication
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.accounts.tokens import DAYS, NAME_LENGTH, START_LENGTH, USUAL_DAYS, make_token, revoke_token, tokens_of
from clubs.api.base import ApiView, created, described
from clubs.api.problems import Problem
from clubs.models import User

operation = partial(described, tag="tokens")


class TokenWish(msgspec.Struct, forbid_unknown_fields=True):
    """What a new token is for, and for how many days."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LENGTH, pattern=r"^[^\x00-\x1f]+$")]
    days: Annotated[int, msgspec.Meta(ge=DAYS[0], le=DAYS[1])] = USUAL_DAYS


class TokenShown(msgspec.Struct, frozen=True):
    """An access token as its owner sees it; `start` are its first characters, to tell it from others."""

    id: UUID
    name: str
    start: str
    created_at: datetime
    expires_at: datetime | None


class TokenMade(msgspec.Struct, frozen=True):
    """A new access token. This is the only time that `token` is shown."""

    id: UUID
    name: str
    token: str
    expires_at: datetime


class TokenList(msgspec.Struct, frozen=True):
    """The access tokens of an account, the newest first."""

    results: tuple[TokenShown, ...]


class Tokens(ApiView):
    """The access tokens of the account."""

    permission_classes = (IsAuthenticated,)
    key_refused = True

    @operation("tokens_list", TokenList)
    def get(self, request: Request) -> Response:
        """List your access tokens: what they are for and when they end."""
        return Response(
            TokenList(
                tuple(
                    TokenShown(token.id, token.name, token.token_key[:START_LENGTH], token.created, token.expiry)
                    for token in tokens_of(_account(request))
                )
            )
        )

    @operation("tokens_create", {201: TokenMade}, body=TokenWish)
    def post(self, request: Request) -> Response:
        """Make an access token: only in a browser where you are signed in, so that none outlives its revocation."""
        if not isinstance(request.successful_authenticator, SessionAuthentication):
            raise Problem(
                "not-allowed",
                _("Make access tokens in a browser where you are signed in."),
                code="browser-required",
            )
        wish = self.read(TokenWish)
        token, secret = make_token(user=_account(request), name=wish.name, days=wish.days)
        made = TokenMade(token.id, token.name, secret, token.expiry.astimezone(UTC))
        return created(made, f"/api/tokens/{token.id}/")


class Token(ApiView):
    """One access token."""

    permission_classes = (IsAuthenticated,)

    @operation("tokens_destroy")
    def delete(self, request: Request, token_id: UUID) -> Response:
        """Revoke an access token of yours: from now on it signs nobody in."""
        if not revoke_token(user=_account(request), token_id=token_id):
            raise Problem("not-found", _("You have no such access token."))
        return Response(status=204)


def _account(request: Request) -> User:
    """Return the account that is signed in."""
    assert isinstance(request.user, User)
    return request.user

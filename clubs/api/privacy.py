"""What others see of whoever asks."""

from typing import Annotated, Literal

import msgspec
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import ApiView
from clubs.privacy import selectors, services

Chosen = Annotated[
    Literal["everybody", "clubs", "nobody"],
    msgspec.Meta(description="Who sees it: everybody, who shares a club with you, or nobody but you."),
]
Listed = Annotated[
    Literal["everybody", "clubs"], msgspec.Meta(description="Who finds your name in lists and searches of players.")
]


class PrivacyShown(msgspec.Struct, frozen=True):
    """Who sees what of a player."""

    lists: str
    clubs: str
    results: str
    rating: str
    stakes: str
    partners: str
    histories: str
    kunukku: str


class PrivacyWish(msgspec.Struct, forbid_unknown_fields=True):
    """What to change; what is left out stays as it is."""

    lists: Listed | msgspec.UnsetType = msgspec.UNSET
    clubs: Chosen | msgspec.UnsetType = msgspec.UNSET
    results: Chosen | msgspec.UnsetType = msgspec.UNSET
    rating: Chosen | msgspec.UnsetType = msgspec.UNSET
    stakes: Chosen | msgspec.UnsetType = msgspec.UNSET
    partners: Chosen | msgspec.UnsetType = msgspec.UNSET
    histories: Chosen | msgspec.UnsetType = msgspec.UNSET
    kunukku: Chosen | msgspec.UnsetType = msgspec.UNSET


class MyPrivacy(ApiView):
    """What others see of you."""

    @extend_schema(operation_id="me_privacy_retrieve", responses=PrivacyShown, tags=["me"])
    def get(self, request: Request) -> Response:
        """Show who sees what of you."""
        return Response(PrivacyShown(**selectors.choices_of(self.require_player())))

    @extend_schema(operation_id="me_privacy_update", request=PrivacyWish, responses=PrivacyShown, tags=["me"])
    def patch(self, request: Request) -> Response:
        """Choose who sees what of you."""
        player = self.require_player()
        services.choose(player=player, choices=msgspec.to_builtins(self.read(PrivacyWish)))
        return Response(PrivacyShown(**selectors.choices_of(player)))

"""What every writing endpoint of a table shares: that its key is required, the version seen, and the receipt."""

import re
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.response import Response

from clubs.api.base import ApiView
from clubs.api.problems import Problem, invalid
from clubs.models import Player
from games.errors import NotSeated
from games.models import Seat
from games.selectors.access import visible_table

_VERSION = re.compile(r'"([0-9]{1,9})(-[0-9a-f]+)?"\Z')

SEEN = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": r'^(\*|"[0-9]{1,9}(-[0-9a-f]+)?")$'},
    OpenApiParameter.HEADER,
    required=True,
    description='The `ETag` of the view that you decided on, such as `"17"`; `*` acts whatever the version is.',
)


class Receipt(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a request did.

    Attributes:
        table: The table it was done at.
        version: The version of the table after it.
        dispute: The dispute that was opened.
    """

    table: UUID
    version: int | None = None
    dispute: UUID | None = None

    @property
    def location(self) -> str:
        """The address of what was made."""
        return f"/api/disputes/{self.dispute}/" if self.dispute else f"/api/tables/{self.table}/"


def seat_of(table_id: UUID, player: Player) -> int:
    """Return the player's seat at the table.

    Raises:
        UnknownTable: There is no such table, or none that the player may know of.
        NotSeated: The player has none.
    """
    seat = Seat.objects.filter(table_id=table_id, player=player).values_list("number", flat=True).first()
    if seat is None:
        visible_table(table_id, player)
        raise NotSeated
    return seat


class WritingView(ApiView):
    """An endpoint that changes something at a table."""

    permission_classes: Sequence[type[BasePermission]] = (IsAuthenticated,)
    throttle_scope: str | None = "write"
    key_required = True

    def run(self, do: Callable[[UUID], Any], *, status: int = 200) -> Response:
        """Do what is asked, given the id of the command, and answer with the receipt that it returns."""
        receipt = do(self.command)
        headers = {}
        if status == 201:
            headers["Location"] = receipt.location
        if receipt.version is not None:
            headers["ETag"] = f'"{receipt.version}"'
        return Response(receipt, status=status, headers=headers)

    def version_seen(self) -> int | None:
        """Return the version the player decided on, or None for `*`.

        Raises:
            Problem: `version-required` without the header, `invalid-input` if it is no ETag of a view.
        """
        header = self.request.headers.get("If-Match")
        if header is None:
            raise Problem("version-required", _("Send the ETag of the view that you decided on as If-Match."))
        if header.strip() == "*":
            return None
        found = _VERSION.match(header.strip())
        if found is None:
            raise invalid("If-Match", _('If-Match is one ETag of a view, such as "17", or *.'))
        return int(found[1])

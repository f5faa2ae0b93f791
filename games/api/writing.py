"""What every writing endpoint of a table shares: that its key is required, the version seen, and the receipt."""

import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import BasePermission, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.response import Response

from clubs.api.base import ApiView
from clubs.api.problems import Problem, invalid
from clubs.models import Player
from games.errors import NotSeated
from games.models import Seat
from games.tables.selectors.access import visible_table

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
        check: The check that was opened.
    """

    table: UUID
    version: int | None = None
    check: UUID | None = None

    @property
    def location(self) -> str:
        """The address of what was made."""
        return f"/api/checks/{self.check}/" if self.check else f"/api/tables/{self.table}/"


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
    """An endpoint that changes something at a table.

    Attributes:
        version_required: Whether a request has to name the version that it was decided on.
    """

    permission_classes: Sequence[type[BasePermission]] = (IsAuthenticated,)
    throttle_scope: str | None = "write"
    key_required = True
    version_required: ClassVar[bool] = False

    def writing_headers(self) -> list[OpenApiParameter]:
        """Return the headers of each writing method: the key, and the version seen where it is required."""
        return [*super().writing_headers(), *([SEEN] if self.version_required else [])]

    def do(self, service: Callable[..., int], table_id: UUID, body: msgspec.Struct, **more: Any) -> Response:
        """Call a service of the table with the members of the body, and answer with the table's version after it."""
        terms = msgspec.structs.asdict(body) | more
        version = service(table_id=table_id, player=self.require_player(), command=self.command, **terms)
        return self.receipt(Receipt(table_id, version))

    def receipt(self, receipt: Any, *, status: int = 200) -> Response:
        """Answer with a receipt: its version stands in the `ETag`, the address of what was made in `Location`."""
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
            raise Problem("version-required", _("Send as If-Match the ETag of the view that you decided on."))
        if header.strip() == "*":
            return None
        found = _VERSION.match(header.strip())
        if found is None:
            raise invalid("If-Match", _('If-Match is one ETag of a view, such as "17", or *.'))
        return int(found[1])


class PublicWritingView(WritingView):
    """An endpoint that everybody reads, and that changes something for players who are signed in."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    reading_is_free = True

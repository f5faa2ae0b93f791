"""What calls mean: asking about one of the other side, and adding to what the card says of a partner's."""

from typing import Annotated
from uuid import UUID

import msgspec
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.api.writing import Receipt, WritingView
from games.services.asking import LONGEST_ADDITION

CallNumber = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class MeaningQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """Which call you ask about: its number, as `askable` in your view of the table has it."""

    call: CallNumber


class Addition(msgspec.Struct, forbid_unknown_fields=True):
    """A line of yours on a partner's call, for the seat that asked: as `asked` in your view of the table has them."""

    call: CallNumber
    asker: Annotated[int, msgspec.Meta(ge=0, le=7)]
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ADDITION)]


class Meanings(WritingView):
    """The questions about calls."""

    @extend_schema(operation_id="meanings_ask", request=MeaningQuestion, responses=Receipt, tags=["play"])
    def post(self, request: Request, table_id: UUID) -> Response:
        """Ask what a call of the other side means; your next view has the answer in `asked`. Nobody else is told."""
        body = self.read(MeaningQuestion)
        return self.run(
            lambda command: Receipt(
                table_id,
                services.ask_meaning(table_id=table_id, player=self.require_player(), call=body.call, command=command),
            )
        )


class Additions(WritingView):
    """What partners add to the answers."""

    @extend_schema(operation_id="meanings_add", request=Addition, responses=Receipt, tags=["play"])
    def post(self, request: Request, table_id: UUID) -> Response:
        """Add a line to what your card says of a partner's call; only who asked reads it."""
        body = self.read(Addition)
        return self.run(
            lambda command: Receipt(
                table_id,
                services.add_meaning(
                    table_id=table_id,
                    player=self.require_player(),
                    call=body.call,
                    asker=body.asker,
                    text=body.text,
                    command=command,
                ),
            )
        )

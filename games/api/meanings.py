"""What calls mean: asking about one of the other side, and adding to what the card says of a partner's."""

from functools import partial
from typing import Annotated
from uuid import UUID

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import described
from games.api.writing import Receipt, WritingView
from games.tables.services.meanings import LONGEST_ADDITION, add_meaning, ask_meaning

operation = partial(described, tag="play")

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

    @operation("meanings_ask", Receipt, body=MeaningQuestion)
    def post(self, request: Request, table_id: UUID) -> Response:
        """Ask what a call of the other side means; your next view has the answer in `asked`. Nobody else is told."""
        return self.do(ask_meaning, table_id, self.read(MeaningQuestion))


class Additions(WritingView):
    """What partners add to the answers."""

    @operation("meanings_add", Receipt, body=Addition)
    def post(self, request: Request, table_id: UUID) -> Response:
        """Add a line to what your card says of a partner's call; only who asked reads it."""
        return self.do(add_meaning, table_id, self.read(Addition))

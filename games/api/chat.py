"""What those who sit at a table write to each other."""

from typing import Annotated
from uuid import UUID

import msgspec
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL
from games import selectors, services
from games.api.writing import Receipt, WritingView
from games.chatview import ChatView
from games.errors import NotSeated
from games.services.chat import LONGEST


class Message(msgspec.Struct, forbid_unknown_fields=True):
    """What you write: plain text."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST, pattern=NO_NUL)]


class Chat(WritingView):
    """The chat of a table."""

    @extend_schema(operation_id="chat_list", responses=ChatView, tags=["chat"])
    def get(self, request: Request, table_id: UUID) -> Response:
        """Read what was written at your table since you sat down; nobody else can."""
        chat = selectors.find_chat(table_id, self.require_player())
        if chat is None:
            raise NotSeated
        return Response(chat)

    @extend_schema(operation_id="chat_create", request=Message, responses=Receipt, tags=["chat"])
    def post(self, request: Request, table_id: UUID) -> Response:
        """Write to those who sit at your table: ten messages in half a minute at most."""
        body = self.read(Message)

        def write(command: UUID) -> Receipt:
            said = services.write_message(
                table_id=table_id, player=self.require_player(), text=body.text, command=command
            )
            return Receipt(table_id, said.version)

        return self.run(write)

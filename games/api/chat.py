"""What those who sit at a table write to each other."""

from functools import partial
from typing import Annotated
from uuid import UUID

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, described
from games.api.writing import Receipt, WritingView
from games.errors import NotSeated
from games.tables.selectors.chat import find_chat
from games.tables.services.chat import LONGEST, write_message
from games.tables.view.chat import ChatView

operation = partial(described, tag="chat")


class Message(msgspec.Struct, forbid_unknown_fields=True):
    """What you write: plain text."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST, pattern=NO_NUL)]


class Chat(WritingView):
    """The chat of a table."""

    @operation("chat_list", ChatView)
    def get(self, request: Request, table_id: UUID) -> Response:
        """Read what was written at your table since you sat down; nobody else can."""
        chat = find_chat(table_id, self.require_player())
        if chat is None:
            raise NotSeated
        return Response(chat)

    @operation("chat_create", Receipt, body=Message)
    def post(self, request: Request, table_id: UUID) -> Response:
        """Write to those who sit at your table: ten messages in half a minute at most."""
        text, player = self.read(Message).text, self.require_player()
        said = write_message(table_id=table_id, player=player, text=text, command=self.command)
        return self.receipt(Receipt(table_id, said.version))

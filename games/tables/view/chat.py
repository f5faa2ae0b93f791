"""A player's view of a table's chat: frozen values, as in `games.tables.view.table`."""

import msgspec


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """A message to those who sit at a table.

    Attributes:
        id: Its number: later messages have higher ones.
        seat: From which seat it was written.
        side: The side that the seat plays for.
        name: The name of who wrote it.
        text: What was written: plain text.
        sent_at: When, Unix milliseconds.
        mine: The reader wrote it.
    """

    id: int
    seat: int
    side: int
    name: str
    text: str
    sent_at: int
    mine: bool = False

    def __repr__(self) -> str:
        return f"ChatLine({self.id})"


class ChatView(msgspec.Struct, frozen=True):
    """What a player who sits at a table may read of its chat: the latest messages since they sat down."""

    seat: int
    lines: tuple[ChatLine, ...]

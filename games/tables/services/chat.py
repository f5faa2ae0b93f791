"""The chat of a table: messages between the players who sit there."""

import unicodedata
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.names import SPACES, is_seen
from games.errors import BadTerms, NotAllowed, NotSeated, TooFast
from games.models import ChatMessage, Seat, Table
from games.tables import announce
from games.tables.selectors.access import visible_table
from games.tables.selectors.states import load_state

LONGEST: Final = 200
"""The most characters of a message."""
MOST: Final = 10
WITHIN: Final = timedelta(seconds=30)
"""The rate limit: a player may send MOST messages in that time, at all tables together."""


@transaction.atomic
def write_message(
    *, table_id: UUID, player: Player, text: str, command: UUID | None = None, now: datetime | None = None
) -> ChatMessage:
    """Send a chat message to the players at the table.

    Args:
        text: The message. Whitespace is collapsed and invisible characters are removed.

    Raises:
        UnknownTable: There is no such table, or none that the player may know of.
        NotSeated: The player does not sit there.
        NotAllowed: The table has no chat, or the player is a bot.
        BadTerms: The message is empty or too long.
        TooFast: The player has reached the rate limit.

    Source: 56-SHOW-17, 56-SHOW-18.
    """
    at = now or timezone.now()
    state = load_state(table_id)
    # Lock the player, so that two messages at once cannot both be the tenth.
    Player.objects.select_for_update().get(pk=player.pk)
    seat = Seat.objects.filter(table_id=table_id, player=player).values_list("number", flat=True).first()
    if seat is None or state.seat_of(player.pk) != seat:
        # To a stranger, a table by invitation does not exist.
        visible_table(table_id, player)
        raise NotSeated()
    if not state.terms.chat or player.is_bot:
        raise NotAllowed("no-chat", _("This table was opened without a chat."))
    command = command or uuid4()
    known = ChatMessage.objects.filter(command=command, player=player).first()
    if known is not None:
        return known
    cleaned = _clean(text)
    if ChatMessage.objects.filter(player=player, sent_at__gt=at - WITHIN).count() >= MOST:
        raise TooFast(
            "chat-too-fast",
            _("You have written %(count)s messages in %(seconds)s seconds; wait a little.")
            % {"count": MOST, "seconds": int(WITHIN.total_seconds())},
        )
    message = ChatMessage.objects.create(
        table_id=table_id, player=player, seat=seat, version=state.version, text=cleaned, command=command, sent_at=at
    )
    announce.chat_advanced(table_id)
    return message


def _clean(text: str) -> str:
    """Return the text in normal form (NFC), with whitespace collapsed and without invisible characters."""
    spaced = SPACES.sub(" ", unicodedata.normalize("NFC", text))
    seen = "".join(filter(is_seen, spaced)).strip()
    if not any(unicodedata.category(char)[0] not in "CZ" for char in seen):
        raise BadTerms("chat-empty", _("Write something first."), "text")
    if len(seen) > LONGEST:
        raise BadTerms(
            "chat-too-long",
            _("A message has %(longest)s characters at most; this one has %(length)s.")
            % {"longest": LONGEST, "length": len(seen)},
            "text",
        )
    return seen


def prune_chat(*, now: datetime | None = None) -> int:
    """Delete messages older than `LELAM_CHAT_DAYS` days at tables that are over.

    Returns:
        The number of messages deleted.
    """
    last = (now or timezone.now()) - timedelta(days=settings.LELAM_CHAT_DAYS)
    over = (Table.Status.FINISHED, Table.Status.CLOSED)
    return ChatMessage.objects.filter(sent_at__lt=last, table__status__in=over).delete()[0]

"""Messages on commit: the table's group learns of its new version, and tasks are sent by name.

A group message says which version a table has reached, and nothing else. Messages are sent by one thread of the
process, so that a service does not wait for Redis. A lost message is made up for by the next one, which names its
version, and by the page's own polling.
"""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from celery import current_app
from django.utils import timezone

from clubs.base import news
from clubs.base.announce import afterwards
from clubs.base.groups import messenger

SOON = timedelta(seconds=3)
"""A table due within this time gets a task of its own; the clock's beat finds the rest."""


def group_of(table_id: UUID) -> str:
    """Return the name of the channel group of a table's viewers."""
    return f"table.{table_id.hex}"


def table_advanced(table_id: UUID, version: int) -> None:
    """Tell a table's viewers, once this is committed, that it reached a version."""
    afterwards(messenger.send, group_of(table_id), {"type": "table.advanced", "version": version})


def lists_changed() -> None:
    """Tell the pages that list tables, once this is committed, that one was opened, closed, dealt, or seats another."""
    news.tell(news.TABLES)


def turn_came_to(player: str) -> None:
    """Tell the pages of a player, once this is committed, that it is their turn at a table."""
    news.tell_players([player])


def chat_advanced(table_id: UUID) -> None:
    """Tell a table's viewers, once this is committed, that there is a new message; neither its text nor its author."""
    afterwards(messenger.send, group_of(table_id), {"type": "table.chatted"})


def table_due(table_id: UUID, due_at: datetime | None) -> None:
    """Schedule the task that advances the table, once this is committed, if it is due soon."""
    if due_at is not None and due_at - timezone.now() <= SOON:
        afterwards(_send_advance, table_id, due_at)


def bot_on_turn(table_id: UUID) -> None:
    """Send the task in which a bot chooses its action, once this is committed; it acts when the table is due."""
    afterwards(current_app.send_task, "games.tasks.advance_thought", args=(str(table_id),), queue="clock", retry=False)


def _send_advance(table_id: UUID, due_at: datetime) -> None:
    wait = max(0.0, (due_at - timezone.now()).total_seconds())
    options: dict[str, Any] = {"countdown": wait} if wait else {}
    current_app.send_task("games.tasks.advance_table", args=(str(table_id),), queue="clock", retry=False, **options)

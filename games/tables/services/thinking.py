"""The search of a strong bot, done before its action is due, so that the moment of the action does not tell its length.

The chosen action is sealed in the cache until the bot acts, perhaps in another process. A bot without one plays
steadily, at the same moment.
"""

import logging
import random
from datetime import datetime
from uuid import UUID

import msgspec
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

import engine
from games.bots.levels import STRONG, choose_at, thinking_time
from games.bots.memory import tricks_of
from games.sealing.fields import open_text, seal_text
from games.tables.selectors.states import load_state
from games.tables.services.recording import due_at, strong_on_turn
from games.tables.state.table import TableState

logger = logging.getLogger(__name__)

_KEPT_SECONDS = 60


def think_ahead(*, table_id: UUID, now: datetime | None = None) -> bool:
    """Let the strong bot on turn think, if it has not yet and its action is not due.

    Returns:
        Whether the bot thought.

    Raises:
        UnknownTable: There is no such table.
    """
    at = now or timezone.now()
    state = load_state(table_id)
    due = due_at(state)
    if not strong_on_turn(state) or due is None or state.turn is None or cache.get(_key(state)):
        return False
    seconds = thinking_time(settings.LELAM_STRONG_SECONDS, (at - state.since).total_seconds())
    seconds = min(seconds, (due - at).total_seconds())
    if seconds <= 0:
        return False
    try:
        action = choose_at(
            STRONG,
            engine.view(state.game, state.turn),
            chance=random.Random(f"{state.stream} {state.version}"),  # noqa: S311  # what it samples by is no secret
            seconds=seconds,
            tricks=tricks_of(state.game),
        )
    except Exception as failure:  # without its text: that might name cards
        logger.error("A bot failed at table %s: %s", state.stream, type(failure).__name__)  # noqa: TRY400
        return False
    cache.set(_key(state), seal_text(msgspec.json.encode(action).decode(), _key(state)), _KEPT_SECONDS)
    return True


def thought_of(state: TableState) -> engine.Action | None:
    """Return the action that the bot on turn has chosen beforehand; None if there was no time for it."""
    text = open_text(cache.get(_key(state), ""), _key(state)) if strong_on_turn(state) else ""
    return msgspec.json.decode(text, type=engine.Action) if text else None


def _key(state: TableState) -> str:
    return f"games.thought.{state.stream.hex}.{state.version}"

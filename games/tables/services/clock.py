"""The server's own moves: it begins games, deals, acts for bots and for players whose time is up, and ends games.

Each step is a transaction of its own. Its command id is derived from the version on which the step was decided, so that
of two workers with the same step only one appends it.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from time import monotonic
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

import engine
from clubs.base.isolation import run_each
from games import bots
from games.bots.certainty import is_certain
from games.bots.least import default_action
from games.bots.memory import tricks_of
from games.events import tables as events
from games.models import Table
from games.store import ConflictError
from games.tables.selectors.due import due_tables
from games.tables.selectors.states import find_kept, load_state
from games.tables.services.recording import announce_due, change, commitment_to, due_at
from games.tables.services.rounds import between_hands, claim_answered, deal_events, with_sequel
from games.tables.services.thinking import thought_of
from games.tables.state.claims import Proposed
from games.tables.state.table import TIMEOUTS_UNTIL_AWAY, TableState

logger = logging.getLogger(__name__)

RETRY_AFTER = timedelta(seconds=10)
"""The time until the next attempt at a table at which the server failed."""

STEPS = 100
"""The most steps at one table in a row."""


def advance_table(*, table_id: UUID, now: datetime | None = None) -> bool:
    """Do everything that is due at a table. The call is idempotent.

    Args:
        now: The time of all steps; by default the clock runs on between them.

    Returns:
        Whether a step was done.

    Raises:
        UnknownTable: There is no such table.
    """
    done = 0
    ours = False
    state = _current(table_id)
    while done < STEPS and _is_due(state, now or timezone.now()):
        wrote: list[TableState] = []
        try:
            change(
                table_id=table_id,
                decide=_server_events,
                command=uuid5(table_id, f"server:{state.version}"),
                now=now,
                beside=wrote.append,
                task=False,
            )
        except ConflictError:
            # Others are writing at this table: they, or the next beat, do the rest.
            break
        before, state = state, _current(table_id)
        ours = bool(wrote)
        done += ours
        if state.version == before.version:
            break
    if ours:
        # Only the worker that wrote the last step schedules the next: else every late worker would schedule it too.
        announce_due(state)
    return done > 0


def advance_due_tables(*, now: datetime | None = None, limit: int = 200) -> int:
    """Advance the due tables, the longest overdue first; a table that fails does not stop the others.

    Tables of bots only come last, and get at most `LELAM_BOTS_ALONE_SECONDS` of each beat.

    Returns:
        The number of tables advanced.
    """
    at = now or timezone.now()
    with_people = due_tables(at, people=True).values_list("pk", flat=True)[:limit]
    done = _advance_each(with_people, at, lambda table_id: advance_table(table_id=table_id, now=now))
    until = monotonic() + settings.LELAM_BOTS_ALONE_SECONDS
    of_bots = due_tables(at, people=False).values_list("pk", flat=True)[:limit]
    return done + _advance_each(
        of_bots, at, lambda table_id: monotonic() < until and advance_table(table_id=table_id, now=now)
    )


def _advance_each(tables: Iterable[UUID], at: datetime, advance: Callable[[UUID], bool]) -> int:
    outcome = run_each(
        tables,
        advance,
        task="The clock of a table",
        on_failure=lambda table_id, failure: _put_off(table_id, at, failure),
        logger=logger,
    )
    return sum(outcome.results)


def _put_off(table_id: UUID, now: datetime, failure: Exception) -> None:
    """Postpone the next attempt at a table that failed, so that failing tables do not fill the queue."""
    if not isinstance(failure, OperationalError):  # the database was busy or away: the table is not at fault
        Table.objects.filter(pk=table_id, due_at__lte=now).update(due_at=now + RETRY_AFTER)


def _current(table_id: UUID) -> TableState:
    """Return the table's state at the version of its row, from the cache if that is up to date."""
    version = Table.objects.filter(pk=table_id).values_list("version", flat=True).first()
    kept = find_kept(table_id)
    return kept if kept is not None and kept.version == version else load_state(table_id, version)


def _is_due(state: TableState, now: datetime) -> bool:
    due = due_at(state)
    return due is not None and due <= now


def _server_events(state: TableState, now: datetime) -> Sequence[Any]:
    """Return the events of the server's next step; none if nothing is due."""
    if not _is_due(state, now):
        return []
    if state.began_at is None:
        return [commitment_to(state.stream, 1)] if state.is_full else [events.TableClosed()]
    turn = state.turn
    if turn is None:
        return _between_hands(state, now)
    if state.claim is not None:
        return _claim_answer(state, state.claim, now)
    if state.seats[turn].attended:
        return _time_is_up(state, turn, now)
    return with_sequel(state, engine.decide(state.game, _bot_action(state, turn)), now)


def _between_hands(state: TableState, now: datetime) -> Sequence[Any]:
    """Return the promise of the next hand, the end of the players' list of commitments, or the deal."""
    if not state.awaiting_deal:
        return between_hands(state)
    if state.numbers_close_at is not None:
        return [events.EntropiesClosed(state.hand)]
    return deal_events(state, now)


def _claim_answer(state: TableState, claim: Proposed, now: datetime) -> Sequence[Any]:
    """Return the answer to a claim: a bot agrees only if the claim is certain; an absent player objects."""
    bot = next((seat for seat in state.answering if not state.seats[seat].attended), None)
    if bot is None:
        return claim_answered(state, state.answering[0], now, agree=False)
    laid_open = engine.view(state.game, claim.seat).hand
    agree = is_certain(engine.view(state.game, bot), claim.seat, laid_open, tricks_of(state.game))
    return claim_answered(state, bot, now, agree=agree)


def _time_is_up(state: TableState, seat: int, now: datetime) -> Sequence[Any]:
    """Return the events of a time-out: the server's action, and after the second time-out in a row a bot sits in."""
    action = default_action(engine.view(state.game, seat))
    away = state.seats[seat].timeouts + 1 >= TIMEOUTS_UNTIL_AWAY
    sits_in = [events.BotSatIn(seat)] if away else []
    return [
        events.TurnTimedOut(seat),
        *with_sequel(state, engine.decide(state.game, action), now),
        *sits_in,
    ]


def _bot_action(state: TableState, seat: int) -> engine.Action:
    """Return the bot's action; if the bot fails, the default action, so that no table hangs.

    A strong bot has thought beforehand (`games.tables.services.thinking`). All other bots play steadily, and so does a
    strong bot that had no time: if it thought now, its delay would tell how many cards it may choose from.
    """
    view = engine.view(state.game, seat)
    try:
        action = thought_of(state) or bots.choose(view)
    except Exception as failure:  # without its text: that might name cards
        logger.error("A bot failed at table %s: %s", state.stream, type(failure).__name__)  # noqa: TRY400
        return default_action(view)
    if action not in view.legal:
        logger.error("A bot chose an illegal action at table %s", state.stream)
        return default_action(view)
    return action

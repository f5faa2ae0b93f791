"""Writing down what happened at a table: the events, and the row that lists and the clock read, in one transaction."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.utils import timezone

import engine
from clubs.models import Player
from games import announce, fair, store
from games.bots.levels import STRONG
from games.errors import TableError
from games.events import tables as events
from games.models import Seat, Table
from games.selectors.access import visible_table
from games.selectors.states import find_kept, keep, load_state
from games.store import ConflictError
from games.table import TableState, fold_all

__all__ = ["ConflictError", "announce_due", "change", "commitment_to", "due_at", "strong_on_turn"]

ATTEMPTS = 5
_ADVANCE = (
    "UPDATE games_table SET version = %s, due_at = %s FROM appended WHERE id = %s AND appended.outcome = 'appended'"
)
Decide = Callable[[TableState, datetime], Sequence[Any]]
"""Judges what is asked at a table: returns the events of it (none: there is nothing to do), or raises."""


def change(
    *,
    table_id: UUID,
    decide: Decide,
    command: UUID | None,
    player: Player | None = None,
    seen: bool = False,
    expected_version: int | None = None,
    now: datetime | None = None,
    beside: Callable[[TableState], None] | None = None,
    task: bool = True,
) -> int:
    """Decide on the table as it stands, and append what follows; when somebody else was faster, decide again.

    Args:
        table_id: The table's id.
        decide: Judges what is asked.
        command: The id of what is asked; what was done under it before is not done again.
        player: Who asks; None for the server.
        seen: That the player may know of the table has been found out; else it is before anything is refused.
        expected_version: The version the asker saw, if it must still be that one.
        now: When it happens; by default now.
        beside: Writes further rows in the same transaction, given the state after it.
        task: Send a task where the table is due soon.

    Returns:
        The version after it: for a repeated command the one it led to the first time.

    Raises:
        ConflictError: The table is not at the expected version, or others were faster again and again.
        UnknownTable: There is no such table, or none that the player may know of.
        TableError: As `decide` raises it.
        IllegalAction: As `decide` raises it.
    """
    command = command or uuid4()
    actor = str(player.pk) if player is not None else ""
    state = find_kept(table_id)
    if state is None or (expected_version is not None and state.version < expected_version):
        state = load_state(table_id, expected_version)
    for attempt in range(ATTEMPTS):
        at = now or timezone.now()
        try:
            if expected_version is not None and not state.is_as_seen(expected_version):
                raise ConflictError(table_id, expected_version, state.version)
            happened = decide(state, at)
            if not happened:
                return state.version
            return _write(state, happened, command=command, actor=actor, at=at, beside=beside, task=task)
        except (engine.IllegalAction, TableError, ConflictError):
            # A command sent twice finds the table past it; and a state that is kept may be behind.
            done = store.find_command(table_id, command)
            if done:
                return done[-1].version
            fresh = load_state(table_id)
            if fresh.version == state.version or attempt == ATTEMPTS - 1:
                if not seen and player is not None and fresh.seat_of(player.pk) is None:
                    # A refusal would tell a stranger that there is such a table.
                    visible_table(table_id, player)
                raise
            state = fresh
    raise AssertionError("every attempt returns or raises")


def _write(
    state: TableState,
    happened: Sequence[Any],
    *,
    command: UUID,
    actor: str,
    at: datetime,
    beside: Callable[[TableState], None] | None,
    task: bool,
) -> int:
    at = at.astimezone(UTC)
    after = fold_all(state, (_Pending(state, number, event, at) for number, event in enumerate(happened, start=1)))
    assert after is not None
    append = partial(
        store.append, state.stream, expected=state.version, events=happened, command=command, actor=actor, now=at
    )
    if beside is None and (after.status, after.hand) == (state.status, state.hand):
        # So it is after nearly every card: one statement, which is a transaction of its own unless there is one.
        appended = append(beside=(_ADVANCE, [after.version, due_at(after), after.stream]))
        if _is_new(appended, happened):
            _announce(after, task=task)
        return appended[-1].version
    with transaction.atomic():
        appended = append()
        if _is_new(appended, happened):
            _write_row(state, after)
            if beside is not None:
                beside(after)
            _announce(after, task=task)
        return appended[-1].version


def _is_new(appended: Sequence[store.StoredEvent], happened: Sequence[Any]) -> bool:
    """Tell whether these events were appended, and not those that the command had brought about before.

    Their versions do not tell: whoever does a command again and is behind decides on the same state as the first. But
    it may decide otherwise, and draws another secret for the next deal: `after` is then a table that never was.
    """
    return appended[0].event is happened[0]


class _Pending(NamedTuple):
    """An event as it will stand in the stream, as far as the fold asks."""

    state: TableState
    number: int
    event: Any
    recorded_at: datetime

    @property
    def stream(self) -> UUID:
        """The stream's id."""
        return self.state.stream

    @property
    def version(self) -> int:
        """The version it will have."""
        return self.state.version + self.number

    def __repr__(self) -> str:
        return f"_Pending({self.version})"


def _announce(after: TableState, *, task: bool) -> None:
    transaction.on_commit(partial(keep, after))
    announce.table_advanced(after.stream, after.version)
    if task:
        announce_due(after)


def _write_row(before: TableState, after: TableState) -> None:
    """Bring the table's row up to a state."""
    changes: dict[str, Any] = {"version": after.version, "due_at": due_at(after), "status": after.status}
    if after.hand != before.hand:
        changes["hand_number"] = after.hand
    if after.ended_at is not None and before.ended_at is None:
        changes["finished_at"] = after.ended_at
    Table.objects.filter(pk=after.stream).update(**changes)
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if old.next and old.next == new.player:
            # The player named for the seat has taken it over, by whatever ended the hand.
            Seat.objects.update_or_create(table_id=after.stream, number=number, defaults={"player_id": new.player})


def due_at(state: TableState) -> datetime | None:
    """Return when the server has to act next at a table."""
    return state.due_at(settings.LELAM_BOT_SECONDS)


def strong_on_turn(state: TableState) -> bool:
    """Tell whether a strong bot of the house is to play a card, over which it thinks."""
    turn = state.turn
    if turn is None or state.ended_at is not None or state.claim is not None:
        return False
    seat = state.seats[turn]
    return seat.bot and seat.level == STRONG and engine.view(state.game, None).phase == "play"


def announce_due(state: TableState) -> None:
    """Have the table advanced when it is due, and a strong bot on turn think at once, once this is committed.

    A table at which only bots sit is found by the clock's beat alone, so that no queue of them stands before people;
    its strong bots play steadily.
    """
    if not state.has_people:
        return
    if strong_on_turn(state):
        announce.bot_on_turn(state.stream)
    announce.table_due(state.stream, due_at(state))


def commitment_to(stream: UUID, hand: int) -> events.DealCommitted:
    """Return the server's promise for a hand: a new secret, and its fingerprint."""
    secret = fair.draw_secret()
    return events.DealCommitted(
        hand=hand, commitment=fair.commitment(secret, stream, hand), secret=secret, protocol=fair.PROTOCOL
    )

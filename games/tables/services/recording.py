"""Appending a table's events and updating its row, which lists and the clock read, in one transaction."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.utils import timezone

import engine
from clubs.base.metrics import measured_move
from clubs.models import Player
from games import store
from games.bots.levels import STRONG
from games.errors import TableError
from games.events import tables as events
from games.models import Seat, Table
from games.store import ConflictError
from games.tables import announce, fair
from games.tables.selectors.access import visible_table
from games.tables.selectors.states import find_kept, keep, load_state
from games.tables.state.folding import fold_all
from games.tables.state.table import TableState

__all__ = ["ConflictError", "announce_due", "change", "commitment_to", "due_at", "strong_on_turn"]

ATTEMPTS = 5
_ADVANCE = (
    "UPDATE games_table SET version = %s, due_at = %s FROM appended WHERE id = %s AND appended.outcome = 'appended'"
)
Decide = Callable[[TableState, datetime], Sequence[Any]]
"""Decides a command on a table's state: returns its events (none: nothing to do), or raises a refusal."""


@measured_move
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
    """Decide a command on the present state and append its events; after a conflict, decide again.

    Args:
        decide: Decides the command.
        command: The command's id; a repeated command is not done again.
        player: The player who gives the command; None for the server.
        seen: The caller has checked that the player may know of the table; else it is checked before a refusal.
        beside: Writes further rows in the same transaction, given the new state.
        task: Send a task if the table is due soon.

    Returns:
        The table's version after the command; for a repeated command, its version after the first time.

    Raises:
        ConflictError: The table is not at the expected version, or every attempt met a conflict.
        UnknownTable: There is no such table, or none that the player may know of.
        TableError: `decide` refuses the command.
        IllegalAction: `decide` refuses the command.
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
            # A repeated command finds a later state, and the cached state may be behind.
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
        # The usual case, nearly every card: a single statement, which needs no transaction around it.
        appended = append(beside=(_ADVANCE, [after.version, due_at(after), after.stream]))
        if _is_new(appended, happened):
            _announce(state, after, task=task)
        return appended[-1].version
    with transaction.atomic():
        appended = append()
        if _is_new(appended, happened):
            _write_row(state, after)
            if beside is not None:
                beside(after)
            _announce(state, after, task=task)
        return appended[-1].version


def _is_new(appended: Sequence[store.StoredEvent], happened: Sequence[Any]) -> bool:
    """Tell whether these events were appended, rather than those of an earlier run of the command.

    Versions do not tell: a repeated command may be decided on the same old state as the first. It may then be decided
    differently, and draws another secret for the next deal, so its computed state must not be published.
    """
    return appended[0].event is happened[0]


class _Pending(NamedTuple):
    """An event that is not yet appended, with the attributes that the fold needs."""

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


def _announce(before: TableState, after: TableState, *, task: bool) -> None:
    transaction.on_commit(partial(keep, after))
    announce.table_advanced(after.stream, after.version)
    turn = after.turn
    if turn is not None and turn != before.turn and not after.seats[turn].bot:
        announce.turn_came_to(after.seats[turn].player)
    if _is_listed_anew(before, after):
        announce.lists_changed()
    if task:
        announce_due(after)


def _is_listed_anew(before: TableState, after: TableState) -> bool:
    """Tell whether a list of tables shows another thing now; the hands of bots alone are no news."""
    return (
        before.status != after.status
        or (before.hand != after.hand and after.has_people)
        or any(
            (old.player, old.left) != (new.player, new.left) for old, new in zip(before.seats, after.seats, strict=True)
        )
    )


def _write_row(before: TableState, after: TableState) -> None:
    """Update the table's row to a state."""
    changes: dict[str, Any] = {"version": after.version, "due_at": due_at(after), "status": after.status}
    if after.hand != before.hand:
        changes["hand_number"] = after.hand
    if after.ended_at is not None and before.ended_at is None:
        changes["finished_at"] = after.ended_at
    Table.objects.filter(pk=after.stream).update(**changes)
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if old.next and old.next == new.player:
            # The named substitute has taken the seat over, whatever ended the hand.
            Seat.objects.update_or_create(table_id=after.stream, number=number, defaults={"player_id": new.player})


def due_at(state: TableState) -> datetime | None:
    """Return when the server has to act next at a table."""
    return state.due_at(settings.LELAM_BOT_SECONDS)


def strong_on_turn(state: TableState) -> bool:
    """Tell whether a strong house bot is on turn to play a card, and so has something to think about."""
    turn = state.turn
    if turn is None or state.ended_at is not None or state.claim is not None:
        return False
    seat = state.seats[turn]
    return seat.bot and seat.level == STRONG and engine.view(state.game, None).phase == "play"


def announce_due(state: TableState) -> None:
    """On commit, schedule the table's next step, and let a strong bot on turn think.

    A table of bots only is advanced by the beat alone, so that such tables do not delay those with people; its strong
    bots play steadily.
    """
    if not state.has_people:
        return
    if strong_on_turn(state):
        announce.bot_on_turn(state.stream)
    announce.table_due(state.stream, due_at(state))


def commitment_to(stream: UUID, hand: int) -> events.DealCommitted:
    """Return the server's commitment for a hand: a new secret and its fingerprint."""
    secret = fair.draw_secret()
    return events.DealCommitted(
        hand=hand, commitment=fair.commitment(secret, stream, hand), secret=secret, protocol=fair.PROTOCOL
    )

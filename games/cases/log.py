"""The streams of cases: appending and reading.

A command takes the lane's lock, reads what is new, decides and appends. Folded states are kept in each process; what is
kept is never authoritative, and catches up with the log first.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import connection, transaction
from django.utils import timezone
from msgspec import Struct

from clubs.base import commands
from clubs.base.kept import Kept
from games import store
from games.cases import rows
from games.cases.folding import fold_all
from games.cases.state import EMPTY, CaseState
from games.events.base import TableEvent
from games.models import Case

MAX_KEPT: Final = 128
_states: Kept[UUID, CaseState] = Kept(MAX_KEPT, lambda state: state.version)

Decide = Callable[[CaseState, int], Sequence[TableEvent]]
"""Returns the events of a command on the case as it stands, at a moment; none if nothing is to be done."""


class Written(Struct, frozen=True):
    """What a command came to.

    Attributes:
        case: The row of the case.
        before: The case as it was.
        state: The case afterwards.
        events: The events of the command, those of the first time if it was done before.
        new: It was done now.
        at: The time of the command.
    """

    case: Case
    before: CaseState
    state: CaseState
    events: Sequence[Any]
    new: bool
    at: datetime


def case_id_of(game: UUID, command: UUID) -> UUID:
    """Return the id of the case that a command opens about a hand of a game."""
    return uuid5(game, f"case:{command}")


def server_command(case_id: UUID, step: str) -> UUID:
    """Return the id of a command of the server in a case, or for it in another stream; nobody else can make it."""
    return commands.server_command("games.cases.command", case_id, step)


def current(case_id: UUID) -> CaseState:
    """Return a case as it is now; `EMPTY` where there is none."""
    kept = _states.find(case_id) or EMPTY
    new = store.load(case_id, after=kept.version)
    if not new:
        return kept
    state = fold_all(kept, new)
    # Within a transaction some of the events read may be its own, and not be committed in the end.
    if not connection.in_atomic_block:
        _states.keep(case_id, state)
    return state


def state_of(case: Case) -> CaseState:
    """Return a case as its row reflects it: without a query where this process has folded it so far."""
    kept = _states.find(case.pk)
    return kept if kept is not None and kept.version >= case.version else current(case.pk)


def forget_all() -> None:
    """Forget every state, as a new process would."""
    _states.forget_all()


def seconds_of(at: datetime) -> int:
    """Return a moment in seconds since 1970 UTC."""
    return int(at.timestamp())


def moment_of(seconds: int) -> datetime:
    """Return the moment of seconds since 1970 UTC."""
    return datetime.fromtimestamp(seconds, UTC)


def author_of(event: Any) -> str:
    """Return the id of the person who did something, as its event names the person; empty for the server."""
    names = ("by", "voter", "member", "raised_by")
    return next((getattr(event, name) for name in names if hasattr(event, name)), "")


@transaction.atomic
def write(
    case: Case,
    decide: Decide,
    *,
    command: UUID,
    words: str = "",
    now: datetime | None = None,
) -> Written:
    """Decide a command on a case as it stands, append its events, and have the rows follow.

    Args:
        case: The row of the case; of one that is being opened not saved yet.
        decide: Returns the events, or raises why it is refused.
        command: The command's id; the same again appends nothing.
        words: The person's words, kept in a row beside the first event.
        now: The time of the command; by default the present.
    """
    at = now or timezone.now()
    store.lock_streams([case.pk])
    state = current(case.pk)
    if before := store.find_command(case.pk, command):
        return Written(case, state, state, [stored.event for stored in before], new=False, at=at)
    happened = decide(state, seconds_of(at))
    if not happened:
        return Written(case, state, state, (), new=False, at=at)
    actor = author_of(happened[0])
    stored = store.append(case.pk, expected=state.version, events=happened, command=command, actor=actor, now=at)
    after = fold_all(state, stored)
    rows.follow(case, after, [each.event for each in stored])
    if words:
        rows.keep_words(case, stored[0].version, actor, words, at)
    transaction.on_commit(partial(_states.keep, case.pk, after))
    return Written(case, state, after, happened, new=True, at=at)

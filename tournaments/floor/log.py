"""The stream of a tournament's floor: appending, reading, and the replay for `verify_events --replay`.

What is decided here is decided in a moment, so a command takes the lane's lock, reads what is new, decides and appends.
The folded states are kept in each process; what is kept is never authoritative, and catches up with the log first.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import connection, transaction

from clubs.base.kept import Kept
from games import store
from games.replaying.refused import Refused
from games.replaying.streams import register_replay
from tournaments.announce import floor_moved
from tournaments.floor.events import (
    AnnouncementMade,
    AnnouncementWithdrawn,
    ArrivalNoted,
    CallClaimed,
    CallClosed,
    CallReleased,
    DirectorCalled,
    FloorEvent,
    FloorOpened,
)
from tournaments.floor.state import EMPTY, FloorState, fold_all

MAX_KEPT: Final = 64
_states: Kept[UUID, FloorState] = Kept(MAX_KEPT, lambda state: state.version)

Decide = Callable[[FloorState], Sequence[FloorEvent]]
"""Returns the events of a command on the floor as it stands; none if nothing is to be done."""
Beside = Callable[[FloorState], None]
"""Writes rows in the transaction of the append, given the floor after it."""


def stream_of(tournament: UUID) -> UUID:
    """Return the id of the stream of a tournament's floor."""
    return uuid5(tournament, "floor")


def current(tournament: UUID) -> FloorState:
    """Return the floor of a tournament as it is now; without events where nothing has happened yet."""
    stream = stream_of(tournament)
    kept = _states.find(stream) or EMPTY
    new = store.load(stream, after=kept.version)
    if not new:
        return kept
    state = fold_all(kept, new)
    # Within a transaction some of the events read may be its own, and not be committed in the end.
    if not connection.in_atomic_block:
        _states.keep(stream, state)
    return state


def forget_all() -> None:
    """Forget every state, as a new process would."""
    _states.forget_all()


def answered(tournament: UUID, command: UUID) -> Sequence[Any]:
    """Return the events that a command appended, as it was first done; none if it was never done."""
    return [stored.event for stored in store.find_command(stream_of(tournament), command)]


@transaction.atomic
def write(
    tournament: UUID,
    decide: Decide,
    *,
    actor: str,
    command: UUID,
    beside: Beside | None = None,
    now: datetime | None = None,
) -> tuple[FloorState, Sequence[Any]]:
    """Decide a command on the floor as it stands, and append its events.

    Args:
        tournament: The id of the tournament.
        decide: Returns the events, or raises why it is refused.
        actor: The opaque id of who gives the command.
        command: The command's id; the same again appends nothing.
        beside: Writes rows in the same transaction.
        now: The time of the command; by default the present.

    Returns:
        The floor afterwards, and the events of the command: for one seen before, those of the first time.
    """
    stream = stream_of(tournament)
    store.lock_streams([stream])
    state = current(tournament)
    if before := answered(tournament, command):
        return state, before
    happened = decide(state)
    if not happened:
        return state, ()
    first = () if state.version else (FloorOpened(str(tournament)),)
    stored = store.append(
        stream, expected=state.version, events=[*first, *happened], command=command, actor=actor, now=now
    )
    after = fold_all(state, stored)
    if beside is not None:
        beside(after)
    floor_moved(tournament, after.version, _match_of(after, happened[-1]))
    transaction.on_commit(partial(_states.keep, stream, after))
    return after, happened


def _match_of(state: FloorState, event: FloorEvent) -> int | None:
    """Return the match that an event is about; None: it is about no single one."""
    match event:
        case DirectorCalled(match=number) | ArrivalNoted(match=number):
            return number
        case CallClaimed(call=number) | CallReleased(call=number) | CallClosed(call=number):
            call = state.call(number)
            return None if call is None else call.match
    return None


def register_all() -> None:
    """Register the events of the floor, and how its streams are replayed."""
    for event_class in FloorEvent.__subclasses__():
        store.register(event_class)
    register_replay(FloorOpened, replay_floor)


def replay_floor(commands: Iterator[Sequence[Any]]) -> None:
    """Replay a floor.

    Raises:
        Refused: An event has no place where it stands.
    """
    state = EMPTY
    for command in commands:
        for one in command:
            if fault := _fault(state, one):
                raise Refused(one.version, fault)
            state = fold_all(state, [one])


def _fault(state: FloorState, one: Any) -> str:
    """Return why an event has no place after a state; empty if it has."""
    match one.event:
        case FloorOpened(tournament=tournament):
            if state.version or stream_of(UUID(tournament)) != one.stream:
                return "it opens no floor of this stream"
        case _ if not state.version:
            return "its floor is not open"
        case DirectorCalled(call=number):
            if number != len(state.calls) + 1:
                return "it is not the next call"
        case CallClaimed(call=number) | CallReleased(call=number) | CallClosed(call=number):
            call = state.call(number)
            if call is None or not call.is_open:
                return "it names no open call"
        case AnnouncementMade(announcement=number):
            if number != len(state.announcements) + 1:
                return "it is not the next announcement"
        case AnnouncementWithdrawn(announcement=number):
            told = state.announcement(number)
            if told is None or told.withdrawn:
                return "it names no announcement that stands"
    return ""

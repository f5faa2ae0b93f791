"""The one door to a tournament's stream: a deed is decided on its latest state and its events are appended.

Nothing is paired or ranked while the lock of the stream's lane is held, for a sixteenth of all live tables wait at it.
A deed is decided without the lock; if the tournament has moved when the lock is taken, it is decided once more,
quickly, and a draft that no longer holds is computed anew, without the lock again.
"""

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.db import transaction
from msgspec import Struct

from engine.phrases import phrase
from games import store
from tournaments.deeds.base import DIRECTORS, Deed, Doer, Refused
from tournaments.deeds.deciding import check, decide
from tournaments.deeds.staging import Draft, StaleDraft
from tournaments.drafting.drafts import draft_of
from tournaments.events.opening import DeedUndone, TournamentOpened
from tournaments.events.playing import MatchReported, TimeCalled
from tournaments.events.settings import Settings
from tournaments.log import states
from tournaments.log.concerns import concerns
from tournaments.log.errors import NotUndoable, TooBusy
from tournaments.lots.construction import SECRET_BYTES
from tournaments.state.taking_back import undone_together
from tournaments.state.tournament import TournamentState
from tournaments.state.undoing import deed_of, live, undone

MAX_TRIES: Final = 8

Changed: TypeAlias = store.ConflictError
"""The tournament is not at the version that the person saw."""

Beside: TypeAlias = Callable[[TournamentState, Sequence[store.StoredEvent]], None]
"""Writes rows in the transaction of the append, given the state after it and the new events."""


class Done(Struct, frozen=True):
    """A deed that was done.

    Attributes:
        version: The version of the stream after its events.
        events: Those of its command; none where there was nothing to do.
        state: The tournament afterwards; at that version, or a later one where the deed was done before.
    """

    version: int
    events: tuple[Any, ...]
    state: TournamentState


def open_tournament(
    stream: UUID, club: str, settings: Settings, doer: Doer, *, command: UUID, now: datetime | None = None
) -> Done:
    """Begin the stream of a tournament.

    Raises:
        ConflictError: There is a tournament with this id, opened by another command.
    """
    stored = store.append(
        stream, expected=0, events=[TournamentOpened(club, settings)], command=command, actor=doer.player, now=now
    )
    return Done(stored[-1].version, tuple(one.event for one in stored), states.current(stream))


def perform(
    stream: UUID,
    deed: Deed,
    doer: Doer,
    *,
    command: UUID,
    expected: int | None = None,
    about: int | None = None,
    beside: Beside | None = None,
    now: datetime | None = None,
) -> Done:
    """Do a deed; the same command again does nothing and gets the first answer.

    Args:
        stream: The tournament's id.
        doer: The person who does it, with the roles of now.
        command: The command's id.
        expected: The version that the person saw; the deed is refused if the tournament has changed since.
        about: The match that the deed is about: only what concerns that match makes `expected` stale.
        beside: Writes rows in the same transaction.
        now: The time of the deed; by default the present.

    Raises:
        Refused: The tournament does not admit the deed.
        DrawError, PairingError: A round cannot be drawn or paired with the settings of its stage.
        ConflictError: The tournament is not at the expected version.
        TooBusy: Others were always first.
        UnknownTournament: There is no such tournament.
    """
    draft: Draft | None = None

    def decided(state: TournamentState) -> Sequence[Any]:
        nonlocal draft
        check(state, deed, doer)
        draft = draft_of(state, deed, partial(secrets.token_hex, SECRET_BYTES))
        return decide(state, deed, doer, draft)

    def again(state: TournamentState) -> Sequence[Any] | None:
        try:
            return decide(state, deed, doer, draft)
        except StaleDraft:
            return None

    return _append(stream, decided, again, doer, command, expected, about, beside, now)


def undo(
    stream: UUID,
    version: int,
    doer: Doer,
    *,
    command: UUID,
    expected: int | None = None,
    beside: Beside | None = None,
    now: datetime | None = None,
) -> Done:
    """Undo the deed to which an event belongs, if nothing stands on it; for directors.

    With a result the steps are undone by which the server has gone on to the next round (`undone_together`).

    Args:
        version: The version of one of its events.

    Raises:
        Refused: `not-allowed`.
        NotUndoable: It cannot be undone, with the events that stand on it.
        ConflictError, TooBusy, UnknownTournament: As `perform`.
    """
    if not doer.is_one_of(DIRECTORS):
        raise Refused("not-allowed", phrase("Only the tournament's directors can do this."))

    def decided(state: TournamentState) -> Sequence[Any]:
        stored = [one for one in store.load(stream) if one.version <= state.version]
        deed = deed_of(stored, version)
        if not deed:
            raise NotUndoable("unknown-event")
        if isinstance(deed[0].event, TournamentOpened):
            raise NotUndoable("first-event")
        if any(isinstance(one.event, MatchReported) and one.event.by == "game" for one in deed):
            raise NotUndoable("game-reports")
        if any(isinstance(one.event, TimeCalled) for one in deed):
            raise NotUndoable("time-called")
        if not doer.is_server and any(getattr(one.event, "case", "") for one in deed):
            raise NotUndoable("of-a-case")
        counted = live(stored)
        if deed[0] not in counted or isinstance(deed[0].event, DeedUndone):
            raise NotUndoable("undone-already")
        deeds, standing = undone_together(state, counted, deed)
        if standing:
            raise NotUndoable("stands", [one.version for one in standing])
        return [undone(state, one) for one in deeds]

    return _append(stream, decided, lambda state: None, doer, command, expected, None, beside, now)


def answered(stream: UUID, command: UUID) -> Done | None:
    """Return the answer that a command got; None if it was never done.

    Raises:
        UnknownTournament: There is no such tournament.
    """
    before = store.find_command(stream, command)
    return Done(before[-1].version, tuple(one.event for one in before), states.current(stream)) if before else None


def _append(
    stream: UUID,
    decided: Callable[[TournamentState], Sequence[Any]],
    again: Callable[[TournamentState], Sequence[Any] | None],
    doer: Doer,
    command: UUID,
    expected: int | None,
    about: int | None,
    beside: Beside | None,
    now: datetime | None,
) -> Done:
    """Append what is decided.

    Args:
        decided: Decides on a state, as long as it takes.
        again: Decides under the lock, on a state that has moved; quick. None: it is to be decided at leisure again.
    """
    for _ in range(MAX_TRIES):
        state = states.current(stream)
        if before := store.find_command(stream, command):
            return Done(before[-1].version, tuple(one.event for one in before), state)
        if expected is not None and _is_stale(state, expected, about):
            raise store.ConflictError(stream, expected, state.version)
        happened: Sequence[Any] | None = decided(state)
        if not happened:
            return Done(state.version, (), state)
        with transaction.atomic():
            store.lock_streams([stream])
            locked = states.current(stream)
            if locked.version != state.version:
                if before := store.find_command(stream, command):
                    # The same command came twice at once, and the other was first.
                    return Done(before[-1].version, tuple(one.event for one in before), locked)
                if expected is not None and _is_stale(locked, expected, about):
                    raise store.ConflictError(stream, expected, locked.version)
                happened = again(locked)
            if happened is None:
                continue
            if not happened:
                return Done(locked.version, (), locked)
            stored = store.append(
                stream, expected=locked.version, events=happened, command=command, actor=doer.player, now=now
            )
            if stored[0].version <= locked.version:
                # The same command came twice at once, and the other was first.
                return Done(stored[-1].version, tuple(one.event for one in stored), locked)
            after = states.following(locked, stored)
            assert after is not None
            if beside is not None:
                beside(after, stored)
            transaction.on_commit(partial(states.keep, after))
        return Done(after.version, tuple(one.event for one in stored), after)
    raise TooBusy


def _is_stale(state: TournamentState, expected: int, about: int | None) -> bool:
    """Tell whether what a person saw at a version may be otherwise now, or only what concerns one match."""
    if state.version == expected:
        return False
    # A version that the tournament has not reached was never seen.
    return about is None or not 0 < expected < state.version or concerns(state, about, expected)

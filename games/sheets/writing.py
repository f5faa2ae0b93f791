"""Writing on a sheet: a command is decided on its present state, and its events are appended with all that follows."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from engine.reckoning import standing_of_tally
from games import store
from games.events.sheets import HandTranscribed
from games.models import Sheet
from games.sheets.errors import BadEntry, NotNow, refused
from games.sheets.reckoning import with_consequences
from games.sheets.selectors import load_state
from games.sheets.state import CLOSING, SheetState, fold_all
from games.sheets.words import closed_words
from games.store.limits import MOST_EVENTS

Decide = Callable[[SheetState], Sequence[Any]]
"""Returns the events of a command on the sheet as it stands; none if nothing is to be done."""


@transaction.atomic
def write(
    sheet_id: UUID,
    decide: Decide,
    *,
    actor: str,
    expected: int | None = None,
    command: UUID | None = None,
    now: datetime | None = None,
) -> tuple[SheetState, Sequence[Any]]:
    """Decide a command, append its events with those that follow from them, and update the sheet's row.

    Args:
        sheet_id: The sheet's id.
        decide: Returns the events of the command.
        actor: The id of its author.
        expected: The version that the author saw; None for a command that fits any.
        command: The command's id; a repeated command is not done again.
        now: The time of the command.

    Returns:
        The sheet after it, and what was appended: nothing for a repeated command.

    Raises:
        BadEntry: The sheet does not take it.
        NotNow: A result of the match was adjusted, or the sheet is closed, and the command would change the results
            (`adjusted`, `closed`).
        ConflictError: The sheet is not at the expected version.
        UnknownSheet: There is no such stream.
    """
    command, at = command or uuid4(), now or timezone.now()
    # The stream is locked until the transaction ends, so deciding once is enough.
    store.lock_streams([sheet_id])
    state = load_state(sheet_id)
    if store.find_command(sheet_id, command):
        return state, ()
    if expected is not None and state.version != expected:
        raise store.ConflictError(sheet_id, expected, state.version)
    try:
        happened = decide(state)
        if not happened:
            return state, ()
        _check_open(state, happened)
        written = with_consequences(state, happened, at=at, actor=actor)
    except engine.SheetError as error:
        raise refused(error) from None
    if len(written) > MOST_EVENTS:
        raise BadEntry("too-far-back", _("Too many hands follow this one to enter them all again."), "hand")
    appended = store.append(sheet_id, expected=state.version, events=written, command=command, actor=actor, now=at)
    after = fold_all(state, appended)
    assert after is not None
    write_row(after)
    return after, happened


def _check_open(state: SheetState, happened: Sequence[Any]) -> None:
    """Raise `NotNow` if a command would change results that cannot change; calls and cards may be written down.

    An adjustment says how a hand counts that was played otherwise: entered anew, the hand would be another. The match
    of a closed sheet counts by another result.
    """
    if all(isinstance(event, (HandTranscribed, *CLOSING)) for event in happened):
        return
    if state.adjustments:
        raise NotNow(
            "adjusted",
            _("A ruling adjusted a result of this match: while it stands, nothing can be entered on the sheet."),
        )
    if state.closed:
        raise NotNow("closed", closed_words(state.closed))


def write_row(state: SheetState) -> None:
    """Update the sheet's row to a state."""
    if state.adjustments:
        # Its hands and score are those that count (`games.adjusting`).
        Sheet.objects.filter(pk=state.stream).update(version=state.version)
        return
    last = state.last if state.is_finished else None
    Sheet.objects.filter(pk=state.stream).update(
        version=state.version,
        hands=len(state.results),
        score=list(standing_of_tally(state.sheet.tally)),
        status=_status(state),
        finished_at=None if last is None else last.at,
    )


def _status(state: SheetState) -> Sheet.Status:
    if state.is_finished:
        return Sheet.Status.FINISHED
    return Sheet.Status.CLOSED if state.closed else Sheet.Status.OPEN

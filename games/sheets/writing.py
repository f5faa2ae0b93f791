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
from games.sheets.state import SheetState, fold_all
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
        NotNow: A result of the match was adjusted, and the command would change the results (`adjusted`).
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
        _check_unadjusted(state, happened)
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


def _check_unadjusted(state: SheetState, happened: Sequence[Any]) -> None:
    """Raise `NotNow` if a result was adjusted and a command would change results; calls and cards may be written down.

    An adjustment says how a hand counts that was played otherwise: entered anew, the hand would be another.
    """
    if state.adjustments and not all(isinstance(event, HandTranscribed) for event in happened):
        raise NotNow(
            "adjusted",
            _("A ruling adjusted a result of this match: while it stands, nothing can be entered on the sheet."),
        )


def write_row(state: SheetState) -> None:
    """Update the sheet's row to a state."""
    if state.adjustments:
        # Its hands and score are those that count (`games.adjusting`).
        Sheet.objects.filter(pk=state.stream).update(version=state.version)
        return
    finished, last = state.is_finished, state.last
    Sheet.objects.filter(pk=state.stream).update(
        version=state.version,
        hands=len(state.results),
        score=list(standing_of_tally(state.sheet.tally)),
        status=Sheet.Status.FINISHED if finished else Sheet.Status.OPEN,
        finished_at=last.at if finished and last is not None else None,
    )

"""The tournament that a rehearsal begins with: as it stands, without its secrets, with stand-ins for those to come.

A stand-in is an entrant that is made up: it has a number as any other, and no name.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from tournaments.deeds.base import SERVER, Deed
from tournaments.deeds.deciding import decide
from tournaments.deeds.entering import CheckIn, Enter
from tournaments.deeds.presence import absent
from tournaments.state.folding import put_on
from tournaments.state.tournament import TournamentState


class Invented(Struct, frozen=True):
    """An event that is appended nowhere, in the place that it would have."""

    stream: Any
    version: int
    event: Any
    recorded_at: datetime


def put_all(state: TournamentState, happened: Sequence[Any], at: datetime) -> None:
    """Change a state that nobody else has by events of a rehearsal."""
    for event in happened:
        put_on(state, Invented(state.stream, state.version + 1, event, at))


def beginning(state: TournamentState, entrants: int) -> TournamentState:
    """Return the tournament with as many entrants as are expected, all of them there.

    A lot that is promised and not drawn is left out: a rehearsal that drew it would tell its secret. So is the venue,
    as tables are only counted here.

    Args:
        state: The tournament as it stands; it stays as it is.
        entrants: So many are expected; no fewer play than are entered, and no more once the tournament has begun.

    Raises:
        Refused: A stand-in cannot be entered, as `Enter`.
    """
    state = state.copied()
    state.venue = None
    state.lots = {number: lot for number, lot in state.lots.items() if not lot.is_open}
    if state.status == "playing":
        return state
    side = state.settings.side * max((stage.plan.most_rooms for stage in state.stages.values()), default=1)
    for number in range(len(state.entered()) + 1, entrants + 1):
        _do(state, Enter(squad=tuple(f"stand-in-{number}-{player}" for player in range(side))))
    for entrant in absent(state):
        _do(state, CheckIn(entrant=entrant))
    return state


def _do(state: TournamentState, deed: Deed) -> None:
    put_all(state, decide(state, deed, SERVER), state.at)

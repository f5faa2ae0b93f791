"""A tournament as a reader may know it: the one place that every page, file and message about results asks.

Under embargo the staff sees everything, the players of a match see that match, and everybody else what was known when
it began. Earlier moments are judged by the embargo of now.
"""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.utils import timezone

from clubs.base.kept import Kept
from tournaments.deeds.base import SCORERS, Doer
from tournaments.log import states
from tournaments.state.embargoes import embargo_at
from tournaments.state.published import without_results
from tournaments.state.tournament import TournamentState

EVERYBODY: Final = Doer()
"""A reader without a name: visitors, lists, files and screens for all."""
MAX_KEPT: Final = 32
_public: Kept[UUID, TournamentState] = Kept(MAX_KEPT, lambda state: state.version)
"""The latest tournaments as everybody may know them, where something is withheld."""


def seen(
    stream: UUID, doer: Doer = EVERYBODY, *, at: datetime | None = None, now: datetime | None = None
) -> TournamentState:
    """Return a tournament as a reader may know it.

    Args:
        stream: The tournament's id.
        doer: The reader.
        at: The moment as of which; None: now.
        now: The present, by which an embargo is over or not.

    Raises:
        UnknownTournament: There is no such stream, or it had not begun then.
    """
    present = states.current(stream)
    return _seen(present if at is None else states.at_time(stream, at), present, doer, now)


def seen_by(state: TournamentState, doer: Doer = EVERYBODY, now: datetime | None = None) -> TournamentState:
    """Return a tournament, at any version, as a reader may know it: the same state where nothing is withheld."""
    return _seen(state, states.current(state.stream), doer, now)


def _seen(state: TournamentState, present: TournamentState, doer: Doer, now: datetime | None) -> TournamentState:
    embargo = embargo_at(present, now or timezone.now())
    if embargo is None or doer.is_one_of(SCORERS):
        return state
    players = {doer.player, *doer.known_as} - {""}
    if players or state.version != present.version:
        return without_results(state, embargo, players)
    kept = _public.find(state.stream)
    if kept is None or kept.version != state.version or kept.embargo is not embargo:
        kept = without_results(state, embargo, players)
        if kept.withheld:
            _public.keep(state.stream, kept)
    return kept

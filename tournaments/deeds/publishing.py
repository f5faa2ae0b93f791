"""Deeds about what everybody sees: results under embargo, and their release."""

from datetime import UTC, datetime
from typing import Any

from engine.phrases import phrase
from tournaments.deeds.base import Deed, Doer, Refused, check_time
from tournaments.events import opening as events
from tournaments.state.embargoes import embargo_at
from tournaments.state.tournament import Embargo, TournamentState


class SetEmbargo(Deed, frozen=True):
    """Keep results that come from now on from the public, until an hour or until they are released.

    Attributes:
        until: In seconds since 1970 UTC; None: until they are released.
    """

    until: int | None = None


class ReleaseResults(Deed, frozen=True):
    """Let everybody see the results."""


def set_embargo(state: TournamentState, deed: SetEmbargo, doer: Doer) -> list[Any]:
    """Decide an embargo, or another hour of the one in force. Refused: `time-impossible`, `time-past`."""
    check_time(deed.until)
    if deed.until is not None and doer.at is not None and deed.until <= doer.at:
        raise Refused("time-past", phrase("That time is over. Choose a later time."), "until")
    running = _in_force(state, doer)
    return [] if running is not None and running.until == deed.until else [events.EmbargoSet(deed.until)]


def release_results(state: TournamentState, deed: ReleaseResults, doer: Doer) -> list[Any]:
    """Decide that results are seen by everybody; nothing where no embargo is in force."""
    return [] if _in_force(state, doer) is None else [events.ResultsReleased()]


def _in_force(state: TournamentState, doer: Doer) -> Embargo | None:
    """Return the embargo that is in force at the time of a deed; where that is not known, one past its hour too."""
    return state.embargo if doer.at is None else embargo_at(state, datetime.fromtimestamp(doer.at, UTC))

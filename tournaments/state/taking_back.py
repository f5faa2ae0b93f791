"""Undoing a result together with the round to which the server has gone on because of it."""

from collections.abc import Sequence
from typing import Any, Final

from tournaments.events import playing, scheduling, staging
from tournaments.state.tournament import TournamentState
from tournaments.state.undoing import deed_of, standing_on

BY_CLOCK: Final = (
    staging.BracketDrawn,
    staging.RoundPaired,
    staging.RoundUnpaired,
    staging.RoundReleased,
    staging.RoundCalled,
    scheduling.MatchesPlaced,
)
"""The steps by which the server runs the rounds of an automatic tournament."""
RESULTS: Final = (playing.MatchReported, playing.MatchConfirmed)
"""The events by which a result comes in, which may be the last of its round."""


def undone_together(
    state: TournamentState, stored: Sequence[Any], deed: Sequence[Any]
) -> tuple[list[Sequence[Any]], list[Any]]:
    """Return the deeds that are undone with one, itself among them, and the later events that hinder it.

    A result takes along what the server did because of it, to go on to the next round: it would do that again only
    after the next result.

    Args:
        state: The tournament after all events.
        stored: The events that count (`live`), in order.
        deed: The events of the command (`deed_of`).

    Returns:
        The deeds, the last first; and what else stands on one of them: they are undone only if nothing does.
    """
    deeds, others = {deed[0].version: deed}, {}
    takes_along = all(isinstance(one.event, RESULTS) for one in deed)
    waiting = [deed]
    while waiting:
        for one in standing_on(state, stored, waiting.pop()):
            step = deed_of(stored, one.version)
            if not (takes_along and not one.actor and isinstance(one.event, BY_CLOCK)):
                others[one.version] = one
            elif step[0].version not in deeds:
                deeds[step[0].version] = step
                waiting.append(step)
    return [deeds[version] for version in sorted(deeds, reverse=True)], [others[version] for version in sorted(others)]

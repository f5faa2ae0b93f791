"""Whether what happened since a version concerns a match: two directors at two tables are not in each other's way."""

from collections.abc import Iterable
from typing import Any, Final

from games import store
from tournaments.events import entering, opening, playing, scheduling
from tournaments.state.brackets import all_after
from tournaments.state.tournament import TournamentState

_OF_OTHERS: Final = (
    opening.StaffNamed,
    opening.StaffReleased,
    entering.FeeNoted,
    entering.EntrantCheckedIn,
    entering.EntrantEntered,
    entering.FreeAgentEntered,
    scheduling.VenueSet,
    scheduling.ScheduleSet,
    scheduling.DelaySet,
    scheduling.SeatFixed,
    scheduling.MatchesPlaced,
)
"""The events without a match that change nothing about what any match comes to."""
_PLACES: Final = (playing.MatchPlaced, playing.TimeProposed)
"""The events about another match from which nothing follows for the matches after it."""


def concerns(state: TournamentState, match: int, since: int) -> bool:
    """Tell whether an event after a version may have changed a match, or what a person saw of it.

    Events about other matches, entrants and rounds do not, unless it has its sides from them; all others do but a few.

    Args:
        state: The tournament as it is.
        match: The number of the match.
        since: The version that was seen.
    """
    new = [one for one in store.load(state.stream, after=since, opened=False) if one.version <= state.version]
    return any(_concerns(state, match, event) for event in _with_undone(state, new))


def _with_undone(state: TournamentState, new: Iterable[Any]) -> Iterable[Any]:
    """Yield the events, and in place of an undoing those that it undid."""
    for one in new:
        if isinstance(one.event, opening.DeedUndone):
            gone = store.load(state.stream, after=one.event.first - 1, opened=False)
            yield from (other.event for other in gone if other.version <= one.event.last)
        else:
            yield one.event


def _concerns(state: TournamentState, number: int, event: Any) -> bool:
    if isinstance(event, _OF_OTHERS):
        return False
    about, match = getattr(event, "match", None), state.matches.get(number)
    if about is not None:
        after = not isinstance(event, _PLACES) and number in all_after(state, (about,))
        return bool(about == number or after)
    if match is None:
        return True
    if (entrant := getattr(event, "entrant", None)) is not None:
        return entrant in match.entrants
    if (played := getattr(event, "round", None)) is not None:
        return bool((event.stage, played) == (match.stage, match.round))
    return True

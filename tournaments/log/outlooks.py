"""The outlook of groups, kept by what the standings were made of: a page asks, the task that publishes has answered."""

from typing import Any, Final

from django.core.cache import cache

from tournaments.outlook.values import Outlook
from tournaments.state.tournament import TournamentState
from tournaments.summaries.outlooks import Goal, GroupOutlook, outlook_of_group

KEPT_SECONDS: Final = 3_600


def outlook_in(state: TournamentState, number: int, group: int = 0) -> GroupOutlook | None:
    """Return the outlook of a group as `outlook_of_group` does, computed once for each of its standings.

    Args:
        state: The tournament at any version.
        number: The stage's number.
        group: The group, from 0.
    """
    key = f"tournaments:outlook:2:{state.stream.hex}:{basis_of(state)}:{number}:{group}"
    # A list, which is empty where there is no outlook: the cache holds JSON.
    kept = cache.get(key)
    if kept is None:
        outlook = outlook_of_group(state, number, group)
        kept = [] if outlook is None else _written(outlook)
        cache.set(key, kept, timeout=KEPT_SECONDS)
    return _read(*kept) if kept else None


def basis_of(state: TournamentState) -> str:
    """Return by what the outlook of a tournament is kept: the last event that it depends on, and what is withheld.

    A player under embargo sees results that others do not: what is kept of them is kept for the same entrants alone.
    """
    if not state.withheld or state.embargo is None:
        return str(state.moved)
    return "-".join(map(str, (state.moved, state.embargo.known.version, *sorted(state.shown_to))))


def _written(outlook: GroupOutlook) -> list[Any]:
    lines = [[entrant, own.verdict, own.exact] for entrant, own in outlook.of.items()]
    return [outlook.goal.places, outlook.goal.is_last, lines]


def _read(places: int, is_last: bool, lines: list[list[Any]]) -> GroupOutlook:
    return GroupOutlook(
        Goal(places, is_last), {entrant: Outlook(str(entrant), verdict, exact) for entrant, verdict, exact in lines}
    )

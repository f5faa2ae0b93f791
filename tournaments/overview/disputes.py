"""What readers are told of disputed results: a line where such results are counted in, and marks beside them."""

from collections.abc import Collection
from itertools import islice
from typing import Final

from django.utils.translation import ngettext

from tournaments.state.disputes import disputed
from tournaments.state.tournament import MatchState, TournamentState

MAX_NUMBERS: Final = 12
"""The matches that a sentence names."""


def disputed_in(state: TournamentState, stage: int, group: int | None = None) -> tuple[MatchState, ...]:
    """Return the disputed matches of a stage, or of a group of it."""
    return tuple(match for match in disputed(state) if match.stage == stage and (group is None or match.group == group))


def entrants_in(matches: Collection[MatchState]) -> frozenset[int]:
    """Return the entrants of some matches."""
    return frozenset(entrant for match in matches for entrant in match.entrants)


def disputed_words(matches: Collection[MatchState]) -> str:
    """Return how many results are disputed, in a sentence; empty where none is."""
    if not matches:
        return ""
    text = ngettext(
        "{count} result is disputed and may change: match {numbers}.",
        "{count} results are disputed and may change: matches {numbers}.",
        len(matches),
    )
    numbers = [str(match.number) for match in islice(matches, MAX_NUMBERS)]
    if len(matches) > MAX_NUMBERS:
        numbers.append("\N{HORIZONTAL ELLIPSIS}")
    return text.format(count=len(matches), numbers=", ".join(numbers))

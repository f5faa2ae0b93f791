"""Events about disputed results: a match knows its open cases, and what a ruling changed in it.

The case itself is a stream of its own (`games.events.cases`); here it is an opaque id.
"""

import msgspec

from tournaments.events.base import TournamentEvent
from tournaments.events.playing import Report


class WeighedReport(msgspec.Struct, frozen=True, array_like=True):
    """One of the results that a game counts as, with its share as a fraction in lowest terms, such as "3/5"."""

    share: str
    report: Report


class MatchDisputed(TournamentEvent, frozen=True):
    """A hand of a game was disputed: until the case is closed, the result of the match may change."""

    match: int
    game: int
    hand: int
    case: str


class DisputeClosed(TournamentEvent, frozen=True):
    """A case about a match was closed, withdrawn or decided for good."""

    match: int
    case: str


class MatchWeighed(TournamentEvent, frozen=True):
    """A ruling made a game count as a mixture of results, in exact shares that come to 1.

    Attributes:
        results: The results with their shares; empty: the game counts as it is reported again.
        reason: A code.
        case: The case by whose ruling.
    """

    match: int
    game: int
    results: tuple[WeighedReport, ...]
    reason: str
    case: str


class MatchSetAside(TournamentEvent, frozen=True):
    """A later match of a bracket is begun anew, as a ruling changed who plays in it.

    What it came to is kept, and counts again if the ruling is taken back and its sides are the same again.
    """

    match: int
    reason: str
    case: str


class RulingTakenBack(TournamentEvent, frozen=True):
    """What a case had changed in a game, and in the matches after it, counts no longer.

    Attributes:
        report: What the game comes to without it, where rulings of other cases still hold; else None, and the game is
            what it was before the first of them.
        results: The mixture that it counts as then; empty without.
        reason: A code.
        case: The case whose ruling was taken back.
    """

    match: int
    game: int
    report: Report | None
    results: tuple[WeighedReport, ...]
    reason: str
    case: str

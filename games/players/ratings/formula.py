"""The rating formula: the change by a game, and the growth of uncertainty with time. Pure.

The model is Plackett-Luce's of the library openskill; `docs/reference/ratings.md` gives the formulas and the reasons.
Source: R. C. Weng and C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011), 267-300.
"""

import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

FORMULA: Final = 1
"""To be raised with any change below: all ratings are then computed anew."""

MU: Final = 25.0
SIGMA: Final = 25.0 / 3.0
"""What is believed of somebody of whom nothing is known: openskill's own."""
BETA: Final = 2 * SIGMA
"""How much luck there is in what a side does in a game: twice as much as players differ, four times openskill's own."""
YEARS_TO_FORGET: Final = 10
"""After so many years away nothing is known of a player again."""
GROWTH_A_DAY: Final = SIGMA**2 / (YEARS_TO_FORGET * 365.25)
"""What a day adds to the variance."""

BASE: Final = 1500
SCALE: Final = 40
"""A rating is shown as `BASE` and `SCALE` for each unit of mu from `MU`; its uncertainty is `SCALE` sigma."""
FEW_GAMES: Final = 10
WIDE: Final = 315
"""With fewer games, or a wider uncertainty on the shown scale, a rating is provisional."""

_DAY: Final = timedelta(days=1)


def _undamped(*_: object) -> float:
    """Let a game reduce the variance in full, as `gamma` of Weng and Lin; openskill's own value halves it."""
    return 1.0


# The growth by days takes the place of openskill's own by games (tau), which must not be 0: that means the default.
_MODEL: Final = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, gamma=_undamped, tau=1e-9)


class Strength(NamedTuple):
    """The estimate of a player's strength after a number of games.

    Attributes:
        mu: The expected strength.
        sigma: The standard deviation of that, as it was at `at`.
        games: The number of games it is based on.
        at: When the last of them ended; None before the first.
    """

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    at: datetime | None = None


class Shown(NamedTuple):
    """A rating as pages show it.

    Attributes:
        rating: About 1500 for an average player.
        margin: Its uncertainty: in two of three cases the true one is no farther away.
        provisional: It rests on few games, or on games of long ago.
        games: The number of games it is based on.
    """

    rating: int
    margin: int
    provisional: bool
    games: int


UNKNOWN: Final = Strength()


def sigma_at(strength: Strength, now: datetime) -> float:
    """Return how uncertain a strength is by now: it grows with the days away, to the uncertainty of a newcomer.

    >>> from datetime import datetime, UTC
    >>> known = Strength(30.0, 2.0, 50, datetime(2026, 1, 1, tzinfo=UTC))
    >>> [round(sigma_at(known, datetime(year, 1, 1, tzinfo=UTC)), 2) for year in (2026, 2027, 2030, 2040)]
    [2.0, 3.31, 5.64, 8.33]
    """
    if strength.at is None or now <= strength.at:
        return strength.sigma
    grown = strength.sigma**2 + GROWTH_A_DAY * ((now - strength.at) / _DAY)
    return min(SIGMA, math.sqrt(grown))


def rate(
    teams: Sequence[Sequence[Strength]], ranks: Sequence[int], ended_at: datetime
) -> tuple[tuple[Strength, ...], ...]:
    """Return the strengths of the players after a game.

    Args:
        teams: The strengths before it, a team each.
        ranks: The place of each team, the best one's lowest; equal places for a draw.
        ended_at: When the game ended.

    Returns:
        The strengths after it, in the same order.

    Raises:
        ValueError: There are fewer than two teams, one is empty, or the places are not one a team.
    """
    if len(teams) < 2 or len(teams) != len(ranks) or not all(teams):
        raise ValueError("a game has two teams or more, none of them empty, and a place for each")
    before = [[_MODEL.rating(mu=one.mu, sigma=sigma_at(one, ended_at)) for one in team] for team in teams]
    after = _MODEL.rate(before, ranks=[float(rank) for rank in ranks])
    return tuple(
        tuple(
            # A game never makes anybody less certain than a newcomer is.
            Strength(rated.mu, min(SIGMA, rated.sigma), one.games + 1, ended_at)
            for one, rated in zip(team, rates, strict=True)
        )
        for team, rates in zip(teams, after, strict=True)
    )


def shown(strength: Strength, now: datetime) -> Shown:
    """Return a strength on the scale that people read.

    >>> from datetime import datetime, UTC
    >>> shown(Strength(27.8, 1.6, 40, datetime(2026, 1, 1, tzinfo=UTC)), datetime(2026, 1, 1, tzinfo=UTC))
    Shown(rating=1612, margin=64, provisional=False, games=40)
    """
    margin = SCALE * sigma_at(strength, now)
    return Shown(
        round(BASE + SCALE * (strength.mu - MU)),
        round(margin),
        strength.games < FEW_GAMES or margin > WIDE,
        strength.games,
    )


def places(points: Sequence[int], winners: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each side of a finished game: the winners first, then the others by their points.

    Args:
        points: The points of each side.
        winners: The sides that won: several shared the first place.

    >>> places((12, 9), winners=(1,)), places((7, 7, 3), winners=(0, 1)), places((3, 9, 5), winners=(1,))
    ((2, 1), (1, 1, 3), (3, 1, 2))
    """
    first = frozenset(winners)
    keys = [(side not in first, 0 if side in first else -won) for side, won in enumerate(points)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)

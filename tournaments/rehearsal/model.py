"""The model of a rehearsal: how strong and how quick entrants are, what a game comes to and how long it takes.

- *Strength.* Of each entrant a number, drawn anew in each run: a part follows the seeds, a part is the day's. A hand
  falls to the side with the greater strength more often: by the logistic function of the difference, so that a
  difference of 1 wins 73 of 100 hands.
- *Points.* Those of hands that house bots played (`hands`); which side gets the better part is drawn by strength.
- *Time.* A hand takes the seconds assumed, by a log-normal distribution: of each hand by itself, and of each entrant,
  as some are slow. No hand begins after the minutes of a match.
"""

from collections.abc import Mapping, Sequence
from math import exp, log
from random import Random
from statistics import NormalDist
from typing import Final

from msgspec import Struct

from tournaments.events.settings import MatchPlan
from tournaments.rehearsal.hands import BotsHands
from tournaments.state.tournament import Side

BY_SEED: Final = 0.25
OF_THE_DAY: Final = 0.25
"""Standard deviations of strength: the part that follows the seeds, and the part that does not."""
PACE_OF_ENTRANT: Final = 0.12
PACE_OF_HAND: Final = 0.35
"""Standard deviations of the logarithm of a hand's seconds."""


class Made(Struct, frozen=True):
    """A game that was made up: what it came to, and the seconds that it took."""

    points: tuple[int, ...]
    winners: tuple[int, ...] | None
    hands: int
    seconds: float


class Model:
    """The entrants of a run, as they play on that day.

    Args:
        order: All entrants in seeding order.
        seconds: What a hand takes on average.
        hands: What hands come to.
        chance: Draws everything in this run.
    """

    def __init__(self, order: Sequence[int], seconds: float, hands: BotsHands, chance: Random) -> None:
        self._seconds = seconds
        self._hands = hands
        self._chance = chance
        normal, count = NormalDist(), len(order)
        self._strengths = {
            entrant: BY_SEED * normal.inv_cdf((count - place - 0.5) / count) + OF_THE_DAY * chance.gauss()
            for place, entrant in enumerate(order)
        }
        self._paces = {entrant: exp(PACE_OF_ENTRANT * chance.gauss()) for entrant in order}

    def game(self, sides: Sequence[Side], plan: MatchPlan, hands: int) -> Made:
        """Return a game between some sides of so many hands; 0: to the end of its rules."""
        strengths = [self._of(self._strengths, side) for side in sides]
        pace = sum(self._of(self._paces, side) for side in sides) / len(sides)
        game = self._hands.game(hands, self._chance)
        count, seconds = self._time(len(game.hands), plan.minutes, pace)
        if game.winners:
            # A game with an end of its own is won as a whole, whatever the points say.
            moved = self._favoured(strengths, [int(side in game.winners) for side in range(len(sides))])
            totals = [sum(hand[side] for hand in game.hands) for side in range(len(sides))]
            won = tuple(sorted(moved.index(side) for side in game.winners))
            return Made(tuple(totals[side] for side in moved), won, count, seconds)
        points = [0] * len(sides)
        for hand in game.hands[:count]:
            for side, source in enumerate(self._favoured(strengths, hand)):
                points[side] += hand[source]
        return Made(tuple(points), None, count, seconds)

    def _favoured(self, strengths: Sequence[float], points: Sequence[int]) -> list[int]:
        """Return for each side the side whose points it gets: the best part goes by strength."""
        moved = list(range(len(points)))
        best = max(moved, key=points.__getitem__)
        (side,) = self._chance.choices(moved, [exp(strength) for strength in strengths])
        moved[side], moved[best] = best, side
        return moved

    def _time(self, hands: int, minutes: int | None, pace: float) -> tuple[int, float]:
        """Return the hands that are begun within the minutes of a match, and the seconds until the last one ends."""
        seconds, count = 0.0, 0
        middle = log(self._seconds * pace) - PACE_OF_HAND**2 / 2
        while count < hands and (minutes is None or seconds < 60 * minutes):
            seconds += self._chance.lognormvariate(middle, PACE_OF_HAND)
            count += 1
        return count, seconds

    @staticmethod
    def _of(values: Mapping[int, float], side: Side) -> float:
        return sum(values[entrant] for entrant in side) / len(side)

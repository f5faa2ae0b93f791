"""Weighing a decision that a player made: what the strong bot would do, and what the difference costs on average.

Pure, and from the view of the seat alone: equal views and equal chances give equal answers. All options of the play
are tried on the same samples, so that their difference scatters less than their values do.
"""

from collections.abc import Sequence
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

import engine
from games import bots
from games.bots.bidding import worth_of
from games.bots.choice import Choice
from games.bots.strong import FAVOUR, options_of, outcomes

SAMPLES = 128
"""So many samples of the unseen cards: the same decision by other samples costs the same within `SCATTER`, mostly."""

SCATTER = 2.0
"""A difference below so many of its standard errors is taken for chance, and costs nothing."""

PLAYS = engine.Play | engine.Ask | engine.Reveal
CALLS = engine.Bid | engine.Pass | engine.Fold | engine.Keep | engine.Call | engine.Double | engine.Redouble
"""The calls that are weighed. Giving up, claiming and undertaking to win every trick are left to the player."""

_GUESSED = {
    "worth-bidding", "not-worth-bidding", "worth-raising", "not-worth-raising", "must-bid", "fold-best", "fold-better",
    "keep-best", "keep-hardly-better",
}  # fmt: skip
"""The reasons for which the bot compares the expected game points of contracts."""


class Weighed(NamedTuple):
    """A decision beside the strong bot's.

    Attributes:
        best: What the strong bot would do; the same action if it would do the same.
        choice: The steady bot's choice with its reason, if that is what the strong bot would do; else None.
        cost: What the difference costs, in game points or in 56 stake points, on average; None: it cannot be
            estimated.
        won: The share of samples in which the side wins the hand: with the action, and with the bot's; None outside
            the play.
        points: The card points of the side, on average: with the action, and with the bot's; None outside the play.
    """

    best: engine.Action
    choice: Choice | None = None
    cost: float | None = 0.0
    won: tuple[float, float] | None = None
    points: tuple[float, float] | None = None

    def __repr__(self) -> str:
        return "Weighed()"


def weigh(
    view: engine.View,
    action: engine.Action,
    *,
    chance: Random,
    samples: int = SAMPLES,
    tricks: Sequence[engine.TrickTaken] = (),
) -> Weighed | None:
    """Compare an action with the strong bot's; None for what is no decision, or is not weighed.

    Args:
        view: The view of the seat whose turn it was.
        action: What it did.
        chance: The source of the samples.
        samples: How many.
        tricks: The complete tricks of the hand with their cards, which the bot remembers.

    Raises:
        ValueError: The seat had nothing to do.
    """
    others = [one for one in view.legal if isinstance(one, PLAYS | CALLS) and one != action]
    if not others or action not in view.legal or not isinstance(action, PLAYS | CALLS):
        return None
    usual = bots.decide(view)
    if view.phase == "play" and isinstance(action, PLAYS):
        return _by_samples(view, action, usual, chance, samples, tricks)
    return _by_estimate(view, action, usual)


def _by_samples(
    view: engine.View,
    action: engine.Action,
    usual: Choice,
    chance: Random,
    samples: int,
    tricks: Sequence[engine.TrickTaken],
) -> Weighed | None:
    options = options_of(view, usual.action, tricks)
    if not isinstance(usual.action, PLAYS):
        return None
    if action not in options:
        options.append(action)
    if len(options) == 1:
        return Weighed(action, usual)
    ends = list(
        zip(*outcomes(view, options, chance=chance, rounds=range(samples), tricks=tricks), strict=True)
    )  # one row an option
    means = [fmean(end.worth for end in row) for row in ends]
    means[0] += FAVOUR
    best, done = max(range(len(options)), key=means.__getitem__), options.index(action)
    lost = [mine.worth - theirs.worth for theirs, mine in zip(ends[done], ends[best], strict=True)]
    cost = fmean(lost)
    if best == done or cost <= SCATTER * stdev(lost) / len(lost) ** 0.5:
        return Weighed(action, usual if usual.action == action else None)
    won = [fmean(end.won for end in ends[at]) for at in (done, best)]
    points = [fmean(end.points for end in ends[at]) for at in (done, best)]
    return Weighed(options[best], usual if best == 0 else None, cost, (won[0], won[1]), (points[0], points[1]))


def _by_estimate(view: engine.View, action: engine.Action, usual: Choice) -> Weighed:
    best = usual.action
    if best == action or (isinstance(best, engine.Fold) and isinstance(action, engine.Fold) and _same(best, action)):
        return Weighed(action, usual)
    if bots.names_suits(view) or usual.why not in _GUESSED:
        return Weighed(best, usual, None)
    ours, theirs = worth_of(view, best), worth_of(view, action)
    if ours is None or theirs is None:
        return Weighed(best, usual, None)
    # The estimate is the bot's reason; where it does not speak for its choice, nothing speaks against the player's.
    return Weighed(best, usual, ours - theirs) if ours > theirs else Weighed(action)


def _same(one: engine.Fold, other: engine.Fold) -> bool:
    """Return whether two folds name the same trump."""
    return one.card[0] == other.card[0]

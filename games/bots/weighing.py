"""Weighing a decision that a player made: what the strong bot would do, and what the difference costs on average.

Pure, and from the view of the seat alone: equal views and equal chances give equal answers. All options of the play
are tried on the same samples, so that their difference scatters less than their values do, and samples are drawn until
the verdict is clear.
"""

from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

import engine
from games import bots
from games.bots.bidding import worth_of
from games.bots.choice import Choice, Outcome
from games.bots.strong import FAVOUR, options_of, outcomes

BATCH = 64
"""So many samples of the unseen cards are drawn at a time."""

SAMPLES = 1024
"""At most so many; most decisions are clear after three batches."""

CLEAR = 2.5
"""A difference that is so many of its standard errors away from a limit is on the same side of it by other samples."""

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
    limits: Sequence[float] = (),
    samples: int = SAMPLES,
    tricks: Sequence[engine.TrickTaken] = (),
) -> Weighed | None:
    """Compare an action with the strong bot's; None for what is no decision, or is not weighed.

    Args:
        view: The view of the seat whose turn it was.
        action: What it did.
        chance: The source of the samples.
        limits: The costs at which the caller's verdict changes, rising: samples are drawn until the cost is clear of
            them.
        samples: At most so many.
        tricks: The complete tricks of the hand with their cards, which the bot remembers.

    Raises:
        ValueError: The seat had nothing to do.
    """
    others = [one for one in view.legal if isinstance(one, PLAYS | CALLS) and one != action]
    if not others or action not in view.legal or not isinstance(action, PLAYS | CALLS):
        return None
    usual = bots.decide(view)
    if view.phase == "play" and isinstance(action, PLAYS):
        return _by_samples(view, action, usual, chance, limits, samples, tricks)
    return _by_estimate(view, action, usual)


def _by_samples(
    view: engine.View,
    action: engine.Action,
    usual: Choice,
    chance: Random,
    limits: Sequence[float],
    samples: int,
    tricks: Sequence[engine.TrickTaken],
) -> Weighed | None:
    if not isinstance(usual.action, PLAYS):
        return None
    options = options_of(view, usual.action, tricks)
    if action not in options:
        options.append(action)
    if len(options) == 1:
        return Weighed(action, usual)
    done = options.index(action)
    ends: dict[int, list[Outcome]] = {at: [] for at in range(len(options))}
    for _ in range(0, samples, BATCH):
        tried = [options[at] for at in ends]
        for sample in outcomes(view, tried, chance=chance, rounds=range(min(BATCH, samples)), tricks=tricks):
            for row, end in zip(ends.values(), sample, strict=True):
                row.append(end)
        best = max(ends, key=lambda at: fmean(end.worth for end in ends[at]) + (FAVOUR if at == 0 else 0))
        # An option that is clearly worse than the best is not tried any longer.
        ends = {at: row for at, row in ends.items() if at in (best, done) or _is_near(_lost(row, ends[best]))}
        if _is_clear(ends, best, done, limits):
            break
    if best == done:
        return Weighed(action, usual if usual.action == action else None)
    cost = fmean(_lost(ends[done], ends[best]))
    won = [fmean(end.won for end in ends[at]) for at in (done, best)]
    points = [fmean(end.points for end in ends[at]) for at in (done, best)]
    return Weighed(options[best], usual if best == 0 else None, cost, (won[0], won[1]), (points[0], points[1]))


def _lost(done: Sequence[Outcome], best: Sequence[Outcome]) -> list[float]:
    return [mine.worth - theirs.worth for theirs, mine in zip(done, best, strict=True)]


def _is_near(lost: Sequence[float]) -> bool:
    return fmean(lost) < CLEAR * _error(lost)


def _is_clear(ends: Mapping[int, Sequence[Outcome]], best: int, done: int, limits: Sequence[float]) -> bool:
    """Return whether the cost is on one side of each limit, by other samples as well."""
    if best != done:
        lost = _lost(ends[done], ends[best])
        return all(abs(fmean(lost) - limit) > CLEAR * _error(lost) for limit in limits)
    others = [_lost(ends[done], row) for at, row in ends.items() if at != done]
    return all(fmean(lost) + CLEAR * _error(lost) < limits[0] for lost in others) if limits else True


def _error(values: Sequence[float]) -> float:
    """Return the standard error of the mean."""
    return stdev(values) / len(values) ** 0.5


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

"""The report of a review: each decision weighed by the bots and graded. Pure, and the same each time."""

from collections.abc import Iterable
from random import Random
from typing import Any, Literal, TypeAlias

import msgspec

import engine
from games.bots.weighing import Weighed, weigh
from games.reviews.decisions import Decision

Grade: TypeAlias = Literal["mistake", "better", "other"]
"""A mistake; could be better; another call whose cost cannot be estimated. All other decisions are good."""

MISTAKE = 0.6
"""A decision that costs so much on average is a mistake: game points, or in 56 stake points."""
BETTER = 0.15
"""One that costs so much could be better; less is good."""

_TOLD = ("bid", "expected", "standing", "suit", "now", "card", "top", "chance", "number", "denomination")
"""The facts of a reason that its sentence names."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that the strong bot would have made otherwise.

    Attributes:
        step: The step of the hand's history; in a practice the number of actions before it.
        done: What the player did.
        best: What the strong bot would have done.
        grade: How much it matters.
        cost: What it cost on average; None: it cannot be estimated.
        won: Of 100 samples, those in which the side wins: with the action, and with the bot's; None outside the play.
        points: The card points of the side on average: with the action, and with the bot's; None outside the play.
        why: The code of the bot's reason; empty: it has none but the samples.
        facts: The values that the reason's sentence names.
    """

    step: int
    done: engine.Action
    best: engine.Action
    grade: Grade
    cost: float | None = None
    won: tuple[int, int] | None = None
    points: tuple[float, float] | None = None
    why: str = ""
    facts: dict[str, Any] = {}

    def __repr__(self) -> str:
        return f"Finding({self.step}, {self.grade})"


class Report(msgspec.Struct, frozen=True):
    """The number of decisions that were weighed, and those that the strong bot would have made otherwise."""

    weighed: int
    findings: tuple[Finding, ...] = ()

    @property
    def good(self) -> int:
        """The number of good decisions."""
        return self.weighed - len(self.findings)

    @property
    def worst(self) -> tuple[Finding, ...]:
        """The findings, the most costly first, those without a cost last."""
        return tuple(sorted(self.findings, key=lambda one: (one.cost is None, -(one.cost or 0), one.step)))


def report_on(decisions: Iterable[Decision], seed: str) -> Report:
    """Return the report on a player's decisions.

    Args:
        decisions: The decisions.
        seed: Names the hand, so that its samples are the same each time.
    """
    weighed, findings = 0, []
    for one in decisions:
        chance = Random(f"{seed}:{one.step}")  # noqa: S311
        found = weigh(one.view, one.action, chance=chance, limits=(BETTER, MISTAKE), tricks=one.tricks)
        if found is None:
            continue
        weighed += 1
        grade = _grade(found, one.action)
        if grade is not None:
            findings.append(_finding(one, found, grade))
    return Report(weighed, tuple(findings))


def _grade(found: Weighed, done: engine.Action) -> Grade | None:
    if found.best == done:
        return None
    if found.cost is None:
        return "other"
    if found.cost >= MISTAKE:
        return "mistake"
    return "better" if found.cost >= BETTER else None


def _finding(one: Decision, found: Weighed, grade: Grade) -> Finding:
    facts = dict(found.choice.facts) if found.choice is not None else {}
    return Finding(
        step=one.step,
        done=one.action,
        best=found.best,
        grade=grade,
        cost=None if found.cost is None else round(found.cost, 2),
        won=None if found.won is None else (round(100 * found.won[0]), round(100 * found.won[1])),
        points=None if found.points is None else (round(found.points[0], 1), round(found.points[1], 1)),
        why=found.choice.why if found.choice is not None else "",
        facts={name: facts[name] for name in _TOLD if name in facts},
    )

"""A review in words: what was done, what the bots would do, and what the difference costs."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from games.practice.hints import reason_words
from games.practice.words import order_words
from games.reviews.grading import Finding

GRADES = {
    "mistake": ("✕", pgettext_lazy("a decision", "Mistake")),
    "better": ("◐", pgettext_lazy("a decision", "Could be better")),
    "other": ("○", pgettext_lazy("a decision", "Another call")),
}
"""The sign and the word of each grade."""


@dataclass(frozen=True, slots=True)
class Line:
    """A decision that the bots would have made otherwise.

    Attributes:
        step: The step of the hand's history.
        address: The address of that step.
        phase: The phase of the hand, in words; empty in a practice.
        grade: The code of the grade.
        sign: Its sign.
        word: Its word.
        done: What the player did, as an order.
        best: What the bot would have done, as an order.
        cost: What the difference costs, in sentences.
        reason: The bot's reason; empty if it has none but the samples.
    """

    step: int
    address: str
    phase: str
    grade: str
    sign: str
    word: str
    done: str
    best: str
    cost: tuple[str, ...]
    reason: str


def line_of(finding: Finding, address: str, phases: Mapping[int, str], *, is_56: bool) -> Line:
    """Return a finding in words."""
    sign, word = GRADES[finding.grade]
    return Line(
        step=finding.step,
        address=address,
        phase=phases.get(finding.step, ""),
        grade=finding.grade,
        sign=sign,
        word=str(word),
        done=order_words(finding.done),
        best=order_words(finding.best),
        cost=tuple(_cost(finding, is_56=is_56)),
        reason=reason_words(finding.why, finding.facts) if finding.why else "",
    )


def _cost(finding: Finding, *, is_56: bool) -> list[str]:
    if finding.cost is None:
        return [_("The bots call by the usual conventions. The cost of another call cannot be estimated.")]
    cost = number_format(finding.cost, decimal_pos=1)
    found = [
        (
            _("It costs your side about {cost} stake points on average.")
            if is_56
            else _("It costs your side about {cost} game points on average.")
        ).format(cost=cost)
    ]
    if finding.won is not None and finding.won[1] > finding.won[0]:
        done, best = finding.won
        found.append(
            _("With your choice your side's chance to win the hand is about {done} %, with the other {best} %.")
            .format(done=done, best=best)
        )  # fmt: skip
    given = 0 if finding.points is None else round(finding.points[1] - finding.points[0])
    if given > 0:
        found.append(
            ngettext(
                "Your side takes about {number} card point less.", "Your side takes about {number} card points less.",
                given,
            ).format(number=given)
        )  # fmt: skip
    return found

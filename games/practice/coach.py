"""The coach of a guided hand: a line for the decision at hand, and an answer to the last one. Pure.

While the hand goes as the guide has it, the guide's own words are said; after another choice, those of a hint.
"""

import msgspec
from django.utils.translation import gettext as _

import engine
from games.practice.guides import GUIDES, Guide, Step
from games.practice.hints import advise
from games.practice.state import Room, game_at
from games.practice.words import field_of, order_words


class Line(msgspec.Struct, frozen=True):
    """What the coach says.

    Attributes:
        answer: To the last decision; empty if it was the coach's own.
        order: What to do now: "Bid 16"; empty once the hand is over.
        do: The form field that does it.
        says: Why; once the hand is over, what happened.
    """

    answer: str
    order: str
    do: str
    says: str

    def __repr__(self) -> str:
        return "Line()"


def action_named(view: engine.View, field: str) -> engine.Action | None:
    """Return the legal action that a form field does, or None."""
    return next((action for action in view.legal if field_of(action) == field), None)


def guide_of(room: Room) -> Guide | None:
    """Return the guide of a practice while its guided hand is on the table, else None."""
    guide, kept = GUIDES.get(room.kept.guided), room.kept
    if guide is None or len(kept.hands) > 1 or kept.seat != guide.seat or room.hand.pack != guide.pack:
        return None
    return guide


def coach(room: Room) -> Line | None:
    """Return what the coach says at a person's turn or after the hand; None where there is no coach."""
    guide = guide_of(room)
    if guide is None:
        return None
    mine = [(index, field_of(done.action)) for index, done in enumerate(room.hand.done) if done.mine]
    fields = [field for _index, field in mine]
    answer = _answer(room, guide, *mine[-1], fields[:-1]) if mine else ""
    if room.is_over:
        end = _(guide.end) if fields == [step.do for step in guide.steps] else ""
        return Line(answer, "", "", end)
    order, do, says = _advice(room, guide, fields)
    return Line(answer, order, do, says)


def _advice(room: Room, guide: Guide, fields: list[str], upto: int | None = None) -> tuple[str, str, str]:
    """Return what the coach would do after the person's decisions `fields`: in words, as a field, and why."""
    view = engine.view(game_at(room, upto), guide.seat)
    step = _step(guide, fields)
    action = action_named(view, step.do) if step is not None else None
    if step is not None and action is not None:
        return order_words(action), step.do, _(step.says)
    advice = advise(view)
    return order_words(advice.action), field_of(advice.action), advice.reason


def _answer(room: Room, guide: Guide, upto: int, chosen: str, before: list[str]) -> str:
    """Return what the coach says to a decision, made at `upto` after the decisions `before`."""
    step = _step(guide, before)
    if step is not None and chosen in step.others:
        return _(step.others[chosen])
    order, do, says = _advice(room, guide, before, upto)
    if chosen == do:
        return ""
    return _("The coach would have chosen differently. {order}: {reason}").format(order=order, reason=says)


def _step(guide: Guide, fields: list[str]) -> Step | None:
    """Return the guide's step after the decisions `fields`; None if they left its course."""
    course = guide.steps[: len(fields)]
    if [step.do for step in course] != fields or len(fields) == len(guide.steps):
        return None
    return guide.steps[len(fields)]

"""What is said of records: a verdict with the hand, the action and the rule."""

from django.utils.translation import gettext as _

import engine
from games.words.phrases import translated


def verdict_sentence(verdict: engine.Verdict, record: engine.Record) -> str:
    """Return what the auditor finds wrong with a record: the first fault, with hand and action counted from 1."""
    hands = verdict.hands if isinstance(verdict.hands, tuple) else ()
    number, hand = next((number, hand) for number, hand in enumerate(hands, 1) if hand.verdict != "clean")
    if hand.verdict == "violation":
        message = translated(str(hand.message))
        if isinstance(hand.action, int):
            text = _("Hand {hand}, action {action}: {message} ({rule})")
            return text.format(hand=number, action=hand.action + 1, message=message, rule=hand.rule)
        return _("Hand {hand}: {message} ({rule})").format(hand=number, message=message, rule=hand.rule)
    if hand.verdict == "mismatch":
        claim, result = record.hands[number - 1].claim or {}, hand.result
        differs = hand.differs if isinstance(hand.differs, tuple) else ()
        pairs = [
            _("{member} is {claimed}, and comes to {computed}").format(
                member=member, claimed=_shown(claim.get(member)), computed=_shown(getattr(result, member))
            )
            for member in differs
        ]
        return _("Hand {hand}: the result is another: {differences}.").format(hand=number, differences="; ".join(pairs))
    return _("Hand {hand} was not played to its end.").format(hand=number)


def _shown(value: object) -> str:
    """Return a member of a result as text, cut short where a file makes it long."""
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return text[:80]

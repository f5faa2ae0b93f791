"""Verdicts on records in words, with the hand, the action and the rule."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

import engine
from engine.record import Result
from games.words.phrases import translated


def is_sound_hand(hand: engine.HandVerdict) -> bool:
    """Tell whether the auditor says how a hand came out, and confirms what was claimed.

    An irregular action that stood, and a partly known hand that ends as claimed, are sound.
    """
    if hand.verdict == "clean":
        return True
    stands = hand.verdict == "incomplete" or (hand.verdict == "violation" and isinstance(hand.irregular, tuple))
    return stands and isinstance(hand.result, Result) and not hand.differs


def verdict_sentence(verdict: engine.Verdict, record: engine.Record) -> str:
    """Return what the auditor finds wrong with a record: the first fault, with hand and action counted from 1."""
    hands = verdict.hands if isinstance(verdict.hands, tuple) else ()
    judged = enumerate(hands, 1)
    number, hand = next((pair for pair in judged if not is_sound_hand(pair[1])), (len(hands), None))
    if hand is not None and isinstance(hand.differs, tuple):
        return _difference(number, hand, record.hands[number - 1].claim or {})
    if hand is None or hand.verdict != "violation" or isinstance(hand.irregular, tuple):
        return _("Hand {hand} is not finished, and has no result.").format(hand=number)
    message = translated(str(hand.message))
    if isinstance(hand.action, int):
        text = _("Hand {hand}, action {action}: {message} ({rule})")
        return text.format(hand=number, action=hand.action + 1, message=message, rule=hand.rule)
    return _("Hand {hand}: {message} ({rule})").format(hand=number, message=message, rule=hand.rule)


def _difference(number: int, hand: engine.HandVerdict, claim: Mapping[str, Any]) -> str:
    assert isinstance(hand.differs, tuple)
    if not isinstance(hand.result, Result):
        text = _("Hand {hand}: the result contradicts the known cards.")
        return text.format(hand=number)
    pairs = [
        _("{member} is {claimed}, but should be {computed}").format(
            member=member, claimed=_shown(claim.get(member)), computed=_shown(getattr(hand.result, member))
        )
        for member in hand.differs
    ]
    return _("Hand {hand}: the result differs: {differences}.").format(hand=number, differences="; ".join(pairs))


def _shown(value: object) -> str:
    """Return a member of a result as text, cut short where a file makes it long."""
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return text[:80]

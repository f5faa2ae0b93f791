"""A case of the book for programs: the same as the page shows, as JSON."""

from typing import Any

from games.casebook.showing import BookCase, DecisionShown, Words

FORMAT = "lelam-case/1"


def as_data(shown: BookCase) -> dict[str, Any]:
    """Return a case of the book as values of JSON; without names where the page has none."""
    return {
        "format": FORMAT,
        "club": shown.slug,
        "number": shown.number,
        "rules": shown.rules,
        "subject": shown.subject_code,
        "rule": shown.rule or None,
        "outcome": shown.outcome_code,
        "names_withheld": shown.withheld,
        "closed": shown.closed_at.strftime("%Y-%m" if shown.withheld else "%Y-%m-%d"),
        "sides": list(shown.sides),
        "question": _words(shown.question),
        "hand": _hand(shown),
        "audit": shown.audit or None,
        "findings": list(shown.findings),
        "polls": [
            {
                "step": poll.step,
                "asked": poll.asked,
                "answered": poll.answered,
                "knew_the_hand": poll.known,
                "answers": [{"action": count.action, "players": count.count, "sure": list(count.sure)}
                            for count in poll.counts],
            }
            for poll in shown.polls
        ],
        "ruling": None if shown.ruling is None else _decision(shown.ruling),
        "appeal": None
        if shown.appeal is None
        else {
            "words": _words(shown.appeal.words),
            "members": shown.appeal.members,
            "votes": shown.appeal.votes,
            "decision": None if shown.appeal.decision is None else _decision(shown.appeal.decision),
        },
    }  # fmt: skip


def _words(words: Words) -> dict[str, Any]:
    return {"by": words.by, "text": words.text or None, "withheld": words.withheld}


def _decision(decision: DecisionShown) -> dict[str, Any]:
    return {
        "decision": decision.sentence,
        "reason": decision.reason,
        "rule": decision.rule or None,
        "words": _words(decision.words),
    }


def _hand(shown: BookCase) -> dict[str, Any] | None:
    """Return the hand: who dealt, each seat's cards, and what was done, in words."""
    if shown.replay is None:
        return None
    told = shown.replay.history
    return {
        "players": list(told.players),
        "dealer": told.dealer,
        "cards": [list(cards) for cards in told.cards],
        "steps": [step.text for step in told.steps],
        "step": shown.step,
        "result": shown.result or None,
        "link": shown.hand_path or None,
    }

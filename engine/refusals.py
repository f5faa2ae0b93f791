"""Refusals that the families word alike, each for the player who tried."""

from engine.actions import Act, word_of
from engine.cards import SUIT_NAMES
from engine.errors import IllegalAction
from engine.rules import State

_DEEDS = {
    "bid": "bid a number",
    "pass": "pass",
    "fold": "fold a card",
    "keep": "keep the indicator",
    "ask": "ask for the trump",
    "reveal": "turn the trump up",
    "play": "play a card",
    "concede": "concede",
    "call": "make a call",
    "double": "double",
    "redouble": "redouble",
    "redeal": "have the deal cancelled",
    "claim": "claim",
    "surrender_offer": "offer to give in",
    "surrender_accept": "accept a surrender",
    "surrender_refuse": "refuse a surrender",
    "thani": "say thani",
    "cot": "say cot",
}
"""What each action is after "you cannot", by its word in the record."""


def out_of_phase(state: State, action: Act, moment: str, rule: str) -> IllegalAction:
    """Return the refusal of an action that a moment does not admit for anybody.

    Args:
        state: The game; if its tradition never admits the action, the refusal says that.
        action: What was tried.
        moment: Where the game stands, such as "during the auction".
        rule: The rule that says what is admitted.
    """
    if not any(type(action) in judged for judged in state.rules.tradition.judges.values()):
        return not_in_this_game(action, rule)
    return IllegalAction("wrong-phase", rule, f"You cannot {_DEEDS[word_of(action)]} {moment}.")


def not_in_this_game(action: Act, rule: str) -> IllegalAction:
    """Return the refusal of an action that the rule set, as its options are, never admits."""
    return IllegalAction("wrong-phase", rule, f"You cannot {_DEEDS[word_of(action)]} in this game.")


def hand_over(rule: str) -> IllegalAction:
    """Return the refusal of whatever is done after the hand is decided."""
    return IllegalAction("hand-over", rule, "The hand is over.")


def not_your_turn(rule: str) -> IllegalAction:
    """Return the refusal of an action out of turn."""
    return IllegalAction("not-your-turn", rule, "It is not your turn.")


def card_not_held(rule: str) -> IllegalAction:
    """Return the refusal of a card that the seat does not hold."""
    return IllegalAction("card-not-held", rule, "You do not hold that card.")


def must_follow(rule: str, suit: str) -> IllegalAction:
    """Return the refusal of a card of another suit than the one led, given by its letter."""
    return IllegalAction("must-follow-suit", rule, f"You hold a {SUIT_NAMES[suit]}, so you must play one.")

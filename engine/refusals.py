"""Refusals that both families share, each worded for the acting player."""

from engine.actions import Act, word_of
from engine.errors import IllegalAction
from engine.phrases import Phrase, phrase
from engine.rules import State

_CANNOT = {
    "bid": phrase("You cannot bid a number {moment}."),
    "pass": phrase("You cannot pass {moment}."),
    "fold": phrase("You cannot fold a card {moment}."),
    "keep": phrase("You cannot keep the indicator {moment}."),
    "ask": phrase("You cannot ask for the trump {moment}."),
    "reveal": phrase("You cannot turn the trump up {moment}."),
    "play": phrase("You cannot play a card {moment}."),
    "concede": phrase("You cannot concede {moment}."),
    "call": phrase("You cannot make a call {moment}."),
    "double": phrase("You cannot double {moment}."),
    "redouble": phrase("You cannot redouble {moment}."),
    "redeal": phrase("You cannot have the deal cancelled {moment}."),
    "claim": phrase("You cannot claim {moment}."),
    "surrender_offer": phrase("You cannot offer to surrender {moment}."),
    "surrender_accept": phrase("You cannot accept a surrender {moment}."),
    "surrender_refuse": phrase("You cannot refuse a surrender {moment}."),
    "thani": phrase("You cannot say thani {moment}."),
    "cot": phrase("You cannot say cot {moment}."),
}
"""By the action's word in the record; the moment is such as "during the auction"."""

_NEVER = Phrase("in this game")

_FOLLOW = {
    "S": phrase("You hold a spade, so you must play one."),
    "H": phrase("You hold a heart, so you must play one."),
    "D": phrase("You hold a diamond, so you must play one."),
    "C": phrase("You hold a club, so you must play one."),
}


def out_of_phase(state: State, action: Act, moment: Phrase, rule: str) -> IllegalAction:
    """Return the refusal of an action that the phase admits for no seat.

    Args:
        state: The game; if its tradition never admits the action, the refusal says that.
        action: The refused action.
        moment: The phase of the game, such as "during the auction".
        rule: The rule that says what is admitted.
    """
    if not any(type(action) in judged for judged in state.rules.tradition.judges.values()):
        return not_in_this_game(action, rule)
    return IllegalAction("wrong-phase", rule, _CANNOT[word_of(action)], moment=moment)


def not_in_this_game(action: Act, rule: str) -> IllegalAction:
    """Return the refusal of an action that the rule set with its options never admits."""
    return IllegalAction("wrong-phase", rule, _CANNOT[word_of(action)], moment=_NEVER)


def hand_over(rule: str) -> IllegalAction:
    """Return the refusal of an action after the hand is decided."""
    return IllegalAction("hand-over", rule, "The hand is over.")


def not_your_turn(rule: str) -> IllegalAction:
    """Return the refusal of an action out of turn."""
    return IllegalAction("not-your-turn", rule, "It is not your turn.")


def card_not_held(rule: str) -> IllegalAction:
    """Return the refusal of a card that the seat does not hold."""
    return IllegalAction("card-not-held", rule, "You do not hold that card.")


def must_follow(rule: str, suit: str) -> IllegalAction:
    """Return the refusal of a card of another suit than the one led, given by its letter."""
    return IllegalAction("must-follow-suit", rule, _FOLLOW[suit])

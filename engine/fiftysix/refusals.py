"""Refusals that several phases share, worded for the player who tried."""

from engine.actions import Act, word_of
from engine.errors import IllegalAction
from engine.fiftysix.state import Auction, Between, Game

_DEEDS = {
    "pass": "pass",
    "call": "bid",
    "double": "double",
    "redouble": "redouble",
    "redeal": "ask for a redeal",
    "play": "play a card",
    "claim": "claim",
}


def wrong_phase(state: Game, action: Act) -> IllegalAction:
    """Return the refusal of an action that this moment does not admit for anybody. Source: 56-PLAY-7, 56-AUD-3."""
    if isinstance(state, Between) and state.last is not None:
        return IllegalAction("hand-over", "56-PLAY-7", "The hand is over.")
    word = word_of(action)
    deed = _DEEDS.get(word)
    if deed is None:
        return IllegalAction("wrong-phase", "56-AUD-3", f"There is no {word.replace('_', ' ')} in this game.")
    if isinstance(state, Between):
        return IllegalAction("wrong-phase", "56-AUD-3", f"You cannot {deed} before the cards are dealt.")
    moment = "during the auction" if isinstance(state, Auction) else "during the play"
    return IllegalAction("wrong-phase", "56-AUD-3", f"You cannot {deed} {moment}.")


def not_your_turn(rule: str) -> IllegalAction:
    """Return the refusal of an action out of turn, by the rule that says whose turn it is."""
    return IllegalAction("not-your-turn", rule, "It is not your turn.")

"""Refusals that several phases share, worded for the player who tried."""

from engine.actions import Act, word_of
from engine.errors import IllegalAction
from engine.twentyeight.state import Auction, Between, Deciding, Folding, Game, Offered, Playing, Raising

_MOMENTS: dict[type[Game], str] = {
    Auction: "during the auction",
    Folding: "before the trump is folded",
    Deciding: "before the final trump is decided",
    Raising: "before the first lead",
    Offered: "before the offer is answered",
}

_DEEDS = {
    "bid": "bid",
    "pass": "pass",
    "fold": "fold a card",
    "keep": "keep the indicator",
    "ask": "ask for the trump",
    "reveal": "turn the trump up",
    "play": "play a card",
    "concede": "concede",
    "thani": "say thani",
    "cot": "say cot",
    "surrender_offer": "offer to give in",
    "surrender_accept": "accept a surrender",
    "surrender_refuse": "refuse a surrender",
}


def wrong_phase(state: Game, action: Act) -> IllegalAction:
    """Return the refusal of an action that this moment does not admit for anybody.

    Source: 28-AUD-1, 28-AUD-2.
    """
    if isinstance(state, Between) and state.last is not None:
        return IllegalAction("hand-over", "28-AUD-1", "The hand is over.")
    word = word_of(action)
    deed = _DEEDS.get(word)
    if deed is None:
        return IllegalAction("wrong-phase", "28-AUD-2", f"There is no {word.replace('_', ' ')} in this game.")
    if isinstance(state, Between):
        return IllegalAction("wrong-phase", "28-AUD-2", f"You cannot {deed} before the cards are dealt.")
    if word in ("ask", "reveal") and isinstance(state, Playing) and state.trump:
        return IllegalAction("wrong-phase", "28-AUD-2", "The trump is up already.")
    moment = _MOMENTS.get(type(state), "during the play")
    return IllegalAction("wrong-phase", "28-AUD-2", f"You cannot {deed} {moment}.")


def not_your_turn() -> IllegalAction:
    """Return the refusal of an action out of turn. Source: 28-AUD-3."""
    return IllegalAction("not-your-turn", "28-AUD-3", "It is not your turn.")


def card_not_held(rule: str) -> IllegalAction:
    """Return the refusal of a card that the seat does not hold."""
    return IllegalAction("card-not-held", rule, "You do not hold that card.")

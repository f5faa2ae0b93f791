"""Refusals that several phases of 28 share."""

from engine import refusals
from engine.actions import Act, Ask, Reveal
from engine.errors import IllegalAction
from engine.twentyeight.state import Auction, Between, CotPlaying, Deciding, Folding, Game, Offered, Playing, Raising

_MOMENTS: dict[type[Game], str] = {
    Between: "before the cards are dealt",
    Auction: "during the auction",
    Folding: "before the trump is folded",
    Deciding: "before the final trump is decided",
    Raising: "before the first lead",
    Playing: "during the play",
    CotPlaying: "in a four-card cot",
    Offered: "before the offer is answered",
}


def wrong_phase(state: Game, action: Act) -> IllegalAction:
    """Return the refusal of an action that this moment does not admit for anybody.

    Source: 28-AUD-1, 28-AUD-2.
    """
    if isinstance(state, Between) and state.last is not None:
        return refusals.hand_over("28-AUD-1")
    if isinstance(state, Playing) and state.trump and isinstance(action, (Ask, Reveal)):
        return not_now("The trump is up already.")
    return refusals.out_of_phase(state, action, _MOMENTS[type(state)], "28-AUD-2")


def not_now(message: str) -> IllegalAction:
    """Return the refusal of an action that the game has, but not at this moment. Source: 28-AUD-2."""
    return IllegalAction("wrong-phase", "28-AUD-2", message)


def not_chosen(action: Act) -> IllegalAction:
    """Return the refusal of an action whose option is off. Source: 28-AUD-2, 28-HSE-1."""
    return refusals.not_in_this_game(action, "28-AUD-2")


def not_your_turn() -> IllegalAction:
    """Return the refusal of an action out of turn. Source: 28-AUD-3."""
    return refusals.not_your_turn("28-AUD-3")

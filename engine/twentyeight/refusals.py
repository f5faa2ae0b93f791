"""Refusals that several phases of 28 share."""

from engine import refusals
from engine.actions import Act, Ask, Reveal
from engine.errors import IllegalAction
from engine.phrases import Phrase
from engine.twentyeight.state import Auction, Between, CotPlaying, Deciding, Folding, Game, Offered, Playing, Raising

_MOMENTS: dict[type[Game], Phrase] = {
    Between: Phrase("before the cards are dealt"),
    Auction: Phrase("during the auction"),
    Folding: Phrase("before the trump is folded"),
    Deciding: Phrase("before the final trump is decided"),
    Raising: Phrase("before the first lead"),
    Playing: Phrase("during the play"),
    CotPlaying: Phrase("in a four-card cot"),
    Offered: Phrase("before the offer is answered"),
}


def wrong_phase(state: Game, action: Act) -> IllegalAction:
    """Return the refusal of an action that this moment does not admit for anybody.

    Source: 28-AUD-1, 28-AUD-2.
    """
    if isinstance(state, Between) and state.last is not None:
        return refusals.hand_over("28-AUD-1")
    if isinstance(state, Playing) and state.trump and isinstance(action, (Ask, Reveal)):
        return not_now("The trump is already turned up.")
    return refusals.out_of_phase(state, action, _MOMENTS[type(state)], "28-AUD-2")


def not_now(text: str) -> IllegalAction:
    """Return the refusal of an action that the game has, but not at this moment. Source: 28-AUD-2."""
    return IllegalAction("wrong-phase", "28-AUD-2", text)


def not_chosen(action: Act) -> IllegalAction:
    """Return the refusal of an action whose option is off. Source: 28-AUD-2, 28-HSE-1."""
    return refusals.not_in_this_game(action, "28-AUD-2")


def not_your_turn() -> IllegalAction:
    """Return the refusal of an action out of turn. Source: 28-AUD-3."""
    return refusals.not_your_turn("28-AUD-3")

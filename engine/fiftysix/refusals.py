"""Refusals of actions that a phase of 56 does not admit."""

from engine import refusals
from engine.actions import Act
from engine.errors import IllegalAction
from engine.fiftysix.state import Auction, Between, Game, Playing
from engine.phrases import Phrase

_MOMENTS: dict[type[Game], Phrase] = {
    Between: Phrase("before the cards are dealt"),
    Auction: Phrase("during the auction"),
    Playing: Phrase("during the play"),
}


def wrong_phase(state: Game, action: Act) -> IllegalAction:
    """Return the refusal of an action that this moment does not admit for anybody. Source: 56-PLAY-7, 56-AUD-3."""
    if isinstance(state, Between) and state.last is not None:
        return refusals.hand_over("56-PLAY-7")
    return refusals.out_of_phase(state, action, _MOMENTS[type(state)], "56-AUD-3")

"""The draft of any deed that needs one."""

from collections.abc import Callable
from typing import Any, Final

from tournaments.deeds.base import Deed
from tournaments.deeds.lots import PromiseLot
from tournaments.deeds.staging import CloseStage, Draft, EditPairings, PairRound
from tournaments.drafting.by_hand import draft_edit
from tournaments.drafting.lots import draft_lot
from tournaments.drafting.places import draft_places
from tournaments.drafting.rounds import draft_round
from tournaments.state.tournament import TournamentState

DRAFTS: Final[dict[type[Deed], Callable[[TournamentState, Any], Draft]]] = {
    PairRound: draft_round,
    EditPairings: draft_edit,
    CloseStage: draft_places,
}
"""How the draft of each deed of `tournaments.deeds.deciding.DRAFTED` is computed, but for the promise of a lot."""


def draft_of(state: TournamentState, deed: Deed, draw_secret: Callable[[], str] | None = None) -> Draft | None:
    """Return the draft of a deed that needs one; None of all others.

    Args:
        state: The tournament.
        deed: The command.
        draw_secret: Draws 32 random bytes (hex) for the promise of a lot, anew for each draft; None: none is promised.

    Raises:
        Refused, DrawError, PairingError: The tournament does not admit the deed, or nothing can be drafted.
        TypeError: A lot is to be promised without a secret.
    """
    if isinstance(deed, PromiseLot):
        if draw_secret is None:
            raise TypeError("PromiseLot needs a secret")
        return draft_lot(state, deed, draw_secret())
    draft = DRAFTS.get(type(deed))
    return None if draft is None else draft(state, deed)

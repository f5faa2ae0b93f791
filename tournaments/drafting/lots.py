"""Drafts of lots: the server's secret comes in here."""

from tournaments.deeds.lots import PromiseLot, lot_promised
from tournaments.deeds.staging import Draft
from tournaments.events.entering import LotPromised
from tournaments.state.tournament import TournamentState


def draft_lot(state: TournamentState, deed: PromiseLot, secret: str) -> Draft:
    """Return the event that promises a lot.

    Args:
        state: The tournament.
        deed: The command.
        secret: 32 bytes (hex), drawn anew by the server for each draft (`secrets.token_hex(32)`).

    Raises:
        Refused: `lot-open`, `unknown-entrant`, `too-few-entrants`, `entrant-twice`.
    """
    lot = lot_promised(state, deed, secret)
    return Draft(state.moved, (LotPromised(lot.number, lot.entrants, lot.commitment, lot.secret),))

"""Conceding a hand of 56 at a live table: the conditions. Pure. Source: 56-IRR-30."""

from django.utils.translation import gettext as _

import engine
from games.errors import NotAllowed, TableError, WrongMoment
from games.tables.state.table import TableState
from games.words.citations import family_of


def concession_refused(state: TableState, seat: int) -> TableError | None:
    """Return the reason why a seat may not concede the running hand for its side, or None.

    A side that has won the hand cannot concede it any more: the declarer's side with the points of the contract, the
    other with enough to defeat it. At a table without a running count this refusal would give the count away: there the
    rest goes to the other side, and the points decide.
    """
    rules = state.rules
    if family_of(rules.id) != "56":
        return WrongMoment("not-this-game", _("In this game the declarer concedes, by the rules of the hand."))
    seen = engine.view(state.game, None)
    if state.ended_at is not None or seen.phase != "play" or seen.declarer is None or seen.bid is None:
        return WrongMoment("not-in-play", _("You can concede a hand only during the play of its cards."))
    if state.claim is not None:
        return WrongMoment("claim-open", _("A claim is waiting for its answer; play continues after it."))
    if not state.terms.running_count:
        return None
    side, declaring = rules.side_of(seat), rules.side_of(seen.declarer)
    if side == declaring and seen.points[side] >= seen.bid:
        return NotAllowed("cannot-be-lost", _("Your side has the points of its contract; it cannot be conceded."))
    if side != declaring and seen.points[side] > rules.deck_points - seen.bid:
        return NotAllowed("cannot-be-lost", _("Your side has defeated the contract; the hand cannot be conceded."))
    return None

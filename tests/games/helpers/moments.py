"""Moments of one hand of 28, from the deal to the score, for tests of what is shown of them."""

from engine import Bid, Fold, Keep, Pass, Play, Reveal
from tests.games.helpers.boards import done, played_until, started

# Seat 3 declares 17 with the folded seven of spades; after one trick of hearts it cannot follow diamonds.
HANDS = (
    ("D9", "DK", "CA", "HK", "CJ", "DJ", "H9", "C8"),
    ("HJ", "DQ", "C9", "D7", "CK", "SK", "CQ", "DA"),
    ("S8", "SQ", "HT", "DT", "SA", "ST", "D8", "C7"),
    ("SJ", "S9", "S7", "HA", "H8", "H7", "CT", "HQ"),
)
RULES, DEALT = started(hands=HANDS)
OPENED = done(DEALT, Bid(0, 14), Bid(1, 15), Bid(2, 16))
BOUGHT = done(OPENED, Bid(3, 17), Pass(0), Pass(1), Pass(2))
FOLDED = done(BOUGHT, Fold(3, "S7"))
SECOND_OVER = done(FOLDED, Pass(3), Pass(0), Pass(1), Pass(2))
KEPT = done(SECOND_OVER, Keep(3))
FOLLOWED = done(KEPT, Play(0, "HK"), Play(1, "HJ"), Play(2, "HT"))
TAKEN = done(FOLLOWED, Play(3, "HA"))
VOID = done(TAKEN, Play(1, "DQ"), Play(2, "DT"))
TURNED_UP = done(VOID, Reveal(3))
SCORED = played_until(done(TURNED_UP, Play(3, "S7")), lambda view: view.phase in ("scored", "finished"))

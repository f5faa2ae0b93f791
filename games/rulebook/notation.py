"""The page *Notation*: how bids, calls and cards are written, and the names of all that is counted."""

from typing import TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Rows: TypeAlias = tuple[tuple[str | Promise, Promise], ...]
"""Signs, or names of what is counted, each with its meaning."""

CARDS: Rows = (
    ("J♠", _("the jack of spades, worth 3 points")),
    ("9♥", _("the nine of hearts, worth 2 points")),
    ("A♦", _("the ace of diamonds, worth 1 point")),
    ("10♣", _("the ten of clubs, worth 1 point")),
)
BIDS_28: Rows = (
    ("17", _("a bid of 17: the bidder's side must take at least 17 card points")),
    (pgettext_lazy("a call", "pass"), _("no bid")),
    (pgettext_lazy("a call", "thani"), _("the bidder plays alone and must win every trick")),
)
CALLS_56: Rows = (
    ("28♦", _("28, with diamonds as trump")),
    ("♦28", _("the same, with the suit said first; partners agree on its meaning")),
    ("+♦", _("one more than the highest bid, with diamonds as trump")),
    ("+2♦, ♦+2", _("two more than the highest bid, with diamonds as trump")),
    ("30NT", _("30 at no trump")),
    ("30NS", _("also 30 at no trump, said as “no suit”; it tells partners something different from 30NT")),
    ("28P", _("28 at no trump, said as a number and “pass”")),
    (_("34♠ doubled"), _("the other side doubted the contract: it counts more for the side that wins it")),
    (_("34♠ redoubled"), _("the bidder's side answered the double: it counts even more")),
)
HISTORY: Rows = (
    ("\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}9♥", _("this card was led")),
    (_("a card in a box"), _("this card won the trick")),
    (_("a card struck through"), _("this card was played before the step shown")),
    (_("a card with a gold line"), _("this card was folded as the trump")),
)
COUNTED: Rows = (
    (_("Card points"), _("the value of the cards in the tricks of a side: 28 or 56 in all")),
    (_("Game points"), _("28: points that a side wins or loses in a hand")),
    (_("Stake points"), _("56: points that a side wins in a hand")),
    (_("Stakes"), _("28: the stock of a side during a game, in the rule sets that keep one")),
    (_("Base cards"), _("28 with base cards: the stock of a side; a side that runs out puts on a kunukku")),
    (_("Points in a standing"), _("2 for a game won, 1 for a game drawn")),
    (pgettext_lazy("column: difference", "Diff"), _("game points or stake points won minus those lost")),
    (_("Match points"), _("points for a match in the standings of a tournament")),
    (_("Units"), _("units that members owe each other in a club's ledger")),
)

"""The game of the card-game book: the race to fifteen.

As `engine.twentyeight.pagat`, without its options, but for:

| rule | where |
| --- | --- |
| 28-BOOK-1 | `pagat.BANDS` |
| 28-BOOK-2 | `DECLARED` |
| 28-BOOK-3 | `TwentyEight.early_trumps`; `play.trick_winner`, `play.plain_cards` |
| 28-BOOK-4 | `three_handed` |
"""

from collections.abc import Mapping
from typing import Any

from engine.options import EndingOption, Hands, Open, Target
from engine.phrases import phrase
from engine.twentyeight.pagat import FOUR_HANDED, OF_THREE, THREE_HANDED, outside_kerala
from engine.twentyeight.ruleset import TwentyEight

DECLARED = (EndingOption("ending", Target(15), (Open, Target, Hands), rule="28-BOOK-2"),)
LEDGER = ("28-BOOK-1", "28-BOOK-2", "28-BOOK-3")
REPLACED = (("28-TRICK-2", "28-BOOK-3"),)
OF_THE_BOOK: Mapping[str, Any] = {
    "about": phrase("A race to fifteen game points; a trump played before the trump is turned up is none."),
    "declared": DECLARED,
    "early_trumps": False,
}


def four_handed(options: Mapping[str, object]) -> TwentyEight:
    """Return `28-book-4`.

    Raises:
        RulesError: There is no such option or value.
    """
    named = {"id": "28-book-4", "name": phrase("28, the race to fifteen, four players")}
    return outside_kerala(options, {**FOUR_HANDED, **OF_THE_BOOK, **named}, LEDGER, REPLACED)


def three_handed(options: Mapping[str, object]) -> TwentyEight:
    """Return `28-book-3`. Source: 28-BOOK-4.

    Raises:
        RulesError: There is no such option or value.
    """
    named = {"id": "28-book-3", "name": phrase("28, the race to fifteen, three players")}
    ledger = ("28-PAG-8", *LEDGER, "28-BOOK-4")
    return outside_kerala(options, {**THREE_HANDED, **OF_THE_BOOK, **named}, ledger, (*REPLACED, *OF_THREE))


RULE_SETS = {"28-book-4": four_handed, "28-book-3": three_handed}
"""The rule sets of this tradition, by id."""

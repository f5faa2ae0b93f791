"""International: the rules of the North American tournament.

As `engine.fiftysix.tradition` says, with:

| rule | where |
| --- | --- |
| 56-AUC-4 | every form: `forms` |
| 56-AUC-6 | the opener must bid, and a plain pass does not: `compulsory_bidder` |
| 56-AUC-13 | nobody outbids a redouble: the default |
| 56-SCORE-3, 56-SCORE-4 | `doubling`: one and two points more, unless a club chooses otherwise |
"""

from collections.abc import Mapping
from functools import partial

from engine.fiftysix.calls import FORMS
from engine.fiftysix.ruleset import FiftySix
from engine.fiftysix.tradition import SIZES, rule_set
from engine.phrases import phrase


def international(players: int, options: Mapping[str, object]) -> FiftySix:
    """Return `56-international-4`, `-6` or `-8`, by the number of players.

    Raises:
        RulesError: There is no such option or value.
    """
    return rule_set(
        "International",
        players,
        options,
        doubling="add",
        about=phrase("The opener must bid; calls of every form, many with their own meaning; a double adds a point."),
        forms=FORMS,
        compulsory_bidder=1,
        replaced=(("56-AUC-7", "56-AUC-6"), ("56-AUC-8", "56-AUC-6")),
    )


RULE_SETS = {f"56-international-{players}": partial(international, players) for players in SIZES}
"""The rule sets of this tradition, by id."""

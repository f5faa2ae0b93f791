"""Standard: the book's proposal for all.

As `engine.fiftysix.tradition` says, with:

| rule | where |
| --- | --- |
| 56-AUC-4 | a number with a suit, with NS or with NT: `forms` |
| 56-AUC-8 | nobody must bid: the default |
| 56-AUC-13 | nobody outbids a redouble: the default |
| 56-SCORE-3 | `doubling`: twice and three times the value |
"""

from collections.abc import Mapping
from functools import partial

from engine.fiftysix.calls import NUMBER_NO_TRUMP, NUMBER_NOS, NUMBER_SUIT
from engine.fiftysix.ruleset import FiftySix
from engine.fiftysix.tradition import SIZES, rule_set
from engine.phrases import phrase


def standard(players: int, options: Mapping[str, object]) -> FiftySix:
    """Return `56-standard-4`, `-6` or `-8`, by the number of players.

    Raises:
        RulesError: There is no such option or value.
    """
    return rule_set(
        "Standard",
        players,
        options,
        doubling="multiply",
        about=phrase(
            "Nobody has to bid, and all may pass; a call is a number with a suit, NS or NT, and nothing else."
        ),
        forms=(NUMBER_SUIT, NUMBER_NOS, NUMBER_NO_TRUMP),
        replaced=(("56-AUC-6", "56-AUC-8"), ("56-AUC-7", "56-AUC-8")),
    )


RULE_SETS = {f"56-standard-{players}": partial(standard, players) for players in SIZES}
"""The rule sets of this tradition, by id."""

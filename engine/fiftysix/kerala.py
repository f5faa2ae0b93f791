"""Kerala: the rules of the tournaments at home.

As `engine.fiftysix.tradition` says, with:

| rule | where |
| --- | --- |
| 56-AUC-4 | a number with a suit or with NS: `forms` |
| 56-AUC-7 | the last player of the opener's side must bid, and bids by a pass: `compulsory_bidder`, `pass_bids` |
| 56-AUC-13 | a redouble may be outbid: `bids_over_redouble` |
| 56-SCORE-3 | `doubling`: twice and three times the value |
"""

from collections.abc import Mapping
from functools import partial

from engine.fiftysix.calls import NUMBER_NOS, NUMBER_SUIT
from engine.fiftysix.ruleset import FiftySix
from engine.fiftysix.tradition import SIZES, rule_set
from engine.phrases import phrase


def kerala(players: int, options: Mapping[str, object]) -> FiftySix:
    """Return `56-kerala-4`, `-6` or `-8`, by the number of players.

    Raises:
        RulesError: There is no such option or value.
    """
    return rule_set(
        "Kerala",
        players,
        options,
        doubling="multiply",
        about=phrase(
            "The last of the opener's side must bid, and bids 28 no-trump by a pass; a redouble may be outbid."
        ),
        forms=(NUMBER_SUIT, NUMBER_NOS),
        compulsory_bidder=players - 1,
        pass_bids=True,
        bids_over_redouble=True,
        replaced=(("56-AUC-6", "56-AUC-7"), ("56-AUC-8", "56-AUC-7")),
    )


RULE_SETS = {f"56-kerala-{players}": partial(kerala, players) for players in SIZES}
"""The rule sets of this tradition, by id."""

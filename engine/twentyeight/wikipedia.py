"""The games of the encyclopedia and of Central Kerala: base cards and kunukku instead of a score.

Played as in `engine.twentyeight.pagat`; what differs:

| rule | where |
| --- | --- |
| 28-WIK-1, 28-W8-3 | `BANDS`, `BANDS_OF_EIGHT` |
| 28-WIK-2, 28-WIK-3, 28-WIK-4 | `settle` |
| 28-WIK-5 | `score.winners_after` |
| 28-WIK-6 | `three_handed`; `auction`, `score.score_passed_out` |
| 28-WIK-7, 28-CK6-1 | `six_handed`, `central_kerala` |
| 28-W8-1, 28-W8-2 | `eight_handed`; `play.trick_winner` |
"""

from collections.abc import Mapping
from typing import Any

from engine.options import EndingOption, Hands, Open
from engine.phrases import phrase
from engine.twentyeight.pagat import (
    COT,
    FOUR_HANDED,
    OF_SIX,
    OF_THREE,
    OPTIONS_LEDGER,
    SIX_HANDED,
    THANI,
    THREE_HANDED,
    outside_kerala,
)
from engine.twentyeight.ruleset import Band, Settled, TwentyEight, level_mask
from engine.twentyeight.score import kunukku_off
from engine.twentyeight.state import Tally

BASE_CARDS = 6
BANDS = (Band(0, 1, 2), Band(20, 2, 3), Band(24, 3, 4))
BANDS_OF_EIGHT = (Band(0, 1, 2), Band(30, 2, 3))
DECLARED = (EndingOption("ending", Open(), (Open, Hands), rule="28-WIK-5"), COT, THANI)


def settle(rules: TwentyEight, tally: Tally, declarer: int, change: int, made: bool) -> Settled:
    """Return the base cards and kunukku after a hand.

    Args:
        rules: The rule set.
        tally: The standing before the hand.
        declarer: The bidder, also where the partner raised.
        change: The declarer's side's game points.
        made: Whether the contract was made.

    Source: 28-WIK-2, 28-WIK-3, 28-WIK-4.
    """
    declaring = rules.side_of(declarer)
    cards = tally.stakes or ()
    others = [side for side in range(len(cards)) if side != declaring]
    due = dict.fromkeys(others, change) if made else {declaring: -change * len(others)}
    short = [side for side in sorted(due) if cards[side] < due[side]]
    off = kunukku_off(rules, tally, declarer) if made else ()
    if short:
        on = tuple(sorted(seat for side in short for seat in rules.sides[side]))
        return Settled((rules.starting_stakes,) * len(cards), off, on)
    after = list(cards)
    for side in others:
        after[side] -= change
        after[declaring] += change
    return Settled(tuple(after), off)


LEDGER = ("28-WIK-1", "28-WIK-2", "28-WIK-3", "28-WIK-4", "28-WIK-5")
REPLACED = (
    ("28-PAG-6", "28-WIK-1"),
    ("28-PAG-7", "28-WIK-5"),
    ("28-END-3", "28-WIK-5"),
    ("28-SCO-4", "28-WIK-2"),
)


def _with_base_cards(
    options: Mapping[str, object],
    differing: Mapping[str, Any],
    ledger: tuple[str, ...] = (),
    replaced: tuple[tuple[str, str], ...] = (),
) -> TwentyEight:
    """Return a rule set of this tradition: the common members, with those in which it differs.

    Raises:
        RulesError: There is no such option or value.
    """
    base_cards = {
        "about": phrase("Six base cards a side move with every contract; a side that cannot pay wears a kunukku."),
        "declared": DECLARED,
        "starting_stakes": BASE_CARDS,
        "keeps_stakes": True,
        "keeps_kunukku": True,
        "settle": settle,
        "bands": BANDS,
    }
    ledger = (*ledger, *LEDGER, *OPTIONS_LEDGER)
    return outside_kerala(options, {**base_cards, **differing}, ledger, (*REPLACED, *replaced))


def four_handed(options: Mapping[str, object]) -> TwentyEight:
    """Return `28-wikipedia-4`.

    Raises:
        RulesError: There is no such option or value.
    """
    named = {"id": "28-wikipedia-4", "name": phrase("28 with base cards, four players")}
    return _with_base_cards(options, {**FOUR_HANDED, **named})


def three_handed(options: Mapping[str, object]) -> TwentyEight:
    """Return `28-wikipedia-3`: nobody must bid, and the dealer bids higher. Source: 28-WIK-6.

    Raises:
        RulesError: There is no such option or value.
    """
    named = {"id": "28-wikipedia-3", "name": phrase("28 with base cards, three players")}
    opening = {"opener_bids": False, "lowest_bid_of_dealer": 14}
    replaced = (*OF_THREE, ("28-AUC-2", "28-WIK-6"))
    return _with_base_cards(options, {**THREE_HANDED, **named, **opening}, ("28-PAG-8", "28-WIK-6"), replaced)


def six_handed(options: Mapping[str, object]) -> TwentyEight:
    """Return `28-wikipedia-6`: three pairs. Source: 28-WIK-7.

    Raises:
        RulesError: There is no such option or value.
    """
    named = {"id": "28-wikipedia-6", "name": phrase("28 with base cards, six players in pairs")}
    return _with_base_cards(options, {**SIX_HANDED, **named}, ("28-PAG-9", "28-WIK-7"), OF_SIX)


def central_kerala(options: Mapping[str, object]) -> TwentyEight:
    """Return `28-central-kerala-6`: two teams of three. Source: 28-CK6-1.

    Raises:
        RulesError: There is no such option or value.
    """
    named = {"id": "28-central-kerala-6", "name": phrase("28, Central Kerala, six players in two teams")}
    about = phrase("Six players in two teams of three, bids from 16; base cards and kunukku.")
    teams = {"about": about, "sides": ((0, 2, 4), (1, 3, 5)), "lowest_bid": 16}
    ledger = ("28-PAG-9", "28-WIK-7", "28-CK6-1")
    return _with_base_cards(options, {**SIX_HANDED, **named, **teams}, ledger, OF_SIX)


def eight_handed(options: Mapping[str, object]) -> TwentyEight:
    """Return `28-wikipedia-8`: two teams of four, with sixes and threes. Source: 28-W8-1, 28-W8-2, 28-W8-3.

    Raises:
        RulesError: There is no such option or value.
    """
    eight: dict[str, Any] = {
        "id": "28-wikipedia-8",
        "name": phrase("28 with threes, eight players in two teams"),
        "players": 8,
        "ranks": "J39ATKQ876",
        "level": level_mask("J3"),
        "batches": (5,),
        "packet": 5,
        "sides": ((0, 2, 4, 6), (1, 3, 5, 7)),
        "lowest_bid": 20,
        "highest_bid": 40,
        "over_partner": 20,
        "honours_above": 29,
        "bands": BANDS_OF_EIGHT,
    }
    replaced = (
        ("28-DECK-3", "28-W8-2"),
        ("28-DEAL-2", "28-W8-1"),
        ("28-AUC-4", "28-W8-1"),
        ("28-PAG-3", "28-W8-1"),
        ("28-WIK-1", "28-W8-3"),
    )
    return _with_base_cards(options, eight, ("28-W8-1", "28-W8-2", "28-W8-3"), replaced)


RULE_SETS = {
    "28-wikipedia-4": four_handed,
    "28-wikipedia-3": three_handed,
    "28-wikipedia-6": six_handed,
    "28-central-kerala-6": central_kerala,
    "28-wikipedia-8": eight_handed,
}
"""The rule sets of this tradition, by id."""

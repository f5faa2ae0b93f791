"""The common game outside the Kerala document: one auction, a raise after the last batch, game points.

As the Kerala game (`engine.twentyeight.kerala`) but for:

| rule | where |
| --- | --- |
| 28-PAG-1, 28-PAG-2 | `auction` |
| 28-PAG-3, 28-THANI-1, 28-THANI-2 | `raising` |
| 28-PAG-4, 28-PAG-5 | `play`, `trump`; no concession, no final decision: `TRADITION` |
| 28-PAG-6, 28-THANI-3, 28-COT-1 | `BANDS`; `score.score_played_out` |
| 28-PAG-7 | `DECLARED`; `score.winners_after` |
| 28-PAG-8, 28-PAG-9 | `THREE_HANDED`, `SIX_HANDED` |
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from engine.actions import Ask, Bid, Fold, Pass, Play, Reveal, Thani
from engine.cards import SUITS, make_deck
from engine.events import (
    BidMade,
    CardPlayed,
    GameFinished,
    HandDealt,
    HandScored,
    KunukkuPlaced,
    KunukkuRemoved,
    Passed,
    ThaniCalled,
    TrumpAsked,
    TrumpFolded,
    TrumpRevealed,
)
from engine.options import EndingOption, Flag, Hands, Open, Target, read_options
from engine.phrases import phrase
from engine.rules import nobody, nothing, whose_turn
from engine.twentyeight import auction, dealing, kerala, play, raising, score, trump
from engine.twentyeight.ruleset import RESULT_MEMBERS, Band, TwentyEight
from engine.twentyeight.state import Auction, Between, Folding, Playing, Raising

TRADITION = replace(
    kerala.TRADITION,
    judges={
        Between: {},
        Auction: {Bid: auction.judge_bid, Pass: auction.judge_pass},
        Folding: {Fold: trump.judge_first_fold},
        Raising: {Bid: raising.judge_raise, Pass: raising.judge_stay, Thani: raising.judge_thani},
        Playing: {Play: play.judge_play, Ask: trump.judge_ask, Reveal: trump.judge_reveal},
    },
    appliers={
        Between: {HandDealt: dealing.apply_dealt, GameFinished: score.apply_finished},
        Auction: {
            BidMade: auction.apply_bid,
            Passed: auction.apply_pass,
            HandScored: score.apply_scored,
        },
        Folding: {TrumpFolded: raising.apply_fold},
        Raising: {
            BidMade: raising.apply_raise,
            Passed: raising.apply_stay,
            ThaniCalled: raising.apply_thani,
        },
        Playing: {
            CardPlayed: play.apply_played,
            TrumpAsked: trump.apply_asked,
            TrumpRevealed: trump.apply_revealed,
            KunukkuRemoved: score.apply_kunukku_off,
            KunukkuPlaced: score.apply_kunukku_on,
            HandScored: score.apply_scored,
        },
    },
    legal={
        Between: nothing,
        Auction: auction.legal,
        Folding: trump.legal_first_fold,
        Raising: raising.legal,
        Playing: play.legal,
    },
    turn={
        Between: nobody,
        Auction: whose_turn,
        Folding: trump.turn_of_first_fold,
        Raising: whose_turn,
        Playing: whose_turn,
    },
)

BANDS = (Band(0, 1, 2), Band(20, 2, 3), Band(25, 3, 4))
COT, THANI = Flag("cot", False, rule="28-COT-1"), Flag("thani", False, rule="28-THANI-1")
DECLARED = (EndingOption("ending", Open(), (Open, Target, Hands), rule="28-PAG-7"), COT, THANI)

FOUR_HANDED: Mapping[str, Any] = {
    "players": 4,
    "ranks": "J9ATKQ87",
    "batches": (4, 4),
    "packet": 4,
    "sides": ((0, 2), (1, 3)),
    "lowest_bid": 14,
    "over_partner": 20,
    "lowest_raise": 24,
    "raisers": 2,
}
THREE_HANDED: Mapping[str, Any] = {
    "players": 3,
    "ranks": "J9ATKQ",
    "batches": (4, 4),
    "packet": 4,
    "sides": ((0,), (1,), (2,)),
    "lowest_bid": 12,
    "lowest_raise": 24,
    "raisers": 1,
}
SIX_HANDED: Mapping[str, Any] = {
    "players": 6,
    "ranks": "J9ATKQ876",
    "batches": (6,),
    "packet": 3,
    "sides": ((0, 3), (1, 4), (2, 5)),
    "lowest_bid": 12,
    "over_partner": 20,
}

LEDGER = (
    "28-DECK-", "28-SEAT-", "28-DEAL-", "28-AUC-", "28-PAG-1", "28-PAG-2", "28-FOLD-", "28-PAG-3", "28-PLAY-",
    "28-PAG-4", "28-REV-", "28-PAG-5", "28-TRICK-", "28-SCO-", "28-PAG-6", "28-END-", "28-PAG-7",
)  # fmt: skip
"""What of the ledger holds outside Kerala, in reading order; `REPLACED` is what of it does not."""
OPTIONS_LEDGER = ("28-THANI-1", "28-THANI-2", "28-THANI-3", "28-COT-1")
REPLACED = (
    ("28-AUC-7", "28-PAG-1"),
    ("28-REV-5", "28-PAG-5"),
    ("28-SCO-2", "28-PAG-6"),
    ("28-SCO-3", "28-PAG-6"),
    ("28-END-2", "28-PAG-7"),
)
OF_THREE = (("28-PAG-2", "28-PAG-8"),)
"""What does not hold three-handed, and what holds instead."""
OF_SIX = (("28-DEAL-2", "28-PAG-9"), ("28-PAG-3", "28-PAG-9"))
"""What does not hold six-handed, and what holds instead."""


def members(
    differing: Mapping[str, Any], ledger: tuple[str, ...] = (), replaced: tuple[tuple[str, str], ...] = ()
) -> dict[str, Any]:
    """Return the members of a rule set played as this tradition plays, but for its options.

    Args:
        differing: The members of `TwentyEight` in which the rule set differs, its `id` among them.
        ledger: Which parts of the rule ledger hold beside those of this tradition.
        replaced: Rules among all those that do not hold, with what holds instead.
    """
    return {
        "about": phrase("One auction on the first cards and a raise on the rest; game points grow with the contract."),
        "direction": "counter-clockwise",
        "suits": SUITS,
        "deck": make_deck(differing["ranks"]),
        "declared": DECLARED,
        "result_members": RESULT_MEMBERS,
        "ledger": (*LEDGER, *ledger, "28-AUD-"),
        "replaced": (*REPLACED, *replaced),
        "tradition": TRADITION,
        "bands": BANDS,
        "score_played_out": score.score_played_out,
        **differing,
    }


def outside_kerala(
    options: Mapping[str, object],
    differing: Mapping[str, Any],
    ledger: tuple[str, ...] = (),
    replaced: tuple[tuple[str, str], ...] = (),
) -> TwentyEight:
    """Return a rule set played as this tradition plays: `members` with its options.

    Raises:
        RulesError: There is no such option or value.
    """
    fixed = members(differing, ledger, replaced)
    return TwentyEight(**fixed, **read_options(fixed["declared"], options))


def four_handed(options: Mapping[str, object]) -> TwentyEight:
    """Return `28-pagat-4`.

    Raises:
        RulesError: There is no such option or value.
    """
    named = {"id": "28-pagat-4", "name": phrase("28, common rules, four players")}
    return outside_kerala(options, {**FOUR_HANDED, **named}, OPTIONS_LEDGER)


def three_handed(options: Mapping[str, object]) -> TwentyEight:
    """Return `28-pagat-3`: the bidder alone against both. Source: 28-PAG-8.

    Raises:
        RulesError: There is no such option or value.
    """
    named = {"id": "28-pagat-3", "name": phrase("28, common rules, three players")}
    return outside_kerala(options, {**THREE_HANDED, **named}, ("28-PAG-8", *OPTIONS_LEDGER), OF_THREE)


def six_handed(options: Mapping[str, object]) -> TwentyEight:
    """Return `28-pagat-6`: three pairs, six cards. Source: 28-PAG-9.

    Raises:
        RulesError: There is no such option or value.
    """
    named = {"id": "28-pagat-6", "name": phrase("28, common rules, six players in pairs")}
    return outside_kerala(options, {**SIX_HANDED, **named}, ("28-PAG-9", *OPTIONS_LEDGER), OF_SIX)


RULE_SETS = {"28-pagat-4": four_handed, "28-pagat-3": three_handed, "28-pagat-6": six_handed}
"""The rule sets of this tradition, by id."""

"""The play of 56 in every tradition, shared by all its rule sets.

| rule | where |
| --- | --- |
| 56-SET-1 | `international`, `kerala`, `standard`: the auction's data, and what a double is worth |
| 56-SET-2 | `SIZES` |
| 56-SET-3 | `rule_set`: the options |
| 56-DECK-1 to 56-DECK-3 | `cards` |
| 56-SEAT-1, 56-SEAT-2 | `RuleSet.next_seat`, `SIZES`; 56-SEAT-3: `dealing` |
| 56-DEAL-1 to 56-DEAL-5 | `dealing` |
| 56-AUC-1 to 56-AUC-17, 56-CON-1, 56-CON-2 | `auction`; the notation of 56-AUC-4 and 56-AUC-5 in `calls` |
| 56-PLAY-1 to 56-PLAY-7 | `play`; 56-PLAY-7: `refusals` |
| 56-CON-3, 56-SCORE-1 to 56-SCORE-5, 56-MATCH-1 to 56-MATCH-5 | `score`; 56-SCORE-3: `BANDS`, `FiftySix.stake` |
| 56-AUD-3 | `TRADITION.judges`, `refusals`; 56-AUD-4: the order within each judge |
| 56-AUD-1 | `engine.form`; 56-AUD-2: `dealing.judge_deal`; 56-AUD-5, 56-AUD-6: `engine.audit` |

| 56-IRR-1 to 56-IRR-30 | `irregularities`, `rulings`; the score sheet of a real table: `sheet` |

No business of the engine's are 56-DEAL-6 (cutting, misdeals), tournaments (56-FMT-1, 56-FMT-2), what the examples are
(56-AUD-7), screens (56-SHOW), and conventions (56-CNV-1 to 56-CNV-4).
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.actions import Call, Claim, Double, Pass, Play, Redeal, Redouble
from engine.cards import SUITS
from engine.events import (
    CallMade,
    CardPlayed,
    ClaimMade,
    Doubled,
    GameFinished,
    HandAdjusted,
    HandCancelled,
    HandDealt,
    HandScored,
    Happened,
    IrregularityRuled,
    MatchForfeited,
    Passed,
    PenaltyAwarded,
    RedealCalled,
    Redoubled,
)
from engine.fiftysix import auction, calls, dealing, irregular, play, refusals, rulings, score, view
from engine.fiftysix.cards import DECK, RANKS
from engine.fiftysix.ruleset import RESULT_MEMBERS, Band, FiftySix
from engine.fiftysix.state import Auction, Between, Playing
from engine.options import Choice, EndingOption, Games, Hands, Open, read_options
from engine.phrases import phrase
from engine.rules import State, Tradition, nobody, nothing, whose_turn

_RULED: dict[type[Happened], Callable[[Any, Any], State]] = {
    IrregularityRuled: rulings.apply_noted,
    PenaltyAwarded: rulings.apply_awarded,
    HandAdjusted: rulings.apply_ended,
    HandCancelled: rulings.apply_ended,
}
"""What a director's ruling does to a running hand. Source: 56-IRR-20, 56-IRR-27, 56-IRR-30."""

TRADITION = Tradition(
    judges={
        Between: {},
        Auction: {
            Call: auction.judge_call,
            Pass: auction.judge_pass,
            Double: auction.judge_double,
            Redouble: auction.judge_redouble,
            Redeal: auction.judge_redeal,
        },
        Playing: {Play: play.judge_play, Claim: play.judge_claim},
    },
    appliers={
        Between: {
            HandDealt: dealing.apply_dealt,
            HandScored: score.apply_scored,
            IrregularityRuled: rulings.apply_noted,
            MatchForfeited: rulings.apply_noted,
            GameFinished: score.apply_finished,
        },
        Auction: {
            CallMade: auction.apply_call,
            Passed: auction.apply_pass,
            Doubled: auction.apply_double,
            Redoubled: auction.apply_redouble,
            RedealCalled: auction.apply_redeal,
            **_RULED,
        },
        Playing: {
            CardPlayed: play.apply_played,
            ClaimMade: play.apply_claimed,
            HandScored: score.apply_scored,
            **_RULED,
        },
    },
    legal={Between: nothing, Auction: auction.legal, Playing: play.legal},
    turn={Between: nobody, Auction: whose_turn, Playing: whose_turn},
    refuse=refusals.wrong_phase,
    start=dealing.start,
    deal=dealing.judge_deal,
    next_dealer=dealing.next_dealer,
    view=view.see,
    reads_call=calls.is_readable,
    direct=rulings.direct,
    force=irregular.force,
    play_on={Playing: play.play_on},
)

BANDS = (Band(28, 1, 2), Band(40, 2, 3), Band(48, 3, 4), Band(56, 4, 5))

SIZES: Mapping[int, Mapping[str, Any]] = {
    4: {"batches": (12,), "packet": 4, "sides": ((0, 2), (1, 3))},
    6: {"batches": (8,), "packet": 4, "sides": ((0, 2, 4), (1, 3, 5))},
    8: {"batches": (6,), "packet": 3, "sides": ((0, 2, 4, 6), (1, 3, 5, 7))},
}
"""Cards and sides, by the number of players. Source: 56-SET-2, 56-SEAT-2, 56-DEAL-1."""

LEDGER = (
    "56-SET-", "56-DECK-", "56-SEAT-", "56-DEAL-", "56-AUC-", "56-CON-", "56-PLAY-", "56-SCORE-", "56-MATCH-",
    "56-FMT-", "56-AUD-", "56-SHOW-", "56-IRR-", "56-CNV-",
)  # fmt: skip

NAMES = {
    "56-international-4": phrase("56, International rules, four players"),
    "56-international-6": phrase("56, International rules, six players"),
    "56-international-8": phrase("56, International rules, eight players"),
    "56-kerala-4": phrase("56, Kerala rules, four players"),
    "56-kerala-6": phrase("56, Kerala rules, six players"),
    "56-kerala-8": phrase("56, Kerala rules, eight players"),
    "56-standard-4": phrase("56, Standard rules, four players"),
    "56-standard-6": phrase("56, Standard rules, six players"),
    "56-standard-8": phrase("56, Standard rules, eight players"),
}
"""What people call the rule sets, by id."""


def rule_set(
    tradition: str, players: int, options: Mapping[str, object], *, doubling: str, **differing: Any
) -> FiftySix:
    """Return a rule set of a tradition.

    Args:
        tradition: Its name, as people write it, such as `Kerala`.
        players: 4, 6 or 8.
        options: Values for the options; the others have their defaults.
        doubling: The default of the option of this name.
        differing: The members of `FiftySix` in which the traditions differ.

    Raises:
        RulesError: There is no such option or value.

    Source: 56-SET-1, 56-SET-2, 56-SET-3.
    """
    declared = (
        Choice("doubling", doubling, ("multiply", "add"), rule="56-SET-3"),
        EndingOption("ending", Hands(12), (Hands, Games, Open), rule="56-MATCH-1"),
    )
    rules_id = f"56-{tradition.lower()}-{players}"
    return FiftySix(
        id=rules_id,
        name=NAMES[rules_id],
        players=players,
        direction="counter-clockwise",
        suits=SUITS,
        ranks=RANKS,
        deck=DECK,
        declared=declared,
        result_members=RESULT_MEMBERS,
        ledger=LEDGER,
        tradition=TRADITION,
        conventions=tradition,
        bands=BANDS,
        **SIZES[players],
        **read_options(declared, options),
        **differing,
    )

"""The Kerala game, four- and three-handed.

| rule | where |
| --- | --- |
| 28-DECK-1 to 28-DECK-3 | `RuleSet.deck`; order and points in `engine.cards` |
| 28-SEAT-1 to 28-SEAT-3 | `RuleSet.sides`, `RuleSet.next_seat`; the opener in `dealing` |
| 28-DEAL-1 to 28-DEAL-4 | `dealing` |
| 28-AUC-1 to 28-AUC-7, 28-AUC2-1 to 28-AUC2-5 | `auction` |
| 28-FOLD-1 to 28-FOLD-3, 28-TRUMP-1 to 28-TRUMP-4, 28-REV-1 to 28-REV-7 | `trump` |
| 28-PLAY-1 to 28-PLAY-7, 28-TRICK-1 to 28-TRICK-4 | `play` |
| 28-CON-1 to 28-CON-4, 28-SCO-1, 28-SCO-4, 28-END-1 to 28-END-3 | `score` |
| 28-SCO-2, 28-SCO-3 | `TwentyEight.bands` |
| 28-STK-1 to 28-STK-4 | `settle_two_teams`, `settle_with_each` |
| 28-AUD-0 to 28-AUD-4 | `TRADITION.judges`, `refusals`; the order within an action is that of each judge |
| 28-AUD-5 | `engine.form`; 28-AUD-6: `score.score_hand`; 28-AUD-7 to 28-AUD-9: `engine.audit` |
"""

from collections.abc import Mapping
from typing import Any

from engine.actions import Action, Ask, Bid, Concede, Fold, Keep, Pass, Play, Reveal
from engine.cards import SUITS, make_deck
from engine.events import (
    BidMade,
    CardPlayed,
    Conceded,
    GameFinished,
    HandDealt,
    HandScored,
    Passed,
    TrumpAsked,
    TrumpFolded,
    TrumpKept,
    TrumpRevealed,
)
from engine.options import Elimination, EndingOption, Hands, Number, Target, read_options
from engine.phrases import phrase
from engine.rules import Tradition, nobody, nothing, whose_turn
from engine.twentyeight import auction, dealing, irregular, play, refusals, score, trump, view
from engine.twentyeight.ruleset import RESULT_MEMBERS, Band, Settle, Settled, TwentyEight
from engine.twentyeight.state import Auction, Between, Deciding, Folding, Playing, Tally


def legal_first_fold(state: Folding, seat: int) -> list[Action]:
    """Return Bidder 1's folds, and the concession. Source: 28-CON-1."""
    return _or_concede(trump.legal_first_fold(state, seat), seat == state.bidder, seat)


def legal_decision(state: Deciding, seat: int) -> list[Action]:
    """Return the declarer's ways to decide the trump, and the concession. Source: 28-CON-1."""
    return _or_concede(trump.legal_decision(state, seat), seat == state.declarer, seat)


def legal_play(state: Playing, seat: int) -> list[Action]:
    """Return what a seat may do in play, and the declarer's concession. Source: 28-CON-1, 28-CON-3."""
    may = seat == state.contract.declarer and score.may_concede(state)
    return _or_concede(play.legal(state, seat), may, seat)


def _or_concede(actions: list[Action], may: bool, seat: int) -> list[Action]:
    """Return the actions, and the concession if it is allowed."""
    return [*actions, Concede(seat)] if may else actions


TRADITION = Tradition(
    judges={
        Between: {},
        Auction: {Bid: auction.judge_bid, Pass: auction.judge_pass},
        Folding: {Fold: trump.judge_first_fold, Concede: score.judge_concede_early},
        Deciding: {Fold: trump.judge_final_fold, Keep: trump.judge_keep, Concede: score.judge_concede_early},
        Playing: {
            Play: play.judge_play,
            Ask: trump.judge_ask,
            Reveal: trump.judge_reveal,
            Concede: score.judge_concede_in_play,
        },
    },
    appliers={
        Between: {
            HandDealt: dealing.apply_dealt,
            HandScored: score.apply_scored,
            GameFinished: score.apply_finished,
        },
        Auction: {BidMade: auction.apply_bid, Passed: auction.apply_pass},
        Folding: {TrumpFolded: trump.apply_first_fold, Conceded: score.apply_conceded},
        Deciding: {
            TrumpFolded: trump.apply_final_fold,
            TrumpKept: trump.apply_kept,
            Conceded: score.apply_conceded,
        },
        Playing: {
            CardPlayed: play.apply_played,
            TrumpAsked: trump.apply_asked,
            TrumpRevealed: trump.apply_revealed,
            Conceded: score.apply_conceded,
            HandScored: score.apply_scored,
        },
    },
    legal={
        Between: nothing,
        Auction: auction.legal,
        Folding: legal_first_fold,
        Deciding: legal_decision,
        Playing: legal_play,
    },
    turn={
        Between: nobody,
        Auction: whose_turn,
        Folding: trump.turn_of_first_fold,
        Deciding: trump.turn_of_decision,
        Playing: whose_turn,
    },
    refuse=refusals.wrong_phase,
    start=dealing.start,
    deal=dealing.judge_deal,
    next_dealer=dealing.next_dealer,
    view=view.see,
    reads_call=lambda text: True,
    force=irregular.force,
    play_on={Playing: play.play_on},
)


def settle_two_teams(rules: TwentyEight, tally: Tally, declarer: int, change: int, made: bool) -> Settled:
    """Return the stakes after a hand of two teams: as many units move as game points.

    Source: 28-STK-2, 28-STK-4.
    """
    side = rules.side_of(declarer)
    after = list(tally.stakes or ())
    if change > 0:
        _pay(after, 1 - side, side, change)
    else:
        _pay(after, side, 1 - side, -change)
    return Settled(tuple(after))


def settle_with_each(rules: TwentyEight, tally: Tally, declarer: int, change: int, made: bool) -> Settled:
    """Return the stakes after a three-handed hand: one unit with each opponent, or two.

    Source: 28-STK-3, 28-STK-4.
    """
    after = list(tally.stakes or ())
    units = 1 if abs(change) == 1 else 2
    opponent = rules.next_seat(declarer)
    while opponent != declarer:
        if change > 0:
            _pay(after, opponent, declarer, units)
        else:
            _pay(after, declarer, opponent, units)
        opponent = rules.next_seat(opponent)
    return Settled(tuple(after))


def _pay(stakes: list[int], payer: int, payee: int, units: int) -> None:
    """Move units, as far as they go. Source: 28-STK-4."""
    paid = min(units, stakes[payer])
    stakes[payer] -= paid
    stakes[payee] += paid


DECLARED = (
    Number("starting_stakes", 20, 1, 1000, rule="28-STK-1"),
    EndingOption("ending", Elimination(), (Elimination, Target, Hands), rule="28-END-2"),
)
LEDGER = (
    "28-DECK-", "28-SEAT-", "28-DEAL-", "28-AUC-", "28-FOLD-", "28-AUC2-", "28-TRUMP-", "28-PLAY-", "28-REV-",
    "28-TRICK-", "28-CON-", "28-SCO-", "28-STK-", "28-END-", "28-AUD-",
)  # fmt: skip


def _kerala(options: Mapping[str, object], settle: Settle, **differing: Any) -> TwentyEight:
    """Return a rule set of this tradition: what both have, and the members in which they differ.

    `settle` moves the stakes, where the ending keeps any (28-END-3).

    Raises:
        RulesError: There is no such option or value.
    """
    chosen = read_options(DECLARED, options)
    keeps_stakes = isinstance(chosen["ending"], Elimination)
    return TwentyEight(
        about=phrase(
            "Two auctions, the second with all cards seen; the trump may be changed, the hand conceded; stakes."
        ),
        direction="clockwise",
        suits=SUITS,
        deck=make_deck(differing["ranks"]),
        batches=(4, 4),
        packet=4,
        declared=DECLARED,
        result_members=RESULT_MEMBERS,
        ledger=LEDGER,
        tradition=TRADITION,
        indicator_binds=True,
        keeps_stakes=keeps_stakes,
        settle=settle if keeps_stakes else None,
        score_played_out=score.score_played_out,
        **chosen,
        **differing,
    )


def four_handed(options: Mapping[str, object]) -> TwentyEight:
    """Return `28-kerala-4`.

    Raises:
        RulesError: There is no such option or value.
    """
    return _kerala(
        options,
        settle_two_teams,
        id="28-kerala-4",
        name=phrase("28, Kerala rules, four players"),
        players=4,
        ranks="J9ATKQ87",
        sides=((0, 2), (1, 3)),
        lowest_bid=14,
        second_lowest_bid=24,
        honours_above=20,
        bands=(Band(14, 1, 1), Band(21, 2, 2), Band(24, 2, 3, auction=2)),
    )


def three_handed(options: Mapping[str, object]) -> TwentyEight:
    """Return `28-kerala-3`.

    Raises:
        RulesError: There is no such option or value.
    """
    return _kerala(
        options,
        settle_with_each,
        id="28-kerala-3",
        name=phrase("28, Kerala rules, three players"),
        players=3,
        ranks="J9ATKQ",
        sides=((0,), (1,), (2,)),
        lowest_bid=12,
        second_lowest_bid=22,
        honours_above=18,
        bands=(Band(12, 1, 1), Band(19, 2, 2), Band(22, 2, 4, auction=2)),
    )


RULE_SETS = {"28-kerala-4": four_handed, "28-kerala-3": three_handed}
"""The rule sets of this tradition, by id."""

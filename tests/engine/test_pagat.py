"""The common game outside the Kerala document, and its options: 28-PAG, 28-THANI, 28-COT."""

import pytest

import engine
from engine.twentyeight.ruleset import TwentyEight
from tests.engine.scenes import (
    after,
    auctioned,
    cards,
    dealt,
    dealt_next,
    decided,
    in_play,
    passed_out,
    playable,
    played,
    played_out,
    refused,
    result,
    seen,
)

FOUR = "28-pagat-4"
THREE = "28-pagat-3"
SIX = "28-pagat-6"
THANI = {"thani": True}
COT = {"cot": True}

SUITS = {
    0: "SJ S9 SA ST SK SQ S8 S7",
    1: "HJ H9 HA HT HK HQ H8 H7",
    2: "DJ D9 DA DT DK DQ D8 D7",
}
"""A suit to each of four seats: whoever leads with the own suit trumps takes every trick."""
SPLIT = {
    0: "SJ S9 SA HJ H9 HA DJ D9",
    1: "SK SQ S8 HK HQ H8 DA DT",
    2: "ST S7 HT H7 CJ C9 CA CT",
    3: "DK DQ D8 D7 CK CQ C8 C7",
}
"""Seat 0 has six sure tricks in three suits and no club."""
LOST = {
    0: "SJ S9 SA ST SK SQ S8 CJ",
    1: "S7 HJ H9 HA HT HK HQ H8",
    2: "DJ D9 DA DT DK DQ D8 D7",
}
"""Seat 1, with its only spade folded, takes nothing if seat 0 leads the jack of clubs first."""


def rules_of(rule_set: str, **options: object) -> TwentyEight:
    """Return a rule set of this family."""
    rules = engine.load_rules(rule_set, options)
    assert isinstance(rules, TwentyEight)
    return rules


def raising(bid: int = 16, declarer: int = 0, **options: object) -> engine.State:
    """Return the state after the fold of four-handed play: the declarer's raise turn, if there is one."""
    state = auctioned(dealt(SUITS, rule_set=FOUR, options=options), declarer, bid)
    return after(state, f"{declarer} fold {seen(state, declarer).hand[0]}")


def test_there_is_one_auction_and_it_ends_when_all_others_have_passed() -> None:
    """28-PAG-1: a pass is not final, the opener must bid, and after the fold nobody bids but in a raise turn."""
    state = dealt(rule_set=FOUR)
    assert refused(state, "0 pass") == ("must-bid", "28-AUC-2")
    assert refused(state, "0 bid 13") == ("bid-too-low", "28-AUC-3")

    state = after(state, "0 bid 14", "1 pass", "2 pass", "3 bid 15", "0 bid 16", "1 bid 17", "2 pass", "3 pass")
    assert seen(state).phase == "auction"
    state = after(state, "0 pass")
    assert (seen(state).phase, seen(state).bidder, seen(state).bid) == ("fold", 1, 17)

    state = after(state, f"1 fold {seen(state, 1).hand[0]}")
    assert seen(state).phase == "raise"
    assert seen(state).declarer == 1


def test_the_auction_ends_at_once_at_the_highest_bid() -> None:
    """28-PAG-1, 28-AUC-4."""
    state = after(dealt(rule_set=FOUR), "0 bid 27")
    assert refused(state, "1 bid 29") == ("bid-too-high", "28-AUC-4")

    assert seen(after(state, "1 bid 28")).phase == "fold"


@pytest.mark.parametrize("word", ["concede", "keep"])
def test_nobody_concedes_or_keeps_a_trump(word: str) -> None:
    """28-PAG-1, 28-PAG-3, 28-AUD-2: at no moment."""
    auction = dealt(SUITS, rule_set=FOUR)
    fold = auctioned(auction, 0, 16)
    raise_turn = after(fold, "0 fold SJ")
    play = decided(raise_turn)

    for state in (auction, fold, raise_turn, play):
        assert refused(state, f"0 {word}") == ("wrong-phase", "28-AUD-2")


def test_over_ones_partners_standing_bid_one_bids_twenty_or_more() -> None:
    """28-PAG-2: too low comes first, too high as well, and an opponent's bid between lifts it."""
    state = after(dealt(rule_set=FOUR), "0 bid 14", "1 pass")
    assert refused(state, "2 bid 14") == ("bid-too-low", "28-AUC-3")
    assert refused(state, "2 bid 15") == ("call-not-allowed", "28-PAG-2")
    assert refused(state, "2 bid 19") == ("call-not-allowed", "28-PAG-2")
    assert refused(state, "2 bid 20") is None
    assert refused(state, "2 bid 29") == ("bid-too-high", "28-AUC-4")
    assert engine.legal_actions(state, 2) == [*(engine.Bid(2, value) for value in range(20, 29)), engine.Pass(2)]

    over_the_opponent = after(dealt(rule_set=FOUR), "0 bid 14", "1 bid 15")
    assert refused(over_the_opponent, "2 bid 16") is None
    over_twenty = after(dealt(rule_set=FOUR), "0 bid 20", "1 pass")
    assert refused(over_twenty, "2 bid 21") is None


def test_over_ones_partner_with_six_at_the_table() -> None:
    """28-PAG-2: opposite, three seats on; over the neighbours any bid will do."""
    state = after(dealt(rule_set=SIX), "0 bid 12")
    assert refused(state, "1 bid 13") is None

    state = after(state, "1 pass", "2 pass")
    assert refused(state, "3 bid 19") == ("call-not-allowed", "28-PAG-2")
    assert refused(state, "3 bid 20") is None


def test_the_bidder_folds_from_the_first_batch_and_declares_for_good() -> None:
    """28-PAG-3: also where the partner raised."""
    state = auctioned(dealt(SUITS, rule_set=FOUR), 0, 16)
    assert seen(state, 0).hand == ("SJ", "S9", "SA", "ST")
    assert refused(state, "0 fold SK") == ("card-not-held", "28-FOLD-2")

    state = after(state, "0 fold ST")
    assert len(seen(state, 0).hand) == 7
    state = after(state, "0 pass", "2 bid 24")
    assert (seen(state).declarer, seen(state).bid) == (0, 24)
    assert (seen(state, 0).indicator, seen(state, 2).indicator) == ("ST", None)


def test_the_bidder_then_the_partner_may_raise_once_to_at_least_twenty_four() -> None:
    """28-PAG-3: and more than the bid is."""
    state = raising(16)
    assert engine.to_act(state) == {0}
    assert refused(state, "2 bid 24") == ("not-your-turn", "28-AUD-3")
    assert refused(state, "1 pass") == ("not-your-turn", "28-AUD-3")
    assert refused(state, "0 bid 23") == ("bid-too-low", "28-PAG-3")
    assert refused(state, "0 bid 29") == ("bid-too-high", "28-AUC-4")
    assert engine.legal_actions(state, 0) == [*(engine.Bid(0, value) for value in range(24, 29)), engine.Pass(0)]

    state = after(state, "0 bid 25")
    assert engine.to_act(state) == {2}
    assert refused(state, "2 bid 25") == ("bid-too-low", "28-PAG-3")
    state = after(state, "2 bid 26")
    assert (seen(state).phase, seen(state).bid) == ("play", 26)


def test_a_bid_over_twenty_four_is_raised_over_itself() -> None:
    """28-PAG-3."""
    state = raising(26)

    assert refused(state, "0 bid 26") == ("bid-too-low", "28-PAG-3")
    assert refused(state, "0 bid 27") is None


def test_both_may_leave_the_bid_as_it_is() -> None:
    """28-PAG-3."""
    state = after(raising(16), "0 pass")
    assert engine.to_act(state) == {2}
    assert seen(state).phase == "raise"

    state = after(state, "2 pass")
    assert (seen(state).phase, seen(state).bid) == ("play", 16)


def test_where_no_higher_bid_is_possible_there_is_no_raise_turn() -> None:
    """28-PAG-3: neither after a bid of 28 nor after a raise to it."""
    assert seen(raising(28)).phase == "play"
    assert seen(after(raising(16), "0 bid 28")).phase == "play"
    assert seen(after(raising(16), "0 bid 27")).phase == "raise"


@pytest.mark.parametrize("declarer", range(4))
def test_the_opener_leads_whoever_declares(declarer: int) -> None:
    """28-PAG-4, 28-PLAY-1."""
    state = in_play({}, declarer=declarer, indicator="SJ", bid=20, rule_set=FOUR)

    assert engine.to_act(state) == {0}
    assert seen(state).declarer == declarer


def test_the_rules_of_play_are_those_of_the_kerala_game() -> None:
    """28-PAG-4, 28-PLAY-2, 28-PLAY-3, 28-PLAY-4, 28-REV-1, 28-REV-3: one refusal of each."""
    state = in_play(SPLIT, declarer=0, indicator="SJ", rule_set=FOUR)
    assert refused(state, "0 play SJ") == ("card-not-held", "28-PLAY-2")
    assert refused(state, "0 play S9") == ("may-not-lead-trump", "28-PLAY-3")
    assert refused(state, "0 reveal") == ("may-not-reveal", "28-REV-4")

    state = played(state, "HJ")
    assert refused(state, "1 play SK") == ("must-follow-suit", "28-PLAY-4")
    assert refused(state, "1 ask") == ("may-not-ask", "28-REV-1")
    state = played(state, "HK HT")
    state = after(state, "3 ask")
    assert playable(state, 3) == set(cards(SPLIT[3]))

    state = played(in_play(SPLIT, declarer=3, indicator="D7", rule_set=FOUR), "HJ H8 H7")
    state = played(state, "D8 DJ DT")
    state = after(state, "2 ask")
    assert playable(state, 2) == {"ST", "S7", "HT", "CJ", "C9", "CA", "CT"}


def test_an_asker_who_holds_a_trump_plays_one() -> None:
    """28-PAG-4, 28-REV-3."""
    state = in_play(SPLIT, declarer=0, indicator="DJ", rule_set=FOUR)
    state = after(played(state, "HJ HK HT"), "3 ask")

    assert playable(state, 3) == {"DK", "DQ", "D8", "D7"}
    assert refused(state, "3 play C7") == ("must-play-trump", "28-REV-3")


def clubs_led() -> engine.State:
    """Return the declarer, seat 0 with S9 folded and no club, in turn after a lead of clubs."""
    state = in_play(SPLIT, declarer=0, indicator="S9", bid=20, dealer=1, rule_set=FOUR)
    return played(state, "CT C7")


def test_a_declarer_who_reveals_plays_any_trump() -> None:
    """28-PAG-5: the indicator or another one; nothing else."""
    state = clubs_led()
    assert playable(state, 0) == {"SJ", "SA", "HJ", "H9", "HA", "DJ", "D9"}

    state = after(state, "0 reveal")
    assert (seen(state).trump_card, seen(state, 0).indicator) == ("S9", None)
    assert playable(state, 0) == {"SJ", "S9", "SA"}
    assert refused(state, "0 play HJ") == ("must-play-trump", "28-PAG-5")
    assert seen(played(state, "SA")).winning == 0


def test_a_declarer_whose_only_trump_is_the_indicator_plays_it_after_a_reveal() -> None:
    """28-PAG-5."""
    hands = {0: "SJ HJ H9 HA HT DJ D9 DA", 2: "CJ C9 CA CT"}
    state = in_play(hands, declarer=0, indicator="SJ", bid=20, dealer=1, rule_set=FOUR)
    state = after(played(state, f"CJ {seen(state, 3).hand[-1]}"), "0 reveal")

    assert playable(state, 0) == {"SJ"}


@pytest.mark.parametrize(
    ("bid", "made", "failed"),
    [(12, 1, 2), (14, 1, 2), (19, 1, 2), (20, 2, 3), (24, 2, 3), (25, 3, 4), (28, 3, 4)],
)
def test_the_bands_of_contracts(bid: int, made: int, failed: int) -> None:
    """28-PAG-6."""
    for rule_set in (FOUR, THREE, SIX):
        band = rules_of(rule_set).band_of(bid, 1)
        assert (band.made, band.failed) == (made, failed)


def test_the_final_contract_counts_and_not_the_first_bid() -> None:
    """28-PAG-6, 28-PAG-3: raised from 16 to 25 by the partner and made."""
    state = played_out(after(raising(16), "0 pass", "2 bid 25"))

    assert (result(state).outcome, result(state).bid, result(state).declarer) == ("made", 25, 0)
    assert (result(state).game_points, result(state).score) == ((3, 0), (3, 0))


def test_scores_may_be_negative() -> None:
    """28-PAG-6: seat 1 declares and takes nothing."""
    state = played_out(played(in_play(LOST, declarer=1, indicator="S7", bid=20, rule_set=FOUR), "CJ"))

    assert (result(state).outcome, result(state).points) == ("failed", (28, 0))
    assert (result(state).game_points, result(state).score, result(state).stakes) == ((0, -3), (0, -3), None)


def test_no_hand_decides_an_open_game() -> None:
    """28-PAG-7: it is the default; a target and so many hands are as in the Kerala game (28-END-3)."""
    assert rules_of(FOUR).options["ending"] == {"type": "open"}
    state = played_out(in_play(SUITS, declarer=0, indicator="SJ", bid=28, rule_set=FOUR))
    assert (seen(state).phase, seen(state).finished, seen(state).winners) == ("scored", False, ())

    target = {"ending": {"type": "target", "game_points": 3}}
    state = played_out(in_play(SUITS, declarer=0, indicator="SJ", bid=28, rule_set=FOUR, options=target))
    assert (seen(state).finished, seen(state).winners) == (True, (0,))
    one_hand = {"ending": {"type": "hands", "count": 1}}
    state = played_out(in_play(SUITS, declarer=1, indicator="HJ", bid=28, rule_set=FOUR, options=one_hand))
    assert (seen(state).finished, seen(state).winners) == (True, (0,))


def test_a_long_open_game_is_never_over() -> None:
    """28-PAG-7: the next hand is dealt by the seat after the dealer (28-DEAL-3), thirty times."""
    state = played_out(in_play(SUITS, declarer=0, indicator="SJ", bid=28, rule_set=FOUR))
    for _ in range(30):
        state = dealt_next(state, SUITS)
        (opener,) = engine.to_act(state)
        state = auctioned(state, opener, 28)
        state = played_out(after(state, f"{opener} fold {seen(state, opener).hand[0]}"))

    assert (seen(state).finished, seen(state).hand_number, seen(state).dealer) == (False, 31, 1)


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"ending": {"type": "elimination"}}, "ending"),
        ({"starting_stakes": 20}, "starting_stakes"),
        ({"cot": 1}, "cot"),
        ({"thani": None}, "thani"),
        ({"surrender": True}, "surrender"),
    ],
)
def test_other_options_are_refused_by_name(options: dict[str, object], option: str) -> None:
    """28-PAG-7 and the table of options; the forms of 28-COT-2 have no option here."""
    for rule_set in (FOUR, THREE, SIX):
        with pytest.raises(engine.RulesError) as fault:
            engine.load_rules(rule_set, options)
        assert fault.value.option == option


def test_three_handed_the_bidder_is_alone_against_both() -> None:
    """28-PAG-8: 24 cards, lowest bid 12, one raise turn, nobody's partner to bid over."""
    rules = rules_of(THREE)
    assert (len(rules.deck), rules.hand_size, rules.sides) == (24, 8, ((0,), (1,), (2,)))
    state = dealt(rule_set=THREE)
    assert refused(state, "0 bid 11") == ("bid-too-low", "28-AUC-3")
    state = after(state, "0 bid 12")
    assert refused(state, "1 bid 13") is None
    state = after(state, "1 bid 13")
    assert refused(state, "2 bid 14") is None

    state = passed_out(state, "auction")
    state = after(state, f"1 fold {seen(state, 1).hand[0]}")
    assert engine.to_act(state) == {1}
    assert refused(state, "1 bid 23") == ("bid-too-low", "28-PAG-3")
    assert seen(after(state, "1 bid 24")).phase == "play"
    assert seen(after(state, "1 pass")).phase == "play"


def test_three_handed_only_the_bidders_own_points_count() -> None:
    """28-PAG-8, 28-SCO-1."""
    hands = {0: "SJ S9 SA ST SK SQ CJ C9", 1: "HJ H9 HA HT HK HQ CA CT"}
    state = played_out(in_play(hands, declarer=1, indicator="HQ", bid=13, rule_set=THREE))

    assert result(state).points is not None
    assert sum(result(state).points or ()) == 28
    assert (result(state).outcome, result(state).game_points) == ("failed", (0, -2, 0))


def six_auctioned() -> engine.State:
    """Return six-handed play before the fold of seat 0, which bid 12."""
    return auctioned(dealt({0: "SJ S9 SA ST SK SQ"}, rule_set=SIX), 0, 12)


def test_with_six_all_cards_are_dealt_before_the_only_auction() -> None:
    """28-PAG-9: 36 cards, and any of the six may be folded."""
    assert len(rules_of(SIX).deck) == 36
    state = dealt({0: "SJ S9 SA ST SK SQ"}, rule_set=SIX)
    assert seen(state, 0).hand == tuple(cards("SJ S9 SA ST SK SQ"))
    assert seen(state).counts == (6,) * 6
    assert refused(state, "0 bid 11") == ("bid-too-low", "28-AUC-3")

    fold = six_auctioned()
    assert [refused(fold, f"0 fold {card}") for card in cards("SJ S9 SA ST SK SQ")] == [None] * 6
    assert refused(fold, "0 fold HJ") == ("card-not-held", "28-FOLD-2")


def test_with_six_the_auction_ends_after_five_passes_and_there_is_no_raise() -> None:
    """28-PAG-9."""
    state = after(dealt(rule_set=SIX), "0 bid 12", "1 pass", "2 pass", "3 pass", "4 pass")
    assert seen(state).phase == "auction"
    assert seen(after(state, "5 pass")).phase == "fold"

    state = after(six_auctioned(), "0 fold SQ")
    assert seen(state).phase == "play"
    assert refused(state, "0 bid 24") == ("wrong-phase", "28-AUD-2")


def test_with_six_three_pairs_sit_opposite_and_the_declaring_pair_is_against_the_others() -> None:
    """28-PAG-9: points and score are of the three pairs, and six tricks are played."""
    assert rules_of(SIX).sides == ((0, 3), (1, 4), (2, 5))
    hands = {0: "SJ S9 SA ST SK SQ", 3: "HJ H9 HA HT HK HQ", 4: "DJ D9 DA DT DK DQ", 2: "CJ C9 CA CT CK CQ"}
    state = played_out(in_play(hands, declarer=0, indicator="SQ", bid=28, rule_set=SIX))
    assert len(seen(state).tricks) == 6
    assert (result(state).points, result(state).game_points) == ((28, 0, 0), (3, 0, 0))

    state = played_out(in_play(hands, declarer=4, indicator="DQ", bid=13, rule_set=SIX))
    assert (result(state).points, result(state).game_points) == ((28, 0, 0), (0, -2, 0))
    assert result(state).score == (0, -2, 0)


def test_thani_is_said_at_the_bidders_turn_after_the_fold() -> None:
    """28-THANI-1: by the bidder alone, with the option alone, and the partner has no raise after it."""
    state = raising(16, **THANI)
    assert engine.legal_actions(state, 0)[-1] == engine.Thani(0)
    assert refused(state, "2 thani") == ("not-your-turn", "28-AUD-3")
    assert seen(after(state, "0 thani")).phase == "play"
    assert seen(after(state, "0 thani")).thani is not None

    partners_turn = after(state, "0 pass")
    assert refused(partners_turn, "2 thani") == ("wrong-phase", "28-AUD-2")
    assert refused(partners_turn, "0 thani") == ("wrong-phase", "28-AUD-2")
    assert refused(raising(16), "0 thani") == ("wrong-phase", "28-AUD-2")
    auction = dealt(rule_set=FOUR, options=THANI)
    assert refused(auction, "0 thani") == ("wrong-phase", "28-AUD-2")


def test_the_turn_for_thani_is_there_where_no_raise_is_possible() -> None:
    """28-THANI-1: the bid is 28, and any bid is too low or too high."""
    state = raising(28, **THANI)
    assert engine.legal_actions(state, 0) == [engine.Pass(0), engine.Thani(0)]
    assert refused(state, "0 bid 28") == ("bid-too-low", "28-PAG-3")
    assert refused(state, "0 bid 29") == ("bid-too-high", "28-AUC-4")

    assert seen(after(state, "0 pass")).phase == "play"


def test_with_six_the_bidder_passes_or_says_thani() -> None:
    """28-THANI-1: a bid is of the wrong phase, whoever's turn it is."""
    state = auctioned(dealt({0: "SJ S9 SA ST SK SQ"}, rule_set=SIX, options=THANI), 0, 12)
    state = after(state, "0 fold SQ")

    assert engine.legal_actions(state, 0) == [engine.Pass(0), engine.Thani(0)]
    assert refused(state, "0 bid 24") == ("wrong-phase", "28-AUD-2")
    assert refused(state, "3 bid 24") == ("wrong-phase", "28-AUD-2")
    assert seen(after(state, "0 pass")).phase == "play"


def thani_of(declarer: int, hands: dict[int, str], indicator: str, bid: int = 16, **options: object) -> engine.State:
    """Return the lead of a thani bidder."""
    state = auctioned(dealt(hands, rule_set=FOUR, options={**THANI, **options}), declarer, bid)
    return after(state, f"{declarer} fold {indicator}", f"{declarer} thani")


def test_the_thani_bidder_leads_and_the_indicator_stays_folded() -> None:
    """28-THANI-2: all rules of play hold, and all tricks are played, also after one is lost."""
    state = thani_of(1, {1: "HJ SJ S9 SA H9 CK CQ C8", 2: "CJ C9 CA CT"}, "HJ", cot=True)
    assert engine.to_act(state) == {1}
    assert (seen(state, 1).indicator, seen(state).trump) == ("HJ", None)
    assert refused(state, "1 play H9") == ("may-not-lead-trump", "28-PLAY-3")

    state = played_out(played(state, "CK CJ"))
    assert len(seen(state).tricks) == 8
    assert (result(state).outcome, result(state).game_points) == ("failed", (0, -5))


@pytest.mark.parametrize("bid", [16, 28])
def test_a_thani_is_won_if_the_bidder_takes_every_trick(bid: int) -> None:
    """28-THANI-3: four whatever the bid, and no cot doubles it."""
    state = played_out(thani_of(0, SUITS, "SJ", bid, cot=True))

    assert (result(state).outcome, result(state).points) == ("made", (28, 0))
    assert result(state).game_points == (4, 0)


@pytest.mark.parametrize("bid", [16, 28])
def test_a_trick_of_the_partner_loses_a_thani(bid: int) -> None:
    """28-THANI-3: five, although the side took every trick and every point."""
    hands = {0: "S8 SJ S9 SA ST SK SQ HT", 2: "HJ H9 HA D8 D9 DA DT DJ", 1: "HK HQ H8 H7", 3: "DK DQ CJ S7"}
    state = played(thani_of(0, hands, "S8", bid, cot=True), "HT HK HJ CJ")
    state = played_out(state)

    assert {trick.winner for trick in seen(state).tricks} <= {0, 2}
    assert (result(state).outcome, result(state).points, result(state).game_points) == ("failed", (28, 0), (-5, 0))


def test_with_cot_the_game_points_double_if_one_side_takes_every_trick() -> None:
    """28-COT-1: for the declarer's side, and not without the option."""
    cot = played_out(in_play(SUITS, declarer=0, indicator="SJ", bid=20, rule_set=FOUR, options=COT))
    assert result(cot).game_points == (4, 0)

    plain = played_out(in_play(SUITS, declarer=0, indicator="SJ", bid=20, rule_set=FOUR))
    assert result(plain).game_points == (2, 0)


def test_cot_works_against_a_declarer_too() -> None:
    """28-COT-1: three-handed the two others together, each taking some."""
    state = in_play(LOST, declarer=1, indicator="S7", bid=20, rule_set=FOUR, options=COT)
    assert result(played_out(played(state, "CJ"))).game_points == (0, -6)

    hands = {0: "SJ S9 SA ST SK HK CQ CK", 1: "HJ H9 HA HT DJ D9 DA DT", 2: "DQ HQ DK SQ CA CJ C9 CT"}
    state = in_play(hands, declarer=2, indicator="DQ", bid=14, rule_set=THREE, options=COT)
    state = played(state, "SJ DT SQ S9 HT CA SA HA CJ ST D9 C9 SK H9 CT HK HJ HQ DJ DK CQ DA DQ CK")
    assert seen(state).taken == (5, 3, 0)
    assert result(state).game_points == (0, 0, -4)


def test_one_trick_of_the_others_is_no_cot() -> None:
    """28-COT-1."""
    hands = {0: "SJ S9 SA ST SK SQ S8 H8", 1: "HJ H9 HA HT HK HQ S7 H7"}
    state = in_play(hands, declarer=0, indicator="S9", bid=20, rule_set=FOUR, options=COT)
    state = played_out(played(state, "H8 HJ C7 D7 S7 C8 D8 SJ"))

    assert result(state).outcome == "made"
    assert result(state).game_points == (2, 0)

"""The race to fifteen: 28-BOOK."""

import pytest
from msgspec.structs import replace

import engine
from engine.twentyeight.ruleset import TwentyEight
from engine.twentyeight.score import winners_after
from tests.engine.scenes import (
    after,
    dealt,
    dealt_next,
    in_play,
    played,
    played_out,
    refused,
    result,
    seen,
)

FOUR = "28-book-4"
THREE = "28-book-3"
COMMON = "28-pagat-4"

HANDS = {
    0: "SJ S9 SA HJ H9 D8 D7 C8",
    1: "SK HA HT H7 DJ D9 DA CJ",
    2: "ST SQ DT DK DQ C9 CA CT",
    3: "S8 S7 HK HQ H8 CK CQ C7",
}
"""Seat 2 has no hearts, seat 3 no diamonds."""


def rules_of(rule_set: str, **options: object) -> TwentyEight:
    """Return a rule set of this family."""
    rules = engine.load_rules(rule_set, options)
    assert isinstance(rules, TwentyEight)
    return rules


def hearts_led(rule_set: str = FOUR, *, declarer: int = 1, indicator: str = "SK") -> engine.State:
    """Return the state before the first lead, the trump folded; hearts will be led and seat 2 has none."""
    return in_play(HANDS, declarer=declarer, indicator=indicator, rule_set=rule_set)


@pytest.mark.parametrize(
    ("bid", "made", "failed"),
    [(12, 1, 2), (14, 1, 2), (19, 1, 2), (20, 2, 3), (24, 2, 3), (25, 3, 4), (28, 3, 4)],
)
@pytest.mark.parametrize("rule_set", [FOUR, THREE])
def test_the_bands_are_those_of_the_common_game(rule_set: str, bid: int, made: int, failed: int) -> None:
    """28-BOOK-1."""
    band = rules_of(rule_set).band_of(bid, 1)

    assert (band.made, band.failed) == (made, failed)


@pytest.mark.parametrize("rule_set", [FOUR, THREE])
def test_fifteen_game_points_win_unless_said_otherwise(rule_set: str) -> None:
    """28-BOOK-2: fourteen do not."""
    rules = rules_of(rule_set)
    assert rules.options == {"ending": {"type": "target", "game_points": 15}}
    tally = rules.opening_tally()
    others = (0,) * (len(rules.sides) - 1)

    assert winners_after(rules, replace(tally, score=(14, *others))) == ()
    assert winners_after(rules, replace(tally, score=(15, *others))) == (0,)
    assert winners_after(rules, replace(tally, score=(-15, *others))) == ()


def test_a_race_to_fifteen_is_won_in_five_hands_of_three_points() -> None:
    """28-BOOK-2: and then no hand follows (28-END-1)."""
    suits = ("SJ S9 SA ST SK SQ S8 S7", "HJ H9 HA HT HK HQ H8 H7", "DJ D9 DA DT DK DQ D8 D7", "CJ C9 CA CT CK CQ C8 C7")
    state = dealt(dict(enumerate(suits)), rule_set=FOUR)
    for number in range(1, 10):
        (opener,) = engine.to_act(state)
        first = seen(state, opener).hand[0]
        state = played_out(after(state, f"{opener} bid 28", f"{opener} fold {first}"))
        assert (result(state).hand, result(state).outcome) == (number, "made")
        if seen(state).finished:
            break
        state = dealt_next(state, dict(enumerate(suits)))

    assert (seen(state).hand_number, seen(state).score, seen(state).winners) == (9, (15, 12), (0,))
    with pytest.raises(engine.IllegalAction) as over:
        engine.deal(state, state.rules.deck)
    assert (over.value.code, over.value.rule) == ("game-over", "28-END-1")


def test_failed_bids_take_points_off_below_zero_too() -> None:
    """28-BOOK-2."""
    state = played_out(hearts_led())

    assert result(state).outcome == "failed"
    assert (result(state).score, result(state).stakes, result(state).kunukku) == ((0, -2), None, None)


@pytest.mark.parametrize("option", ["cot", "thani", "starting_stakes"])
def test_there_is_neither_cot_nor_thani(option: str) -> None:
    """The table of options: the race to fifteen has its ending only; 28-THANI-1, 28-COT-1 do not hold."""
    with pytest.raises(engine.RulesError) as fault:
        engine.load_rules(FOUR, {option: True})
    assert fault.value.option == option


def test_what_the_book_leaves_out_is_as_in_the_common_game() -> None:
    """28-PAG-2, 28-PAG-3, 28-PAG-5: the opener bids, twenty over a partner, a raise, any trump after a reveal."""
    state = dealt(HANDS, rule_set=FOUR)
    assert refused(state, "0 pass") == ("must-bid", "28-AUC-2")
    state = after(state, "0 bid 14", "1 pass")
    assert refused(state, "2 bid 19") == ("call-not-allowed", "28-PAG-2")
    state = after(state, "2 pass", "3 pass", "0 fold SJ")
    assert refused(state, "0 bid 23") == ("bid-too-low", "28-PAG-3")
    assert refused(state, "0 thani") == ("wrong-phase", "28-AUD-2")

    state = played(in_play(HANDS, declarer=2, indicator="ST", bid=20, rule_set=FOUR), "HJ H7")
    state = after(state, "2 reveal")
    assert refused(state, "2 play CA") == ("must-play-trump", "28-PAG-5")
    assert refused(state, "2 play SQ") is None


THROWN = {
    0: "HJ H9 HA HT D8 D7 C8 C7",
    1: "SJ S9 DJ D9 DA DT CJ C9",
    2: "S8 S7 DK DQ CA CT CK CQ",
    3: "SQ SA ST SK HK HQ H8 H7",
}
"""Hearts are led; seats 1 and 2 have none and hold spades, the trump of seat 3."""
NO_TRUMP_LEFT = {**THROWN, 0: "HJ H9 HA HT S8 S7 C8 C7", 2: "D8 D7 DK DQ CA CT CK CQ"}
"""The same with no spade in seat 2's hand."""
LAST_CARD = {
    0: "HJ H9 HA HT HK HQ H8 S9",
    1: "DJ D9 DA DT DK DQ D8 H7",
    2: "SJ SA ST SK SQ S8 D7 C7",
    3: "S7 CJ C9 CA CT CK CQ C8",
}
"""Seat 0 leads hearts seven times, seat 3 keeps its folded spade to the end."""


def first_trick(state: engine.State) -> tuple[int, str]:
    """Return who took the first trick, and why."""
    trick = seen(state).last_trick
    assert trick is not None
    return trick.winner, trick.reason


def test_a_trump_played_before_the_turning_up_is_none_in_that_trick_either() -> None:
    """28-BOOK-3: it replaces 28-TRICK-2, by which the jack of spades wins."""
    for rule_set, meanwhile, winner in ((FOUR, 0, 2), (COMMON, 1, 1)):
        state = played(in_play(THROWN, declarer=3, indicator="SQ", rule_set=rule_set), "HJ SJ")
        state = after(state, "2 ask")
        assert seen(state).winning == meanwhile
        state = played(state, "S8 HK")
        assert first_trick(state)[0] == winner


def test_it_is_the_same_with_a_declarers_reveal() -> None:
    """28-BOOK-3: the smallest trump, but played after the turning up."""
    for rule_set, winner in ((FOUR, 2), (COMMON, 1)):
        state = played(in_play(THROWN, declarer=2, indicator="S8", bid=20, rule_set=rule_set), "HJ SJ")
        state = played(after(state, "2 reveal"), "S7 HK")
        assert first_trick(state)[0] == winner


def test_if_no_trump_is_played_after_the_turning_up_the_highest_card_led_wins() -> None:
    """28-BOOK-3."""
    for rule_set, took in ((FOUR, (0, "highest-led")), (COMMON, (1, "only-trump"))):
        state = played(in_play(NO_TRUMP_LEFT, declarer=3, indicator="SQ", rule_set=rule_set), "HJ SJ")
        state = played(after(state, "2 ask"), "CA HK")
        assert first_trick(state) == took


def test_it_holds_also_when_the_trump_suit_was_led() -> None:
    """28-BOOK-3: a small trump that follows after the turning up beats the jack that led."""
    for rule_set, took in ((FOUR, (3, "only-trump")), (COMMON, (1, "trump-led"))):
        hands = {**NO_TRUMP_LEFT, 0: "S8 S7 HJ H9 HA HT C8 C7"}
        state = played(in_play(hands, declarer=3, indicator="SQ", rule_set=rule_set), "S8 SJ")
        state = played(after(state, "2 ask"), "CA SK")
        assert first_trick(state) == took


def test_of_several_trumps_after_the_turning_up_the_highest_wins() -> None:
    """28-BOOK-3: the lead does not count, though it is higher."""
    hands = {0: "SJ S8 HJ H9 HA HT C8 C7", 1: "DJ D9 DA DT DK DQ CJ C9", 2: "S9 S7 D8 D7 CA CT CK CQ"}
    state = played(in_play(hands, declarer=3, indicator="SQ", rule_set=FOUR), "SJ")
    state = played(after(state, "1 ask"), "CJ S9 SA")

    assert first_trick(state) == (2, "highest-trump")


def test_from_the_next_trick_on_trumps_are_trumps_as_ever() -> None:
    """28-BOOK-3, 28-TRICK-1."""
    state = played(in_play(THROWN, declarer=3, indicator="SQ", rule_set=FOUR), "HJ SJ")
    state = played(after(state, "2 ask"), "S8 HK")
    state = played(state, "S7 SA D7 S9")
    assert first_trick(state) == (1, "trump-led")


def test_earlier_tricks_keep_their_winners() -> None:
    """28-BOOK-3, 28-TRICK-2: a trump thrown a trick before the turning up took nothing."""
    state = played(in_play(THROWN, declarer=3, indicator="SQ", rule_set=FOUR), "HJ SJ S8 HK H9 S9")
    state = played(after(state, "2 ask"), "S7 HQ")

    assert [trick.winner for trick in seen(state).tricks] == [0, 2]


def test_an_indicator_played_as_the_last_card_is_turned_up_first_and_counts() -> None:
    """28-BOOK-3, 28-PLAY-6: the seven beats the nine that led and the jack that followed."""
    tricks = "HJ H7 D7 C8 H9 D8 C7 CQ HA DQ S8 CK HT DK SQ CT HK DT SK CA HQ DA ST C9 H8 D9 SA CJ S9 DJ SJ S7"
    for rule_set, winner in ((FOUR, 3), (COMMON, 2)):
        state = played(in_play(LAST_CARD, declarer=3, indicator="S7", rule_set=rule_set), tricks)
        assert seen(state).tricks[-1].winner == winner
        assert seen(state).taken[0] == 7


def test_three_handed_the_bidder_is_alone() -> None:
    """28-BOOK-4: 24 cards, lowest bid 12, one raise turn; 28-BOOK-3 holds."""
    rules = rules_of(THREE)
    assert (len(rules.deck), rules.hand_size, rules.sides) == (24, 8, ((0,), (1,), (2,)))
    state = dealt(rule_set=THREE)
    assert refused(state, "0 bid 11") == ("bid-too-low", "28-AUC-3")
    assert refused(after(state, "0 bid 12"), "1 bid 13") is None
    state = after(state, "0 bid 12", "1 pass", "2 pass")
    state = after(state, f"0 fold {seen(state, 0).hand[0]}")
    assert engine.to_act(state) == {0}
    assert seen(after(state, "0 pass")).phase == "play"

    hands = {0: "HJ H9 HA HT HK HQ CJ C9", 1: "SJ S9 DA DT DK CA CT CK", 2: "SQ SA ST SK DJ D9 DQ CQ"}
    state = played(in_play(hands, declarer=2, indicator="SQ", rule_set=THREE), "HJ SJ")
    state = played(after(state, "2 reveal"), "SK")
    assert first_trick(state) == (2, "only-trump")

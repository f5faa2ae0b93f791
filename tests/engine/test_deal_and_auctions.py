"""Deck, seats, the deal and the two auctions: 28-DECK, 28-SEAT, 28-DEAL, 28-AUC, 28-AUC2."""

from itertools import pairwise

import pytest

import engine
from engine.cards import mask_of, points_of
from engine.twentyeight.play import trick_winner
from engine.twentyeight.ruleset import TwentyEight
from tests.engine.scenes import (
    FOUR,
    THREE,
    after,
    bought,
    cards,
    dealt,
    deed,
    full_hands,
    passed_out,
    passed_to,
    played_out,
    refused,
    seen,
)

FOUR_HANDS = {0: "SJ S9 SA ST", 1: "HJ H9 HA HT", 2: "DJ D9 DA DT", 3: "CJ C9 CA CT"}


@pytest.mark.parametrize(("rule_set", "size"), [(FOUR, 32), (THREE, 24)])
def test_the_deck_has_every_card_once_and_28_points(rule_set: str, size: int) -> None:
    """28-DECK-1, 28-DECK-3."""
    deck = engine.load_rules(rule_set).deck

    assert len(deck) == len(set(deck)) == size
    assert points_of(mask_of(deck)) == 28
    assert [points_of(mask_of([card])) for card in deck[:6]] == [3, 2, 1, 1, 0, 0]


def test_cards_rank_jack_nine_ace_ten_king_queen_eight_seven() -> None:
    """28-DECK-2: each card takes a trick from the one after it, whichever was played first."""
    order = [mask_of([card]) for card in cards("SJ S9 SA ST SK SQ S8 S7")]
    rules = engine.load_rules(FOUR)
    assert isinstance(rules, TwentyEight)
    spades = mask_of(rules.deck[:8])

    for higher, lower in pairwise(order):
        assert trick_winner(rules, (lower, higher), leader=0, led=spades, trump=0) == 1
        assert trick_winner(rules, (higher, lower), leader=0, led=spades, trump=0) == 0


def test_the_turn_passes_to_the_next_seat_and_round() -> None:
    """28-SEAT-1."""
    state = after(dealt(dealer=1), "2 bid 14", "3 pass", "0 pass")

    assert engine.to_act(state) == {1}
    assert engine.load_rules(FOUR).direction == "clockwise"
    assert engine.load_rules("28-pagat-4").direction == "counter-clockwise"


def test_four_sit_as_partners_and_three_each_alone() -> None:
    """28-SEAT-2."""
    assert engine.load_rules(FOUR).sides == ((0, 2), (1, 3))
    assert [engine.load_rules(FOUR).side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert engine.load_rules(THREE).sides == ((0,), (1,), (2,))
    with pytest.raises(ValueError, match="no seat 4"):
        engine.load_rules(FOUR).side_of(4)


@pytest.mark.parametrize("dealer", range(4))
def test_the_seat_after_the_dealer_speaks_first_and_leads_first(dealer: int) -> None:
    """28-SEAT-3, 28-AUC-1, 28-PLAY-1: whoever declares."""
    state = dealt(dealer=dealer)
    opener = (dealer + 1) % 4
    assert engine.to_act(state) == {opener}

    state = bought(state, (opener + 1) % 4, 16)
    declarer = seen(state).declarer
    state = after(state, f"{declarer} keep")

    assert declarer != opener
    assert engine.to_act(state) == {opener}


def test_a_pack_is_dealt_in_two_rounds_of_four_the_opener_first() -> None:
    """28-DEAL-1, 28-DEAL-2: the construction that the fair-deal scripts rebuild."""
    rules = engine.load_rules(FOUR)
    pack = list(rules.deck)

    (event,) = engine.deal(engine.new_game(rules), pack, dealer=1)

    assert isinstance(event, engine.HandDealt)
    assert event.cards[2] == tuple(pack[0:4] + pack[16:20])
    assert event.cards[3] == tuple(pack[4:8] + pack[20:24])
    assert event.cards[0] == tuple(pack[8:12] + pack[24:28])
    assert event.cards[1] == tuple(pack[12:16] + pack[28:32])
    assert (event.hand, event.dealer) == (1, 1)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda pack: pack[:-1],
        lambda pack: [*pack[:-1], pack[0]],
        lambda pack: [*pack[:-1], "S6"],
        lambda pack: [*pack, "S6"],
        lambda pack: [],
    ],
    ids=["a card short", "a card twice", "a card of another deck", "a card over", "no card"],
)
def test_what_is_not_the_deck_cannot_be_dealt(spoil) -> None:  # type: ignore[no-untyped-def]
    """28-DEAL-1."""
    rules = engine.load_rules(FOUR)

    with pytest.raises(ValueError, match="28-DEAL-1"):
        engine.deal(engine.new_game(rules), spoil(list(rules.deck)))


def test_the_first_batch_is_four_cards_the_rest_comes_after_the_first_fold() -> None:
    """28-DEAL-2, 28-FOLD-3."""
    state = dealt(FOUR_HANDS)
    assert seen(state, 1).hand == ("HJ", "H9", "HA", "HT")
    assert seen(state).counts == (4, 4, 4, 4)

    state = passed_out(after(state, "0 bid 14"), "auction")
    assert seen(state).counts == (4, 4, 4, 4)
    state = after(state, "0 fold S9")

    assert seen(state).counts == (7, 8, 8, 8)
    assert len(seen(state, 1).hand) == 8


def test_the_opener_of_a_hand_deals_the_next() -> None:
    """28-DEAL-3: the deal goes round, whatever the outcome."""
    state = after(passed_out(after(dealt(dealer=2), "3 bid 14"), "auction"), "3 concede")
    rules = state.rules

    assert engine.next_dealer(state) == 3
    with pytest.raises(engine.IllegalAction) as wrong:
        engine.deal(state, rules.deck, dealer=2)
    assert (wrong.value.code, wrong.value.rule) == ("wrong-deal", "28-DEAL-3")
    (event,) = engine.deal(state, rules.deck)
    assert isinstance(event, engine.HandDealt)
    assert (event.hand, event.dealer) == (2, 3)


@pytest.mark.parametrize("dealer", range(3))
def test_any_seat_may_deal_first(dealer: int) -> None:
    """28-DEAL-3."""
    rules = engine.load_rules(THREE)
    assert engine.next_dealer(engine.new_game(rules)) is None

    assert engine.deal(engine.new_game(rules), rules.deck, dealer=dealer)
    with pytest.raises(ValueError, match="28-DEAL-3"):
        engine.deal(engine.new_game(rules), rules.deck, dealer=3)


def test_no_hand_is_dealt_before_the_one_before_is_decided() -> None:
    """28-DEAL-4."""
    with pytest.raises(engine.IllegalAction) as wrong:
        engine.deal(dealt(), engine.load_rules(FOUR).deck)
    assert (wrong.value.code, wrong.value.rule) == ("wrong-deal", "28-DEAL-4")


def test_at_a_turn_a_seat_bids_or_passes() -> None:
    """28-AUC-1."""
    state = after(dealt(), "0 bid 14")

    assert engine.legal_actions(state, 1) == [
        *(engine.Bid(1, value) for value in range(15, 29)),
        engine.Pass(1),
    ]
    assert engine.legal_actions(state, 2) == []
    assert engine.to_act(after(state, "1 pass")) == {2}


def test_the_opener_must_bid_at_its_first_turn_only() -> None:
    """28-AUC-2."""
    state = dealt()
    assert refused(state, "0 pass") == ("must-bid", "28-AUC-2")

    state = after(state, "0 bid 14", "1 bid 15", "2 pass", "3 pass")
    assert refused(state, "0 pass") is None


@pytest.mark.parametrize(("rule_set", "lowest"), [(FOUR, 14), (THREE, 12)])
def test_a_bid_is_at_least_the_lowest_and_above_the_standing_one(rule_set: str, lowest: int) -> None:
    """28-AUC-3."""
    state = dealt(rule_set=rule_set)
    assert refused(state, f"0 bid {lowest - 1}") == ("bid-too-low", "28-AUC-3")

    state = after(state, f"0 bid {lowest}")
    assert refused(state, f"1 bid {lowest}") == ("bid-too-low", "28-AUC-3")
    assert refused(state, f"1 bid {lowest + 1}") is None


def test_no_bid_exceeds_28() -> None:
    """28-AUC-4, in both auctions."""
    state = dealt()
    assert refused(state, "0 bid 29") == ("bid-too-high", "28-AUC-4")

    state = after(passed_out(after(state, "0 bid 14"), "auction"), "0 fold " + seen(state, 0).hand[0])
    assert refused(state, "0 bid 29") == ("bid-too-high", "28-AUC-4")
    assert refused(state, "0 bid 28") is None


def test_who_passed_may_bid_when_the_turn_comes_back() -> None:
    """28-AUC-5."""
    state = after(dealt(), "0 bid 14", "1 pass", "2 bid 15", "3 pass", "0 pass")

    assert refused(state, "1 bid 16") is None


def test_the_auction_ends_when_all_others_have_passed_in_succession() -> None:
    """28-AUC-6: three passes four-handed, two three-handed."""
    state = after(dealt(), "0 bid 14", "1 pass", "2 pass")
    assert seen(state).phase == "auction"
    assert seen(after(state, "3 pass")).phase == "fold"

    state = after(dealt(rule_set=THREE), "0 bid 12", "1 pass", "2 bid 13", "0 pass")
    assert seen(state).phase == "auction"
    assert seen(after(state, "1 pass")).phase == "fold"


def test_a_bid_of_28_ends_the_auction_at_once() -> None:
    """28-AUC-6: no passes follow it."""
    state = after(dealt(), "0 bid 14", "1 bid 28")

    assert seen(state).phase == "fold"
    assert seen(state).bidder == 1
    assert refused(state, "2 pass") == ("wrong-phase", "28-AUD-2")


@pytest.mark.parametrize(("rule_set", "top"), [(FOUR, 20), (THREE, 18)])
def test_a_bid_above_20_or_18_is_an_honours_bid(rule_set: str, top: int) -> None:
    """28-AUC-7."""
    state = after(dealt(rule_set=rule_set), f"0 bid {top}")
    assert not seen(state).honours

    assert seen(after(state, f"1 bid {top + 1}")).honours


def test_partners_raise_each_other_freely() -> None:
    """28-AUC-7: there is no minimum over one's partner."""
    state = after(dealt(), "0 bid 14", "1 pass", "2 bid 15", "3 pass", "0 bid 16")

    assert (seen(state).bidder, seen(state).bid) == (0, 16)


def test_everyone_takes_part_again_bidder_1_first_and_may_pass_or_raise_the_own_bid() -> None:
    """28-AUC2-1, 28-AUC2-2."""
    state = passed_out(after(dealt(FOUR_HANDS), "0 bid 14", "1 bid 16"), "auction")
    state = after(state, "1 fold HT")

    assert seen(state).phase == "auction2"
    assert engine.to_act(state) == {1}
    assert refused(state, "1 bid 24") is None
    state = after(state, "1 pass", "2 pass", "3 bid 25", "0 pass")
    assert refused(state, "1 bid 26") is None


@pytest.mark.parametrize(("rule_set", "lowest"), [(FOUR, 24), (THREE, 22)])
def test_the_second_auction_starts_at_24_or_22_and_above_the_first_bid(rule_set: str, lowest: int) -> None:
    """28-AUC2-2."""
    state = passed_out(after(dealt(rule_set=rule_set), "0 bid 16"), "auction")
    state = after(state, "0 fold " + seen(state, 0).hand[0])
    assert refused(state, f"0 bid {lowest - 1}") == ("bid-too-low", "28-AUC2-2")
    assert refused(state, f"0 bid {lowest}") is None

    state = passed_out(after(dealt(rule_set=rule_set), "0 bid 26"), "auction")
    state = after(state, "0 fold " + seen(state, 0).hand[0])
    assert refused(state, "0 bid 26") == ("bid-too-low", "28-AUC2-2")
    assert refused(state, "0 bid 27") is None


def in_second_auction(rule_set: str = FOUR) -> engine.State:
    """Return a second auction at Bidder 1's first turn; seat 0 is Bidder 1 with 16."""
    state = passed_out(after(dealt(rule_set=rule_set), "0 bid 16"), "auction")
    return after(state, "0 fold " + seen(state, 0).hand[0])


def test_the_second_auction_ends_after_all_have_passed_without_a_bid() -> None:
    """28-AUC2-3: n passes."""
    state = after(in_second_auction(), "0 pass", "1 pass", "2 pass")
    assert seen(state).phase == "auction2"

    assert seen(after(state, "3 pass")).phase == "trump"


def test_the_second_auction_ends_when_the_others_have_passed_on_a_bid_of_its_own() -> None:
    """28-AUC2-3: n - 1 passes on it, and at once at 28."""
    state = after(in_second_auction(), "0 pass", "1 pass", "2 bid 24", "3 pass", "0 pass")
    assert seen(state).phase == "auction2"
    assert seen(after(state, "1 pass")).phase == "trump"
    assert seen(after(state, "1 bid 28")).phase == "trump"

    state = after(in_second_auction(THREE), "0 bid 22", "1 pass")
    assert seen(state).phase == "auction2"
    assert seen(after(state, "2 pass")).phase == "trump"


def test_after_a_first_bid_of_28_there_is_no_second_auction() -> None:
    """28-AUC2-4."""
    state = after(dealt(FOUR_HANDS), "0 bid 28", "0 fold SJ")

    assert seen(state).phase == "trump"
    assert seen(state).declarer == 0
    assert refused(state, "0 bid 28") == ("wrong-phase", "28-AUD-2")
    assert refused(state, "0 keep") is None


def test_the_highest_bid_of_both_auctions_is_the_contract() -> None:
    """28-AUC2-5."""
    first = passed_out(in_second_auction(), "auction2")
    assert (seen(first).declarer, seen(first).bid, seen(first).bid_auction) == (0, 16, 1)

    second = passed_out(after(passed_to(in_second_auction(), 3), "3 bid 25"), "auction2")
    assert (seen(second).declarer, seen(second).bid, seen(second).bid_auction) == (3, 25, 2)
    assert not seen(second).honours


def test_the_strip_tells_everything_said_and_folded_in_order() -> None:
    """What a table shows of the auctions, without the folded cards."""
    state = after(dealt(FOUR_HANDS, dealer=3), "0 bid 14", "1 pass", "2 pass", "3 pass", "0 fold ST")
    state = after(passed_out(state, "auction2"), "0 keep")

    strip = [(step.seat, step.auction, step.word, step.value) for step in seen(state).auction]

    assert strip == [
        (0, 1, "bid", 14),
        (1, 1, "pass", None),
        (2, 1, "pass", None),
        (3, 1, "pass", None),
        (0, 1, "fold", None),
        (0, 2, "pass", None),
        (1, 2, "pass", None),
        (2, 2, "pass", None),
        (3, 2, "pass", None),
        (0, 2, "keep", None),
    ]


def test_nothing_can_be_done_before_the_deal_or_after_the_hand() -> None:
    """28-AUD-1, 28-AUD-2."""
    assert refused(engine.new_game(engine.load_rules(FOUR)), "0 bid 14") == ("wrong-phase", "28-AUD-2")

    over = played_out(after(bought(dealt(FOUR_HANDS), 0, 16), "0 keep"))
    for text in ("0 bid 14", "0 concede", "1 play SJ", "2 ask"):
        assert refused(over, text) == ("hand-over", "28-AUD-1")


def test_helpers_deal_whole_decks() -> None:
    """The scenes of these tests are real deals."""
    rules = engine.load_rules(FOUR)
    hands = full_hands(rules, FOUR_HANDS)

    assert sorted(card for hand in hands for card in hand) == sorted(rules.deck)
    assert deed("2 bid 16") == engine.Bid(2, 16)

"""28: what a seat, and everybody, sees: whole views at chosen moments."""

from typing import Any

import pytest

import engine
from engine.views import Played, TrickTaken
from tests.engine.scenes import FOUR, after, dealt, passed_out, played, played_out, seen

PAGAT, HOUSE = "28-pagat-4", "28-house-4"
HANDS = {
    0: "HJ S9 SA ST CK CQ D8 D7",
    1: "S8 HK HQ H8 DK DQ CJ C9",
    2: "SJ H9 HA HT DJ D9 DA DT",
    3: "SK SQ S7 H7 CA CT C8 C7",
}
AT_FIRST: dict[str, Any] = {"hand_number": 1, "dealer": 3, "opener": 0, "points": (0, 0), "taken": (0,) * 4}
KERALA: dict[str, Any] = {"rules": FOUR, "seat": None, **AT_FIRST, "stakes": (20, 20)}
SCORED: dict[str, Any] = {"seat": None, **AT_FIRST, "score": (0, 0)}
BID = [("0 bid 16", 1), ("1 pass", 1), ("2 bid 18", 1)]
CLOSED = [*BID, ("3 pass", 1), ("0 pass", 1), ("1 pass", 1)]
FOLDED = [*CLOSED, ("2 fold", 1)]
KEPT = [*FOLDED, ("2 pass", 2), ("3 pass", 2), ("0 pass", 2), ("1 pass", 2), ("2 keep", 2)]


def strip(said: list[tuple[str, int]]) -> tuple[engine.AuctionStep, ...]:
    """Return the strip of bids."""
    steps = []
    for text, auction in said:
        seat, word, *value = text.split()
        steps.append(engine.AuctionStep(int(seat), auction, word, int(value[0]) if value else None))
    return tuple(steps)


def lie(text: str) -> tuple[Played, ...]:
    """Return cards as they lie in a trick: `"0 CK 1 C9"`."""
    words = text.split()
    return tuple(Played(int(seat), card) for seat, card in zip(words[::2], words[1::2], strict=True))


def bidding() -> engine.State:
    """Return a first auction in which seat 2 has bid 18 over 16."""
    return after(dealt(HANDS), "0 bid 16", "1 pass", "2 bid 18")


def folded() -> engine.State:
    """Return the state at the second auction, the jack of spades folded by seat 2."""
    return after(passed_out(bidding(), "auction"), "2 fold SJ")


def playing() -> engine.State:
    """Return the state at the first lead."""
    return after(passed_out(folded(), "auction2"), "2 keep")


def test_before_the_first_hand_there_are_stakes_to_see() -> None:
    """28-STK-1."""
    assert seen(engine.new_game(engine.load_rules(FOUR))) == engine.View(
        rules=FOUR, seat=None, phase="deal", hand_number=0, dealer=None, opener=None, to_act=(), counts=(0,) * 4,
        points=(0, 0), taken=(0,) * 4, stakes=(20, 20),
    )  # fmt: skip
    assert seen(engine.new_game(engine.load_rules(FOUR)), 2).seat == 2


def test_before_a_bid_nobody_has_bid() -> None:
    """28-DEAL-2, 28-AUC-1: four cards each."""
    assert seen(dealt(HANDS)) == engine.View(phase="auction", to_act=(0,), counts=(4,) * 4, **KERALA)


def test_in_the_first_auction_a_seat_sees_its_first_cards() -> None:
    """28-DEAL-2, 28-AUC-3: four cards each, and everything said."""
    state = bidding()

    assert seen(state) == engine.View(
        phase="auction", to_act=(3,), counts=(4,) * 4, auction=strip(BID), bid=18, bid_auction=1, bidder=2, **KERALA
    )
    assert seen(state, 1).seat == 1
    assert seen(state, 1).hand == ("S8", "HK", "HQ", "H8")
    assert seen(state, 1).legal == ()


def test_before_the_fold_bidder_1_is_not_yet_the_declarer() -> None:
    """28-AUC-7, 28-FOLD-1."""
    state = passed_out(bidding(), "auction")

    assert seen(state) == engine.View(
        phase="fold", to_act=(2,), counts=(4,) * 4, auction=strip(CLOSED), bid=18, bid_auction=1, bidder=2, **KERALA
    )
    assert seen(state, 2).hand == ("SJ", "H9", "HA", "HT")


def test_a_folded_card_is_seen_by_its_owner_alone() -> None:
    """28-FOLD-1, 28-FOLD-3: everybody sees before whom a card lies; eight cards each but that one."""
    state = folded()
    public = engine.View(
        phase="auction2", to_act=(2,), counts=(8, 8, 7, 8), auction=strip(FOLDED), indicator_at=2, bid=18,
        bid_auction=1, bidder=2, **KERALA,
    )  # fmt: skip

    assert seen(state) == public
    own = seen(state, 2)
    assert (own.indicator, own.hand) == ("SJ", ("H9", "HA", "HT", "DJ", "D9", "DA", "DT"))
    assert seen(state, 0).indicator is None


def test_a_bid_of_the_second_auction_makes_another_declarer() -> None:
    """28-AUC2-5, 28-TRUMP-2: the card of Bidder 1 goes back into its hand."""
    state = passed_out(after(folded(), "2 pass", "3 bid 25"), "auction2")
    said = [*FOLDED, ("2 pass", 2), ("3 bid 25", 2), ("0 pass", 2), ("1 pass", 2), ("2 pass", 2)]

    assert seen(state) == engine.View(
        phase="trump", to_act=(3,), counts=(8,) * 4, auction=strip(said), bid=25, bid_auction=2, bidder=3, declarer=3,
        **KERALA,
    )  # fmt: skip


def test_after_a_bid_of_28_the_card_lies_there_at_the_final_decision() -> None:
    """28-AUC2-4, 28-FOLD-3."""
    state = after(dealt(HANDS), "0 bid 28", "0 fold S9")

    assert seen(state) == engine.View(
        phase="trump", to_act=(0,), counts=(7, 8, 8, 8), auction=strip([("0 bid 28", 1), ("0 fold", 1)]),
        indicator_at=0, bid=28, bid_auction=1, bidder=0, declarer=0, honours=True, **KERALA,
    )  # fmt: skip
    assert seen(state, 0).indicator == "S9"


@pytest.mark.parametrize(("bid", "honours"), [(20, False), (21, True), (28, True)])
def test_a_bid_over_20_is_an_honours_bid(bid: int, honours: bool) -> None:
    """28-AUC-7: seen at once, and at the fold."""
    state = after(dealt(HANDS), f"0 bid {bid}")

    assert seen(state).honours == honours
    assert seen(passed_out(state, "auction")).honours == honours


def test_at_the_final_decision_there_is_a_declarer() -> None:
    """28-TRUMP-1."""
    state = passed_out(folded(), "auction2")

    assert seen(state) == engine.View(
        phase="trump", to_act=(2,), counts=(8, 8, 7, 8), auction=strip(KEPT[:-1]), indicator_at=2, bid=18,
        bid_auction=1, bidder=2, declarer=2, **KERALA,
    )  # fmt: skip
    assert seen(state, 2).indicator == "SJ"


def test_in_play_the_running_trick_lies_open_and_its_best_card_is_marked() -> None:
    """28-TRICK-1, 28-TRICK-3: the nine of clubs is above the king."""
    state = played(playing(), "CK C9")

    assert seen(state) == engine.View(
        phase="play", to_act=(2,), counts=(7, 7, 7, 8), auction=strip(KEPT), indicator_at=2, bid=18, bid_auction=1,
        bidder=2, declarer=2, trick=lie("0 CK 1 C9"), winning=1, **KERALA,
    )  # fmt: skip


def test_the_trump_turned_up_is_in_the_declarers_hand_again() -> None:
    """28-REV-4, 28-REV-5: and is owed."""
    state = after(played(playing(), "CK C9"), "2 reveal")

    assert seen(state) == engine.View(
        phase="play", to_act=(2,), counts=(7, 7, 8, 8), auction=strip(KEPT), trump="S", trump_card="SJ",
        trump_revealed_by=2, bid=18, bid_auction=1, bidder=2, declarer=2, trick=lie("0 CK 1 C9"), winning=1,
        must_play="indicator", **KERALA,
    )  # fmt: skip
    assert seen(state, 2).hand[0] == "SJ"
    assert seen(state, 2).indicator is None


def test_who_has_asked_owes_a_trump() -> None:
    """28-REV-2, 28-REV-3."""
    state = after(played(playing(), "D8 DK DA"), "3 ask")
    now = seen(state)

    assert (now.must_play, now.trump, now.trump_card, now.trump_revealed_by) == ("trump", "S", "SJ", 3)
    assert (now.to_act, now.trick, now.winning, now.counts) == ((3,), lie("0 D8 1 DK 2 DA"), 2, (7, 7, 7, 8))


def test_a_trick_taken_is_told_with_its_reason() -> None:
    """28-TRICK-3, 28-TRICK-4: jack three, nine two, ace one."""
    state = played(after(played(playing(), "CK C9"), "2 reveal"), "SJ CA")
    first = TrickTaken(1, 0, lie("0 CK 1 C9 2 SJ 3 CA"), 2, 6, "only-trump")

    assert seen(state) == engine.View(
        phase="play", to_act=(2,), counts=(7,) * 4, auction=strip(KEPT), trump="S", trump_card="SJ",
        trump_revealed_by=2, bid=18, bid_auction=1, bidder=2, declarer=2, last_trick=first, tricks=(first,),
        **(KERALA | {"points": (6, 0), "taken": (0, 0, 1, 0)}),
    )  # fmt: skip


def test_of_older_tricks_the_cards_are_turned_down() -> None:
    """28-PLAY-7, 28-STK-2: after the hand the last trick lies there still, with the result."""
    state = played_out(played(after(played(playing(), "CK C9"), "2 reveal"), "SJ CA"))
    now = seen(state)

    assert (now.phase, now.to_act, now.counts, now.stakes) == ("scored", (), (0,) * 4, (21, 19))
    assert (now.points, now.taken, now.declarer, now.bid) == ((28, 0), (4, 0, 4, 0), 2, 18)
    assert now.result is not None
    assert (now.result.outcome, now.result.hand, now.finished, now.winners) == ("made", 1, False, ())
    assert now.last_trick == now.tricks[-1] == TrickTaken(8, 2, lie("2 DT 3 C7 0 CQ 1 CJ"), 2, 4, "highest-led")
    assert [trick.cards for trick in now.tricks[:-1]] == [()] * 7
    assert [(trick.number, trick.leader, trick.winner, trick.points, trick.reason) for trick in now.tricks[:3]] == [
        (1, 0, 2, 6, "only-trump"), (2, 2, 0, 5, "highest-led"), (3, 0, 0, 3, "trump-led"),
    ]  # fmt: skip


def test_outside_kerala_the_bidder_is_declarer_after_the_fold_and_may_raise() -> None:
    """28-PAG-3, 28-PAG-4."""
    state = after(passed_out(after(dealt(HANDS, rule_set=PAGAT), "0 bid 20"), "auction"), "0 fold S9")
    said = [("0 bid 20", 1), *((f"{seat} pass", 1) for seat in (1, 2, 3)), ("0 fold", 1)]

    assert seen(state) == engine.View(
        rules=PAGAT, phase="raise", to_act=(0,), counts=(7, 8, 8, 8), auction=strip(said), indicator_at=0, bid=20,
        bid_auction=1, bidder=0, declarer=0, **SCORED,
    )  # fmt: skip
    assert seen(state, 0).indicator == "S9"
    assert seen(state, 1).indicator is None


def test_a_thani_is_seen_and_led_by_who_plays_alone() -> None:
    """28-THANI-2."""
    state = dealt(HANDS, rule_set=PAGAT, options={"thani": True})
    state = after(passed_out(after(state, "0 bid 20"), "auction"), "0 fold S9", "0 thani")
    now = seen(state)

    assert (now.phase, now.to_act, now.thani, now.bid, now.declarer, now.indicator_at) == ("play", (0,), 0, 20, 0, 0)
    assert now.counts == (7, 8, 8, 8)
    assert now.open_hands == ()
    assert now.auction == strip(
        [("0 bid 20", 1), *((f"{seat} pass", 1) for seat in (1, 2, 3)), ("0 fold", 1), ("0 thani", 2)]
    )


def test_in_a_four_card_cot_the_partners_cards_lie_open() -> None:
    """28-HSE-6 to 28-HSE-8: four cards each, no bid, no trump; the opener stays the opener."""
    options = {"cot": True, "four_card_cot": True}
    state = after(dealt(HANDS, rule_set=HOUSE, options=options), "0 bid 14", "1 cot", "1 play HK")

    assert seen(state) == engine.View(
        rules=HOUSE, options=options, phase="play", to_act=(2,), counts=(4, 3, 4, 4),
        auction=strip([("0 bid 14", 1), ("1 cot", 1)]), bidder=1, declarer=1, thani=1, trick=lie("1 HK"), winning=1,
        open_hands=((), (), (), ("SK", "SQ", "S7", "H7")), **SCORED,
    )  # fmt: skip


def test_an_offer_to_give_in_is_seen() -> None:
    """28-HSE-2, 28-HSE-3: the next seat answers."""
    options = {"cot": True, "surrender": True}
    state = dealt({0: "SJ S9 SA DJ ST HJ H9 HA", 1: "S7 SK", 2: "S8", 3: "SQ"}, rule_set=HOUSE, options=options)
    state = passed_out(after(state, "0 bid 14"), "auction")
    state = played(passed_out(after(state, "0 fold DJ"), "raise"), "SJ S7 S8 SQ SA")
    state = after(state, "1 surrender_offer")
    now = seen(state)

    assert (now.phase, now.to_act, now.trick, now.winning) == ("surrender", (2,), lie("0 SA"), 0)
    assert seen(state, 2).legal == (engine.SurrenderAccept(2), engine.SurrenderRefuse(2))
    assert after(state, "2 surrender_refuse") != state

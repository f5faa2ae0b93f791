"""56: what a seat, and everybody, sees: whole views at chosen moments."""

import pytest

import engine
from tests.engine.scenes import after, cards, played
from tests.engine.scenes56 import (
    EIGHT_SPADES,
    HEARTS,
    INT,
    KER,
    STD,
    called,
    closed,
    dealt,
    new_hand,
    passes,
    result,
)

NAUGHT = {"points": (0, 0), "taken": (0,) * 6, "score": (0, 0)}
AT_FIRST = {"hand_number": 1, "dealer": 5, "opener": 0, **NAUGHT}


def step(seat: int, word: str, value: int | None = None, call: str | None = None, names: str | None = None) -> object:
    """Return an entry of the strip of calls."""
    return engine.AuctionStep(seat, 1, word, value, call, names)


def public(state: engine.State) -> engine.View:
    """Return what everybody sees."""
    return engine.view(state, None)


def test_before_the_first_hand_there_is_a_score_to_see() -> None:
    """56-MATCH-5, 56-SHOW-21."""
    games = {"type": "games", "best_of": 1, "target": 3, "lead": 1}
    state = engine.new_game(engine.load_rules(INT, {"ending": games}))

    assert public(state) == engine.View(
        rules=INT, options={"ending": games}, seat=None, phase="deal", hand_number=0, dealer=None, opener=None,
        to_act=(), counts=(0,) * 6, games=(0, 0), **NAUGHT,
    )  # fmt: skip


def test_in_the_auction_everything_said_is_seen() -> None:
    """56-AUC-1, 56-AUC-5, 56-SHOW-6, 56-SHOW-7, 56-SHOW-10: of the cards, one's own."""
    state = called(dealt(INT, {2: "CQ CQ HJ SA SJ SJ DT D9"}), "28P +H double redouble")

    assert public(state) == engine.View(
        rules=INT, seat=None, phase="auction", to_act=(4,), counts=(8,) * 6, bid=29, bid_auction=1, bidder=1,
        denomination="H", doubled=2, **AT_FIRST,
        auction=(
            step(0, "call", 28, "28P", "NT"), step(1, "call", 29, "+H", "H"),
            step(2, "double"), step(3, "redouble"),
        ),
    )  # fmt: skip
    own = engine.view(state, 2)
    assert own.hand == ("SJ", "SJ", "SA", "HJ", "D9", "DT", "CQ", "CQ")
    assert own.legal == ()
    assert engine.view(state, 4).legal == (engine.Pass(4),)


def test_the_bidding_pass_is_seen_as_a_pass_and_as_a_bid() -> None:
    """56-AUC-7."""
    state = called(dealt(KER), passes(5))

    assert public(state) == engine.View(
        rules=KER, seat=None, phase="auction", to_act=(5,), counts=(8,) * 6, bid=28, bid_auction=1, bidder=4,
        denomination="NT", **AT_FIRST,
        auction=(*(step(seat, "pass") for seat in range(4)), step(4, "pass", 28, None, "NT")),
    )  # fmt: skip


def test_in_the_play_trump_tricks_and_contract_are_seen() -> None:
    """56-CON-1, 56-PLAY-3, 56-SHOW-11, 56-SHOW-16: of the tricks, the last."""
    state = closed(dealt(STD, {**HEARTS, 0: "HQ CQ CQ", 3: "HJ SQ S9"}), "28NS 29H")
    state = played(state, "HQ HQ HK HJ HK HA SQ")
    seen = public(state)

    trick = engine.TrickTaken(
        1,
        0,
        tuple(engine.Played(seat, card) for seat, card in enumerate(cards("HQ HQ HK HJ HK HA"))),
        3,
        4,
        "trump-led",
    )
    assert seen == engine.View(
        rules=STD, seat=None, phase="play", hand_number=1, dealer=5, opener=0, to_act=(4,),
        counts=(7, 7, 7, 6, 7, 7), trump="H", bid=29, bid_auction=1, bidder=1, declarer=1, denomination="H",
        auction=(
            step(0, "call", 28, "28NS", "NT"), step(1, "call", 29, "29H", "H"),
            *(step((2 + place) % 6, "pass") for place in range(6)),
        ),
        trick=(engine.Played(3, "SQ"),), winning=3, last_trick=trick, tricks=(trick,),
        points=(0, 4), taken=(0, 0, 0, 1, 0, 0), score=(0, 0),
    )  # fmt: skip
    assert engine.view(state, 0).hand[-2:] == ("CQ", "CQ")
    assert engine.view(state, 0).legal == (engine.Claim(0),)


def test_in_no_trump_no_suit_is_seen_as_trump() -> None:
    """56-CON-2."""
    seen = public(played(closed(dealt(STD, HEARTS), "28NT"), "HQ"))

    assert (seen.trump, seen.denomination, seen.declarer) == (None, "NT", 0)


def test_between_two_tricks_nobody_wins_one() -> None:
    """56-PLAY-4."""
    state = played(closed(dealt(STD, HEARTS), "28NT"), "HQ HQ HK HJ HK HA")

    assert (public(state).trick, public(state).winning) == ((), None)
    assert public(played(state, engine.view(state, 3).hand[0])).winning == 3


def test_a_hand_that_nobody_bid_on_has_no_contract_to_see() -> None:
    """56-AUC-8, 56-SCORE-2."""
    state = called(dealt(STD), passes(6))

    assert public(state) == engine.View(
        rules=STD, seat=None, phase="scored", to_act=(), counts=(8,) * 6, result=result(state),
        auction=tuple(step(seat, "pass") for seat in range(6)), **AT_FIRST,
    )  # fmt: skip
    assert result(state) == engine.HandScored(1, "passed_out", None, None, None, None, score=(0, 0))


def test_a_redeal_is_seen_after_the_calls_before_it() -> None:
    """56-AUC-10, 56-SCORE-2."""
    state = called(dealt(STD, {1: EIGHT_SPADES}), "30H redeal")

    assert public(state) == engine.View(
        rules=STD, seat=None, phase="scored", to_act=(), counts=(8,) * 6, result=result(state), bid=30, bid_auction=1,
        bidder=0, denomination="H", auction=(step(0, "call", 30, "30H", "H"), step(1, "redeal")), **AT_FIRST,
    )  # fmt: skip
    assert result(state) == engine.HandScored(1, "cancelled", None, None, None, None, score=(0, 0))
    assert public(called(new_hand(state), "pass")).hand_number == 2


def test_twelve_trumps_on_one_side_leave_a_bid_and_no_declarer() -> None:
    """56-AUC-17."""
    hands = {0: "SJ SJ S9 S9", 2: "SA SA ST ST", 4: "SK SK SQ SQ"}
    state = closed(dealt(STD, hands), "28S double")
    seen = public(state)

    assert (seen.phase, seen.bid, seen.bidder, seen.denomination, seen.doubled) == ("scored", 28, 0, "S", 1)
    assert (seen.declarer, seen.trump, seen.to_act) == (None, None, ())
    assert [entry.word for entry in seen.auction] == ["call", "double", *["pass"] * 6]
    assert engine.view(state, 2).legal == ()


def test_a_claimed_hand_stays_as_it_was_with_its_result() -> None:
    """56-PLAY-6, 56-SHOW-11, 56-SHOW-21: the contract to the end, and the score."""
    before = played(closed(dealt(STD, HEARTS), "28NS double"), "HQ HQ HK HJ HK HA")
    state = after(before, "1 claim")
    was, seen = public(before), public(state)

    assert (seen.phase, seen.result, seen.score) == ("scored", result(state), (0, 4))
    kept = ("bid", "declarer", "denomination", "doubled", "tricks", "points", "taken", "counts", "auction", "trump")
    assert [getattr(seen, name) for name in kept] == [getattr(was, name) for name in kept]
    assert engine.view(state, 3).hand == engine.view(before, 3).hand


@pytest.mark.parametrize("seat", [-1, 6])
def test_there_is_nothing_to_see_from_a_seat_that_is_not_there(seat: int) -> None:
    """56-SEAT-2."""
    with pytest.raises(ValueError, match=f"no seat {seat}"):
        engine.view(dealt(INT), seat)


@pytest.mark.parametrize(
    ("hands", "before", "text", "words"),
    [
        ({1: "SJ S9 SA DJ D9 CJ C9 CA"}, "28S", "29H", "You hold no heart"),
        ({1: EIGHT_SPADES}, "28NS", "29S", "You hold nothing but spades"),
        ({}, "34S", "34H", "Bid at least 35"),
        ({}, "", "27S", "Bid at least 28"),
        ({}, "", "57S", "No bid is higher than 56"),
        ({}, "", "NT+", "These rules do not allow the call NT+"),
    ],
)
def test_a_refusal_says_what_to_do_instead(hands: dict[int, str], before: str, text: str, words: str) -> None:
    """56-SHOW-4, 56-AUC-3, 56-AUC-4, 56-AUC-9, 56-AUC-10."""
    state = called(dealt(INT, hands), before)
    (seat,) = engine.to_act(state)

    refused = engine.refusal(state, engine.Call(seat, text))

    assert refused is not None
    assert refused.message.startswith(words)


@pytest.mark.parametrize("seat", [None, 0, 5])
def test_a_view_says_whose_it_is(seat: int | None) -> None:
    """56-SHOW-6: before the first hand, in the auction and in the play."""
    before = engine.new_game(engine.load_rules(INT))
    playing = closed(dealt(INT), "28NS")

    assert [engine.view(state, seat).seat for state in (before, dealt(INT), playing)] == [seat] * 3

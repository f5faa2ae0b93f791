"""56: the auction: 56-AUC."""

import pytest

import engine
from engine.fiftysix.calls import READABLE
from tests.engine.scenes56 import (
    ALL,
    EIGHT_SPADES,
    INT,
    INTERNATIONAL,
    KER,
    KERALA,
    STANDARD,
    STD,
    TWELVE_SPADES,
    call,
    callable_texts,
    called,
    contract,
    dealt,
    new_hand,
    passes,
    refused_call,
    result,
    turn_of,
    words_offered,
)

EVERY_RULE_SET = pytest.mark.parametrize("rule_set", ALL)
NOT_ALLOWED = "call-not-allowed"


def phase(state: engine.State) -> str:
    """Return the word for the moment of the game."""
    return engine.view(state, None).phase


@EVERY_RULE_SET
def test_each_seat_calls_once_in_its_turn(rule_set: str) -> None:
    """56-AUC-1, 56-AUC-2, 56-AUD-3."""
    state = called(dealt(rule_set), "28NS")

    assert engine.to_act(state) == {1}
    for word in ("pass", "29S", "double", "redouble", "redeal"):
        for seat in (-1, 0, 2, state.rules.players):
            assert refused_call(state, word, seat) == ("not-your-turn", "56-AUC-1")
            assert engine.legal_actions(state, seat) == []


@EVERY_RULE_SET
def test_what_is_no_call_has_no_place_in_an_auction(rule_set: str) -> None:
    """56-AUC-2, 56-AUD-3: whoever does it."""
    state = dealt(rule_set)
    calls = (engine.Call, engine.Pass, engine.Double, engine.Redouble, engine.Redeal)
    others = [kind for kind in engine.ACTION_TYPES.values() if kind not in calls]
    assert len(others) == 13
    for kind in others:
        more = {engine.Bid: [16], engine.Play: ["SJ"], engine.Fold: ["SJ"]}.get(kind, [])
        for seat in (0, 1):
            refused = engine.refusal(state, kind(seat, *more))
            assert refused is not None
            assert (refused.code, refused.rule) == ("wrong-phase", "56-AUD-3")


@pytest.mark.parametrize("rule_set", INTERNATIONAL)
def test_the_international_opener_must_bid(rule_set: str) -> None:
    """56-AUC-6: 28P says nothing, and is a bid of no trump."""
    state = dealt(rule_set)

    assert refused_call(state, "pass") == ("must-bid", "56-AUC-6")
    assert refused_call(state, "double") == (NOT_ALLOWED, "56-AUC-11")
    assert words_offered(state) == set()
    state = called(state, "28P")
    assert contract(state) == (0, 28, "NT", 0)
    assert refused_call(state, "pass") is None


@pytest.mark.parametrize("rule_set", INTERNATIONAL)
def test_the_international_opener_may_have_a_redeal_instead(rule_set: str) -> None:
    """56-AUC-6, 56-AUC-10."""
    spades = {4: TWELVE_SPADES, 6: EIGHT_SPADES, 8: "SJ SJ S9 S9 SA SA"}
    state = dealt(rule_set, {0: spades[engine.load_rules(rule_set).players]})

    assert words_offered(state) == {"redeal"}
    assert result(called(state, "redeal")).outcome == "cancelled"


def test_a_number_pass_is_an_ordinary_bid_later_too() -> None:
    """56-AUC-6."""
    state = called(dealt(INT), f"28P {passes(3)} 29P")

    assert contract(state) == (4, 29, "NT", 0)
    assert refused_call(state, "29P") == ("bid-too-low", "56-AUC-3")


@pytest.mark.parametrize("rule_set", KERALA)
def test_the_last_of_the_openers_side_bids_by_a_pass(rule_set: str) -> None:
    """56-AUC-7: if all before have passed; and nobody before that must bid."""
    state = dealt(rule_set)
    players = state.rules.players
    state = called(state, passes(players - 2))
    assert contract(state) == (None, None, None, 0)
    assert phase(state) == "auction"

    state = called(state, "pass")

    assert contract(state) == (players - 2, 28, "NT", 0)
    assert engine.view(state, None).auction[-1].word == "pass"
    assert refused_call(state, "28S") == ("bid-too-low", "56-AUC-3")
    assert refused_call(state, "29S") is None
    assert refused_call(state, "double") is None


@pytest.mark.parametrize("rule_set", KERALA)
def test_the_bidding_pass_is_none_of_those_that_end_the_auction(rule_set: str) -> None:
    """56-AUC-7, 56-AUC-16, 56-AUC-14: n more follow, and the last of them may be a self-raise."""
    players = engine.load_rules(rule_set).players
    state = called(dealt(rule_set), passes(2 * players - 2))
    assert turn_of(state) == players - 2
    assert phase(state) == "auction"

    assert refused_call(state, "30NS") is None
    assert refused_call(state, "30S") == (NOT_ALLOWED, "56-AUC-14")
    state = called(state, "pass")
    assert phase(state) == "play"
    assert contract(state) == (players - 2, 28, "NT", 0)


@pytest.mark.parametrize("rule_set", KERALA)
def test_after_a_bid_nobody_bids_by_a_pass(rule_set: str) -> None:
    """56-AUC-7."""
    players = engine.load_rules(rule_set).players
    state = called(dealt(rule_set), f"28S {passes(players - 2)}")

    assert contract(state) == (0, 28, "S", 0)
    state = called(dealt(rule_set), f"{passes(players - 2)} 30H pass")
    assert contract(state) == (players - 2, 30, "H", 0)


@pytest.mark.parametrize("rule_set", STANDARD)
def test_under_standard_rules_all_may_pass(rule_set: str) -> None:
    """56-AUC-8, 56-SCORE-2."""
    players = engine.load_rules(rule_set).players
    state = called(dealt(rule_set), passes(players - 1))
    assert phase(state) == "auction"
    assert refused_call(state, "28S") is None

    state = called(state, "pass")
    assert result(state).outcome == "passed_out"
    assert result(state).score == (0, 0)


def test_the_last_to_speak_may_open_the_bidding() -> None:
    """56-AUC-8, 56-AUC-14: their bid is no self-raise."""
    state = called(dealt(STD), f"{passes(5)} 28S {passes(5)}")

    assert refused_call(state, "29S") is None
    assert contract(called(state, "29S double"))[3] == 1


NO_HEARTS = "SJ SJ S9 DJ DJ CJ CJ C9"


@pytest.mark.parametrize("rule_set", [INT, KER, STD])
def test_a_suit_is_bid_by_who_holds_a_card_of_it(rule_set: str) -> None:
    """56-AUC-9: one is enough."""
    state = called(dealt(rule_set, {1: NO_HEARTS, 2: "HQ S9 SA SA DA DA CA CA"}), "28S")

    assert refused_call(state, "29H") == (NOT_ALLOWED, "56-AUC-9")
    assert not [text for text in callable_texts(state) if "H" in text]
    assert refused_call(called(state, "pass"), "29H") is None


@pytest.mark.parametrize("rule_set", [INT, KER, STD])
def test_who_holds_one_suit_only_may_not_bid_it(rule_set: str) -> None:
    """56-AUC-10, 56-AUC-9: no trump is left; at the first turn a redeal too."""
    state = called(dealt(rule_set, {1: EIGHT_SPADES}), "28NS")

    assert refused_call(state, "29S") == (NOT_ALLOWED, "56-AUC-10")
    assert refused_call(state, "29H") == (NOT_ALLOWED, "56-AUC-9")
    assert refused_call(state, "29NS") is None
    assert words_offered(state) == {"pass", "double", "redeal"}
    scored = result(called(state, "redeal"))
    assert (scored.outcome, scored.score, scored.declarer, scored.points) == ("cancelled", (0, 0), None, None)


@pytest.mark.parametrize("rule_set", [INT, KER, STD])
def test_a_redeal_is_for_one_suit_at_the_first_turn_only(rule_set: str) -> None:
    """56-AUC-10."""
    state = called(dealt(rule_set, {1: EIGHT_SPADES}), "28NS")
    assert refused_call(called(state, "pass"), "redeal") == (NOT_ALLOWED, "56-AUC-10")

    state = called(state, f"pass 29NS {passes(4)}")
    assert turn_of(state) == 1
    assert refused_call(state, "redeal") == (NOT_ALLOWED, "56-AUC-10")
    assert "redeal" not in words_offered(state)
    almost = called(dealt(rule_set, {1: f"{EIGHT_SPADES[:-2]}HT"}), "28NS")
    assert refused_call(almost, "redeal") == (NOT_ALLOWED, "56-AUC-10")


def test_somebody_elses_bid_of_that_suit_stands() -> None:
    """56-AUC-10: nobody else can know."""
    state = called(dealt(KER, {1: EIGHT_SPADES, 2: "SK SK SQ SQ"}), "28NS pass 29S")

    assert contract(state) == (2, 29, "S", 0)


def test_the_compulsory_bidder_may_have_a_redeal_too() -> None:
    """56-AUC-7, 56-AUC-10."""
    state = called(dealt(KER, {4: EIGHT_SPADES}), passes(4))

    assert words_offered(state) == {"pass", "redeal"}
    assert result(called(state, "redeal")).outcome == "cancelled"


@EVERY_RULE_SET
def test_the_others_bid_may_be_doubled_once(rule_set: str) -> None:
    """56-AUC-11: and the number stays."""
    state = called(dealt(rule_set), "28S pass")
    assert refused_call(state, "double") == (NOT_ALLOWED, "56-AUC-11")

    state = called(state, "pass double")
    assert contract(state) == (0, 28, "S", 1)
    for text in ("", "pass"):
        assert refused_call(called(state, text), "double") == (NOT_ALLOWED, "56-AUC-11")
    assert refused_call(called(state, "redouble"), "double") == (NOT_ALLOWED, "56-AUC-11")


@pytest.mark.parametrize("rule_set", [*KERALA, *STANDARD])
def test_without_a_bid_there_is_nothing_to_double(rule_set: str) -> None:
    """56-AUC-11, 56-AUC-12."""
    for text in ("", "pass"):
        state = called(dealt(rule_set), text)
        assert refused_call(state, "double") == (NOT_ALLOWED, "56-AUC-11")
        assert refused_call(state, "redouble") == (NOT_ALLOWED, "56-AUC-12")
        assert words_offered(state) == {"pass"}


@EVERY_RULE_SET
def test_the_doubled_side_may_redouble_once(rule_set: str) -> None:
    """56-AUC-12: any of its players, while doubled and not redoubled."""
    state = called(dealt(rule_set), "28S")
    for text in ("", "pass"):
        assert refused_call(called(state, text), "redouble") == (NOT_ALLOWED, "56-AUC-12")

    state = called(state, "double")
    assert turn_of(state) == 2
    assert refused_call(called(state, "pass"), "redouble") == (NOT_ALLOWED, "56-AUC-12")
    state = called(state, "redouble")
    assert contract(state) == (0, 28, "S", 2)
    for text in ("", "pass"):
        assert refused_call(called(state, text), "redouble") == (NOT_ALLOWED, "56-AUC-12")
    assert "double" not in words_offered(state)


@EVERY_RULE_SET
def test_a_new_bid_clears_double_and_redouble(rule_set: str) -> None:
    """56-AUC-13: and after a double any bid is open, to either side."""
    doubled = called(dealt(rule_set), "28S double")
    assert contract(called(doubled, "29S")) == (2, 29, "S", 0)
    state = called(doubled, "pass 30H")
    assert contract(state) == (3, 30, "H", 0)
    assert refused_call(state, "double") is None


@pytest.mark.parametrize("rule_set", [*INTERNATIONAL, *STANDARD])
def test_a_redouble_ends_the_bidding(rule_set: str) -> None:
    """56-AUC-13: outside Kerala, for both sides; nothing but passes is left."""
    state = called(dealt(rule_set), "28S double redouble")
    for text in ("", "pass"):
        here = called(state, text)
        assert refused_call(here, "40NS") == (NOT_ALLOWED, "56-AUC-13")
        assert (callable_texts(here), words_offered(here)) == ([], {"pass"})


@pytest.mark.parametrize("rule_set", KERALA)
def test_in_kerala_a_redouble_may_be_outbid(rule_set: str) -> None:
    """56-AUC-13: by either side, and doubled anew."""
    state = called(dealt(rule_set), "28S double redouble")

    assert contract(called(state, "29H")) == (3, 29, "H", 0)
    assert contract(called(state, "pass 29S double"))[3] == 1
    assert refused_call(state, "28NS") == ("bid-too-low", "56-AUC-3")


def others_passed(rule_set: str, text: str) -> engine.State:
    """Return the state after calls and the passes of all others."""
    state = dealt(rule_set)
    return called(state, f"{text} {passes(state.rules.players - 1)}")


@EVERY_RULE_SET
def test_who_bid_last_may_raise_it_once_all_others_passed(rule_set: str) -> None:
    """56-AUC-14: in the same denomination, by any number."""
    state = others_passed(rule_set, "28S")

    assert turn_of(state) == 0
    assert words_offered(state) == {"pass"}
    assert {READABLE[text].denomination for text in callable_texts(state)} == {"S"}
    assert refused_call(state, "29S") is None
    assert refused_call(state, "56S") is None
    assert refused_call(state, "28S") == ("bid-too-low", "56-AUC-3")
    assert refused_call(state, "57S") == ("bid-too-high", "56-AUC-3")
    for text in ("29H", "29NS"):
        assert refused_call(state, text) == (NOT_ALLOWED, "56-AUC-14")
    for text, rule in (("double", "56-AUC-11"), ("redouble", "56-AUC-12"), ("redeal", "56-AUC-10")):
        assert refused_call(state, text) == (NOT_ALLOWED, rule)


def test_a_self_raise_may_have_any_form() -> None:
    """56-AUC-14, 56-CON-2: NS, NT and P are all no trump."""
    suit = others_passed(INT, "S28")
    for text in ("29S", "S29", "+S", "+2S", "S+", "S+7"):
        assert refused_call(suit, text) is None
    bare = others_passed(INT, "28P")
    for text in ("29P", "29NS", "29NT", "+1NS"):
        assert refused_call(bare, text) is None


@EVERY_RULE_SET
@pytest.mark.parametrize("text", ["28S double", "28S pass pass double"])
def test_ones_own_double_is_no_bid_to_raise(rule_set: str, text: str) -> None:
    """56-AUC-14: the others might have bid after it."""
    state = others_passed(rule_set, text)
    for bid in ("29S", "29H", "29NS"):
        assert refused_call(state, bid) == (NOT_ALLOWED, "56-AUC-14")
    assert (callable_texts(state), words_offered(state)) == ([], {"pass"})


@pytest.mark.parametrize("rule_set", KERALA)
def test_nor_is_ones_own_redouble(rule_set: str) -> None:
    """56-AUC-14."""
    state = others_passed(rule_set, "28S double redouble")

    assert refused_call(state, "29S") == (NOT_ALLOWED, "56-AUC-14")
    assert (callable_texts(state), words_offered(state)) == ([], {"pass"})


@EVERY_RULE_SET
def test_after_a_self_raise_nobody_bids(rule_set: str) -> None:
    """56-AUC-15: only pass, double and redouble are left, for the rest of the auction."""
    state = called(others_passed(rule_set, "28S"), "30S")
    assert callable_texts(state) == []
    assert words_offered(state) == {"pass", "double"}
    assert refused_call(state, "40NS") == (NOT_ALLOWED, "56-AUC-15")

    state = called(state, "double")
    assert words_offered(state) == {"pass", "redouble"}
    for text in ("", "pass", "redouble", "redouble pass", passes(state.rules.players - 1)):
        here = called(state, text)
        assert refused_call(here, "40S") == (NOT_ALLOWED, "56-AUC-15")
    assert contract(called(state, "redouble"))[1:] == (30, "S", 2)


@EVERY_RULE_SET
def test_there_is_one_self_raise_an_auction(rule_set: str) -> None:
    """56-AUC-14, 56-AUC-15."""
    state = called(others_passed(rule_set, "28S"), "30S")
    state = called(state, passes(state.rules.players - 1))

    assert turn_of(state) == 0
    assert refused_call(state, "31S") == (NOT_ALLOWED, "56-AUC-15")
    state = called(state, "pass")
    assert phase(state) == "play"


@EVERY_RULE_SET
@pytest.mark.parametrize("text", ["28S", "28S 29NS", "28S double", "28S double redouble"])
def test_as_many_passes_as_players_end_the_auction(rule_set: str, text: str) -> None:
    """56-AUC-16: bids, doubles and redoubles start the count anew; the last caller passes too."""
    state = called(dealt(rule_set), text)
    players = state.rules.players
    state = called(state, passes(players - 1))
    assert phase(state) == "auction"
    last = contract(state)

    state = called(state, "pass")

    assert phase(state) == "play"
    assert contract(state) == last
    assert engine.view(state, None).declarer == last[0]


def side_with_twelve(rule_set: str) -> engine.State:
    """Return a game at its first call in which the opener's side has all the spades."""
    players = engine.load_rules(rule_set).players
    spades = TWELVE_SPADES.split()
    share = 12 // (players // 2)
    return dealt(rule_set, {2 * place: " ".join(spades[place * share :][:share]) for place in range(players // 2)})


@EVERY_RULE_SET
def test_twelve_trumps_on_one_side_cancel_the_hand_when_the_auction_ends(rule_set: str) -> None:
    """56-AUC-17, 56-SCORE-2, 56-SCORE-5: at once, not when play shows it; the score is that of before."""
    state = side_with_twelve(rule_set)
    players = state.rules.players
    state = called(state, f"28S double redouble {passes(players - 1)}")
    assert phase(state) == "auction"

    events = engine.decide(state, call(turn_of(state), "pass"))

    assert [type(event) for event in events] == [engine.Passed, engine.HandScored]
    scored = result(called(state, "pass"))
    assert engine.result_of(scored) == engine.Result("cancelled", score=(0, 0))


@EVERY_RULE_SET
def test_twelve_cards_of_a_suit_that_is_not_trump_are_played(rule_set: str) -> None:
    """56-AUC-17."""
    state = side_with_twelve(rule_set)

    assert phase(called(state, f"28NS {passes(state.rules.players)}")) == "play"
    assert phase(called(state, f"28S 29H {passes(state.rules.players)}")) == "play"


def test_eleven_trumps_on_one_side_are_played() -> None:
    """56-AUC-17."""
    hands = {0: "SJ SJ S9 S9 SA SA ST ST", 2: "SK SK SQ", 4: "HJ HJ"}
    assert phase(called(dealt(KER, {**hands, 1: "SQ"}), f"{passes(2)} 28S {passes(6)}")) == "play"
    hands[4] = "SQ"
    assert phase(called(dealt(KER, hands), f"{passes(2)} 28S {passes(6)}")) == "scored"


def test_a_match_goes_on_after_any_of_these() -> None:
    """56-DEAL-4, 56-AUC-8, 56-AUC-17: the next hand begins with a fresh auction."""
    state = called(side_with_twelve(STD), f"28S double {passes(6)}")
    state = called(new_hand(state), passes(6))
    state = new_hand(state)

    assert engine.view(state, None).auction == ()
    assert contract(state) == (None, None, None, 0)
    assert engine.view(state, None).hand_number == 3

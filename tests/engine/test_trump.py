"""Folding, deciding, asking, revealing: 28-FOLD, 28-TRUMP, 28-REV."""

import pytest

import engine
from engine.events import TrumpAsked, TrumpRevealed
from tests.engine.scenes import (
    THREE,
    after,
    bought,
    cards,
    dealt,
    in_play,
    passed_out,
    playable,
    played,
    played_out,
    refused,
    seen,
)

HANDS = {
    0: "SJ SQ S8 HQ H8 D8 D7 C8",
    1: "SA S9 HJ HT H7 DJ DQ CQ",
    2: "HA HK CJ C9 CA CT CK C7",
    3: "ST SK S7 H9 D9 DA DT DK",
}
"""Seat 2 has no spades and no diamonds; seat 3 no clubs."""

FIRST = {
    0: "SJ S9 SA ST H7 H8 HQ D7",
    1: "HJ H9 HA HT S7 S8 SQ D8",
}


def in_first_fold() -> engine.State:
    """Return seat 0 about to fold a card of SJ S9 SA ST."""
    return passed_out(after(dealt(FIRST), "0 bid 14"), "auction")


def in_decision(declarer: int = 0, *, second: bool = False) -> engine.State:
    """Return the declarer about to decide; Bidder 1's indicator is the first card of its hand."""
    return bought(dealt(FIRST), declarer, 24 if second else 16, second=second)


def test_bidder_1_folds_a_card_of_the_first_batch_or_concedes() -> None:
    """28-FOLD-1, 28-FOLD-2, 28-CON-1."""
    state = in_first_fold()

    assert engine.to_act(state) == {0}
    assert engine.legal_actions(state, 0) == [
        *(engine.Fold(0, card) for card in ("SJ", "S9", "SA", "ST")),
        engine.Concede(0),
    ]
    assert refused(state, "0 fold H7") == ("card-not-held", "28-FOLD-2")
    assert refused(state, "0 fold HJ") == ("card-not-held", "28-FOLD-2")
    assert refused(state, "1 fold HJ") == ("not-your-turn", "28-AUD-3")
    assert refused(state, "0 keep") == ("wrong-phase", "28-AUD-2")


def test_the_indicator_lies_face_down_and_only_its_owner_knows_it() -> None:
    """28-FOLD-1, 28-FOLD-3: it is no part of the hand."""
    state = after(in_first_fold(), "0 fold ST")

    assert seen(state, 0).indicator == "ST"
    assert "ST" not in seen(state, 0).hand
    assert [seen(state, seat).indicator for seat in (1, 2, 3, None)] == [None] * 4
    assert seen(state).indicator_at == 0
    assert seen(state).trump is None


def test_bidder_1_as_declarer_keeps_the_indicator_or_folds_another() -> None:
    """28-TRUMP-1, 28-TRUMP-4."""
    state = in_decision()
    assert seen(state).phase == "trump"

    kept = after(state, "0 keep")
    assert seen(kept, 0).indicator == "SJ"
    changed = after(state, "0 fold H8")
    assert seen(changed, 0).indicator == "H8"
    assert "SJ" in seen(changed, 0).hand
    assert refused(state, "1 keep") == ("not-your-turn", "28-AUD-3")


def test_a_new_declarer_must_fold_and_the_old_indicator_goes_back() -> None:
    """28-TRUMP-1: back when the auction ends."""
    state = in_decision(1, second=True)

    assert seen(state).indicator_at is None
    assert len(seen(state, 0).hand) == 8
    assert "SJ" in seen(state, 0).hand
    assert refused(state, "1 keep") == ("wrong-phase", "28-AUD-2")
    assert refused(state, "0 keep") == ("wrong-phase", "28-AUD-2")
    assert refused(state, "1 concede") is None
    assert {action.card for action in engine.legal_actions(state, 1) if isinstance(action, engine.Fold)} == {
        *cards("HJ H9 HA HT S7 S8 SQ D8")
    }


def test_the_folded_card_is_among_the_declarers_eight() -> None:
    """28-TRUMP-2: held or not comes before the suit."""
    assert refused(in_decision(), "0 fold HJ") == ("card-not-held", "28-TRUMP-2")
    assert refused(in_decision(), "0 fold S7") == ("card-not-held", "28-TRUMP-2")
    assert refused(in_decision(1, second=True), "1 fold SJ") == ("card-not-held", "28-TRUMP-2")
    assert refused(in_decision(1, second=True), "1 fold D8") is None


def test_bidder_1s_new_indicator_is_of_another_suit() -> None:
    """28-TRUMP-3: the old indicator itself included."""
    state = in_decision()

    assert refused(state, "0 fold SA") == ("call-not-allowed", "28-TRUMP-3")
    assert refused(state, "0 fold SJ") == ("call-not-allowed", "28-TRUMP-3")
    assert refused(state, "0 fold D7") is None


def test_bidder_1_who_lost_the_contract_and_won_it_back_still_has_the_indicator() -> None:
    """28-TRUMP-1: the declarer is Bidder 1 again."""
    state = after(in_first_fold(), "0 fold SJ", "0 pass", "1 bid 24", "2 pass", "3 pass", "0 bid 25")
    state = passed_out(state, "auction2")

    assert refused(state, "0 keep") is None


def test_the_final_decision_is_made_once() -> None:
    """28-TRUMP-1."""
    state = after(in_decision(), "0 keep")

    assert refused(state, "0 keep") == ("wrong-phase", "28-AUD-2")
    assert refused(state, "0 fold H7") == ("wrong-phase", "28-AUD-2")


def asked() -> engine.State:
    """Return spades led, hearts trump (seat 1 declares with HT folded), seat 2 without spades in turn."""
    return played(in_play(HANDS, declarer=1, indicator="HT"), "SJ S9")


def test_who_cannot_follow_may_ask_and_the_trump_comes_up() -> None:
    """28-REV-1, 28-REV-2."""
    state = asked()
    assert engine.decide(state, engine.Ask(2)) == [TrumpAsked(2), TrumpRevealed(1, "HT")]

    state = after(state, "2 ask")
    assert (seen(state).trump, seen(state).trump_card, seen(state).trump_revealed_by) == ("H", "HT", 2)
    assert "HT" in seen(state, 1).hand
    assert seen(state, 1).indicator is None
    assert seen(state).indicator_at is None
    assert engine.to_act(state) == {2}


def test_asking_is_voluntary_and_open_to_the_declarers_partner() -> None:
    """28-REV-1."""
    state = played(in_play(HANDS, declarer=0, indicator="HQ", bid=14), "SJ S9")
    assert seen(state).declarer == 0

    assert refused(state, "2 ask") is None
    assert refused(state, "2 play C7") is None


def test_who_may_not_ask() -> None:
    """28-REV-1: the leader, who can follow, the declarer."""
    state = in_play(HANDS, declarer=1, indicator="HT")
    assert refused(state, "0 ask") == ("may-not-ask", "28-REV-1")
    state = played(state, "SJ")
    assert refused(state, "1 ask") == ("may-not-ask", "28-REV-1")
    assert refused(state, "2 ask") == ("not-your-turn", "28-AUD-3")
    state = played(state, "S9 C7")
    assert refused(state, "3 ask") == ("may-not-ask", "28-REV-1")

    declarer_void = played(in_play(HANDS, declarer=2, indicator="HK"), "SJ SA")
    assert refused(declarer_void, "2 ask") == ("may-not-ask", "28-REV-1")


def test_the_declarer_follows_with_the_indicator_that_an_ask_turned_up() -> None:
    """28-REV-2: a declarer still to play to this trick follows with it if its suit was led."""
    hands = {
        0: "HA H8 HQ DQ D8 D7 C8 C7",
        1: "SJ S9 SA CJ CA CQ DJ D9",
        2: "SK SQ S8 S7 HJ H9 HK H7",
        3: "HT ST C9 CT CK DA DT DK",
    }
    state = played(in_play(hands, declarer=3, indicator="HT"), "HA")
    assert refused(state, "1 ask") is None
    state = played(after(state, "1 ask"), "SA HK")

    assert playable(state, 3) == {"HT"}
    assert refused(state, "3 play ST") == ("must-follow-suit", "28-PLAY-4")


def test_the_asker_plays_a_trump_if_holding_one() -> None:
    """28-REV-3."""
    state = after(asked(), "2 ask")

    assert seen(state).must_play == "trump"
    assert playable(state, 2) == {"HA", "HK"}
    assert refused(state, "2 play CJ") == ("must-play-trump", "28-REV-3")


def test_an_asker_without_trumps_plays_anything() -> None:
    """28-REV-3."""
    state = played(in_play(HANDS, declarer=3, indicator="DK"), "SJ SA")
    state = after(state, "2 ask")

    assert seen(state).must_play == "trump"
    assert playable(state, 2) == set(cards(HANDS[2]))


def test_the_declarer_who_cannot_follow_may_reveal_at_no_other_time() -> None:
    """28-REV-4."""
    state = in_play(HANDS, declarer=2, indicator="HK")
    assert refused(state, "2 reveal") == ("not-your-turn", "28-AUD-3")
    assert refused(state, "0 reveal") == ("may-not-reveal", "28-REV-4")

    state = played(state, "SJ SA")
    assert engine.decide(state, engine.Reveal(2)) == [TrumpRevealed(2, "HK")]
    assert seen(after(state, "2 reveal")).trump_revealed_by == 2

    following = played(in_play(HANDS, declarer=1, indicator="HT"), "SJ")
    assert refused(following, "1 reveal") == ("may-not-reveal", "28-REV-4")
    leading = in_play(HANDS, declarer=0, indicator="HQ", bid=14)
    assert refused(leading, "0 reveal") == ("may-not-reveal", "28-REV-4")


def test_after_a_reveal_the_declarer_plays_the_indicator() -> None:
    """28-REV-5."""
    state = after(played(in_play(HANDS, declarer=2, indicator="HK"), "SJ SA"), "2 reveal")

    assert seen(state).must_play == "indicator"
    assert playable(state, 2) == {"HK"}
    assert refused(state, "2 play HA") == ("must-play-indicator", "28-REV-5")


def last_trick() -> engine.State:
    """Return the declarer, seat 2, left with the folded CT alone, about to play third to the last trick."""
    state = in_play(HANDS, declarer=2, indicator="CT")
    while not (len(seen(state).tricks) == 7 and engine.to_act(state) == {2}):
        (turn,) = engine.to_act(state)
        state = after(state, f"{turn} play {sorted(playable(state, turn))[0]}")
    assert seen(state).trick
    return state


def test_in_the_last_trick_the_declarer_reveals_and_plays_or_just_plays_the_indicator() -> None:
    """28-REV-6, 28-PLAY-6: the result is the same."""
    state = last_trick()
    assert seen(state, 2).hand == ()
    assert engine.legal_actions(state, 2)[:2] == [engine.Play(2, "CT"), engine.Reveal(2)]

    just_played = played_out(after(state, "2 play CT"))
    revealed = played_out(after(state, "2 reveal", "2 play CT"))

    assert just_played == revealed
    assert seen(just_played).result == seen(revealed).result


def test_once_up_there_is_nothing_to_ask_or_reveal_any_more() -> None:
    """28-REV-7: who cannot follow ruffs or discards at will."""
    state = after(asked(), "2 ask")
    assert refused(state, "2 ask") == ("wrong-phase", "28-AUD-2")
    assert refused(state, "1 reveal") == ("wrong-phase", "28-AUD-2")

    state = played(state, "HK SK")
    state = played(state, "HA H9 H8 HT DK D8 DJ")

    assert seen(state).trump == "H"
    assert engine.to_act(state) == {2}
    assert refused(state, "2 ask") == ("wrong-phase", "28-AUD-2")
    assert playable(state, 2) == set(cards("CJ C9 CA CT CK C7"))


@pytest.mark.parametrize("rule_set", ["28-kerala-4", THREE])
def test_seven_cards_and_an_indicator_make_eight(rule_set: str) -> None:
    """28-FOLD-3."""
    state = after(bought(dealt(rule_set=rule_set), 0, 16), "0 keep")

    assert len(seen(state, 0).hand) == 7
    assert seen(state, 0).indicator is not None


@pytest.mark.parametrize("text", ["", "S", "ZZ", "S3", "sj"])
def test_what_is_no_card_is_held_by_nobody(text: str) -> None:
    """28-FOLD-2, 28-TRUMP-2, 28-PLAY-2."""
    # Seat 0 holds the first and the last card of the deck.
    first = passed_out(after(dealt({0: "C7 SJ S7 CJ D7 H7 S8 C8"}), "0 bid 16"), "auction")
    state = after(first, "0 fold CJ")
    final = passed_out(state, "auction2")
    playing = after(final, "0 keep")

    for moment, action, rule in (
        (first, engine.Fold(0, text), "28-FOLD-2"),
        (final, engine.Fold(0, text), "28-TRUMP-2"),
        (playing, engine.Play(0, text), "28-PLAY-2"),
    ):
        refusal = engine.refusal(moment, action)
        assert refusal is not None
        assert (refusal.code, refusal.rule) == ("card-not-held", rule)

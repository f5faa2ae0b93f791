"""Playing tricks and taking them: 28-PLAY, 28-TRICK."""

import engine
from tests.engine.scenes import after, cards, in_play, playable, played, played_out, refused, seen

HANDS = {
    0: "SJ SQ S8 HQ H8 D8 D7 C8",
    1: "SA S9 HJ HT H7 DJ DQ CQ",
    2: "HA HK CJ C9 CA CT CK C7",
    3: "ST SK S7 H9 D9 DA DT DK",
}
"""Seat 2 has no spades and no diamonds; seat 3 no clubs."""


def test_the_opener_leads_and_then_the_winner_each_seat_one_card_in_turn() -> None:
    """28-PLAY-1."""
    state = in_play(HANDS, declarer=1, indicator="HT")
    assert engine.to_act(state) == {0}
    assert refused(state, "1 play SA") == ("not-your-turn", "28-AUD-3")

    state = played(state, "SQ S9 C7 S7")

    assert engine.to_act(state) == {1}
    assert seen(state).tricks[0].winner == 1


def test_one_plays_a_card_of_ones_own_hand() -> None:
    """28-PLAY-2: neither another's, nor one played already, nor one no deck has."""
    state = in_play(HANDS, declarer=1, indicator="HT")
    for card in ("HJ", "S3", "??"):
        assert refused(state, f"0 play {card}") == ("card-not-held", "28-PLAY-2")

    state = played(state, "SJ S9 C7 ST")
    assert refused(state, "0 play SJ") == ("card-not-held", "28-PLAY-2")


def test_a_hidden_indicator_neither_follows_suit_nor_can_be_played() -> None:
    """28-PLAY-4, 28-PLAY-2."""
    hands = {**HANDS, 2: "SK HA CJ C9 CA CT CK C7", 3: "ST S7 HK H9 D9 DA DT DK"}
    state = played(in_play(hands, declarer=2, indicator="SK"), "SJ SA")

    assert playable(state, 2) == set(cards("HA CJ C9 CA CT CK C7"))
    assert refused(state, "2 play SK") == ("card-not-held", "28-PLAY-2")
    assert refused(state, "2 reveal") is None
    assert playable(after(state, "2 reveal"), 2) == {"SK"}


def test_the_declarer_may_not_lead_the_hidden_trump() -> None:
    """28-PLAY-3."""
    state = in_play(HANDS, declarer=0, indicator="SJ", bid=14)

    assert refused(state, "0 play SQ") == ("may-not-lead-trump", "28-PLAY-3")
    assert playable(state, 0) == {"HQ", "H8", "D8", "D7", "C8"}


def test_with_nothing_but_trumps_the_declarer_leads_one_and_it_stays_hidden() -> None:
    """28-PLAY-3."""
    hands = {
        0: "SJ S9 SA ST SK SQ S8 S7",
        1: "HJ H9 HA HT HK HQ H8 H7",
        2: "DJ D9 DA DT DK DQ D8 D7",
    }
    state = in_play(hands, declarer=0, indicator="S7", bid=14)

    assert playable(state, 0) == set(cards("SJ S9 SA ST SK SQ S8"))
    state = played(state, "SJ H7 D7 C7")
    assert seen(state).trump is None
    assert seen(state).tricks[0].winner == 0


def test_anybody_else_may_lead_the_hidden_trump_suit() -> None:
    """28-PLAY-3: the restriction is the declarer's alone."""
    state = in_play(HANDS, declarer=1, indicator="HT")

    assert refused(state, "0 play HQ") is None


def test_once_the_trump_is_up_the_declarer_may_lead_it() -> None:
    """28-PLAY-3, 28-REV-7."""
    state = after(played(in_play(HANDS, declarer=1, indicator="HT"), "SQ SA"), "2 ask")
    state = played(state, "HK SK")
    assert engine.to_act(state) == {2}

    state = played(state, "CJ ST C8 CQ")
    assert engine.to_act(state) == {2}
    assert seen(state).trump == "H"


def test_a_seat_holding_the_suit_led_follows() -> None:
    """28-PLAY-4."""
    state = played(in_play(HANDS, declarer=1, indicator="HT"), "SQ")

    assert playable(state, 1) == {"SA", "S9"}
    assert refused(state, "1 play HJ") == ("must-follow-suit", "28-PLAY-4")
    refusal = engine.refusal(state, engine.Play(1, "HJ"))
    assert refusal is not None
    assert str(refusal) == "You hold a spade, so you must play one. (28-PLAY-4)"


def test_who_cannot_follow_plays_anything_without_asking_and_the_trump_stays_hidden() -> None:
    """28-PLAY-5: a trump thrown so, the declarer's own included, is worth a plain card."""
    state = played(in_play(HANDS, declarer=2, indicator="HK"), "SQ S9")
    assert playable(state, 2) == set(cards("HA CJ C9 CA CT CK C7"))

    state = played(state, "HA S7")

    assert seen(state).trump is None
    assert seen(state).tricks[0].winner == 1
    assert seen(state).tricks[0].reason == "highest-led"


def test_the_indicator_alone_is_led_to_the_last_trick_and_turns_up() -> None:
    """28-PLAY-6."""
    hands = {0: "SJ S9 SA ST SK SQ S8 H7", 1: "HJ H9 HA HT HK HQ H8 S7"}
    state = in_play(hands, declarer=0, indicator="H7", bid=14)
    for card in cards(hands[0])[:7]:
        state = played(state, card)
        while seen(state).trick:
            (turn,) = engine.to_act(state)
            state = after(state, f"{turn} play {min(playable(state, turn))}")
    assert (seen(state, 0).hand, engine.to_act(state)) == ((), {0})
    assert playable(state, 0) == {"H7"}
    assert refused(state, "0 reveal") == ("may-not-reveal", "28-REV-4")
    assert refused(state, "0 play SJ") == ("card-not-held", "28-PLAY-2")

    state = after(state, "0 play H7")

    assert (seen(state).trump, seen(state).trump_card, seen(state).trump_revealed_by) == ("H", "H7", 0)
    assert refused(state, "1 ask") == ("wrong-phase", "28-AUD-2")


def test_the_indicator_played_last_turns_up_before_it_counts() -> None:
    """28-PLAY-6, 28-TRICK-1: the seven of trumps takes the trick from a jack."""
    hands = {
        0: "SJ S9 SA ST SK SQ C8 H7",
        1: "D9 DA DT DK DQ D8 D7 S8",
        2: "HJ H9 HA HT HK HQ H8 S7",
        3: "CJ C9 CA CT CK CQ C7 DJ",
    }
    state = in_play(hands, declarer=0, indicator="H7", bid=14)
    state = played(state, "C8 D7 H8 CJ C9 SJ D8 HQ CA S9 DQ HK CT SA DK HT CK ST DT HA CQ SK DA H9 C7 SQ S8 HJ")
    assert seen(state).trump is None
    assert [trick.winner for trick in seen(state).tricks] == [3] * 7

    state = played(state, "DJ H7")
    assert seen(state).trump == "H"
    state = played(state, "D9 S7")

    last = seen(state).last_trick
    assert last is not None
    assert (last.winner, last.reason, last.points) == (0, "only-trump", 5)


def test_every_trick_is_played_even_when_all_is_decided() -> None:
    """28-PLAY-7."""
    state = in_play({0: "SJ S9 SA ST HJ H9 HA HT"}, declarer=0, indicator="HT", bid=14)
    state = played_out(state)

    assert len(seen(state).tricks) == 8


def test_a_trick_with_the_trump_hidden_goes_to_the_highest_of_the_suit_led() -> None:
    """28-TRICK-3."""
    state = played(in_play(HANDS, declarer=1, indicator="HT"), "SQ SA CJ SK")

    assert seen(state).tricks[0].winner == 1
    assert seen(state).tricks[0].reason == "highest-led"


def test_the_highest_trump_wins_from_the_moment_it_is_up() -> None:
    """28-TRICK-1."""
    state = after(played(in_play(HANDS, declarer=1, indicator="HT"), "SJ S9"), "2 ask")
    state = played(state, "HK S7")

    assert seen(state).tricks[0].winner == 2
    assert seen(state).tricks[0].reason == "only-trump"


def test_a_trump_played_before_it_was_turned_up_in_the_same_trick_counts_as_one() -> None:
    """28-TRICK-2: the jack thrown by seat 2 beats the nine of the asker after it."""
    hands = {
        0: "SJ SQ S8 S7 D8 D7 C8 C7",
        1: "SA S9 ST SK DK DQ CQ HQ",
        2: "HJ HK DJ CJ C9 CA CT CK",
        3: "H9 HA HT H8 H7 D9 DA DT",
    }
    state = played(in_play(hands, declarer=1, indicator="DK"), "SJ S9 DJ")
    state = after(state, "3 ask", "3 play D9")

    assert seen(state).tricks[0].winner == 2
    assert seen(state).tricks[0].reason == "highest-trump"


def test_earlier_tricks_keep_their_winners() -> None:
    """28-TRICK-2."""
    state = played(in_play(HANDS, declarer=1, indicator="HT"), "SQ S9 HA SK")
    assert seen(state).tricks[0].winner == 1
    state = played(state, "SA C7 S7 S8")
    assert seen(state).tricks[1].winner == 1
    state = after(played(state, "DJ"), "2 ask")
    state = played(state, "HK DK D7")

    assert seen(state).trump == "H"
    assert [trick.winner for trick in seen(state).tricks] == [1, 1, 2]


def test_the_points_of_a_trick_belong_to_the_winners_side() -> None:
    """28-TRICK-4."""
    state = played(in_play(HANDS, declarer=1, indicator="HT"), "SJ S9 CA ST")
    assert seen(state).points == (3 + 2 + 1 + 1, 0)
    assert seen(state).taken == (1, 0, 0, 0)

    three = in_play({0: "SJ", 1: "S9"}, declarer=1, indicator="S9", rule_set="28-kerala-3")
    state = after(three, "0 play SJ")
    state = played_out(state)
    assert sum(seen(state).points) == 28
    assert len(seen(state).points) == 3


def test_only_the_last_trick_can_be_looked_at() -> None:
    """The others show who took them, and for how much."""
    state = played(in_play(HANDS, declarer=1, indicator="HT"), "SQ S9 HA SK SA C7 S7 S8")
    tricks = seen(state).tricks

    assert tricks[0].cards == ()
    assert [(one.seat, one.card) for one in tricks[1].cards] == [(1, "SA"), (2, "C7"), (3, "S7"), (0, "S8")]
    assert seen(state).last_trick == tricks[1]
    assert (tricks[0].winner, tricks[0].points) == (1, 3)


def test_a_led_trump_that_is_up_takes_the_trick_as_such() -> None:
    """28-TRICK-1: the reason shown is that trumps were led."""
    state = after(played(in_play(HANDS, declarer=1, indicator="HT"), "SQ SA"), "2 ask")
    state = played(state, "HK SK HA H9 H8 HT")

    assert seen(state).tricks[1].reason == "trump-led"
    assert seen(state).tricks[1].winner == 3


def test_the_table_tells_whose_card_is_winning_as_the_trick_lies() -> None:
    """28-TRICK-1, 28-TRICK-2, 28-TRICK-3: hidden trumps count from the moment they are up."""
    state = in_play(HANDS, declarer=1, indicator="HT")
    assert seen(state).winning is None
    state = played(state, "SQ")
    assert seen(state).winning == 0
    state = played(state, "SA")
    assert seen(state).winning == 1
    assert seen(played(state, "HA")).winning == 1
    assert seen(played(after(state, "2 ask"), "HK")).winning == 2

"""56: tricks and claims: 56-PLAY."""

import pytest

import engine
from engine.fiftysix.cards import SUIT_MASK, UNIT
from engine.fiftysix.play import trick_winner
from tests.engine.scenes import after, cards, playable, played, played_out, refused
from tests.engine.scenes56 import (
    ALL,
    HEARTS,
    INT,
    KER,
    STD,
    called,
    closed,
    dealt,
    passes,
    refused_call,
    result,
    turn_of,
)

EVERY_RULE_SET = pytest.mark.parametrize("rule_set", ALL)


@EVERY_RULE_SET
def test_the_opener_leads_and_each_plays_in_turn(rule_set: str) -> None:
    """56-PLAY-1, 56-AUD-3: whoever declares."""
    state = closed(dealt(rule_set), "28NS 29NS")
    players = state.rules.players

    for seat in range(players):
        assert engine.to_act(state) == {seat}
        for other in {*range(-1, players + 1)} - {seat}:
            assert refused(state, f"{other} play SQ") == ("not-your-turn", "56-PLAY-1")
        state = after(state, f"{seat} play {engine.legal_actions(state, seat)[0].card}")


def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    """56-PLAY-1, 56-PLAY-4."""
    state = played(closed(dealt(STD, HEARTS), "28NS"), "HQ HQ HK HJ HK HA")

    assert turn_of(state) == 3
    seen = engine.view(state, None)
    assert seen.last_trick is not None
    assert (seen.last_trick.leader, seen.last_trick.winner, seen.last_trick.points) == (0, 3, 4)
    assert seen.taken == (0, 0, 0, 1, 0, 0)
    assert seen.points == (0, 4)


@pytest.mark.parametrize("card", ["SJ", "S8", "C7", "S3", "XX", "", "sj", "SJ "])
def test_a_card_not_held_cannot_be_played(card: str) -> None:
    """56-PLAY-2, 56-AUD-1: nor one of another game."""
    state = closed(dealt(KER, {2: "SJ SJ"}), "28NS")
    action = engine.Play(0, card)

    refusal = engine.refusal(state, action)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("card-not-held", "56-PLAY-2")


def test_a_played_card_stays_played() -> None:
    """56-PLAY-2: its other copy may follow, once."""
    state = closed(dealt("56-standard-8", {0: "SJ HJ HJ DJ DJ CJ", 1: "S9 S9 SA", 2: "SJ"}), "28NS")
    state = played(state, "HJ")
    while turn_of(state) != 0:
        state = after(state, f"{turn_of(state)} play {sorted(playable(state, turn_of(state)))[0]}")

    assert "HJ" in playable(state, 0)
    state = played(state, "HJ")
    while turn_of(state) != 0:
        state = after(state, f"{turn_of(state)} play {sorted(playable(state, turn_of(state)))[0]}")
    assert refused(state, "0 play HJ") == ("card-not-held", "56-PLAY-2")


HANDS = {0: "HA", 1: "HK HK SA SA DA DA CA CA", 2: "SJ SJ S9 DJ DJ D9 CJ C9"}


@pytest.mark.parametrize("auction", ["28NS", "28H", "28S"], ids=["no trump", "trump led", "plain suit led"])
def test_who_can_follow_suit_must(auction: str) -> None:
    """56-PLAY-3, 56-AUD-4."""
    state = played(closed(dealt(INT, HANDS), auction), "HA")

    assert playable(state, 1) == {"HK"}
    assert refused(state, "1 play SA") == ("must-follow-suit", "56-PLAY-3")
    assert refused(state, "1 play HJ") == ("card-not-held", "56-PLAY-2")
    state = played(state, "HK")
    assert playable(state, 2) == set(cards(HANDS[2]))


def test_nobody_must_trump_or_overtrump() -> None:
    """56-PLAY-3: nor show the trump, which is open from the start."""
    hands = {0: "HA HQ", 1: "ST ST DQ DQ DK DK DT DT", 2: "SJ SJ S9 DJ DJ D9 CJ C9"}
    state = played(closed(dealt(INT, hands), "28S"), "HA")

    assert playable(state, 1) == {"ST", "DQ", "DK", "DT"}
    state = played(state, "ST")
    assert playable(state, 2) == set(cards(hands[2]))
    assert engine.view(state, None).trump == "S"
    assert engine.view(state, None).winning == 1
    assert engine.view(played(state, "DJ"), None).winning == 1
    assert engine.view(played(state, "S9"), None).winning == 2


def test_anything_may_be_led() -> None:
    """56-PLAY-3: trumps too."""
    state = closed(dealt(KER, {0: "SJ HJ DJ CJ S9 H9 D9 C9"}), "28S")

    assert playable(state, 0) == set(cards("SJ HJ DJ CJ S9 H9 D9 C9"))


def winner(trick: str, trump: str = "", leader: int = 0) -> int:
    """Return who takes a trick."""
    units = tuple(UNIT[card] for card in cards(trick))
    return trick_winner(units, leader, SUIT_MASK[trick[0]], SUIT_MASK.get(trump, 0), len(units))


@pytest.mark.parametrize(
    ("trick", "trump", "place"),
    [
        ("SK SQ ST SA", "", 3),
        ("SK S9 SJ SA", "", 2),
        ("SK HJ DJ CJ", "", 0),
        ("SK HJ SA CJ", "", 2),
        ("SK HQ SJ SA", "H", 1),
        ("SK HQ HK SJ", "H", 2),
        ("SK HQ DJ CJ", "C", 3),
        ("HQ SJ HJ H9", "H", 2),
        ("SJ DJ SQ CJ", "H", 0),
        ("SJ SJ SQ SK", "", 0),
        ("SQ SJ SK SJ", "", 1),
        ("SQ HK SJ HK", "H", 1),
        ("SQ HK HJ HJ", "H", 2),
        ("SA SQ SA ST", "D", 0),
        ("SQ SQ HJ HJ", "", 0),
    ],
)
def test_the_highest_trump_or_else_the_highest_of_the_suit_led_wins(trick: str, trump: str, place: int) -> None:
    """56-PLAY-4: of two equal cards the one played first; in no trump only the suit led counts."""
    for leader in range(4):
        assert winner(trick, trump, leader) == (leader + place) % 4


VOID = "SQ SQ SK DQ DQ DK CQ CQ"


@pytest.mark.parametrize(
    ("hands", "auction", "trick", "reason"),
    [
        ({}, "28NS", "HQ HQ HK HJ HK HA", "highest-led"),
        ({}, "28H", "HQ HQ HK HJ HK HA", "trump-led"),
        ({1: VOID}, "28H", "HQ SQ HK HJ HK HA", "trump-led"),
        ({3: VOID}, "28S", "HQ HQ HK SQ HK HA", "only-trump"),
        ({3: VOID, 4: "ST ST SA SA DA DA CA CA"}, "28S", "HQ HQ HK SQ ST HA", "highest-trump"),
    ],
)
def test_a_view_says_why_a_trick_was_won(hands: dict[int, str], auction: str, trick: str, reason: str) -> None:
    """56-PLAY-4."""
    state = played(closed(dealt(INT, {**HEARTS, **hands}), auction), trick)

    trick_taken = engine.view(state, None).last_trick
    assert trick_taken is not None
    assert trick_taken.reason == reason


@EVERY_RULE_SET
def test_all_tricks_are_played(rule_set: str) -> None:
    """56-PLAY-5, 56-PLAY-7, 56-DECK-3: though the contract is long safe or lost."""
    for auction in ("28NS", "56NS"):
        state = played_out(closed(dealt(rule_set), auction))
        seen = engine.view(state, None)
        assert len(seen.tricks) == state.rules.hand_size
        assert result(state).outcome in ("made", "failed")
        assert sum(seen.points) == 56
        assert result(state).points == seen.points
        assert engine.to_act(state) == frozenset()


@EVERY_RULE_SET
def test_any_seat_may_claim_at_any_moment_of_the_play(rule_set: str) -> None:
    """56-PLAY-6, 56-AUD-3: on turn or not, whichever side declares."""
    state = dealt(rule_set)
    players = state.rules.players
    for seat in range(players):
        assert refused_call(state, "pass", seat) != ("wrong-phase", "56-AUD-3")
        assert refused(state, f"{seat} claim") == ("wrong-phase", "56-AUD-3")
    state = closed(state, "28NS")
    for _ in range(players + 1):
        for seat in range(players):
            assert refused(state, f"{seat} claim") is None
            assert engine.Claim(seat) in engine.legal_actions(state, seat)
        for nobody in (-1, players):
            assert refused(state, f"{nobody} claim") is not None
            assert engine.legal_actions(state, nobody) == []
        state = after(state, f"{turn_of(state)} play {engine.legal_actions(state, turn_of(state))[0].card}")


@pytest.mark.parametrize("claimer", range(6))
def test_a_claim_takes_all_that_is_in_no_finished_trick(claimer: int) -> None:
    """56-PLAY-6: an unfinished trick included."""
    hands = {**HEARTS, 0: "HJ SJ", 1: "HQ S9", 3: "H9"}
    state = played(closed(dealt(STD, hands), "28NS"), "HJ HQ HK H9 HK HA SJ S9")
    assert engine.view(state, None).points == (6, 0)

    state = after(state, f"{claimer} claim")

    assert result(state).outcome == "claimed"
    assert result(state).points == ((56, 0) if claimer % 2 == 0 else (6, 50))
    seen = engine.view(state, None)
    assert (seen.phase, seen.trump, seen.declarer, seen.bid) == ("scored", None, 0, 28)


def test_between_two_tricks_the_claim_takes_the_rest() -> None:
    """56-PLAY-6."""
    state = played(closed(dealt(STD, HEARTS), "28NS"), "HQ HQ HK HJ HK HA")

    assert result(after(state, "0 claim")).points == (52, 4)


@pytest.mark.parametrize(
    "ended",
    [
        lambda: called(dealt(STD), passes(6)),
        lambda: called(dealt(STD, {0: "SJ SJ S9 S9 SA SA ST ST"}), "redeal"),
        lambda: after(closed(dealt(STD), "28NS"), "3 claim"),
        lambda: played_out(closed(dealt(STD), "28NS")),
    ],
    ids=["passed out", "cancelled", "claimed", "played"],
)
def test_after_a_hand_is_decided_nothing_can_be_done(ended) -> None:  # type: ignore[no-untyped-def]
    """56-PLAY-7, 56-AUD-3: by whomever, of 28 neither."""
    state = ended()
    for seat in (0, 1):
        for text in ("pass", "double", "claim", "play SQ", "call 28S", "redeal", "ask", "thani", "bid 16"):
            assert refused(state, f"{seat} {text}") == ("hand-over", "56-PLAY-7")
        assert engine.legal_actions(state, seat) == []
    assert engine.to_act(state) == frozenset()


@EVERY_RULE_SET
def test_calls_have_no_place_in_the_play(rule_set: str) -> None:
    """56-AUD-3: nor has what only 28 knows."""
    state = closed(dealt(rule_set), "28NS")
    known = (engine.Play, engine.Claim)
    others = [kind for kind in engine.ACTION_TYPES.values() if kind not in known]
    assert len(others) == 16
    for kind in others:
        more = {engine.Bid: [16], engine.Call: ["40S"], engine.Fold: ["SJ"]}.get(kind, [])
        for seat in (0, 1):
            refusal = engine.refusal(state, kind(seat, *more))
            assert refusal is not None
            assert (refusal.code, refusal.rule) == ("wrong-phase", "56-AUD-3")


def test_it_makes_no_difference_which_copy_is_played() -> None:
    """56-DECK-1: games that differ in nothing else are equal."""
    one = closed(dealt(INT, {0: "HJ HJ H9"}), "28H")
    other = closed(dealt(INT, {0: "HJ H9 HJ"}), "28H")

    assert one == other
    assert played(one, "HJ") == played(other, "HJ")
    assert playable(played(one, "HJ"), 1) == playable(played(other, "HJ"), 1)
    assert [action for action in engine.legal_actions(one, 0) if action == engine.Play(0, "HJ")] == [
        engine.Play(0, "HJ")
    ]


def test_no_repr_shows_a_card() -> None:
    """56-SHOW-6: a state in a log or an error page."""
    state = closed(dealt(INT), "28NS")

    assert repr(state) == "<Playing of 56-international-6>"
    assert repr(state.deal) == "<Deal, opener 0>"  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["S8", "XX", "", "sj"])
def test_what_is_no_card_is_held_by_nobody(text: str) -> None:
    """56-PLAY-2: not by who holds the first card of the deck either."""
    refusal = engine.refusal(closed(dealt(KER, {0: "SJ SJ CQ"}), "28NS"), engine.Play(0, text))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("card-not-held", "56-PLAY-2")


def test_nobody_claims_from_a_seat_that_is_not_there() -> None:
    """56-PLAY-6: any seat at the table may claim, and no other."""
    state = closed(dealt(INT), "28NS")

    assert refused(state, "6 claim") == ("not-your-turn", "56-PLAY-6")
    assert engine.legal_actions(state, 6) == []

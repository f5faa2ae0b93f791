"""56: contracts, stake points and matches: 56-CON, 56-SCORE, 56-MATCH."""

import pytest

import engine
from tests.engine.scenes import after, played, played_out
from tests.engine.scenes56 import (
    ALL,
    EIGHT_SPADES,
    HEARTS,
    INT,
    KER,
    STD,
    called,
    claimed_hand,
    closed,
    dealt,
    full_hands,
    new_hand,
    passes,
    result,
)

GAMES = {"type": "games", "best_of": 3, "target": 3, "lead": 2}


def test_the_contract_is_the_last_bid_and_its_maker_declares() -> None:
    """56-CON-1, 56-CON-2, 56-SCORE-5: number, denomination, doubles."""
    scored = result(claimed_hand(dealt(KER), "28S 29H double redouble pass 35NS double redouble", by=0))

    assert (scored.declarer, scored.bid, scored.denomination, scored.doubled) == (5, 35, "NT", 2)
    state = closed(dealt(INT), "28P")
    assert engine.view(state, None).trump is None


def test_partners_of_the_declarer_take_tricks_for_the_contract() -> None:
    """56-CON-1, 56-CON-3: the whole side plays it."""
    hands = {0: "HQ", 1: "HQ", 2: "HJ", 3: "HK"}
    state = played(closed(dealt("56-standard-4", hands), "28NS"), "HQ HQ HJ HK")

    assert engine.view(state, None).declarer == 0
    assert engine.view(state, None).points == (3, 0)


POINTS = [
    # A claim by seat 0 before the first lead gives side 0 all, so the other side's bids fail.
    (28, 1, 2),
    (39, 1, 2),
    (40, 2, 3),
    (47, 2, 3),
    (48, 3, 4),
    (55, 3, 4),
    (56, 4, 5),
]
DOUBLES = ["{}", "{} double", "{} double redouble"]


@pytest.mark.parametrize(("number", "made", "failed"), POINTS)
@pytest.mark.parametrize("doubled", range(3))
@pytest.mark.parametrize("doubling", ["multiply", "add", None])
@pytest.mark.parametrize("rule_set", ALL)
def test_stake_points(rule_set: str, doubling: str | None, doubled: int, number: int, made: int, failed: int) -> None:
    """56-SCORE-1, 56-SCORE-3, 56-SCORE-4: one side scores; International adds unless told otherwise."""
    state = dealt(rule_set, options={} if doubling is None else {"doubling": doubling})
    adds = doubling == "add" or (doubling is None and "international" in rule_set)
    worth = [value + doubled if adds else value * (doubled + 1) for value in (made, failed)]
    auction = DOUBLES[doubled].format(f"{number}NS")

    won = result(claimed_hand(state, auction, by=0))
    lost = result(claimed_hand(state, auction, by=1))

    assert (won.outcome, won.points, won.score, won.doubled) == ("claimed", (56, 0), (worth[0], 0), doubled)
    assert (lost.outcome, lost.points, lost.score, lost.bid) == ("claimed", (0, 56), (0, worth[1]), number)


def after_a_trick(bid: int) -> engine.State:
    """Return the state after a trick of four points for the declarer's opponents."""
    return played(closed(dealt(STD, HEARTS), f"{bid}NS"), "HQ HQ HK HJ HK HA")


@pytest.mark.parametrize(("bid", "made"), [(51, True), (52, True), (53, False)])
def test_a_contract_is_made_by_as_many_points_as_its_number(bid: int, made: bool) -> None:
    """56-CON-3: with 52 card points."""
    scored = result(after(after_a_trick(bid), "0 claim"))

    assert scored.points == (52, 4)
    assert scored.score == ((3, 0) if made else (0, 4))


def test_margins_are_worth_nothing() -> None:
    """56-CON-3: 28 made by 52 points, or missed by 28."""
    assert result(after(after_a_trick(28), "0 claim")).score == (1, 0)
    assert result(after(after_a_trick(28), "1 claim")).score == (0, 2)


@pytest.mark.parametrize("rule_set", ALL)
def test_a_hand_played_out_is_made_or_failed(rule_set: str) -> None:
    """56-CON-3, 56-SCORE-5."""
    everything = dealt(rule_set)
    for bid in (28, 56):
        state = played_out(closed(everything, f"{bid}NS"))
        scored = result(state)
        assert scored.points is not None
        assert scored.outcome == ("made" if scored.points[0] >= bid else "failed")
        members = {name for name in engine.Result.__struct_fields__ if getattr(scored, name) is not None}
        assert members == {"outcome", "declarer", "bid", "denomination", "doubled", "points", "score"}


def test_a_claimed_hand_has_the_members_of_a_played_one_and_the_others_only_their_score() -> None:
    """56-SCORE-2, 56-SCORE-5."""
    claimed = engine.result_of(result(claimed_hand(dealt(STD), "28H", by=1)))
    assert claimed == engine.Result(
        "claimed", declarer=0, bid=28, denomination="H", doubled=0, points=(0, 56), score=(0, 2)
    )
    state = called(new_hand(claimed_hand(dealt(STD), "28H", by=1)), passes(6))
    assert engine.result_of(result(state)) == engine.Result("passed_out", score=(0, 2))
    state = called(new_hand(state, {2: EIGHT_SPADES}), "redeal")
    assert engine.result_of(result(state)) == engine.Result("cancelled", score=(0, 2))


def test_the_score_runs_on_and_never_falls() -> None:
    """56-SCORE-1, 56-MATCH-5."""
    state = engine.new_game(engine.load_rules(KER, {"ending": {"type": "open"}}))
    assert engine.view(state, None).score == (0, 0)
    totals = []
    for auction, by in (("28NS", 0), ("56NS", 0), ("28NS double", 1), ("40NS", 1)):
        state = claimed_hand(new_hand(state), auction, by=by)
        totals.append(result(state).score)

    # Seats 0, 1, 2 and 3 open and declare.
    assert totals == [(1, 0), (6, 0), (6, 4), (6, 6)]
    assert engine.view(state, None).score == (6, 6)


def hands(state: engine.State, *claims: int, auction: str = "28NS") -> engine.State:
    """Return the game after hands, each won by a claim of a seat: with 1 point the opener's side, with 2 the other."""
    for seat in claims:
        state = claimed_hand(new_hand(state), auction, by=seat)
    return state


def game_of(ending: dict[str, object], rule_set: str = STD) -> engine.State:
    """Return a match before its first hand, which seat 5 deals."""
    return engine.new_game(engine.load_rules(rule_set, {"ending": ending}))


def standing(state: engine.State) -> tuple[object, ...]:
    """Return score, games, whether the match is over, and who has won it."""
    seen = engine.view(state, None)
    return seen.score, seen.games, seen.finished, seen.winners


@pytest.mark.parametrize(
    ("claims", "score", "winners"),
    [((0, 0), (3, 0), (0,)), ((1, 1), (0, 3), (1,)), ((0, 1), (1, 1), (0, 1)), ((1, 0), (2, 2), (0, 1))],
)
def test_a_match_of_hands_goes_to_the_higher_score(
    claims: tuple[int, ...], score: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """56-MATCH-1, 56-FMT-2: level scores make both sides winners."""
    state = hands(game_of({"type": "hands", "count": 2}), *claims)

    assert standing(state) == (score, None, True, winners)
    assert engine.view(state, None).phase == "finished"
    assert hands(game_of({"type": "hands", "count": 2}), claims[0]).tally.finished is False  # type: ignore[attr-defined]


def test_passed_out_hands_count_and_cancelled_ones_do_not() -> None:
    """56-MATCH-1, 56-SCORE-2."""
    state = called(new_hand(game_of({"type": "hands", "count": 2})), passes(6))
    for _ in range(3):
        state = called(new_hand(state, {engine.next_dealer(state): "SQ", 1: EIGHT_SPADES}), "redeal")
    assert standing(state) == ((0, 0), None, False, ())

    state = called(new_hand(state), passes(6))

    assert standing(state) == ((0, 0), None, True, (0, 1))


@pytest.mark.parametrize("rule_set", ALL)
def test_a_match_has_twelve_hands_unless_otherwise_agreed(rule_set: str) -> None:
    """56-MATCH-1, 56-SET-3: an even number."""
    state = engine.new_game(engine.load_rules(rule_set))
    state = hands(state, *[0] * 11)
    assert not engine.view(state, None).finished
    assert engine.view(hands(state, 0), None).winners == (0,)


@pytest.mark.parametrize("count", [12, 18, 24, 30])
def test_the_stages_of_a_tournament_are_endings_there_are(count: int) -> None:
    """56-FMT-1, 56-FMT-2, 56-MATCH-2: so many hands, or in the final games to 21 with a lead of 2."""
    final = {"type": "games", "best_of": 3, "target": 21, "lead": 2}
    for ending in ({"type": "hands", "count": count}, final):
        assert engine.load_rules(INT, {"ending": ending}).options["ending"] == ending


def test_a_game_goes_to_the_target_with_the_lead() -> None:
    """56-MATCH-2: a lead without the target is not enough, nor the other way round."""
    state = hands(game_of(GAMES), 0)
    assert standing(state) == ((1, 0), (0, 0), False, ())
    state = hands(state, 1, 0)
    assert standing(state) == ((2, 1), (0, 0), False, ())
    state = hands(state, 1)
    # Seat 3 opened and made it: level at the target's brink.
    assert standing(state) == ((2, 2), (0, 0), False, ())
    state = hands(state, 0)
    assert standing(state) == ((3, 2), (0, 0), False, ())
    state = hands(state, 0)
    assert standing(state) == ((5, 2), (1, 0), False, ())


def test_the_score_starts_again_with_the_next_hand() -> None:
    """56-MATCH-2, 56-MATCH-5: the winning hand shows the final score of its game; the deal goes on around."""
    state = hands(game_of(GAMES), 0, 0)
    assert standing(state) == ((3, 0), (1, 0), False, ())
    assert result(state).score == (3, 0)
    assert result(state).games == (1, 0)
    assert engine.next_dealer(state) == 1

    state = new_hand(state)
    assert standing(state) == ((0, 0), (1, 0), False, ())
    state = hands(hands(game_of(GAMES), 0, 0), 1)
    assert standing(state) == ((0, 2), (1, 0), False, ())


@pytest.mark.parametrize("end", ["passed_out", "cancelled"])
def test_a_hand_without_play_begins_the_next_game_too(end: str) -> None:
    """56-MATCH-2, 56-SCORE-2."""
    state = hands(game_of(GAMES), 0, 0)
    if end == "passed_out":
        state = called(new_hand(state), passes(6))
    else:
        state = called(new_hand(state, {2: EIGHT_SPADES}), "redeal")

    assert result(state).outcome == end
    assert standing(state) == ((0, 0), (1, 0), False, ())
    assert result(state).score == (0, 0)


def test_the_match_goes_to_more_than_half_of_the_games() -> None:
    """56-MATCH-2: best of three."""
    one_all = hands(game_of({**GAMES, "target": 1, "lead": 1}), 0, 1)
    assert standing(one_all) == ((0, 1), (1, 1), False, ())

    won = hands(one_all, 0)

    assert standing(won) == ((1, 0), (2, 1), True, (0,))
    assert standing(hands(game_of({**GAMES, "target": 1, "lead": 1}), 1, 1)) == ((0, 1), (0, 2), True, (1,))
    assert standing(hands(game_of({**GAMES, "best_of": 1, "target": 1, "lead": 1}), 0))[2:] == (True, (0,))


def test_two_games_of_five_do_not_win_the_match() -> None:
    """56-MATCH-2: three do."""
    two = hands(game_of({**GAMES, "best_of": 5, "target": 1, "lead": 1}), 0, 0)

    assert standing(two)[1:] == ((2, 0), False, ())
    assert standing(hands(two, 0))[1:] == ((3, 0), True, (0,))


def test_the_end_of_a_match_is_an_event() -> None:
    """56-MATCH-1, 56-MATCH-2."""
    state = closed(new_hand(game_of({"type": "hands", "count": 1})), "28NS")
    events = engine.decide(state, engine.Claim(3))
    assert [type(event) for event in events] == [engine.ClaimMade, engine.HandScored, engine.GameFinished]
    assert events[-1] == engine.GameFinished((1,))


def test_an_open_match_is_never_over() -> None:
    """56-MATCH-3."""
    state = hands(game_of({"type": "open"}), *[0] * 30)

    assert standing(state)[1:] == (None, False, ())


@pytest.mark.parametrize("ending", [{"type": "hands", "count": 1}, {**GAMES, "best_of": 1, "target": 1, "lead": 1}])
def test_after_the_match_no_hand_is_dealt(ending: dict[str, object]) -> None:
    """56-MATCH-4, 56-AUD-2: whatever else is wrong with it."""
    state = hands(game_of(ending), 0)

    for dealer, cards in ((0, full_hands(state.rules, {})), (3, ())):
        with pytest.raises(engine.IllegalAction) as refused:
            engine.deal_hands(state, cards, dealer=dealer)
        assert (refused.value.code, refused.value.rule) == ("game-over", "56-MATCH-4")


def test_the_standing_shows_games_only_where_they_are_played() -> None:
    """56-MATCH-5."""
    assert engine.view(game_of({"type": "open"}), None).games is None
    assert engine.view(game_of(GAMES), None).games == (0, 0)

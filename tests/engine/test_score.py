"""Conceding, scoring, stakes, the end of the game: 28-CON, 28-SCO, 28-STK, 28-END."""

import pytest
from msgspec.structs import replace

import engine
from engine.events import Conceded, GameFinished, HandScored
from engine.twentyeight.ruleset import TwentyEight
from engine.twentyeight.score import may_concede, winners_after
from tests.engine.scenes import (
    FOUR,
    THREE,
    after,
    bought,
    dealt,
    deed,
    in_play,
    passed_out,
    played,
    played_out,
    refused,
    seen,
)

FOUR_RULES = engine.load_rules(FOUR)
THREE_RULES = engine.load_rules(THREE)

ALL_TRUMPS = {
    0: "SJ S9 SA ST SK SQ S8 S7",
    1: "HJ H9 HA HT HK HQ H8 H7",
    2: "DJ D9 DA DT DK DQ D8 D7",
}
"""Seat 0 wins every trick by leading spades."""


def stakes_after(rules: engine.RuleSet, stakes: tuple[int, ...], declarer: int, change: int) -> tuple[int, ...]:
    """Return the stakes when a hand of so many game points is settled."""
    assert isinstance(rules, TwentyEight)
    assert rules.settle is not None
    tally = replace(rules.opening_tally(), stakes=stakes)
    return rules.settle(rules, tally, declarer, change, change > 0).stakes


def winners_with(rules: engine.RuleSet, counted: int, score: tuple[int, ...]) -> tuple[int, ...]:
    """Return who has won with this score after so many hands."""
    assert isinstance(rules, TwentyEight)
    return winners_after(rules, replace(rules.opening_tally(), counted=counted, score=score))


def scored(state: engine.State, text: str) -> HandScored:
    """Return the score that a deed brings about."""
    (event,) = (event for event in engine.decide(state, deed(text)) if isinstance(event, HandScored))
    return event


def test_bidder_1_concedes_instead_of_the_first_fold() -> None:
    """28-CON-1, 28-CON-4: the hand is over and has failed for the bid standing then."""
    state = passed_out(after(dealt(), "0 bid 14", "1 bid 16"), "auction")

    events = engine.decide(state, engine.Concede(1))

    assert events[0] == Conceded(1)
    assert events[1] == HandScored(1, "conceded", 1, 16, None, (0, -1), stakes=(21, 19))
    assert seen(after(state, "1 concede")).phase == "scored"


def test_the_declarer_concedes_instead_of_the_final_decision() -> None:
    """28-CON-1, 28-CON-4: here a second-auction contract."""
    state = bought(dealt(), 1, 24, second=True)

    assert scored(state, "1 concede").game_points == (0, -3)


def test_the_declarer_concedes_during_play_out_of_turn_too() -> None:
    """28-CON-1: between an ask and its card as well."""
    hands = {0: "SJ SQ S8 HQ", 1: "SA S9 HJ HT H7", 2: "HA HK CJ C9 CA CT CK C7"}
    state = played(in_play(hands, declarer=1, indicator="HT"), "SJ")
    assert engine.to_act(state) == {1}
    assert refused(state, "1 concede") is None

    state = played(state, "S9")
    assert engine.to_act(state) == {2}
    assert engine.Concede(1) in engine.legal_actions(state, 1)
    state = after(state, "2 ask")
    over = after(state, "1 concede")
    assert seen(over).phase == "scored"
    result = seen(over).result
    assert result is not None
    assert (result.outcome, result.declarer, result.bid, result.points) == ("conceded", 1, 16, None)


def test_nobody_else_may_concede_and_nobody_in_an_auction() -> None:
    """28-CON-2, 28-AUD-2."""
    auction = after(dealt(), "0 bid 14")
    assert refused(auction, "0 concede") == ("wrong-phase", "28-AUD-2")

    fold = passed_out(auction, "auction")
    assert refused(fold, "2 concede") == ("may-not-concede", "28-CON-2")

    second = after(fold, "0 fold " + seen(fold, 0).hand[0])
    assert refused(second, "0 concede") == ("wrong-phase", "28-AUD-2")

    decision = passed_out(second, "auction2")
    assert refused(decision, "1 concede") == ("may-not-concede", "28-CON-2")

    play = after(decision, "0 keep")
    assert refused(play, "2 concede") == ("may-not-concede", "28-CON-2")


def test_a_concession_needs_a_bid_that_is_not_made_yet() -> None:
    """28-CON-3: complete tricks count, the running one does not."""
    hands = {**ALL_TRUMPS, 1: "HJ H9 HA HT DJ D9 DA DT", 2: "CJ C9 CA CT HK HQ H8 H7"}
    state = in_play(hands, declarer=0, indicator="S7", bid=14)
    state = played(state, "SJ HJ CJ D7 S9 DJ C9")
    assert seen(state).points == (9, 0)
    assert refused(state, "0 concede") is None

    state = played(state, "D8")
    assert seen(state).points == (16, 0)
    assert refused(state, "0 concede") == ("may-not-concede", "28-CON-3")
    assert engine.Concede(0) not in engine.legal_actions(state, 0)


def test_made_with_the_contracts_points_else_failed() -> None:
    """28-SCO-1, 28-SCO-2: sides together, four-handed."""
    made = played_out(in_play(ALL_TRUMPS, declarer=0, indicator="S7", bid=28))
    result = seen(made).result
    assert result is not None
    assert (result.outcome, result.points, result.game_points) == ("made", (28, 0), (2, 0))

    failed = played_out(in_play(ALL_TRUMPS, declarer=1, indicator="H7", bid=16))
    result = seen(failed).result
    assert result is not None
    assert (result.outcome, result.points, result.game_points) == ("failed", (28, 0), (0, -1))


def test_exactly_the_contract_is_enough() -> None:
    """28-SCO-1: one point less is not."""
    hands = {**ALL_TRUMPS, 1: "HJ H9 HA HT DJ D9 DA DT", 2: "CJ C9 CA CT HK HQ H8 H7"}
    for bid, outcome in ((28, "made"), (20, "made")):
        result = seen(played_out(in_play(hands, declarer=0, indicator="S7", bid=bid))).result
        assert result is not None
        assert result.outcome == outcome

    state = played(in_play(hands, declarer=0, indicator="S7", bid=16), "SJ HJ CJ D7 S9 DJ C9 D8")
    assert seen(state).points == (16, 0)
    assert not may_concede(state)  # type: ignore[arg-type]
    state = played(in_play(hands, declarer=0, indicator="S7", bid=17), "SJ HJ CJ D7 S9 DJ C9 D8")
    assert may_concede(state)  # type: ignore[arg-type]


def test_three_handed_only_the_declarers_own_points_count() -> None:
    """28-SCO-1, 28-SEAT-2: what the two others take counts against the declarer together."""
    hands = {0: "SJ S9 SA ST SK SQ CQ CK", 1: "HJ H9 HA HT HK HQ DQ CT", 2: "DJ D9 DA DT DK CJ C9 CA"}
    made = in_play(hands, declarer=0, indicator="CQ", bid=18, rule_set=THREE)
    made = played(made, "SJ HQ DK S9 HK DT SA HT DA ST HA D9 SK H9 DJ SQ DQ C9 CK CT CJ CA CQ HJ")

    result = seen(made).result
    assert result is not None
    assert result.points == (20, 0, 8)
    assert (result.outcome, result.game_points) == ("made", (1, 0, 0))

    failed = in_play(hands, declarer=1, indicator="HQ", bid=13, rule_set=THREE)
    result = seen(played_out(failed)).result
    assert result is not None
    assert result.points is not None
    assert result.points[0] + result.points[2] >= 13 > result.points[1]
    assert (result.outcome, result.game_points) == ("failed", (0, -1, 0))


@pytest.mark.parametrize(
    ("rule_set", "bid", "auction", "made", "points"),
    [
        (FOUR, 14, 1, True, 1),
        (FOUR, 20, 1, True, 1),
        (FOUR, 20, 1, False, -1),
        (FOUR, 21, 1, True, 2),
        (FOUR, 28, 1, False, -2),
        (FOUR, 24, 2, True, 2),
        (FOUR, 24, 2, False, -3),
        (FOUR, 28, 2, False, -3),
        (THREE, 12, 1, True, 1),
        (THREE, 18, 1, False, -1),
        (THREE, 19, 1, True, 2),
        (THREE, 19, 1, False, -2),
        (THREE, 22, 2, True, 2),
        (THREE, 22, 2, False, -4),
    ],
)
def test_game_points(rule_set: str, bid: int, auction: int, made: bool, points: int) -> None:
    """28-SCO-2, 28-SCO-3, 28-AUC-7."""
    rules = engine.load_rules(rule_set)
    assert isinstance(rules, TwentyEight)
    band = rules.band_of(bid, auction)

    assert (band.made if made else -band.failed) == points


def test_the_total_of_no_other_side_moves() -> None:
    """28-SCO-4."""
    state = bought(dealt(rule_set=THREE, options={"ending": {"type": "hands", "count": 3}}), 2, 22, second=True)

    score = scored(state, "2 concede")

    assert score.game_points == (0, 0, -4)
    assert score.score == (0, 0, -4)
    assert score.stakes is None


@pytest.mark.parametrize(("rule_set", "sides"), [(FOUR, 2), (THREE, 3)])
def test_each_side_starts_with_the_starting_stakes(rule_set: str, sides: int) -> None:
    """28-STK-1."""
    assert seen(engine.new_game(engine.load_rules(rule_set))).stakes == (20,) * sides
    other = engine.load_rules(rule_set, {"starting_stakes": 7})
    assert seen(engine.new_game(other)).stakes == (7,) * sides


@pytest.mark.parametrize(
    ("declarer", "change", "stakes"),
    [(0, 1, (11, 9)), (0, 2, (12, 8)), (1, 2, (8, 12)), (3, -3, (13, 7)), (2, -1, (9, 11))],
)
def test_two_teams_move_as_many_units_as_game_points(declarer: int, change: int, stakes: tuple[int, ...]) -> None:
    """28-STK-2."""
    assert stakes_after(FOUR_RULES, (10, 10), declarer, change) == stakes


@pytest.mark.parametrize(
    ("declarer", "change", "stakes"),
    [
        (0, 1, (12, 9, 9)),
        (1, 2, (8, 14, 8)),
        (2, -1, (11, 11, 8)),
        (2, -2, (12, 12, 6)),
        (2, -4, (12, 12, 6)),
    ],
)
def test_three_handed_units_move_with_each_opponent(declarer: int, change: int, stakes: tuple[int, ...]) -> None:
    """28-STK-3: a failed second-auction contract costs four game points and two units to each."""
    assert stakes_after(THREE_RULES, (10, 10, 10), declarer, change) == stakes


def test_who_cannot_pay_in_full_pays_what_is_there() -> None:
    """28-STK-4: a declarer in seat order; an opponent what it has."""
    assert stakes_after(FOUR_RULES, (2, 38), 0, -3) == (0, 40)
    assert stakes_after(FOUR_RULES, (2, 38), 1, 2) == (0, 40)
    assert stakes_after(FOUR_RULES, (0, 40), 1, 1) == (0, 40)
    assert stakes_after(FOUR_RULES, (0, 40), 0, -1) == (0, 40)
    assert stakes_after(THREE_RULES, (10, 3, 5), 1, -2) == (11, 0, 7)
    assert stakes_after(THREE_RULES, (10, 1, 5), 1, -4) == (10, 0, 6)
    assert stakes_after(THREE_RULES, (1, 10, 7), 1, 2) == (0, 13, 5)


def test_no_hand_follows_a_decided_game() -> None:
    """28-END-1, 28-END-2."""
    state = bought(dealt(options={"starting_stakes": 1}), 0, 16)
    events = engine.decide(state, engine.Concede(0))
    assert events[-1] == GameFinished((1,))

    state = after(state, "0 concede")
    assert (seen(state).phase, seen(state).finished, seen(state).winners) == ("finished", True, (1,))
    with pytest.raises(engine.IllegalAction) as over:
        engine.deal(state, FOUR_RULES.deck)
    assert (over.value.code, over.value.rule) == ("game-over", "28-END-1")


def test_elimination_all_sides_with_stakes_left_win() -> None:
    """28-END-2."""
    state = after(bought(dealt(rule_set=THREE, options={"starting_stakes": 2}), 1, 14), "1 concede")
    assert seen(state).stakes == (3, 0, 3)

    assert seen(state).winners == (0, 2)


def test_a_target_is_won_by_the_side_that_reaches_it() -> None:
    """28-END-3: no stakes are kept, the score is."""
    options = {"ending": {"type": "target", "game_points": 2}, "starting_stakes": 5}
    state = played_out(in_play(ALL_TRUMPS, declarer=0, indicator="S7", bid=28, options=options))

    assert (seen(state).stakes, seen(state).score, seen(state).winners) == (None, (2, 0), (0,))
    rules = engine.load_rules(FOUR, {"ending": {"type": "target", "game_points": 3}})
    assert winners_with(rules, 9, (2, -4)) == ()
    assert winners_with(rules, 9, (-4, 4)) == (1,)


def test_after_so_many_hands_the_sides_with_most_game_points_win_ties_together() -> None:
    """28-END-3."""
    rules = engine.load_rules(THREE, {"ending": {"type": "hands", "count": 2}})

    assert winners_with(rules, 1, (5, 0, 0)) == ()
    assert winners_with(rules, 2, (-1, 0, 0)) == (1, 2)
    assert winners_with(rules, 2, (-3, -2, -4)) == (1,)


@pytest.mark.parametrize(
    "ending",
    [
        {"type": "elimination"},
        {"type": "target", "game_points": 1},
        {"type": "target", "game_points": 100},
        {"type": "hands", "count": 1},
        {"type": "hands", "count": 500},
    ],
)
@pytest.mark.parametrize("rule_set", [FOUR, THREE])
def test_endings_and_their_bounds(rule_set: str, ending: dict[str, object]) -> None:
    """28-END-2, 28-END-3."""
    assert engine.load_rules(rule_set, {"ending": ending}).options["ending"] == ending


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"starting_stakes": 0}, "starting_stakes"),
        ({"starting_stakes": 1001}, "starting_stakes"),
        ({"starting_stakes": True}, "starting_stakes"),
        ({"starting_stakes": 20.0}, "starting_stakes"),
        ({"starting_stakes": "20"}, "starting_stakes"),
        ({"starting_stakes": None}, "starting_stakes"),
        ({"ending": "elimination"}, "ending"),
        ({"ending": None}, "ending"),
        ({"ending": {}}, "ending"),
        ({"ending": {"type": "open"}}, "ending"),
        ({"ending": {"type": ["hands"], "count": 3}}, "ending"),
        ({"ending": {"type": "elimination", "count": 3}}, "ending"),
        ({"ending": {"type": "hands"}}, "ending"),
        ({"ending": {"type": "hands", "count": 0}}, "ending"),
        ({"ending": {"type": "hands", "count": 501}}, "ending"),
        ({"ending": {"type": "hands", "count": 2.0}}, "ending"),
        ({"ending": {"type": "hands", "count": True}}, "ending"),
        ({"ending": {"type": "hands", "count": 3, "game_points": 3}}, "ending"),
        ({"ending": {"type": "target", "game_points": 101}}, "ending"),
        ({"ending": {"type": "target", "count": 10}}, "ending"),
        ({"cot": False}, "cot"),
        ({"Ending": {"type": "elimination"}}, "Ending"),
    ],
)
def test_any_other_option_or_value_is_refused_by_name(options: dict[str, object], option: str) -> None:
    """The table of options above 28-DECK-1."""
    for rule_set in (FOUR, THREE):
        with pytest.raises(engine.RulesError) as fault:
            engine.load_rules(rule_set, options)
        assert fault.value.option == option


def test_an_unknown_rule_set_is_refused() -> None:
    """Rule sets are found by their id alone."""
    with pytest.raises(engine.RulesError) as fault:
        engine.load_rules("28-kerala-5")
    assert fault.value.option is None

"""28 by house rules: the forms of docs/rules/28-house.md, each an option."""

import pytest
from msgspec.structs import replace

import engine
from engine.audit import differences
from engine.options import Flag
from engine.record import result_of
from engine.twentyeight.ruleset import TwentyEight
from engine.twentyeight.score import winners_after
from tests.engine.scenes import after, dealt, deed, full_hands, passed_out, played, played_out, refused, seen

HOUSE = "28-house-4"
STRONG = {0: "SJ S9 SA ST SK SQ S8 S7", 1: "HJ H9 HA HT HK HQ H8 H7", 2: "DJ D9 DA DT DK DQ D8 D7"}
"""Every seat a suit: whoever leads takes all the tricks with that suit trumps or hidden. Seat 0 opens."""
MIXED = {0: "DJ SJ S9 SA ST HJ H9 HA", 1: "SK SQ S8 S7 HK HQ H8 H7", 2: "D9 DA DT HT CJ C9 CA CT"}
"""Seat 0, with the jack of diamonds folded, takes every trick from the top, as long as nobody asks."""


def house(hands: dict[int, str], **options: object) -> engine.State:
    """Return a game at its opener's first turn."""
    return dealt(hands, rule_set=HOUSE, options=options)


def in_play(hands: dict[int, str], bid: int = 14, trump: str = "DJ", **options: object) -> engine.State:
    """Return the state at the first lead, seat 0 having bought the contract and folded; nobody raised."""
    state = passed_out(after(house(hands, **options), f"0 bid {bid}"), "auction")
    return passed_out(after(state, f"0 fold {trump}"), "raise")


def result(state: engine.State) -> engine.HandScored:
    """Return the score of the hand last decided."""
    scored = seen(state).result
    assert scored is not None
    return scored


def suit_led(state: engine.State, *cards: str, leader: int = 0) -> engine.State:
    """Return the state after some leads of one seat, the others following with whatever they may."""
    for card in cards:
        state = after(state, f"{leader} play {card}")
        while len(seen(state).trick) > 0:
            (turn,) = engine.to_act(state)
            plays = [action for action in engine.legal_actions(state, turn) if isinstance(action, engine.Play)]
            state = after(state, f"{turn} play {plays[-1].card}")
    return state


@pytest.mark.parametrize("word", ["cot", "thani", "surrender_offer", "surrender_accept", "surrender_refuse"])
def test_without_its_option_no_form_is_known(word: str) -> None:
    """28-HSE-1, 28-HSE-14: at the opener's turn, and with all tricks taken by one side."""
    opening = house(STRONG)
    assert refused(opening, f"0 {word}") == ("wrong-phase", "28-AUD-2")
    trick = suit_led(in_play(MIXED, cot=True), "SJ")
    assert refused(trick, f"0 {word}") == ("wrong-phase", "28-AUD-2")


def test_every_form_is_off_unless_chosen() -> None:
    """28-HSE-1."""
    flags = [option for option in engine.load_rules(HOUSE).declared if isinstance(option, Flag)]
    assert len(flags) == 7
    assert not any(flag.default for flag in flags)


@pytest.mark.parametrize(
    ("options", "at"),
    [
        ({"surrender": True}, "surrender"),
        ({"thani_kunukku": True}, "thani_kunukku"),
        ({"thani": True, "salaams": True}, "salaams"),
        ({"four_card_cot_won": 0}, "four_card_cot_won"),
        ({"late_thani_lost": 101}, "late_thani_lost"),
    ],
)
def test_an_option_without_the_one_it_needs_is_refused(options: dict[str, object], at: str) -> None:
    """docs/rules/28-house.md, the table of options."""
    with pytest.raises(engine.RulesError) as fault:
        engine.load_rules(HOUSE, options)
    assert fault.value.option == at


SURRENDER = {"cot": True, "surrender": True}


def offered() -> engine.State:
    """Return the state after seat 1, which lost the first trick, offers to give in."""
    return after(suit_led(in_play(MIXED, **SURRENDER), "SJ"), "0 play S9", "1 surrender_offer")


def test_who_has_lost_every_trick_may_offer_to_give_in() -> None:
    """28-HSE-2: at the own turn, before playing."""
    state = after(suit_led(in_play(MIXED, **SURRENDER), "SJ"), "0 play S9")
    assert engine.SurrenderOffer(1) in engine.legal_actions(state, 1)
    assert refused(state, "3 surrender_offer") == ("not-your-turn", "28-AUD-3")


def test_who_has_taken_every_trick_has_nothing_to_give_in() -> None:
    """28-HSE-2."""
    state = suit_led(in_play(MIXED, **SURRENDER), "SJ")
    assert refused(state, "0 surrender_offer") == ("call-not-allowed", "28-HSE-2")


def test_before_the_first_trick_is_complete_nobody_offers() -> None:
    """28-HSE-2."""
    state = after(in_play(MIXED, **SURRENDER), "0 play SJ")
    assert refused(state, "1 surrender_offer") == ("wrong-phase", "28-AUD-2")


def test_the_next_seat_answers_and_nothing_else_happens_meanwhile() -> None:
    """28-HSE-3."""
    state = offered()
    assert engine.to_act(state) == {2}
    assert seen(state).phase == "surrender"
    assert engine.legal_actions(state, 2) == [engine.SurrenderAccept(2), engine.SurrenderRefuse(2)]
    assert refused(state, "0 surrender_accept") == ("not-your-turn", "28-AUD-3")
    assert refused(state, "1 play SK") == ("wrong-phase", "28-AUD-2")
    assert refused(state, "1 surrender_offer") == ("wrong-phase", "28-AUD-2")


def test_an_accepted_surrender_ends_the_hand_at_the_single_amount() -> None:
    """28-HSE-4: the declarer's opponents gave in."""
    scored = result(after(offered(), "2 surrender_accept"))
    assert (scored.outcome, scored.points, scored.game_points) == ("made", (28, 0), (1, 0))


def test_a_declarers_side_that_gives_in_has_failed_at_the_single_amount() -> None:
    """28-HSE-4: seat 1 takes the first trick from the declarer's side."""
    hands = {0: "C7 SK SQ S8 S7 HK HQ H8", 1: "SJ S9 SA ST HJ H9 HA HT", 2: "DJ D9 DA DT CJ C9 CA CT"}
    state = played(in_play(hands, trump="C7", **SURRENDER), "HK HJ CT H7")
    state = after(state, "1 play HA", "2 surrender_offer", "3 surrender_accept")
    scored = result(state)
    assert (scored.outcome, scored.points, scored.game_points) == ("failed", (0, 28), (-2, 0))


def test_a_refused_surrender_and_every_trick_counts_double() -> None:
    """28-HSE-5, 28-COT-1: spades and hearts from the top, the indicator last."""
    state = after(offered(), "2 surrender_refuse", "1 play S8")
    state = played(state, "CA C8")
    state = suit_led(state, "SA", "ST", "HJ", "H9", "HA", "DJ")
    scored = result(state)
    assert (scored.outcome, scored.points, scored.game_points) == ("made", (28, 0), (2, 0))


def test_who_refuses_and_loses_a_trick_loses_double_whatever_the_points() -> None:
    """28-HSE-5: the declarer has long made fourteen, and lost double all the same."""
    hands = {0: "DJ SJ S9 SA HJ H9 HA H7", 1: "SK SQ ST S8 HK HQ H8 S7", 2: "D9 DA DT HT CJ C9 CA CT"}
    state = after(suit_led(in_play(hands, **SURRENDER), "SJ"), "0 play S9", "1 surrender_offer", "2 surrender_refuse")
    state = played(state, "S8 CA C8")
    state = played_out(suit_led(state, "SA", "HJ", "H7"))
    scored = result(state)
    assert scored.points is not None
    assert scored.points[0] >= 14
    assert (scored.outcome, scored.game_points) == ("failed", (-4, 0))


def test_a_four_card_cot_stands_above_every_bid_and_deals_nothing_more() -> None:
    """28-HSE-6, 28-HSE-7: no trump, the player leads, the partner's cards lie open."""
    state = after(house(MIXED, four_card_cot=True), "0 bid 27", "1 pass", "2 cot")
    assert engine.to_act(state) == {2}
    assert seen(state, 1).counts == (4, 4, 4, 4)
    assert seen(state).open_hands == (("SJ", "S9", "SA", "DJ"), (), (), ())
    assert seen(state).hand == ()
    assert refused(state, "2 thani") == ("wrong-phase", "28-AUD-2")
    assert [action for action in engine.legal_actions(state, 2) if not isinstance(action, engine.Play)] == []


def test_the_opener_may_say_cot_at_once() -> None:
    """28-HSE-6: it satisfies 28-AUC-2; another seat waits for its turn."""
    state = house(MIXED, four_card_cot=True)
    assert engine.Cot(0) in engine.legal_actions(state, 0)
    assert refused(state, "1 cot") == ("not-your-turn", "28-AUD-3")


def test_a_four_card_cot_needs_all_four_tricks() -> None:
    """28-HSE-8: won with three spades and a jack; the result names no bid, and the points are of sixteen cards."""
    state = after(house(MIXED, four_card_cot=True, cot=True, four_card_cot_won=7), "0 cot")
    scored = result(suit_led(state, "SJ", "S9", "SA", "DJ"))
    assert (scored.outcome, scored.declarer, scored.bid, scored.game_points) == ("made", 0, None, (7, 0))
    assert scored.points == (14, 0)


def test_a_trick_of_the_partner_loses_a_four_card_cot() -> None:
    """28-HSE-8: seat 2's nine of hearts takes the second trick of its own side."""
    hands = {0: "SJ HT C8 C7", 1: "SK SQ S8 S7", 2: "S9 H9 D8 D7", 3: "SA H7 D9 DT"}
    state = after(house(hands, four_card_cot=True), "0 cot")
    scored = result(played_out(played(state, "SJ SK S9 SA HT SQ H9 H7")))
    assert (scored.outcome, scored.game_points) == ("failed", (-5, 0))


def six_taken(**options: object) -> engine.State:
    """Return the state before the seventh lead, seat 0 having taken the first six tricks."""
    return suit_led(in_play(MIXED, late_thani=True, **options), "SJ", "S9", "SA", "ST", "HJ", "H9")


def test_who_took_six_tricks_may_go_for_the_last_two() -> None:
    """28-HSE-9, 28-HSE-10: won, in place of the contract's point."""
    state = six_taken(cot=True, late_thani_won=6)
    assert engine.Thani(0) in engine.legal_actions(state, 0)
    state = after(state, "0 thani")
    assert seen(state).thani == 0
    scored = result(suit_led(state, "HA", "DJ"))
    assert (scored.outcome, scored.declarer, scored.bid, scored.game_points) == ("made", 0, 14, (6, 0))


def test_a_late_thani_comes_at_the_seventh_lead_only() -> None:
    """28-HSE-9: not a trick early, not after the lead."""
    five = suit_led(in_play(MIXED, late_thani=True), "SJ", "S9", "SA", "ST", "HJ")
    assert refused(five, "0 thani") == ("wrong-phase", "28-AUD-2")
    led = after(six_taken(), "0 play HA")
    assert refused(led, "0 thani") == ("wrong-phase", "28-AUD-2")
    assert refused(six_taken(), "1 thani") == ("not-your-turn", "28-AUD-3")


def test_a_late_thani_of_a_defender_scores_for_the_defenders() -> None:
    """28-HSE-10: seat 1 takes six tricks and fails at the seventh."""
    hands = {0: "C7 SK SQ S8 HQ DQ C9 H7", 1: "SJ S9 SA ST HJ H9 D8 D7", 2: "DJ D9 DA DT HT HA CQ CJ"}
    state = played(in_play(hands, trump="C7", late_thani=True), "SK SJ CQ S7")
    state = after(suit_led(state, "S9", "SA", "ST", "HJ", "H9", leader=1), "1 thani")
    scored = result(played_out(state))
    assert (scored.outcome, scored.declarer, scored.game_points) == ("failed", 0, (0, -5))


def thani(**options: object) -> engine.State:
    """Return the state after a thani of seat 0 that it wins: eight spades, the indicator last."""
    state = passed_out(after(house(STRONG, thani=True, **options), "0 bid 14"), "auction")
    state = after(state, "0 fold SJ", "0 thani")
    return suit_led(state, "S9", "SA", "ST", "SK", "SQ", "S8", "S7", "SJ")


def test_a_thani_by_kunukku_moves_no_points() -> None:
    """28-HSE-11, 28-HSE-12: each opponent puts one on."""
    scored = result(thani(thani_kunukku=True))
    assert (scored.outcome, scored.game_points, scored.kunukku) == ("made", (0, 0), (0, 1, 0, 1))
    assert seen(thani(thani_kunukku=True)).kunukku == (0, 1, 0, 1)


def test_a_thani_without_that_option_is_worth_four() -> None:
    """28-THANI-3."""
    scored = result(thani())
    assert (scored.game_points, scored.kunukku, scored.salaams) == ((4, 0), None, None)


def test_salaams_take_the_place_of_kunukku() -> None:
    """28-HSE-13: made, and never undone."""
    state = thani(thani_kunukku=True, salaams=True)
    scored = result(state)
    assert (scored.game_points, scored.kunukku, scored.salaams) == ((0, 0), None, (0, 1, 0, 1))
    assert seen(state).salaams == (0, 1, 0, 1)


def test_a_kunukku_comes_off_for_the_whole_side_in_the_very_next_hand() -> None:
    """28-HSE-12, 28-WIK-4: seat 1, wearing one with its partner, makes the next contract."""
    state = thani(thani_kunukku=True)
    hands = {1: STRONG[0], 2: STRONG[1], 3: STRONG[2], 0: "CJ C9 CA CT CK CQ C8 C7"}
    (event,) = engine.deal_hands(state, tuple(tuple(hands[seat].split()) for seat in range(4)), dealer=0)
    state = after(engine.evolve(state, event), "1 bid 14")
    state = played_out(passed_out(after(passed_out(state, "auction"), "1 fold SJ"), "raise"))
    assert result(state).outcome == "made"
    assert result(state).kunukku == (0, 0, 0, 0)


def test_records_with_these_forms_audit_clean() -> None:
    """docs/reference/record-format.md: cot, thani and the three words of a surrender."""
    rules = engine.load_rules(HOUSE, SURRENDER)
    names = ("A", "B", "C", "D")
    state, events = engine.new_game(rules), []
    for event in engine.deal_hands(state, full_hands(rules, MIXED), dealer=3):
        state, _ = engine.evolve(state, event), events.append(event)
    for text in (
        "0 bid 14", "1 pass", "2 pass", "3 pass", "0 fold DJ", "0 pass", "2 pass", "0 play SJ", "1 play S7",
        "2 play CT", "3 play D8", "0 play S9", "1 surrender_offer", "2 surrender_accept",
    ):  # fmt: skip
        for event in engine.decide(state, deed(text)):
            state, _ = engine.evolve(state, event), events.append(event)
    record = engine.record_from_events(HOUSE, SURRENDER, names, events)
    assert [engine.actions.word_of(action) for action in record.hands[0].actions][-2:] == [
        "surrender_offer",
        "surrender_accept",
    ]
    assert engine.audit(record).verdict == "clean"
    assert engine.audit_text(engine.encode_record(record)).verdict == "clean"


def test_the_answer_to_an_offer_names_who_gave_it() -> None:
    """28-HSE-3."""
    for word, kind in (("accept", engine.SurrenderAccepted), ("refuse", engine.SurrenderRefused)):
        assert engine.decide(offered(), deed(f"2 surrender_{word}"))[0] == kind(2)


def test_defenders_who_refuse_and_lose_a_trick_lose_double() -> None:
    """28-HSE-5: the very next trick goes to the declarer, and the contract is made, whatever the points."""
    hands = {
        0: "DJ S7 S8 HJ D7 D8 DQ DK",
        1: "SJ S9 SA ST HK H9 CJ C9",
        2: "SK CQ HT H8 C7 C8 CK D9",
        3: "SQ HA HQ H7 CA CT DA DT",
    }
    state = after(played(in_play(hands, **SURRENDER), "S7 SJ SK SQ HK"), "2 surrender_offer", "3 surrender_refuse")
    state = played_out(played(state, "HT HA HJ"))
    scored = result(state)
    assert scored.points is not None
    assert scored.points[0] < 14
    assert (scored.outcome, scored.game_points) == ("made", (2, 0))


def test_who_fails_a_thani_takes_no_kunukku_off() -> None:
    """28-HSE-12, 28-WIK-4: seat 1 put one on in the hand before; it comes off by a contract made only."""
    state = thani(thani_kunukku=True)
    hands = {1: "S7 S8 H7 H8 D7 D8 C7 C8", 2: "SJ HJ DJ CJ"}
    (event,) = engine.deal_hands(state, full_hands(state.rules, hands), dealer=0)
    state = passed_out(after(engine.evolve(state, event), "1 bid 14"), "auction")
    scored = result(played_out(after(state, "1 fold H7", "1 thani", "1 play S7")))
    assert (scored.outcome, scored.declarer, scored.kunukku) == ("failed", 1, (0, 1, 0, 1))


def test_salaams_are_a_member_of_a_claimed_result() -> None:
    """28-HSE-13, 28-AUD-7."""
    state = thani(thani_kunukku=True, salaams=True)
    for claim, differing in (([0, 1, 0, 1], ()), ([0, 1, 0, 2], ("salaams",))):
        assert differences({"salaams": claim}, result_of(result(state)), state.rules.result_members) == differing


def test_kunukku_do_not_decide_a_game() -> None:
    """28-HSE-12, 28-END-3: the side with more game points wins, though it wears both kunukku."""
    options = {"thani": True, "thani_kunukku": True, "ending": {"type": "hands", "count": 2}}
    rules = engine.load_rules(HOUSE, options)
    assert isinstance(rules, TwentyEight)
    tally = replace(rules.opening_tally(), score=(3, 5), kunukku=(0, 1, 0, 1), counted=2)
    assert winners_after(rules, tally) == (1,)

"""The score sheet of 28: what is written of a hand, and what follows from it."""

from typing import Any

import pytest
from msgspec.structs import replace

import engine
from engine import HandScored, KunukkuPlaced, KunukkuRemoved, SheetError, sheets
from engine.twentyeight import sheet as scores
from engine.twentyeight.sheet import Sheet
from engine.twentyeight.state import Contract
from engine.written import SheetHand

KERALA, KERALA_OF_THREE, PAGAT, PAIRS = "28-kerala-4", "28-kerala-3", "28-pagat-4", "28-pagat-6"
BASE_CARDS, BASE_CARDS_OF_THREE, EIGHT = "28-wikipedia-4", "28-wikipedia-3", "28-wikipedia-8"
HOUSE = "28-house-4"
ALL_FORMS: dict[str, object] = {
    "cot": True,
    "thani": True,
    "surrender": True,
    "four_card_cot": True,
    "four_card_cot_won": 7,
    "four_card_cot_lost": 8,
    "late_thani": True,
    "late_thani_won": 9,
    "late_thani_lost": 10,
}
"""Every form of `28-house-4`, with amounts that tell them apart."""
PASSED_OUT = SheetHand("passed_out")


def made(number: int | None = 16, declarer: int = 0, **members: Any) -> SheetHand:
    """A hand that the declarer has won."""
    return SheetHand("made", declarer=declarer, number=number, **members)


def failed(number: int | None = 16, declarer: int = 0, **members: Any) -> SheetHand:
    """A hand that the declarer has lost."""
    return SheetHand("failed", declarer=declarer, number=number, **members)


def conceded(number: int = 16, declarer: int = 0, **members: Any) -> SheetHand:
    """A hand that the declarer gave up."""
    return SheetHand("conceded", declarer=declarer, number=number, **members)


def opened(rule_set: str, options: dict[str, object] | None = None, dealer: int = 0) -> Sheet:
    """The sheet of a game."""
    return scores.open_sheet(engine.load_rules(rule_set, options), dealer)


def after(sheet: Sheet, *hands: SheetHand) -> Sheet:
    """The sheet after some hands."""
    for hand in hands:
        for event in scores.enter(sheet, hand):
            sheet = scores.evolve(sheet, event)
    return sheet


def scored(sheet: Sheet, hand: SheetHand) -> HandScored:
    """The score of the running hand, if it came out so."""
    (score,) = (event for event in scores.enter(sheet, hand) if isinstance(event, HandScored))
    return score


@pytest.mark.parametrize(
    ("rule_set", "hand", "points"),
    [
        pytest.param(KERALA, made(14), 1, id="28-SCO-2"),
        pytest.param(KERALA, failed(20), -1, id="28-SCO-2: normal up to 20"),
        pytest.param(KERALA, made(21), 2, id="28-AUC-7: honours from 21"),
        pytest.param(KERALA, failed(25, auction=1), -2, id="28-SCO-2: in the first auction"),
        pytest.param(KERALA, failed(25, auction=2), -3, id="28-SCO-3: in the second"),
        pytest.param(KERALA, made(24, auction=2), 2, id="28-SCO-3"),
        pytest.param(KERALA, conceded(14), -1, id="28-CON-4"),
        pytest.param(KERALA, conceded(26, auction=2), -3, id="28-CON-4: in the second auction"),
        pytest.param(KERALA_OF_THREE, made(18), 1, id="28-AUC-7: three-handed"),
        pytest.param(KERALA_OF_THREE, made(19), 2, id="28-AUC-7: three-handed honours"),
        pytest.param(KERALA_OF_THREE, failed(22, auction=2), -4, id="28-SCO-3: three-handed"),
        pytest.param(PAGAT, failed(19), -2, id="28-PAG-6: up to 19"),
        pytest.param(PAGAT, made(20), 2, id="28-PAG-6: from 20"),
        pytest.param(PAGAT, failed(25), -4, id="28-PAG-6: from 25"),
        pytest.param("28-book-4", made(24, auction=2), 2, id="28-BOOK-1: a raise is worth its number"),
        pytest.param(BASE_CARDS, made(24), 3, id="28-WIK-1: from 24"),
        pytest.param("28-central-kerala-6", failed(16), -2, id="28-CK6-1"),
        pytest.param(EIGHT, made(29), 1, id="28-W8-3: below 30"),
        pytest.param(EIGHT, failed(40), -3, id="28-W8-3: honours"),
    ],
)
def test_a_contract_is_worth_what_its_number_and_auction_say(rule_set, hand, points):
    score = scored(opened(rule_set), hand)

    assert score.game_points == (points, *[0] * (len(score.game_points) - 1))
    assert (score.declarer, score.bid, score.points) == (0, hand.number, None)


def test_the_deal_goes_round_whatever_the_outcome():
    """28-DEAL-3, 28-SEAT-3, 28-WIK-6: a passed-out hand included."""
    sheet = opened(BASE_CARDS_OF_THREE, dealer=1)
    seen = [(sheet.running.hand, sheet.dealer, sheet.opener)]
    for hand in (PASSED_OUT, made(12), failed(15)):
        sheet = after(sheet, hand)
        seen.append((sheet.running.hand, sheet.dealer, sheet.opener))

    assert seen == [(1, 1, 2), (2, 2, 0), (3, 0, 1), (4, 1, 2)]


def test_a_hand_on_which_nobody_bid_moves_nothing():
    """28-WIK-6."""
    score = scored(opened(BASE_CARDS_OF_THREE), PASSED_OUT)

    assert (score.game_points, score.stakes, score.bid, score.declarer) == ((0, 0, 0), (6, 6, 6), None, None)


@pytest.mark.parametrize(
    ("rule_set", "hand", "stakes"),
    [
        pytest.param(KERALA, failed(24, auction=2), (17, 23), id="28-STK-2"),
        pytest.param(KERALA_OF_THREE, failed(22, auction=2), (16, 22, 22), id="28-STK-3"),
        pytest.param(BASE_CARDS, made(20), (8, 4), id="28-WIK-2"),
        pytest.param("28-wikipedia-6", made(20), (10, 4, 4), id="28-WIK-7"),
    ],
)
def test_stakes_and_base_cards_move(rule_set, hand, stakes):
    assert scored(opened(rule_set), hand).stakes == stakes


def test_who_cannot_pay_wears_a_kunukku_until_the_contract_is_made():
    """28-WIK-3, 28-WIK-4: in the very next hand both take theirs off, later only the declarer does."""
    lost = after(opened(BASE_CARDS), failed(24))
    assert (lost.tally.stakes, lost.tally.kunukku) == ((2, 10), (0, 0, 0, 0))

    events = scores.enter(lost, failed(16, declarer=2))
    assert scored(lost, failed(16, declarer=2)).stakes == (0, 12)
    short = scores.enter(lost, failed(24, declarer=2))
    placed, score = short

    assert events == [scored(lost, failed(16, declarer=2))]
    assert (placed, score.stakes, score.kunukku) == (KunukkuPlaced((0, 2)), (6, 6), (1, 0, 1, 0))
    wearing = after(lost, failed(24, declarer=2))
    assert scores.enter(wearing, made(16))[0] == KunukkuRemoved((0, 2))
    later = after(wearing, made(16, declarer=1))
    assert scores.enter(later, made(16))[0] == KunukkuRemoved((0,))
    assert after(later, made(16)).tally.kunukku == (0, 0, 1, 0)


def test_each_kunukku_counts_from_its_event_on():
    """28-WIK-3, 28-WIK-4: the hand's score comes next."""
    sheet = after(opened(BASE_CARDS), made())

    on = scores.evolve(sheet, KunukkuPlaced((1, 3)))
    off = scores.evolve(replace(on, decided=True), KunukkuRemoved((3,)))

    assert (on.tally.hand, on.tally.kunukku, on.tally.put_on, on.decided) == (2, (0, 1, 0, 1), (-1, 2, -1, 2), False)
    assert (off.tally.hand, off.tally.kunukku, off.decided) == (3, (0, 1, 0, 0), False)
    assert on.decided is off.decided is False


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        pytest.param(made(alone="thani"), (4, 0), id="28-THANI-3"),
        pytest.param(failed(28, alone="thani"), (-5, 0), id="28-THANI-3: whatever the bid"),
        pytest.param(made(None, alone="cot"), (7, 0), id="28-HSE-8"),
        pytest.param(failed(None, declarer=1, alone="cot"), (0, -8), id="28-HSE-8: lost"),
        pytest.param(made(alone="late_thani"), (9, 0), id="28-HSE-10"),
        pytest.param(made(alone="late_thani", soloist=3), (0, 9), id="28-HSE-10: of a defender"),
        pytest.param(failed(alone="late_thani", soloist=2), (-10, 0), id="28-HSE-10: of the partner, lost"),
        pytest.param(made(20, swept=True), (4, 0), id="28-COT-1"),
        pytest.param(failed(20, swept=True), (-6, 0), id="28-COT-1: against the declarer"),
        pytest.param(failed(20, surrender="accepted"), (-3, 0), id="28-HSE-4"),
        pytest.param(made(20, surrender="accepted"), (2, 0), id="28-HSE-4: the others gave in"),
        pytest.param(made(20, surrender="refused"), (4, 0), id="28-HSE-5: who refused lost a trick"),
        pytest.param(failed(20, surrender="refused", swept=True), (-6, 0), id="28-HSE-5: who refused took all"),
    ],
)
def test_the_forms_of_house_rules_are_worth_what_the_club_says(hand, points):
    score = scored(opened(HOUSE, ALL_FORMS), hand)

    assert (score.game_points, score.outcome, score.declarer) == (points, hand.outcome, hand.declarer)
    assert score.bid == hand.number


def test_a_thani_is_paid_in_kunukku_or_salaams():
    """28-HSE-11, 28-HSE-12, 28-HSE-13."""
    thani = made(alone="thani")
    kunukku = {"thani": True, "thani_kunukku": True}

    wearing = after(opened(HOUSE, kunukku), thani, thani)
    bowed = after(opened(HOUSE, {**kunukku, "salaams": True}), thani)

    assert (wearing.tally.score, wearing.tally.kunukku, wearing.tally.salaams) == ((0, 0), (0, 2, 0, 2), None)
    assert (bowed.tally.score, bowed.tally.kunukku, bowed.tally.salaams) == ((0, 0), None, (0, 1, 0, 1))


@pytest.mark.parametrize(
    ("options", "hands", "winners"),
    [
        pytest.param({"starting_stakes": 2}, [failed(), failed()], (1,), id="28-END-2"),
        pytest.param({"ending": {"type": "target", "game_points": 2}}, [made(21)], (0,), id="28-END-3: target"),
        pytest.param(
            {"ending": {"type": "hands", "count": 2}}, [made(), made(declarer=1)], (0, 1), id="28-END-3: hands"
        ),
    ],
)
def test_the_game_ends_as_its_ending_says_and_then_takes_nothing_more(options, hands, winners):
    sheet = after(opened(KERALA, options), *hands)

    assert (sheet.tally.finished, sheet.tally.winners, sheet.running) == (True, winners, sheet.tally)
    with pytest.raises(SheetError) as error:
        scores.enter(sheet, made())
    assert (error.value.code, error.value.field) == ("match-over", "outcome")


def test_passed_out_hands_do_not_count_towards_the_ending():
    """28-WIK-5."""
    sheet = after(opened(BASE_CARDS_OF_THREE, {"ending": {"type": "hands", "count": 2}}), PASSED_OUT, made(12))

    assert (sheet.tally.counted, sheet.tally.finished) == (1, False)


def test_fewest_kunukku_lead_and_then_most_base_cards():
    """28-WIK-5."""
    begun = opened(BASE_CARDS)

    assert scores.leaders(begun) == (0, 1)
    assert scores.leaders(after(begun, made())) == (0,)
    assert scores.leaders(after(begun, failed(24), failed(24), failed(declarer=1))) == (1,)


def test_card_points_are_kept_by_side():
    """28-DECK-3, 28-SEAT-2: what one side has not, the other has; of three sides only what was counted of all."""
    assert scored(opened(KERALA), made(points=17)).points == (17, 11)
    assert scored(opened(KERALA), failed(declarer=3, points=9)).points == (19, 9)
    assert scored(opened(EIGHT), made(20, points=22)).points == (22, 18)
    assert scored(opened(KERALA_OF_THREE), made(points=17)).points is None
    assert scored(opened(KERALA_OF_THREE), made(points=28)).points == (28, 0, 0)
    assert scored(opened(PAIRS), made(declarer=4, shares=(5, 17, 6))).points == (5, 17, 6)
    assert scored(opened(HOUSE, ALL_FORMS), failed(None, alone="cot", shares=(9, 3))).points == (9, 3)
    assert scored(opened(HOUSE, ALL_FORMS), failed(None, alone="cot", points=9)).points is None


@pytest.mark.parametrize(
    ("rule_set", "hand", "members"),
    [
        pytest.param(KERALA, made(), {"auction": 1}, id="28-AUC2-2: 16 is of the first auction"),
        pytest.param(PAGAT, made(24, auction=2), {"auction": None}, id="28-PAG-6: a raise is worth the same"),
        pytest.param(KERALA, made(shares=(17, 11), auction=1), {"points": 17, "shares": ()}, id="28-DECK-3"),
        pytest.param(PAIRS, made(shares=(16, 9, 3)), {"points": 16}, id="28-PAG-9"),
        pytest.param(HOUSE, made(swept=True), {"points": 28}, id="28-COT-1"),
        pytest.param(HOUSE, failed(swept=True), {"points": 0}, id="28-COT-1: against the declarer"),
        pytest.param(HOUSE, failed(surrender="accepted"), {"points": 0}, id="28-HSE-4"),
        pytest.param(HOUSE, made(alone="thani"), {"points": 28}, id="28-THANI-3"),
        pytest.param(HOUSE, made(alone="late_thani", soloist=0), {"points": 28, "soloist": None}, id="28-HSE-9"),
        pytest.param(HOUSE, made(alone="late_thani", soloist=1), {"points": 0}, id="28-HSE-10"),
        pytest.param(HOUSE, made(None, alone="cot", points=9), {"shares": (9, 0)}, id="28-HSE-8"),
        pytest.param(HOUSE, failed(alone="thani"), {}, id="28-THANI-3: a trick of the partner loses it"),
    ],
)
def test_what_follows_from_the_rest_is_filled_in_and_what_says_nothing_left_out(rule_set, hand, members):
    """Two who write the same hand in two ways agree."""
    rules = engine.load_rules(rule_set, ALL_FORMS if rule_set == HOUSE else {})

    assert sheets.tidied(rules, hand) == replace(hand, **members)


NOT_ALL = {"cot": True, "thani": True}
REFUSED = [
    (KERALA, {}, SheetHand(""), "no-such-outcome", "outcome"),
    (KERALA, {}, SheetHand("cancelled"), "no-such-outcome", "outcome"),
    (KERALA, {}, PASSED_OUT, "somebody-must-bid", "outcome"),
    (PAGAT, {}, conceded(), "no-concessions", "outcome"),
    (BASE_CARDS_OF_THREE, {}, replace(PASSED_OUT, number=14), "not-played", "outcome"),
    (KERALA, {}, conceded(points=3), "not-played", "points"),
    (KERALA_OF_THREE, {}, conceded(shares=(3, 20, 5)), "not-played", "points"),
    (KERALA, {}, made(denomination="S"), "not-of-28", "denomination"),
    (KERALA, {}, made(doubled=0), "not-of-28", "doubled"),
    (KERALA, {}, replace(made(), declarer=None), "no-such-seat", "declarer"),
    (KERALA, {}, made(declarer=4), "no-such-seat", "declarer"),
    (KERALA, {}, made(None), "no-such-number", "number"),
    (KERALA, {}, made(13), "no-such-number", "number"),
    (EIGHT, {}, made(41), "no-such-number", "number"),
    (KERALA, {}, made(auction=3), "no-such-auction", "auction"),
    (KERALA, {}, made(24), "auction-missing", "auction"),
    (KERALA, {}, made(23, auction=2), "bid-too-low", "auction"),
    (KERALA_OF_THREE, {}, made(21, auction=2), "bid-too-low", "auction"),
    (PAGAT, {}, made(23, auction=2), "bid-too-low", "auction"),
    (PAIRS, {}, made(26, auction=2), "no-later-auction", "auction"),
    (KERALA, {}, made(alone="thani"), "not-alone", "alone"),
    (PAGAT, {}, made(alone="thani"), "not-alone", "alone"),
    (HOUSE, NOT_ALL, made(None, alone="cot"), "not-alone", "alone"),
    (HOUSE, NOT_ALL, made(alone="late_thani"), "not-alone", "alone"),
    (HOUSE, ALL_FORMS, made(alone="thani", soloist=0), "no-soloist", "soloist"),
    (HOUSE, ALL_FORMS, made(alone="late_thani", soloist=4), "no-such-seat", "soloist"),
    (HOUSE, ALL_FORMS, made(24, alone="thani", auction=2), "thani-raised", "auction"),
    (HOUSE, ALL_FORMS, made(alone="cot"), "cot-has-no-bid", "number"),
    (HOUSE, ALL_FORMS, made(None, alone="cot", auction=1), "cot-has-no-bid", "number"),
    (KERALA, {}, made(swept=True), "no-cot", "swept"),
    (PAGAT, {}, made(swept=True), "no-cot", "swept"),
    (PAGAT, NOT_ALL, made(swept=True, alone="thani"), "no-cot", "swept"),
    (HOUSE, ALL_FORMS, made(swept=True, surrender="accepted"), "no-cot", "swept"),
    (HOUSE, ALL_FORMS, made(surrender="offered"), "no-such-surrender", "surrender"),
    (HOUSE, NOT_ALL, made(surrender="accepted"), "no-surrender", "surrender"),
    (HOUSE, ALL_FORMS, made(alone="late_thani", surrender="refused"), "no-surrender", "surrender"),
    (KERALA, {}, made(points=29), "no-such-points", "points"),
    (EIGHT, {}, made(20, points=41), "no-such-points", "points"),
    (KERALA, {}, made(points=15), "points-differ", "points"),
    (KERALA, {}, failed(points=16), "points-differ", "points"),
    (KERALA_OF_THREE, {}, made(shares=(15, 10, 3)), "points-differ", "shares"),
    (KERALA_OF_THREE, {}, made(points=16, shares=(17, 10, 1)), "points-differ", "points"),
    (KERALA_OF_THREE, {}, made(shares=(17, 11)), "no-such-points", "shares"),
    (KERALA_OF_THREE, {}, made(shares=(17, 10, 2)), "no-such-points", "shares"),
    (KERALA_OF_THREE, {}, made(shares=(17, 10, 0)), "no-such-points", "shares"),
    (KERALA_OF_THREE, {}, made(shares=(17, 12, -1)), "no-such-points", "shares"),
    (PAGAT, NOT_ALL, made(swept=True, points=27), "points-differ", "points"),
    (PAGAT, NOT_ALL, failed(swept=True, points=1), "points-differ", "points"),
    (PAGAT, NOT_ALL, made(alone="thani", points=27), "points-differ", "points"),
    (HOUSE, ALL_FORMS, made(alone="late_thani", soloist=1, points=3), "points-differ", "points"),
    (HOUSE, ALL_FORMS, made(None, alone="cot", shares=(9, 1)), "points-differ", "shares"),
    (HOUSE, ALL_FORMS, failed(None, alone="cot", shares=(20, 9)), "no-such-points", "shares"),
]  # fmt: skip


@pytest.mark.parametrize(("rule_set", "options", "hand", "code", "field"), REFUSED)
def test_what_cannot_be_is_refused_beside_its_field(rule_set, options, hand, code, field):
    """28-AUC-3, 28-AUC2-2, 28-CON-1, 28-SCO-1, 28-COT-1, 28-THANI-1, 28-HSE-2 to 28-HSE-10."""
    with pytest.raises(SheetError) as refused:
        scores.check(engine.load_rules(rule_set, options), hand)

    assert (refused.value.code, refused.value.field) == (code, field)
    assert "{" not in refused.value.message


def test_a_refusal_says_what_would_be_right():
    rules = engine.load_rules(KERALA)
    for hand, words in (
        (made(30), "A bid is from 14 to 28."),
        (made(23, auction=2), "After the first auction a bid is at least 24."),
        (made(points=15), "A bid of 16 is made with 16 card points or more."),
        (failed(points=16), "A bid of 16 has failed with fewer card points than that."),
        (made(points=29), "The declarer's side has 0 to 28 card points."),
        (made(shares=(20, 9)), "All sides together have 28 card points."),
        (made(shares=(20, 4, 4)), "Enter the card points of all 2 sides."),
    ):
        with pytest.raises(SheetError) as refused:
            scores.check(rules, hand)
        assert refused.value.message == words


def test_who_took_every_trick_has_all_points_and_the_others_none():
    """28-COT-1."""
    rules = engine.load_rules(PAGAT, NOT_ALL)
    for hand, due in ((made(swept=True, points=27), 28), (failed(swept=True, points=1), 0)):
        with pytest.raises(SheetError) as refused:
            scores.check(rules, hand)
        assert refused.value.message == f"With this outcome the declarer's side has {due} card points."


def test_after_a_refused_surrender_and_in_a_lost_thani_the_points_decide_nothing():
    """28-HSE-5, 28-THANI-3."""
    rules = engine.load_rules(HOUSE, ALL_FORMS)

    for hand in (made(20, surrender="refused", points=3), failed(alone="thani", points=28)):
        assert sheets.tidied(rules, hand) == hand


def test_a_contract_has_declarer_number_and_auction_and_no_trump():
    """28-AUC2-5, 28-SCO-3: the trump is secret; by some rules both auctions are worth the same."""
    rules = engine.load_rules(KERALA)

    assert scores.contract_of(rules, 3, 25, 2) == Contract(3, 25, 2, 0, 0)
    assert scores.contract_of(engine.load_rules(PAGAT), 3, 25, 2).auction == 1
    with pytest.raises(SheetError) as refused:
        scores.contract_of(rules, 4, 25, 2)
    assert (refused.value.code, refused.value.field) == ("no-such-seat", "declarer")


def test_a_game_begins_with_a_dealer_at_the_table():
    """28-DEAL-3."""
    for dealer in (-1, 4):
        with pytest.raises(SheetError) as refused:
            opened(KERALA, dealer=dealer)
        assert (refused.value.code, refused.value.field) == ("no-such-seat", "dealer")


def test_a_late_thani_is_told_with_who_said_it():
    """28-HSE-9, 28-HSE-10: after a card was played; before that it is the bidder's thani."""
    rules = engine.load_rules(HOUSE, ALL_FORMS)
    score = scored(opened(HOUSE, ALL_FORMS), made(alone="late_thani", soloist=3))
    said: list[engine.Event] = [engine.BidMade(0, 16), engine.TrumpFolded(0, "SJ"), engine.CardPlayed(3, "H9")]

    told = sheets.told_of(rules, [*said, engine.ThaniCalled(3), score])

    assert told == made(alone="late_thani", soloist=3, points=0)


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        pytest.param(made(20, points=21), [], id="28-SCO-1"),
        pytest.param(made(20, swept=True), [], id="28-COT-1"),
        pytest.param(failed(20, swept=True), [], id="28-COT-1: against the declarer"),
        pytest.param(made(20, declarer=1, surrender="accepted"), [engine.SurrenderAccepted(1)], id="28-HSE-4"),
        pytest.param(made(None, alone="cot", shares=(9, 0)), [engine.CotCalled(0)], id="28-HSE-8"),
        pytest.param(failed(None, alone="cot", shares=(9, 4)), [engine.CotCalled(0)], id="28-HSE-8: lost"),
        pytest.param(made(20, alone="thani"), [engine.ThaniCalled(0)], id="28-THANI-3: 4 is twice 2, and no cot"),
    ],
)
def test_a_hand_is_told_as_it_was_written(hand, said):
    rules = engine.load_rules(HOUSE, {**ALL_FORMS, "four_card_cot_won": 4})
    score = scored(scores.open_sheet(rules, 0), hand)

    assert sheets.told_of(rules, [*said, score]) == sheets.tidied(rules, hand)


@pytest.mark.parametrize(
    ("bids", "auction"),
    [
        ([engine.BidMade(0, 24), engine.TrumpFolded(0, "SJ"), engine.Passed(0)], 1),
        ([engine.BidMade(0, 14), engine.TrumpFolded(0, "SJ"), engine.BidMade(0, 24), engine.TrumpFolded(0, "HJ")], 2),
    ],
)
def test_a_bid_after_the_fold_is_told_as_one_of_the_second_auction(bids, auction):
    """28-AUC2-1, 28-SCO-3: also if the trump is changed after it."""
    score = scored(opened(KERALA), failed(24, auction=auction))

    assert sheets.told_of(engine.load_rules(KERALA), [*bids, score]) == failed(24, auction=auction)


@pytest.mark.parametrize("swept", [False, True])
def test_a_refused_surrender_is_told_with_who_took_every_trick(swept):
    """28-HSE-5: seat 1 offers to give in; its opponents declare, refuse, and take all or lose one."""
    hand = made(surrender="refused", swept=True) if swept else failed(surrender="refused")
    answered = [engine.SurrenderOffered(1), engine.SurrenderRefused(2)]
    rules = engine.load_rules(HOUSE, ALL_FORMS)

    told = sheets.told_of(rules, [engine.BidMade(0, 16), *answered, scored(opened(HOUSE, ALL_FORMS), hand)])

    assert told == sheets.tidied(rules, hand)


@pytest.mark.parametrize(
    ("rule_set", "options", "members"),
    [
        (KERALA, {}, (("made", "failed", "conceded"), 14, 28, 24, True, 28, (), False, False)),
        (KERALA_OF_THREE, {}, (("made", "failed", "conceded"), 12, 28, 22, True, 28, (), False, False)),
        (PAGAT, NOT_ALL, (("made", "failed"), 14, 28, 24, False, 28, ("thani",), True, False)),
        (PAIRS, {}, (("made", "failed"), 12, 28, 0, False, 28, (), False, False)),
        (BASE_CARDS_OF_THREE, {}, (("made", "failed", "passed_out"), 12, 28, 24, False, 28, (), False, False)),
        (EIGHT, {}, (("made", "failed"), 20, 40, 0, False, 40, (), False, False)),
        (HOUSE, ALL_FORMS, (("made", "failed"), 14, 28, 24, False, 28, ("thani", "cot", "late_thani"), True, True)),
    ],
)
def test_a_form_offers_what_the_rule_set_has(rule_set, options, members):
    """28-AUC-3, 28-AUC2-2, 28-PAG-3, 28-CON-1, 28-WIK-6, 28-W8-1, 28-THANI-1, 28-COT-1, 28-HSE-2."""
    form = sheets.form_of(engine.load_rules(rule_set, options))

    assert members == (
        form.outcomes,
        form.lowest,
        form.highest,
        form.later_lowest,
        form.auctions_differ,
        form.deck_points,
        form.alone,
        form.sweeps,
        form.surrenders,
    )
    assert (form.denominations, form.doubles) == ((), False)

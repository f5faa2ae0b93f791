"""Base cards, kunukku, six and eight players: 28-WIK, 28-CK6, 28-W8."""

import pytest
from msgspec.structs import replace

import engine
from engine.cards import mask_of, points_of
from engine.events import KunukkuPlaced, KunukkuRemoved
from engine.twentyeight.play import trick_winner
from engine.twentyeight.ruleset import Settled, TwentyEight
from engine.twentyeight.score import winners_after
from tests.engine.scenes import (
    after,
    auctioned,
    cards,
    dealt,
    dealt_next,
    in_play,
    passed_out,
    playable,
    played,
    played_out,
    refused,
    result,
    seen,
)

FOUR = "28-wikipedia-4"
THREE = "28-wikipedia-3"
SIX = "28-wikipedia-6"
EIGHT = "28-wikipedia-8"
CENTRAL = "28-central-kerala-6"
ALL = (FOUR, THREE, SIX, CENTRAL, EIGHT)

SUITS = {
    0: "SJ S9 SA ST SK SQ S8 S7",
    1: "HJ H9 HA HT HK HQ H8 H7",
    2: "DJ D9 DA DT DK DQ D8 D7",
    3: "CJ C9 CA CT CK CQ C8 C7",
}
"""A suit to each seat: a declarer who opens makes any contract."""


def rules_of(rule_set: str, **options: object) -> TwentyEight:
    """Return a rule set of this family."""
    rules = engine.load_rules(rule_set, options)
    assert isinstance(rules, TwentyEight)
    return rules


def settled(
    rule_set: str,
    stakes: tuple[int, ...],
    declarer: int,
    change: int,
    worn: dict[int, int] | None = None,
    put_on: dict[int, int] | None = None,
) -> Settled:
    """Return what hand 5 moves if it brings a declarer's side so many game points.

    Args:
        rule_set: The rule set's id.
        stakes: The base cards before it.
        declarer: The bidder's seat.
        change: Positive if the contract was made.
        worn: How many kunukku seats wear; the others none.
        put_on: The hands in which seats last put one on; the others never.
    """
    rules = rules_of(rule_set)
    seats = range(rules.players)
    tally = replace(
        rules.opening_tally(),
        hand=5,
        stakes=stakes,
        kunukku=tuple((worn or {}).get(seat, 0) for seat in seats),
        put_on=tuple((put_on or {}).get(seat, -1) for seat in seats),
    )
    assert rules.settle is not None
    return rules.settle(rules, tally, declarer, change, change > 0)


@pytest.mark.parametrize(
    ("bid", "made", "failed"),
    [(12, 1, 2), (14, 1, 2), (19, 1, 2), (20, 2, 3), (23, 2, 3), (24, 3, 4), (28, 3, 4)],
)
def test_the_amounts_of_contracts(bid: int, made: int, failed: int) -> None:
    """28-WIK-1."""
    for rule_set in (FOUR, THREE, SIX, CENTRAL):
        band = rules_of(rule_set).band_of(bid, 1)
        assert (band.made, band.failed) == (made, failed)


def test_a_result_has_the_amount_base_cards_and_kunukku() -> None:
    """28-WIK-1, 28-WIK-2, 28-AUD-6: 23 is worth two, 24 three."""
    state = played_out(in_play(SUITS, declarer=0, indicator="SJ", bid=23, rule_set=FOUR))
    assert result(state).game_points == (2, 0)
    assert (result(state).stakes, result(state).score) == ((8, 4), None)
    assert result(state).kunukku == (0, 0, 0, 0)

    state = played_out(in_play(SUITS, declarer=0, indicator="SJ", bid=24, rule_set=FOUR))
    assert (result(state).game_points, result(state).stakes) == ((3, 0), (9, 3))


def test_thani_and_cot_are_as_in_the_common_game() -> None:
    """28-WIK-1, 28-THANI-3, 28-COT-1: as base cards."""
    cot = {"cot": True}
    state = played_out(in_play(SUITS, declarer=0, indicator="SJ", bid=20, rule_set=FOUR, options=cot))
    assert (result(state).game_points, result(state).stakes) == ((4, 0), (10, 2))

    state = after(auctioned(dealt(SUITS, rule_set=FOUR, options={"thani": True}), 0, 14), "0 fold SJ", "0 thani")
    assert result(played_out(state)).stakes == (10, 2)


@pytest.mark.parametrize("rule_set", ALL)
def test_each_side_starts_with_six_base_cards(rule_set: str) -> None:
    """28-WIK-2, 28-WIK-7: and nobody wears a kunukku."""
    state = seen(engine.new_game(rules_of(rule_set)))

    assert state.stakes == (6,) * len(rules_of(rule_set).sides)
    assert state.kunukku == (0,) * rules_of(rule_set).players
    assert state.score is None


def test_between_two_sides_the_amount_moves_from_loser_to_winner() -> None:
    """28-WIK-2."""
    assert settled(FOUR, (6, 6), 0, 3) == Settled((9, 3))
    assert settled(FOUR, (6, 6), 3, -4) == Settled((10, 2))


def test_between_three_sides_it_moves_with_each_of_the_others() -> None:
    """28-WIK-2, 28-WIK-7."""
    assert settled(THREE, (6, 6, 6), 1, 2) == Settled((4, 10, 4))
    assert settled(THREE, (6, 6, 6), 1, -2) == Settled((8, 2, 8))
    assert settled(SIX, (6, 6, 6), 5, -3) == Settled((9, 9, 0))


def test_who_owes_more_than_there_is_puts_on_a_kunukku_and_all_start_again() -> None:
    """28-WIK-3: each member one, and every side is back to six."""
    assert settled(FOUR, (10, 2), 0, 3) == Settled((6, 6), on=(1, 3))
    assert settled(FOUR, (3, 9), 2, -4) == Settled((6, 6), on=(0, 2))
    assert settled(CENTRAL, (3, 9), 2, -4) == Settled((6, 6), on=(0, 2, 4))
    assert settled(EIGHT, (10, 2), 0, 3) == Settled((6, 6), on=(1, 3, 5, 7))


def test_owing_exactly_what_is_there_is_no_shortage() -> None:
    """28-WIK-3."""
    assert settled(FOUR, (9, 3), 0, 3) == Settled((12, 0))
    assert settled(FOUR, (4, 8), 0, -4) == Settled((0, 12))
    assert settled(THREE, (4, 6, 8), 0, -2) == Settled((0, 8, 10))


def test_with_three_sides_the_sum_due_to_both_is_owed() -> None:
    """28-WIK-3: one short, or both others at once."""
    assert settled(THREE, (3, 7, 8), 0, -2) == Settled((6, 6, 6), on=(0,))
    assert settled(THREE, (10, 2, 6), 0, 3) == Settled((6, 6, 6), on=(1,))
    assert settled(THREE, (14, 2, 2), 0, 3) == Settled((6, 6, 6), on=(1, 2))
    assert settled(SIX, (14, 2, 2), 3, 3) == Settled((6, 6, 6), on=(1, 2, 4, 5))


def test_in_the_hand_right_after_every_member_takes_one_off() -> None:
    """28-WIK-4: whichever of the side declares, and only if the contract is made."""
    worn, just_now = {1: 1, 3: 2}, {1: 4, 3: 4}

    assert settled(FOUR, (6, 6), 1, 1, worn, just_now).off == (1, 3)
    assert settled(FOUR, (6, 6), 3, 1, worn, just_now).off == (1, 3)
    assert settled(FOUR, (6, 6), 1, -2, worn, just_now).off == ()
    assert settled(FOUR, (6, 6), 0, 1, worn, just_now).off == ()


def test_in_any_other_hand_the_declarer_alone_takes_one_off() -> None:
    """28-WIK-4: if wearing one; also where the side put one on and then another hand went by."""
    worn, before = {1: 1, 3: 2}, {1: 3, 3: 3}

    assert settled(FOUR, (6, 6), 1, 1, worn, before).off == (1,)
    assert settled(FOUR, (6, 6), 3, 1, worn, before).off == (3,)
    assert settled(FOUR, (6, 6), 1, -2, worn, before).off == ()
    assert settled(FOUR, (6, 6), 2, 1, worn, before).off == ()
    assert settled(FOUR, (6, 6), 1, 1).off == ()


def test_off_goes_before_on() -> None:
    """28-WIK-4: the declarer's off and the others' on in one hand, the events in that order."""
    assert settled(FOUR, (10, 2), 0, 3, {0: 1}, {0: 1, 2: 1}) == Settled((6, 6), off=(0,), on=(1, 3))

    state = dealt(SUITS, rule_set=FOUR)
    tally = replace(state.tally, stakes=(10, 2), kunukku=(1, 0, 0, 0))  # type: ignore[attr-defined]
    state = after(auctioned(replace(state, tally=tally), 0, 28), "0 fold SJ")  # type: ignore[arg-type]
    state = played(
        state, "S9 HJ DJ CJ SA H9 D9 C9 ST HA DA CA SK HT DT CT SQ HK DK CK S8 HQ DQ CQ S7 H8 D8 C8 SJ H7 D7"
    )
    events = engine.decide(state, engine.Play(3, "C7"))

    assert events[1:3] == [KunukkuRemoved((0,)), KunukkuPlaced((1, 3))]
    worn = []
    moment = state
    for event in events[:3]:
        moment = engine.evolve(moment, event)
        worn.append(seen(moment).kunukku)
    assert worn == [(1, 0, 0, 0), (0, 0, 0, 0), (0, 1, 0, 1)]
    assert result(after(state, "3 play C7")).kunukku == (0, 1, 0, 1)


GOOD = "SJ S9 SA ST SK SQ S8 S7"
"""Makes any contract from the opener's seat."""
POOR = "SK SQ S8 S7 HK HQ H8 H7"
"""Fails in 28 if the next seat has the cards above."""


def opened_with_28(state: engine.State, hand: str) -> engine.State:
    """Return the state after another hand, in which the opener declares 28 on these cards."""
    dealer = engine.next_dealer(state)
    assert dealer is not None
    opener, other = (dealer + 1) % 4, (dealer + 2) % 4
    better = "SJ S9 SA ST HJ H9 HA HT" if hand == POOR else ""
    state = dealt_next(state, {opener: hand, other: better})
    return played_out(after(auctioned(state, opener, 28), f"{opener} fold {cards(hand)[3]}"))


def after_a_shortage() -> engine.State:
    """Return the game after two hands: 9 base cards to 3, and then the side of seats 1 and 3 short of one."""
    state = played_out(in_play(SUITS, declarer=0, indicator="SJ", bid=28, rule_set=FOUR))
    assert (seen(state).stakes, seen(state).kunukku) == ((9, 3), (0, 0, 0, 0))

    state = opened_with_28(state, POOR)
    assert (result(state).declarer, result(state).game_points) == (1, (0, -4))
    return state


def test_a_shortage_puts_kunukku_on() -> None:
    """28-WIK-2, 28-WIK-3: four are owed, three are there."""
    state = after_a_shortage()

    assert (seen(state).stakes, seen(state).kunukku) == ((6, 6), (0, 1, 0, 1))


def test_the_partners_contract_in_the_next_hand_takes_both_off() -> None:
    """28-WIK-4: seat 3 declares in the hand right after."""
    state = dealt_next(after_a_shortage(), {2: "S7 DJ D9 DA DT DK DQ D8", 3: "SJ S9 SA ST SK SQ S8 HJ"})
    state = played_out(after(auctioned(state, 3, 28), "3 fold ST"))

    assert (result(state).outcome, seen(state).stakes) == ("made", (3, 9))
    assert seen(state).kunukku == (0, 0, 0, 0)


def test_a_hand_later_the_declarer_alone_takes_it_off() -> None:
    """28-WIK-4: seat 2's contract takes nothing off; then seat 3 makes one."""
    state = opened_with_28(after_a_shortage(), GOOD)
    assert (seen(state).stakes, seen(state).kunukku) == ((9, 3), (0, 1, 0, 1))

    state = opened_with_28(state, GOOD)
    assert (result(state).declarer, result(state).outcome) == (3, "made")
    assert (seen(state).stakes, seen(state).kunukku) == ((6, 6), (0, 1, 0, 0))


def test_only_who_puts_one_on_has_put_it_on_in_this_hand() -> None:
    """28-WIK-4: while the others put theirs on, seats 0 and 2 have worn theirs for long, so one comes off at a time."""
    state = dealt(SUITS, rule_set=FOUR)
    tally = replace(state.tally, stakes=(7, 2), kunukku=(2, 0, 1, 0), put_on=(0, -1, 0, -1), hand=2)  # type: ignore[attr-defined]
    state = played_out(after(auctioned(replace(state, tally=tally), 0, 28), "0 fold SJ"))  # type: ignore[arg-type]
    assert (result(state).outcome, seen(state).kunukku) == ("made", (1, 1, 1, 1))

    state = dealt_next(state, {1: "S7 DJ D9 DA DT DK DQ D8", 2: "SJ S9 SA ST SK SQ S8 HJ"})
    state = played_out(after(auctioned(state, 2, 28), "2 fold ST"))
    assert (result(state).outcome, seen(state).kunukku) == ("made", (1, 1, 0, 1))


def test_the_bidder_takes_it_off_also_where_the_partner_raised() -> None:
    """28-WIK-4."""
    state = dealt(SUITS, rule_set=FOUR)
    tally = replace(state.tally, kunukku=(1, 0, 1, 0), put_on=(0, -1, 0, -1), hand=4)  # type: ignore[attr-defined]
    state = auctioned(replace(state, tally=tally), 0, 14)  # type: ignore[arg-type]
    state = played_out(after(state, "0 fold SJ", "0 pass", "2 bid 24"))

    assert (result(state).outcome, result(state).declarer) == ("made", 0)
    assert result(state).kunukku == (0, 0, 1, 0)


def winners(rule_set: str, stakes: tuple[int, ...], kunukku: tuple[int, ...], counted: int = 3) -> tuple[int, ...]:
    """Return who has won after so many hands of three."""
    rules = rules_of(rule_set, ending={"type": "hands", "count": 3})
    tally = replace(rules.opening_tally(), stakes=stakes, kunukku=kunukku, counted=counted)
    return winners_after(rules, tally)


def test_after_so_many_hands_the_side_with_fewest_kunukku_wins() -> None:
    """28-WIK-5: all its members' together; then most base cards; ties together."""
    assert winners(FOUR, (2, 10), (1, 1, 3, 0)) == (1,)
    assert winners(FOUR, (2, 10), (0, 2, 1, 0)) == (0,)
    assert winners(FOUR, (2, 10), (0, 2, 2, 0)) == (1,)
    assert winners(FOUR, (6, 6), (0, 2, 2, 0)) == (0, 1)
    assert winners(THREE, (5, 5, 8), (1, 1, 2)) == (0, 1)
    assert winners(FOUR, (2, 10), (0, 2, 1, 0), counted=2) == ()


@pytest.mark.parametrize("rule_set", ALL)
def test_an_open_game_has_no_winner_and_is_the_default(rule_set: str) -> None:
    """28-WIK-5: a target of game points is no ending here."""
    rules = rules_of(rule_set)
    assert rules.options == {"ending": {"type": "open"}, "cot": False, "thani": False}
    assert winners_after(rules, replace(rules.opening_tally(), counted=500)) == ()
    for ending in ({"type": "target", "game_points": 5}, {"type": "elimination"}):
        with pytest.raises(engine.RulesError) as fault:
            engine.load_rules(rule_set, {"ending": ending})
        assert fault.value.option == "ending"


def test_passed_out_hands_are_not_counted() -> None:
    """28-WIK-5, 28-WIK-6."""
    state = dealt(rule_set=THREE, options={"ending": {"type": "hands", "count": 2}})
    state = after(state, "0 pass", "1 pass", "2 pass")
    assert seen(state).finished is False

    for opener, finished in ((1, False), (2, True)):
        state = auctioned(dealt_next(state, {}), opener, 28)
        state = played_out(after(state, f"{opener} fold {seen(state, opener).hand[0]}"))
        assert seen(state).finished is finished


def test_three_handed_the_opener_and_the_next_may_pass() -> None:
    """28-WIK-6: the dealer, with nobody's bid before, bids 14 or more or passes."""
    state = dealt(rule_set=THREE)
    assert refused(state, "0 pass") is None
    assert refused(state, "0 bid 11") == ("bid-too-low", "28-AUC-3")
    assert refused(state, "0 bid 12") is None

    state = after(state, "0 pass")
    assert refused(state, "1 pass") is None
    assert refused(state, "1 bid 12") is None
    state = after(state, "1 pass")
    assert refused(state, "2 bid 13") == ("bid-too-low", "28-AUC-3")
    assert refused(state, "2 bid 14") is None
    assert engine.legal_actions(state, 2)[0] == engine.Bid(2, 14)

    over_a_bid = after(dealt(rule_set=THREE), "0 bid 12", "1 pass")
    assert refused(over_a_bid, "2 bid 13") is None


def test_three_passes_without_a_bid_pass_the_hand_out() -> None:
    """28-WIK-6, 28-AUD-6: nothing changes hands and the next seat deals."""
    state = after(dealt(rule_set=THREE), "0 pass", "1 pass", "2 pass")

    scored = result(state)
    assert (scored.outcome, scored.declarer, scored.bid, scored.points) == ("passed_out", None, None, None)
    assert (scored.game_points, scored.stakes, scored.kunukku) == ((0, 0, 0), (6, 6, 6), (0, 0, 0))
    assert engine.next_dealer(state) == 0
    assert refused(state, "0 bid 14") == ("hand-over", "28-AUD-1")


def test_after_a_bid_two_passes_end_the_auction() -> None:
    """28-WIK-6: passes before the bid do not count."""
    state = after(dealt(rule_set=THREE), "0 pass", "1 pass", "2 bid 14", "0 pass")
    assert seen(state).phase == "auction"
    assert refused(state, "1 bid 15") is None

    assert seen(after(state, "1 pass")).phase == "fold"


def test_four_handed_the_opener_must_bid() -> None:
    """28-WIK-6 is of three players only."""
    assert refused(dealt(rule_set=FOUR), "0 pass") == ("must-bid", "28-AUC-2")
    assert refused(dealt(rule_set=SIX), "0 pass") == ("must-bid", "28-AUC-2")


def test_six_handed_three_pairs_keep_six_base_cards_each() -> None:
    """28-WIK-7, 28-PAG-9."""
    rules = rules_of(SIX)
    assert (rules.sides, len(rules.deck), rules.hand_size) == (((0, 3), (1, 4), (2, 5)), 36, 6)
    assert refused(dealt(rule_set=SIX), "0 bid 11") == ("bid-too-low", "28-AUC-3")
    hands = {0: "SJ S9 SA ST SK SQ", 3: "HJ H9 HA HT HK HQ"}

    state = played_out(in_play(hands, declarer=0, indicator="SQ", bid=19, rule_set=SIX))
    assert (result(state).outcome, result(state).game_points) == ("made", (1, 0, 0))
    assert result(state).stakes == (8, 5, 5)


def test_in_central_kerala_two_teams_of_three_bid_from_sixteen() -> None:
    """28-CK6-1."""
    rules = rules_of(CENTRAL)
    assert (rules.sides, len(rules.deck), rules.hand_size) == (((0, 2, 4), (1, 3, 5)), 36, 6)
    state = dealt(rule_set=CENTRAL)
    assert refused(state, "0 bid 15") == ("bid-too-low", "28-AUC-3")
    state = after(state, "0 bid 16", "1 pass")
    assert refused(state, "2 bid 19") == ("call-not-allowed", "28-PAG-2")
    assert refused(state, "2 bid 20") is None
    state = passed_out(state, "auction")
    assert seen(after(state, f"0 fold {seen(state, 0).hand[5]}")).phase == "play"

    hands = {0: "SJ S9 SA ST SK SQ", 2: "HJ H9 HA HT HK HQ"}
    state = played_out(in_play(hands, declarer=0, indicator="SQ", bid=19, rule_set=CENTRAL))
    assert (len(result(state).points or ()), result(state).stakes) == (2, (7, 5))


def test_eight_have_forty_cards_and_forty_points() -> None:
    """28-W8-1: sixes and threes added, five each; two teams of four in alternate seats."""
    rules = rules_of(EIGHT)

    assert len(rules.deck) == len(set(rules.deck)) == 40
    assert {card[1] for card in rules.deck} == set("J39ATKQ876")
    assert points_of(mask_of(rules.deck)) == 40
    assert rules.sides == ((0, 2, 4, 6), (1, 3, 5, 7))
    assert seen(dealt(rule_set=EIGHT)).counts == (5,) * 8


def test_eight_bid_from_twenty_to_forty() -> None:
    """28-W8-1: seven passes or a bid of forty end the auction, and there is no raise."""
    state = dealt(rule_set=EIGHT)
    assert refused(state, "0 bid 19") == ("bid-too-low", "28-AUC-3")
    assert refused(state, "0 bid 41") == ("bid-too-high", "28-AUC-4")
    assert refused(state, "0 pass") == ("must-bid", "28-AUC-2")
    assert seen(after(state, "0 bid 40")).phase == "fold"
    assert seen(after(state, "0 bid 39")).phase == "auction"

    six_passes = after(state, "0 bid 20", *(f"{seat} pass" for seat in range(1, 7)))
    assert seen(six_passes).phase == "auction"
    fold = after(six_passes, "7 pass")
    assert seen(fold).phase == "fold"
    play = after(fold, f"0 fold {seen(fold, 0).hand[4]}")
    assert seen(play).phase == "play"
    assert len(seen(played_out(play)).tricks) == 5


def test_with_eight_overbidding_a_partner_is_never_refused() -> None:
    """28-W8-1, 28-PAG-2: the lowest bid is twenty already."""
    assert refused(after(dealt(rule_set=EIGHT), "0 bid 20", "1 pass"), "2 bid 21") is None


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("SJ S3 SA S9", 0),
        ("S3 SJ SA S9", 0),
        ("SA S3 SJ S9", 1),
        ("SA SJ S9 S3", 1),
        ("S9 HJ H3 SA", 0),
        ("S6 S9 SA ST", 1),
    ],
)
def test_three_and_jack_rank_level_and_the_first_played_is_the_higher(trick: str, winner: int) -> None:
    """28-W8-2: of the suit led only."""
    rules = rules_of(EIGHT)
    spades = mask_of(card for card in rules.deck if card[0] == "S")
    played_cards = tuple(mask_of([card]) for card in cards(trick))

    assert trick_winner(rules, played_cards, leader=0, led=spades, trump=0) == winner


@pytest.mark.parametrize(("trick", "winner"), [("S9 H3 HJ H9", 1), ("S9 HJ SJ H3", 1), ("SJ H6 S3 HA", 3)])
def test_so_it_is_in_trumps(trick: str, winner: int) -> None:
    """28-W8-2."""
    rules = rules_of(EIGHT)
    spades, hearts = (mask_of(card for card in rules.deck if card[0] == suit) for suit in "SH")
    played_cards = tuple(mask_of([card]) for card in cards(trick))

    assert trick_winner(rules, played_cards, leader=0, led=spades, trump=hearts) == winner


@pytest.mark.parametrize("rule_set", engine.rule_set_ids())
def test_a_hand_is_shown_in_the_order_of_the_deck(rule_set: str) -> None:
    """28-DECK-2, 28-W8-2, 56-DECK-2: high to low, the three beside the jack."""
    state = dealt(rule_set=rule_set)
    deck = state.rules.deck

    for seat in range(state.rules.players):
        hand = engine.view(state, seat).hand
        assert list(hand) == sorted(hand, key=deck.index)


def test_the_three_counts_three_in_play() -> None:
    """28-W8-2: a trick of jack, three and nine has eight points, and the three keeps it."""
    hands = {
        0: "S3 H6 H7 H8 HQ",
        1: "SJ D6 D7 D8 DQ",
        2: "S9 C6 C7 C8 CQ",
        3: "S6 HK DK CK HA",
        4: "S7 DA CA HT DT",
        5: "S8 CT H9 D9 C9",
        6: "SQ HJ DJ CJ H3",
        7: "SK SA ST D3 C3",
    }
    state = played(in_play(hands, declarer=0, indicator="H6", bid=20, rule_set=EIGHT), "S3 SJ S9 S6 S7 S8 SQ SK")

    (trick,) = seen(state).tricks
    assert (trick.winner, trick.points) == (0, 8)
    assert seen(state).points == (8, 0)
    assert playable(state, 0) == {"H7", "H8", "HQ"}


@pytest.mark.parametrize(("bid", "made", "failed"), [(20, 1, 2), (29, 1, 2), (30, 2, 3), (40, 2, 3)])
def test_the_amounts_with_eight(bid: int, made: int, failed: int) -> None:
    """28-W8-3: honours begin at thirty."""
    rules = rules_of(EIGHT)
    band = rules.band_of(bid, 1)

    assert (band.made, band.failed) == (made, failed)
    assert rules.is_honours(bid, 1) is (bid >= 30)

"""56: the rule sets, the double pack, seats and the deal: 56-SET, 56-DECK, 56-SEAT, 56-DEAL."""

from collections import Counter
from itertools import pairwise

import pytest

import engine
from engine.fiftysix.cards import ALL_POINTS, POINTS, SUIT_MASK, UNIT, codes_of, count_of, held, kinds_of
from engine.fiftysix.play import trick_winner
from tests.engine.scenes import after, cards
from tests.engine.scenes56 import (
    ALL,
    EIGHT_SPADES,
    INT,
    INTERNATIONAL,
    KER,
    KERALA,
    STANDARD,
    STD,
    called,
    claimed_hand,
    dealt,
    full_hands,
    new_hand,
    passes,
    turn_of,
)


def test_there_are_three_traditions_for_four_six_and_eight() -> None:
    """56-SET-1, 56-SET-2."""
    assert {name for name in engine.rule_set_ids() if name.startswith("56-")} == set(ALL)
    assert [engine.load_rules(name).name for name in (INT, KER, STD)] == [
        "56, International rules, six players",
        "56, Kerala rules, six players",
        "56, Standard rules, six players",
    ]


@pytest.mark.parametrize("one", range(3))
def test_the_traditions_differ_in_the_auction_and_in_doubling_only(one: int) -> None:
    """56-SET-1: deck, deal and play are the same."""
    first, *others = (engine.load_rules(names[one]) for names in (INTERNATIONAL, KERALA, STANDARD))
    alike = ("players", "deck", "batches", "packet", "sides", "bands", "ending", "direction", "tradition")
    for rules in others:
        assert [getattr(rules, name) for name in alike] == [getattr(first, name) for name in alike]


def test_each_tradition_says_which_rule_on_compulsory_bids_holds() -> None:
    """56-AUC-6, 56-AUC-7, 56-AUC-8, 56-CNV-1: one of the three; and what conventions are usual."""
    compulsory = ("56-AUC-6", "56-AUC-7", "56-AUC-8")
    for own, names in zip(compulsory, (INTERNATIONAL, KERALA, STANDARD), strict=True):
        for name in names:
            rules = engine.load_rules(name)
            assert rules.replaced == tuple((rule, own) for rule in compulsory if rule != own)
            assert rules.conventions.lower() in name  # type: ignore[attr-defined]
            assert rules.about.endswith(".")


@pytest.mark.parametrize(("players", "size"), [(4, 12), (6, 8), (8, 6)])
def test_four_six_or_eight_play_with_the_same_cards(players: int, size: int) -> None:
    """56-SET-2, 56-SEAT-2: other hand sizes, and sides of two, three or four in alternate seats."""
    for name in ALL:
        rules = engine.load_rules(name)
        if rules.players == players:
            assert rules.hand_size == size
            assert rules.sides == (tuple(range(0, players, 2)), tuple(range(1, players, 2)))
            assert [rules.side_of(seat) for seat in range(players)] == [seat % 2 for seat in range(players)]


def test_options_left_out_are_the_usual_ones() -> None:
    """56-SET-3."""
    twelve = {"type": "hands", "count": 12}
    for names, doubling in ((INTERNATIONAL, "add"), (KERALA, "multiply"), (STANDARD, "multiply")):
        for name in names:
            assert engine.load_rules(name).options == {"doubling": doubling, "ending": twelve}


GAMES = {"type": "games", "best_of": 3, "target": 21, "lead": 2}


@pytest.mark.parametrize(
    "options",
    [
        {"doubling": "add"},
        {"doubling": "multiply"},
        {"ending": {"type": "open"}},
        {"ending": {"type": "hands", "count": 1}},
        {"ending": {"type": "hands", "count": 500}},
        {"ending": GAMES},
        {"ending": {**GAMES, "best_of": 9, "target": 100, "lead": 20}},
        {"ending": {**GAMES, "best_of": 1, "target": 1, "lead": 1}},
    ],
    ids=str,
)
@pytest.mark.parametrize("rule_set", [INT, KER, STD])
def test_these_options_may_be_chosen(rule_set: str, options: dict[str, object]) -> None:
    """56-SET-3."""
    assert engine.load_rules(rule_set, options).options.items() >= options.items()


@pytest.mark.parametrize(
    "options",
    [
        {"doubling": "twofold"},
        {"doubling": 2},
        {"doubling": None},
        {"starting_stakes": 20},
        {"ending": None},
        {"ending": "open"},
        {"ending": {}},
        {"ending": {"type": "elimination"}},
        {"ending": {"type": "target", "game_points": 21}},
        {"ending": {"type": "open", "count": 3}},
        {"ending": {"type": "hands"}},
        {"ending": {"type": "hands", "count": 0}},
        {"ending": {"type": "hands", "count": 501}},
        {"ending": {"type": "hands", "count": True}},
        {"ending": {"type": "hands", "count": "12"}},
        {"ending": {"type": "hands", "count": 12, "target": 3}},
        {"ending": {"type": "games", "best_of": 3, "target": 21}},
        {"ending": {**GAMES, "best_of": 2}},
        {"ending": {**GAMES, "best_of": 0}},
        {"ending": {**GAMES, "best_of": 11}},
        {"ending": {**GAMES, "best_of": True}},
        {"ending": {**GAMES, "target": 0}},
        {"ending": {**GAMES, "target": 101}},
        {"ending": {**GAMES, "lead": 0}},
        {"ending": {**GAMES, "lead": 21}},
        {"ending": {**GAMES, "lead": True}},
    ],
    ids=str,
)
def test_any_other_option_is_refused(options: dict[str, object]) -> None:
    """56-SET-3: name, type or value; and it is named."""
    (name,) = options
    with pytest.raises(engine.RulesError) as refused:
        engine.load_rules(INT, options)
    assert refused.value.option == name


@pytest.mark.parametrize("rule_set", ALL)
def test_the_deck_has_each_of_24_cards_twice_and_56_points(rule_set: str) -> None:
    """56-DECK-1, 56-DECK-3."""
    deck = engine.load_rules(rule_set).deck

    assert len(deck) == 48
    assert Counter(deck) == {suit + rank: 2 for suit in "SHDC" for rank in "J9ATKQ"}
    assert sum(POINTS[UNIT[card]] for card in deck) == ALL_POINTS == 56
    assert sum(POINTS[UNIT[card]] for card in deck if card[0] == "H") == 14
    assert [POINTS[UNIT[card]] for card in cards("SJ S9 SA ST SK SQ")] == [3, 2, 1, 1, 0, 0]


def test_cards_rank_jack_nine_ace_ten_king_queen_in_every_suit() -> None:
    """56-DECK-2: each card takes a trick from the one after it, whichever was played first."""
    for suit, mask in SUIT_MASK.items():
        order = [UNIT[suit + rank] for rank in "J9ATKQ"]
        for higher, lower in pairwise(order):
            assert trick_winner((lower, higher), leader=0, led=mask, trump=0, players=2) == 1
            assert trick_winner((higher, lower), leader=0, led=mask, trump=0, players=2) == 0


def test_a_collection_of_cards_counts_its_copies() -> None:
    """56-DECK-1: the two copies are the same card in every respect."""
    both, one = held(cards("HT SJ HT CQ")), held(cards("HT SJ CQ"))

    assert codes_of(both) == ("SJ", "HT", "HT", "CQ")
    assert kinds_of(both) == kinds_of(one) == ("SJ", "HT", "CQ")
    assert (count_of(both), count_of(one), count_of(0)) == (4, 3, 0)
    assert both - UNIT["HT"] == one


def test_the_turn_passes_to_the_next_seat_and_round() -> None:
    """56-SEAT-1."""
    state = called(dealt(STD, dealer=2), passes(2))

    assert turn_of(state) == 5
    assert turn_of(called(state, "pass")) == 0
    assert engine.load_rules(STD).direction == "counter-clockwise"


@pytest.mark.parametrize("rule_set", ALL)
def test_the_seat_after_the_dealer_speaks_first_and_leads_first(rule_set: str) -> None:
    """56-SEAT-3, 56-AUC-1, 56-PLAY-1: whoever declares."""
    players = engine.load_rules(rule_set).players
    for dealer in range(players):
        state = dealt(rule_set, dealer=dealer)
        opener = (dealer + 1) % players
        assert turn_of(state) == opener
        assert engine.view(state, None).opener == opener

        state = called(state, f"28NS 29NS {passes(players)}")
        assert engine.view(state, None).declarer == (opener + 1) % players
        assert engine.view(state, None).phase == "play"
        assert turn_of(state) == opener


@pytest.mark.parametrize(("rule_set", "packet"), [("56-standard-4", 4), (INT, 4), ("56-kerala-8", 3)])
def test_a_pack_is_dealt_in_packets_the_opener_first(rule_set: str, packet: int) -> None:
    """56-DEAL-1: of four, of three with eight players; the construction that the fair-deal scripts rebuild."""
    rules = engine.load_rules(rule_set)
    pack = [*rules.deck[7:], *rules.deck[:7]]

    (event,) = engine.deal(engine.new_game(rules), pack, dealer=1)

    assert isinstance(event, engine.HandDealt)
    around = rules.players * packet
    for place in range(rules.players):
        packets = [pack[start : start + packet] for start in range(place * packet, 48, around)]
        assert event.cards[(2 + place) % rules.players] == tuple(card for one in packets for card in one)
    assert (event.hand, event.dealer) == (1, 1)


def wrong_deal(state: engine.State, dealer: int, hands: list[list[str]]) -> tuple[str, str]:
    """Return code and rule of the refusal of a deal."""
    with pytest.raises(engine.IllegalAction) as refused:
        engine.deal_hands(state, tuple(map(tuple, hands)), dealer=dealer)
    return refused.value.code, refused.value.rule


@pytest.mark.parametrize("rule_set", ALL)
def test_what_is_not_the_deck_in_equal_hands_is_a_wrong_deal(rule_set: str) -> None:
    """56-DEAL-1, 56-AUD-1: a card of another game, a card three times, unequal hands, a hand missing."""
    rules = engine.load_rules(rule_set)
    state = engine.new_game(rules)
    hands = [list(hand) for hand in full_hands(rules, {0: "SJ SJ", 1: "HJ"})]
    wrong = ("wrong-deal", "56-DEAL-1")

    foreign = [["S8", *hands[0][1:]], *hands[1:]]
    thrice = [hands[0], ["SJ", *hands[1][1:]], *hands[2:]]
    unequal = [[*hands[0], hands[1][0]], hands[1][1:], *hands[2:]]
    short = [hands[0][1:], *hands[1:]]

    for spoilt in (foreign, thrice, unequal, short, hands[1:]):
        assert wrong_deal(state, 0, spoilt) == wrong
    assert engine.deal_hands(state, tuple(map(tuple, hands)), dealer=0)


def test_any_seat_may_deal_first() -> None:
    """56-DEAL-2: a lot decides, or the players do."""
    state = engine.new_game(engine.load_rules(KER))
    hands = [list(hand) for hand in full_hands(state.rules, {})]

    assert engine.next_dealer(state) is None
    for dealer in range(6):
        assert engine.deal_hands(state, tuple(map(tuple, hands)), dealer=dealer)
    for dealer in (-1, 6):
        assert wrong_deal(state, dealer, hands) == ("wrong-deal", "56-DEAL-3")


def test_the_deal_goes_round_after_every_hand_that_counts() -> None:
    """56-DEAL-3: a passed-out hand included."""
    state = called(dealt(STD, dealer=4), passes(6))
    assert engine.next_dealer(state) == 5

    state = claimed_hand(new_hand(state), "28NS", by=2)
    assert engine.next_dealer(state) == 0
    hands = [list(hand) for hand in full_hands(state.rules, {})]
    assert wrong_deal(state, 5, hands) == ("wrong-deal", "56-DEAL-3")


@pytest.mark.parametrize("rule_set", [INT, KER, STD])
def test_after_a_cancelled_hand_the_same_dealer_deals_again(rule_set: str) -> None:
    """56-DEAL-4."""
    state = called(dealt(rule_set, {1: EIGHT_SPADES}, dealer=5), "28NS redeal")

    assert engine.next_dealer(state) == 5
    hands = [list(hand) for hand in full_hands(state.rules, {})]
    assert wrong_deal(state, 0, hands) == ("wrong-deal", "56-DEAL-3")
    state = new_hand(state)
    assert engine.view(state, None).hand_number == 2
    assert engine.next_dealer(state) == 0
    assert engine.next_dealer(claimed_hand(state, "28NS", by=0)) == 0


@pytest.mark.parametrize("moment", ["", "28NS pass", f"28NS {passes(6)}"], ids=["first call", "auction", "play"])
def test_a_new_hand_waits_for_the_end_of_the_one_before(moment: str) -> None:
    """56-DEAL-5."""
    state = called(dealt(INT), moment)

    assert wrong_deal(state, 0, [list(hand) for hand in full_hands(state.rules, {})]) == ("wrong-deal", "56-DEAL-5")


def test_cards_wrongly_dealt_are_never_played() -> None:
    """56-DEAL-6, 56-IRR-1: here a misdeal is refused, so that nothing is left but to deal again."""
    state = engine.new_game(engine.load_rules(INT))
    hands = [list(hand) for hand in full_hands(state.rules, {})]
    wrong_deal(state, 0, [hands[0][1:], *hands[1:]])

    assert engine.to_act(state) == frozenset()
    assert engine.refusal(state, engine.Call(1, "28S")) is not None
    assert engine.deal_hands(state, tuple(map(tuple, hands)), dealer=3)


def test_before_the_first_deal_nothing_can_be_done() -> None:
    """56-AUD-3."""
    state = engine.new_game(engine.load_rules(INT))

    for action in (engine.Call(0, "28S"), engine.Pass(0), engine.Claim(0), engine.Ask(0)):
        refused = engine.refusal(state, action)
        assert refused is not None
        assert (refused.code, refused.rule) == ("wrong-phase", "56-AUD-3")
    assert engine.view(state, 0).phase == "deal"


def test_a_hand_is_seen_by_its_holder_only_and_every_call_by_all() -> None:
    """56-AUC-1, 56-PLAY-3: what a view shows of an auction and of the play."""
    state = called(dealt(INT, {0: EIGHT_SPADES, 1: "HJ HJ"}), "28NS +1H double pass")
    own, public = engine.view(state, 1), engine.view(state, None)

    assert own.hand.count("HJ") == 2
    assert len(own.hand) == 8
    assert public.hand == () == public.legal
    assert public.counts == (8,) * 6
    assert (
        [(step.seat, step.word, step.value, step.call, step.denomination) for step in public.auction]
        == [
            (0, "call", 28, "28NS", "NT"),
            (1, "call", 29, "+1H", "H"),
            (2, "double", None, None, None),
            (3, "pass", None, None, None),
        ]
        == [(step.seat, step.word, step.value, step.call, step.denomination) for step in own.auction]
    )
    assert (public.trump, public.declarer, public.doubled) == (None, None, 1)

    state = after(called(state, passes(5)), "0 play SJ")
    public = engine.view(state, None)
    assert (public.trump, public.declarer, public.bid, public.doubled) == ("H", 1, 29, 1)
    assert public.trick == (engine.Played(0, "SJ"),)
    assert public.counts == (7, 8, 8, 8, 8, 8)
    assert engine.view(state, 0).hand == cards("SJ S9 S9 SA SA ST ST")
    with pytest.raises(ValueError, match="no seat 6"):
        engine.view(state, 6)

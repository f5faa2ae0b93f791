"""The bot for 56 sees what its seat sees, does what is legal in all nine rule sets, and plays sensibly."""

import copy
import random
from collections.abc import Callable

import pytest

import engine
from engine.views import Played
from games.bots.fiftysix import choose56
from tests.lanes import in_lanes

Chooser = Callable[[engine.View], engine.Action]

RULE_SETS = tuple(name for name in engine.rule_set_ids() if engine.load_rules(name).ledger[0].startswith("56-"))
EVERY_56 = pytest.mark.parametrize("rules_id", in_lanes(RULE_SETS))


def one_hand(rules_id: str) -> engine.RuleSet:
    return engine.load_rules(rules_id, {"ending": {"type": "hands", "count": 1}})


def shuffled(rules: engine.RuleSet, chance: random.Random) -> list[str]:
    pack = list(rules.deck)
    chance.shuffle(pack)
    return pack


def play_hand(rules: engine.RuleSet, pack: list[str], dealer: int, choosers: list[Chooser]) -> engine.View:
    """Play one hand; what a chooser wants is judged by the engine, which refuses what is not legal."""
    state = engine.new_game(rules)
    for event in engine.deal(state, pack, dealer=dealer):
        state = engine.evolve(state, event)
    while seats := engine.to_act(state):
        (seat,) = seats
        for event in engine.decide(state, choosers[seat](engine.view(state, seat))):
            state = engine.evolve(state, event)
    return engine.view(state, None)


def test_there_are_nine_rule_sets_of_56() -> None:
    """56-SET-1, 56-SET-2."""
    assert len(RULE_SETS) == 9


@EVERY_56
def test_a_bot_plays_legal_hands_to_the_end(rules_id: str) -> None:
    """56-PLAY-5, 56-PLAY-7."""
    rules = one_hand(rules_id)
    chance = random.Random(1)
    for number in range(25):
        end = play_hand(rules, shuffled(rules, chance), number % rules.players, [choose56] * rules.players)

        assert end.result is not None
        assert end.result.outcome in ("made", "failed", "passed_out", "cancelled")


@EVERY_56
def test_a_bot_does_something_legal_whatever_the_others_do(rules_id: str) -> None:
    rules = one_hand(rules_id)
    chance = random.Random(2)

    def at_random(view: engine.View) -> engine.Action:
        return chance.choice([action for action in view.legal if not isinstance(action, engine.Claim)])

    for number in range(25):
        choosers: list[Chooser] = [at_random] * rules.players
        choosers[number % rules.players] = choose56
        choosers[(number + 2) % rules.players] = choose56

        assert play_hand(rules, shuffled(rules, chance), number % rules.players, choosers).result is not None


@EVERY_56
def test_a_bot_does_the_same_for_equal_views(rules_id: str) -> None:
    rules = one_hand(rules_id)

    def twice(view: engine.View) -> engine.Action:
        action = choose56(view)
        assert choose56(copy.deepcopy(view)) == action
        return action

    play_hand(rules, shuffled(rules, random.Random(3)), 0, [twice] * rules.players)


def test_a_seat_with_nothing_to_do_is_refused() -> None:
    state = engine.new_game(one_hand(RULE_SETS[0]))

    with pytest.raises(ValueError, match="nothing to do"):
        choose56(engine.view(state, 0))


def in_play(hand: str, *trick: str, leader: int, trump: str | None, winning: int, declarer: int = 1) -> engine.View:
    """A view in play of the six-handed Standard game, from seat 0, two tricks before the end."""
    cards = tuple(hand.split())
    lying = tuple(Played((leader + number) % 6, card) for number, card in enumerate(trick))
    suits = [card for card in cards if lying and card[0] == lying[0].card[0]]
    size = len(cards)
    members: dict[str, object] = {
        "rules": "56-standard-6", "seat": 0, "phase": "play", "hand_number": 1, "dealer": 5, "opener": 0,
        "to_act": (0,), "hand": cards, "trick": lying, "trump": trump, "bid": 28, "bidder": declarer,
        "declarer": declarer,
        "denomination": trump or "NT", "winning": winning, "points": (0, 0), "taken": (0,) * 6,
        "counts": tuple(size - (seat in {played.seat for played in lying}) for seat in range(6)),
        "legal": (*(engine.Play(0, card) for card in dict.fromkeys(suits or cards)), engine.Claim(0)),
    }  # fmt: skip
    return engine.View(**members)  # type: ignore[arg-type]


def test_a_bot_gives_points_to_its_partners_sure_trick() -> None:
    """56-PLAY-4: of two equal cards the first wins, so a jack of the suit led stands."""
    seen = in_play("SA SQ", "SJ", "SK", "SK", "SQ", leader=2, trump="H", winning=2)

    assert choose56(seen) == engine.Play(0, "SA")


def test_a_bot_gives_the_others_nothing() -> None:
    seen = in_play("SA SQ", "SJ", "SK", "ST", "ST", "SK", leader=1, trump="H", winning=1)

    assert choose56(seen) == engine.Play(0, "SQ")


def test_a_bot_does_not_hope_to_win_with_the_second_of_two_equal_cards() -> None:
    """56-PLAY-4."""
    seen = in_play("SJ SQ", "SJ", "SK", "ST", "ST", "SK", leader=1, trump="H", winning=1)

    assert choose56(seen) == engine.Play(0, "SQ")


def test_a_bot_ruffs_the_others_points_with_its_lowest_trump() -> None:
    """56-PLAY-3, 56-PLAY-4."""
    seen = in_play("HJ HQ CK", "SJ", "SA", "ST", "S9", "SA", leader=1, trump="H", winning=1)

    assert choose56(seen) == engine.Play(0, "HQ")


def test_a_bot_does_not_ruff_its_partners_winner() -> None:
    seen = in_play("HJ HQ CK", "SQ", "SJ", "ST", "S9", "SA", leader=1, trump="H", winning=2)

    assert choose56(seen) == engine.Play(0, "CK")


def test_a_bot_wins_as_cheaply_as_it_can_in_the_last_hand() -> None:
    seen = in_play("HJ HT HQ CK", "HK", "SQ", "SK", "ST", "SA", leader=1, trump="H", winning=1)

    assert choose56(seen) == engine.Play(0, "HT")


def test_a_bot_redeals_with_one_suit_only() -> None:
    """56-AUC-10."""
    rules = one_hand("56-standard-6")
    hand = ("SJ", "SJ", "S9", "S9", "SA", "SA", "ST", "SK")
    rest = list(rules.deck)
    for card in hand:
        rest.remove(card)
    hands = (hand, *(tuple(rest[8 * at : 8 * at + 8]) for at in range(5)))
    state = engine.new_game(rules)
    for event in engine.deal_hands(state, hands, dealer=5):
        state = engine.evolve(state, event)

    assert choose56(engine.view(state, 0)) == engine.Redeal(0)


def test_a_bot_doubles_what_is_sure_to_fail_and_nothing_else() -> None:
    """56-CNV-4."""
    strong = auction("SJ SJ HJ HJ DJ DJ CJ CJ", 56)
    weak = auction("SK SQ HK HQ DK DQ CK CQ", 28)

    assert choose56(strong) == engine.Double(0)
    assert choose56(weak) == engine.Pass(0)


def auction(hand: str, number: int) -> engine.View:
    """A view of the auction of the six-handed Standard game from seat 0, over a bid of no trump by seat 5."""
    said = engine.AuctionStep(5, 1, "call", number, f"{number}NT", "NT")
    return engine.View(
        rules="56-standard-6", seat=0, phase="auction", hand_number=1, dealer=4, opener=5, to_act=(0,),
        hand=tuple(hand.split()), counts=(8,) * 6, points=(0, 0), taken=(0,) * 6, auction=(said,), bid=number,
        bidder=5, denomination="NT", legal=(engine.Double(0), engine.Pass(0)),
    )  # fmt: skip


def test_a_bot_with_six_sure_trumps_and_jacks_beside_bids_its_forty() -> None:
    """56-CNV-3, 56-CNV-4: with partners who can support the suit."""
    rules = one_hand("56-standard-6")
    hands = (
        "SJ SJ S9 S9 SA ST HJ DJ", "C9 CA CK DK SK DQ HQ DT", "SA SK HJ H9 DJ DT CT CA", "D9 DA CK HK CQ DQ SQ HT",
        "ST SQ CJ CJ D9 DA C9 HA", "H9 HA DK HK CQ HQ CT HT",
    )  # fmt: skip
    state = engine.new_game(rules)
    for event in engine.deal_hands(state, tuple(tuple(hand.split()) for hand in hands), dealer=5):
        state = engine.evolve(state, event)
    while engine.view(state, None).phase == "auction":
        (seat,) = engine.to_act(state)
        for event in engine.decide(state, choose56(engine.view(state, seat))):
            state = engine.evolve(state, event)

    end = engine.view(state, None)
    assert end.bid is not None
    assert end.bid >= 40
    assert end.declarer in (0, 2, 4)

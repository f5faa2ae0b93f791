"""Hints: what is advised is legal and is what the bot does, and the reason that is given is true of the cards."""

import copy
import re
from collections.abc import Callable
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings

import engine
from engine.views import Played, TrickTaken
from games import bots
from games.bots.bidding import best_trump, estimate, is_worth_bidding, trump_worth
from games.bots.fiftysix import auction
from games.bots.knowledge import allies, beats, known_trump, own_cards, points, rules_of, strength
from games.conventions.words import meaning_words
from games.practice.hints import ONLY, REASONS, Advice, advise
from games.words.events import card_words
from tests.games.helpers.bot_views import plays, raising, view
from tests.lanes import EVERY_RULE_SET_IN_LANES
from tests.strategies import FEW, SEEDS, game_steps, random_options, shuffled

UNHURRIED = settings(FEW, deadline=None)
Hands = dict[int, tuple[str, ...]]
"""What everybody really holds, the folded card with it: what a reason says of the cards is held against this."""


def hands_in(state: engine.State) -> Hands:
    return {seat: own_cards(engine.view(state, seat)) for seat in range(state.rules.players)}


def lead(seen: engine.View) -> str:
    return seen.trick[0].card[0]


def top(seen: engine.View) -> Played:
    return next(played for played in seen.trick if played.seat == seen.winning)


def held(seen: engine.View) -> list[str]:
    return [action.card for action in seen.legal if isinstance(action, engine.Play)]


def at_stake(seen: engine.View) -> int:
    return sum(points(played.card) for played in seen.trick)


def later(seen: engine.View) -> int:
    return rules_of(seen).players - 1 - len(seen.trick)


def side(seen: engine.View, seat: int | None) -> int:
    assert seat is not None
    return rules_of(seen).side_of(seat)


def ours(seen: engine.View) -> bool:
    return top(seen).seat in allies(seen)


def nobody_beats(seen: engine.View, card: str, hands: Hands) -> bool:
    """No other hand really holds a higher card of the suit."""
    return not any(
        other[0] == card[0] and strength(other) > strength(card)
        for seat, cards in hands.items()
        if seat != seen.seat
        for other in cards
    )


def follows_not(seen: engine.View) -> bool:
    return all(card[0] != lead(seen) for card in seen.hand)


def little(seen: engine.View, card: str) -> bool:
    return points(card) == min(map(points, held(seen)))


def wins(seen: engine.View, card: str) -> bool:
    return beats(card, top(seen).card, seen.trump)


def winners(seen: engine.View) -> list[str]:
    return [card for card in held(seen) if wins(seen, card)]


def suit_cards(seen: engine.View, suit: str) -> tuple[float, int]:
    return trump_worth(own_cards(seen), suit)


def gain(seen: engine.View, suit: str) -> float:
    """Return how much better a suit is than the folded one; rounded, as sums of fractions differ in the last digit."""
    return round(suit_cards(seen, suit)[0] - suit_cards(seen, (seen.indicator or "-")[0])[0], 9)


def lowest_bid(seen: engine.View) -> int:
    return min(action.value for action in seen.legal if isinstance(action, engine.Bid))


Truth = Callable[[engine.View, str, Hands], bool]
"""Whether a reason is true: of a view, the card advised (or an empty text), and everybody's hands."""

TRUE: dict[str, Truth] = {
    "cot-run": lambda seen, card, hands: seen.phase == "auction" and len(seen.hand) == 4,
    "no-bid-left": lambda seen, card, hands: not any(isinstance(action, engine.Bid) for action in seen.legal),
    "must-bid": lambda seen, card, hands: engine.Pass(seen.seat or 0) not in seen.legal,
    "own-bid": lambda seen, card, hands: seen.bidder == seen.seat,
    "partners-bid": lambda seen, card, hands: (
        seen.bidder != seen.seat and side(seen, seen.bidder) == side(seen, seen.seat)
    ),
    "worth-bidding": lambda seen, card, hands: is_worth_bidding(seen, lowest_bid(seen)),
    "not-worth-bidding": lambda seen, card, hands: not is_worth_bidding(seen, lowest_bid(seen)),
    "thani-sure": lambda seen, card, hands: engine.Thani(seen.seat or 0) in seen.legal,
    "not-my-trump": lambda seen, card, hands: seen.indicator is None and seen.declarer != seen.seat,
    "worth-raising": lambda seen, card, hands: seen.declarer == seen.seat,
    "not-worth-raising": lambda seen, card, hands: seen.declarer == seen.seat,
    "fold-best": lambda seen, card, hands: (
        card[0] == best_trump(own_cards(seen))
        and points(card) == min(points(one) for one in own_cards(seen) if one[0] == card[0])
    ),
    "keep-best": lambda seen, card, hands: (seen.indicator or "-")[0] == best_trump(own_cards(seen)),
    "keep-hardly-better": lambda seen, card, hands: (
        0 <= gain(seen, best_trump(own_cards(seen))) < 1
    ),
    "fold-better": lambda seen, card, hands: (
        gain(seen, card[0]) >= 1
    ),
    "accept-surrender": lambda seen, card, hands: seen.phase == "surrender",
    "lost-already": lambda seen, card, hands: (
        seen.points[side(seen, seen.declarer)] >= (seen.bid or 0)
        if side(seen, seen.declarer) != side(seen, seen.seat)
        else rules_of(seen).deck_points - sum(seen.points) + seen.points[side(seen, seen.declarer)] < (seen.bid or 0)
    ),
    "thani-rest": lambda seen, card, hands: all(
        one[0] == seen.trump and nobody_beats(seen, one, hands) for one in seen.hand
    ),
    "alone-partner": lambda seen, card, hands: seen.thani in allies(seen),
    "alone-allys-trick": lambda seen, card, hands: seen.thani not in (*allies(seen), seen.seat) and ours(seen),
    "alone-cannot-win": lambda seen, card, hands: seen.thani is not None and not winners(seen),
    "alone-master": lambda seen, card, hands: seen.thani is not None and nobody_beats(seen, card, hands),
    "alone-highest": lambda seen, card, hands: seen.thani is not None and seen.thani not in allies(seen),
    "ask-points": lambda seen, card, hands: at_stake(seen) > 0 and not ours(seen) and follows_not(seen),
    "ask-alone": lambda seen, card, hands: (
        seen.thani is not None and seen.thani not in (*allies(seen), seen.seat) and follows_not(seen)
    ),
    "turn-up-points": lambda seen, card, hands: at_stake(seen) > 0 and not ours(seen) and follows_not(seen),
    "turn-up-alone": lambda seen, card, hands: seen.thani == seen.seat and not ours(seen),
    "lead-draw-trumps": lambda seen, card, hands: (
        seen.declarer == seen.seat and card[0] == seen.trump and nobody_beats(seen, card, hands)
    ),
    "lead-master": lambda seen, card, hands: not seen.trick and nobody_beats(seen, card, hands),
    "lead-low": lambda seen, card, hands: (
        not seen.trick
        and card[0] != known_trump(seen)
        and points(card) == min(points(one) for one in held(seen) if one[0] != known_trump(seen))
    ),
    "lead-trump-only": lambda seen, card, hands: {one[0] for one in held(seen)} == {known_trump(seen)},
    "partner-give-last": lambda seen, card, hands: ours(seen) and not later(seen) and points(card) > 0,
    "partner-give": lambda seen, card, hands: (
        ours(seen) and points(card) > 0 and nobody_beats(seen, top(seen).card, {**hands, seen.seat or 0: ()})
    ),
    "partner-nothing-to-give": lambda seen, card, hands: ours(seen) and not points(card),
    "partner-not-safe": lambda seen, card, hands: ours(seen) and later(seen) > 0,
    "cannot-win": lambda seen, card, hands: not winners(seen),
    "ruff-last": lambda seen, card, hands: not later(seen) and follows_not(seen) and wins(seen, card),
    "ruff-points": lambda seen, card, hands: (
        at_stake(seen) > 0 and not ours(seen) and follows_not(seen) and wins(seen, card)
    ),
    "ruff-not-worth": lambda seen, card, hands: not at_stake(seen) and card[0] != seen.trump,
    "trumps-only": lambda seen, card, hands: not at_stake(seen) and {one[0] for one in held(seen)} == {seen.trump},
    "last-wins": lambda seen, card, hands: (
        not later(seen) and wins(seen, card) and points(card) == max(map(points, winners(seen)))
    ),
    "sure-winner": lambda seen, card, hands: wins(seen, card) and nobody_beats(seen, card, hands),
    "winner-not-safe": lambda seen, card, hands: bool(winners(seen)) and later(seen) > 0,
    "one-suit": lambda seen, card, hands: len({one[0] for one in seen.hand}) == 1,
    "convention": lambda seen, card, hands: True,  # its row is held to below
    "wait": lambda seen, card, hands: seen.bid is None,
    "double": lambda seen, card, hands: side(seen, seen.bidder) != side(seen, seen.seat),
    "contract": lambda seen, card, hands: any(isinstance(action, engine.Call) for action in seen.legal),
    "nothing-to-bid": lambda seen, card, hands: seen.bid is None,
    "leave-ours": lambda seen, card, hands: side(seen, seen.bidder) == side(seen, seen.seat),
    "leave-theirs": lambda seen, card, hands: side(seen, seen.bidder) != side(seen, seen.seat),
    "must-call": lambda seen, card, hands: engine.Pass(seen.seat or 0) not in seen.legal,
    "lead-trump": lambda seen, card, hands: (
        not seen.trick and card[0] == seen.trump and side(seen, seen.declarer) == side(seen, seen.seat)
    ),
    "lead-sure": lambda seen, card, hands: not seen.trick,
    "lead-winner": lambda seen, card, hands: not seen.trick,
    "lead-little": lambda seen, card, hands: not seen.trick and little(seen, card),
    "take-last": lambda seen, card, hands: not later(seen) and wins(seen, card),
    "take-sure": lambda seen, card, hands: later(seen) > 0 and wins(seen, card),
    "take-likely": lambda seen, card, hands: later(seen) > 0 and wins(seen, card),
    "take-try": lambda seen, card, hands: later(seen) > 0 and wins(seen, card),
    "give-sure": lambda seen, card, hands: ours(seen) and points(card) > 0,
    "give-ours": lambda seen, card, hands: ours(seen) and points(card) > 0,
    "spare-ours": lambda seen, card, hands: ours(seen) and little(seen, card),
    "give-behind": lambda seen, card, hands: not ours(seen) and points(card) > 0 and later(seen) > 0,
    "give-little": lambda seen, card, hands: not ours(seen) and little(seen, card),
    "weighed": lambda seen, card, hands: len(held(seen)) > 1,
}  # fmt: skip

MADE_UP = {
    "cot-run": view(
        "28-house-4", phase="auction", declarer=None, hand=("SJ", "S9", "SA", "HJ"),
        legal=(engine.Bid(0, 14), engine.Cot(0)),
    ),
    "thani-sure": raising(("S7", "SJ", "S9", "SA", "ST", "SK", "SQ", "HJ"), engine.Thani(0)),
    "thani-rest": view(
        "28-house-4", hand=("S9", "SA"), trump="S", legal=(*plays("S9", "SA"), engine.Thani(0)),
        last_trick=TrickTaken(
            6, 0, tuple(Played(seat, card) for seat, card in enumerate(("SJ", "S7", "S8", "SQ"))), 0, 3, ""
        ),
    ),
}  # fmt: skip
"""Moments that chance hardly ever brings, by their reason."""


def holds(given: Advice, seen: engine.View, hands: Hands) -> bool:
    """Whether a reason is true."""
    if given.why == ONLY:
        return len([one for one in seen.legal if not isinstance(one, engine.Concede | engine.Claim)]) == 1
    return TRUE[given.why](seen, getattr(given.action, "card", ""), hands)


def moments(rule_set: str, seed: int):
    """Yield every moment of a hand that bots play, now and then by chance."""
    chance = Random(seed)
    rules = random_options(rule_set, chance, 1)
    state = engine.new_game(rules)
    for event in engine.deal(state, shuffled(rules, chance), dealer=chance.randrange(rules.players)):
        state = engine.evolve(state, event)
    while seats := engine.to_act(state):
        seen = engine.view(state, min(seats))
        yield state, seen
        others = [action for action in seen.legal if not isinstance(action, engine.Concede | engine.Claim)]
        action = bots.choose(seen) if chance.random() < 0.85 else chance.choice(others)
        for event in engine.decide(state, action):
            state = engine.evolve(state, event)


@EVERY_RULE_SET_IN_LANES
@UNHURRIED
@given(seed=SEEDS)
def test_what_is_advised_is_legal_and_what_the_bot_does_for_a_true_reason(rule_set: str, seed: int) -> None:
    chance = Random(seed)
    rules = random_options(rule_set, chance, 2)

    for step in game_steps(rules, chance, 2):
        for seat in engine.to_act(step.state):
            seen = engine.view(step.state, seat)
            given_ = advise(seen)
            assert given_.action in seen.legal
            assert given_.action == bots.choose(seen)
            assert given_ == advise(copy.deepcopy(seen)), "equal views, another hint"
            assert not re.search(r"[{}]", given_.reason)
            assert (given_.row is not None) == (given_.why == "convention")
            assert holds(given_, seen, hands_in(step.state)), given_.reason


def test_every_reason_there_is_comes_up_and_is_true_when_it_does() -> None:
    met = {name for name, seen in MADE_UP.items() if advise(seen).why == name and holds(advise(seen), seen, {})}
    for seed, rule_set in product(range(30), engine.rule_set_ids()):
        for state, seen in moments(rule_set, seed):
            given_ = advise(seen)
            assert holds(given_, seen, hands_in(state)), (rule_set, seed, given_.reason)
            met.add(given_.why)
        if len(met) == len(REASONS) - 1:
            break
    assert sorted(set(REASONS) - met) == ["must-call"]
    assert set(TRUE) == set(REASONS) - {ONLY}


def test_whoever_has_to_call_on_nothing_calls_the_least(monkeypatch: pytest.MonkeyPatch) -> None:
    """56-AUC-6: the International opener may not pass; here without a convention for its weak hand."""
    monkeypatch.setattr(auction, "_conventional", lambda *_: None)
    rules = engine.load_rules("56-international-6")
    reasons = set()
    for seed in range(12):
        state = engine.new_game(rules)
        for event in engine.deal(state, Random(seed).sample(rules.deck, len(rules.deck)), dealer=0):
            state = engine.evolve(state, event)
        seen = engine.view(state, 1)
        given_ = advise(seen)
        assert holds(given_, seen, {})
        reasons.add(given_.why)
    assert "must-call" in reasons


@EVERY_RULE_SET_IN_LANES
def test_a_reason_names_no_card_that_the_seat_does_not_see(rule_set: str) -> None:
    by_words = {card_words(card): card for card in engine.load_rules(rule_set).deck}
    for seed in range(6):
        for _state, seen in moments(rule_set, seed):
            seen_cards = {*own_cards(seen), *(played.card for played in seen.trick)}
            reason = advise(seen).reason
            named = {card for words, card in by_words.items() if words in reason}
            assert named <= seen_cards


@pytest.mark.parametrize("rule_set", ["56-international-6", "56-kerala-6", "56-standard-6"])
def test_a_call_by_the_conventions_comes_with_the_row_that_its_hand_fits(rule_set: str) -> None:
    """56-CNV-2."""
    rows = []
    for seed in range(8):
        for _state, seen in moments(rule_set, seed):
            given_ = advise(seen)
            if given_.row is not None:
                assert given_.row.fits(seen.hand)
                assert given_.row.seat == seen.seat
                assert meaning_words(given_.row)
                rows.append(given_.row)
    assert rows


def test_the_points_that_a_bid_is_advised_by_are_those_of_the_estimate() -> None:
    """28-AUC-2."""
    for _state, seen in moments("28-kerala-4", 3):
        given_ = advise(seen)
        if given_.why in ("worth-bidding", "not-worth-bidding"):
            assert f"about {round(estimate(seen))} points" in given_.reason
            assert f"bid of {lowest_bid(seen)} " in given_.reason


def test_reasons_are_whole_sentences() -> None:
    assert all(text == text.strip() and text.endswith(".") for text in REASONS.values())

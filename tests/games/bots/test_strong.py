"""The stronger bot samples what may be, plays it out by the rules, and knows no more than its seat."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings

import engine
from engine.views import Played, TrickTaken
from games import bots
from games.bots.least import default_action
from games.bots.rollout import after, play_out, state_of
from games.bots.sampling import Knowledge
from games.bots.strong import choose_strong
from tests.lanes import EVERY_RULE_SET_IN_LANES
from tests.strategies import FEW, SEEDS, game_steps, random_options

UNHURRIED = settings(FEW, deadline=None)

LONG = 3600.0
"""Seconds for a move: more than any takes, so that the number of samples decides."""


def in_play(rule_set: str, seed: int) -> list[engine.View]:
    """What the seat in turn sees, at every moment of the play of a random hand of 28."""
    chance = Random(seed)
    seen = [
        engine.view(step.state, seat)
        for step in game_steps(random_options(rule_set, chance, 1), chance)
        for seat in engine.to_act(step.state)
    ]
    return [view for view in seen if view.phase == "play" and not bots.names_suits(view)]


def plays(view: engine.View) -> list[engine.Action]:
    return [action for action in view.legal if isinstance(action, (engine.Play, engine.Ask, engine.Reveal))]


@EVERY_RULE_SET_IN_LANES
@UNHURRIED
@given(seed=SEEDS)
def test_a_sample_agrees_with_everything_that_the_seat_sees(rule_set: str, seed: int) -> None:
    """The engine itself is asked: the sampled state shows the seat what the true one does."""
    chance = Random(seed)
    for seen in in_play(rule_set, seed):
        sampled = engine.view(state_of(seen, Knowledge(seen).sample(chance)), seen.seat)

        for member in ("hand", "counts", "trick", "winning", "trump", "indicator", "indicator_at", "bid", "declarer",
                       "points", "taken", "must_play", "thani", "to_act", "open_hands"):  # fmt: skip
            assert getattr(sampled, member) == getattr(seen, member), member
        assert plays(sampled) == plays(seen)


@EVERY_RULE_SET_IN_LANES
@UNHURRIED
@given(seed=SEEDS)
def test_a_sample_is_played_out_by_the_rules_to_the_last_card(rule_set: str, seed: int) -> None:
    chance = Random(seed)
    for seen in in_play(rule_set, seed)[::5]:
        start = state_of(seen, Knowledge(seen).sample(chance))
        for action in plays(seen):
            end = play_out(after(start, action))

            assert not any(end.held(seat) for seat in range(end.rules.players))


@EVERY_RULE_SET_IN_LANES
@UNHURRIED
@given(seed=SEEDS)
def test_the_strong_bot_does_something_legal_at_every_moment(rule_set: str, seed: int) -> None:
    chance = Random(seed)
    for step in list(game_steps(random_options(rule_set, chance, 1), chance))[1::4]:
        for seat in engine.to_act(step.state):
            seen = engine.view(step.state, seat)
            assert choose_strong(seen, chance=chance, seconds=LONG, samples=1) in seen.legal


def test_the_same_samples_give_the_same_card() -> None:
    for seen in in_play("28-kerala-4", 5)[:12]:
        chosen = {choose_strong(seen, chance=Random(1), seconds=LONG, samples=5) for _ in range(3)}

        assert len(chosen) == 1


def test_the_time_for_a_move_may_be_none_at_all() -> None:
    for seen in in_play("28-pagat-6", 3)[:6]:
        assert choose_strong(seen, chance=Random(1), seconds=0.0) in seen.legal


def at_the_lead(rules: engine.RuleSet, hands: tuple[tuple[str, ...], ...]) -> engine.View:
    """What the opener, seat 0, sees when it leads: it made the lowest bid, and nobody said more than they had to."""
    state = engine.new_game(rules)
    events = engine.deal_hands(state, hands, dealer=rules.players - 1)
    while True:
        for event in events:
            state = engine.evolve(state, event)
        (seat,) = engine.to_act(state)
        seen = engine.view(state, seat)
        if seen.phase == "play":
            return engine.view(state, 0)
        opening = [action for action in seen.legal if isinstance(action, (engine.Bid, engine.Call))]
        events = engine.decide(state, opening[0] if opening and seen.bid is None else default_action(seen))


@EVERY_RULE_SET_IN_LANES
def test_hands_that_the_seat_cannot_see_do_not_change_its_card(rule_set: str) -> None:
    """Two deals that differ in the others' cards, the same bids: the views are equal, and so is what is done."""
    rules = engine.load_rules(rule_set)
    chance = Random(7)
    size = rules.hand_size
    for _ in range(3):
        pack = chance.sample(rules.deck, len(rules.deck))
        own, others = pack[:size], pack[size:]
        one, other = (
            at_the_lead(rules, tuple(tuple(cards[start : start + size]) for start in range(0, len(cards), size)))
            for cards in (own + others, own + chance.sample(others, len(others)))
        )

        assert one == other
        assert bots.choose(one) == bots.choose(other)
        assert choose_strong(one, chance=Random(2), seconds=LONG, samples=4) == choose_strong(
            other, chance=Random(2), seconds=LONG, samples=4
        )


def late(hand: tuple[str, ...], trick: tuple[Played, ...], **members: object) -> engine.View:
    """Seat 0's view of the sixth trick of a hand of `28-kerala-4`; 15 points are in the five before it."""
    legal = tuple(engine.Play(0, card) for card in hand)
    last = TrickTaken(
        5, 3, tuple(Played((3 + n) % 4, card) for n, card in enumerate(("SQ", "S8", "S7", "SK"))), 2, 0, ""
    )
    points = ((3, 0), (5, 0), (4, 1), (3, 1))
    tricks = tuple(TrickTaken(number, 0, (), winner, worth, "") for number, (worth, winner) in enumerate(points, 1))
    plain: dict[str, object] = {
        "rules": "28-kerala-4", "seat": 0, "phase": "play", "hand_number": 1, "dealer": 3, "opener": 0, "to_act": (0,),
        "counts": tuple(3 - any(played.seat == seat for played in trick) for seat in range(4)),
        "points": (8, 7), "taken": (2, 2, 1, 0), "tricks": (*tricks, last), "last_trick": last, "bid_auction": 1,
        "hand": hand, "trick": trick, "legal": legal, "winning": trick[0].seat if trick else None,
    }  # fmt: skip
    return engine.View(**(plain | members))  # type: ignore[arg-type]


def strong(seen: engine.View) -> engine.Action:
    return choose_strong(seen, chance=Random(3), seconds=LONG, samples=40)


def test_the_strong_bot_takes_the_trick_that_makes_the_contract() -> None:
    trick = (Played(1, "DJ"), Played(2, "D8"), Played(3, "D9"))
    seen = late(("HJ", "H9", "C8"), trick, trump="H", trump_card="H7", declarer=0, bidder=0, bid=16)

    assert isinstance(chosen := strong(seen), engine.Play)
    assert chosen.card in ("HJ", "H9")


def test_the_strong_bot_gives_its_points_to_its_partners_trick() -> None:
    trick = (Played(2, "DJ"), Played(3, "D8"))
    seen = late(("DT", "D7", "C8"), trick, trump="H", trump_card="H7", declarer=1, bidder=1, bid=16)
    seen = engine.View(**{name: getattr(seen, name) for name in seen.__struct_fields__} | {
        "legal": (engine.Play(0, "DT"), engine.Play(0, "D7")), "counts": (3, 3, 2, 2)})  # fmt: skip

    # The trumps are all gone but two, and seat 1 follows in diamonds as a rule.
    assert strong(seen) == engine.Play(0, "DT")


def test_a_hidden_trump_is_not_a_suit_that_the_declarer_led() -> None:
    """28-PLAY-3."""
    trick = (Played(3, "DK"),)
    seen = late(("H8", "C8", "C7"), trick, indicator_at=3, declarer=3, bidder=3, bid=16)
    knowledge = Knowledge(seen)
    chance = Random(4)

    suits = Counter((engine.view(state_of(seen, knowledge.sample(chance)), 3).indicator or "")[0] for _ in range(60))

    # Spades and diamonds it led; it may have held nothing else, but that is rare.
    assert suits["H"] + suits["C"] > 50
    assert suits["H"]
    assert suits["C"]


def test_a_seat_that_did_not_follow_is_dealt_none_of_the_suit() -> None:
    """28-PLAY-4."""
    trick = (Played(1, "DK"), Played(2, "H8"))
    seen = late(("D9", "C8", "C7"), trick, indicator_at=1, declarer=1, bidder=1, bid=16)
    knowledge = Knowledge(seen)
    chance = Random(4)

    for _ in range(60):
        state = state_of(seen, knowledge.sample(chance))
        assert not any(card.startswith("D") for card in engine.view(state, 2).hand)


def test_a_waiting_seat_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to do"):
        choose_strong(late((), (), legal=(), to_act=(1,)), chance=Random(1), seconds=LONG)

"""What the strong bot of 56 makes of what it knows: its samples, and the hands that it plays out."""

from random import Random

import pytest

import engine
from engine.fiftysix.cards import CODE_OF, codes_of, count_of, held
from games.bots.fiftysix.rollout import Lying, choose, contract_of, play, play_out, worth
from games.bots.fiftysix.sampling import Knowledge56
from games.bots.fiftysix.search import candidates
from games.bots.memory import tricks_of
from games.bots.strong import choose_strong

LONG = 3600.0
SIZES = ("56-kerala-4", "56-international-6", "56-standard-8")


def playing(rules: engine.RuleSet, seed: int, denomination: str = "S") -> engine.State:
    """Return a hand at its first card, the opener being the declarer."""
    chance = Random(seed)
    state = engine.new_game(rules)
    for event in engine.deal(state, chance.sample(rules.deck, len(rules.deck)), dealer=rules.players - 1):
        state = engine.evolve(state, event)
    state = engine.evolve(state, engine.CallMade(0, f"28{denomination}", 28, denomination))
    for seat in range(rules.players):
        state = engine.evolve(state, engine.Passed((seat + 1) % rules.players))
    return state


def at_random(state: engine.State, chance: Random, cards: int) -> engine.State:
    """Return the state some cards later."""
    for _ in range(cards):
        (seat,) = engine.to_act(state)
        card = chance.choice([one for one in engine.legal_actions(state, seat) if isinstance(one, engine.Play)])
        for event in engine.decide(state, card):
            state = engine.evolve(state, event)
    return state


def lying(state: engine.State) -> Lying:
    """Return the truth as a sample would have it."""
    seen = engine.view(state, None)
    hands = [held(engine.view(state, seat).hand) for seat in range(state.rules.players)]
    return Lying(hands, [held([one.card]) for one in seen.trick], seen.to_act[0], list(seen.points))


@pytest.mark.parametrize("rules_id", SIZES)
@pytest.mark.parametrize("denomination", ["H", "NT"])
def test_a_hand_is_played_out_as_the_rules_have_it(rules_id: str, denomination: str) -> None:
    """56-PLAY-1 to 56-PLAY-5: the engine judges every card, and counts the same points."""
    rules = engine.load_rules(rules_id)
    for seed in range(4):
        state = at_random(playing(rules, seed, denomination), Random(seed), 5)
        hand = lying(state)
        sides = tuple(rules.side_of(seat) for seat in range(rules.players))
        contract = contract_of(rules, 0, 28, denomination, 0)
        whole = hand.copy()
        play_out(whole, contract, sides)
        while turn := engine.to_act(state):
            assert turn == {hand.turn}
            unit = choose(hand, contract, sides)
            for event in engine.decide(state, engine.Play(hand.turn, CODE_OF[unit])):
                state = engine.evolve(state, event)
            play(hand, unit, contract.trump, sides)

        assert tuple(hand.points) == tuple(whole.points) == engine.view(state, None).points


def test_what_a_hand_is_worth_goes_by_the_stake_table() -> None:
    """56-SCORE-3: a doubled 40 brings two and costs three, times two."""
    rules = engine.load_rules("56-standard-4")
    contract = contract_of(rules, 1, 40, "S", 1)
    made, failed = Lying([0] * 4, [], 0, [16, 40]), Lying([0] * 4, [], 0, [17, 39])

    assert worth(made, contract, 1) == pytest.approx(4 + 0.06 * 40)
    assert worth(failed, contract, 1) == pytest.approx(-6 + 0.06 * 39)
    assert worth(failed, contract, 0) == -worth(failed, contract, 1)


@pytest.mark.parametrize("rules_id", SIZES)
def test_a_sample_has_every_hands_size_and_the_cards_that_are_left(rules_id: str) -> None:
    rules = engine.load_rules(rules_id)
    chance = Random(6)
    for seed in range(6):
        state = at_random(playing(rules, seed), chance, 4 * rules.players + seed)
        (seat,) = engine.to_act(state)
        seen = engine.view(state, seat)
        left = sum(held(engine.view(state, at).hand) for at in range(rules.players))
        for _ in range(5):
            hands = Knowledge56(seen, tricks_of(state)).sample(chance)

            assert [count_of(hand) for hand in hands] == list(seen.counts)
            assert codes_of(hands[seat]) == seen.hand
            # All tricks remembered, the cards in hand are just those that have not been played.
            assert sum(hands) == left


@pytest.mark.parametrize("rules_id", SIZES)
def test_a_seat_that_did_not_follow_is_dealt_none_of_the_suit(rules_id: str) -> None:
    """56-PLAY-3."""
    rules = engine.load_rules(rules_id)
    chance = Random(7)
    found = 0
    for seed in range(8):
        state = at_random(playing(rules, seed), chance, 5 * rules.players)
        (seat,) = engine.to_act(state)
        runs = [trick.cards for trick in tricks_of(state)]
        short = {(one.seat, run[0].card[0]) for run in runs for one in run if one.card[0] != run[0].card[0]}
        knowledge = Knowledge56(engine.view(state, seat), tricks_of(state))
        for at, suit in short:
            if at != seat:
                found += 1
                assert not any(code.startswith(suit) for code in codes_of(knowledge.sample(chance)[at]))
    assert found


def test_a_card_that_was_forgotten_may_be_anywhere_but_there_are_no_more_of_them() -> None:
    """56-SHOW-16: only the last trick is shown."""
    rules = engine.load_rules("56-kerala-4")
    chance = Random(8)
    state = at_random(playing(rules, 1), chance, 20)
    (seat,) = engine.to_act(state)
    seen = engine.view(state, seat)

    hands = Knowledge56(seen).sample(chance)

    assert [count_of(hand) for hand in hands] == list(seen.counts)
    assert all(rules.deck.count(code) >= 1 for hand in hands for code in codes_of(hand))


def test_what_a_call_has_shown_is_mostly_in_that_hand_until_it_is_played() -> None:
    """56-CNV-2: an opening of a number and a suit shows its jack."""
    rules = engine.load_rules("56-standard-4")
    hands = (
        "SJ S9 SA ST HA HT DA DK CA CK CQ CQ", "SK SQ HJ HJ H9 HK DJ D9 DT CJ C9 CT",
        "SA ST SK HA HT HK DA DT DK CA CT CK", "SJ S9 SQ H9 HQ HQ DJ D9 DQ DQ CJ C9",
    )  # fmt: skip
    state = engine.new_game(rules)
    for event in engine.deal_hands(state, tuple(tuple(hand.split()) for hand in hands), dealer=3):
        state = engine.evolve(state, event)
    state = engine.evolve(state, engine.CallMade(0, "28S", 28, "S"))
    for seat in range(4):
        state = engine.evolve(state, engine.Passed((seat + 1) % 4))
    state = engine.evolve(state, engine.CardPlayed(0, "HA"))
    knowledge = Knowledge56(engine.view(state, 1), tricks_of(state))
    chance = Random(9)

    with_jack = sum("SJ" in codes_of(knowledge.sample(chance)[0]) for _ in range(100))

    # Two are out, and three hands have as many cards each: by the cards alone it would be five in nine.
    assert with_jack > 80


def test_cards_that_do_the_same_are_tried_once() -> None:
    rules = engine.load_rules("56-kerala-4")
    state = playing(rules, 3)
    (seat,) = engine.to_act(state)
    seen = engine.view(state, seat)
    (first, *_) = [action for action in seen.legal if isinstance(action, engine.Play)]

    all_out = candidates(seen, first, held(rules.deck) - held(seen.hand))
    none_out = candidates(seen, first, 0)

    assert first == all_out[0] == none_out[0]
    assert len(none_out) < len(all_out)
    assert {(one.card[0], one.card[1] in "AT", one.card[1] in "KQ") for one in none_out} == {
        (one.card[0], one.card[1] in "AT", one.card[1] in "KQ") for one in all_out
    }


def test_the_same_samples_give_the_same_card_and_it_is_legal() -> None:
    rules = engine.load_rules("56-international-6")
    for seed in range(4):
        state = at_random(playing(rules, seed), Random(seed), 9 + seed)
        (seat,) = engine.to_act(state)
        seen = engine.view(state, seat)
        chosen = {
            choose_strong(seen, chance=Random(1), seconds=LONG, samples=4, tricks=tricks_of(state)) for _ in range(3)
        }

        assert len(chosen) == 1
        assert chosen <= set(seen.legal)


def test_the_strong_bot_takes_the_trick_that_makes_the_contract() -> None:
    """56-PLAY-4: two points are missing, and three lie in the trick that its last trump takes."""
    trick = (engine.Played(1, "DA"), engine.Played(2, "DK"), engine.Played(3, "D9"))
    seen = engine.View(
        rules="56-standard-4", seat=0, phase="play", hand_number=1, dealer=3, opener=0, to_act=(0,), hand=("SQ", "CQ"),
        counts=(2, 1, 1, 1), points=(26, 25), taken=(5, 2, 0, 3), declarer=0, bidder=0, bid=28, denomination="S",
        trump="S", trick=trick, winning=3, legal=(engine.Play(0, "SQ"), engine.Play(0, "CQ"), engine.Claim(0)),
    )  # fmt: skip

    assert choose_strong(seen, chance=Random(2), seconds=LONG, samples=30) == engine.Play(0, "SQ")

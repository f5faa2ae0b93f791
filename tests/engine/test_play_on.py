"""Cards played in a row come to the same as card by card: 28-PLAY, 28-TRICK, 56-PLAY."""

from random import Random

import engine
from tests.lanes import EVERY_RULE_SET_IN_LANES
from tests.strategies import lively


def one_by_one(state: engine.State, plays: list[engine.Play], most: int) -> tuple[engine.State, int]:
    """Return the state after the first so many cards, and how many are legal one by one and leave the hand open."""
    for played, play in enumerate(plays[:most]):
        try:
            happened = engine.decide(state, play)
        except engine.IllegalAction:
            return state, played
        if len(happened) > 1:
            return state, played
        state = engine.evolve(state, happened[0])
    return state, most


@EVERY_RULE_SET_IN_LANES
def test_cards_in_a_row_come_to_what_they_come_to_one_by_one(rule_set):
    """28-PLAY-2 to 28-PLAY-7, 28-REV-3, 28-REV-5, 28-TRICK-1 to 28-TRICK-4, 56-PLAY-1 to 56-PLAY-5."""
    chance = Random(rule_set)
    choose = lively(chance, concede=0)
    state = engine.new_game(engine.load_rules(rule_set))
    rows = 0
    for _ in range(25):
        if engine.view(state, None).finished:
            state = engine.new_game(engine.load_rules(rule_set))
        for event in engine.deal(state, chance.sample(state.rules.deck, len(state.rules.deck))):
            state = engine.evolve(state, event)
        before, plays = state, list[engine.Play]()
        while turn := engine.to_act(state):
            action = choose(engine.legal_actions(state, min(turn)))
            if isinstance(action, engine.Play):
                before = before if plays else state
                plays.append(action)
            for event in engine.decide(state, action):
                state = engine.evolve(state, event)
            if plays and (not isinstance(action, engine.Play) or not engine.to_act(state)):
                rows += 1
                _compare(before, plays, chance)
                plays = []
    assert rows > 20


def _compare(state: engine.State, plays: list[engine.Play], chance: Random) -> None:
    """Compare both ways, with the cards as they were played and with one of them changed."""
    after, played = engine.play_on(state, plays)
    assert (after, played) == one_by_one(state, plays, played)
    # It stops for the hand's last card, and for one that turns the trump up: never for another that is legal.
    if played < len(plays):
        following = engine.decide(after, plays[played])
        opened = (
            engine.view(after, None).trump is None
            and engine.view(engine.evolve(after, following[0]), None).trump is not None
        )
        assert len(following) > 1 or opened
    place = chance.randrange(len(plays))
    for other in (
        engine.Play(plays[place].seat, chance.choice([*state.rules.deck, "X1"])),
        engine.Play((plays[place].seat + 1) % state.rules.players, plays[place].card),
        engine.Play(-1, plays[place].card),
    ):
        changed = [*plays[:place], other, *plays[place + 1 :]]
        after, played = engine.play_on(state, changed)
        legal = one_by_one(state, changed, len(changed))[1]
        assert played <= legal
        assert (after, played) == one_by_one(state, changed, played)

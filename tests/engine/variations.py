"""Moments of random games, and other moments that look the same to a seat: hidden cards change places."""

from collections.abc import Iterator
from random import Random

import engine
from engine.game import deal_hands
from tests.strategies import game_steps

ATTEMPTS = 20
"""How many small changes are tried on a moment."""


class Moment:
    """One hand of a game so far: how it was dealt and what was done."""

    def __init__(self, before: engine.State, dealt: engine.HandDealt, actions: list[engine.Action]) -> None:
        """Keep what the state is made of."""
        self.before = before
        self.dealer = dealt.dealer
        self.cards = [list(hand) for hand in dealt.cards]
        self.actions = actions

    def state(self) -> engine.State | None:
        """Return the state, or None if an action is not legal with these cards."""
        try:
            state = self.before
            for event in deal_hands(state, tuple(tuple(hand) for hand in self.cards), dealer=self.dealer):
                state = engine.evolve(state, event)
            for action in self.actions:
                for event in engine.decide(state, action):
                    state = engine.evolve(state, event)
        except engine.IllegalAction:
            return None
        return state


def random_moments(rules: engine.RuleSet, chance: Random, hands: int = 2) -> list[Moment]:
    """Return the moments of a random game, in order."""
    moments: list[Moment] = []
    for step in game_steps(rules, chance, hands, concede=0.03):
        if step.action is None:
            (dealt,) = step.events
            assert isinstance(dealt, engine.HandDealt)
            moments.append(Moment(step.state, dealt, []))
        else:
            last = moments[-1]
            moments.append(Moment(last.before, dealt, [*last.actions, step.action]))
    return moments


def known_places(moment: Moment, seat: int | None) -> set[tuple[int, int]]:
    """Return the places of the deal (seat, index) whose card the seat has been shown by the dealer.

    The second batch comes after the fold (28-DEAL-2); a four-card cot lays the partner's first batch open
    (28-HSE-7).
    """
    rules = moment.before.rules
    batch = rules.batches[0]
    places: set[tuple[int, int]] = set()
    if seat is not None:
        folded = any(isinstance(action, engine.Fold) for action in moment.actions)
        size = rules.hand_size if folded or len(rules.batches) == 1 else batch
        places |= {(seat, index) for index in range(size)}
    for action in moment.actions:
        if isinstance(action, engine.Cot):
            side = rules.sides[rules.side_of(action.seat)]
            places |= {(other, index) for other in side if other != action.seat for index in range(batch)}
    return places


def played_places(moment: Moment) -> set[tuple[int, int]]:
    """Return the places of the deal whose card has been played for everybody to see."""
    places: set[tuple[int, int]] = set()
    for action in moment.actions:
        if isinstance(action, engine.Play):
            hand = moment.cards[action.seat]
            at = next(
                index for index, card in enumerate(hand) if card == action.card and (action.seat, index) not in places
            )
            places.add((action.seat, at))
    return places


def what_is_public(moment: Moment) -> list[object]:
    """Return what everybody saw happen: every event, without the cards that lie face down."""
    seen: list[object] = []
    state = moment.before
    for event in deal_hands(state, tuple(tuple(hand) for hand in moment.cards), dealer=moment.dealer):
        state = engine.evolve(state, event)
    for action in moment.actions:
        for event in engine.decide(state, action):
            seen.append(("fold", event.seat) if isinstance(event, engine.TrumpFolded) else event)
            state = engine.evolve(state, event)
    return seen


def variations(moment: Moment, seat: int | None, chance: Random, attempts: int = ATTEMPTS) -> Iterator[Moment]:
    """Yield other moments that look the same to a seat, each made from the one before by one small change."""
    public = what_is_public(moment)
    known = known_places(moment, seat) | played_places(moment)
    free = [
        (holder, index)
        for holder, hand in enumerate(moment.cards)
        for index in range(len(hand))
        if (holder, index) not in known
    ]
    hidden_folds = [
        index for index, action in enumerate(moment.actions) if isinstance(action, engine.Fold) and action.seat != seat
    ]
    if not free:
        return
    for _ in range(attempts):
        cards = [list(hand) for hand in moment.cards]
        actions = list(moment.actions)
        (one, here), (other, there) = chance.choice(free), chance.choice(free)
        cards[one][here], cards[other][there] = cards[other][there], cards[one][here]
        for index in hidden_folds:
            if chance.random() < 0.5:
                folder = actions[index].seat
                actions[index] = engine.Fold(folder, chance.choice(cards[folder]))
        tried = Moment(moment.before, engine.HandDealt(0, moment.dealer, tuple(map(tuple, cards))), actions)
        if tried.state() is not None and what_is_public(tried) == public:
            moment = tried
            yield tried

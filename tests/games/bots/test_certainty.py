"""What a bot agrees to when somebody claims: it holds however the cards lie that the bot cannot see.

Every layout that agrees with what was played is tried, and in each every card that the other side may play.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest

import engine
from games.bots import certainty
from games.bots.certainty import is_certain
from games.bots.memory import tricks_of
from tests.strategies import shuffled

Hands = tuple[tuple[str, ...], ...]


class Brute:
    """An ending looked at with all cards open, by trying everything."""

    def __init__(self, rules: engine.RuleSet, claimer: int, trump: str | None) -> None:
        self.ranks = rules.ranks
        self.side = rules.sides[rules.side_of(claimer)]
        self.trump = trump

    def takes_all(self, hands: Hands, trick: tuple[tuple[int, str], ...], turn: int) -> bool:
        """Say whether the claimer's side takes all tricks, if it plays its best and the others as they like."""
        if not trick and not any(hands):
            return True
        follows = {card for card in hands[turn] if trick and card[0] == trick[0][1][0]}
        ours = turn in self.side
        tried = (self._after(hands, trick, turn, card) for card in sorted(follows or set(hands[turn])))
        return any(tried) if ours else all(tried)

    def _after(self, hands: Hands, trick: tuple[tuple[int, str], ...], turn: int, card: str) -> bool:
        place = hands[turn].index(card)
        left = (*hands[:turn], hands[turn][:place] + hands[turn][place + 1 :], *hands[turn + 1 :])
        played = (*trick, (turn, card))
        if len(played) < len(hands):
            return self.takes_all(left, played, (turn + 1) % len(hands))
        winner = max(played, key=lambda one: self._strength(one[1], played[0][1][0]))[0]
        return winner in self.side and self.takes_all(left, (), winner)

    def _strength(self, card: str, led: str) -> tuple[bool, bool, int]:
        # Of two equal cards `max` takes the first. Source: 56-PLAY-4.
        return card[0] == self.trump, card[0] == led, -self.ranks.index(card[1])


def layouts(cards: Sequence[str], rooms: dict[int, int], short: set[tuple[int, str]]) -> Iterator[dict[int, Hands]]:
    """Yield every way in which cards may lie with these seats."""
    if not rooms:
        yield {}
        return
    (seat, room), *rest = rooms.items()
    for held in {tuple(sorted(some)) for some in combinations(cards, room)}:
        if any((seat, card[0]) in short for card in held):
            continue
        others = Counter(cards)
        others.subtract(held)
        for layout in layouts(sorted(others.elements()), dict(rest), short):
            yield {seat: held, **layout}


def never_fails(state: engine.State, asked: int, claimer: int) -> bool:
    """Say whether the claimer's side takes the rest in every layout that agrees with what a seat has seen."""
    seats = range(state.rules.players)
    seen = engine.view(state, asked)
    hands = [engine.view(state, seat).hand for seat in seats]
    runs = [trick.cards for trick in tricks_of(state)] + [seen.trick]
    short = {(one.seat, run[0].card[0]) for run in runs for one in run if one.card[0] != run[0].card[0]}
    hidden = [seat for seat in seats if seat not in (asked, claimer)]
    cards = sorted(card for seat in hidden for card in hands[seat])
    brute = Brute(state.rules, claimer, seen.trump)
    trick = tuple((one.seat, one.card) for one in seen.trick)
    return all(
        brute.takes_all(tuple(layout.get(seat, hands[seat]) for seat in seats), trick, seen.to_act[0])
        for layout in layouts(cards, {seat: len(hands[seat]) for seat in hidden}, short)
    )


def endings(rules: engine.RuleSet, deals: int, cards: int, seed: int) -> Iterator[engine.State]:
    """Yield every moment of the last tricks of hands that are played at random."""
    chance = Random(seed)
    for number in range(deals):
        state = engine.new_game(rules)
        for event in engine.deal(state, shuffled(rules, chance), dealer=number % rules.players):
            state = engine.evolve(state, event)
        suit = chance.choice([*rules.suits, "NT"])
        state = engine.evolve(state, engine.CallMade((number + 1) % rules.players, f"28{suit}", 28, suit))
        for seat in range(rules.players):
            state = engine.evolve(state, engine.Passed((number + 2 + seat) % rules.players))
        while turn := engine.to_act(state):
            (seat,) = turn
            seen = engine.view(state, seat)
            if max(seen.counts) <= cards:
                yield state
            card = chance.choice([action for action in seen.legal if isinstance(action, engine.Play)])
            for event in engine.decide(state, card):
                state = engine.evolve(state, event)


@pytest.mark.parametrize(("rules_id", "deals", "cards"), [("56-kerala-4", 12, 3), ("56-standard-6", 6, 2)])
def test_what_a_bot_agrees_to_holds_in_every_layout(rules_id: str, deals: int, cards: int) -> None:
    """56-PLAY-4, 56-PLAY-6: on lead and not, between tricks and within one."""
    rules = engine.load_rules(rules_id)
    chance = Random(5)
    agreed: Counter[tuple[bool, bool]] = Counter()
    true = 0
    for state in endings(rules, deals, cards, 4):
        (turn,) = engine.to_act(state)
        for claimer in range(rules.players):
            asked = chance.choice(rules.sides[1 - rules.side_of(claimer)])
            seen = engine.view(state, asked)
            laid_open = engine.view(state, claimer).hand
            agrees = is_certain(seen, claimer, laid_open, tricks_of(state))
            holds = never_fails(state, asked, claimer)
            assert holds or not agrees, (seen.trick, claimer, asked)
            true += holds
            agreed[bool(seen.trick), turn == claimer] += agrees

    assert all(agreed[within, leads] for within in (False, True) for leads in (False, True))
    assert sum(agreed.values()) > 0.7 * true


def test_what_is_remembered_is_what_the_table_has_shown_trick_by_trick() -> None:
    rules = engine.load_rules("56-kerala-4")
    shown: dict[int, engine.TrickTaken] = {}
    for state in endings(rules, 1, 12, 2):
        last = engine.view(state, None).last_trick
        if last is not None:
            shown[last.number] = last

        told = [(trick.number, trick.leader, trick.cards, trick.winner, trick.points) for trick in tricks_of(state)]
        assert told == [
            (trick.number, trick.leader, trick.cards, trick.winner, trick.points) for trick in shown.values()
        ]
    assert len(shown) == 11


def test_a_claim_of_a_whole_hand_is_judged_without_going_through_every_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock's worker answers for bots: it looks at a trick at a time, not at all that may follow."""
    looks = 0
    closed = certainty._closed

    def counted(*given: Any) -> bool:
        nonlocal looks
        looks += 1
        assert looks < 3000
        return closed(*given)

    monkeypatch.setattr(certainty, "_closed", counted)
    rules = engine.load_rules("56-kerala-4")
    for state in endings(rules, 6, 12, 1):
        for claimer in (0, 2):
            looks = 0
            is_certain(engine.view(state, 1), claimer, engine.view(state, claimer).hand, tricks_of(state))

"""Positions of 56 in players' notation, for examples of single rules.

A call is what is said (`"28S"`, `"+H"`, `"pass"`, `"double"`), and calls follow one another round the table. Seat
`n - 1` deals, so that seat 0 opens, unless a test says otherwise.
"""

from collections import Counter
from collections.abc import Mapping

import engine
from engine.game import deal_hands
from tests.engine.scenes import after, cards

SIZES = (4, 6, 8)
INTERNATIONAL = tuple(f"56-international-{players}" for players in SIZES)
KERALA = tuple(f"56-kerala-{players}" for players in SIZES)
STANDARD = tuple(f"56-standard-{players}" for players in SIZES)
ALL = (*INTERNATIONAL, *KERALA, *STANDARD)

INT = "56-international-6"
KER = "56-kerala-6"
STD = "56-standard-6"

WORDS = ("pass", "double", "redouble", "redeal")

EIGHT_SPADES = "SJ SJ S9 S9 SA SA ST ST"
TWELVE_SPADES = f"{EIGHT_SPADES} SK SK SQ SQ"

HEARTS = {0: "HQ", 1: "HQ", 2: "HK", 3: "HJ", 4: "HK", 5: "HA"}
"""A trick that seat 3 takes, with four card points."""


def full_hands(rules: engine.RuleSet, hands: Mapping[int, str]) -> tuple[tuple[str, ...], ...]:
    """Return each seat's cards: those named, in their order, then what is left, low cards of all suits first."""
    left = Counter(rules.deck)
    left.subtract(card for text in hands.values() for card in cards(text))
    rest = [suit + rank for rank in reversed(rules.ranks) for _ in range(2) for suit in rules.suits]
    dealt = []
    for seat in range(rules.players):
        hand = list(cards(hands.get(seat, "")))
        while len(hand) < rules.hand_size:
            card = rest.pop(0)
            if left[card] > 0:
                left[card] -= 1
                hand.append(card)
        dealt.append(tuple(hand))
    return tuple(dealt)


def new_hand(state: engine.State, hands: Mapping[int, str] | None = None, dealer: int | None = None) -> engine.State:
    """Return the game at the first call of its next hand."""
    if dealer is None:
        dealer = engine.next_dealer(state)
    rules = state.rules
    (event,) = deal_hands(state, full_hands(rules, hands or {}), dealer=rules.players - 1 if dealer is None else dealer)
    return engine.evolve(state, event)


def dealt(
    rule_set: str,
    hands: Mapping[int, str] | None = None,
    *,
    dealer: int | None = None,
    options: Mapping[str, object] | None = None,
) -> engine.State:
    """Return a game at its first call."""
    return new_hand(engine.new_game(engine.load_rules(rule_set, options or {})), hands, dealer)


def turn_of(state: engine.State) -> int:
    """Return whose turn it is."""
    (seat,) = engine.to_act(state)
    return seat


def call(seat: int, text: str) -> engine.Action:
    """Return a call of a seat."""
    kind = engine.ACTION_TYPES[text if text in WORDS else "call"]
    return kind(seat) if text in WORDS else engine.Call(seat, text)


def called(state: engine.State, text: str) -> engine.State:
    """Return the state after calls, each by the seat whose turn it is."""
    for word in text.split():
        for event in engine.decide(state, call(turn_of(state), word)):
            state = engine.evolve(state, event)
    return state


def closed(state: engine.State, text: str) -> engine.State:
    """Return the state after calls, and as many passes as end the auction."""
    return called(called(state, text), " ".join(["pass"] * state.rules.players))


def passes(count: int) -> str:
    """Return so many passes."""
    return " ".join(["pass"] * count)


def refused_call(state: engine.State, text: str, seat: int | None = None) -> tuple[str, str] | None:
    """Return code and rule of the refusal of a call by the seat in turn (or another), or None if it is legal."""
    refusal = engine.refusal(state, call(turn_of(state) if seat is None else seat, text))
    return None if refusal is None else (refusal.code, refusal.rule)


def callable_texts(state: engine.State) -> list[str]:
    """Return the contract bids offered to the seat in turn, in their order."""
    offered = engine.legal_actions(state, turn_of(state))
    return [action.call for action in offered if isinstance(action, engine.Call)]


def words_offered(state: engine.State) -> set[str]:
    """Return the calls offered to the seat in turn that are no contract bids."""
    offered = engine.legal_actions(state, turn_of(state))
    return {engine.actions.word_of(action) for action in offered if not isinstance(action, engine.Call)}


def contract(state: engine.State) -> tuple[int | None, int | None, str | None, int]:
    """Return who made the last bid, its number, what it names, and how often it is doubled."""
    seen = engine.view(state, None)
    return seen.bidder, seen.bid, seen.denomination, seen.doubled


def result(state: engine.State) -> engine.HandScored:
    """Return the score of the hand just decided."""
    scored = engine.view(state, None).result
    assert scored is not None
    return scored


def claimed_hand(state: engine.State, auction: str, by: int) -> engine.State:
    """Return the state after an auction and a claim before the first lead."""
    return after(closed(state, auction), f"{by} claim")

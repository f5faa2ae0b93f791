"""Positions in players' notation, for examples of single rules.

Cards are texts (`"SJ H9"`), a deed is `"2 bid 16"`, `"0 pass"`, `"1 fold SJ"`, `"3 play C7"`. Seat 3
(three-handed: 2) deals, so that seat 0 opens, unless a test says otherwise.
"""

from collections.abc import Mapping

import engine
from engine.game import deal_hands

FOUR = "28-kerala-4"
THREE = "28-kerala-3"


def cards(text: str) -> tuple[str, ...]:
    """Return card codes."""
    return tuple(text.split())


def deed(text: str) -> engine.Action:
    """Return an action."""
    seat, word, *rest = text.split()
    kind = engine.ACTION_TYPES[word]
    if kind is engine.Bid:
        return engine.Bid(int(seat), int(rest[0]))
    return kind(int(seat), *rest)


def full_hands(rules: engine.RuleSet, hands: Mapping[int, str]) -> tuple[tuple[str, ...], ...]:
    """Return each seat's cards: those named, in their order, then what is left of the deck, lowest first."""
    named = {card for text in hands.values() for card in cards(text)}
    rest = [card for card in reversed(rules.deck) if card not in named]
    dealt = []
    for seat in range(rules.players):
        hand = list(cards(hands.get(seat, "")))
        while len(hand) < rules.hand_size:
            hand.append(rest.pop(0))
        dealt.append(tuple(hand))
    return tuple(dealt)


def dealt(
    hands: Mapping[int, str] | None = None,
    *,
    rule_set: str = FOUR,
    dealer: int | None = None,
    options: Mapping[str, object] | None = None,
) -> engine.State:
    """Return a game at the first turn of its first auction."""
    rules = engine.load_rules(rule_set, options or {})
    if dealer is None:
        dealer = rules.players - 1
    state = engine.new_game(rules)
    (event,) = deal_hands(state, full_hands(rules, hands or {}), dealer=dealer)
    return engine.evolve(state, event)


def after(state: engine.State, *deeds: str) -> engine.State:
    """Return the state after some deeds, all legal."""
    for text in deeds:
        for event in engine.decide(state, deed(text)):
            state = engine.evolve(state, event)
    return state


def bought(state: engine.State, declarer: int, bid: int, *, second: bool = False) -> engine.State:
    """Return the state at the final trump decision, all others having passed on a bid.

    The opener bids the lowest number where somebody else declares; the first card of Bidder 1 is folded. With
    `second` the bid is made in the second auction.
    """
    low = state.rules.lowest_bid  # type: ignore[attr-defined]
    (opener,) = engine.to_act(state)
    if declarer == opener and not second:
        state = after(state, f"{opener} bid {bid}")
    else:
        state = after(state, f"{opener} bid {low}")
        if not second:
            state = passed_to(state, declarer)
            state = after(state, f"{declarer} bid {bid}")
    state = passed_out(state, "auction")
    bidder = engine.view(state, None).bidder
    assert bidder is not None
    state = after(state, f"{bidder} fold {engine.view(state, bidder).hand[0]}")
    if second:
        state = after(passed_to(state, declarer), f"{declarer} bid {bid}")
    return passed_out(state, "auction2")


def passed_to(state: engine.State, seat: int) -> engine.State:
    """Return the state after passes until it is a seat's turn."""
    while seat not in engine.to_act(state):
        (turn,) = engine.to_act(state)
        state = after(state, f"{turn} pass")
    return state


def passed_out(state: engine.State, phase: str) -> engine.State:
    """Return the state after passes until a phase is over."""
    while engine.view(state, None).phase == phase:
        (turn,) = engine.to_act(state)
        state = after(state, f"{turn} pass")
    return state


def in_play(
    hands: Mapping[int, str],
    *,
    declarer: int,
    indicator: str,
    bid: int = 16,
    rule_set: str = FOUR,
    dealer: int | None = None,
    options: Mapping[str, object] | None = None,
) -> engine.State:
    """Return the state at the first lead, the declarer having folded a trump and kept to it; nobody raised."""
    own = " ".join([indicator, *(card for card in cards(hands.get(declarer, "")) if card != indicator)])
    state = dealt({**hands, declarer: own}, rule_set=rule_set, dealer=dealer, options=options)
    return decided(after(auctioned(state, declarer, bid), f"{declarer} fold {indicator}"))


def auctioned(state: engine.State, declarer: int, bid: int) -> engine.State:
    """Return the state before the fold; the opener bids the lowest number where somebody else declares."""
    (opener,) = engine.to_act(state)
    if declarer != opener:
        low = state.rules.lowest_bid  # type: ignore[attr-defined]
        state = passed_to(after(state, f"{opener} bid {low}"), declarer)
    return passed_out(after(state, f"{declarer} bid {bid}"), "auction")


def decided(state: engine.State) -> engine.State:
    """Return the state at the first lead: the second auction or the raise turns passed, the indicator kept."""
    state = passed_out(passed_out(state, "auction2"), "raise")
    if engine.view(state, None).phase == "trump":
        state = after(state, f"{engine.view(state, None).declarer} keep")
    return state


def dealt_next(state: engine.State, hands: Mapping[int, str]) -> engine.State:
    """Return the game at the first turn of its next hand."""
    dealer = engine.next_dealer(state)
    assert dealer is not None
    (event,) = deal_hands(state, full_hands(state.rules, hands), dealer=dealer)
    return engine.evolve(state, event)


def result(state: engine.State) -> engine.HandScored:
    """Return the score of the hand last decided."""
    scored = seen(state).result
    assert scored is not None
    return scored


def played(state: engine.State, text: str) -> engine.State:
    """Return the state after cards played one by one, each by the seat whose turn it is."""
    for card in cards(text):
        (turn,) = engine.to_act(state)
        state = after(state, f"{turn} play {card}")
    return state


def played_out(state: engine.State) -> engine.State:
    """Return the state after the rest of the hand, everybody playing the first legal card, nobody asking."""
    while turns := engine.to_act(state):
        (turn,) = turns
        plays = [action for action in engine.legal_actions(state, turn) if isinstance(action, engine.Play)]
        state = after(state, f"{turn} play {plays[0].card}")
    return state


def refused(state: engine.State, text: str) -> tuple[str, str] | None:
    """Return code and rule of a refusal, or None if the deed is legal."""
    refusal = engine.refusal(state, deed(text))
    return None if refusal is None else (refusal.code, refusal.rule)


def playable(state: engine.State, seat: int) -> set[str]:
    """Return the cards a seat may play now."""
    return {action.card for action in engine.legal_actions(state, seat) if isinstance(action, engine.Play)}


def seen(state: engine.State, seat: int | None = None) -> engine.View:
    """Return what a seat, or the public, sees."""
    return engine.view(state, seat)

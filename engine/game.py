"""The functional core, the same for every game: judge an action, apply an event, compute a view.

Each function finds the tradition's own function in a table (`engine.rules.Tradition`) and calls it.
"""

from collections.abc import Iterable, Sequence

from engine.actions import Action, Play
from engine.directed import DirectorsEffect, DirectorsRuling
from engine.errors import IllegalAction
from engine.events import Event, IrregularityRuled
from engine.rules import RuleSet, State
from engine.views import View


def new_game(rules: RuleSet) -> State:
    """Return the state before the first hand."""
    start: State = rules.tradition.start(rules)
    return start


def packets(rules: RuleSet, pack: Sequence[str], dealer: int) -> tuple[tuple[str, ...], ...]:
    """Return each seat's cards when a pack is dealt out, in the order dealt.

    The cards go out from the top (the first) of the pack in packets (four cards in the Kerala game), one
    packet a seat, starting with the opener, round by round.

    Args:
        rules: The rule set.
        pack: The codes of all the cards, top first.
        dealer: The dealer's seat.

    Source: 28-DEAL-1, 28-DEAL-2, 28-SEAT-3.
    """
    hands: list[tuple[str, ...]] = [()] * rules.players
    seat = rules.next_seat(dealer)
    for start in range(0, len(pack), rules.packet):
        hands[seat] += tuple(pack[start : start + rules.packet])
        seat = rules.next_seat(seat)
    return tuple(hands)


def next_dealer(state: State) -> int | None:
    """Return the seat that deals the next hand, or None before the first, when any seat may.

    Source: 28-DEAL-3.
    """
    return state.rules.tradition.next_dealer(state)


def deal(state: State, pack: Sequence[str], *, dealer: int | None = None) -> list[Event]:
    """Return the event of the next hand, dealt from a pack as `packets` says.

    Args:
        state: A game between two hands.
        pack: A permutation of `state.rules.deck`, top card first.
        dealer: The dealer of the first hand (chosen by lot; seat 0 if left out). Later it follows from the
            rules, and if given must agree.

    Returns:
        One `HandDealt`.

    Raises:
        IllegalAction: (a ValueError) The pack is not the deck, the dealer is wrong, a hand is running, or the
            game is over.

    Source: 28-DEAL-1, 28-DEAL-3, 28-DEAL-4, 28-END-1.
    """
    if dealer is None:
        dealer = next_dealer(state) or 0
    return state.rules.tradition.deal(state, dealer, packets(state.rules, pack, dealer))


def deal_hands(state: State, hands: tuple[tuple[str, ...], ...], *, dealer: int) -> list[Event]:
    """Return the event of the next hand from a record's cards: each seat's cards in the order dealt.

    Raises:
        IllegalAction: As `deal`.
    """
    return state.rules.tradition.deal(state, dealer, hands)


def decide(state: State, action: Action) -> list[Event]:
    """Judge an action.

    Args:
        state: The game so far.
        action: The action to judge; its `seat` is the acting seat.

    Returns:
        Its events, at least one.

    Raises:
        IllegalAction: The rules do not allow it; with code, rule id and a sentence for the player.
    """
    tradition = state.rules.tradition
    judge = tradition.judges[type(state)].get(type(action))
    if judge is None:
        raise tradition.refuse(state, action)
    return judge(state, action)


def play_on(state: State, plays: Sequence[Play]) -> tuple[State, int]:
    """Play cards, one after the other, as long as each is legal and leaves the hand undecided.

    What `decide` and `evolve` would come to card by card, in one go and several times as fast: for auditors.

    Args:
        state: The game so far.
        plays: The cards.

    Returns:
        The state after the first so many cards, and how many those are. It may stop early, also before a card that is
        legal: the next one is for `decide`.
    """
    run = state.rules.tradition.play_on.get(type(state))
    return (state, 0) if run is None else run(state, plays)


def direct(state: State, decided: DirectorsRuling | DirectorsEffect) -> list[Event]:
    """Return the event of a director's ruling, or what follows from an effect of one.

    Raises:
        IllegalAction: There is nothing to rule on now, or this game knows no rulings.

    Source: 56-IRR-20, 56-IRR-27.
    """
    follow = state.rules.tradition.direct
    if follow is None:
        raise IllegalAction("wrong-phase", "28-AUD-5", "This game has no rulings.")
    if isinstance(decided, DirectorsRuling):
        return [IrregularityRuled(rule=decided.rule, remedy="", hand=view(state, None).hand_number)]
    return follow(state, decided)


def evolve(state: State, event: Event) -> State:
    """Return the state after an event.

    It never fails on an event that `decide` or `deal` returned for this state.

    Raises:
        TypeError: The event has no place at this moment of the game.
    """
    apply = state.rules.tradition.appliers[type(state)].get(type(event))
    if apply is None:
        raise TypeError(f"{type(event).__name__} cannot happen in {type(state).__name__}")
    return apply(state, event)


def replay(rules: RuleSet, events: Iterable[Event]) -> State:
    """Return the state that a game's events give, from its first hand on.

    Raises:
        TypeError: An event has no place where it stands.
    """
    state = new_game(rules)
    for event in events:
        state = evolve(state, event)
    return state


def legal_actions(state: State, seat: int) -> list[Action]:
    """Return exactly the actions that `decide` accepts from a seat now, in an order made for showing."""
    return state.rules.tradition.legal[type(state)](state, seat)


def to_act(state: State) -> frozenset[int]:
    """Return the seats whose turn it is: none between hands.

    A concession may come out of turn.
    """
    return state.rules.tradition.turn[type(state)](state)


def refusal(state: State, action: Action) -> IllegalAction | None:
    """Return the refusal of an action, or None if it is legal, without applying it."""
    try:
        decide(state, action)
    except IllegalAction as refused:
        return refused
    return None


def view(state: State, seat: int | None) -> View:
    """Return the view of a seat, or of the public (None): nothing it may not know.

    Raises:
        ValueError: There is no such seat.
    """
    if seat is not None and not 0 <= seat < state.rules.players:
        raise ValueError(f"{state.rules.id} has no seat {seat}")
    return state.rules.tradition.view(state, seat)

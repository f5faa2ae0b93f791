"""Dealing a hand.

| rule | where |
| --- | --- |
| 56-AUD-2: 56-MATCH-4, 56-DEAL-5, 56-DEAL-3, 56-DEAL-1 | `judge_deal` |
| 56-DEAL-2, 56-DEAL-3, 56-DEAL-4 | `next_dealer` |
| 56-SEAT-3, 56-MATCH-2 | `apply_dealt`: the opener; a new game of the match |
"""

from msgspec.structs import replace

from engine.dealing import check_deal
from engine.errors import IllegalAction
from engine.events import Event, HandDealt
from engine.fiftysix.cards import held
from engine.fiftysix.ruleset import FiftySix
from engine.fiftysix.state import Auction, Between, Deal, Game


def start(rules: FiftySix) -> Game:
    """Return the state before the first hand."""
    return Between(rules, rules.opening_tally())


def next_dealer(state: Game) -> int | None:
    """Return the seat that deals the next hand, or None before the first, when any may.

    Source: 56-DEAL-2, 56-DEAL-3, 56-DEAL-4.
    """
    tally = state.tally
    if tally.dealer is None or (tally.cancelled and isinstance(state, Between)):
        return tally.dealer
    return state.rules.next_seat(tally.dealer)


def judge_deal(state: Game, dealer: int, cards: tuple[tuple[str, ...], ...]) -> list[Event]:
    """Return the event of a hand dealt so.

    Args:
        state: The game.
        dealer: The dealer's seat.
        cards: Each seat's cards, in the order dealt.

    Raises:
        IllegalAction: The match is decided, a hand is running, or the dealer or the cards are wrong.

    Source: 56-MATCH-4, 56-DEAL-5, 56-DEAL-3, 56-DEAL-4, 56-DEAL-1, in this order.
    """
    if state.tally.finished:
        raise IllegalAction("game-over", "56-MATCH-4", "The match is over.")
    if not isinstance(state, Between):
        raise IllegalAction("wrong-deal", "56-DEAL-5", "The hand before is not finished.")
    check_deal(state.rules, next_dealer(state), dealer, cards, dealer_rule="56-DEAL-3", cards_rule="56-DEAL-1")
    return [HandDealt(state.tally.hand + 1, dealer, cards)]


def apply_dealt(state: Between, event: HandDealt) -> Game:
    """Return the state at the opener's first turn to call. Source: 56-SEAT-3, 56-AUC-1, 56-MATCH-2."""
    rules, tally = state.rules, state.tally
    opener = rules.next_seat(event.dealer)
    score = (0,) * len(rules.sides) if tally.game_won else tally.score
    return Auction(
        rules=rules,
        tally=replace(tally, hand=event.hand, dealer=event.dealer, score=score),
        deal=Deal(tuple(held(hand) for hand in event.cards), opener),
        said=(),
        turn=opener,
    )

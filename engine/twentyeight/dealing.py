"""Dealing a hand.

| rule | where |
| --- | --- |
| 28-DEAL-1, 28-DEAL-3, 28-DEAL-4, 28-END-1 | `judge_deal` |
| 28-DEAL-2 | `apply_dealt`: the masks of the first batch |
| 28-SEAT-3 | `apply_dealt`: the opener |
"""

from msgspec.structs import replace

from engine.cards import mask_of
from engine.dealing import check_deal
from engine.errors import IllegalAction
from engine.events import Event, HandDealt
from engine.twentyeight.ruleset import TwentyEight
from engine.twentyeight.state import Auction, Between, Deal, Game


def start(rules: TwentyEight) -> Game:
    """Return the state before the first hand."""
    return Between(rules, rules.opening_tally())


def next_dealer(state: Game) -> int | None:
    """Return the seat that deals the next hand, or None before the first, when any may. Source: 28-DEAL-3."""
    dealer = state.tally.dealer
    return None if dealer is None else state.rules.next_seat(dealer)


def judge_deal(state: Game, dealer: int, cards: tuple[tuple[str, ...], ...]) -> list[Event]:
    """Return the event of a hand dealt so.

    Args:
        state: The game.
        dealer: The dealer's seat.
        cards: Each seat's cards, in the order dealt.

    Raises:
        IllegalAction: The game is decided, a hand is running, or the dealer or the cards are wrong.

    Source: 28-END-1, 28-DEAL-4, 28-DEAL-3, 28-DEAL-1, in this order.
    """
    if state.tally.finished:
        raise IllegalAction("game-over", "28-END-1", "The game is over.")
    if not isinstance(state, Between):
        raise IllegalAction("wrong-deal", "28-DEAL-4", "The hand before is not finished.")
    check_deal(state.rules, next_dealer(state), dealer, cards, dealer_rule="28-DEAL-3", cards_rule="28-DEAL-1")
    return [HandDealt(state.tally.hand + 1, dealer, cards)]


def apply_dealt(state: Between, event: HandDealt) -> Game:
    """Return the state at the first turn of the first auction. Source: 28-SEAT-3, 28-DEAL-2, 28-AUC-1."""
    rules = state.rules
    opener = rules.next_seat(event.dealer)
    deal = Deal(
        hands=tuple(mask_of(hand) for hand in event.cards),
        first=tuple(mask_of(hand[: rules.batches[0]]) for hand in event.cards),
        opener=opener,
        size=rules.hand_size,
    )
    return Auction(
        rules=rules,
        tally=replace(state.tally, hand=event.hand, dealer=event.dealer),
        deal=deal,
        said=(),
        number=1,
        turn=opener,
        bid=0,
        bid_auction=0,
        bidder=-1,
        passes=0,
        first_bidder=-1,
        indicator=0,
    )

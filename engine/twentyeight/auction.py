"""The two auctions, and the only one of the games outside Kerala.

| rule | where |
| --- | --- |
| 28-AUC-1, 28-AUC-5, 28-AUC2-1 | `apply_bid`, `apply_pass`: a pass binds for its turn only |
| 28-AUC-2 | `judge_pass` |
| 28-AUC-3, 28-AUC-4, 28-AUC2-2 | `judge_bid`, `lowest_bid` |
| 28-AUC-6, 28-AUC2-3, 28-PAG-1 | `apply_bid` (at the highest bid), `apply_pass` (after enough passes) |
| 28-AUC-7, 28-AUC2-5 | `_close`: the maker of the standing bid is Bidder 1, or the declarer |
| 28-PAG-2 | `judge_bid`, `_least_over` |
| 28-WIK-6 | `judge_pass` (passes without a bid), `lowest_bid` (the dealer's) |
"""

from msgspec.structs import replace

from engine.actions import Action, Bid, Pass
from engine.errors import IllegalAction
from engine.events import BidMade, Event, Passed
from engine.twentyeight.refusals import not_your_turn
from engine.twentyeight.score import score_passed_out
from engine.twentyeight.state import Auction, Deciding, Folding, Game
from engine.views import AuctionStep


def lowest_bid(state: Auction) -> int:
    """Return the least number above the standing bid that this auction admits from the seat in turn.

    Source: 28-AUC-3, 28-AUC2-2, 28-WIK-6.
    """
    rules = state.rules
    if state.number == 2:
        return max(rules.second_lowest_bid, state.bid + 1)
    if not state.bid and state.turn == state.tally.dealer:
        return max(rules.lowest_bid, rules.lowest_bid_of_dealer)
    return max(rules.lowest_bid, state.bid + 1)


def _least_over(state: Auction) -> int:
    """Return the least bid over the standing one, which may be a partner's. Source: 28-PAG-2."""
    rules = state.rules
    if rules.over_partner and state.bid and rules.partners(state.bidder, state.turn):
        return rules.over_partner
    return 0


def judge_bid(state: Auction, action: Bid) -> list[Event]:
    """Judge a bid. Source: 28-AUC-3, 28-AUC2-2, 28-AUC-4, 28-PAG-2."""
    if action.seat != state.turn:
        raise not_your_turn()
    lowest = lowest_bid(state)
    if action.value < lowest:
        rule = "28-AUC-3" if state.number == 1 else "28-AUC2-2"
        raise IllegalAction("bid-too-low", rule, "Bid at least {lowest}.", lowest=lowest)
    if action.value > state.rules.highest_bid:
        raise IllegalAction(
            "bid-too-high", "28-AUC-4", "No bid is higher than {highest}.", highest=state.rules.highest_bid
        )
    over = _least_over(state)
    if action.value < over:
        raise IllegalAction(
            "call-not-allowed", "28-PAG-2", "Over your partner's bid you bid at least {least}.", least=over
        )
    return [BidMade(action.seat, action.value)]


def judge_pass(state: Auction, action: Pass) -> list[Event]:
    """Judge a pass: the opener's first turn must be a bid, unless the rule set says otherwise.

    Source: 28-AUC-2, 28-WIK-6.
    """
    if action.seat != state.turn:
        raise not_your_turn()
    rules = state.rules
    if not state.bid and not rules.opener_bids:
        passed = Passed(action.seat)
        return [passed, *score_passed_out(rules, state.tally)] if state.passes == rules.players - 1 else [passed]
    if not state.bid:
        raise IllegalAction(
            "must-bid",
            "28-AUC-2",
            "You open the auction, so you must bid at least {lowest}.",
            lowest=lowest_bid(state),
        )
    return [Passed(action.seat)]


def apply_bid(state: Auction, event: BidMade) -> Game:
    """Return the state after a bid. Source: 28-AUC-6, 28-AUC2-3."""
    following = replace(
        state,
        said=(*state.said, AuctionStep(event.seat, state.number, "bid", event.value)),
        turn=state.rules.next_seat(event.seat),
        bid=event.value,
        bid_auction=state.number,
        bidder=event.seat,
        passes=0,
    )
    return _close(following) if event.value >= state.rules.highest_bid else following


def apply_pass(state: Auction, event: Passed) -> Game:
    """Return the state after a pass. Source: 28-AUC-6, 28-AUC2-3."""
    passes = state.passes + 1
    following = replace(
        state,
        said=(*state.said, AuctionStep(event.seat, state.number, "pass")),
        turn=state.rules.next_seat(event.seat),
        passes=passes,
    )
    bid_here = state.bid_auction == state.number
    if passes < state.rules.players - bid_here or not state.bid:
        return following
    return _close(following)


def _close(state: Auction) -> Game:
    """Return the state after the end of an auction. Source: 28-AUC-7, 28-AUC2-5, 28-TRUMP-1."""
    if state.number == 1:
        return Folding(state.rules, state.tally, state.deal, state.said, state.bid, state.bidder)
    return Deciding(
        rules=state.rules,
        tally=state.tally,
        deal=state.deal,
        said=state.said,
        bid=state.bid,
        bid_auction=state.bid_auction,
        declarer=state.bidder,
        first_bidder=state.first_bidder,
        indicator=state.indicator if state.bidder == state.first_bidder else 0,
    )


def legal(state: Auction, seat: int) -> list[Action]:
    """Return every bid a seat may make now, lowest first, and the pass if it is allowed."""
    if seat != state.turn:
        return []
    lowest = max(lowest_bid(state), _least_over(state))
    actions: list[Action] = [Bid(seat, value) for value in range(lowest, state.rules.highest_bid + 1)]
    if state.bid or not state.rules.opener_bids:
        actions.append(Pass(seat))
    return actions

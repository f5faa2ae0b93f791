"""The turns after the fold and the last batch, outside Kerala: raising the bid, or undertaking thani.

| rule | where |
| --- | --- |
| 28-PAG-3, 28-PAG-8, 28-PAG-9 | `apply_fold`, `judge_raise`, `judge_stay`, `_next` |
| 28-THANI-1 | `judge_thani`, `apply_thani`, `_has_turn` |
| 28-THANI-2, 28-THANI-3 | `apply_thani`: who leads, and what it is worth |
"""

from msgspec.structs import replace

from engine.actions import Action, Bid, Pass, Thani
from engine.cards import BIT, SUIT_CARDS
from engine.errors import IllegalAction
from engine.events import BidMade, Event, Passed, ThaniCalled, TrumpFolded
from engine.twentyeight.refusals import not_chosen, not_now, not_your_turn, wrong_phase
from engine.twentyeight.state import Contract, Folding, Game, Playing, Raising, Solo
from engine.twentyeight.trump import begin_play
from engine.views import AuctionStep


def apply_fold(state: Folding, event: TrumpFolded) -> Game:
    """Return the state after the fold: the bidder's raise turn, or the first lead. Source: 28-PAG-3."""
    raising = Raising(
        rules=state.rules,
        tally=state.tally,
        deal=state.deal,
        said=(*state.said, AuctionStep(event.seat, 1, "fold")),
        bid=state.bid,
        declarer=event.seat,
        turn=event.seat,
        indicator=BIT[event.card],
    )
    return raising if _has_turn(raising) else _next(raising)


def least_raise(state: Raising) -> int:
    """Return the least number that may be bid at a raise turn. Source: 28-PAG-3."""
    return max(state.rules.lowest_raise, state.bid + 1)


def _has_turn(state: Raising) -> bool:
    """Return whether the seat in turn has a choice. Source: 28-PAG-3, 28-THANI-1."""
    rules = state.rules
    if state.turn == state.declarer and rules.thani:
        return True
    return rules.raisers > 0 and state.bid < rules.highest_bid


def judge_raise(state: Raising, action: Bid) -> list[Event]:
    """Judge a raise. Source: 28-PAG-3, 28-THANI-1."""
    rules = state.rules
    if not rules.raisers:
        raise wrong_phase(state, action)
    if action.seat != state.turn:
        raise not_your_turn()
    least = least_raise(state)
    if action.value < least:
        if least > rules.highest_bid:
            raise IllegalAction("bid-too-low", "28-PAG-3", "Nobody can bid higher now.")
        raise IllegalAction("bid-too-low", "28-PAG-3", "A raise is at least {least}.", least=least)
    if action.value > rules.highest_bid:
        raise IllegalAction("bid-too-high", "28-AUC-4", "No bid is higher than {highest}.", highest=rules.highest_bid)
    return [BidMade(action.seat, action.value)]


def judge_stay(state: Raising, action: Pass) -> list[Event]:
    """Judge a pass that leaves the bid as it is. Source: 28-PAG-3."""
    if action.seat != state.turn:
        raise not_your_turn()
    return [Passed(action.seat)]


def judge_thani(state: Raising, action: Thani) -> list[Event]:
    """Judge a thani: the bidder's, at the bidder's turn. Source: 28-THANI-1."""
    if not state.rules.thani:
        raise not_chosen(action)
    if state.turn != state.declarer:
        raise not_now("Only the bidder may say thani, on their own turn.")
    if action.seat != state.turn:
        raise not_your_turn()
    return [ThaniCalled(action.seat)]


def apply_raise(state: Raising, event: BidMade) -> Game:
    """Return the state after a raise; declarer and trump stay. Source: 28-PAG-3."""
    step = AuctionStep(event.seat, 2, "bid", event.value)
    return _next(replace(state, said=(*state.said, step), bid=event.value))


def apply_stay(state: Raising, event: Passed) -> Game:
    """Return the state after a pass."""
    return _next(replace(state, said=(*state.said, AuctionStep(event.seat, 2, "pass"))))


def apply_thani(state: Raising, event: ThaniCalled) -> Playing:
    """Return the state at the thani bidder's lead; the partner has no raise. Source: 28-THANI-1, 28-THANI-2."""
    state = replace(state, said=(*state.said, AuctionStep(event.seat, 2, "thani")))
    return _play(state, Solo(event.seat, *state.rules.undertakings["thani"]))


def _next(state: Raising) -> Game:
    """Return the state at the partner's raise turn, if there is one, or at the first lead. Source: 28-PAG-3."""
    rules = state.rules
    if state.turn == state.declarer and rules.raisers > 1:
        partner = next(seat for seat in rules.sides[rules.side_of(state.turn)] if seat != state.turn)
        following = replace(state, turn=partner)
        if _has_turn(following):
            return following
    return _play(state, None)


def _play(state: Raising, solo: Solo | None) -> Playing:
    """Return the state at the first lead."""
    contract = Contract(state.declarer, state.bid, 1, state.indicator, SUIT_CARDS[state.indicator], solo)
    return begin_play(state, contract)


def legal(state: Raising, seat: int) -> list[Action]:
    """Return every raise, the pass, and thani if it may be said."""
    if seat != state.turn:
        return []
    rules = state.rules
    actions: list[Action] = []
    if rules.raisers:
        actions += [Bid(seat, value) for value in range(least_raise(state), rules.highest_bid + 1)]
    actions.append(Pass(seat))
    if rules.thani and seat == state.declarer:
        actions.append(Thani(seat))
    return actions

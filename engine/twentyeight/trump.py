"""Folding the trump, the final decision, asking and revealing.

| rule | where |
| --- | --- |
| 28-FOLD-1, 28-FOLD-2 | `judge_first_fold` |
| 28-FOLD-3, 28-AUC2-1, 28-AUC2-4 | `apply_first_fold` |
| 28-TRUMP-1 to 28-TRUMP-3 | `judge_keep`, `judge_final_fold` |
| 28-TRUMP-4, 28-PLAY-1, 28-PAG-4, 28-THANI-2 | `begin_play` |
| 28-REV-1 | `judge_ask`; 28-REV-4, 28-REV-6: `judge_reveal` |
| 28-REV-2, 28-REV-3, 28-REV-5, 28-REV-7, 28-PAG-5 | `apply_asked`, `apply_revealed` |
"""

from msgspec.structs import replace

from engine.actions import Action, Ask, Fold, Keep, Reveal
from engine.cards import BIT, CODE_OF, SUIT_CARDS, codes_of
from engine.errors import IllegalAction
from engine.events import Event, TrumpAsked, TrumpFolded, TrumpKept, TrumpRevealed
from engine.refusals import card_not_held
from engine.twentyeight.play import plain_cards
from engine.twentyeight.refusals import not_your_turn, wrong_phase
from engine.twentyeight.state import Auction, Contract, Deciding, Folding, Game, Hand, Playing
from engine.views import AuctionStep


def judge_first_fold(state: Folding, action: Fold) -> list[Event]:
    """Judge Bidder 1's fold: a card of the first batch. Source: 28-FOLD-1, 28-FOLD-2."""
    if action.seat != state.bidder:
        raise not_your_turn()
    if not BIT.get(action.card, 0) & state.deal.first[action.seat]:
        raise card_not_held("28-FOLD-2")
    return [TrumpFolded(action.seat, action.card)]


def apply_first_fold(state: Folding, event: TrumpFolded) -> Game:
    """Return the state after the first fold: the second auction, unless the bid is the highest.

    Source: 28-AUC2-1, 28-AUC2-4.
    """
    said = (*state.said, AuctionStep(event.seat, 1, "fold"))
    indicator = BIT[event.card]
    if state.bid >= state.rules.highest_bid:
        return Deciding(state.rules, state.tally, state.deal, said, state.bid, 1, event.seat, event.seat, indicator)
    return Auction(
        rules=state.rules,
        tally=state.tally,
        deal=state.deal,
        said=said,
        number=2,
        turn=event.seat,
        bid=state.bid,
        bid_auction=1,
        bidder=state.bidder,
        passes=0,
        first_bidder=event.seat,
        indicator=indicator,
    )


def judge_keep(state: Deciding, action: Keep) -> list[Event]:
    """Judge keeping the indicator: only Bidder 1 as declarer has one. Source: 28-TRUMP-1."""
    if not state.indicator:
        raise wrong_phase(state, action)
    if action.seat != state.declarer:
        raise not_your_turn()
    return [TrumpKept(action.seat)]


def judge_final_fold(state: Deciding, action: Fold) -> list[Event]:
    """Judge the declarer's fold: one of eight cards, and for Bidder 1 of a new suit.

    Source: 28-TRUMP-2, 28-TRUMP-3.
    """
    if action.seat != state.declarer:
        raise not_your_turn()
    bit = BIT.get(action.card, 0)
    if not bit & state.deal.hands[action.seat]:
        raise card_not_held("28-TRUMP-2")
    if state.indicator and bit & SUIT_CARDS[state.indicator]:
        raise IllegalAction(
            "call-not-allowed", "28-TRUMP-3", "A new indicator must be of another suit than the folded one."
        )
    return [TrumpFolded(action.seat, action.card)]


def apply_kept(state: Deciding, event: TrumpKept) -> Game:
    """Return the state at the first lead, with the old indicator."""
    return _decided(state, AuctionStep(event.seat, 2, "keep"), state.indicator)


def apply_final_fold(state: Deciding, event: TrumpFolded) -> Game:
    """Return the state at the first lead, with the new indicator; an old one is back in its owner's hand."""
    return _decided(state, AuctionStep(event.seat, 2, "fold"), BIT[event.card])


def _decided(state: Deciding, step: AuctionStep, indicator: int) -> Playing:
    """Return the state after the final trump decision. Source: 28-TRUMP-4."""
    contract = Contract(state.declarer, state.bid, state.bid_auction, indicator, SUIT_CARDS[indicator])
    return begin_play(replace(state, said=(*state.said, step)), contract)


def begin_play(state: Hand, contract: Contract) -> Playing:
    """Return the state at the first lead: the opener's, or that of a player who plays alone.

    Source: 28-PLAY-1, 28-PAG-4, 28-THANI-2.
    """
    rules = state.rules
    return Playing(
        rules=rules,
        tally=state.tally,
        deal=state.deal,
        said=state.said,
        contract=contract,
        gone=contract.indicator,
        turn=state.deal.opener if contract.solo is None else contract.solo.seat,
        trick=(),
        led=0,
        trump=0,
        must=0,
        turned_by=None,
        points=(0,) * len(rules.sides),
        tricks=(),
    )


def judge_ask(state: Playing, action: Ask) -> list[Event]:
    """Judge an ask: not the declarer, not leading, unable to follow. Source: 28-REV-1."""
    if state.trump:
        raise wrong_phase(state, action)
    seat = action.seat
    if seat != state.turn:
        raise not_your_turn()
    contract = state.contract
    if seat == contract.declarer:
        raise IllegalAction("may-not-ask", "28-REV-1", "The trump is yours: you turn it up yourself.")
    if not state.trick:
        raise IllegalAction("may-not-ask", "28-REV-1", "You lead, so you may not ask for the trump.")
    if _can_follow(state):
        raise IllegalAction("may-not-ask", "28-REV-1", "You can follow suit, so you may not ask for the trump.")
    return [TrumpAsked(seat), TrumpRevealed(contract.declarer, CODE_OF[contract.indicator])]


def judge_reveal(state: Playing, action: Reveal) -> list[Event]:
    """Judge a reveal: the declarer, not leading, unable to follow from the hand.

    Source: 28-REV-4, 28-REV-6.
    """
    if state.trump:
        raise wrong_phase(state, action)
    seat = action.seat
    if seat != state.turn:
        raise not_your_turn()
    contract = state.contract
    if seat != contract.declarer:
        raise IllegalAction("may-not-reveal", "28-REV-4", "Only the declarer turns the trump up.")
    if not state.trick:
        raise IllegalAction("may-not-reveal", "28-REV-4", "You lead, so you may not turn the trump up.")
    if _can_follow(state):
        raise IllegalAction("may-not-reveal", "28-REV-4", "You can follow suit, so you may not turn the trump up.")
    return [TrumpRevealed(seat, CODE_OF[contract.indicator])]


def _can_follow(state: Playing) -> bool:
    """Return whether the seat in turn holds the suit led, so that the trump stays down. Source: 28-REV-1, 28-REV-4."""
    return bool(state.held(state.turn) & state.led)


def apply_asked(state: Playing, event: TrumpAsked) -> Game:
    """Return the state in which the asker owes a trump. Source: 28-REV-3."""
    return replace(state, must=state.contract.trump)


def apply_revealed(state: Playing, event: TrumpRevealed) -> Game:
    """Return the state with the trump up and the indicator in the declarer's hand.

    Source: 28-REV-2, 28-REV-5, 28-REV-7, 28-PAG-5.
    """
    contract = state.contract
    return replace(
        state,
        gone=state.gone & ~contract.indicator,
        trump=contract.trump,
        must=state.must or (contract.indicator if state.rules.indicator_binds else contract.trump),
        turned_by=state.turn,
        plain=plain_cards(state),
    )


def legal_first_fold(state: Folding, seat: int) -> list[Action]:
    """Return Bidder 1's folds."""
    return [Fold(seat, card) for card in codes_of(state.deal.first[seat])] if seat == state.bidder else []


def legal_decision(state: Deciding, seat: int) -> list[Action]:
    """Return the declarer's ways to decide the trump."""
    if seat != state.declarer:
        return []
    actions: list[Action] = []
    choice = state.deal.hands[seat]
    if state.indicator:
        actions.append(Keep(seat))
        choice &= ~SUIT_CARDS[state.indicator]
    actions += [Fold(seat, card) for card in codes_of(choice)]
    return actions


def turn_of_first_fold(state: Folding) -> frozenset[int]:
    """Return Bidder 1."""
    return frozenset((state.bidder,))


def turn_of_decision(state: Deciding) -> frozenset[int]:
    """Return the declarer."""
    return frozenset((state.declarer,))

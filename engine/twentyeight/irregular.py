"""Bids, folds and cards that a rule forbids and that the table let stand, in a game of 28.

A record may say so of an action (`docs/reference/record-format.md`). The event is that of the legal action; each is
applied as the table did: a bid or a lead out of turn is accepted, an insufficient bid stands, a revoke stays.
"""

from typing import Any

from msgspec.structs import replace

from engine.actions import Act, Ask, Bid, Concede, Fold, Pass, Play, Reveal
from engine.cards import BIT, CODE_OF
from engine.errors import IllegalAction
from engine.events import BidMade, Event, Passed, TrumpAsked, TrumpFolded, TrumpRevealed
from engine.twentyeight.play import judge_play
from engine.twentyeight.score import judge_concede_in_play
from engine.twentyeight.state import Auction, Deciding, Folding, Game, Playing, Raising


def force(state: Game, action: Act) -> list[Event]:
    """Return the events of a forbidden action that stands, or none if the game cannot go on from it."""
    if isinstance(state, Auction | Raising):
        return _call(state, action)
    if isinstance(state, Folding | Deciding) and isinstance(action, Fold):
        own = state.bidder if isinstance(state, Folding) else state.declarer
        holds = BIT.get(action.card, 0) & state.deal.hands[action.seat]
        return [TrumpFolded(action.seat, action.card)] if action.seat == own and holds else []
    if isinstance(state, Playing) and isinstance(action, Play):
        return _play(state, action)
    if type(state) is Playing:
        return _beside_the_cards(state, action)
    return []


def _call(state: Auction | Raising, action: Act) -> list[Event]:
    """Return the events of a call out of turn, of an insufficient bid, or of a pass where a bid was due."""
    if action.seat != state.turn:
        if isinstance(state, Raising):
            return []
        state = replace(state, turn=action.seat)
        judge: Any = state.rules.tradition.judges[type(state)].get(type(action))
        try:
            events: list[Event] = judge(state, action) if judge else []
        except IllegalAction:
            return _call(state, action)
        return events
    if isinstance(action, Bid) and _has_value(state, action.value):
        return [BidMade(action.seat, action.value)]
    if isinstance(action, Pass):
        return [Passed(action.seat)]
    return []


def _has_value(state: Auction | Raising, bid: int) -> bool:
    """Return whether a contract of this number is worth something, if it is bid now."""
    rules = state.rules
    if isinstance(state, Raising) and not rules.raisers:
        return False
    auction = state.number if isinstance(state, Auction) else 1
    worth = any(band.auction == auction and band.lowest <= bid for band in rules.bands)
    return worth and rules.lowest_bid <= bid <= rules.highest_bid


def _play(state: Playing, action: Play) -> list[Event]:
    """Return the events of a revoke or of a lead out of turn: of the card, as if the seat held no other.

    The hidden indicator can be played so too, and turns up by it.
    """
    seat, bit, hand = action.seat, BIT.get(action.card, 0), state.held(action.seat)
    contract = state.contract
    hidden = not state.trump and seat == contract.declarer and bit == contract.indicator
    if (not bit & hand and not hidden) or (state.trick and seat != state.turn):
        return []
    return judge_play(replace(state, turn=seat, gone=state.gone | hand & ~bit), action)


def _beside_the_cards(state: Playing, action: Act) -> list[Event]:
    """Return the events of asking or turning up with a card of the suit led, or of conceding a bid that is made."""
    seat, contract = action.seat, state.contract
    if isinstance(action, Concede) and seat == contract.declarer:
        return judge_concede_in_play(replace(state, points=(0,) * len(state.points)), action)
    if state.trump or seat != state.turn:
        return []
    revealed = TrumpRevealed(contract.declarer, CODE_OF[contract.indicator])
    if isinstance(action, Ask) and seat != contract.declarer:
        return [TrumpAsked(seat), revealed]
    if isinstance(action, Reveal) and seat == contract.declarer:
        return [revealed]
    return []

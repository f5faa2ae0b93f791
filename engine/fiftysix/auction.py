"""The auction.

| rule | where |
| --- | --- |
| 56-AUC-1, 56-AUC-2 | `tradition.TRADITION`, `_in_turn` |
| 56-AUC-3, 56-AUC-9, 56-AUC-10, 56-AUC-13 to 56-AUC-15, in the order of 56-AUD-4 | `judge_call` |
| 56-AUC-4, 56-AUC-5 | `calls` |
| 56-AUC-6 | `judge_pass` |
| 56-AUC-7 | `_must_bid`, `apply_pass` |
| 56-AUC-8, 56-AUC-16, 56-AUC-17 | `judge_pass`, `apply_pass`, `_one_side_holds_the_trumps` |
| 56-AUC-10 | `judge_redeal`, `one_suit` |
| 56-AUC-11 | `judge_double` |
| 56-AUC-12 | `judge_redouble` |
| 56-CON-1 | `_opening_lead`; 56-CON-2: `calls` |
"""

from collections.abc import Mapping
from functools import cache, lru_cache

from msgspec.structs import replace

from engine.actions import Action, Call, Double, Pass, Redeal, Redouble
from engine.cards import SUITS
from engine.errors import IllegalAction
from engine.events import CallMade, Doubled, Event, Passed, RedealCalled, Redoubled
from engine.fiftysix.calls import HIGHEST, LOWEST, NO_TRUMP, READABLE, Form, calls_over
from engine.fiftysix.cards import ALL_OF, SUIT_MASK
from engine.fiftysix.score import score_unplayed
from engine.fiftysix.state import Auction, Between, Contract, Game, Playing
from engine.phrases import Member, phrase
from engine.refusals import not_your_turn
from engine.views import AuctionStep

_ONLY_MORE = {
    "S": phrase("All others have passed, so you may only pass or bid more in spade."),
    "H": phrase("All others have passed, so you may only pass or bid more in heart."),
    "D": phrase("All others have passed, so you may only pass or bid more in diamond."),
    "C": phrase("All others have passed, so you may only pass or bid more in club."),
    NO_TRUMP: phrase("All others have passed, so you may only pass or bid more in no trump."),
}
_NONE_OF = {
    "S": phrase("You hold no spade, so you may not bid the suit."),
    "H": phrase("You hold no heart, so you may not bid the suit."),
    "D": phrase("You hold no diamond, so you may not bid the suit."),
    "C": phrase("You hold no club, so you may not bid the suit."),
}
_NOTHING_BUT = {
    "S": phrase("You hold nothing but spades, so you may not bid the suit."),
    "H": phrase("You hold nothing but hearts, so you may not bid the suit."),
    "D": phrase("You hold nothing but diamonds, so you may not bid the suit."),
    "C": phrase("You hold nothing but clubs, so you may not bid the suit."),
}


def judge_call(state: Auction, action: Call) -> list[Event]:
    """Judge a contract bid.

    Source: 56-AUC-3, 56-AUC-4, 56-AUC-9, 56-AUC-10, 56-AUC-13, 56-AUC-14, 56-AUC-15, in the order of 56-AUD-4.
    """
    _in_turn(state, action.seat)
    said = READABLE.get(action.call)
    if said is None:
        # A record with such a text is malformed; a table may be sent one.
        raise _not_allowed("56-AUC-4", "There is no such call.")
    if said.form not in state.rules.forms:
        raise _not_allowed("56-AUC-4", "These rules do not allow the call {call}.", call=action.call)
    if state.self_raised:
        raise _not_allowed("56-AUC-15", "After a self-raise nobody may bid.")
    if _redoubled_for_good(state):
        raise _not_allowed("56-AUC-13", "A redoubled contract cannot be outbid.")
    denomination = said.denomination
    if _all_passed(state):
        if state.doubled:
            raise _not_allowed("56-AUC-14", "All others have passed on your own (re)double, so you may only pass.")
        if denomination != state.denomination:
            raise _not_allowed("56-AUC-14", _ONLY_MORE[state.denomination])
    if denomination != NO_TRUMP:
        if not state.deal.hands[action.seat] & SUIT_MASK[denomination]:
            raise _not_allowed("56-AUC-9", _NONE_OF[denomination])
        if one_suit(state.deal.hands[action.seat]):
            raise _not_allowed("56-AUC-10", _NOTHING_BUT[denomination])
    number = said.number_over(state.bid)
    lowest = max(LOWEST, state.bid + 1)
    if number < lowest:
        raise IllegalAction("bid-too-low", "56-AUC-3", "Bid at least {lowest}.", lowest=lowest)
    if number > HIGHEST:
        raise IllegalAction("bid-too-high", "56-AUC-3", "No bid is higher than {highest}.", highest=HIGHEST)
    return [CallMade(action.seat, action.call, number, denomination)]


def judge_pass(state: Auction, action: Pass) -> list[Event]:
    """Judge a pass; the last of n in a row ends the auction, and the hand with it if it cannot be played.

    Source: 56-AUC-6, 56-AUC-8, 56-AUC-16, 56-AUC-17.
    """
    _in_turn(state, action.seat)
    rules = state.rules
    passed = Passed(action.seat)
    if _must_bid(state):
        if not rules.pass_bids:
            raise IllegalAction("must-bid", "56-AUC-6", "You open the auction, so you must bid; 28P says nothing.")
        return [passed]
    if state.passes + 1 < rules.players:
        return [passed]
    if not state.bid:
        return [passed, *score_unplayed(state, "passed_out")]
    if _one_side_holds_the_trumps(state):
        return [passed, *score_unplayed(state, "cancelled")]
    return [passed]


def judge_double(state: Auction, action: Double) -> list[Event]:
    """Judge a double. Source: 56-AUC-11."""
    _in_turn(state, action.seat)
    if not state.bid:
        raise _not_allowed("56-AUC-11", "There is no bid to double yet.")
    if _is_own(state, action.seat):
        raise _not_allowed("56-AUC-11", "You may not double a bid of your own side.")
    if state.doubled:
        raise _not_allowed("56-AUC-11", "The bid is already doubled.")
    return [Doubled(action.seat)]


def judge_redouble(state: Auction, action: Redouble) -> list[Event]:
    """Judge a redouble. Source: 56-AUC-12."""
    _in_turn(state, action.seat)
    if state.doubled != 1:
        raise _not_allowed("56-AUC-12", "There is no double to redouble.")
    if not _is_own(state, action.seat):
        raise _not_allowed("56-AUC-12", "Only the side that was doubled may redouble.")
    return [Redoubled(action.seat)]


def judge_redeal(state: Auction, action: Redeal) -> list[Event]:
    """Judge a call for a redeal. Source: 56-AUC-10."""
    _in_turn(state, action.seat)
    if state.position > state.rules.players:
        raise _not_allowed("56-AUC-10", "A redeal is for your first turn to call only.")
    if not one_suit(state.deal.hands[action.seat]):
        raise _not_allowed("56-AUC-10", "You hold more than one suit, so there is no redeal.")
    return [RedealCalled(action.seat), *score_unplayed(state, "cancelled")]


def _in_turn(state: Auction, seat: int) -> None:
    """Refuse a call out of turn. Source: 56-AUC-1."""
    if seat != state.turn:
        raise not_your_turn("56-AUC-1")


def _not_allowed(rule: str, text: str, **members: Member) -> IllegalAction:
    """Return the refusal of a call that the rule set or the moment forbids."""
    return IllegalAction("call-not-allowed", rule, text, **members)


def _is_own(state: Auction, seat: int) -> bool:
    """Return whether the contract is of a seat's own side. Source: 56-SEAT-2."""
    return state.rules.side_of(seat) == state.rules.side_of(state.bidder)


def _must_bid(state: Auction) -> bool:
    """Return whether the seat in turn is the compulsory bidder after passes. Source: 56-AUC-6, 56-AUC-7."""
    return not state.bid and state.position == state.rules.compulsory_bidder


def _redoubled_for_good(state: Auction) -> bool:
    """Return whether a redouble has closed the bidding. Source: 56-AUC-13."""
    return state.doubled == 2 and not state.rules.bids_over_redouble


def _all_passed(state: Auction) -> bool:
    """Return whether all others have passed on a bid, double or redouble of the seat in turn.

    If it was a bid the contract is not doubled, as a bid clears that. Source: 56-AUC-14.
    """
    return bool(state.bid) and state.passes == state.rules.players - 1


def _one_side_holds_the_trumps(state: Auction) -> bool:
    """Return whether one side holds all cards of the contract's suit. Source: 56-AUC-17."""
    trump = SUIT_MASK.get(state.denomination)
    hands = state.deal.hands
    return trump is not None and any(
        sum(hands[seat] for seat in seats) & trump == ALL_OF[trump] for seats in state.rules.sides
    )


@lru_cache(maxsize=1024)
def nameable(hand: int) -> tuple[str, ...]:
    """Return what a player with these cards may name: no suit that is missing, nor the only one that is not.

    Source: 56-AUC-9, 56-AUC-10.
    """
    suits = tuple(suit for suit in SUITS if hand & SUIT_MASK[suit])
    return (*suits, NO_TRUMP) if len(suits) > 1 else (NO_TRUMP,)


def one_suit(hand: int) -> bool:
    """Return whether a player's cards are all of one suit. Source: 56-AUC-10."""
    return len(nameable(hand)) == 1


def apply_call(state: Auction, event: CallMade) -> Game:
    """Return the state after a contract bid. Source: 56-AUC-13, 56-AUC-14, 56-AUC-15."""
    step = AuctionStep(event.seat, 1, "call", event.number, event.call, event.denomination)
    return replace(
        state,
        said=(*state.said, step),
        turn=state.rules.next_seat(event.seat),
        bid=event.number,
        denomination=event.denomination,
        bidder=event.seat,
        doubled=0,
        passes=0,
        self_raised=_all_passed(state),
    )


def apply_pass(state: Auction, event: Passed) -> Game:
    """Return the state after a pass: the opening lead once all have passed in a row, if there is something to play.

    Source: 56-AUC-7, 56-AUC-16, 56-CON-1, 56-PLAY-1.
    """
    seat = event.seat
    turn = state.rules.next_seat(seat)
    if _must_bid(state):
        said = (*state.said, AuctionStep(seat, 1, "pass", LOWEST, denomination=NO_TRUMP))
        return replace(state, said=said, turn=turn, bid=LOWEST, denomination=NO_TRUMP, bidder=seat, passes=0)
    passes = state.passes + 1
    following = replace(state, said=(*state.said, AuctionStep(seat, 1, "pass")), turn=turn, passes=passes)
    if passes < state.rules.players:
        return following
    if not state.bid or _one_side_holds_the_trumps(state):
        return Between(state.rules, state.tally, last=following)
    return _opening_lead(following)


def _opening_lead(state: Auction) -> Playing:
    """Return the state at the first lead, the opener's. Source: 56-CON-1, 56-PLAY-1."""
    trump = SUIT_MASK.get(state.denomination, 0)
    return Playing(
        rules=state.rules,
        tally=state.tally,
        deal=state.deal,
        said=state.said,
        contract=Contract(state.bidder, state.bid, state.denomination, state.doubled, trump),
        held=state.deal.hands,
        turn=state.deal.opener,
        points=(0,) * len(state.rules.sides),
    )


def apply_double(state: Auction, event: Doubled) -> Game:
    """Return the state after a double."""
    return _doubled(state, event.seat, "double")


def apply_redouble(state: Auction, event: Redoubled) -> Game:
    """Return the state after a redouble."""
    return _doubled(state, event.seat, "redouble")


def _doubled(state: Auction, seat: int, word: str) -> Game:
    """Return the state after a double or redouble, which resets the count of passes. Source: 56-AUC-16."""
    return replace(
        state,
        said=(*state.said, AuctionStep(seat, 1, word)),
        turn=state.rules.next_seat(seat),
        doubled=state.doubled + 1,
        passes=0,
    )


def apply_redeal(state: Auction, event: RedealCalled) -> Game:
    """Return the state with the hand over and not scored yet. Source: 56-AUC-10."""
    last = replace(state, said=(*state.said, AuctionStep(event.seat, 1, "redeal")))
    return Between(state.rules, state.tally, last=last)


def legal(state: Auction, seat: int) -> list[Action]:
    """Return every call of a seat: bids by number, form and denomination, each accepted text; then the other words."""
    if seat != state.turn:
        return []
    rules = state.rules
    hand = state.deal.hands[seat]
    actions: list[Action] = []
    if not state.self_raised and not _redoubled_for_good(state):
        if not _all_passed(state):
            actions += _calls(seat, rules.forms, state.bid, nameable(hand))
        elif not state.doubled:
            actions += _calls(seat, rules.forms, state.bid, (state.denomination,))
    if state.bid and state.doubled < 2:
        own = _is_own(state, seat)
        if own and state.doubled:
            actions.append(Redouble(seat))
        elif not own and not state.doubled:
            actions.append(Double(seat))
    if state.position <= rules.players and one_suit(hand):
        actions.append(Redeal(seat))
    if rules.pass_bids or not _must_bid(state):
        actions.append(Pass(seat))
    return actions


@lru_cache(maxsize=8192)  # eight seats, over every bid, with any suits: fewer, and many are made again and again
def _calls(seat: int, forms: tuple[Form, ...], bid: int, denominations: tuple[str, ...]) -> tuple[Call, ...]:
    """Return the bids of a seat over a bid. Cached: there are up to some four hundred."""
    said_by = _said_by(seat)
    return tuple(said_by[text] for text in calls_over(forms, bid, denominations))


@cache
def _said_by(seat: int) -> Mapping[str, Call]:
    """Return every call of a seat by its text."""
    return {text: Call(seat, text) for text in READABLE}

"""The view of a seat in a game of 56.

Everything said and played is public, the trump too (56-PLAY-3); a hand is its holder's own. Nothing here shows
another seat's cards.
"""

from typing import TypedDict

from msgspec.structs import replace

from engine.fiftysix.cards import CODE_OF, SUIT_CARDS, SUIT_OF_MASK, codes_of, count_of
from engine.fiftysix.play import reason_of, trick_winner
from engine.fiftysix.state import Auction, Between, Game, Hand, Playing
from engine.tricks import laid_out, taken_so_far
from engine.views import TrickTaken, View, before_the_first_hand


class _Bidding(TypedDict, total=False):
    """The members of a view about the bid."""

    bid: int | None
    bid_auction: int | None
    bidder: int | None
    declarer: int | None
    denomination: str | None
    doubled: int


def see(state: Game, seat: int | None) -> View:
    """Return what a seat, or the public (None), may know."""
    rules, tally = state.rules, state.tally
    hand = state.last if isinstance(state, Between) else state
    if not isinstance(hand, Hand):
        return replace(before_the_first_hand(rules, seat), score=tally.score, games=tally.games)
    playing = hand if isinstance(hand, Playing) else None
    held = playing.held if playing else hand.deal.hands
    tricks = _tricks(playing) if playing else ()
    return View(
        rules=rules.id,
        version=rules.version,
        options=rules.chosen_options,
        seat=seat,
        phase=_phase(state),
        hand_number=tally.hand,
        dealer=tally.dealer,
        opener=hand.deal.opener,
        to_act=tuple(rules.tradition.turn[type(state)](state)),
        hand=() if seat is None else codes_of(held[seat]),
        trump=SUIT_OF_MASK.get(playing.contract.trump) if playing else None,
        counts=tuple(count_of(cards) for cards in held),
        auction=hand.said,
        **_bidding(hand),
        trick=laid_out(_leader(playing), playing.trick, rules.players, CODE_OF) if playing else (),
        winning=_winning(playing) if playing and playing.trick else None,
        last_trick=tricks[-1] if tricks else None,
        tricks=tricks,
        points=playing.points if playing else (0,) * len(rules.sides),
        taken=tuple(sum(trick.winner == at for trick in tricks) for at in range(rules.players)),
        result=state.result if isinstance(state, Between) else None,
        score=tally.score,
        games=tally.games,
        finished=tally.finished,
        winners=tally.winners,
        legal=() if seat is None else tuple(rules.tradition.legal[type(state)](state, seat)),
    )


def _phase(state: Game) -> str:
    """Return the word for the phase."""
    if isinstance(state, Auction):
        return "auction"
    if isinstance(state, Playing):
        return "play"
    return "finished" if state.tally.finished else "scored"


def _bidding(hand: Hand) -> _Bidding:
    """Return what is known of the bid, its bidder and the declarer. Source: 56-CON-1."""
    if isinstance(hand, Playing):
        contract = hand.contract
        return {
            "bid": contract.number,
            "bid_auction": 1,
            "bidder": contract.declarer,
            "declarer": contract.declarer,
            "denomination": contract.denomination,
            "doubled": contract.doubled,
        }
    if isinstance(hand, Auction) and hand.bid:
        return {
            "bid": hand.bid,
            "bid_auction": 1,
            "bidder": hand.bidder,
            "denomination": hand.denomination,
            "doubled": hand.doubled,
        }
    return {}


def _leader(state: Playing) -> int:
    """Return the seat that led, or is to lead, to the running trick."""
    return (state.turn - len(state.trick)) % state.rules.players


def _winning(state: Playing) -> int:
    """Return the seat whose card wins the running trick as it lies. Source: 56-PLAY-4."""
    led = SUIT_CARDS[state.trick[0]]
    return trick_winner(state.trick, _leader(state), led, state.contract.trump, state.rules.players)


def _tricks(state: Playing) -> tuple[TrickTaken, ...]:
    """Return the complete tricks."""
    reasons = (reason_of(trick, state.contract.trump) for trick in state.tricks)
    return taken_so_far(state.tricks, reasons, CODE_OF)

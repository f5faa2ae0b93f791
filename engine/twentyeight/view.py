"""The view of a seat in a game of 28.

Everything said, folded, turned up and played is public; a hand is its holder's own, as far as it is dealt
(28-DEAL-2); the face-down indicator is known to its owner only (28-FOLD-1, 28-FOLD-3). Nothing here shows
another seat's cards, but for a hand that the rules lay open (28-HSE-7).
"""

from typing import TypedDict

from msgspec.structs import replace

from engine.cards import CODE_OF, SUIT_CARDS, SUIT_OF_MASK, codes_of
from engine.tricks import laid_out, taken_so_far
from engine.twentyeight.play import reason_of, trick_winner
from engine.twentyeight.state import (
    Auction,
    Between,
    CotPlaying,
    Deciding,
    Folding,
    Game,
    Hand,
    Offered,
    Playing,
    Raising,
)
from engine.views import View, before_the_first_hand


class _Bidding(TypedDict, total=False):
    """The members of a view about the bid."""

    bid: int | None
    bid_auction: int | None
    bidder: int | None
    declarer: int | None
    honours: bool


def see(state: Game, seat: int | None) -> View:
    """Return what a seat, or the public (None), may know. Source: 28-DEAL-2, 28-FOLD-1, 28-FOLD-3."""
    rules, tally = state.rules, state.tally
    hand = state.last if isinstance(state, Between) else state
    if not isinstance(hand, Hand):
        accounts = {"stakes": tally.stakes, "score": tally.score, "kunukku": tally.kunukku, "salaams": tally.salaams}
        return replace(before_the_first_hand(rules, seat), **accounts)
    known = _dealt(hand)
    hidden, owner = _indicator(hand)
    if isinstance(hand, Playing):
        known = tuple(cards & ~hand.gone for cards in known)
    elif hidden:
        known = tuple(cards & ~hidden for cards in known)
    running = hand is state
    playing = hand if isinstance(hand, Playing) else None
    tricks = taken_so_far(playing.tricks, map(reason_of, playing.tricks), CODE_OF) if playing else ()
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
        hand=() if seat is None else codes_of(known[seat]),
        indicator=CODE_OF[hidden] if hidden and seat == owner else None,
        indicator_at=owner,
        trump=SUIT_OF_MASK[playing.trump] if playing and playing.trump else None,
        trump_card=CODE_OF[playing.contract.indicator] if playing and playing.trump else None,
        trump_revealed_by=playing.turned_by if playing else None,
        counts=tuple(cards.bit_count() for cards in known),
        auction=hand.said,
        **_bidding(hand),
        thani=playing.contract.solo.seat if playing and playing.contract.solo else None,
        trick=laid_out(_leader(playing), playing.trick, rules.players, CODE_OF) if playing else (),
        winning=_winning(playing) if playing and playing.trick else None,
        last_trick=tricks[-1] if tricks else None,
        tricks=tricks,
        points=playing.points if playing else (0,) * len(rules.sides),
        taken=tuple(sum(trick.winner == at for trick in tricks) for at in range(rules.players)),
        result=state.result if isinstance(state, Between) else None,
        stakes=tally.stakes,
        score=tally.score,
        kunukku=tally.kunukku,
        salaams=tally.salaams,
        finished=tally.finished,
        winners=tally.winners,
        legal=() if seat is None else tuple(rules.tradition.legal[type(state)](state, seat)),
        must_play=_must_play(playing) if playing and running else None,
        open_hands=_open_hands(hand, known) if isinstance(hand, CotPlaying) else (),
    )


def _phase(state: Game) -> str:
    """Return the word for the phase."""
    if isinstance(state, Auction):
        return "auction" if state.number == 1 else "auction2"
    if isinstance(state, Folding):
        return "fold"
    if isinstance(state, Deciding):
        return "trump"
    if isinstance(state, Raising):
        return "raise"
    if isinstance(state, Offered):
        return "surrender"
    if isinstance(state, Playing):
        return "play"
    return "finished" if state.tally.finished else "scored"


def _dealt(hand: Hand) -> tuple[int, ...]:
    """Return the cards dealt so far: the second batch comes after the first fold. Source: 28-DEAL-2."""
    first_only = isinstance(hand, Folding) or (isinstance(hand, Auction) and hand.number == 1)
    return hand.deal.first if first_only else hand.deal.hands


def _indicator(hand: Hand) -> tuple[int, int | None]:
    """Return the face-down card's bit and its seat, or 0 and None."""
    if isinstance(hand, Playing):
        # Up, and later played, it is an ordinary card.
        contract = hand.contract
        return (0, None) if hand.trump or not contract.indicator else (contract.indicator, contract.declarer)
    if isinstance(hand, Raising):
        return hand.indicator, hand.declarer
    if isinstance(hand, (Auction, Deciding)) and hand.indicator:
        return hand.indicator, hand.first_bidder
    return 0, None


def _bidding(hand: Hand) -> _Bidding:
    """Return what is known of the bid, its bidder and the declarer; a four-card cot has no bid (28-HSE-8)."""
    if isinstance(hand, Auction):
        bid, auction, bidder = hand.bid, hand.bid_auction, hand.bidder
    elif isinstance(hand, Folding):
        bid, auction, bidder = hand.bid, 1, hand.bidder
    elif isinstance(hand, Deciding):
        bid, auction, bidder = hand.bid, hand.bid_auction, hand.declarer
    elif isinstance(hand, Raising):
        bid, auction, bidder = hand.bid, 1, hand.declarer
    elif isinstance(hand, Playing):
        bid, auction, bidder = hand.contract.bid, hand.contract.auction, hand.contract.declarer
    else:
        return {}
    if bidder < 0:
        return {}
    return {
        "bid": bid or None,
        "bid_auction": auction if bid else None,
        "bidder": bidder,
        "declarer": None if isinstance(hand, (Auction, Folding)) else bidder,
        "honours": hand.rules.is_honours(bid, auction),
    }


def _leader(state: Playing) -> int:
    """Return the seat that led, or is to lead, to the running trick."""
    return (state.turn - len(state.trick)) % state.rules.players


def _winning(state: Playing) -> int:
    """Return the seat whose card wins the running trick as it lies. Source: 28-TRICK-1, 28-TRICK-3."""
    led = SUIT_CARDS[state.trick[0]]
    return trick_winner(state.rules, state.trick, _leader(state), led, state.trump, state.plain)


def _open_hands(hand: CotPlaying, known: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the open hands: that of the declarer's partner. Source: 28-HSE-7."""
    partners = (hand.rules.partners(hand.contract.declarer, seat) for seat in range(hand.rules.players))
    return tuple(codes_of(cards) if open_ else () for open_, cards in zip(partners, known, strict=True))


def _must_play(state: Playing) -> str | None:
    """Return the duty of the seat in turn after an ask or a reveal; the word reveals nothing of its hand.

    Source: 28-REV-3, 28-REV-5.
    """
    if not state.must:
        return None
    return "indicator" if state.must == state.contract.indicator else "trump"

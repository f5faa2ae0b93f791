"""What a seat may know of a game of 56.

Everything said and played is public, the trump too (56-PLAY-3); a hand is its holder's own. Nothing here shows
another seat's cards.
"""

from typing import TypedDict

from engine.fiftysix.cards import CODE_OF, SUIT_CARDS, SUIT_OF_MASK, codes_of, count_of
from engine.fiftysix.play import reason_of, trick_winner
from engine.fiftysix.state import Auction, Between, Game, Hand, Playing, Trick
from engine.views import Played, TrickTaken, View


class _Bidding(TypedDict, total=False):
    """The members of a view that tell of the bid."""

    bid: int | None
    bid_auction: int | None
    bidder: int | None
    declarer: int | None
    denomination: str | None
    doubled: int


def see(state: Game, seat: int | None) -> View:
    """Return what a seat, or the public (None), may know.

    Raises:
        ValueError: There is no such seat.
    """
    rules, tally = state.rules, state.tally
    if seat is not None and not 0 <= seat < rules.players:
        raise ValueError(f"{rules.id} has no seat {seat}")
    hand = state.last if isinstance(state, Between) else state
    if not isinstance(hand, Hand):
        return View(
            rules=rules.id,
            seat=seat,
            phase="deal",
            hand_number=0,
            dealer=None,
            opener=None,
            to_act=(),
            counts=(0,) * rules.players,
            points=(0,) * len(rules.sides),
            taken=(0,) * rules.players,
            score=tally.score,
            games=tally.games,
        )
    playing = hand if isinstance(hand, Playing) else None
    held = playing.held if playing else hand.deal.hands
    tricks = _tricks(playing) if playing else ()
    return View(
        rules=rules.id,
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
        trick=_in_trick(playing) if playing else (),
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


def _in_trick(state: Playing) -> tuple[Played, ...]:
    """Return the running trick."""
    players = state.rules.players
    leader = state.turn - len(state.trick)
    return tuple(Played((leader + place) % players, CODE_OF[card]) for place, card in enumerate(state.trick))


def _winning(state: Playing) -> int:
    """Return the seat whose card wins the running trick as it lies. Source: 56-PLAY-4."""
    players = state.rules.players
    leader = (state.turn - len(state.trick)) % players
    return trick_winner(state.trick, leader, SUIT_CARDS[state.trick[0]], state.contract.trump, players)


def _tricks(state: Playing) -> tuple[TrickTaken, ...]:
    """Return the complete tricks, the last one with its cards."""
    last = len(state.tricks)
    trump = state.contract.trump
    return tuple(
        TrickTaken(
            number,
            trick.leader,
            _cards(trick) if number == last else (),
            trick.winner,
            trick.points,
            reason_of(trick, trump),
        )
        for number, trick in enumerate(state.tricks, start=1)
    )


def _cards(trick: Trick) -> tuple[Played, ...]:
    """Return the cards of a complete trick."""
    players = len(trick.cards)
    return tuple(Played((trick.leader + place) % players, CODE_OF[card]) for place, card in enumerate(trick.cards))

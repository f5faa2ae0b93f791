"""Playing a hand of 28 out from a sample of the unseen cards, by the engine and a quick policy.

The policy is steady's play told in masks, but it sees the sampled cards: it takes what nobody can take from it, gives
points to its own side and none to the others, and asks for the trump, or turns it up, when points would be lost.
"""

from typing import cast

from engine import Action, CardPlayed, Event, Play, TrumpAsked, TrumpRevealed, View, evolve
from engine.cards import BIT, CODE_OF, POINTS, SUIT_CARDS, SUIT_MASK, bits_of
from engine.twentyeight.house import HouseRules
from engine.twentyeight.play import playable, trick_winner
from engine.twentyeight.score import one_camp_took_all
from engine.twentyeight.state import Contract, CotPlaying, Deal, Playing, Solo, Tally, TrumpedTrick
from games.bots.choice import Outcome
from games.bots.knowledge import own_cards, rules28, seat_of
from games.bots.sampling import Sample

POINT = 0.06
"""What a card point is worth beside the contract, in game points: hands that look alike differ by it."""

LOW = {bit: POINTS[bit] * 16 - number for number, bit in enumerate(CODE_OF)}
"""A card's place in the order from worth least, and ranking lowest, on; to compare cards of one suit by."""


def state_of(view: View, sample: Sample) -> Playing:
    """Return a state in which this view's seat is to play and the cards lie as sampled.

    Of the tricks that are past it has what scoring needs: who won them, and their points.
    """
    rules = rules28(view)
    seat = seat_of(view)
    held = 0
    for cards in sample.hands:
        held |= cards
    declarer = view.declarer if view.declarer is not None else seat
    hands = tuple(cards | (sample.indicator if at == declarer else 0) for at, cards in enumerate(sample.hands))
    trump = SUIT_MASK[view.trump] if view.trump is not None else 0
    turned_up = BIT[view.trump_card] if view.trump_card is not None else 0
    contract = Contract(
        declarer=declarer,
        bid=view.bid or 0,
        auction=view.bid_auction or 1,
        indicator=sample.indicator or turned_up,
        trump=trump or sample.trump,
        solo=_solo(view),
    )
    tricks = tuple(
        TrumpedTrick(leader=trick.leader, cards=(), winner=trick.winner, points=trick.points or 0, trump=0, plain=0)
        for trick in view.tricks
    )
    must = {None: 0, "indicator": contract.indicator, "trump": contract.trump}[view.must_play]
    # Without an indicator there is no trump at all: the four tricks of a cot.
    kind = Playing if contract.indicator else CotPlaying
    return kind(
        rules=rules,
        tally=Tally(hand=view.hand_number, dealer=view.dealer, stakes=None, score=None),
        deal=Deal(hands, hands, view.opener or 0, len(tricks) + len(own_cards(view))),
        said=(),
        contract=contract,
        gone=~held,
        turn=seat,
        trick=tuple(BIT[played.card] for played in view.trick),
        led=SUIT_CARDS[BIT[view.trick[0].card]] if view.trick else 0,
        trump=trump,
        must=must,
        turned_by=view.trump_revealed_by,
        points=view.points,
        tricks=tricks,
        plain=_plain(view, trump),
    )


def _solo(view: View) -> Solo | None:
    """Return the seat that plays alone, and the amount: from the raise turn, with four cards, or late.

    Source: 28-THANI-3, 28-HSE-8, 28-HSE-10.
    """
    if view.thani is None:
        return None
    rules = rules28(view)
    kind = "thani"
    if isinstance(rules, HouseRules):
        if view.bid is None:
            kind = "four_card_cot"
        elif not any(step.word == "thani" for step in view.auction):
            kind = "late_thani"
    return Solo(view.thani, getattr(rules, f"{kind}_won"), getattr(rules, f"{kind}_lost"))


def _plain(view: View, trump: int) -> int:
    """Return the number of cards of the running trick that can never be trumps, as far as the view shows.

    Source: 28-BOOK-3.
    """
    rules = rules28(view)
    if rules.early_trumps or not trump or not view.trick:
        return 0
    if view.must_play is not None:
        return len(view.trick)
    places = [place for place, played in enumerate(view.trick) if played.seat == view.trump_revealed_by]
    bits = tuple(BIT[played.card] for played in view.trick)
    leader = view.trick[0].seat
    if not places or trick_winner(rules, bits, leader, SUIT_CARDS[bits[0]], trump) == view.winning:
        return 0
    return places[0]


def play_out(state: Playing) -> Playing:
    """Return the state after the last card, everybody playing by the policy."""
    rules = state.rules
    declaring = rules.side_of(state.contract.declarer if state.contract.solo is None else state.contract.solo.seat)
    camps = tuple(rules.side_of(seat) == declaring for seat in range(rules.players))
    last = state.deal.size
    while len(state.tricks) < last:
        state = step(state, camps)
    return state


def worth(state: Playing, seat: int) -> float:
    """Return the value of a hand that is played out to a seat, in game points and a little for card points.

    Source: 28-SCO-1, 28-PAG-6, 28-THANI-3, 28-COT-1.
    """
    rules, contract = state.rules, state.contract
    solo = contract.solo
    scoring = rules.side_of(contract.declarer if solo is None else solo.seat)
    if solo is not None:
        won = sum(trick.winner == solo.seat for trick in state.tricks)
        value = solo.won if won == len(state.tricks) else -solo.lost + POINT * won
    else:
        taken = state.points[scoring]
        band = rules.band_of(contract.bid, contract.auction)
        times = 2 if rules.cot and one_camp_took_all(state) else 1
        value = times * (band.made if taken >= contract.bid else -band.failed) + POINT * taken
    return value if rules.side_of(seat) == scoring else -value


def outcome_of(state: Playing, seat: int) -> Outcome:
    """Return how a hand that is played out has ended for the side of a seat.

    Source: 28-SCO-1, 28-THANI-3.
    """
    rules, contract = state.rules, state.contract
    solo = contract.solo
    scoring = rules.side_of(contract.declarer if solo is None else solo.seat)
    taken = state.points[scoring]
    made = (
        taken >= contract.bid
        if solo is None
        else sum(trick.winner == solo.seat for trick in state.tricks) == len(state.tricks)
    )
    mine = rules.side_of(seat) == scoring
    return Outcome(worth(state, seat), made == mine, taken if mine else sum(state.points) - taken)


def step(state: Playing, camps: tuple[bool, ...]) -> Playing:
    """Return the state after the policy's next card, or the asking before it.

    Args:
        state: A hand in play.
        camps: By seat, whether it plays on the declarer's side.
    """
    seat = state.turn
    cards = playable(state, seat)
    if not cards & (cards - 1):
        bit = cards
    elif not state.trick:
        bit = _lead(state, seat, cards, camps)
    else:
        bit = _follow(state, seat, cards, camps)
    return _played(state, seat, bit) if bit else _turned_up(state, seat)


def after(state: Playing, action: Action) -> Playing:
    """Return the state after a card, an ask or a reveal of the seat in turn; the hand is not scored by it."""
    return _played(state, action.seat, BIT[action.card]) if isinstance(action, Play) else _turned_up(state, action.seat)


def _played(state: Playing, seat: int, bit: int) -> Playing:
    return _evolve(state, CardPlayed(seat, CODE_OF[bit]))


def _turned_up(state: Playing, seat: int) -> Playing:
    contract = state.contract
    if seat != contract.declarer:
        state = _evolve(state, TrumpAsked(seat))
    return _evolve(state, TrumpRevealed(contract.declarer, CODE_OF[contract.indicator]))


def _evolve(state: Playing, event: Event) -> Playing:
    return cast(Playing, evolve(state, event))


def _lead(state: Playing, seat: int, cards: int, camps: tuple[bool, ...]) -> int:
    """Lead what nobody can take, the declarer's trumps first; else the lowest card of no worth."""
    hands, gone = state.deal.hands, ~state.gone
    mine = camps[seat]
    others = 0
    for at, hand in enumerate(hands):
        if camps[at] != mine:
            others |= hand
    others &= gone
    level, trump = state.rules.level, state.trump
    best, best_worth = 0, -1
    for suit in SUIT_MASK.values():
        held = cards & suit
        if not held:
            continue
        top = held & -held
        higher = others & suit & (top - 1)
        if higher & ~level if top & level else higher:
            continue
        if suit == trump:
            if mine and others & suit:
                return top
            continue
        if trump and any(
            camps[at] != mine and not hand & gone & suit and hand & gone & trump for at, hand in enumerate(hands)
        ):
            continue
        if POINTS[top] > best_worth:
            best, best_worth = top, POINTS[top]
    return best or _low(cards, state.contract.trump if seat == state.contract.declarer else trump)


def _follow(state: Playing, seat: int, cards: int, camps: tuple[bool, ...]) -> int:
    """Take what can be kept, as a rule with the most points; give to one's own side. Return 0 to have the trump up."""
    rules, trick, led, trump = state.rules, state.trick, state.led, state.trump
    players = rules.players
    mine = camps[seat]
    leader = (seat - len(trick)) % players
    ahead = trick_winner(rules, trick, leader, led, trump, state.plain)
    best = trick[(ahead - leader) % players]
    secret = state.contract.trump if seat == state.contract.declarer else trump
    later = [(seat + place) % players for place in range(1, players - len(trick))]
    if camps[ahead] == mine:
        losers = cards & ~_winners(state, cards, best) or cards
        if all(camps[at] == mine or not _can_take(state, at, best) for at in later):
            return _rich(losers, secret)
        return _low(losers, secret)
    if not trump and not cards & led and not state.must and state.contract.indicator:
        # A player before the declarer of the same side leaves turning up the trump to the declarer.
        stake = sum(POINTS[bit] for bit in trick)
        if stake and (not mine or seat == state.contract.declarer):
            return 0
    winners = _winners(state, cards, best)
    sure = 0
    for bit in bits_of(winners):
        if all(camps[at] == mine or not _can_take(state, at, bit) for at in later):
            sure |= bit
    if not sure:
        return _low(cards, secret)
    if sure & trump & ~led:
        return _low(sure & trump, 0)
    return _rich(sure, 0)


def _winners(state: Playing, cards: int, best: int) -> int:
    """Return the cards that take the trick from the one that is winning it."""
    suit = SUIT_CARDS[best]
    level = state.rules.level
    higher = cards & suit & (best - 1)
    if best & level:
        higher &= ~level
    trump = state.trump
    return higher if not trump or suit == trump else higher | (cards & trump)


def _can_take(state: Playing, seat: int, best: int) -> bool:
    """Return whether a seat that is still to play has a card that beats this one."""
    hand = state.deal.hands[seat] & ~state.gone
    follows = hand & state.led
    return bool(_winners(state, follows or hand, best))


def _low(cards: int, trump: int) -> int:
    """Return the card worth least, and no trump if there is another."""
    return min(bits_of(cards & ~trump or cards), key=LOW.__getitem__)


def _rich(cards: int, trump: int) -> int:
    """Return the card of most points, but no trump if there is another."""
    return max(bits_of(cards & ~trump or cards), key=POINTS.__getitem__)

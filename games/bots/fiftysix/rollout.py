"""Playing a hand of 56 out from a sample of the unseen cards, by a quick policy on collections of cards.

The policy sees the sampled cards: it takes what nobody can take from it, gives points to its own side and none to the
others, draws the trumps of the others for the declarer's side. Trick by trick it follows `engine.fiftysix.play`, which
a test holds, without the history that the engine keeps.
"""

from collections.abc import Sequence

import msgspec

from engine.cards import bits_of
from engine.fiftysix.cards import CODE_OF, POINTS, SUIT_CARDS, SUIT_MASK
from engine.fiftysix.play import trick_winner
from engine.fiftysix.ruleset import FiftySix
from games.bots.choice import Outcome

POINT = 0.06
"""What a card point is worth beside the contract, in stake points: hands that look alike differ by it."""

UNITS = sum(CODE_OF)
LOW = {unit: POINTS[unit] * 16 - number for number, unit in enumerate(CODE_OF)}
"""A card's place in the order from worth least, and ranking lowest, on."""


class Contract(msgspec.Struct, frozen=True):
    """The contract and its value in stake points. `trump` is a suit's mask, or 0."""

    side: int
    number: int
    trump: int
    won: int
    lost: int


class Lying(msgspec.Struct):
    """A hand in play with all its cards known, as a sample has it. It changes with every card."""

    hands: list[int]
    trick: list[int]
    turn: int
    points: list[int]

    def __repr__(self) -> str:
        """Return the hand without a card: a good sample is the truth."""
        return f"<Lying, turn of {self.turn}>"

    def copy(self) -> "Lying":
        """Return a hand that may change by itself."""
        return Lying(self.hands.copy(), self.trick.copy(), self.turn, self.points.copy())


def kinds(cards: int) -> int:
    """Return the units of the cards of a collection, each once."""
    return (cards | cards >> 1) & UNITS


def play(lying: Lying, unit: int, trump: int, sides: Sequence[int]) -> None:
    """Play a card of the seat in turn. Source: 56-PLAY-1, 56-PLAY-4."""
    seat, trick = lying.turn, lying.trick
    lying.hands[seat] -= unit
    trick.append(unit)
    players = len(sides)
    if len(trick) < players:
        lying.turn = (seat + 1) % players
        return
    winner = trick_winner(tuple(trick), (seat + 1) % players, SUIT_CARDS[trick[0]], trump, players)
    lying.points[sides[winner]] += sum(POINTS[card] for card in trick)
    lying.turn = winner
    trick.clear()


def play_out(lying: Lying, contract: Contract, sides: Sequence[int]) -> None:
    """Play the hand to its last card, everybody by the policy."""
    hands, trump = lying.hands, contract.trump
    while hands[lying.turn]:
        play(lying, choose(lying, contract, sides), trump, sides)


def worth(lying: Lying, contract: Contract, side: int) -> float:
    """Return the value of a hand that is played out to a side, in stake points. Source: 56-CON-3, 56-SCORE-3."""
    taken = lying.points[contract.side]
    value = (contract.won if taken >= contract.number else -contract.lost) + POINT * taken
    return value if side == contract.side else -value


def outcome_of(lying: Lying, contract: Contract, side: int) -> Outcome:
    """Return how a hand that is played out has ended for a side. Source: 56-CON-3, 56-SCORE-3."""
    made = lying.points[contract.side] >= contract.number
    return Outcome(worth(lying, contract, side), made == (side == contract.side), lying.points[side])


def contract_of(rules: FiftySix, declarer: int, number: int, denomination: str, doubled: int) -> Contract:
    """Return a contract with its value. Source: 56-SCORE-3."""
    return Contract(
        side=rules.side_of(declarer),
        number=number,
        trump=SUIT_MASK.get(denomination, 0),
        won=rules.stake(number, doubled, made=True),
        lost=rules.stake(number, doubled, made=False),
    )


def choose(lying: Lying, contract: Contract, sides: Sequence[int]) -> int:
    """Return the unit of the policy's card."""
    hand = kinds(lying.hands[lying.turn])
    if not lying.trick:
        return hand if not hand & (hand - 1) else _lead(lying, hand, contract, sides)
    led = SUIT_CARDS[lying.trick[0]]
    cards = hand & led or hand
    return cards if not cards & (cards - 1) else _follow(lying, cards, led, contract.trump, sides)


def _lead(lying: Lying, cards: int, contract: Contract, sides: Sequence[int]) -> int:
    """Lead what nobody can take, the declarer's trumps first; else a low card to a partner who takes the trick."""
    hands, seat, trump = lying.hands, lying.turn, contract.trump
    mine = sides[seat]
    others = [hand for hand, side in zip(hands, sides, strict=True) if side != mine]
    theirs = ours = 0
    for at, hand in enumerate(hands):
        if sides[at] != mine:
            theirs |= hand
        elif at != seat:
            ours |= hand
    best, best_worth, fed = 0, -1, 0
    for suit in SUIT_MASK.values():
        own = cards & suit
        if not own:
            continue
        top = own & -own
        # Of two equal cards the one led wins.
        sure = not theirs & suit & (top - 1)
        if suit == trump:
            if sure and mine == contract.side and theirs & suit:
                return top
            continue
        if trump and any(hand & trump and not hand & suit for hand in others):
            continue
        if sure:
            if POINTS[top] > best_worth:
                best, best_worth = top, POINTS[top]
            continue
        partners = kinds(ours) & suit
        highest = partners & -partners
        # A partner plays after one of the others, who may hold an equal card.
        if highest and not kinds(theirs) & suit & (2 * highest - 1):
            fed |= own
    return best or _low(fed or cards, trump)


def _follow(lying: Lying, cards: int, led: int, trump: int, sides: Sequence[int]) -> int:
    """Take what can be kept, as a rule with the most points; give to one's own side and nothing to the others."""
    hands, seat, trick = lying.hands, lying.turn, lying.trick
    players = len(sides)
    mine = sides[seat]
    leader = (seat - len(trick)) % players
    ahead = trick_winner(tuple(trick), leader, led, trump, players)
    best = trick[(ahead - leader) % players]
    behind = []
    for place in range(1, players - len(trick)):
        at = (seat + place) % players
        if sides[at] != mine:
            hand = kinds(hands[at])
            behind.append(hand & led or hand)
    if sides[ahead] == mine:
        losers = cards & ~_above(best, trump, cards) or cards
        if any(_above(best, trump, hand) for hand in behind):
            return _low(losers, trump)
        return _rich(losers, trump)
    sure = 0
    for unit in bits_of(_above(best, trump, cards)):
        if not any(_above(unit, trump, hand) for hand in behind):
            sure |= unit
    if not sure:
        return _low(cards, trump)
    if sure & trump & ~led:
        return _low(sure & trump, 0)
    return _rich(sure, 0)


def _above(best: int, trump: int, cards: int) -> int:
    """Return the cards that take the trick from the one that is winning it. Source: 56-PLAY-4."""
    suit = SUIT_CARDS[best]
    higher = cards & suit & (best - 1)
    return higher if not trump or suit == trump else higher | (cards & trump)


def _low(cards: int, trump: int) -> int:
    """Return the card worth least, and no trump if there is another."""
    return min(bits_of(cards & ~trump or cards), key=LOW.__getitem__)


def _rich(cards: int, trump: int) -> int:
    """Return the card of most points, but no trump if there is another."""
    return max(bits_of(cards & ~trump or cards), key=POINTS.__getitem__)

"""Whether a claim is certain: the rest of the tricks for the claimer's side, however the other cards lie. Pure.

The claimer, once on lead, draws trumps and then plays each suit from the top. For one other hand it is easily said
whether that can fail: the hand has more trumps than the claimer, or enough cards of a suit to keep a higher one until
it counts. Each hand is thought to lie as badly as it may, the partner's too, who might have to win and then to lead.
So a yes is never wrong; a no may be, where the partner would help or where two hands cannot both lie badly.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

import engine

LED_BY_PARTNER = 3
"""With more cards than these what follows a partner's lead is not looked into: it would be long, and seldom yes."""


class Holding(msgspec.Struct, frozen=True):
    """The possible holding of another seat: some of these cards, or if `exact` is true just these."""

    cards: tuple[str, ...]
    exact: bool

    def __repr__(self) -> str:
        """Return the holding without a card."""
        return f"<Holding of {len(self.cards)}>"


class Ending(msgspec.Struct, frozen=True):
    """The end of a hand as one seat knows it.

    Attributes:
        claimer: The seat whose cards lie open.
        side: The seats of its side.
        ranks: The ranks, high to low.
        trump: The trump suit's letter, or None.
        others: By seat, what each other one may hold.
    """

    claimer: int
    side: frozenset[int]
    ranks: str
    trump: str | None
    others: Mapping[int, Holding]

    def beats(self, card: str, best: str) -> bool:
        """Return whether a card played later takes the trick: of two equal ones the first does. Source: 56-PLAY-4."""
        if card[0] == best[0]:
            return self.ranks.index(card[1]) < self.ranks.index(best[1])
        return card[0] == self.trump


def certain(ending: Ending, trick: Sequence[engine.Played], turn: int, hand: list[str]) -> bool:
    """Return whether the claimer's side takes the running trick and all that follow, whatever the others hold and play.

    Args:
        ending: The known cards.
        trick: The cards of the running trick, in the order played.
        turn: The seat in turn.
        hand: The claimer's cards.
    """
    if not trick:
        if not hand:
            return True
        if turn == ending.claimer:
            return runs_out(ending, hand)
        leads = dict.fromkeys(ending.others[turn].cards)
        return all(_from_trick(ending, [engine.Played(turn, card)], hand) for card in leads)
    return _from_trick(ending, list(trick), hand)


def _from_trick(ending: Ending, trick: list[engine.Played], hand: list[str]) -> bool:
    """Return the same with at least one card on the table."""
    seats = len(ending.others) + 1
    first = trick[0].seat
    waiting = [(first + place) % seats for place in range(len(trick), seats)]
    if ending.claimer not in waiting:
        return _closed(ending, trick, waiting, hand, set(waiting))
    led = trick[0].card[0]
    follows = [card for card in hand if card[0] == led]
    before = set(waiting[: waiting.index(ending.claimer)])
    behind = set(waiting) - before - {ending.claimer}
    for card in dict.fromkeys(follows or hand):
        rest = hand.copy()
        rest.remove(card)
        # The cards of those before the claimer are not known yet: its card has to win against any of them.
        played = [*trick, engine.Played(ending.claimer, card)]
        if _closed(ending, played, [*before, *behind], rest, behind):
            return True
    return False


def _closed(
    ending: Ending, trick: Sequence[engine.Played], missing: Sequence[int], hand: list[str], behind: set[int]
) -> bool:
    """Return whether the trick goes to the claimer's side for certain, and then all others do.

    Args:
        ending: The known cards.
        trick: The cards played so far, the claimer's last.
        missing: The seats that have not played.
        hand: The claimer's remaining cards.
        behind: Those of them that play after the card that is winning; the others have to play a worse card, for of
            two equal ones the first wins.
    """
    best = trick[0]
    for played in trick[1:]:
        if ending.beats(played.card, best.card):
            best = played
    if best.seat not in ending.side or (best.seat != ending.claimer and len(hand) > LED_BY_PARTNER):
        return False
    led = trick[0].card[0]
    for seat in missing:
        if not hand and seat in ending.side:
            # Nothing is led after the last trick: the partner may win it as well.
            continue
        late = seat in behind or best.seat != ending.claimer
        for card in _playable(ending.others[seat], led):
            if ending.beats(card, best.card) or (not late and card == best.card):
                return False
    # One of its cards a seat will have played by then, nobody knows which: so none is sure to be there to follow with.
    later = {seat: Holding(holding.cards, exact=False) for seat, holding in ending.others.items()}
    return certain(msgspec.structs.replace(ending, others=later), (), best.seat, hand)


def _playable(holding: Holding, led: str) -> Sequence[str]:
    """Return the cards that a seat may play to a trick, as far as that is known. Source: 56-PLAY-3."""
    follows = [card for card in holding.cards if card[0] == led]
    return follows if holding.exact and follows else holding.cards


def runs_out(ending: Ending, hand: Sequence[str]) -> bool:
    """Return whether the claimer, leading, takes every trick: trumps first, then each suit from the top."""
    last = len(hand) == 1
    return all(
        _holds_against(ending, hand, holding)
        for seat, holding in ending.others.items()
        if not (last and seat in ending.side)
    )


def _holds_against(ending: Ending, hand: Sequence[str], holding: Holding) -> bool:
    """Return whether no possible hand of this seat takes a trick from the leading claimer."""
    trumps = sum(card[0] == ending.trump for card in hand)
    for suit in {card[0] for card in hand} | ({ending.trump} if ending.trump else set()):
        mine = sorted(ending.ranks.index(card[1]) for card in hand if card[0] == suit)
        theirs = [ending.ranks.index(card[1]) for card in holding.cards if card[0] == suit]
        most = min(len(theirs), len(hand))
        if suit == ending.trump and most > trumps:
            # The claimer runs out of trumps, and the seat of cards of the suits led.
            return False
        # A higher card is kept until this one is led, if there are enough lower ones to play before.
        if any(min(theirs) < rank for rank in mine[:most]):
            return False
    return True


def is_certain(
    view: engine.View, claimer: int, laid_open: tuple[str, ...], tricks: Sequence[engine.TrickTaken] = ()
) -> bool:
    """Return whether the claimer's side takes every remaining trick, however the cards hidden from this seat lie.

    Never yes to what could fail; no to some claims that could not, where it would take the claimer's partner's help.

    Args:
        view: The view of the seat that is asked.
        claimer: The claimer's seat.
        laid_open: The claimer's cards.
        tricks: Complete tricks of the hand with their cards; without them only the last one is known.

    Source: 56-PLAY-6.
    """
    if view.phase != "play" or len(view.to_act) != 1:
        return False
    (turn,) = view.to_act
    return certain(_ending(view, claimer, laid_open, tricks), view.trick, turn, list(laid_open))


def _ending(view: engine.View, claimer: int, laid_open: tuple[str, ...], tricks: Sequence[engine.TrickTaken]) -> Ending:
    """Return the possible holdings of all hands: the viewing seat's own cards, and the unseen cards for the others."""
    rules = engine.load_rules(view.rules)
    known = {trick.number: trick.cards for trick in tricks if trick.cards}
    if view.last_trick is not None:
        known[view.last_trick.number] = view.last_trick.cards
    runs = [*known.values(), view.trick]
    out = Counter(rules.deck)
    out.subtract(laid_open)
    out.subtract(view.hand if view.seat != claimer else ())
    for run in runs:
        out.subtract(played.card for played in run)
    short = {(played.seat, run[0].card[0]) for run in runs for played in run if played.card[0] != run[0].card[0]}
    others = {}
    for seat in range(rules.players):
        if seat == claimer:
            continue
        if seat == view.seat:
            others[seat] = Holding(view.hand, exact=True)
        else:
            free = [card for card, copies in out.items() if (seat, card[0]) not in short for _ in range(copies)]
            others[seat] = Holding(tuple(free), exact=False)
    side = frozenset(seat for seat in range(rules.players) if rules.side_of(seat) == rules.side_of(claimer))
    return Ending(claimer, side, rules.ranks, view.trump, others)

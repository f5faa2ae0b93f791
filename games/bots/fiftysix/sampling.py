"""Samples of the unseen cards of a hand of 56 that agree with all that a seat knows.

A seat knows its own cards, the cards of the tricks that it remembers, who did not follow suit there, how many cards
each has in hand, and what the calls have shown by the convention card, less what was played since.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec

import engine
from engine.conventions import ConventionCard, Count, default_card, meanings_of
from engine.fiftysix.cards import UNIT, held
from engine.fiftysix.ruleset import FiftySix
from games.bots.knowledge import rules_of, seat_of

ATTEMPTS = 12
"""So often a sample is begun anew before what the calls have shown is let go, and as often before empty suits are."""

TRUST = 0.85
"""How often a sample has what a call has shown; the caller may have meant something else."""

GONE = -1
"""The place of cards that were played in tricks that the seat has forgotten."""


class SuitBounds(msgspec.Struct, frozen=True):
    """The least and greatest number of cards of a kind that a seat still has by its calls."""

    seat: int
    codes: frozenset[str]
    low: int
    high: int


class Knowledge56:
    """The knowledge of one seat at one moment of the play, computed once for many samples."""

    def __init__(
        self, view: engine.View, tricks: Sequence[engine.TrickTaken] = (), card: ConventionCard | None = None
    ) -> None:
        """Take a view apart.

        Args:
            view: The view of a seat, in play.
            tricks: Complete tricks of this hand with their cards, as far as the seat remembers more than the last.
            card: The conventions by which the calls are read; by default those of the rule set.
        """
        rules = rules_of(view)
        assert isinstance(rules, FiftySix)
        self.view = view
        self.rules = rules
        self.seat = seat_of(view)
        remembered = {trick.number: trick for trick in tricks if trick.cards}
        if view.last_trick is not None and view.last_trick.cards:
            remembered[view.last_trick.number] = view.last_trick
        runs = [trick.cards for trick in remembered.values()] + [view.trick]
        self.played = [Counter[str]() for _ in view.counts]
        for run in runs:
            for played in run:
                self.played[played.seat][played.card] += 1
        left = Counter(rules.deck)
        left.subtract(view.hand)
        for cards in self.played:
            left.subtract(cards)
        self.unseen = list(left.elements())
        self.room = {seat: view.counts[seat] for seat in range(rules.players) if seat != self.seat}
        forgotten = len(self.unseen) - sum(self.room.values())
        if forgotten > 0:
            self.room[GONE] = forgotten
        self.short = {
            (played.seat, run[0].card[0]) for run in runs for played in run if played.card[0] != run[0].card[0]
        }
        self.shown = self._suit_bounds(card or default_card(rules))

    def _suit_bounds(self, card: ConventionCard) -> list[SuitBounds]:
        """Return the cards shown by calls that are still in hand. Source: 56-CNV-2."""
        found = []
        for meaning in meanings_of(card, self.view.auction, self.rules):
            if meaning is None or meaning.convention.doubtful or meaning.seat not in self.room:
                continue
            for fact in meaning.readings[0].facts:
                if not isinstance(fact, Count):
                    continue
                codes = frozenset(suit + rank for suit in fact.suits for rank in fact.ranks)
                gone = sum(self.played[meaning.seat][code] for code in codes)
                low, high = max(fact.low - gone, 0), max(fact.high - gone, 0)
                if low or high < self.room[meaning.seat]:
                    found.append(SuitBounds(meaning.seat, codes, low, high))
        # The most informative facts are dealt first.
        return sorted(found, key=lambda shown: len(shown.codes))

    def sample(self, chance: Random) -> list[int]:
        """Return the cards as they may lie: a collection by seat, as `engine.fiftysix.cards` keeps them."""
        for attempt in range(2 * ATTEMPTS + 1):
            shown = [one for one in self.shown if chance.random() < TRUST] if attempt < ATTEMPTS else []
            short = self.short if attempt < 2 * ATTEMPTS else set()
            dealt = self._dealt(shown, short, chance)
            if dealt is not None:
                break
        else:
            raise AssertionError("without bars every card has a place")
        dealt[self.seat] = held(self.view.hand)
        return [dealt.get(seat, 0) for seat in range(self.rules.players)]

    def _dealt(self, shown: list[SuitBounds], short: set[tuple[int, str]], chance: Random) -> dict[int, int] | None:
        """Return the unseen cards by seat, or None if they do not come out this time."""
        pool = self.unseen.copy()
        chance.shuffle(pool)
        room = self.room.copy()
        hands = dict.fromkeys(room, 0)
        limits: dict[int, list[_Limit]] = {}
        for one in shown:
            wanted = min(one.low, room[one.seat])
            fitting = [code for code in pool if code in one.codes and (one.seat, code[0]) not in short][:wanted]
            for code in fitting:
                pool.remove(code)
                hands[one.seat] += UNIT[code]
            room[one.seat] -= len(fitting)
            if one.high < self.room[one.seat]:
                limits.setdefault(one.seat, []).append(_Limit(one.codes, one.high - wanted))
        places = {code: [seat for seat in room if (seat, code[0]) not in short] for code in set(pool)}
        # The cards with the fewest places first; the order among equals is by chance.
        for code in sorted(pool, key=lambda code: len(places[code])):
            open_to = [seat for seat in places[code] if room[seat] and not _is_denied(limits.get(seat), code)]
            if not open_to:
                return None
            (seat,) = chance.choices(open_to, [room[seat] for seat in open_to]) if len(open_to) > 1 else open_to
            hands[seat] += UNIT[code]
            room[seat] -= 1
            for limit in limits.get(seat, ()):
                if code in limit.codes:
                    limit.left -= 1
        return hands


class _Limit(msgspec.Struct):
    """The number of cards of a kind that a seat may still get."""

    codes: frozenset[str]
    left: int


def _is_denied(limits: list[_Limit] | None, code: str) -> bool:
    return limits is not None and any(limit.left <= 0 and code in limit.codes for limit in limits)

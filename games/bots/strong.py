"""A stronger card player: it plays out many samples of the unseen cards and takes the best card.

For every sample (`games.bots.sampling`) each card that it may play is tried and the hand played out
(`games.bots.rollout`); what gains most on average is done. For 56 these two are in `games.bots.fiftysix`. All
but the play it does as the steady bot. It sees what its seat sees, and remembers the tricks that it is given; the truth
it never gets.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from time import monotonic

import engine
from engine.cards import BIT, POINTS, SUIT_CARDS, bits_of, mask_of
from games import bots
from games.bots.fiftysix.search import choose_by_sampling
from games.bots.knowledge import rules28, seat_of
from games.bots.rollout import after, play_out, state_of, worth
from games.bots.sampling import Knowledge

FAVOUR = 0.05
"""What steady's own choice is preferred by, in game points: a difference below it is chance."""


def choose_strong(
    view: engine.View,
    *,
    chance: Random,
    seconds: float,
    samples: int | None = None,
    tricks: Sequence[engine.TrickTaken] = (),
) -> engine.Action:
    """Return the stronger bot's action for the view of its seat.

    Args:
        view: The view of a seat whose turn it is, of any rule set.
        chance: The source of its samples.
        seconds: The time it may think, by the clock.
        samples: At most so many samples; if the time does for them, the same choice every time for an equal `chance`.
        tricks: Complete tricks of this hand with their cards, if it is to remember more than the last one.

    Raises:
        ValueError: The seat has nothing to do.
    """
    usual = bots.choose(view)
    if view.phase != "play":
        return usual
    rounds = _in_time(seconds, samples)
    if bots.names_suits(view):
        assert isinstance(usual, engine.Play)
        return choose_by_sampling(view, usual, chance=chance, rounds=rounds, tricks=tricks, favour=FAVOUR)
    if not isinstance(usual, (engine.Play, engine.Ask, engine.Reveal)):
        return usual
    options = candidates(view, usual)
    if len(options) == 1:
        return usual
    seat = seat_of(view)
    knowledge = Knowledge(view, tricks)
    gains = [0.0] * len(options)
    for _ in rounds:
        gains[0] += FAVOUR
        start = state_of(view, knowledge.sample(chance))
        for number, option in enumerate(options):
            gains[number] += worth(play_out(after(start, option)), seat)
    return options[max(range(len(options)), key=gains.__getitem__)]


def candidates(view: engine.View, usual: engine.Action) -> list[engine.Action]:
    """Return the choices worth trying, the usual one first, one of each group of equivalent cards.

    Cards of a suit are so if they have the same points and no card that may be with others ranks between them.
    """
    cards = mask_of(action.card for action in view.legal if isinstance(action, engine.Play))
    others = mask_of(rules28(view).deck) & ~mask_of(view.hand) & ~mask_of(played.card for played in view.trick)
    options = [usual]
    tried = BIT[usual.card] if isinstance(usual, engine.Play) else 0
    seen = list(bits_of(tried))
    for bit in bits_of(cards & ~tried):
        if not any(_alike(bit, other, others) for other in seen):
            seen.append(bit)
    by_bit = {BIT[action.card]: action for action in view.legal if isinstance(action, engine.Play)}
    options += [by_bit[bit] for bit in seen if bit != tried]
    options += [action for action in view.legal if isinstance(action, (engine.Ask, engine.Reveal)) and action != usual]
    return options


def _alike(one: int, other: int, others: int) -> bool:
    if SUIT_CARDS[one] != SUIT_CARDS[other] or POINTS[one] != POINTS[other]:
        return False
    between = (max(one, other) - 1) & ~(2 * min(one, other) - 1)
    return not between & others


def _in_time(seconds: float, samples: int | None) -> Iterator[int]:
    """Yield 1, 2, 3 and so on while there is time; at least once."""
    end = monotonic() + seconds
    for number in count(1):
        yield number
        if number == samples or monotonic() >= end:
            return

"""A stronger card player: it plays out many samples of the unseen cards and takes the best card.

For every sample (`games.bots.sampling`) each card that it may play is tried and the hand played out
(`games.bots.rollout`); what gains most on average is done. For 56 these two are in `games.bots.fiftysix`. All
but the play it does as the steady bot. It sees what its seat sees, and remembers the tricks that it is given; the truth
it never gets.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from random import Random
from time import monotonic

import engine
from engine.cards import BIT, POINTS, SUIT_CARDS, bits_of, mask_of
from games import bots
from games.bots.choice import Outcome
from games.bots.fiftysix import search as fiftysix
from games.bots.knowledge import rules28, seat_of
from games.bots.rollout import after, outcome_of, play_out, state_of
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
    options = options_of(view, usual, tricks)
    if len(options) == 1:
        return usual
    gains = [0.0] * len(options)
    for ends in outcomes(view, options, chance=chance, rounds=_in_time(seconds, samples), tricks=tricks):
        gains[0] += FAVOUR
        for number, end in enumerate(ends):
            gains[number] += end.worth
    return options[max(range(len(options)), key=gains.__getitem__)]


def options_of(
    view: engine.View, usual: engine.Action, tricks: Sequence[engine.TrickTaken] = ()
) -> list[engine.Action]:
    """Return the choices worth trying at a moment of the play, the usual one first; that one alone if it is no card.

    Args:
        view: The view of a seat whose turn it is, in play.
        usual: What the steady bot does.
        tricks: Complete tricks of this hand with their cards, as far as the seat remembers more than the last.
    """
    if bots.names_suits(view):
        return list(fiftysix.options_of(view, usual, tricks)) if isinstance(usual, engine.Play) else [usual]
    return candidates(view, usual) if isinstance(usual, engine.Play | engine.Ask | engine.Reveal) else [usual]


def outcomes(
    view: engine.View,
    options: Sequence[engine.Action],
    *,
    chance: Random,
    rounds: Iterable[int],
    tricks: Sequence[engine.TrickTaken] = (),
) -> Iterator[list[Outcome]]:
    """Yield, for each sample of the unseen cards, how the hand ends with each option.

    Args:
        view: The view of a seat whose turn it is, in play.
        options: Cards to play, or to have the trump turned up.
        chance: The source of the samples.
        rounds: One element for each sample.
        tricks: Complete tricks of this hand with their cards, as far as the seat remembers more than the last.
    """
    if bots.names_suits(view):
        cards = [option for option in options if isinstance(option, engine.Play)]
        yield from fiftysix.outcomes(view, cards, chance=chance, rounds=rounds, tricks=tricks)
        return
    seat = seat_of(view)
    knowledge = Knowledge(view, tricks)
    for _ in rounds:
        start = state_of(view, knowledge.sample(chance))
        yield [outcome_of(play_out(after(start, option)), seat) for option in options]


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

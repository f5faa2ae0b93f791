"""When a running game ends, by its own pace and that of the event. Pure; times are seconds since 1970 UTC."""

from typing import Final

from msgspec import Struct

OWN_HANDS: Final = 4
"""The pace of the event weighs as much in a table's own pace as so many of its hands."""


class Game(Struct, frozen=True):
    """A game that is being played.

    Attributes:
        began: When it was called.
        hands: The hands that it has, at least one.
        done: Those that are played; None: nobody knows, for only its result is entered.
        moved: When the last of them ended; `began` before the first.
        until: No hand begins after this time; None without a limit.
    """

    began: float
    hands: int
    done: int | None
    moved: float
    until: float | None = None


def end_of(game: Game, pace: float, now: float) -> float:
    """Return when a game ends. It is never before now, and never earlier because time has passed without a hand.

    Args:
        game: The game.
        pace: The seconds of a hand in this event.
        now: The present.
    """
    if game.done is None:
        return _within(game, game.began + game.hands * pace, pace, now)
    own = own_pace(game, pace)
    left = max(0, game.hands - game.done)
    if not left:
        return max(now, game.moved)
    # The running hand ends at its time, or, when that is over, at any moment.
    return _within(game, max(now, game.moved + own) + (left - 1) * own, own, now)


def own_pace(game: Game, pace: float) -> float:
    """Return the seconds of a hand at this table: its own, drawn towards the pace of the event while hands are few."""
    done = game.done or 0
    return (max(0.0, game.moved - game.began) + pace * OWN_HANDS) / (done + OWN_HANDS)


def _within(game: Game, end: float, pace: float, now: float) -> float:
    """Return an end that is not after the last hand which the time limit admits, and not before now."""
    if game.until is not None:
        end = min(end, game.until + pace)
    return max(now, end)

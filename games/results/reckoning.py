"""What a hand and a game come to for those who played them. Pure."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

import engine

CANCELLED = "cancelled"


class Running(msgspec.Struct, frozen=True):
    """What is carried from hand to hand of a game.

    Attributes:
        seats: Who sits where now, as ids; empty where nobody is known.
        bots: The seats that the house plays.
        score: Each side's stake points of 56 after the last hand, penalties since included.
        games: The games of 56 that each side had won by then, in a match of games.
        again: That hand won a game of the match: the score starts at nought with the next.
    """

    seats: tuple[str, ...]
    bots: tuple[int, ...] = ()
    score: tuple[int, ...] = ()
    games: tuple[int, ...] = ()
    again: bool = False


class Contract(NamedTuple):
    """What was played for in a hand, by which seat, and whether it was made."""

    declarer: int
    number: int
    made: bool


def seated(running: Running, seat: int, player: str, *, bot: bool = False) -> Running:
    """Return the game with somebody at a seat; with nobody for an empty id."""
    seats = (*running.seats[:seat], player, *running.seats[seat + 1 :])
    bots = tuple(sorted({*running.bots, seat} if bot else {*running.bots} - {seat}))
    return msgspec.structs.replace(running, seats=seats, bots=bots)


def scored_by(running: Running, scored: engine.HandScored, sides: int) -> tuple[Running, tuple[int, ...]]:
    """Return the game after a hand, and what each side won in it: game points, or in 56 stake points.

    Args:
        running: The game before it.
        scored: How it came out.
        sides: How many sides there are.

    Source: 28-AUD-6, 56-SCORE-1, 56-MATCH-2.
    """
    if scored.game_points is not None:
        return running, scored.game_points
    before = _standing(running, sides)
    after = scored.score or before
    won = scored.games or ()
    running = msgspec.structs.replace(running, score=after, games=won, again=won != (running.games or (0,) * len(won)))
    return running, tuple(new - old for new, old in zip(after, before, strict=True))


def awarded(running: Running, event: engine.PenaltyAwarded, sides: int) -> tuple[Running, tuple[int, ...]]:
    """Return the game after stake points were awarded, and what each side won by it. Source: 56-IRR-14."""
    more = tuple(event.stake if side == event.side else 0 for side in range(sides))
    score = tuple(old + new for old, new in zip(_standing(running, sides), more, strict=True))
    return msgspec.structs.replace(running, score=score, again=False), more


def _standing(running: Running, sides: int) -> tuple[int, ...]:
    """Return the score with which the next hand begins."""
    return running.score if running.score and not running.again else (0,) * sides


def contract_of(rules: engine.RuleSet, scored: engine.HandScored) -> Contract | None:
    """Return the contract of a hand with whether it was made; None where none was played out.

    Source: 28-SCO-1, 28-CON-1, 56-CON-3, 56-PLAY-6.
    """
    if scored.declarer is None or scored.bid is None:
        return None
    if scored.outcome in ("made", "failed", "conceded"):
        return Contract(scored.declarer, scored.bid, scored.outcome == "made")
    if scored.outcome in ("claimed", "adjusted") and scored.points is not None:
        return Contract(scored.declarer, scored.bid, scored.points[rules.side_of(scored.declarer)] >= scored.bid)
    return None


def differences(points: Sequence[int]) -> tuple[int, ...]:
    """Return for each side its own points less those of each other side: over all sides 0."""
    total = sum(points)
    return tuple(len(points) * own - total for own in points)


def outcome_for(side: int, winners: Sequence[int]) -> str:
    """Return `W`, `D` or `L` for a side of a finished game; several winners have drawn, none means nobody has won."""
    if not winners:
        return "D"
    if side not in winners:
        return "L"
    return "W" if len(winners) == 1 else "D"


def winners_by(points: Sequence[int]) -> tuple[int, ...]:
    """Return the sides with most points, ties together."""
    return tuple(side for side, own in enumerate(points) if own == max(points))


def running_of(kept: Any) -> Running:
    """Return what a row keeps of a running game."""
    return msgspec.convert(kept, Running)

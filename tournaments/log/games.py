"""The results of games, read from the streams of their tables and score sheets."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from msgspec import Struct

import engine
from engine.reckoning import CANCELLED, Account, awarded, scored_by
from games import store
from games.events.sheets import MatchStopped
from games.rescoring.reading import ADJUSTING
from games.sheets.state import fold_all
from tournaments.events.playing import EndedBy

_ENDS: Final = ("GameFinished", "TableClosed")
_STOPPED: Final = "GameStopped"
_READ: Final = ("TableOpened", "SheetOpened", "HandScored", "PenaltyAwarded", "MatchForfeited", _STOPPED, *_ENDS)


class Ended(Struct, frozen=True):
    """What a game came to.

    Attributes:
        version: The version of the event that ended it.
        points: The points of each side.
        winners: The sides that won; empty: nobody did.
        hands: The hands that count.
        ended_by: How it ended.
    """

    version: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    hands: int
    ended_by: EndedBy


def when_one_ends(follow: Callable[[UUID], object]) -> None:
    """Call a function with the stream of each game that ends, after the commit."""

    def look(new: Sequence[store.StoredEvent]) -> None:
        for stream in dict.fromkeys(one.stream for one in new if one.type in _ENDS):
            follow(stream)

    store.subscribe(look)


def lock_game(stream: UUID) -> None:
    """Have the stream of a game for this transaction alone."""
    store.lock_streams([stream])


def find_ended(stream: UUID) -> Ended | None:
    """Return what the game at a table, or on a score sheet, came to; None while it is played, or if it was called off.

    Several winners have drawn. Source: 28-END-3, 28-WIK-5, 56-IRR-14, 56-IRR-27.
    """
    stored = store.load(stream, opened=False, only=_READ)
    if stored and stored[0].type == "SheetOpened":
        return ended_of(store.load(stream))
    return ended_of(stored)


def ended_of(stored: Sequence[Any]) -> Ended | None:
    """Return what a game came to by the events of its stream; None while it is played, or if it was called off.

    Args:
        stored: Of a score sheet all its events; of a table all, or those that end a hand or the game. Nothing sealed is
            looked at.
    """
    if stored and stored[0].type == "SheetOpened":
        return _ended_on_sheet(stored)
    stored = [one for one in stored if one.type in _READ]
    if not stored or stored[-1].type not in _ENDS:
        return None
    opened, last = stored[0].event, stored[-1]
    rules = engine.load_rules(opened.rules, opened.options, version=opened.engine)
    points, hands = _won([one.event for one in stored], len(rules.sides))
    winners = tuple(last.event.winners) if last.type == "GameFinished" else ()
    return Ended(
        last.version, points, winners if len(winners) < len(rules.sides) else (), hands, _ended_by(opened, stored)
    )


def called_off(stream: UUID) -> int | None:
    """Return the version at which the tournament closed a table without a result; None if it did not."""
    stopped = [one for one in store.load(stream, opened=False, only=(_STOPPED,)) if one.event.at_once]
    return stopped[-1].version if stopped else None


def _ended_on_sheet(stored: Sequence[Any]) -> Ended | None:
    """Return what a sheet came to: entries may have been taken back since, so it is folded whole.

    What a case adjusted afterwards is no new end of the game: it comes to the tournament with the case.
    """
    state = fold_all(None, [one for one in stored if not isinstance(one.event, ADJUSTING)])
    if state is None or not state.is_finished:
        return None
    sides = len(state.rules.sides)
    points, hands = _won([event for entry in state.standing_entries for event in entry.followed], sides)
    winners = tuple(state.sheet.tally.winners)
    last = state.last
    stopped = last is not None and isinstance(last.event, MatchStopped)
    return Ended(state.version, points, winners if len(winners) < sides else (), hands, "time" if stopped else "ending")


def _won(events: Iterable[Any], sides: int) -> tuple[tuple[int, ...], int]:
    """Return the points that each side won in the events of a game, and the hands that count.

    Source: 28-AUD-6, 56-SCORE-1, 56-MATCH-2, 56-IRR-14.
    """
    account, points, hands = Account(), (0,) * sides, 0
    for event in events:
        won = (0,) * sides
        if isinstance(event, engine.HandScored):
            account, won = scored_by(account, event, sides)
            hands += event.outcome != CANCELLED
        elif isinstance(event, engine.PenaltyAwarded):
            account, won = awarded(account, event, sides)
        points = tuple(had + more for had, more in zip(points, won, strict=True))
    return points, hands


def _ended_by(opened: Any, stored: Sequence[store.StoredEvent]) -> EndedBy:
    """Return how a game ended: the engine ends one by a hand's score or a forfeit, the server by time or absence."""
    before, last = stored[-2], stored[-1]
    if before.type == "MatchForfeited":
        return "forfeit"
    if last.type == "GameFinished" and before.type == "HandScored" and before.version == last.version - 1:
        return "ending"
    called = any(one.type == _STOPPED for one in stored)
    over = _is_time_over(opened.play_minutes, stored[0].recorded_at, last.recorded_at)
    return "time" if called or over else "abandoned"


def _is_time_over(minutes: int | None, began: datetime, ended: datetime) -> bool:
    return minutes is not None and ended - began >= timedelta(minutes=minutes)

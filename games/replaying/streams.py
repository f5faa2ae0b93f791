"""Replaying streams: whether each event may have happened where it stands, and by whom.

The store checks that an event is as it was appended (`games.store.verify`); this module checks it against the rules. A
stream is folded command by command: the engine decides the events of each command anew from the state before it, and
they must equal the stored ones. Pure.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final
from uuid import UUID

import engine
from engine.limits import MOST_HANDS, least_and_most
from games.events import results, sheets
from games.events import tables as events
from games.replaying.refused import Refused
from games.replaying.sheets import replay_sheet
from games.replaying.tables import replay_table

Replay = Callable[[Iterator[Sequence[Any]]], None]


def first_refused(stored: Sequence[Any]) -> Refused | None:
    """Return the first event of a stream that has no place there, or None.

    Args:
        stored: The `store.StoredEvent`s of the whole stream, sealed members opened.
    """
    if not stored:
        return None
    replay = _REPLAYS.get(type(stored[0].event))
    if replay is None:
        return Refused(1, f"{stored[0].type} begins no stream")
    try:
        replay(_commands(stored))
    except Refused as refused:
        return refused
    return None


def _commands(stored: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Yield the events of each command.

    Raises:
        Refused: Those of a command are not one after the other, or there are more of them elsewhere.
    """
    seen: set[UUID] = set()
    first = 0
    for place, one in enumerate(stored):
        if one.command != stored[first].command:
            seen.add(stored[first].command)
            yield stored[first:place]
            first = place
        if one.command in seen or one.seq != place - first:
            raise Refused(one.version, "it is out of its command's order")
        if (one.actor, one.recorded_at) != (stored[first].actor, stored[first].recorded_at):
            raise Refused(one.version, "it has another actor or time than its command")
    yield stored[first:]


def _replay_result(commands: Iterator[Sequence[Any]]) -> None:
    """Replay a result that was written down.

    Raises:
        Refused: No game of its rules comes to it, or something follows that is not its one withdrawal by its actor.
    """
    for number, command in enumerate(commands):
        first, *more = command
        event = first.event
        if number == 0:
            try:
                rules = engine.load_rules(event.rules, version=event.engine)
                least, most = least_and_most(rules, event.hands or MOST_HANDS)
            except Exception as fault:
                raise Refused(first.version, f"it cannot be replayed: {type(fault).__name__}") from None
            if (len(event.players), len(event.points)) != (rules.players, len(rules.sides)):
                raise Refused(first.version, "it has not the seats and sides of its game")
            if not all(least <= points <= most for points in event.points):
                raise Refused(first.version, "no game comes to these points")
            by = event.entered_by
        elif number == 1 and isinstance(event, results.ResultWithdrawn):
            by = event.withdrawn_by
        else:
            raise Refused(first.version, f"{first.type} has no place here")
        if by is not None and by != first.actor:
            raise Refused(first.version, "its actor is not the one whom it names")
        if more:
            raise Refused(more[0].version, f"{more[0].type} has no place here")


def _replay_liftings(commands: Iterator[Sequence[Any]]) -> None:
    """Replay the liftings of a player's kunukku in a club.

    Raises:
        Refused: An event is another's, or of another kind.
    """
    of = None
    for command in commands:
        for one in command:
            event = one.event
            if not isinstance(event, results.KunukkuLifted):
                raise Refused(one.version, f"{one.type} has no place here")
            of = of or (event.club, event.player)
            if of != (event.club, event.player):
                raise Refused(one.version, "it is another player's, or of another club")
            if event.lifted_by is not None and event.lifted_by != one.actor:
                raise Refused(one.version, "its actor is not the one whom it names")


def register_replay(first: type[Any], replay: Replay) -> None:
    """Register how streams are replayed that begin with a type of event; for packages above this one."""
    _REPLAYS[first] = replay


_REPLAYS: Final[dict[type[Any], Replay]] = {
    events.TableOpened: replay_table,
    sheets.SheetOpened: replay_sheet,
    results.ResultEntered: _replay_result,
    results.KunukkuLifted: _replay_liftings,
}
"""How each kind of stream is replayed, by its first event."""

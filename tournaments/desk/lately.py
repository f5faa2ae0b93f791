"""What the desk did lately, the latest first, each with the form that undoes it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final
from uuid import UUID, uuid4

from clubs.models import Player
from tournaments.desk.gathering import EventDesk
from tournaments.desk.history import Teller, can_undo
from tournaments.log.told import is_needed, log_of

MAX_EVENTS: Final = 60
"""The last events of the log that are looked at, however long it is."""
MAX_DEEDS: Final = 8


@dataclass(frozen=True, slots=True)
class DeedShown:
    """A deed of the staff, a captain or the server.

    Attributes:
        actor: The name of the player; empty: the server, or a game.
        can_undo: It can be undone if nothing stands on it, and the reader may.
    """

    desk: EventDesk
    version: int
    at: datetime
    actor: str
    said: tuple[str, ...]
    undone: bool
    can_undo: bool
    command: UUID


def lately(desk: EventDesk) -> tuple[DeedShown, ...]:
    """Return the last deeds of an event, the latest first."""
    log = log_of(desk.tournament.pk, after=max(0, desk.version - MAX_EVENTS))
    teller = Teller(desk.names, desk.state, {event.version: event for event in log})
    told = [event for event in log if event.version <= desk.version]
    commands = [list(together) for _command, together in groupby(told, key=lambda one: one.command)]
    if desk.version > MAX_EVENTS:
        # The first may have begun before what was read.
        commands = commands[1:]
    chosen = commands[: -MAX_DEEDS - 1 : -1]
    people = Player.objects.in_bulk([UUID(together[0].actor) for together in chosen if together[0].actor])
    return tuple(
        DeedShown(
            desk,
            together[0].version,
            together[0].at,
            people[UUID(actor)].name if (actor := together[0].actor) and UUID(actor) in people else "",
            teller.said(together),
            together[0].undone,
            desk.directs and can_undo(together[0], desk.state),
            uuid4(),
        )
        for together in chosen
    )


def last_undoable(deeds: Iterable[DeedShown]) -> DeedShown | None:
    """Return the last deed of a person that can be undone; None where something stands on it."""
    last = next((deed for deed in deeds if deed.actor and deed.can_undo and not deed.undone), None)
    if last is None or is_needed(last.desk.tournament.pk, last.desk.state, last.version):
        return None
    return last

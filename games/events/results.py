"""The result of a game at a real table, written down or imported whole; and kunukku lifted by an officer.

Each is a stream of its own. What people typed about it, such as why it was taken back, stands in no event.
"""

from datetime import date

from games.events.base import TableEvent


class ResultEntered(TableEvent, frozen=True):
    """A game's result was entered. `players` by seat, `points` by side; `hands` is 0 if unknown."""

    rules: str
    engine: int
    club: str
    players: tuple[str, ...]
    points: tuple[int, ...]
    hands: int
    played_on: date
    entered_by: str | None = None


class ResultWithdrawn(TableEvent, frozen=True):
    """The result was wrong, or of no game of the club: it counts no longer."""

    withdrawn_by: str | None = None


class KunukkuLifted(TableEvent, frozen=True):
    """An officer let a player take the oldest kunukku off. Source: 28-WIK-4."""

    club: str
    player: str
    lifted_by: str | None = None

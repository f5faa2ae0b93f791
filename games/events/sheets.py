"""The entries of a score sheet; the rulings and results that follow are in `engine.events`.

A sheet is a stream of its own. The names stand in the sheet's row, where they can be erased; players whom the club
knows are here by their ids.
"""

from typing import Any, ClassVar

from games.events.base import BOOKS, Book, TableEvent


class SheetOpened(TableEvent, frozen=True):
    """The first event of a sheet: the match to be played, and who deals its first hand.

    `players` has an id for each seat, empty for who is not known; with none of them the match counts for nobody. `club`
    is the id of the club it is played in; `counts` what the match moves there if it counts.
    """

    schema: ClassVar[int] = 3

    rules: str
    options: dict[str, Any]
    engine: int
    dealer: int
    opened_by: str | None = None
    club: str | None = None
    players: tuple[str, ...] = ()
    counts: tuple[Book, ...] = BOOKS


class ContractNoted(TableEvent, frozen=True):
    """The contract of the running hand was written down, ahead of its result."""

    hand: int
    declarer: int
    number: int
    denomination: str
    doubled: int


class HandEntered(TableEvent, frozen=True):
    """The result of a hand was written down; `HandScored` comes next. `points` are the declarers' card points."""

    hand: int
    dealer: int
    outcome: str
    declarer: int | None = None
    number: int | None = None
    denomination: str | None = None
    doubled: int | None = None
    points: int | None = None


class MatchStopped(TableEvent, frozen=True):
    """The match was ended before its ending came, at the score as it stood; `GameFinished` comes next."""


class EntryWithdrawn(TableEvent, frozen=True):
    """The last entry was taken back with all that followed from it. `entry` is the version of its event."""

    entry: int

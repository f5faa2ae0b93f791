"""The facts of a score sheet; the rulings and results that follow are in `engine.events`.

A sheet is a stream of its own. The names stand in the sheet's row, where they can be erased; players whom the club
knows are here by their ids.
"""

from typing import Any, ClassVar, Literal

from engine.written import SheetHand
from games.events.base import BOOKS, Book, TableEvent

Source = Literal["scorer", "reports", "settled"]
"""Whose word a result is: entered by a scorer at once, agreed by the reports of two sides, or settled between them."""
Reason = Literal["differed", "slip", "miscounted", "ruled", "other"]
"""Why a hand is settled: the reports differed, a slip of the pen, a miscount, a ruling, or something else."""
Closed = Literal["desk", "captains", "called-off"]
"""Why a running sheet is closed: the desk entered the result, the captains agreed on it, or the game was called off."""


class SheetOpened(TableEvent, frozen=True):
    """The first event of a sheet: the match to be played, and who deals its first hand.

    `players` has an id for each seat, empty for who is not known; with none of them the match counts for nobody. `club`
    is the id of the club it is played in; `counts` what the match moves there if it counts. `house` is the id of the
    club's house rules that the options are from. With `salaams` the club has salaams made instead of kunukku
    worn after the game.
    """

    schema: ClassVar[int] = 4

    rules: str
    options: dict[str, Any]
    engine: int
    dealer: int
    opened_by: str | None = None
    club: str | None = None
    players: tuple[str, ...] = ()
    counts: tuple[Book, ...] = BOOKS
    house: str | None = None
    salaams: bool = False


class ContractNoted(TableEvent, frozen=True):
    """The contract of the running hand was written down, ahead of its result."""

    hand: int
    declarer: int
    number: int
    denomination: str
    doubled: int


class HandReported(TableEvent, frozen=True):
    """A side reported how a hand came out; without `told` it took its report back.

    `sides` are those that the device speaks for; `edit` counts their reports of this hand, so that the order in which
    reports arrive does not matter.
    """

    hand: int
    sides: tuple[int, ...]
    edit: int
    told: SheetHand | None = None


class HandSettled(TableEvent, frozen=True):
    """A scorer said how a hand came out, whatever was reported; `was` is what stood there before."""

    hand: int
    told: SheetHand
    was: SheetHand | None = None
    reason: Reason = "differed"


class ReportsCleared(TableEvent, frozen=True):
    """The settlement of a hand and its reports up to this edit were taken back."""

    hand: int
    edit: int


class HandEntered(TableEvent, frozen=True):
    """The result of a hand was entered; `HandScored` comes next."""

    schema: ClassVar[int] = 2

    hand: int
    dealer: int
    told: SheetHand
    source: Source = "scorer"


class HandTranscribed(TableEvent, frozen=True):
    """The calls and cards of a hand were written down as far as they are known: a hand of `lelam-record/1`."""

    hand: int
    record: dict[str, Any]


class MatchStopped(TableEvent, frozen=True):
    """The match was ended before its ending came, at the score as it stood; `GameFinished` comes next."""


class EntryWithdrawn(TableEvent, frozen=True):
    """The last entry was taken back with all that followed from it. `entry` is the version of its event."""

    entry: int


class SheetClosed(TableEvent, frozen=True):
    """The running sheet was closed without a result: its match counts by another one, or is played elsewhere."""

    reason: Closed


class SheetReopened(TableEvent, frozen=True):
    """The closed sheet runs again as it stood: what closed it was taken back."""

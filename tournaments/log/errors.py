"""Errors at the door to a tournament's stream.

UnknownTournament    there is no such tournament, or it did not exist then
NotUndoable          a deed cannot be undone, with the numbers of the events that stand on it
TooBusy              others changed the tournament again and again meanwhile
"""

from collections.abc import Sequence


class UnknownTournament(Exception):  # noqa: N818  # reads as what it says where it is raised
    """There is no such tournament, or it did not exist at that version or moment."""


class NotUndoable(Exception):  # noqa: N818  # a refusal, not a fault
    """A deed cannot be undone.

    Attributes:
        code: `unknown-event`, `undone-already`, `first-event`, `game-reports`, `time-called`, `of-a-case` or
            `stands`.
        standing: The versions of the events that stand on it.
    """

    def __init__(self, code: str, standing: Sequence[int] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.standing = tuple(standing)


class TooBusy(Exception):  # noqa: N818  # a refusal, not a fault
    """Others changed the tournament while the deed was decided, as often as it was tried."""

"""What people may be refused at a table.

TableError            a request that cannot be granted (a `clubs.errors.ClubError`)
 +-- UnknownTable     there is no such table, or none that the asker may know of
 +-- UnknownCard      there is no such convention card, or it is not the asker's
 +-- UnknownCase      there is no such case, or none that the asker may know of
 +-- NotAllowed       it is for somebody else to do
     +-- NotSeated    the asker has no seat at the table
 +-- SeatTaken        somebody sits there
 +-- WrongMoment      the table is at another point: it has begun, or is over, or no deal is awaited
 |   +-- AlreadyDisputed   there is an open case about the hand
 +-- BadTerms         a table cannot be opened on these terms, or a field says what it cannot
 +-- TooFast          too much of it in a short time

What the rules of the game refuse is `engine.IllegalAction`; that somebody else was faster is `store.ConflictError`.
"""

from uuid import UUID

from django.utils.translation import gettext as _

from clubs.errors import ClubError


class TableError(ClubError):
    """A request at a table that cannot be granted."""


class UnknownTable(TableError):  # noqa: N818  # a refusal, not a fault
    """There is no such table or hand, or none that the asker may know of."""

    kind = "not-found"

    def __init__(self, message: str = "") -> None:
        super().__init__("unknown-table", message or _("There is no such table, or it is by invitation only."))


class UnknownCard(TableError):  # noqa: N818  # a refusal, not a fault
    """There is no such convention card, or it is not the asker's to change."""

    kind = "not-found"

    def __init__(self, message: str = "") -> None:
        super().__init__("unknown-card", message or _("There is no such card, or you do not hold it."))


class UnknownCase(TableError):  # noqa: N818  # a refusal, not a fault
    """There is no such case, or none that the asker may know of."""

    kind = "not-found"

    def __init__(self, message: str = "") -> None:
        super().__init__("unknown-case", message or _("There is no such case, or you may not see it."))


class NotAllowed(TableError):  # noqa: N818  # a refusal, not a fault
    """It is for somebody else to do."""

    kind = "not-allowed"


class NotSeated(NotAllowed):
    """The asker has no seat at the table."""

    def __init__(self) -> None:
        super().__init__("not-seated", _("You do not sit at this table."))


class SeatTaken(TableError):  # noqa: N818  # a refusal, not a fault
    """Somebody sits there."""

    def __init__(self, message: str = "") -> None:
        super().__init__("seat-taken", message or _("Somebody already sits there."), "seat")


class WrongMoment(TableError):  # noqa: N818  # a refusal, not a fault
    """The table is at another point."""


class AlreadyDisputed(WrongMoment):
    """There is an open case about the hand: its id is `case_id`."""

    def __init__(self, case_id: UUID) -> None:
        super().__init__("already-disputed", _("This hand is already disputed. Add to that case."))
        self.case_id = case_id


class BadTerms(TableError):  # noqa: N818  # a refusal, not a fault
    """A table cannot be opened on these terms."""

    kind = "unprocessable"


class TooFast(TableError):  # noqa: N818  # a refusal, not a fault
    """Too much of it in a short time."""

    kind = "throttled"

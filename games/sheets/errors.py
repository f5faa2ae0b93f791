"""What people may be refused at a score sheet.

TableError           as at a table
 +-- UnknownSheet    there is no such sheet, or none that the asker may read
 +-- BadEntry        the sheet does not take this entry or ruling; `field` says which part is wrong

Somebody else being faster is `store.ConflictError`.
"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games.errors import TableError

REFUSALS = {
    "no-such-seat": gettext_lazy("There is no such seat at this table."),
    "no-such-number": gettext_lazy("A contract has a number from 28 to 56."),
    "no-such-denomination": gettext_lazy("A contract names a suit or no trump."),
    "no-such-double": gettext_lazy("A contract is undoubled, doubled or redoubled."),
    "no-such-outcome": gettext_lazy("Say how the hand came out."),
    "somebody-must-bid": gettext_lazy("By these rules somebody must bid: the hand cannot be passed out."),
    "not-played": gettext_lazy("A hand that was not played has neither contract nor points."),
    "contract-missing": gettext_lazy("Enter the contract of this hand first."),
    "no-such-points": gettext_lazy("The declarers have 0 to 56 card points."),
    "points-differ": gettext_lazy("These points and this result do not go together."),
    "match-over": gettext_lazy("The match is over."),
    "no-such-row": gettext_lazy("There is no such irregularity in this game."),
    "no-such-remedy": gettext_lazy("Choose one of the options."),
    "offender-missing": gettext_lazy("Say who did it."),
    "wrong-offender": gettext_lazy("This player cannot have done that: another irregularity is meant."),
    "card-missing": gettext_lazy("Name the card."),
    "denomination-missing": gettext_lazy("Say what was bid: a suit or no trump."),
    "no-such-extra": gettext_lazy("From 0 to 3 stake points."),
    "not-repeated": gettext_lazy("It has not happened often enough in this match to lose it."),
    "match-lost": gettext_lazy("It has happened too often in this match: the match is lost."),
    "no-such-card": gettext_lazy("No such penalty card lies open."),
    "nothing-to-withdraw": gettext_lazy("There is nothing to take back."),
    "not-the-last": gettext_lazy("Only the last entry can be taken back. Take the later ones back first."),
    "names-wrong": gettext_lazy("Give one name for each seat, or none."),
}
"""What a refusal says to people, by its code."""


class UnknownSheet(TableError):  # noqa: N818  # a refusal, not a fault
    """There is no such sheet, or none that the asker may read."""

    kind = "not-found"

    def __init__(self) -> None:
        super().__init__("unknown-sheet", _("There is no such score sheet, or it is another club's."))


class BadEntry(TableError):  # noqa: N818  # a refusal, not a fault
    """The sheet does not take this entry or ruling."""

    kind = "invalid-input"

    def __init__(self, code: str, field: str) -> None:
        super().__init__(code, str(REFUSALS[code]), field)


class NotLast(BadEntry):
    """Something was entered since, or nothing is left to take back."""

    kind = "conflict"


def refused(error: engine.SheetError) -> BadEntry:
    """Return the engine's refusal as one for people."""
    kind = NotLast if error.code == "match-over" else BadEntry
    return kind(error.code, error.field)

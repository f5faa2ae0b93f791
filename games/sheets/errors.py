"""What people may be refused at a score sheet.

TableError           as at a table
 +-- UnknownSheet    there is no such sheet, or none that the asker may read
 +-- BadEntry        the sheet does not take this entry or ruling; `field` says which part is wrong
     +-- NotNow      it would do at another moment

Somebody else being faster is `store.ConflictError`.
"""

from django.utils.translation import gettext as _

import engine
from games.errors import TableError
from games.words.phrases import translated


class UnknownSheet(TableError):  # noqa: N818  # a refusal, not a fault
    """There is no such sheet, or none that the asker may read."""

    kind = "not-found"

    def __init__(self, message: str = "") -> None:
        super().__init__("unknown-sheet", message or _("There is no such score sheet, or it is another club's."))


class BadEntry(TableError):  # noqa: N818  # a refusal, not a fault
    """The sheet does not take this entry or ruling."""

    kind = "unprocessable"


class NotNow(BadEntry):
    """It would do at another moment: the match is over, or something was entered since."""

    kind = "conflict"


def refused(error: engine.SheetError) -> BadEntry:
    """Return the engine's refusal as one for people."""
    kind = NotNow if error.code == "match-over" else BadEntry
    return kind(error.code, translated(error.text, error.members), error.field)

"""The errors that a proof can find."""

from typing import NamedTuple


class Fault(NamedTuple):
    """Something that is wrong in the ledger.

    Attributes:
        code: `not-zero`, `few-postings`, `balance`, `differs`, `missing`, `too-many`, `twice`, `other-club`,
            `other-season`, `waiting` or `stopped`.
        what: A sentence, with the figures.
        entry: The entry's number, where it is about one.
        event: The event, as `stream/version`, where it is about one.
        season: The id of the entry's season, where it is about one of a season.
    """

    code: str
    what: str
    entry: int | None = None
    event: str = ""
    season: str | None = None

    def __str__(self) -> str:
        where = [f"entry {self.entry}"] if self.entry else []
        where += [f"event {self.event}"] if self.event else []
        return f"{', '.join(where)}: {self.what}" if where else self.what

"""The report of an import: the numbers of new, changed and unchanged entries, and the faults by line and column."""

import msgspec

MAX_MESSAGES = 200
"""The most messages stored of each sort: changes, faults and remarks; the rest are counted."""


class LineMessage(msgspec.Struct, frozen=True):
    """A message about one place of a file.

    Attributes:
        line: The line, from 1, in which the entry begins (JSON: the entry, from 1); 0: the whole file.
        column: The column; empty: the whole line.
        text: The change; or the fault and its correction.
    """

    line: int
    column: str
    text: str


class Report(msgspec.Struct):
    """The report of an import, or of its dry run.

    Attributes:
        lines: The number of entries.
        made: The number of new ones.
        changed: The number of entries that change something.
        left: The number of entries that change nothing.
        deeds: The changes in words.
        faults: The faults, which block the import.
        remarks: The warnings, which do not.
        more_deeds: The number of further changes.
        more_faults: The number of further faults.
        more_remarks: The number of further warnings.
        is_json: Places are entries, not lines.
        amounts: Further amounts, by the names that the subject has for them.
    """

    lines: int = 0
    made: int = 0
    changed: int = 0
    left: int = 0
    deeds: tuple[LineMessage, ...] = ()
    faults: tuple[LineMessage, ...] = ()
    remarks: tuple[LineMessage, ...] = ()
    more_deeds: int = 0
    more_faults: int = 0
    more_remarks: int = 0
    is_json: bool = False
    amounts: dict[str, int] = {}

    @property
    def wrong(self) -> int:
        """The number of entries with errors, where each has no more than its first."""
        return sum(fault.line > 0 for fault in self.faults) + self.more_faults

    @property
    def is_clean(self) -> bool:
        """Tell whether it can be carried out."""
        return not self.faults


def shortened(said: list[LineMessage]) -> tuple[tuple[LineMessage, ...], int]:
    """Return the first messages by line, and the number of further ones."""
    ordered = sorted(said, key=lambda one: (one.line, one.column))
    return tuple(ordered[:MAX_MESSAGES]), max(0, len(ordered) - MAX_MESSAGES)

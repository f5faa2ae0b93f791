"""What a file comes to: how much is new, changed and left, and what is wrong in which line and column."""

import msgspec

MOST_SAID = 200
"""So many deeds, faults and remarks each are kept word for word; the rest are counted."""


class Said(msgspec.Struct, frozen=True):
    """Something about one place of a file.

    Attributes:
        line: The line, from 1, in which the entry begins (JSON: the entry, from 1); 0: the whole file.
        column: The column; empty: the whole line.
        text: What comes of it; or what is wrong, and what would be right.
    """

    line: int
    column: str
    text: str


class Report(msgspec.Struct):
    """What a file came to, or would come to.

    Attributes:
        lines: How many entries it has.
        made: How many of these are new.
        changed: How many change what is there.
        left: How many leave everything as it is.
        deeds: What comes of those that are new or change something.
        faults: What has to be mended first.
        remarks: What is worth knowing, and keeps nothing from being done.
        more_deeds: How many further deeds there are.
        more_faults: How many further faults there are.
        more_remarks: How many further remarks.
        is_json: Places are entries, not lines.
    """

    lines: int = 0
    made: int = 0
    changed: int = 0
    left: int = 0
    deeds: tuple[Said, ...] = ()
    faults: tuple[Said, ...] = ()
    remarks: tuple[Said, ...] = ()
    more_deeds: int = 0
    more_faults: int = 0
    more_remarks: int = 0
    is_json: bool = False

    @property
    def is_clean(self) -> bool:
        """Tell whether it can be carried out."""
        return not self.faults


def shortened(said: list[Said]) -> tuple[tuple[Said, ...], int]:
    """Return the first of what is said, by line, and how much more there is."""
    ordered = sorted(said, key=lambda one: (one.line, one.column))
    return tuple(ordered[:MOST_SAID]), max(0, len(ordered) - MOST_SAID)

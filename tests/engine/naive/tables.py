"""The tables that 28 is played at, read off the ledger's own table."""

from dataclasses import dataclass, field
from typing import Any

LEDGER = """
28-kerala-4          J9ATKQ87   4  8  4  14  28  2
28-kerala-3          J9ATKQ     3  8  4  12  28  3
28-pagat-4           J9ATKQ87   4  8  4  14  28  2
28-pagat-3           J9ATKQ     3  8  4  12  28  3
28-pagat-6           J9ATKQ876  6  6  6  12  28  3
28-wikipedia-4       J9ATKQ87   4  8  4  14  28  2
28-wikipedia-3       J9ATKQ     3  8  4  12  28  3
28-wikipedia-6       J9ATKQ876  6  6  6  12  28  3
28-central-kerala-6  J9ATKQ876  6  6  6  16  28  2
28-wikipedia-8       J39ATKQ876 8  5  5  20  40  2
28-book-4            J9ATKQ87   4  8  4  14  28  2
28-book-3            J9ATKQ     3  8  4  12  28  3
28-house-4           J9ATKQ87   4  8  4  14  28  2
"""


@dataclass(frozen=True)
class Table:
    """Where one hand is played: a line of the ledger's table, and the options chosen."""

    rules: str
    ranks: str
    players: int
    each: int
    first: int
    low: int
    top: int
    sides: int
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        return "wikipedia" if "central" in self.rules else self.rules.split("-")[1]

    def has(self, option: str) -> bool:
        """Say whether an option that is off by default is on."""
        return bool(self.options.get(option, False))

    def side(self, seat: int) -> int:
        return seat % self.sides

    def members(self, side: int) -> list[int]:
        return [seat for seat in range(self.players) if seat % self.sides == side]

    def pack(self) -> list[str]:
        return [suit + rank for suit in "SHDC" for rank in self.ranks]


def ids() -> list[str]:
    return [line.split()[0] for line in LEDGER.split("\n") if line]


def table(rules: str, options: dict[str, Any] | None = None) -> Table:
    """Return the table of a rule set. Raises KeyError for one that there is not."""
    lines = {line.split()[0]: line.split()[1:] for line in LEDGER.split("\n") if line}
    ranks, *numbers = lines[rules]
    return Table(rules, ranks, *(int(number) for number in numbers), options=options or {})

"""A parser of the rule ledgers in `docs/rules`: parts, sections and their content, verbatim.

Nothing is selected or linked here; `games.rulebook.pages` builds each rule set's page from it.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from django.conf import settings

RULE_ID = r"(?:28|56)-[A-Z][A-Z0-9]*-\d+"
_RULE = re.compile(rf"- \*\*({RULE_ID})\*\* (.*)")
_SOURCE = re.compile(r"\s*\(((?:\d{3}|the |as |[Rr]uling)[^()]*)\)\s*$")
_SOURCES = re.compile(r"`(\d{3})` = `[^`]+`(?:,|\s\()\s?([^();.]*[^();.\s])")


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A row of a table; `id` is that of its rule, or empty."""

    id: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its head."""

    head: tuple[str, ...]
    rows: tuple[LedgerRow, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its id, its text, its source, and the table that is part of it."""

    id: str
    text: str
    source: str
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its content, in order.

    Attributes:
        title: The heading.
        part: The heading of the part it belongs to, its own if the part has no sections.
        under: The heading of the parent section, or empty.
        blocks: Rules, tables and paragraphs.
    """

    title: str
    part: str
    under: str
    blocks: tuple[Rule | Table | str, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of its rules, including those in the rows of tables."""
        found: list[str] = []
        for block in self.blocks:
            if isinstance(block, Rule):
                found.append(block.id)
            elif isinstance(block, Table):
                found += [row.id for row in block.rows if row.id]
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Ledger:
    """A family's ledger: its sections, and its sources by number."""

    sections: tuple[Section, ...]
    sources: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class _Open:
    """A section being parsed."""

    title: str
    part: str
    under: str = ""
    blocks: list[Rule | Table | str] = field(default_factory=list)

    def close(self) -> Section:
        return Section(self.title, self.part, self.under, tuple(self.blocks))


def _lines(text: str) -> list[str]:
    """Return the lines with each paragraph and list entry joined into one; table rows stay separate.

    An empty line is kept where it ends a table.
    """
    found: list[str] = []
    fresh = True
    for line in text.splitlines():
        if not line.strip():
            fresh = True
            if found and found[-1].startswith("|"):
                found.append("")
        elif fresh or line.startswith(("#", "- ", "|")):
            found.append(line.strip())
            fresh = line.startswith(("#", "|"))
        else:
            found[-1] += " " + line.strip()
    return found


def _row(line: str) -> LedgerRow:
    cells = tuple(cell.strip() for cell in line.strip("|").split("|"))
    return LedgerRow(cells[0] if re.fullmatch(RULE_ID, cells[0]) else "", cells)


def _rule(rule_id: str, said: str) -> Rule:
    source = _SOURCE.search(said)
    return Rule(rule_id, _SOURCE.sub("", said), source.group(1) if source else "")


def _put_table(blocks: list[Rule | Table | str], lines: list[str]) -> None:
    """Add a table to the preceding rule, or else as a block of its own."""
    head, _, *rows = (_row(line) for line in lines)
    table = Table(head.cells, tuple(rows))
    last = blocks[-1] if blocks else None
    if isinstance(last, Rule) and last.table is None and not any(row.id for row in rows):
        blocks[-1] = Rule(last.id, last.text, last.source, table)
    else:
        blocks.append(table)


def read(text: str) -> tuple[Section, ...]:
    """Return the sections of a ledger's text, in order."""
    found: list[_Open] = []
    part = section = ""
    table: list[str] = []
    for line in [*_lines(text), "# "]:
        if not line.startswith("|") and table:
            _put_table(found[-1].blocks, table)
            table = []
        if not line:
            continue
        if line.startswith("# "):
            part = section = line[2:]
            found.append(_Open(part, part))
        elif line.startswith("## "):
            section = line[3:]
            found.append(_Open(section, part))
        elif line.startswith("### "):
            found.append(_Open(line[4:], part, under=section))
        elif line.startswith("|"):
            table.append(line)
        elif rule := _RULE.match(line):
            found[-1].blocks.append(_rule(rule.group(1), rule.group(2)))
        else:
            found[-1].blocks.append(line.removeprefix("- "))
    return tuple(section.close() for section in found if section.blocks)


@lru_cache(maxsize=4)
def ledger(family: str) -> Ledger:
    """Return the ledger of a family of games: `28` or `56`.

    Raises:
        KeyError: There is none.
    """
    folder = settings.BASE_DIR / "docs" / "rules"
    paths = sorted(folder.glob(f"{family}*.md"), key=lambda path: (len(path.stem), path.stem))
    if not paths:
        raise KeyError(family)
    text = "\n\n".join(path.read_text(encoding="utf-8") for path in paths)
    sources = dict(_SOURCES.findall(text))
    return Ledger(read(text), tuple(sorted(sources.items())))

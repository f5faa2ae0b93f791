"""Reading what people send in: CSV or JSON to lines of named texts, or what is wrong with it and where. Pure.

Nothing here trusts the file: each limit is checked before the work that it keeps small.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from clubs.exchange.report import Said

LARGEST: Final = 2 * 1024 * 1024
"""Bytes of a file."""
MOST_LINES: Final = 10_000
MOST_COLUMNS: Final = 60
LONGEST_CELL: Final = 1_000
DELIMITERS: Final = ",;\t"
_FORMULA: Final = re.compile(r"'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?\Z")


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a file: its texts by column; a column that it leaves out is empty.

    Attributes:
        number: Where it begins, from 1: the line of the file, in JSON the entry.
        cells: The texts by column, without blanks at their ends.
    """

    number: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


@dataclass(slots=True)
class Read:
    """What a file holds."""

    lines: list[Line] = field(default_factory=list)
    faults: list[Said] = field(default_factory=list)
    is_json: bool = False


def read(data: bytes, columns: Sequence[str], required: Sequence[str]) -> Read:
    """Read a file.

    Args:
        data: The file.
        columns: The columns that there are.
        required: Those that it has to have.

    Returns:
        Its lines, and its faults; lines after a fault that nothing can be read past are left out.
    """
    if len(data) > LARGEST:
        most = number_format(LARGEST // 1024, force_grouping=True)
        return Read(faults=[Said(0, "", _("The file is too large: it may have {most} KiB.").format(most=most))])
    if data.lstrip()[:1] in (b"[", b"{"):
        return _read_json(data, columns, required)
    return _read_csv(data, columns, required)


def unescaped(cell: str) -> str:
    """Return a text as it was before `escaped` kept spreadsheets from reading it as a formula."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def escaped(cell: str) -> str:
    """Return a text such that no spreadsheet takes it for a formula; `unescaped` undoes it."""
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.match(cell) else cell


def _read_csv(data: bytes, columns: Sequence[str], required: Sequence[str]) -> Read:
    found = Read()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        found.faults.append(Said(0, "", _("The file is in UTF-16. Save it as CSV in UTF-8.")))
        return found
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = data[: error.start].count(b"\n") + 1
        found.faults.append(Said(place, "", _("This is not UTF-8. Save the file as CSV in UTF-8.")))
        return found
    if "\x00" in text:
        place = text[: text.index("\x00")].count("\n") + 1
        found.faults.append(Said(place, "", _("There is a NUL character here, which no text has. Save the file anew.")))
        return found
    rows = _rows(text, _delimiter(text, columns), found)
    head = next(rows, None)
    if head is None:
        if not found.faults:
            found.faults.append(Said(0, "", _("The file is empty. Its first line names the columns.")))
        return found
    names = _columns(head[1], head[0], columns, required, found)
    if names is None:
        return found
    for number, cells in rows:
        if len(found.lines) >= MOST_LINES:
            found.faults.append(_too_many(number))
            break
        if len(cells) > len(names) and any(cell.strip() for cell in cells[len(names) :]):
            found.faults.append(
                Said(
                    number, "",
                    _("This line has {count} cells, the first line names {columns} columns. A text with a comma or "
                      "semicolon in it stands in quotation marks.").format(count=len(cells), columns=len(names)),
                )
            )  # fmt: skip
            continue
        line = Line(number, {name: unescaped(cell.strip()) for name, cell in zip(names, cells, strict=False)})
        found.faults.extend(_long_cells(line))
        found.lines.append(line)
    return found


def _rows(text: str, delimiter: str, found: Read) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank with the line in which each begins; what cannot be read ends them."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            if "field limit" in str(error):
                fault = _("A cell here is too long: it may have {most} characters.").format(most=LONGEST_CELL)
            else:
                fault = _(
                    "A quotation mark stands in the wrong place. A text in quotation marks ends with one, "
                    "and one within it is written twice."
                )
            found.faults.append(Said(begins, "", fault))
            return
        if any(cell.strip() for cell in cells):
            yield begins, cells
        begins = reader.line_num + 1


def _delimiter(text: str, columns: Sequence[str]) -> str:
    """Return what parts the cells: by which the first line names the most columns."""
    head = text.lstrip("\r\n\ufeff").splitlines()[:1]
    known = set(columns)

    def named(delimiter: str) -> int:
        return sum(_column(cell) in known for cell in head[0].split(delimiter)) if head else 0

    return max(DELIMITERS, key=named)


def _column(cell: str) -> str:
    """Return the name of a column as it is meant: `Player ID` is `player_id`."""
    return "_".join(cell.strip().strip('"').casefold().replace("-", " ").split())


def _columns(
    cells: Sequence[str], number: int, columns: Sequence[str], required: Sequence[str], found: Read
) -> list[str] | None:
    """Return the names of the columns in their order, or None where they cannot be used."""
    if len(cells) > MOST_COLUMNS:
        text = _("There are {count} columns; a file may have {most}.")
        found.faults.append(Said(number, "", text.format(count=len(cells), most=MOST_COLUMNS)))
        return None
    names = [_column(unescaped(cell)) for cell in cells]
    while names and not names[-1]:
        names.pop()
    known = ", ".join(columns)
    before = len(found.faults)
    for place, name in enumerate(names):
        if name not in columns:
            text = _("There is no such column. These are there: {columns}.").format(columns=known)
            found.faults.append(Said(number, name[:60], text))
        elif name in names[:place]:
            found.faults.append(Said(number, name, _("This column stands here twice.")))
    for name in required:
        if name not in names:
            text = _("This column is missing in the first line, which names the columns.")
            found.faults.append(Said(number, name, text))
    return names if len(found.faults) == before else None


def _read_json(data: bytes, columns: Sequence[str], required: Sequence[str]) -> Read:
    found = Read(is_json=True)
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        found.faults.append(Said(0, "", _("This is not JSON: {fault}.").format(fault=str(error)[:200])))
        return found
    if isinstance(value, dict) and isinstance(value.get("entries"), list):
        value = value["entries"]
    if not isinstance(value, list):
        found.faults.append(Said(0, "", _("Send a list of entries, each an object with the columns as its members.")))
        return found
    for number, entry in enumerate(value, 1):
        if number > MOST_LINES:
            found.faults.append(_too_many(number))
            break
        line = _entry(number, entry, columns, required, found.faults)
        if line is not None:
            found.faults.extend(_long_cells(line))
            found.lines.append(line)
    return found


def _entry(number: int, entry: Any, columns: Sequence[str], required: Sequence[str], faults: list[Said]) -> Line | None:
    """Return an entry of JSON as a line; None, with its faults, where it is none."""
    before = len(faults)
    if not isinstance(entry, dict):
        faults.append(Said(number, "", _("An entry is an object with the columns as its members.")))
        return None
    cells: dict[str, str] = {}
    for name, value in entry.items():
        if name not in columns:
            text = _("There is no such column. These are there: {columns}.").format(columns=", ".join(columns))
            faults.append(Said(number, name[:60], text))
        elif isinstance(value, bool) or not isinstance(value, str | int | float | None):
            faults.append(Said(number, name, _("A member is a text, a number or null.")))
        else:
            cells[name] = "" if value is None else str(value).strip()
            if "\x00" in cells[name]:
                faults.append(Said(number, name, _("There is a NUL character here, which no text has.")))
    for name in required:
        if name not in entry:
            faults.append(Said(number, name, _("This member is missing.")))
    return Line(number, cells) if len(faults) == before else None


def _long_cells(line: Line) -> list[Said]:
    text = _("This is too long: it may have {most} characters.").format(most=LONGEST_CELL)
    return [Said(line.number, name, text) for name, cell in line.cells.items() if len(cell) > LONGEST_CELL]


def _too_many(number: int) -> Said:
    most = number_format(MOST_LINES, force_grouping=True)
    return Said(number, "", _("There are more than {most} entries. Send them in several files.").format(most=most))

"""Parsing uploaded files: CSV or JSON to lines of texts by column, or the faults and their places. Pure.

The file is untrusted: each limit is checked before the work that it bounds.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from clubs.base.cells import unescaped
from clubs.exchange.report import LineMessage

LARGEST: Final = 2 * 1024 * 1024
"""The largest file, in bytes."""
MOST_LINES: Final = 10_000
MOST_COLUMNS: Final = 60
LONGEST_CELL: Final = 1_000
DELIMITERS: Final = ",;\t"


@dataclass(frozen=True, slots=True)
class ImportLine:
    """One entry of a file: its texts by column; a column that it leaves out is empty.

    Attributes:
        number: The place of its beginning, from 1: the line of the file, in JSON the entry.
        cells: The texts by column, stripped.
    """

    number: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


@dataclass(slots=True)
class ParsedFile:
    """A parsed file."""

    lines: list[ImportLine] = field(default_factory=list)
    faults: list[LineMessage] = field(default_factory=list)
    is_json: bool = False


def parse_file(data: bytes, columns: Sequence[str], required: Sequence[str]) -> ParsedFile:
    """Parse a file.

    Args:
        data: The file.
        columns: The known columns.
        required: The required columns.

    Returns:
        Its lines, and its faults; lines after a fatal fault are left out.
    """
    if len(data) > LARGEST:
        most = number_format(LARGEST // 1024, force_grouping=True)
        return ParsedFile(
            faults=[LineMessage(0, "", _("The file is too large: it may have {most} KiB.").format(most=most))]
        )
    if data.lstrip()[:1] in (b"[", b"{"):
        return _read_json(data, columns, required)
    return _read_csv(data, columns, required)


def _read_csv(data: bytes, columns: Sequence[str], required: Sequence[str]) -> ParsedFile:
    found = ParsedFile()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        found.faults.append(LineMessage(0, "", _("The file is in UTF-16. Save it as CSV in UTF-8.")))
        return found
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = data[: error.start].count(b"\n") + 1
        found.faults.append(LineMessage(place, "", _("This is not UTF-8. Save the file as CSV in UTF-8.")))
        return found
    if "\x00" in text:
        place = text[: text.index("\x00")].count("\n") + 1
        found.faults.append(
            LineMessage(place, "", _("There is a NUL character here, which no text can have. Save the file again."))
        )
        return found
    rows = _rows(text, _delimiter(text, columns), found)
    head = next(rows, None)
    if head is None:
        if not found.faults:
            found.faults.append(LineMessage(0, "", _("The file is empty. Its first line names the columns.")))
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
                LineMessage(
                    number, "",
                    _("This line has {count} cells, but the first line names {columns} columns. Put texts with "
                        "a comma or semicolon in quotation marks.").format(count=len(cells), columns=len(names)),
                )
            )  # fmt: skip
            continue
        line = ImportLine(number, {name: unescaped(cell.strip()) for name, cell in zip(names, cells, strict=False)})
        found.faults.extend(_long_cells(line))
        found.lines.append(line)
    return found


def _rows(text: str, delimiter: str, found: ParsedFile) -> Iterator[tuple[int, list[str]]]:
    """Yield the non-blank rows with the line in which each begins, up to the first unreadable one."""
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
                    "A quotation mark is in the wrong place. A text in quotation marks ends with one; double a "
                    "quotation mark within it."
                )
            found.faults.append(LineMessage(begins, "", fault))
            return
        if any(cell.strip() for cell in cells):
            yield begins, cells
        begins = reader.line_num + 1


def _delimiter(text: str, columns: Sequence[str]) -> str:
    """Return the delimiter: the one by which the first line names the most columns."""
    head = text.lstrip("\r\n\ufeff").splitlines()[:1]
    known = set(columns)

    def named(delimiter: str) -> int:
        return sum(_column(cell) in known for cell in head[0].split(delimiter)) if head else 0

    return max(DELIMITERS, key=named)


def _column(cell: str) -> str:
    """Return the name of a column normalised: `Player ID` is `player_id`."""
    return "_".join(cell.strip().strip('"').casefold().replace("-", " ").split())


def _columns(
    cells: Sequence[str], number: int, columns: Sequence[str], required: Sequence[str], found: ParsedFile
) -> list[str] | None:
    """Return the names of the columns in their order, or None if they cannot be used."""
    if len(cells) > MOST_COLUMNS:
        text = _("There are {count} columns; the most is {most}.")
        found.faults.append(LineMessage(number, "", text.format(count=len(cells), most=MOST_COLUMNS)))
        return None
    names = [_column(unescaped(cell)) for cell in cells]
    while names and not names[-1]:
        names.pop()
    known = ", ".join(columns)
    before = len(found.faults)
    for place, name in enumerate(names):
        if name not in columns:
            text = _("There is no such column. The columns are: {columns}.").format(columns=known)
            found.faults.append(LineMessage(number, name[:60], text))
        elif name in names[:place]:
            found.faults.append(LineMessage(number, name, _("This column appears twice here.")))
    for name in required:
        if name not in names:
            text = _("This column is missing in the first line, which names the columns.")
            found.faults.append(LineMessage(number, name, text))
    return names if len(found.faults) == before else None


def _read_json(data: bytes, columns: Sequence[str], required: Sequence[str]) -> ParsedFile:
    found = ParsedFile(is_json=True)
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        found.faults.append(LineMessage(0, "", _("This is not JSON: {fault}.").format(fault=str(error)[:200])))
        return found
    if isinstance(value, dict) and isinstance(value.get("entries"), list):
        value = value["entries"]
    if not isinstance(value, list):
        found.faults.append(
            LineMessage(0, "", _("Send a list of entries, each an object with the columns as its members."))
        )
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


def _entry(
    number: int, entry: Any, columns: Sequence[str], required: Sequence[str], faults: list[LineMessage]
) -> ImportLine | None:
    """Return an entry of JSON as a line; None, with its faults noted, if it is invalid."""
    before = len(faults)
    if not isinstance(entry, dict):
        faults.append(LineMessage(number, "", _("An entry is an object with the columns as its members.")))
        return None
    cells: dict[str, str] = {}
    for name, value in entry.items():
        if name not in columns:
            text = _("There is no such column. The columns are: {columns}.").format(columns=", ".join(columns))
            faults.append(LineMessage(number, name[:60], text))
        elif isinstance(value, bool) or not isinstance(value, str | int | float | None):
            faults.append(LineMessage(number, name, _("A member is a text, a number or null.")))
        else:
            cells[name] = "" if value is None else str(value).strip()
            if "\x00" in cells[name]:
                faults.append(LineMessage(number, name, _("There is a NUL character here, which no text can have.")))
    for name in required:
        if name not in entry:
            faults.append(LineMessage(number, name, _("This member is missing.")))
    return ImportLine(number, cells) if len(faults) == before else None


def _long_cells(line: ImportLine) -> list[LineMessage]:
    text = _("This is too long: it may have {most} characters.").format(most=LONGEST_CELL)
    return [LineMessage(line.number, name, text) for name, cell in line.cells.items() if len(cell) > LONGEST_CELL]


def _too_many(number: int) -> LineMessage:
    most = number_format(MOST_LINES, force_grouping=True)
    return LineMessage(
        number, "", _("There are more than {most} entries. Send them in several files.").format(most=most)
    )

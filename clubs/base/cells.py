"""Texts in the cells of a CSV file, escaped against formula injection in spreadsheets."""

import re
from typing import Final

_FORMULA: Final = re.compile(r"'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]")


_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?\Z")


def unescaped(cell: str) -> str:
    """Return a text as it was before `escaped` kept spreadsheets from reading it as a formula."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def escaped(cell: str) -> str:
    """Return a text such that no spreadsheet takes it for a formula; `unescaped` undoes it."""
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.match(cell) else cell

"""Lists divided into the pages of a big screen, and pages among several screens. Pure: every row appears once."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeVar

Row = TypeVar("Row")
Column = tuple[Row, ...]
Page = tuple[Column[Row], ...]

LINES: Final = ((100, 8), (300, 10))
"""Up to so many rows, so many lines on a page: at ten metres eight are read well."""
MOST_LINES: Final = 12


class Share(NamedTuple):
    """The share of one of several screens, from 1."""

    part: int = 1
    of: int = 1


def lines_for(rows: int) -> int:
    """Return the lines of a page for a list of so many rows: a long one has more, so that its turn comes round."""
    return next((lines for most, lines in LINES if rows <= most), MOST_LINES)


def pages_of(rows: Sequence[Row], lines: int, columns: int = 1) -> tuple[Page[Row], ...]:
    """Return the rows page by page, each in columns that are read downwards; none for no rows.

    The pages are filled evenly: nine rows on pages of eight are five and four, not eight and one.

    Args:
        rows: The rows in order.
        lines: The most rows of a column, at least 1.
        columns: The most columns of a page, at least 1.
    """
    pages = evenly(rows, -(-len(rows) // (lines * columns)))
    return tuple(evenly(page, -(-len(page) // lines)) for page in pages)


def evenly(rows: Sequence[Row], parts: int) -> tuple[tuple[Row, ...], ...]:
    """Return the rows in so many parts, the first of which are at most one row longer than the others."""
    if not parts:
        return ()
    length, longer = divmod(len(rows), parts)
    ends = [length * part + min(part, longer) for part in range(parts + 1)]
    return tuple(tuple(rows[begin:end]) for begin, end in pairwise(ends))


def shared(pages: Sequence[Page[Row]], share: Share) -> tuple[Page[Row], ...]:
    """Return the pages that one of several screens shows: neighbours; all of them where there is not one for each."""
    if len(pages) < share.of:
        return tuple(pages)
    return evenly(pages, share.of)[share.part - 1]

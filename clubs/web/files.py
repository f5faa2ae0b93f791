"""Writing what is given out: CSV that spreadsheets open, or JSON, piece by piece, so that no size fills the memory."""

import csv
import io
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

import msgspec
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest

from clubs.base.cells import escaped

AT_ONCE: Final = 500
"""So many entries are written at a time."""
TYPES: Final = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


def as_csv(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> Iterator[bytes]:
    """Yield a CSV file: UTF-8 with the mark by which spreadsheets know it, commas, lines ended by CR LF.

    No cell is one that a spreadsheet would take for a formula; each is quoted, since spreadsheets of some languages
    part cells at semicolons too.
    """
    yield b"\xef\xbb\xbf"
    source = iter(rows)
    head: list[Sequence[str]] = [columns]
    while True:
        out = io.StringIO(newline="")
        writer = csv.writer(out, quoting=csv.QUOTE_ALL)
        writer.writerows(head)
        some = list(islice(source, AT_ONCE))
        writer.writerows([escaped(_text(row.get(column))) for column in columns] for row in some)
        head = []
        yield out.getvalue().encode()
        if len(some) < AT_ONCE:
            return


def as_json(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> Iterator[bytes]:
    """Yield a JSON file: a list, one entry a line, texts and numbers as they are."""
    yield b"[\n"
    source = iter(rows)
    first = True
    while some := list(islice(source, AT_ONCE)):
        lines = [msgspec.json.encode({column: row.get(column) for column in columns}) for row in some]
        yield (b"" if first else b",\n") + b",\n".join(lines)
        first = False
    yield b"\n]\n"


def written(form: str, columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> Iterator[bytes]:
    """Yield a file in a form of `TYPES`."""
    return as_csv(columns, rows) if form == "csv" else as_json(columns, rows)


def on_the_way(request: HttpRequest, pieces: Iterator[bytes]) -> Iterator[bytes] | AsyncIterator[bytes]:
    """Return pieces such that the server of a request sends each as it is made, and holds none back for the others."""
    return without_waiting(pieces) if isinstance(request, ASGIRequest) else pieces


async def without_waiting(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Yield pieces that are made by the database, so that a server of many sends each as it is made."""
    step = sync_to_async(lambda: next(pieces, None))
    while (piece := await step()) is not None:
        yield piece


def _text(value: object) -> str:
    return "" if value is None else str(value)

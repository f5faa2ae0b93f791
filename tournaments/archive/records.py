"""The games of a tournament in its archive: their records, by functions that a check repeats without a database."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol
from uuid import UUID

import msgspec

import engine
from games.hands.history import record_with
from games.hands.sheet_records import record_of_sheet
from games.sheets.state import fold_all
from tournaments.archive.lines import RecordLine


class KnownNames(Protocol):
    """The names that an archive has.

    Attributes:
        players: Of players by their ids; empty for those whose data were erased.
        sheets: At the seats of score sheets, by their streams.
    """

    players: dict[str, str]
    sheets: dict[UUID, tuple[str, ...]]


def record_lines(stream: UUID, stored: Sequence[Any], names: KnownNames) -> Iterator[RecordLine]:
    """Yield the record of a game as the archive has it; none where no hand was finished.

    Args:
        stream: The game.
        stored: Its events, sealed members opened as far as somebody knows them.
        names: The names in the archive.
    """
    if stored[0].type == "SheetOpened":
        state = fold_all(None, stored)
        assert state is not None
        seats = (list(names.sheets.get(stream, ())) + [""] * state.rules.players)[: state.rules.players]
        record = record_of_sheet(state, seats)
    else:
        known: Mapping[str, str] = names.players
        record = record_with(stored, lambda ids: {one: known[one] for one in ids if one in known})
    if record.hands:
        yield RecordLine(stream, engine.audit(record).verdict, msgspec.json.decode(engine.encode_record(record)))

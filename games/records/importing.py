"""Importing a file of records: each becomes a score sheet of the club, wholly or not at all.

The file is read line by line. Some records together are judged first, and then written in one transaction, which holds
the lanes of the log for a moment only. That transaction also stores how far the file is, so that another worker goes on
after a killed one. The id of a sheet follows from club and record, so a record that comes again changes nothing.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import accumulate
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.exchange.people import Roll
from clubs.exchange.streams import StreamJob
from clubs.models import Club, Player
from engine.reckoning import standing_of_tally
from games import store
from games.errors import BadTerms
from games.events import sheets as events
from games.events.base import BOOKS, Book
from games.models import Sheet, SheetSeat
from games.records.reading import Game, Line, UnsoundError, judge, read_lines
from games.sheets.services import LONGEST_PLAYER
from games.words.names import name_or_none
from games.words.phrases import translated

UNKNOWN: Final = "unknown"
"""The choice about names that the club's list does not have."""
COUNTS: Final = "counts"
"""The choice of what the games move in the club."""
BOOKS_OF: Final[dict[str, tuple[Book, ...]]] = {"standings": ("ratings",), "all": BOOKS, "nothing": ()}
"""The books that games move, by the choice; with none a game counts in nothing."""
HANDS: Final = "hands"
NAMES: Final = "names"
"""The amounts of a report."""

_MAX_BATCH_HANDS: Final = 100
_MAX_BATCH_LINES: Final = 50
_MAX_NAMES: Final = 100
"""The most unknown names that are listed."""
_TELL_SECONDS: Final = 0.5
_SHEETS: Final = UUID("5c1a2ee5-52a5-4f7e-9f4b-0f2b8a4d7c31")


def import_lines(job: StreamJob) -> bool:
    """Read on in a file of records, and import what is sound and new; in a dry run only say what would come of it.

    Returns:
        Whether the end of the file was reached; else the turn is over.
    """
    importer = _Importer(job)
    last_told = 0.0
    for batch in _batches(read_lines(job.source, job.line, job.offset)):
        importer.take(batch)
        if time.monotonic() - last_told > _TELL_SECONDS:
            job.tell(job)
            last_told = time.monotonic()
        if job.is_over():
            return False
    return True


def sheet_id_of(club: Club, game: Game) -> UUID:
    """Return the id of the sheet that a record becomes in a club."""
    return uuid5(_SHEETS, f"{club.pk}:{game.digest.hex()}")


@dataclass(slots=True)
class _Entry:
    """A game with its line and its place in the club."""

    line: int
    game: Game
    sheet_id: UUID
    names: list[str]
    players: dict[int, Player] = field(default_factory=dict)


def _batches(lines: Iterator[Line]) -> Iterator[list[tuple[Line, Game | str | None]]]:
    """Yield the lines, each judged, in lists of bounded length; of an unsound one the reason, of a blank one None."""
    batch: list[tuple[Line, Game | str | None]] = []
    hands = 0
    for line in lines:
        judged: Game | str | None = None
        if not line.is_blank:
            try:
                judged = judge(line)
                hands += len(judged.hands)
            except UnsoundError as fault:
                judged = str(fault)
        # Its text is not wanted any more, and may be long.
        batch.append((line._replace(text=b""), judged))
        if len(batch) >= _MAX_BATCH_LINES or hands >= _MAX_BATCH_HANDS:
            yield batch
            batch, hands = [], 0
    if batch:
        yield batch


class _Importer:
    """Takes in batches of lines for a club."""

    def __init__(self, job: StreamJob) -> None:
        self.job = job
        self.roll = Roll(job.club)
        self.keeps_names = job.choices.get(UNKNOWN, "keep") == "keep"
        self.books = BOOKS_OF[job.choices.get(COUNTS, "standings")]
        self.unknown = {remark.text for remark in job.report.remarks}

    def take(self, batch: Sequence[tuple[Line, Game | str | None]]) -> None:
        """Take in a batch: its sound games in one transaction, with the place in the file after it."""
        job = self.job
        entries = [entry for line, judged in batch if (entry := self._entry(line, judged)) is not None]
        job.line, job.offset = batch[-1][0].number, batch[-1][0].end
        if job.is_dry:
            self._count(entries, self._new(entries))
            return
        with transaction.atomic():
            store.lock_streams(entry.sheet_id for entry in entries)
            new = self._new(entries)
            self._write(new)
            self._count(entries, new)
            job.keep(job)

    def _entry(self, line: Line, judged: Game | str | None) -> _Entry | None:
        """Return the game of a line with its players; None, with the fault noted, where there is none."""
        job = self.job
        if judged is None:
            return None
        job.report.lines += 1
        if isinstance(judged, str):
            job.fault(judged, line.number)
            return None
        try:
            names = [name_or_none(name, longest=LONGEST_PLAYER) for name in judged.record.players]
        except BadTerms as fault:
            job.fault(fault.message, line.number, "players")
            return None
        entry = _Entry(line.number, judged, sheet_id_of(job.club, judged), names)
        return entry if self._seat(entry) else None

    def _seat(self, entry: _Entry) -> bool:
        """Find the members by their names; return whether the game can be imported with those found."""
        unknown: list[str] = []
        for seat, name in enumerate(entry.names):
            members = [player for player in self.roll.named(name) if not player.is_bot] if name else []
            if len(members) == 1 and members[0] not in entry.players.values():
                entry.players[seat] = members[0]
            elif name:
                unknown.append(name)
        if unknown and not self.keeps_names:
            text = _("The club's list does not have exactly one member called {name} for this seat.")
            self.job.fault(text.format(name=unknown[0]), entry.line, "players")
            return False
        for name in unknown:
            self._remark(name, entry.line)
        return True

    def _remark(self, name: str, line: int) -> None:
        """Note an unknown name, once."""
        text = _("{name} is not a member of the club, or several have this name; the sheet shows only the name.")
        text = text.format(name=name)
        if text in self.unknown or len(self.unknown) >= _MAX_NAMES:
            return
        self.unknown.add(text)
        self.job.add(NAMES, 1)
        self.job.remark(text, line, "players")

    def _new(self, entries: Sequence[_Entry]) -> list[_Entry]:
        """Return the games that the club does not have, each once."""
        known = set(Sheet.objects.filter(pk__in=[entry.sheet_id for entry in entries]).values_list("pk", flat=True))
        new = []
        for entry in entries:
            if entry.sheet_id in known or entry.game.digest in self.job.seen:
                continue
            known.add(entry.sheet_id)
            if self.job.is_dry:
                self.job.seen.add(entry.game.digest)
            new.append(entry)
        return new

    def _count(self, entries: Sequence[_Entry], new: Sequence[_Entry]) -> None:
        """Note what came of a batch."""
        self.job.report.left += len(entries) - len(new)
        for entry in new:
            self.job.make(_told(entry), entry.line)
            self.job.add(HANDS, len(entry.game.hands))

    def _write(self, entries: Sequence[_Entry]) -> None:
        """Append the streams of new games, and make their rows."""
        now = timezone.now()
        streams = [self._stream(entry, now) for entry in entries]
        store.append_all([command for stream in streams for command in stream])
        versions = [stream[-1].expected + len(stream[-1].events) for stream in streams]
        Sheet.objects.bulk_create(
            self._row(entry, version, now) for entry, version in zip(entries, versions, strict=True)
        )
        SheetSeat.objects.bulk_create(
            SheetSeat(sheet_id=entry.sheet_id, seat=seat, player=player)
            for entry in entries
            for seat, player in entry.players.items()
        )

    def _stream(self, entry: _Entry, now: datetime) -> list[store.Command]:
        """Return the commands of a game's stream."""
        record = entry.game.record
        actor = "" if self.job.by is None else str(self.job.by.pk)
        opened = events.SheetOpened(
            rules=record.rules.id,
            options=record.rules.options,
            engine=record.rules.version,
            dealer=entry.game.hands[0].dealer,
            opened_by=actor,
            club=str(self.job.club.pk),
            players=tuple(
                str(entry.players[seat].pk) if seat in entry.players else "" for seat in range(record.rules.players)
            ),
            counts=self.books,
        )
        commands: list[list[Any]] = [[opened]]
        for hand in entry.game.hands:
            commands.append([events.HandEntered(hand.number, hand.dealer, hand.told), *hand.follows])
            commands.append([events.HandTranscribed(hand.number, hand.record)])
        ends = accumulate(map(len, commands), initial=0)
        return [
            store.Command(entry.sheet_id, version, command, uuid5(entry.sheet_id, str(number)), actor, now)
            for number, (version, command) in enumerate(zip(ends, commands, strict=False))
        ]

    def _row(self, entry: _Entry, version: int, now: datetime) -> Sheet:
        record, tally = entry.game.record, entry.game.sheet.tally
        names = [
            name or (entry.players[seat].name if seat in entry.players else "") for seat, name in enumerate(entry.names)
        ]
        return Sheet(
            id=entry.sheet_id,
            club=self.job.club,
            opened_by=self.job.by,
            rules=record.rules.id,
            options=record.rules.options,
            engine=record.rules.version,
            names=names,
            version=version,
            hands=len(entry.game.hands),
            score=list(standing_of_tally(tally)),
            status=Sheet.Status.FINISHED if tally.finished else Sheet.Status.OPEN,
            imported_at=now,
            finished_at=now if tally.finished else None,
        )


def _told(entry: _Entry) -> str:
    """Return a game in words."""
    count = len(entry.game.hands)
    text = ngettext("{rules}: {names}; {count} hand.", "{rules}: {names}; {count} hands.", count)
    return text.format(
        rules=translated(entry.game.record.rules.name), names=", ".join(filter(None, entry.names)), count=count
    )

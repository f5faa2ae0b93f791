"""Writing the archive of a tournament that is over, line by line, in a bounded memory."""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from clubs.models import Club, Player
from engine.phrases import phrase
from games import store
from games.models import Sheet
from games.sealing import signing
from games.store.foreign import RawEvent, heads_of, raw_events
from tournaments.archive.lines import (
    FORMAT,
    SEALED_MESSAGE,
    Kind,
    LeftOut,
    Manifest,
    ManifestLine,
    Named,
    Opening,
    PartHead,
    PartSum,
    SealLine,
    StreamSum,
    event_line,
    written,
)
from tournaments.archive.records import record_lines
from tournaments.archive.results import results_of, written_stages
from tournaments.deeds.base import Refused
from tournaments.floor.log import stream_of
from tournaments.log import states
from tournaments.log.games import ended_of
from tournaments.models import Entrant, Tournament
from tournaments.state.disputes import disputed
from tournaments.state.embargoes import embargo_at
from tournaments.state.tournament import TournamentState

_ID: Final = re.compile(rb'"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"')
_CALLED: Final = "MatchCalled"
_AT_ONCE: Final = 1_000

Tell = Callable[[int, int], object]
"""Called with how many streams are written, of how many."""


def check_archivable(tournament: Tournament) -> None:
    """Refuse to archive a tournament that is not over, or that is another installation's.

    Raises:
        Refused: `not-over`, `taken-in`, `embargo`, `disputed`.
    """
    if tournament.origin:
        text = phrase("This tournament was imported from an archive; pass on that archive instead.")
        raise Refused("taken-in", text)
    state = states.current(tournament.pk)
    if not state.is_over:
        raise Refused("not-over", phrase("Only a finished tournament can be archived. This one is not finished."))
    if embargo_at(state, timezone.now()) is not None:
        raise Refused("embargo", phrase("Results of this tournament are withheld. Archive it when they are released."))
    if open_ones := disputed(state):
        text = phrase("Match {number} is disputed. Archive the tournament when its case is closed.")
        raise Refused("disputed", text, number=open_ones[0].number)


def archive_lines(tournament: Tournament, tell: Tell = lambda done, of: None) -> Iterator[bytes]:
    """Yield the archive of a tournament: each line with its line feed.

    All of it is read as of one moment. The same tournament has the same archive, byte for byte, as long as no name in
    it changes.

    Raises:
        Refused: `not-over`, `taken-in`, `embargo`, `disputed`.
    """
    check_archivable(tournament)
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield from _Archive(tournament, tell).lines()


class _Archive:
    """An archive while it is written."""

    def __init__(self, tournament: Tournament, tell: Tell) -> None:
        self.tournament = tournament
        self.tell = tell
        self.above = hashlib.sha256()
        self.parts: list[PartSum] = []
        self.streams: list[StreamSum] = []
        self.left_out: list[LeftOut] = []

    def lines(self) -> Iterator[bytes]:
        """Yield its lines."""
        state = states.current(self.tournament.pk)
        games, self.left_out = _games(self.tournament.pk)
        streams: list[tuple[UUID, Kind]] = [(self.tournament.pk, "tournament")]
        if heads_of([stream_of(self.tournament.pk)]):
            streams.append((stream_of(self.tournament.pk), "floor"))
        streams += games
        names = _Names(self.tournament, state, streams)
        yield self._line(Opening(FORMAT, self.tournament.pk))
        yield from self._part(PartHead("results"), [written(results_of(state))])
        yield from self._part(PartHead("tournament"), map(written, written_stages(state)))
        yield from self._part(PartHead("names"), map(written, names.lines))
        records: list[bytes] = []
        for done, (stream, kind) in enumerate(streams):
            self.tell(done, len(streams))
            yield from self._part(PartHead("stream", stream, kind), self._events(stream, kind))
            if kind in ("table", "sheet"):
                records += [written(line) for line in record_lines(stream, store.load(stream), names)]
        yield from self._part(PartHead("records"), records)
        manifest = Manifest(signing.public_key().hex(), tuple(self.parts), tuple(self.streams), tuple(self.left_out))
        yield self._line(ManifestLine(manifest))
        yield self._line(SealLine(signing.seal(SEALED_MESSAGE + self.above.digest()).hex()))

    def _line(self, value: Any) -> bytes:
        raw = written(value)
        self.above.update(raw)
        return raw

    def _part(self, head: PartHead, lines: Iterable[bytes]) -> Iterator[bytes]:
        yield self._line(head)
        digest, count = hashlib.sha256(), 0
        for raw in lines:
            self.above.update(raw)
            digest.update(raw)
            count += 1
            yield raw
        self.parts.append(PartSum(head.part, count, digest.hexdigest(), head.stream))

    def _events(self, stream: UUID, kind: Kind) -> Iterator[bytes]:
        last: RawEvent | None = None
        for last in raw_events(stream):
            yield event_line(last)
        assert last is not None
        self.streams.append(StreamSum(stream, kind, last.version, last.hash.hex()))


def _games(tournament: UUID) -> tuple[list[tuple[UUID, Kind]], list[LeftOut]]:
    """Return the games that came to a result, in the order of their ids, and those that did not.

    A game that was called off has a hand that nobody saw; its stream does not leave.
    """
    called = {
        UUID(one.event.stream) for one in store.load(tournament, opened=False, only=(_CALLED,)) if one.event.stream
    }
    games: list[tuple[UUID, Kind]] = []
    left_out: list[LeftOut] = []
    for stream, (version, digest) in sorted(heads_of(sorted(called)).items()):
        stored = store.load(stream, opened=False)
        if ended_of(stored) is None:
            left_out.append(LeftOut(stream, version, digest.hex()))
        else:
            games.append((stream, "sheet" if stored[0].type == "SheetOpened" else "table"))
    return games, left_out


class _Names:
    """The names beside an archive, as they are today: an erased person has none.

    Attributes:
        lines: The lines of the part, in order.
        players: The names of players by id.
        sheets: The names at the seats of sheets.
    """

    def __init__(self, tournament: Tournament, state: TournamentState, streams: Sequence[tuple[UUID, Kind]]) -> None:
        ids = {UUID(one) for stream, _kind in streams for one in _ids_in(stream)}
        rows = [row for some in _some(sorted(ids)) for row in Player.objects.filter(pk__in=some)]
        clubs = [row for some in _some(sorted(ids)) for row in Club.objects.filter(pk__in=some)]
        self.players = {str(row.pk): "" if row.erased_at else row.name for row in rows}
        sheets = [stream for stream, kind in streams if kind == "sheet"]
        self.sheets = {row.pk: tuple(row.names) for some in _some(sheets) for row in Sheet.objects.filter(pk__in=some)}
        entrants = Entrant.objects.filter(tournament=tournament, number__in=state.entrants).order_by("number")
        self.lines = [
            Named(tournament=tournament.pk, name=tournament.name),
            *(Named(club=row.pk, name=row.name) for row in sorted(clubs, key=lambda row: row.pk)),
            *(Named(entrant=row.number, name=row.name) for row in entrants if row.name),
            *(
                Named(player=row.pk, erased=True)
                if row.erased_at
                else Named(player=row.pk, name=row.name, bot=row.is_bot)
                for row in sorted(rows, key=lambda row: row.pk)
            ),
            *(Named(sheet=stream, names=self.sheets.get(stream, ())) for stream in sheets),
        ]


def _ids_in(stream: UUID) -> set[str]:
    """Return everything in the events of a stream that is written as an id: of a player, a club, a team, or else."""
    found: set[str] = set()
    for one in raw_events(stream):
        found.update(id_.decode() for id_ in _ID.findall(one.body))
        found.update([one.actor] if _ID.fullmatch(b'"%s"' % one.actor.encode()) else [])
    return found


def _some(ids: Sequence[UUID]) -> Iterator[Sequence[UUID]]:
    return (ids[place : place + _AT_ONCE] for place in range(0, len(ids), _AT_ONCE))

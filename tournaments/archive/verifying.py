"""Verifying an archive, without a database: its lines, its seal, its chains, and that everything in it follows.

Twice through the file: first each line, each chain, the manifest and the seal; then each stream is replayed, and what
the archive states of results, standings and records is computed again from the streams. The first fault ends it.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO, Final
from uuid import UUID

from msgspec import Struct

import engine
from games.replaying.streams import first_refused
from tournaments.archive.lines import (
    ArchiveFault,
    Kind,
    Named,
    RecordLine,
    written,
)
from tournaments.archive.reading import (
    Frame,
    PlacedPart,
    Tell,
    decoded,
    part_lines,
    place_of,
    read_frame,
    stored_in,
)
from tournaments.archive.records import record_lines
from tournaments.archive.results import is_ranked_alike, results_of, written_stages
from tournaments.deeds.playing import game_stream
from tournaments.drafting.places import places_of
from tournaments.events.playing import MatchCalled, Report
from tournaments.lines import answer
from tournaments.log.games import ended_of
from tournaments.state.folding import fold_all
from tournaments.state.tournament import TournamentState
from tournaments.state.undoing import live

_FIRST: Final[Mapping[str, Kind]] = {"TournamentOpened": "tournament", "TableOpened": "table", "SheetOpened": "sheet"}
_RANDOM: Final = 4
"""The version of ids that are random: those of games from before tournaments had logs."""


class Checked(Struct, frozen=True):
    """An archive that was verified.

    Attributes:
        state: The tournament.
        games: The numbers of the match and the game of each stream of a game.
        names: The lines of the part `names`.
        findings: What `tournaments check` finds in the pairings; no faults of the archive.
    """

    frame: Frame
    state: TournamentState
    games: Mapping[UUID, tuple[int, int]]
    names: tuple[Named, ...]
    records: int
    findings: tuple[dict[str, Any], ...] = ()


def verify(
    source: BinaryIO, *, key: bytes | None = None, judged: bool = False, tell: Tell = lambda count: None
) -> Checked:
    """Verify an archive.

    Args:
        source: The file, at its beginning; one can seek in it.
        key: The public key that has to have sealed it; None: any.
        judged: Have pairings, schedules and brackets checked too, as `tournaments check` does.
        tell: Called as it goes on.

    Raises:
        ArchiveFault: At the first fault.
    """
    frame = read_frame(source, key=key, tell=tell)
    return _Check(source, frame, judged, tell).check()


class _Check:
    """The second way through the file."""

    def __init__(self, source: BinaryIO, frame: Frame, judged: bool, tell: Tell) -> None:
        self.source = source
        self.frame = frame
        self.judged = judged
        self.tell = tell
        self.games: dict[UUID, tuple[int, int]] = {}
        self.records: list[tuple[UUID, bytes]] = []

    def check(self) -> Checked:
        """Check everything that follows from the streams."""
        parts = {part.head.part: part for part in self.frame.parts if part.head.part != "stream"}
        names = tuple(decoded(raw, Named, number, "names") for number, raw in self._lines(parts["names"]))
        known = _Known(names, parts["names"].line)
        streams = [part for part in self.frame.parts if part.head.part == "stream"]
        state = self._tournament(streams[0])
        self._check_stated(state, parts["results"], parts["tournament"])
        for part in streams[1:]:
            self._stream(state, part, known)
        self._check_all_there(state, parts["records"].line)
        findings = self._judge(parts["tournament"]) if self.judged else ()
        count = self._check_records(parts["records"])
        return Checked(self.frame, state, self.games, names, count, findings)

    def _lines(self, part: PlacedPart) -> Iterator[tuple[int, bytes]]:
        return part_lines(self.source, part, self.tell)

    def _stored(self, part: PlacedPart) -> list[Any]:
        """Return the events of a stream, replayed."""
        stored = stored_in(self.source, part, self.tell)
        refused = first_refused(stored)
        if refused is not None:
            place = f"stream {part.head.stream}, version {refused.version}"
            raise ArchiveFault(part.line + refused.version - 1, place, refused.what)
        return stored

    def _tournament(self, part: PlacedPart) -> TournamentState:
        stored = self._stored(part)
        place = place_of(part.head)
        if stored[0].type != "TournamentOpened":
            raise ArchiveFault(part.line, place, "it is no stream of a tournament")
        state = fold_all(None, live(stored))
        assert state is not None
        if not state.is_over:
            raise ArchiveFault(part.line + part.lines - 1, place, "the tournament is not over")
        settings = state.settings
        try:
            engine.load_rules(settings.rules, settings.options, version=settings.engine)
        except engine.RulesError as fault:
            raise ArchiveFault(part.line, place, str(fault)) from None
        versions: dict[UUID, int] = {}
        for one in stored:
            versions.setdefault(one.command, one.version - 1)
            if isinstance(one.event, MatchCalled) and one.event.stream:
                self._called(one, versions[one.command], part)
        return state

    def _called(self, one: Any, before: int, part: PlacedPart) -> None:
        """Note a game that was called. An id that follows from no call could be meant for a stream elsewhere."""
        event, place = one.event, f"stream {part.head.stream}, version {one.version}"
        try:
            stream = UUID(event.stream)
        except ValueError:
            raise ArchiveFault(part.line + one.version - 1, place, "it calls a game that has no id") from None
        derived = game_stream(one.stream, event.match, event.game, before)
        if stream not in (derived, *self.games) and stream.version != _RANDOM:
            raise ArchiveFault(part.line + one.version - 1, place, "the id of the game does not follow from its call")
        self.games[stream] = (event.match, event.game)

    def _check_stated(self, state: TournamentState, results: PlacedPart, public: PlacedPart) -> None:
        """Compare what the archive states with what follows from the tournament's stream."""
        lines = list(self._lines(results))
        if [raw for _number, raw in lines] != [written(results_of(state))]:
            raise ArchiveFault(results.line, "results", "they do not follow from the stream of the tournament")
        for stage in state.stages.values():
            for group, places in enumerate(stage.places):
                if places != places_of(state, stage.number, group):
                    what = f"the places of stage {stage.number} do not follow from its matches"
                    raise ArchiveFault(results.line, "results", what)
        stages = [(stage, group) for stage in state.stages.values() for group in range(len(stage.groups))]
        expected = {value["id"]: written(value) for value in written_stages(state)}
        found = list(self._lines(public))
        if [raw for _number, raw in found] != list(expected.values()):
            number = next(
                (n for (n, raw), want in zip(found, expected.values(), strict=False) if raw != want), public.line
            )
            raise ArchiveFault(number, "tournament", "it does not follow from the stream of the tournament")
        told = {
            (stage["stage"], group): value["standings"]
            for stage in results_of(state)["stages"]
            for group, value in enumerate(stage["groups"])
        }
        for stage, group in stages:
            name = f"{stage.number}.{group + 1}"
            if name in expected and is_ranked_alike(state, stage, group):
                ranked = answer("rank", expected[name])
                if ranked.get("stages", [{}])[0].get("standings") != told[stage.number, group]:
                    at = public.line + list(expected).index(name)
                    raise ArchiveFault(at, "tournament", "its standings are not those of the results")

    def _stream(self, state: TournamentState, part: PlacedPart, known: "_Known") -> None:
        stream, kind = part.head.stream, part.head.type
        assert stream is not None
        stored, place = self._stored(part), place_of(part.head)
        if kind == "floor":
            return
        if _FIRST.get(stored[0].type) != kind:
            raise ArchiveFault(part.line, place, f"it is no {kind}")
        if stream not in self.games:
            raise ArchiveFault(part.line, place, "the tournament called no such game")
        if ended_of(stored) is None:
            raise ArchiveFault(part.line + part.lines - 1, place, "the game came to no result")
        match, number = self.games[stream]
        known_match = state.matches.get(match)
        game = known_match.game(number) if known_match is not None else None
        if game is not None and game.stream == str(stream) and game.by == "game":
            ended = ended_of([one for one in stored if one.version <= game.version])
            came_to = None if ended is None else Report(ended.points, ended.winners, ended.hands, ended.ended_by)
            if ended is None or ended.version != game.version or came_to != game.report:
                what = f"it does not come to what the tournament was told of match {match}"
                raise ArchiveFault(part.line + part.lines - 1, place, what)
        for line in record_lines(stream, stored, known):
            raw = written(line)
            self.records.append((stream, hashlib.sha256(raw).digest()))

    def _check_all_there(self, state: TournamentState, line: int) -> None:
        """Check that every game that reported itself is here."""
        here = {stream.stream for stream in self.frame.manifest.streams}
        for match in state.matches.values():
            for game in match.games:
                if game.by == "game" and game.stream and UUID(game.stream) not in here:
                    raise ArchiveFault(line, "manifest", f"the game of match {match.number} is missing: {game.stream}")
        if any(left.stream in here or left.stream not in self.games for left in self.frame.manifest.left_out):
            raise ArchiveFault(line, "manifest", "it leaves a game out that is here, or that was never called")

    def _check_records(self, part: PlacedPart) -> int:
        count = 0
        for (number, raw), (stream, digest) in zip(self._lines(part), self.records, strict=False):
            decoded(raw, RecordLine, number, "records")
            if hashlib.sha256(raw).digest() != digest:
                raise ArchiveFault(number, f"records, {stream}", "it does not follow from its stream")
            count += 1
        if (part.lines, count) != (len(self.records), part.lines):
            raise ArchiveFault(part.line + count, "records", "a record is missing, or there is one too many")
        return count

    def _judge(self, part: PlacedPart) -> tuple[dict[str, Any], ...]:
        return tuple(
            problem for _number, raw in self._lines(part) for problem in answer("check", raw).get("problems", ())
        )


class _Known:
    """The names in an archive, for its records."""

    def __init__(self, names: Sequence[Named], line: int) -> None:
        self.players: dict[str, str] = {}
        self.sheets: dict[UUID, tuple[str, ...]] = {}
        for number, one in enumerate(names, start=line):
            subjects = [one.tournament, one.club, one.entrant, one.player, one.sheet]
            if sum(subject is not None for subject in subjects) != 1 or (one.erased and one.name):
                raise ArchiveFault(number, "names", "it names one thing, and nobody whose data were erased")
            if one.player is not None:
                self.players[str(one.player)] = one.name
            if one.sheet is not None:
                self.sheets[one.sheet] = one.names

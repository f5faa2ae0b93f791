"""Taking an archive in: all of it or nothing, after it was verified, and to be read only from then on.

Streams go through the database's door for foreign ones (`games.store.foreign`), whole and under their own ids. Players
become guests under the ids that the events have. An archive that was taken in before changes nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, BinaryIO, Final, Literal
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from msgspec import Struct
from msgspec.structs import replace

from clubs.models import Club, Player
from clubs.names import SPACES, free_slug, is_seen
from clubs.privacy.holdings import FORMER
from engine.phrases import Member, in_english, phrase
from games import store
from games.models import Seat, Sheet, SheetSeat, Table
from games.sheets.state import SheetState
from games.sheets.state import fold_all as fold_sheet
from games.sheets.writing import write_row
from games.store import openers
from games.store.foreign import heads_of, lock_foreign, take_in
from games.tables.services.bots import find_house_bot
from games.tables.services.seats import next_number
from games.tables.state.folding import fold_all as fold_table
from games.tables.state.table import TableState
from tournaments.archive.reading import PlacedPart, raw_in, stored_from
from tournaments.archive.verifying import Checked, verify
from tournaments.directing.rows import STATUS, entrant_status
from tournaments.events.opening import TournamentOpened
from tournaments.floor.log import stream_of
from tournaments.models import MAX_NAME, Entrant, EntrantPlayer, ImportedPlayer, MatchGame, Tournament
from tournaments.state.tournament import TournamentState

_PLAYER_NAME: Final = 40
_SHEET_NAME: Final = 60
_AT_ONCE: Final = 1_000

Came = Literal["taken", "known", "own"]


class ImportRefused(Exception):  # noqa: N818  # a refusal, not a fault
    """A sound archive cannot be taken in here; nothing was changed.

    Attributes:
        code: `some-here`, `player-known` or `event-refused`.
        text: Why, with named places (`engine.phrases`).
        members: What fills them.
    """

    def __init__(self, code: str, text: str, **members: Member) -> None:
        super().__init__(in_english(text, members))
        self.code = code
        self.text = text
        self.members = members


class TakenIn(Struct, frozen=True):
    """What came of an archive.

    Attributes:
        came: `taken`; or, and nothing was changed: `known`, it was taken in before; `own`, it is this installation's.
        tournament: The tournament; None after a dry run.
        players: The number of players who came with it.
    """

    came: Came
    checked: Checked
    tournament: Tournament | None
    players: int = 0
    games: int = 0


def take_in_archive(
    source: BinaryIO,
    *,
    club: Club,
    dry: bool = False,
    tell: Callable[[int], object] = lambda count: None,
    beside: Callable[[TakenIn], object] = lambda taken: None,
) -> TakenIn:
    """Take an archive in for a club: verify it, then write everything in one transaction.

    Args:
        source: The file, in which one can seek.
        club: The club whose tournament it becomes.
        dry: Do it, and take all of it back.
        tell: Called with the number of bytes read since the last call, of three times the size of the file.
        beside: Called in the transaction with what came of it; its failure takes everything back.

    Raises:
        ArchiveFault: It is not sound.
        ImportRefused: It cannot be taken in here.
    """
    checked = verify(source, tell=tell)
    with transaction.atomic():
        lock_foreign()
        came = _here(checked)
        if came is not None:
            known = Tournament.objects.filter(pk=checked.frame.tournament).first()
            taken = TakenIn(came, checked, known)
        else:
            try:
                with transaction.atomic():
                    taken = _Import(source, checked, club, tell).carry_out()
            except store.RefusedEventError as refused:
                text = phrase("The database refuses stream {stream}: {what}.")
                raise ImportRefused("event-refused", text, stream=str(refused.stream), what=refused.what) from None
        beside(taken)
        if dry:
            transaction.set_rollback(True)
            taken = replace(taken, tournament=None if taken.came == "taken" else taken.tournament)
    return taken


def _here(checked: Checked) -> Came | None:
    """Tell whether all streams of an archive are here already, as they are in it; None where none is.

    Raises:
        ImportRefused: `some-here`.
    """
    sums = {one.stream: (one.version, bytes.fromhex(one.hash)) for one in checked.frame.manifest.streams}
    heads = heads_of(list(sums))
    rows = Tournament.objects.filter(pk=checked.frame.tournament)
    # The hall of a tournament of ours may have no stream yet: nobody else gets its id.
    halls = {stream_of(pk) for pk in Tournament.objects.filter(origin="").values_list("pk", flat=True)}
    if not heads and not rows.exists() and halls.isdisjoint(sums):
        return None
    if heads == sums and (tournament := rows.first()) is not None:
        return "known" if tournament.origin else "own"
    raise ImportRefused(
        "some-here",
        phrase(
            "Other streams have ids of this archive, or this tournament is already here in another state. Lelam "
            "never changes what is already here."
        ),
    )


class _Import:
    """An import while it is carried out."""

    def __init__(self, source: BinaryIO, checked: Checked, club: Club, tell: Callable[[int], object]) -> None:
        self.source = source
        self.checked = checked
        self.club = club
        self.tell = tell
        self.key = checked.frame.key.hex()
        self.state = checked.state
        self.names: dict[int, str] = {one.entrant: one.name for one in checked.names if one.entrant is not None}
        self.sheets = {one.sheet: one.names for one in checked.names if one.sheet is not None}
        self.title = _clean(next((one.name for one in checked.names if one.tournament is not None), ""), MAX_NAME)

    def carry_out(self) -> TakenIn:
        """Write everything."""
        players = self._players()
        own, *others = (part for part in self.checked.frame.parts if part.head.part == "stream")
        tournament = self._tournament(self._stream(own))
        for part in others:
            stored = self._stream(part)
            if part.head.type in ("table", "sheet"):
                self._game(tournament, stored)
        return TakenIn("taken", self.checked, tournament, players, len(others))

    def _stream(self, part: PlacedPart) -> Sequence[Any]:
        """Take a stream in; return its events, opened as far as they are known."""
        raw, stream = raw_in(self.source, part, self.tell), part.head.stream
        assert stream is not None
        came = take_in(stream, raw, key=self.checked.frame.key, archive=self.checked.frame.digest)
        assert came == "taken", "nothing of it was here under the lock"
        return openers.opened(stored_from(stream, raw, part.line))

    def _players(self) -> int:
        """Make the players of the archive guests, but for those who came with another one of the same key.

        An id that somebody has here is never taken over: results of another installation would be shown as theirs.

        Raises:
            ImportRefused: `player-known`.
        """
        named = {one.player: one for one in self.checked.names if one.player is not None}
        known = Player.objects.select_related("imported").in_bulk(list(named))
        new = []
        for pk, one in named.items():
            house = find_house_bot(pk)
            if pk in known:
                came = getattr(known[pk], "imported", None)
                if house is None and (came is None or came.key != self.key):
                    raise ImportRefused(
                        "player-known",
                        phrase("Somebody here has the id of a player in this archive: {player}."),
                        player=str(pk),
                    )
            elif house is not None:
                new.append(Player(pk=pk, name=house, is_bot=True))
            else:
                erased = timezone.now() if one.erased else None
                name = _clean(one.name, _PLAYER_NAME) or FORMER
                new.append(Player(pk=pk, name=name, is_bot=one.bot, kept_by=self.club, erased_at=erased))
        Player.objects.bulk_create(new, batch_size=_AT_ONCE)
        guests = [ImportedPlayer(player=player, key=self.key) for player in new if player.kept_by_id]
        ImportedPlayer.objects.bulk_create(guests, batch_size=_AT_ONCE)
        return len(guests)

    def _tournament(self, stored: Sequence[Any]) -> Tournament:
        state, first = self.state, stored[0]
        assert isinstance(first.event, TournamentOpened)
        starts_at = state.settings.starts_at
        tournament = Tournament.objects.create(
            id=state.stream,
            club=self.club,
            slug=free_slug(self.title, taken=lambda slug: Tournament.objects.filter(slug=slug).exists()),
            name=self.title,
            rules=state.settings.rules,
            engine=state.settings.engine,
            starts_at=None if starts_at is None else datetime.fromtimestamp(starts_at, UTC),
            status=STATUS[state.status],
            finished_at=state.at,
            version=state.version,
            origin=self.key,
        )
        Tournament.objects.filter(pk=tournament.pk).update(created_at=first.recorded_at)
        self._entrants(tournament, state)
        return tournament

    def _entrants(self, tournament: Tournament, state: TournamentState) -> None:
        rows = Entrant.objects.bulk_create(
            [
                Entrant(
                    tournament=tournament,
                    number=number,
                    name=_clean(self.names.get(number, ""), MAX_NAME),
                    status=entrant_status(entrant),
                )
                for number, entrant in sorted(state.entrants.items())
            ],
            batch_size=_AT_ONCE,
        )
        known = _known(player for entrant in state.entrants.values() for player in entrant.squad)
        EntrantPlayer.objects.bulk_create(
            [
                EntrantPlayer(entrant=row, player_id=UUID(player), position=position)
                for row in rows
                for position, player in enumerate(state.entrants[row.number].squad)
                if player in known
            ],
            batch_size=_AT_ONCE,
        )
        first = state.places[0] if state.places else ()
        champion = next((row for row in rows if len(first) == 1 and row.number == first[0]), None)
        if champion is not None:
            Tournament.objects.filter(pk=tournament.pk).update(champion=champion)

    def _game(self, tournament: Tournament, stored: Sequence[Any]) -> None:
        """Write the rows by which a game is found."""
        first, last = stored[0], stored[-1]
        match, game = self.checked.games[first.stream]
        name = f"{tournament.name[: _SHEET_NAME - 12]} · {match}.{game}"
        if first.type == "SheetOpened":
            sheet = fold_sheet(None, stored)
            assert sheet is not None
            self._sheet(sheet, name, first.recorded_at)
        else:
            table = fold_table(None, stored)
            assert table is not None
            self._table(table, name, first.recorded_at, last.recorded_at)
        MatchGame.objects.create(
            stream=first.stream,
            tournament=tournament,
            match=match,
            game=game,
            opened_at=first.recorded_at,
            reported=last.version,
        )

    def _table(self, state: TableState, name: str, opened_at: datetime, finished_at: datetime) -> None:
        terms = state.terms
        table = Table.objects.create(
            id=state.stream,
            number=next_number(),
            name=name,
            club=self.club,
            rules=state.rules.id,
            options=state.rules.options,
            engine=state.rules.version,
            fixed_seats=True,
            friendly=True,
            action_seconds=terms.action_seconds,
            reserve_seconds=terms.reserve_seconds,
            pause_seconds=terms.pause_seconds,
            play_minutes=terms.play_minutes,
            shown_seat=terms.shown_seat,
            shown_delay=terms.shown_delay,
            status=state.status,
            version=state.version,
            hand_number=state.hand,
            finished_at=finished_at,
        )
        Table.objects.filter(pk=table.pk).update(created_at=opened_at)
        seated = {number: seat.player for number, seat in enumerate(state.seats) if seat.player}
        known = _known(seated.values())
        Seat.objects.bulk_create(
            Seat(table=table, number=number, player_id=UUID(player))
            for number, player in seated.items()
            if player in known
        )

    def _sheet(self, state: SheetState, name: str, opened_at: datetime) -> None:
        seats, empty = self.sheets.get(state.stream, ()), ("",) * state.rules.players
        sheet = Sheet.objects.create(
            id=state.stream,
            name=name,
            club=self.club,
            rules=state.rules.id,
            options=state.rules.options,
            engine=state.rules.version,
            names=[_clean(name, _PLAYER_NAME) for name in (*seats, *empty)][: state.rules.players],
            imported_at=timezone.now(),
        )
        write_row(state)
        Sheet.objects.filter(pk=sheet.pk).update(created_at=opened_at)
        known = _known(state.players)
        SheetSeat.objects.bulk_create(
            SheetSeat(sheet=sheet, seat=seat, player_id=UUID(player))
            for seat, player in enumerate(state.players)
            if player in known
        )


def _known(players: Iterable[str]) -> set[str]:
    """Return those of some ids that a player here has; an archive may leave the names of some out."""
    ids = set()
    for player in filter(None, players):
        try:
            ids.add(UUID(player))
        except ValueError:
            continue
    return set(map(str, Player.objects.filter(pk__in=ids).values_list("pk", flat=True)))


def _clean(name: str, longest: int) -> str:
    """Return a name of elsewhere as names are written here: without what cannot be seen, and no longer."""
    return SPACES.sub(" ", "".join(char for char in name if is_seen(char))).strip()[:longest].strip()

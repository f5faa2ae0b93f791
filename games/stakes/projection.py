"""The entries of games in the ledgers of their clubs, posted for the event that moved the units.

The ledger is no read model: its entries stay, whatever is built anew. So a run has no rows of its own; each event's
entry is asked for again, found there, and compared. One that differs stops the lane.
"""

from uuid import UUID

from clubs.base.days import ZoneHistory, day_of
from clubs.ledger.posting import LedgerRefused, Moved, lock, post
from clubs.models import LedgerEntry
from games import store
from games.models import Table
from games.stakes import moves as stakes
from games.store import StoredEvent, projector
from games.store.projector import FaultyEventError, Projection


@projector.register
class Stakes(Projection):
    """Writes the ledgers."""

    name = "stakes"
    version = 1

    def __init__(self, run: int, *, quiet: bool = False) -> None:
        super().__init__(run, quiet=quiet)
        # Of this batch, which is one transaction.
        self._streams: dict[UUID, stakes.Stream | None] = {}
        self._zones = ZoneHistory()
        self._asked: list[tuple[int, Moved]] = []

    def on_table_opened(self, stored: StoredEvent) -> None:
        """Begin a game at a live table."""
        self._follow(stored)

    def on_seat_taken(self, stored: StoredEvent) -> None:
        """Put a player at a seat."""
        self._follow(stored)

    def on_player_substituted(self, stored: StoredEvent) -> None:
        """Put a substitute at a seat."""
        self._follow(stored)

    def on_hand_scored(self, stored: StoredEvent) -> None:
        """Move the stakes of a hand. Source: 28-STK-2, 28-STK-3, 28-WIK-2, 28-WIK-3."""
        self._follow(stored)

    def on_penalty_awarded(self, stored: StoredEvent) -> None:
        """Count stake points of a ruling. Source: 56-IRR-14."""
        self._follow(stored)

    def on_game_finished(self, stored: StoredEvent) -> None:
        """Settle a game that keeps no stakes."""
        self._follow(stored)

    def on_sheet_opened(self, stored: StoredEvent) -> None:
        """Begin a match on a score sheet."""
        self._follow(stored)

    def on_contract_noted(self, stored: StoredEvent) -> None:
        """Remember an entry of a sheet, which may be taken back."""
        self._follow(stored)

    on_hand_entered = on_match_stopped = on_irregularity_ruled = on_penalty_card_lifted = on_contract_noted

    def on_entry_withdrawn(self, stored: StoredEvent) -> None:
        """Reverse the postings of a sheet's entry."""
        self._follow(stored)

    on_ruling_withdrawn = on_entry_withdrawn

    def on_result_entered(self, stored: StoredEvent) -> None:
        """Settle a game whose result was written down."""
        self._follow(stored)

    def on_result_withdrawn(self, stored: StoredEvent) -> None:
        """Reverse the postings of a result."""
        self._follow(stored)

    def finish(self) -> None:
        """Post the entries of the batch in one call, so that the clubs are locked in one order."""
        moved = [one for _, one in self._asked]
        try:
            post(moved)
        except LedgerRefused:
            lock({one.club for one in moved})
            for pos, one in self._asked:
                try:
                    post([one])
                except LedgerRefused as refused:
                    raise FaultyEventError(pos) from refused
            raise

    def _follow(self, stored: StoredEvent) -> None:
        """Process an event, and collect its posting."""
        if stored.stream not in self._streams:
            self._streams[stored.stream] = self._begun(stored)
            if stored.version == 1 and stored.type != "ResultEntered":
                return
        stream = self._streams[stored.stream]
        if stream is None or stream.club is None:
            return
        posting = stream.follow(stored.version, stored.type, stored.event)
        if posting is None or not posting.amounts:
            return
        zone = self._zones.zone_at(UUID(stream.club), stored.recorded_at)
        if zone is None:  # the club is not there, as in a log without its tables
            self._streams[stored.stream] = None
            return
        moved = Moved(
            club=UUID(stream.club),
            kind=LedgerEntry.Kind.GAME if posting.reverses is None else LedgerEntry.Kind.REVERSAL,
            amounts={UUID(player): units for player, units in posting.amounts.items()},
            day=posting.day or day_of(zone, stored.recorded_at),
            at=stored.recorded_at,
            stream=stored.stream,
            version=stored.version,
            hand=posting.hand,
            reverses=posting.reverses,
        )
        self._asked.append((stored.pos, moved))

    def _begun(self, stored: StoredEvent) -> stakes.Stream | None:
        """Return a stream as it stood before an event; None for one that moves nothing, or has no beginning."""
        whole = stored.version > 1
        earlier = store.load(stored.stream, opened=False, only=stakes.EVENTS) if whole else [stored]
        first = earlier[0]
        if first.type not in stakes.BEGINNINGS:
            return None
        stream = stakes.Stream(first.version, first.type, first.event, self._old_club(first))
        for one in earlier:
            if one.version < stored.version:
                stream.follow(one.version, one.type, one.event)
        return stream

    def _old_club(self, first: StoredEvent) -> str | None:
        """Return the club of a table whose first event does not say it, as before the third schema."""
        if first.type != "TableOpened" or first.schema > stakes.LAST_WITHOUT_CLUB:
            return None
        club = Table.objects.filter(pk=first.stream).values_list("club_id", flat=True).first()
        return None if club is None else str(club)

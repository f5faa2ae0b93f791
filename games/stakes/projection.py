"""The entries of games in the ledgers of their clubs, posted for the event that moved the units.

The ledger is no read model: its entries stay, whatever is built anew. So a run has no rows of its own; each event's
entry is asked for again, found there, and compared. One that differs stops the lane.
"""

from collections.abc import Sequence
from datetime import date
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
        self._wholes: dict[UUID, list[StoredEvent]] = {}
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

    def on_result_adjusted(self, stored: StoredEvent) -> None:
        """Reverse what comes out otherwise by an adjusted result, and post what it comes to."""
        self._follow(stored)

    on_adjustment_withdrawn = on_result_adjusted

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
        postings = stream.postings(stored.version, stored.type, stored.event, lambda: self._whole(stored))
        for posting in postings:
            self._ask(stored, stream, posting)

    def _ask(self, stored: StoredEvent, stream: stakes.Stream, posting: stakes.Posting) -> None:
        """Collect a posting of an event."""
        if not posting.amounts or stream.club is None:
            return
        zone = self._zones.zone_at(UUID(stream.club), stored.recorded_at)
        if zone is None:  # the club is not there, as in a log without its tables
            self._streams[stored.stream] = None
            return
        today = day_of(zone, stored.recorded_at)
        moved = Moved(
            club=UUID(stream.club),
            kind=LedgerEntry.Kind.GAME if posting.reverses is None else LedgerEntry.Kind.REVERSAL,
            amounts={UUID(player): units for player, units in posting.amounts.items()},
            day=posting.day or self._own_day(stored, stream.club, posting) or today,
            at=stored.recorded_at,
            stream=stored.stream,
            version=stored.version,
            hand=posting.hand,
            reverses=posting.reverses,
            part=posting.part,
            reverses_part=posting.reverses_part,
            beside=posting.beside,
            ruled=None if posting.of is None else today,
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
                stream.postings(one.version, one.type, one.event, lambda: self._whole(stored))
        return stream

    def _whole(self, stored: StoredEvent) -> Sequence[StoredEvent]:
        """Return all events of a stream, up to one at least."""
        known = self._wholes.get(stored.stream)
        if known is None or known[-1].version < stored.version:
            known = self._wholes[stored.stream] = store.load(stored.stream, opened=False)
        return known

    def _own_day(self, stored: StoredEvent, club: str, posting: stakes.Posting) -> date | None:
        """Return the day of the event that moves the units by itself, where a ruling lets it move others."""
        if posting.of is None or posting.reverses is not None:
            return None
        at = self._whole(stored)[posting.of - 1].recorded_at
        zone = self._zones.zone_at(UUID(club), at)
        return None if zone is None else day_of(zone, at)

    def _old_club(self, first: StoredEvent) -> str | None:
        """Return the club of a table whose first event does not say it, as before the third schema."""
        if first.type != "TableOpened" or first.schema > stakes.LAST_WITHOUT_CLUB:
            return None
        club = Table.objects.filter(pk=first.stream).values_list("club_id", flat=True).first()
        return None if club is None else str(club)

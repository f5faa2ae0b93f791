"""The read model of finished hands."""

from typing import Any

import msgspec

import engine
from games import store
from games.events import tables as events
from games.models import PlayedHand, Table
from games.store import StoredEvent, projector
from games.store.projector import Projection
from games.words.notes import LISTED


@projector.register
class Hands(Projection):
    """Every finished hand at a table, for lists and searches."""

    name = "hands"
    version = 2
    models = (PlayedHand,)

    def on_hand_scored(self, stored: StoredEvent) -> None:
        """Write a row for the hand, with its players."""
        if not Table.objects.filter(pk=stored.stream).exists():
            return
        scored: engine.HandScored = stored.event
        players, noted = self._since(stored)
        PlayedHand.objects.create(
            projection_version=self.run,
            table_id=stored.stream,
            number=scored.hand,
            version=stored.version,
            outcome=scored.outcome,
            declarer=scored.declarer,
            bid=scored.bid,
            result=msgspec.to_builtins(scored),
            noted=noted,
            players=players,
            scored_at=stored.recorded_at,
        )

    def _since(self, stored: StoredEvent) -> tuple[list[str], list[Any]]:
        """Return the player of each seat, and the notes beside the result.

        Both follow from the previous hand and from the events since.
        """
        before = (
            PlayedHand.objects.filter(projection_version=self.run, table_id=stored.stream, version__lt=stored.version)
            .order_by("-version")
            .first()
        )
        seats = dict(enumerate(before.players)) if before is not None else {}
        noted = []
        for one in store.load(stored.stream, after=before.version if before is not None else 0, opened=False):
            if one.version >= stored.version:
                break
            if isinstance(one.event, events.SeatTaken | events.PlayerSubstituted):
                seats[one.event.seat] = one.event.player
            elif isinstance(one.event, LISTED):
                noted.append({"event": type(one.event).__name__, **msgspec.to_builtins(one.event)})
        return [seats[seat] for seat in sorted(seats)], noted

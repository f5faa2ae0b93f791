"""The read model of finished hands."""

import msgspec

import engine
from games import events, projector, store
from games.models import PlayedHand, Table
from games.projector import Projection
from games.store import StoredEvent


@projector.register
class Hands(Projection):
    """Every finished hand at a table: what lists and searches show."""

    name = "hands"
    models = (PlayedHand,)

    def on_hand_scored(self, stored: StoredEvent) -> None:
        """Write the hand down with who sat there."""
        if not Table.objects.filter(pk=stored.stream).exists():
            return
        scored: engine.HandScored = stored.event
        PlayedHand.objects.create(
            projection_version=self.run,
            table_id=stored.stream,
            number=scored.hand,
            version=stored.version,
            outcome=scored.outcome,
            declarer=scored.declarer,
            bid=scored.bid,
            result=msgspec.to_builtins(scored),
            players=self._players(stored),
            scored_at=stored.recorded_at,
        )

    def _players(self, stored: StoredEvent) -> list[str]:
        """Return who sat at each seat: as at the hand before, but for those who came since."""
        before = (
            PlayedHand.objects.filter(projection_version=self.run, table_id=stored.stream, version__lt=stored.version)
            .order_by("-version")
            .first()
        )
        seats = dict(enumerate(before.players)) if before is not None else {}
        for one in store.load(stored.stream, after=before.version if before is not None else 0, opened=False):
            if one.version < stored.version and isinstance(one.event, events.SeatTaken | events.PlayerSubstituted):
                seats[one.event.seat] = one.event.player
        return [seats[seat] for seat in sorted(seats)]

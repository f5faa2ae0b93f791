"""The read model of finished hands."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final
from uuid import UUID

import msgspec

import engine
from clubs.base import news
from engine.adjusting import Counted
from engine.written import SheetHand
from games import store
from games.events import sheets
from games.events import tables as events
from games.hands.lists import DROPPED
from games.models import PlayedHand, Sheet, Table
from games.rescoring.recount import recount
from games.sheets.moments import Moments
from games.sheets.state import MAIN
from games.store import StoredEvent, projector
from games.store.projector import Projection
from games.words.notes import LISTED, TOLD

_RULINGS: Final = (engine.IrregularityRuled.__name__,)
_OPENED: Final = (sheets.SheetOpened.__name__,)
_SEATED: Final = (events.SeatTaken, events.PlayerSubstituted)
_WITHDRAWN: Final = (sheets.EntryWithdrawn, engine.RulingWithdrawn)


@projector.register
class Hands(Projection):
    """Every finished hand at a table, and every entered one that stands on a score sheet, for lists and searches."""

    name = "hands"
    version = 3
    models = (PlayedHand,)
    foreign = True

    def __init__(self, run: int, *, quiet: bool = False) -> None:
        super().__init__(run, quiet=quiet)
        # Of this batch, which is one transaction.
        self._places: dict[UUID, dict[str, UUID]] = {}
        self._moments = Moments()

    def on_hand_scored(self, stored: StoredEvent) -> None:
        """Write a row for the hand, with its players."""
        place = self._place(stored.stream)
        if not place:
            return
        scored: engine.HandScored = stored.event
        if "sheet_id" in place:
            (players, noted), at = self._on_a_sheet(stored), self._moments.of(stored)
        else:
            (players, noted), at = self._at_a_table(stored), stored.recorded_at
        PlayedHand.objects.create(
            projection_version=self.run,
            **place,
            number=scored.hand,
            version=stored.version,
            outcome=scored.outcome,
            declarer=scored.declarer,
            bid=scored.bid,
            result=msgspec.to_builtins(scored),
            noted=noted,
            players=players,
            scored_at=at,
        )
        self.effect(partial(news.gathered.add, (news.TABLES,)))

    def on_entry_withdrawn(self, stored: StoredEvent) -> None:
        """Remove the hand that an entry of a sheet had decided."""
        self._withdraw(stored.stream, stored.event.entry)

    def on_ruling_withdrawn(self, stored: StoredEvent) -> None:
        """Remove the hand that a ruling on a sheet had decided."""
        # Rulings are numbered as they were given, the withdrawn ones too.
        ruled = store.load(stored.stream, opened=False, only=_RULINGS)[stored.event.ruling - 1]
        self._withdraw(stored.stream, ruled.version)

    def on_result_adjusted(self, stored: StoredEvent) -> None:
        """Bring the hands of a finished game up to what they count since a ruling, and keep what they were."""
        if not self._place(stored.stream):
            return
        happened = store.load(stored.stream, opened=False)
        counts = recount([one for one in happened if one.version <= stored.version])
        if counts is None:
            return
        for row in PlayedHand.objects.filter(projection_version=self.run, stream=stored.stream):
            was = row.was or {"result": row.result, "noted": row.noted}
            now, adjustment = counts.now(row.number), counts.standing.get(row.number)
            row.case = None if adjustment is None else UUID(adjustment.event.case)
            row.result, row.noted = was["result"], was["noted"]
            if now is not None and now != counts.was(row.number):
                told = None if adjustment is None else adjustment.event.told
                row.result = msgspec.to_builtins(now.scored)
                row.noted = _noted_since(was["noted"], now, told, adjusted=adjustment is not None)
            same = now is not None and (row.result, row.noted) == (was["result"], was["noted"])
            row.was = None if same else was
            row.outcome, row.declarer, row.bid = (row.result[name] for name in ("outcome", "declarer", "bid"))
            if now is None:
                row.outcome, row.declarer, row.bid = DROPPED, None, None
            row.save()

    on_adjustment_withdrawn = on_result_adjusted

    def _place(self, stream: UUID) -> dict[str, UUID]:
        """Return which table or sheet has the stream; empty where there is none, as in a log without its tables."""
        if stream not in self._places:
            place = {}
            if Table.objects.filter(pk=stream).exists():
                place = {"table_id": stream}
            elif Sheet.objects.filter(pk=stream).exists():
                place = {"sheet_id": stream}
            self._places[stream] = place
        return self._places[stream]

    def _withdraw(self, stream: UUID, entry: int) -> None:
        """Remove the hand decided by the last entry of a sheet, if it decided any; `entry` is the entry's version."""
        PlayedHand.objects.filter(projection_version=self.run, stream=stream, version__gt=entry).delete()

    def _before(self, stored: StoredEvent) -> PlayedHand | None:
        rows = PlayedHand.objects.filter(projection_version=self.run, stream=stored.stream, version__lt=stored.version)
        return rows.order_by("-version").first()

    def _at_a_table(self, stored: StoredEvent) -> tuple[list[str], list[Any]]:
        """Return the player of each seat, and the notes beside the result.

        Both follow from the previous hand and from the events since.
        """
        before = self._before(stored)
        seats = dict(enumerate(before.players)) if before is not None else {}
        noted = []
        for event in _since(stored, before):
            if isinstance(event, _SEATED):
                seats[event.seat] = event.player
            elif isinstance(event, LISTED):
                noted.append(_note(event))
        return [seats[seat] for seat in sorted(seats)], noted

    def _on_a_sheet(self, stored: StoredEvent) -> tuple[list[str], list[Any]]:
        """Return the player of each seat, empty for an unknown one, and the notes beside the result."""
        before = self._before(stored)
        if before is not None:
            players = before.players
        else:
            opened: sheets.SheetOpened = store.load(stored.stream, opened=False, only=_OPENED)[0].event
            rules = engine.load_rules(opened.rules, opened.options, version=opened.engine)
            players = list(opened.players) or [""] * rules.players
        # The notes by entry, so that those of a withdrawn entry go with it; all entries since the previous hand that
        # stands are withdrawn the last first.
        entries: list[list[Any]] = []
        for event in _since(stored, before):
            if isinstance(event, MAIN):
                told = event.told if isinstance(event, sheets.HandEntered) else None
                entries.append([_note(undertaken) for undertaken in _undertaken(told)])
            elif isinstance(event, _WITHDRAWN) and entries:
                entries.pop()
            elif isinstance(event, LISTED) and entries:
                entries[-1].append(_note(event))
        return players, [note for notes in entries for note in notes]


def _noted_since(noted: list[Any], now: Counted, told: SheetHand | None, *, adjusted: bool) -> list[Any]:
    """Return the notes beside a result that counts since a ruling.

    Args:
        noted: Those beside the result as it was played.
        now: The hand as it counts.
        told: How a ruling says that it came out.
        adjusted: A ruling is about this hand; else one about an earlier hand has changed what follows from it.
    """
    moved = {kind.__name__ for kind in TOLD}
    kept = [] if adjusted else [note for note in noted if note["event"] not in moved]
    return [
        *kept,
        *(_note(event) for event in _undertaken(told)),
        *(_note(event) for event in now.events if isinstance(event, TOLD)),
    ]


def _undertaken(told: SheetHand | None) -> Iterator[Any]:
    """Yield the event by which somebody undertook something alone, if a result says so."""
    if told is None or told.declarer is None:
        return
    if told.alone == "cot":
        yield engine.CotCalled(told.declarer)
    elif told.alone:
        yield engine.ThaniCalled(told.declarer if told.soloist is None else told.soloist)


def _since(stored: StoredEvent, before: PlayedHand | None) -> Iterator[Any]:
    """Yield the events of a stream before a hand's score, from the score of the hand before on."""
    for one in store.load(stored.stream, after=before.version if before is not None else 0, opened=False):
        if one.version >= stored.version:
            return
        yield one.event


def _note(event: Any) -> dict[str, Any]:
    return {"event": type(event).__name__, **msgspec.to_builtins(event)}

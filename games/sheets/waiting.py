"""The hands of a sheet that are not as they should be: reports that differ, and hands that wait. Pure."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal

import msgspec

from engine.written import SheetHand
from games.events import sheets as events
from games.sheets.reports import Report, differences, differing, in_order, latest
from games.sheets.state import Entry, Facts, SheetState

Kind = Literal["differs", "side", "earlier"]
DIFFERS: Final = "differs"
"""The reports differ, from each other or from what is entered: a scorer settles them, or the sides report again."""
SIDE: Final = "side"
"""Another side has not reported yet."""
EARLIER: Final = "earlier"
"""The result is known, and waits for a hand before it."""


class OpenHand(msgspec.Struct, frozen=True):
    """A hand that is not as it should be.

    Attributes:
        number: Its number.
        kind: `differs`, `side` or `earlier`.
        reports: The last reports of the sides, the oldest first.
        entered: How it came out, as it is entered; None while it is not.
        marked: The members of `SheetHand` in which they differ; `told`, if a side took its report back.
        missing: The sides that have reported nothing.
        since: When the first of these reports came.
    """

    number: int
    kind: Kind
    reports: tuple[Report, ...]
    entered: SheetHand | None = None
    marked: tuple[str, ...] = ()
    missing: tuple[int, ...] = ()
    since: datetime | None = None


def open_hands(state: SheetState) -> tuple[OpenHand, ...]:
    """Return the hands that wait for somebody: those that differ first, else in the order of play."""
    entries: Mapping[int, Entry] = state.hands
    hands = [_open_hand(state, number, known, entries.get(number)) for number, known in sorted(state.facts.items())]
    return tuple(sorted((hand for hand in hands if hand is not None), key=lambda hand: hand.kind != DIFFERS))


def last_reports(state: SheetState, hand: int) -> tuple[Report, ...]:
    """Return the last reports of the sides about a hand, each once, the oldest first."""
    known = state.facts_of(hand).reports
    sides = range(len(state.rules.sides))
    by_version = {report.version: report for side in sides for report in latest(known, side)}
    return tuple(by_version[version] for version in sorted(by_version))


def _open_hand(state: SheetState, number: int, known: Facts, entry: Entry | None) -> OpenHand | None:
    if entry is not None and entry.ruling:
        return None
    reports = last_reports(state, number)
    since = min((report.at for report in reports if report.at is not None), default=None)
    if entry is not None:
        marked = differences_of(state, number)
        return OpenHand(number, DIFFERS, reports, entry.event.told, marked, since=since) if marked else None
    if known.wanted is not None:
        return None if known.wanted.told is None else OpenHand(number, EARLIER, reports, since=since)
    sides = range(len(state.rules.sides))
    silent = tuple(
        side for side in sides if not any(side in report.sides and report.told is not None for report in reports)
    )
    if len(silent) == len(sides):
        return None
    if len(sides) - len(silent) < 2:
        return OpenHand(number, SIDE, reports, missing=silent, since=since)
    return OpenHand(number, DIFFERS, reports, marked=differences_of(state, number), missing=silent, since=since)


def differences_of(state: SheetState, number: int) -> tuple[str, ...]:
    """Return the members in which a hand's last reports differ: from what is entered, or else from each other.

    What a scorer said answers the reports before it.
    """
    entry, known = state.hands.get(number), state.facts_of(number)
    if entry is None or entry.ruling:
        return differences(known.reports, range(len(state.rules.sides)), None)
    event: events.HandEntered = entry.event
    answered = max((settlement.version for settlement in known.settlements), default=0)
    if event.source == "scorer":
        answered = max(answered, entry.version)
    doubts = [report for report in last_reports(state, number) if report.version > answered]
    return in_order(name for report in doubts for name in differing(report.told, event.told))

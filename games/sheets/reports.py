"""Reports of the sides about a hand, and what they agree on. Pure.

The agreement is a function of the *set* of reports: in whatever order they arrive, and however often, it is the same.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import combinations, combinations_with_replacement

import msgspec

from engine.written import SheetHand


class Report(msgspec.Struct, frozen=True):
    """A report of a hand by a device that speaks for one side, or for several.

    Attributes:
        sides: The sides that it speaks for.
        edit: Which report of these sides about this hand it is, from 1.
        told: What it says; None: that the report before is taken back.
        version: The version of its event.
        at: When it arrived.
        by: The id of its author.
    """

    sides: tuple[int, ...]
    edit: int
    told: SheetHand | None
    version: int = 0
    at: datetime | None = None
    by: str = ""


class Agreement(msgspec.Struct, frozen=True):
    """The hand on which two sides agree; None: they agree that it has not come out yet."""

    told: SheetHand | None


def agree(first: SheetHand | None, second: SheetHand | None) -> bool:
    """Tell whether two reports say the same; card points that only one of them gives differ from nothing."""
    return not differing(first, second)


def differing(first: SheetHand | None, second: SheetHand | None) -> tuple[str, ...]:
    """Return the members in which two reports differ; `told`, if only one of them says anything."""
    if first is None or second is None:
        return () if first is second else ("told",)
    return tuple(
        name
        for name in SheetHand.__struct_fields__
        if getattr(first, name) != getattr(second, name) and not _is_left_out(name, first, second)
    )


def _is_left_out(name: str, first: SheetHand, second: SheetHand) -> bool:
    """Tell whether it is a count that one of the two did not make."""
    return name in ("points", "shares") and any(getattr(hand, name) in (None, ()) for hand in (first, second))


def agreed(reports: Iterable[Report]) -> Agreement | None:
    """Return what two sides agree on; None while they do not.

    Of several agreements that with the latest edits counts; where they are level, the order of their text decides, so
    that it is the same wherever it is reckoned.
    """
    known = list(reports)
    best: tuple[tuple[int, int, bytes], SheetHand | None] | None = None
    for first, second in combinations_with_replacement(known, 2):
        if len({*first.sides, *second.sides}) < 2 or not agree(first.told, second.told):
            continue
        told = _fuller(first.told, second.told)
        low, high = sorted((first.edit, second.edit))
        rank = (low, high, msgspec.json.encode(told, order="sorted"))
        if best is None or rank > best[0]:
            best = rank, told
    return None if best is None else Agreement(best[1])


def _fuller(first: SheetHand | None, second: SheetHand | None) -> SheetHand | None:
    """Return two reports that agree as one, with the counts of either."""
    if first is None or second is None:
        return None
    return msgspec.structs.replace(
        first,
        points=second.points if first.points is None else first.points,
        shares=first.shares or second.shares,
    )


def latest(reports: Sequence[Report], side: int) -> tuple[Report, ...]:
    """Return the last reports of a side: one, or several different ones if two devices reported at once."""
    theirs = [report for report in reports if side in report.sides]
    last = max((report.edit for report in theirs), default=0)
    last_ones: dict[bytes, Report] = {}
    for report in theirs:
        if report.edit == last:
            last_ones.setdefault(msgspec.json.encode(report.told, order="sorted"), report)
    return tuple(last_ones[text] for text in sorted(last_ones))


def differences(reports: Sequence[Report], sides: Iterable[int], stands: SheetHand | None) -> tuple[str, ...]:
    """Return the members in which the last reports of the sides differ, from each other or from what stands."""
    told = [report.told for side in sides for report in latest(reports, side)]
    if stands is not None:
        told.append(stands)
    return in_order(name for first, second in combinations(told, 2) for name in differing(first, second))


def in_order(members: Iterable[str]) -> tuple[str, ...]:
    """Return members in which hands differ, each once, in the order of a hand; `told` comes first."""
    names = set(members)
    return tuple(name for name in ("told", *SheetHand.__struct_fields__) if name in names)

"""Standings after a change: only the records and values that the change concerns are computed anew.

The new stage is compared with the one before, so that there is no list of changes that could be wrong or incomplete.
Nothing is changed in place: the standings before stay as they are, and both share what is the same in them.
"""

from collections.abc import Set as AbstractSet

from tournaments.stages.stage import Entrant, Match, Stage
from tournaments.tiebreaks.criteria import AMONG, values_of
from tournaments.tiebreaks.ranking import Standings, standings_by, standings_of
from tournaments.tiebreaks.record import Records, last_begun, least_scale, new_records, records_of


def standings_after(before: Standings, stage: Stage) -> Standings:
    """Return the standings of a stage that has changed; its rows are the same as from zero.

    Any change is allowed. One of few results, entrants or adjustments is quick; where all values may change, as with
    the first result of a round, they are computed from zero by the records that were kept.
    """
    old = before.records
    records = records_after(old, stage)
    if (records.scale, records.win, records.last) != (old.scale, old.win, old.last):
        return standings_of(records)
    stale = _stale(old, records)
    names = [name for name in stage.tie_breaks if name not in AMONG]
    renewed = values_of(records, [name for name in names if name in before.values], stale)
    values = values_of(records, [name for name in names if name not in before.values], records.of)
    for name, new in renewed.items():
        known = before.values[name]
        values[name] = {entrant: new[entrant] if entrant in stale else known[entrant] for entrant in records.of}
    return standings_by(records, values)


def records_after(before: Records, stage: Stage) -> Records:
    """Return the records of a stage that has changed; the record of an entrant without a change is the same object.

    The scale may be a multiple of the one that `records_of` has, for it only grows while a stage is followed.
    """
    if stage.scoring != before.stage.scoring or before.scale % least_scale(stage):
        return records_of(stage)
    touched = _touched(before, stage)
    matches = [match for match in stage.matches if match.home in touched or match.away in touched]
    known = {entrant.id: entrant for entrant in stage.entrants}
    # Their opponents' records are begun too, with these matches alone, and left aside.
    concerned = {name: known[name] for name in touched & known.keys() | _entrants_of(matches)}
    new = new_records(stage, before.scale, concerned, matches)
    of = {name: new[name] if name in touched else before.of[name] for name in known}
    return Records(stage, before.scale, before.win, last_begun(stage), of)


def _stale(before: Records, records: Records) -> set[str]:
    """Return the entrants with a new record, and those that met one whose points are new."""
    stale: set[str] = set()
    for name, record in records.of.items():
        known = before.of.get(name)
        if known is record:
            continue
        stale.add(name)
        if known is None or known.points != record.points:
            stale.update(part.opponent for part in record.parts if part.met and part.opponent is not None)
    return stale


def _touched(before: Records, stage: Stage) -> set[str]:
    """Return the entrants that are new or gone, or differ in themselves, in a match or in an adjustment."""
    known = before.stage.adjustments
    return (
        _differing(before.stage.entrants, stage.entrants)
        | _entrants_of(_changed(before.stage.matches, stage.matches))
        | {name for name in known.keys() | stage.adjustments.keys() if known.get(name) != stage.adjustments.get(name)}
    )


def _differing(before: tuple[Entrant, ...], after: tuple[Entrant, ...]) -> set[str]:
    known = {entrant.id: entrant for entrant in before}
    now = {entrant.id: entrant for entrant in after}
    return {name for name in known.keys() | now.keys() if known.get(name) != now.get(name)}


def _changed(before: tuple[Match, ...], after: tuple[Match, ...]) -> list[Match]:
    """Return the matches that are new, gone or changed, and all between the first and last where their number is."""
    if len(before) == len(after):
        return [
            match
            for pair in zip(before, after, strict=True)
            if pair[0] is not pair[1] and pair[0] != pair[1]
            for match in pair
        ]
    shorter = min(len(before), len(after))
    head = _alike(before, after, shorter)
    tail = _alike(before[::-1], after[::-1], shorter - head)
    return [*before[head : len(before) - tail], *after[head : len(after) - tail]]


def _alike(before: tuple[Match, ...], after: tuple[Match, ...], most: int) -> int:
    """Return how many matches are the same from the beginning on."""
    for place in range(most):
        if before[place] is not after[place] and before[place] != after[place]:
            return place
    return most


def _entrants_of(matches: list[Match]) -> AbstractSet[str]:
    return {name for match in matches for name in (match.home, match.away) if name is not None}

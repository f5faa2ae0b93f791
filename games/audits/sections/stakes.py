"""The section of stakes: the entries of the game in the ledger, beside what its events move."""

from collections.abc import Mapping
from typing import Any

from games.audits.material import Material, Posted
from games.audits.report import Fact, Finding, Section
from games.stakes import moves
from games.stakes.moves import Posting

NAME = "stakes"


def stakes(material: Material) -> Section:
    """Compare the ledger with the units that the game moves."""
    first = material.stored[0]
    stream = moves.Stream(first.version, first.type, first.event, material.club)
    if stream.club is None or material.chain.foreign:
        return Section(NAME, True, (Fact("moves-nothing"),), tuple(_extra(material.posted)))
    due: dict[tuple[int, int], Posting] = {}
    for stored in material.stored[1:]:
        if stored.type in moves.EVENTS:
            for posting in stream.postings(stored.version, stored.type, stored.event, lambda: material.stored):
                if posting.amounts:
                    due[posting.version, posting.part] = posting
    entered = {(each.version, each.part): each for each in material.posted}
    looked_at, findings = [], []
    for place, posting in due.items():
        entry = entered.pop(place, None)
        members = _members(posting)
        looked_at.append(Fact("moved", members=members))
        if entry is None:
            findings.append(Finding("entry-missing", "fault", members=_place(posting)))
        elif not _agrees(posting, entry):
            members |= {"entered": _by_seat(posting, entry.units)}
            findings.append(Finding("entry-differs", "fault", members=members))
    findings += _extra(tuple(entered.values()))
    if not due:
        looked_at.append(Fact("nothing-moved"))
    return Section(NAME, True, tuple(looked_at), tuple(findings))


def _extra(entries: tuple[Posted, ...]) -> list[Finding]:
    """Return the entries that no event of the game accounts for."""
    return [
        Finding("entry-extra", "fault", members={"version": entry.version, "part": entry.part, "hand": entry.hand})
        for entry in entries
    ]


def _agrees(posting: Posting, entry: Posted) -> bool:
    kind = "game" if posting.reverses is None else "reversal"
    reverses = None if posting.reverses is None else (posting.reverses, posting.reverses_part)
    moved = {player: units for player, units in posting.amounts.items() if units}
    return (entry.kind, entry.hand, entry.reverses, dict(entry.units)) == (kind, posting.hand, reverses, moved)


def _place(posting: Posting) -> dict[str, Any]:
    return {"version": posting.version, "part": posting.part, "hand": posting.hand}


def _members(posting: Posting) -> dict[str, Any]:
    """Return what an event moves, by seat where its players are the seats."""
    return _place(posting) | {"reverses": posting.reverses, "units": list(posting.units)}


def _by_seat(posting: Posting, units: Mapping[str, int]) -> list[int]:
    return [units.get(player, 0) for player in posting.players]

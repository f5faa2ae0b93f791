"""The section of irregularities: rulings, penalty cards, withdrawn entries, edits after the fact, times of reports."""

from typing import Any

import engine
from games.audits.material import Material, milliseconds
from games.audits.report import Fact, Finding, Section, plain
from games.events import sheets as events
from games.hands.steps import HandEvents

NAME = "irregularities"


def irregularities(material: Material) -> Section:
    """Tell what was ruled, taken back and corrected around the hand."""
    if material.is_table:
        told = material.told_events
        return Section(NAME, True, (), tuple(_ruled_at_table(material, told)) if told is not None else ())
    looked_at: list[Fact] = []
    findings: list[Finding] = []
    entered = withdrawn = None
    hand_of: dict[int, int] = {}
    last_edit: dict[int, int] = {}
    for stored in material.play:
        event, at = stored.event, milliseconds(stored)
        members: dict[str, Any] = {"version": stored.version, "at": at}
        if isinstance(event, events.EntryWithdrawn):
            if hand_of.get(event.entry) == material.hand:
                findings.append(Finding("entry-withdrawn", "notice", members=members | {"entry": event.entry}))
                withdrawn = at
            continue
        if getattr(event, "hand", None) is not None:
            hand_of[stored.version] = event.hand
        if getattr(event, "hand", None) != material.hand:
            continue
        match event:
            case events.ContractNoted():
                looked_at.append(Fact("contract-noted", members=members))
            case events.HandReported():
                members |= {"sides": list(event.sides), "edit": event.edit, "taken_back": event.told is None}
                looked_at.append(Fact("reported", members=members))
                findings += _late(members, entered, last_edit, event)
            case events.HandSettled():
                members |= {"reason": event.reason, "told": plain(event.told)}
                members["was"] = plain(event.was)
                findings.append(Finding("settled", "notice", members=members))
            case events.ReportsCleared():
                findings.append(Finding("reports-cleared", "notice", members=members))
            case events.HandEntered():
                members |= {"source": event.source}
                again = entered is not None
                looked_at.append(Fact("entered-again" if again else "entered", members=members))
                entered = entered if again else at
            case events.HandTranscribed():
                members |= {"after_ms": None if entered is None else at - entered}
                looked_at.append(Fact("written-down", members=members))
            case engine.IrregularityRuled() | engine.HandAdjusted() | engine.HandCancelled():
                findings.append(_ruling(event, None, members))
    if withdrawn is not None and entered is not None:
        looked_at.append(Fact("first-entered", members={"at": entered}))
    looked_at += _between_reports(looked_at)
    looked_at += _lying_open(material)
    return Section(NAME, True, tuple(looked_at), tuple(findings))


def _late(
    members: dict[str, Any], entered: int | None, last_edit: dict[int, int], event: events.HandReported
) -> list[Finding]:
    """Return a report that came after the hand was entered, or that changed an earlier one of the same side."""
    found = []
    if entered is not None:
        after = {**members, "after_ms": members["at"] - entered}
        found.append(Finding("reported-after-entry", "notice", members=after))
    elif any(side in last_edit for side in event.sides):
        found.append(Finding("report-changed", "notice", members=dict(members)))
    for side in event.sides:
        last_edit[side] = event.edit
    return found


def _between_reports(facts: list[Fact]) -> list[Fact]:
    """Return the time between the first reports of two sides."""
    first: dict[int, int] = {}
    for fact in facts:
        if fact.code == "reported":
            for side in fact.members["sides"]:
                first.setdefault(side, fact.members["at"])
    if len(first) < 2:
        return []
    return [Fact("between-reports", members={"ms": max(first.values()) - min(first.values())})]


def _lying_open(material: Material) -> list[Fact]:
    """Return the penalty cards that lay open when the hand was entered. Source: 56-IRR-2."""
    if material.entry is None:
        return []
    return [
        Fact("penalty-card", None, "56-IRR-2", {"seat": card.seat, "card": card.card, "first": card.first})
        for card in material.entry.before.cards
    ]


def _ruled_at_table(material: Material, told: HandEvents) -> list[Finding]:
    """Return a director's rulings in a hand at a table."""
    found = []
    for placed in told.after:
        event = placed.event
        if isinstance(event, engine.IrregularityRuled | engine.HandAdjusted | engine.HandCancelled):
            step = material.step_at(placed.version)
            found.append(_ruling(event, step, {"version": placed.version}))
    return found


def _ruling(event: Any, step: int | None, members: dict[str, Any]) -> Finding:
    """Return a ruling, with its rule and what followed from it."""
    match event:
        case engine.IrregularityRuled():
            more = {"remedy": event.remedy, "seat": event.offender, "side": event.side, "card": event.card}
            return Finding("ruled", "notice", step, event.rule, members | more)
        case engine.HandAdjusted():
            return Finding("hand-adjusted", "notice", step, "", members | {"side": event.side, "stake": event.stake})
    return Finding("hand-cancelled", "notice", step, "", members)

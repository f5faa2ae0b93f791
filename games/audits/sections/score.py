"""The section of the score: the result recomputed, beside what the stream, the sheet and the sides say of it."""

from collections.abc import Sequence
from typing import Any

import engine
from engine.record import Result, result_of
from games.audits.material import Material
from games.audits.report import Fact, Finding, Section, plain
from games.events import adjusting
from games.events.sheets import HandEntered
from games.hands.history import verdict_of
from games.hands.sheet_records import verdict_on
from games.rescoring.deciding import adjusted_by, withdrawn_by
from games.rescoring.recount import recount
from games.sheets.reports import differing, latest
from games.store import StoredEvent
from games.words.citations import claim_rule

NAME = "score"


def score(material: Material) -> Section:
    """Recompute the result of the hand."""
    scored = material.scored
    if scored is None:
        return Section(NAME, True, (), (Finding("not-on-sheet" if material.sheet else "not-over", "unknown"),))
    verdict = _verdict(material)
    stands = plain(result_of(scored))
    last = material.steps[-1].index if material.steps else None
    looked_at = [Fact("result", last, members=stands)]
    findings: list[Finding] = []
    if verdict is None or not isinstance(verdict.result, Result):
        # A hand without a lawful end has no result to compare with; the section of legality says why.
        findings.append(Finding("not-recomputed", "unknown", last))
    else:
        recomputed = plain(verdict.result)
        looked_at.append(Fact("recomputed", last, members=recomputed))
        rule = claim_rule(material.rules.id)
        for name in verdict.differs if isinstance(verdict.differs, tuple) else ():
            members = {"member": name, "stands": stands.get(name), "recomputed": recomputed.get(name)}
            findings.append(Finding("result-differs", "fault", last, rule, members))
    if material.sheet is not None:
        facts, differences = _reports(material)
        looked_at += facts
        findings += differences
    looked_at_adjusted, adjusted = _adjustments(material, last)
    return Section(NAME, True, (*looked_at, *looked_at_adjusted), (*findings, *adjusted))


def _verdict(material: Material) -> engine.HandVerdict | None:
    if material.is_table:
        return None if material.record is None else verdict_of(material.record)
    assert material.sheet is not None
    return verdict_on(material.sheet, material.hand).hand


def _reports(material: Material) -> tuple[list[Fact], list[Finding]]:
    """Return what the sheet says of the hand, and where the last reports of the sides say something else."""
    sheet, entry = material.sheet, material.entry
    assert sheet is not None
    assert entry is not None
    told = entry.event.told if isinstance(entry.event, HandEntered) else None
    if told is None:
        return [Fact("ruled", members={"version": entry.version})], []
    members = {"version": entry.version, "source": entry.event.source, "told": plain(told)}
    facts = [Fact("told", members=members)]
    findings = []
    reports = sheet.facts_of(material.hand).reports
    for side in range(len(material.rules.sides)):
        for report in latest(reports, side):
            members = {"side": side, "version": report.version, "told": plain(report.told)}
            facts.append(Fact("report", members=members))
            if unlike := differing(report.told, told):
                members = {"side": side, "version": report.version, "members": list(unlike)}
                findings.append(Finding("report-differs", "notice", members=members))
    return facts, findings


def _adjustments(material: Material, step: int | None) -> tuple[list[Fact], list[Finding]]:
    """Return the adjustments of the hand: the one that counts, those before it, and what of them is wrong."""
    made: dict[int, StoredEvent] = {}
    withdrawn: dict[int, StoredEvent] = {}
    findings: list[Finding] = []
    for place, stored in enumerate(material.stored):
        event = stored.event
        if isinstance(event, adjusting.AdjustmentWithdrawn) and event.adjustment in made:
            withdrawn[event.adjustment] = stored
        elif isinstance(event, adjusting.ResultAdjusted) and event.hand == material.hand:
            made[event.adjustment] = stored
        else:
            continue
        findings += _recounted(material.stored[:place], stored, step)
    facts = []
    standing = [number for number in made if number not in withdrawn]
    for number, stored in made.items():
        event = stored.event
        members = {"adjustment": number, "case": event.case, "version": stored.version, "points": list(event.points)}
        if number in standing[-1:]:
            findings.append(Finding("adjusted", "notice", step, event.row.rule if event.row else "", members))
        elif number in withdrawn:
            members["withdrawn"] = withdrawn[number].version
            facts.append(Fact("adjustment-withdrawn", step, members=members))
        else:
            facts.append(Fact("adjustment-replaced", step, members=members))
    return facts, findings


def _recounted(before: Sequence[StoredEvent], stored: StoredEvent, step: int | None) -> list[Finding]:
    """Return a fault if the game did not come to what an adjustment, or its withdrawal, says."""
    event = stored.event
    counts = recount(before)
    assert counts is not None  # the game has a finished hand
    if isinstance(event, adjusting.ResultAdjusted):
        due: Any = adjusted_by(counts, event.hand, event.case, event.told, event.row)
    else:
        due = withdrawn_by(counts, event.adjustment, event.case)
    if due == event:
        return []
    members = {"version": stored.version, "stands": list(event.points), "recomputed": list(due.points)}
    return [Finding("adjustment-differs", "fault", step, members=members)]

"""The section of the chain: hashes, versions and times of the game's stream."""

from games.audits.material import Material
from games.audits.report import Fact, Finding, Section

NAME = "chain"


def chain(material: Material) -> Section:
    """Tell whether the stream is as it was appended."""
    read = material.chain
    members = {
        "events": read.events,
        "through": material.through,
        "head": read.head,
        "began_at": read.began_at,
        "ended_at": read.ended_at,
    }
    looked_at = [Fact("stream", members=members)]
    if read.foreign:
        looked_at.append(Fact("foreign"))
    findings = [
        Finding("chain-fault", "fault", step=_step(material, version), members={"version": version, "what": what})
        for version, what in read.faults
    ]
    if not material.stored:
        findings.append(Finding("unreadable", "unknown"))
    return Section(NAME, True, tuple(looked_at), tuple(findings))


def _step(material: Material, version: int) -> int | None:
    """Return the step of an event of the hand at a table; None of another, or where the hand cannot be told."""
    told = material.told_events if material.stored and material.is_table else None
    if told is None or told.dealt is None or told.opened is None:
        return None
    inside = told.dealt.version <= version <= told.opened.version
    return material.step_at(version) if inside else None

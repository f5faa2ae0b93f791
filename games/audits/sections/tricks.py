"""The section of tricks: winners and card points, recomputed from the cards trick by trick."""

import engine
from games.audits.material import Material
from games.audits.report import Fact, Finding, Section

NAME = "tricks"


def tricks(material: Material) -> Section:
    """Recompute the tricks of the hand and compare their points with those of the result."""
    told = material.told
    if told is None:
        return Section(NAME, True, (), (Finding("no-cards", "unknown"),))
    looked_at = []
    for trick in told.tricks:
        members = {
            "trick": trick.number,
            "leader": trick.leader,
            "cards": [laid.card for laid in trick.cards],
            "winner": trick.winner,
            "points": trick.points,
            "why": trick.reason,
            "so_far": list(trick.so_far),
        }
        looked_at.append(Fact("trick", trick.last_step, members=members))
    findings = [
        Finding("wrong-leader", "fault", after.first_step, members={"trick": after.number, "leader": after.leader})
        for before, after in zip(told.tricks, told.tricks[1:], strict=False)
        if after.leader != before.winner and not _lead_given(material)
    ]
    scored = material.scored
    if len(told.tricks) < material.rules.hand_size:
        members = {"tricks": len(told.tricks), "of": material.rules.hand_size}
        looked_at.append(Fact("ended-early", told.steps[-1].index, members=members))
    elif scored is not None and scored.points is not None and told.tricks:
        counted = told.tricks[-1].so_far
        if scored.outcome in ("made", "failed") and counted and tuple(scored.points) != counted:
            members = {"recomputed": list(counted), "stands": list(scored.points)}
            findings.append(Finding("points-differ", "fault", told.steps[-1].index, members=members))
    return Section(NAME, True, tuple(looked_at), tuple(findings))


def _lead_given(material: Material) -> bool:
    """Tell whether a director gave somebody else the lead. Source: 56-IRR-4, 56-IRR-15, 56-IRR-16."""
    return material.is_table and any(isinstance(each.stored.event, engine.LeadGiven) for each in material.moments)

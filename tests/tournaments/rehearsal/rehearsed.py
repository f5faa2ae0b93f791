"""Rehearsals of plans, in memory."""

from itertools import count
from typing import Any

from engine.phrases import in_english
from tests.tournaments.helpers.play import Play
from tournaments.deeds.opening import PlanStage
from tournaments.events.settings import StagePlan
from tournaments.rehearsal.assumptions import Assumptions
from tournaments.rehearsal.rehearsing import rehearse
from tournaments.rehearsal.report import Finding, Report
from tournaments.state.tournament import TournamentState

NINE = 1_800_003_600


def planned(*plans: StagePlan, **settings: Any) -> Play:
    """Return a tournament of pairs with its stages planned, and nobody entered."""
    play = Play(**settings)
    for plan in plans:
        play.do(PlanStage(plan=plan))
    return play


def report_of(state: TournamentState, **assumed: Any) -> Report:
    """Return the report of a rehearsal that takes the time it needs."""
    assumptions = Assumptions(**{"begins_at": NINE, "runs": 4, "hands": 16, **assumed})
    return rehearse(state, assumptions, now=NINE, budget=1, clock=lambda: 0.0)


def cut_report(state: TournamentState, looks: int, **assumed: Any) -> Report:
    """Return the report of a rehearsal whose time is over when the clock has been looked at so often."""
    ticks = count()
    return rehearse(state, Assumptions(**assumed), now=NINE, budget=looks, clock=lambda: float(next(ticks)))


def said(report: Report, topic: str) -> list[str]:
    """Return the sentences of the findings about a topic."""
    return [sentence(finding) for finding in report.findings if finding.topic == topic]


def sentence(finding: Finding) -> str:
    """Return what a finding says: what is wrong, why, and what would be right."""
    times = {name: f"<{name}>" for name in finding.times}
    parts = (
        (finding.text, {**finding.members, **times}),
        (finding.cause, finding.cause_members),
        (finding.right, {**finding.right_members, **times}),
    )
    return " ".join(in_english(text, members) for text, members in parts if text)

"""A report, section by section. Pure: the same material gives the same report."""

from collections.abc import Callable
from typing import Final

import engine
from games.audits.material import Material
from games.audits.report import FORMAT, Finding, Report, Section
from games.audits.sections.beyond import beyond
from games.audits.sections.chain import chain
from games.audits.sections.conventions import conventions
from games.audits.sections.deal import deal
from games.audits.sections.irregularities import irregularities
from games.audits.sections.legality import legality
from games.audits.sections.partly import partly
from games.audits.sections.score import score
from games.audits.sections.sight import sight
from games.audits.sections.stakes import stakes
from games.audits.sections.timing import timing
from games.audits.sections.tricks import tricks

SECTIONS: Final[dict[str, Callable[[Material], Section]]] = {
    "chain": chain,
    "deal": deal,
    "legality": legality,
    "tricks": tricks,
    "score": score,
    "stakes": stakes,
    "time": timing,
    "sight": sight,
    "conventions": conventions,
    "irregularities": irregularities,
    "partly": partly,
    "unknown": beyond,
}
"""The sections of a report by their names, in their order."""

_UNREADABLE: Final = (engine.IllegalAction, TypeError, ValueError, LookupError, AttributeError, AssertionError)
"""What the sections may raise over a stream that somebody has tampered with."""


def make_section(material: Material, name: str) -> Section:
    """Return a section of a report.

    A stream that cannot be read, or whose rows are not as they were appended and lead nowhere, leaves nothing to look
    at: the section says so, and that of the chain says why. In a sound stream a failure of a section is a fault of the
    program, and is raised.
    """
    if name == "chain":
        return chain(material)
    if not material.stored:
        return Section(name, True, (), (Finding("unreadable", "unknown"),))
    try:
        return SECTIONS[name](material)
    except _UNREADABLE:
        if not material.chain.faults:
            raise
        return Section(name, True, (), (Finding("unreadable", "unknown"),))


def make_report(material: Material) -> Report:
    """Return the whole report of an audit."""
    terms = material.stored[0].event if material.stored else None
    return Report(
        format=FORMAT,
        game=str(material.game),
        kind=material.kind,
        hand=material.hand,
        through=material.through,
        rules=terms.rules if terms is not None else "",
        engine=terms.engine if terms is not None else 0,
        sections=tuple(make_section(material, name) for name in SECTIONS),
    )

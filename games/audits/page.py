"""An audit as a page, a fragment and a document show it: its sections in words, each finding with its step."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.conventions import Meaning
from engine.conventions.model import Wording
from games.audits.report import Fact, Finding, Report, Section
from games.audits.selectors import report_of
from games.audits.words import SEVERITIES, Tells, fact_words, finding_words, frequency_words, headline, title_of
from games.conventions.force import edition_in_force, rules_of
from games.conventions.words import meaning_words
from games.models import CaseAudit

SHOWN_AT_ONCE: Final = 12
"""So many lines of what was looked at are shown; more of them are folded."""


class Line(msgspec.Struct, frozen=True):
    """A fact or a finding.

    Attributes:
        text: The sentence.
        step: The step of the hand's history; None without.
        url: The address of the hand at that step; empty without.
        rule: The rule; empty without.
        severity: Of a finding: `fault`, `notice` or `unknown`; of a fact empty.
        severity_words: The same in words.
        frequency: How often what a call says is so; empty for other lines.
    """

    text: str
    step: int | None
    url: str
    rule: str
    severity: str = ""
    severity_words: str = ""
    frequency: str = ""


class SectionShown(msgspec.Struct, frozen=True):
    """A section: its title, its state in words, and its lines.

    Attributes:
        state: `fault`, `notice`, `unknown`, `clean`, or `none` where there was nothing to look at.
    """

    name: str
    title: str
    state: str
    state_words: str
    found: tuple[Line, ...]
    unknown: tuple[Line, ...]
    looked_at: tuple[Line, ...]

    @property
    def is_open(self) -> bool:
        """Whether the section is shown unfolded."""
        return bool(self.found)

    @property
    def is_long(self) -> bool:
        """Whether what was looked at is folded; beside calls that differ from the card they are told at once."""
        return len(self.looked_at) > SHOWN_AT_ONCE and not (self.found and self.name == "conventions")


class AuditShown(msgspec.Struct, frozen=True):
    """An audit in words.

    Attributes:
        audit: The row.
        report: The report, as far as it is made.
        headline: What was found, in a few words; while it is made, and where it was given up, that.
        faults: How many of the findings are faults.
        summary: The same in a sentence.
        sections: The sections.
    """

    audit: CaseAudit
    report: Report
    headline: str
    faults: int
    summary: str
    sections: tuple[SectionShown, ...]

    @property
    def found(self) -> tuple[Line, ...]:
        """The findings of all sections, faults first."""
        lines = [line for section in self.sections for line in section.found]
        return tuple(sorted(lines, key=lambda line: line.severity != "fault"))

    @property
    def is_done(self) -> bool:
        """Whether the report is complete."""
        return self.audit.status == CaseAudit.Status.DONE


def shown(audit: CaseAudit, names: Sequence[str], hand_url: str) -> AuditShown:
    """Return an audit in the reader's language.

    Args:
        audit: The audit, with its case.
        names: The players' names, a seat each.
        hand_url: The address of the hand's history.
    """
    report = report_of(audit)
    tells = _tells(report)
    sections = tuple(_section(section, names, hand_url, tells) for section in report.sections)
    faults = sum(finding.severity == "fault" for finding in report.found)
    if audit.status == CaseAudit.Status.DONE:
        return AuditShown(audit, report, headline(report), faults, _summary(report, faults), sections)
    head = _("The audit was stopped") if audit.status == CaseAudit.Status.FAILED else _("The hand is being audited")
    return AuditShown(audit, report, head, faults, "", sections)


def _summary(report: Report, faults: int) -> str:
    """Return what the findings are, in a sentence."""
    if not report.found:
        if report.verdict == "clean":
            return _("Everything in the record was examined again, and agrees.")
        return _("Everything known of the hand agrees; the list below shows what could not be examined.")
    if faults and len(report.found) == 1:
        return _("It contradicts the rules or the record.")
    if faults:
        return ngettext(
            "{count} of them contradicts the rules or the record.",
            "{count} of them contradict the rules or the record.",
            faults,
        ).format(count=faults)
    return ngettext(
        "It contradicts neither the rules nor the record.",
        "None of them contradicts the rules or the record.",
        len(report.found),
    )


def _section(section: Section, names: Sequence[str], hand_url: str, tells: Tells) -> SectionShown:
    state, state_words = _state(section)
    return SectionShown(
        name=section.name,
        title=title_of(section.name),
        state=state,
        state_words=state_words,
        found=tuple(_found(each, names, hand_url, tells) for each in section.found),
        unknown=tuple(_found(each, names, hand_url, tells) for each in section.unknown),
        looked_at=tuple(_looked(each, names, hand_url, tells) for each in section.looked_at),
    )


def _state(section: Section) -> tuple[str, str]:
    """Return the state of a section, and its words."""
    if not section.applies:
        return "none", _("Not in this game")
    count = len(section.found)
    if count:
        worst = "fault" if any(each.severity == "fault" for each in section.found) else "notice"
        return worst, ngettext("{count} finding", "{count} findings", count).format(count=count)
    if section.unknown and not section.looked_at:
        return "unknown", _("Cannot be known")
    return "clean", _("Nothing was found")


def _found(finding: Finding, names: Sequence[str], hand_url: str, tells: Tells) -> Line:
    return Line(
        text=finding_words(finding, names, tells),
        step=finding.step,
        url=_step_url(hand_url, finding.step),
        rule=finding.rule,
        severity=finding.severity,
        severity_words=str(SEVERITIES[finding.severity]),
        frequency=frequency_words(finding.members),
    )


def _looked(fact: Fact, names: Sequence[str], hand_url: str, tells: Tells) -> Line:
    text = fact_words(fact, names, tells)
    return Line(text, fact.step, _step_url(hand_url, fact.step), fact.rule, frequency=frequency_words(fact.members))


def _step_url(hand_url: str, step: int | None) -> str:
    return "" if step is None or not hand_url else f"{hand_url}?step={step}"


def _tells(report: Report) -> Tells:
    """Return what says what a call tells by the card of its side."""
    cards = next((section for section in report.sections if section.name == "conventions"), None)
    by_side: Mapping[int, Mapping[str, Any]] = {
        fact.members["side"]: fact.members for fact in (cards.looked_at if cards else ()) if fact.code == "card"
    }

    def tells(members: Mapping[str, Any]) -> str:
        rules = rules_of(report.rules)
        card = by_side[rules.side_of(members["seat"])]
        force = edition_in_force(card["card"], card["edition"], rules)
        rows = {row.name: row for row in force.card.conventions} if force is not None else {}
        row = rows.get(members["row"])
        if row is None:
            return _("The convention card has been deleted since.")
        wording = Wording(
            row.says, members["suit"], members["last"], members["before"], members["theirs"], members["rise"],
            tuple(members["tops"]),
        )  # fmt: skip
        return meaning_words(Meaning(row, members["seat"], (), (wording,)))

    return tells

"""An audit as PDF, by `templates/paper/audit.typ`."""

from typing import Final

import msgspec
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.audits.page import AuditShown, Line, SectionShown
from games.paper.typesetting import Document, printable, typeset
from games.words.events import in_words

_SUITS: Final = str.maketrans({"♠": "S", "♥": "H", "♣": "C", "♦": "D"})

_LISTS: Final = frozenset({"legality", "time", "sight"})
"""The sections whose long lists are not printed."""


class LinePrinted(msgspec.Struct, frozen=True):
    """A line: its mark, its sentence, and its step and rule in small letters."""

    mark: str
    text: str
    small: str


class SectionPrinted(msgspec.Struct, frozen=True):
    """A section with its lines."""

    title: str
    state: str
    lines: tuple[LinePrinted, ...]


class AuditPrinted(Document, frozen=True):
    """An audit.

    Attributes:
        headline: What was found.
        summary: The same in a sentence.
        facts: Labels with what stands beside them.
        sections: The sections.
        digest_words: What the digest is for.
        digest: The digest.
        pages: "Page {page} of {pages}".
    """

    headline: str
    summary: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[SectionPrinted, ...]
    digest_words: str
    digest: str
    pages: str


def audit_document(audit: AuditShown, place: str) -> bytes:
    """Return an audit as PDF.

    Args:
        audit: The audit in words; it is done.
        place: What the table or the match is called.
    """
    report, row = audit.report, audit.audit
    made = "" if row.done_at is None else date_format(localtime(row.done_at), "j F Y, H:i")
    document = AuditPrinted(
        language=(get_language() or "en")[:2],
        title=_("Audit of hand {number}").format(number=report.hand),
        headline=audit.headline,
        summary=audit.summary,
        facts=(
            (_("Played at"), printable(place)),
            (_("Rules"), report.rules),
            (_("Audited"), made),
            (_("Read up to event"), str(report.through)),
        ),
        sections=tuple(
            SectionPrinted(
                section.title,
                section.state_words,
                _lines(section),
            )
            for section in audit.sections
        ),
        digest_words=_("SHA-256 of the report; a report made again from the same record has the same."),
        digest=row.digest,
        pages=_("Page {page} of {pages}"),
    )
    return typeset("audit", document)


def _lines(section: SectionShown) -> tuple[LinePrinted, ...]:
    """Return the lines of a section; of a long list of what was looked at, where it stands."""
    lines = [_line(line) for line in (*section.found, *section.unknown)]
    if section.is_long and section.name in _LISTS:
        count = len(section.looked_at)
        words = ngettext(
            "The JSON file has {count} line that was examined.",
            "The JSON file has {count} lines that were examined.",
            count,
        )
        return (*lines, LinePrinted("", words.format(count=count), ""))
    return (*lines, *map(_line, section.looked_at))


def _line(line: Line) -> LinePrinted:
    marks = {"fault": "!", "notice": "+", "unknown": "?"}
    step = _("step {step}").format(step=line.step) if line.step is not None else ""
    text = " ".join(filter(None, (line.text, line.frequency)))
    return LinePrinted(marks.get(line.severity, ""), _printed(text), ", ".join(filter(None, (step, line.rule))))


def _printed(text: str) -> str:
    """Return a text that the fonts have: suits as letters, and without a name in another script."""
    text = in_words(text).translate(_SUITS)
    return printable(text) or " ".join(filter(None, map(printable, text.split())))

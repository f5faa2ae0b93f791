"""Audits for the tests: cases as rows, and reports of games made at once."""

from typing import Any
from uuid import UUID

from django.utils import timezone

from clubs.models import Club
from games.audits.gathering import gather, header_of
from games.audits.making import make_report
from games.audits.report import Finding, Report, Section
from games.models import Case, Sheet, Table


def case_of(place: Table | Sheet, club: Club, hand: int = 1, **more: Any) -> Case:
    """Return the row of a case without its stream, as far as an audit needs it."""
    there: dict[str, Any] = {"sheet": place} if isinstance(place, Sheet) else {"table": place}
    number = Case.objects.filter(club=club).count() + 1
    case = Case.objects.create(
        **there, number=number, club=club, hand=hand, rules=place.rules, family=place.rules[:2], subject="score",
        version=1, opened_at=timezone.now(), **more,
    )  # fmt: skip
    case.refresh_from_db()
    return case


def report(game: UUID, hand: int = 1, kind: Any = "table") -> Report:
    """Return the audit of a hand up to the end of its stream."""
    return make_report(gather(game, kind, hand, header_of(game)[0]))


def section(made: Report, name: str) -> Section:
    """Return a section of a report."""
    return next(each for each in made.sections if each.name == name)


def codes(made: Report, severity: str = "") -> list[str]:
    """Return the codes of the findings, by default of all but what could not be looked at."""
    wanted = (severity,) if severity else ("fault", "notice")
    return [each.code for part in made.sections for each in part.findings if each.severity in wanted]


def finding(made: Report, code: str) -> Finding:
    """Return the first finding of a code."""
    return next(each for part in made.sections for each in part.findings if each.code == code)

"""What the page of the sweep shows: how far it is, the nights before, and what was found."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club
from games.models import SweepChunk, SweepFinding, SweepRun
from games.sheets.page import title_of
from games.sweep.words import sentence_of


class Progress(msgspec.Struct, frozen=True):
    """How far a run is.

    Attributes:
        run: The run.
        share: The done part in hundredths.
        hands_a_second: Since it began, over all workers; 0 if nothing is done yet.
        ready_at: When it ends at this rate; None if it is over, or nobody can say.
        workers: How many work at it now.
        hands_in_all: How many hands there are, about, as far as the done part tells; None if nothing is done yet.
    """

    run: SweepRun
    share: int
    hands_a_second: float
    ready_at: datetime | None
    workers: int
    hands_in_all: int | None


class FindingShown(msgspec.Struct, frozen=True):
    """A finding in words.

    Attributes:
        finding: The finding.
        text: What was found.
        url: The address of the hand at its step; empty if there is no such page.
        more: How many more of the same code there are in the same hand, not listed.
    """

    finding: SweepFinding
    text: str
    url: str
    more: int = 0

    @property
    def game(self) -> str:
        """The name of the table or the score sheet; empty where it is there no more."""
        if self.finding.table is not None:
            return str(self.finding.table)
        return "" if self.finding.sheet is None else title_of(self.finding.sheet)


def progress_of(run: SweepRun, now: datetime) -> Progress:
    """Return how far a run is."""
    took = ((run.ended_at or now) - run.begun_at).total_seconds()
    share = run.chunks_done / run.chunks if run.chunks else 1.0
    working = SweepChunk.objects.filter(run=run, status=SweepChunk.Status.WORKING, lease_until__gt=now)
    ready_at = None
    if run.chunks_done and run.status == SweepRun.Status.RUNNING:
        ready_at = now + timedelta(seconds=round(took * (1 - share) / share))
    return Progress(
        run=run,
        share=int(100 * share),
        hands_a_second=run.hands / took if took > 0 else 0.0,
        ready_at=ready_at,
        workers=working.count(),
        hands_in_all=round(run.hands / share) if run.chunks_done else None,
    )


def nights() -> QuerySet[SweepRun]:
    """Return the runs, the last first."""
    return SweepRun.objects.select_related("club").order_by("-begun_at")


def open_findings(club: Club | None = None) -> QuerySet[SweepFinding]:
    """Return the findings that stand, the last first; of one club, or of the whole server."""
    findings = SweepFinding.objects.filter(cleared_at=None).select_related("club", "table", "sheet")
    if club is not None:
        findings = findings.filter(club=club)
    return findings.order_by("-found_at", "stream", "hand", "version")


def counted() -> int:
    """Return how many findings stand on the server."""
    return SweepFinding.objects.filter(cleared_at=None).count()


def shown(findings: Any) -> list[FindingShown]:
    """Return findings in words."""
    return [FindingShown(one, sentence_of(one), _url_of(one)) for one in findings]


def gathered(findings: Iterable[SweepFinding]) -> list[FindingShown]:
    """Return findings in words, the first of each code in a hand with the number of the others."""
    alike: dict[tuple[UUID, int, str], list[SweepFinding]] = {}
    for finding in findings:
        alike.setdefault((finding.stream, finding.hand, finding.code), []).append(finding)
    return [FindingShown(first, sentence_of(first), _url_of(first), len(others)) for first, *others in alike.values()]


def _url_of(finding: SweepFinding) -> str:
    if finding.table_id is not None and finding.hand:
        path = reverse("games:hand", args=[finding.table_id, finding.hand])
        # The deal is the first step, and each action one more.
        return path if finding.action is None else f"{path}?step={finding.action + 1}"
    if finding.sheet_id is not None and finding.hand:
        return reverse("games:hand_of_sheet", args=[finding.sheet_id, finding.hand])
    if finding.table_id is not None:
        return reverse("games:table", args=[finding.table_id])
    return "" if finding.sheet_id is None else reverse("games:sheet", args=[finding.sheet_id])


def latest(club: Club | None = None) -> Progress | None:
    """Return how far the running sweep is, or the last one; None if there was none yet.

    Args:
        club: Only sweeps that went through this club's games.
    """
    runs = nights() if club is None else nights().filter(Q(club=None) | Q(club=club))
    run = runs.first()
    return None if run is None else progress_of(run, timezone.now())

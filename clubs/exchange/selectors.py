"""Queries about imports, for pages and the API."""

from uuid import UUID

from django.db.models import QuerySet

from clubs.models import Club, ImportRun


def import_runs(club: Club) -> "QuerySet[ImportRun]":
    """Return the imports of a club, the latest first, without the files' content."""
    return ImportRun.objects.filter(club=club).select_related("by").defer("data", "seen")


def find_run(club: Club, run_id: UUID) -> ImportRun | None:
    """Return an import of a club, or None."""
    return import_runs(club).filter(pk=run_id).first()


def has_data(run: ImportRun) -> bool:
    """Tell whether the file itself is still kept, if it came in one piece."""
    return ImportRun.objects.filter(pk=run.pk).exclude(data=b"").exists()

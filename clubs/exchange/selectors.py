"""Files that were taken in, as pages and the API show them."""

from uuid import UUID

from django.db.models import QuerySet

from clubs.models import Club, ImportRun


def import_runs(club: Club) -> "QuerySet[ImportRun]":
    """Return the files of a club, the latest first, without what is in them."""
    return ImportRun.objects.filter(club=club).select_related("by").defer("data")


def find_run(club: Club, run_id: UUID) -> ImportRun | None:
    """Return a file of a club, or None."""
    return import_runs(club).filter(pk=run_id).first()

"""What the worker does about people's own data; thin and repeatable, each calls a service."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from clubs import jobs
from clubs.privacy import services
from clubs.privacy.services.erasing import ONCE_MORE
from clubs.privacy_models import DataExport, Erasure

AT_ONCE = 20
"""So many erasures are carried out in one go; the rest wait for the next."""


@shared_task(name="clubs.privacy.tasks.make_copy")
def make_copy(export_id: str) -> None:
    """Make one copy."""
    services.make_copy(export_id=UUID(export_id))


@shared_task(name="clubs.privacy.tasks.tend")
def tend() -> None:
    """Make copies that were left, remove old ones, and erase whose days of grace are over; the clock calls it."""
    services.remove_old_copies()
    for export_id in jobs.left(DataExport):
        services.make_copy(export_id=export_id)
    now = timezone.now()
    due = Erasure.objects.filter(taken_back_at=None, done_at=None, due_at__lte=now)
    for erasure_id in due.order_by("due_at").values_list("pk", flat=True)[:AT_ONCE]:
        services.carry_out(erasure_id=erasure_id)
    done = Erasure.objects.filter(swept_at=None, done_at__lte=now - ONCE_MORE)
    for erasure_id in done.values_list("pk", flat=True)[:AT_ONCE]:
        services.look_over(erasure_id=erasure_id)

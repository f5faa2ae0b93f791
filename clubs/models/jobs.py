"""Background jobs, which go on when their owner leaves the page: the common columns."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """A job that takes a while. `clubs.base.jobs` runs it; its progress is in the cache."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Being made")
        DONE = "done", _("Done")
        FAILED = "failed", _("Stopped")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    asked_at = models.DateTimeField(auto_now_add=True)
    begun_at = models.DateTimeField(null=True, blank=True, help_text="When a worker last took it up.")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def is_open(self) -> bool:
        """Tell whether it is still to be done."""
        return self.status in (self.Status.WAITING, self.Status.RUNNING)

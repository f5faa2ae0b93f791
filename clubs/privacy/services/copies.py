"""Exports of a player's data: requested, made by the worker, kept for some days, fetched by the player alone."""

import logging
import tempfile
from datetime import timedelta
from functools import partial
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from clubs.base import jobs
from clubs.models import DataExport, DataExportPart, Player
from clubs.notices.services.telling import notify
from clubs.privacy import announce
from clubs.privacy.copying import write_copy
from clubs.privacy.holdings import person_of

KEPT: Final = timedelta(days=7)
"""The time for which an export can be fetched."""
PART: Final = 512 * 1024
"""The bytes of a chunk of the file in the database."""
IN_MEMORY: Final = 8 * 1024 * 1024

logger = logging.getLogger(__name__)


@transaction.atomic
def ask_copy(*, player: Player, language: str = "") -> DataExport:
    """Request an export of the player's data. A request while one is being made returns that one.

    Args:
        language: The language of the README; empty for the server's.
    """
    Player.objects.select_for_update().get(pk=player.pk)
    open_ = (DataExport.Status.WAITING, DataExport.Status.RUNNING)
    export = DataExport.objects.filter(player=player, status__in=open_).first()
    if export is None:
        export = DataExport.objects.create(player=player, language=language)
        announce.copy_wanted(export.pk)
    return export


def make_copy(*, export_id: UUID) -> bool:
    """Make a requested export; the one before it is deleted.

    Returns:
        Whether it was made now; False if another worker has it, or it is made already.
    """
    export = jobs.take_up(DataExport, export_id)
    if export is None:
        return False
    try:
        with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as file:
            person = person_of(export.player, settings.LELAM_ADDRESS)
            write_copy(person, file, language=export.language, tell=partial(jobs.tell, export.pk))  # type: ignore[arg-type]
            size = file.tell()
            file.seek(0)
            with transaction.atomic():
                _keep(export, size, iter(partial(file.read, PART), b""))
    except DataExport.DoesNotExist:
        return False  # the player was erased in between, and the wish with them
    except Exception:
        logger.exception("A copy of somebody's data could not be made.")
        with transaction.atomic():
            jobs.end(export, DataExport.Status.FAILED)
            _tell(export, "failed")
        return False
    return True


def _keep(export: DataExport, size: int, pieces: object) -> None:
    """Store the file.

    Raises:
        DataExport.DoesNotExist: The player was erased in between.
    """
    DataExport.objects.select_for_update().get(pk=export.pk)
    DataExportPart.objects.filter(export=export).delete()  # of a worker that was cut off
    for number, data in enumerate(pieces):  # type: ignore[arg-type,var-annotated]
        DataExportPart.objects.create(export=export, number=number, data=data)
    DataExport.objects.filter(player=export.player_id).exclude(pk=export.pk).delete()
    export.size, export.expires_at = size, timezone.now() + KEPT
    jobs.end(export, DataExport.Status.DONE)
    _tell(export, "")


def _tell(export: DataExport, what: str) -> None:
    notify(
        players=[export.player], kind="export-ready", path=reverse("clubs:my_data"), key=str(export.pk),
        details={"what": what} if what else {},
    )  # fmt: skip


@transaction.atomic
def remove_old_copies() -> int:
    """Delete expired exports, and those that could not be made.

    Returns:
        The number of exports deleted.
    """
    now = timezone.now()
    old = DataExport.objects.filter(expires_at__lte=now) | DataExport.objects.filter(
        status=DataExport.Status.FAILED, ended_at__lte=now - KEPT
    )
    gone = list(old.values_list("pk", flat=True))
    DataExport.objects.filter(pk__in=gone).delete()
    return len(gone)

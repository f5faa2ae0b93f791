"""Archives that directors ask for: made by a worker, kept for some days, fetched by the directors."""

import logging
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Final
from uuid import UUID

from celery import current_app
from django.db import transaction
from django.utils import timezone

from clubs.base import jobs
from clubs.base.announce import afterwards
from clubs.base.isolation import run_each
from clubs.models import Player
from engine.phrases import phrase
from tournaments.archive.writing import archive_lines, check_archivable
from tournaments.deeds.base import DIRECTORS, Refused
from tournaments.directing.roles import doer_of
from tournaments.log import states
from tournaments.models import ArchiveFile, ArchivePiece, Tournament

MAKE: Final = "tournaments.tasks.make_archive"
KEPT: Final = timedelta(days=7)
"""The time for which an archive can be fetched; it can be made anew at any time."""
PIECE_BYTES: Final = 512 * 1024
IN_MEMORY_BYTES: Final = 8 * 1024 * 1024
TELL_EVERY: Final = 50
"""The streams between two signs of life."""

logger = logging.getLogger(__name__)


def may_archive(tournament: Tournament, by: Player | None) -> bool:
    """Tell whether a player may have the archive of a tournament: its directors may, whose log is in it."""
    state = states.current(tournament.pk)
    return by is not None and not tournament.origin and doer_of(tournament, by, state).is_one_of(DIRECTORS)


@transaction.atomic
def ask_archive(*, tournament: Tournament, by: Player) -> ArchiveFile:
    """Ask for the archive of a tournament that is over; while one is being made, that one is returned.

    Raises:
        Refused: `not-over`, `taken-in`, `embargo`, `disputed`, `not-allowed`.
    """
    check_archivable(tournament)
    if not may_archive(tournament, by):
        raise Refused("not-allowed", phrase("Only the tournament's directors can do this."))
    # Locked, so that two who ask at once ask for one.
    Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    waiting = (ArchiveFile.Status.WAITING, ArchiveFile.Status.RUNNING)
    archive = ArchiveFile.objects.filter(tournament=tournament, status__in=waiting).first()
    if archive is None:
        archive = ArchiveFile.objects.create(tournament=tournament, by=by)
        afterwards(current_app.send_task, MAKE, args=(str(archive.pk),), retry=False)
    return archive


def make_archive(*, archive_id: UUID) -> bool:
    """Make an archive that was asked for; the one before it goes.

    Returns:
        Whether it was made now; False if another worker has it, or it is made already.
    """
    archive = jobs.take_up(ArchiveFile, archive_id)
    if archive is None:
        return False

    def tell(done: int, of: int) -> None:
        if done % TELL_EVERY == 0:
            jobs.tell(archive.pk, jobs.Progress(done, of))

    try:
        tournament = Tournament.objects.select_related("club").get(pk=archive.tournament_id)
        with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY_BYTES) as file:
            for line in archive_lines(tournament, tell):
                file.write(line)
            size = file.tell()
            file.seek(0)
            with transaction.atomic():
                _keep(archive, size, iter(partial(file.read, PIECE_BYTES), b""))
    except Exception:
        logger.exception("The archive of a tournament could not be made.")
        jobs.end(archive, ArchiveFile.Status.FAILED)
        return False
    return True


def _keep(archive: ArchiveFile, size: int, pieces: Iterator[bytes]) -> None:
    ArchivePiece.objects.filter(archive=archive).delete()  # of a worker that was cut off
    for number, data in enumerate(pieces):
        ArchivePiece.objects.create(archive=archive, number=number, data=data)
    ArchiveFile.objects.filter(tournament=archive.tournament_id).exclude(pk=archive.pk).delete()
    archive.size, archive.expires_at = size, timezone.now() + KEPT
    jobs.end(archive, ArchiveFile.Status.DONE)


def pieces_of(archive: ArchiveFile) -> Iterator[bytes]:
    """Yield the pieces of an archive that is made, one at a time."""
    for number in archive.pieces.values_list("number", flat=True):
        yield bytes(archive.pieces.values_list("data", flat=True).get(number=number))


def tend() -> None:
    """Make archives that were left, and remove those that are kept no longer."""
    now = timezone.now()
    ArchiveFile.objects.filter(expires_at__lte=now).delete()
    ArchiveFile.objects.filter(status=ArchiveFile.Status.FAILED, ended_at__lte=now - KEPT).delete()
    run_each(
        jobs.left(ArchiveFile),
        lambda archive_id: make_archive(archive_id=archive_id),
        task="An archive of a tournament",
        logger=logger,
    )

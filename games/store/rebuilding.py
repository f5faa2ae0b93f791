"""Building read models anew from the log while the old rows serve: in slices, by one builder at a time.

A slice is a short transaction of its own, so that live projections and people wait for none of it. A build whose
builder was killed goes on where it stood: its rows and checkpoints are of the same transactions. When it has caught up
the new run serves from one statement to the next, and the old one's rows are removed in slices too.
"""

import logging
import time
from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.db.models import F, OuterRef, Q, Subquery
from django.utils import timezone

from clubs.base.isolation import run_each
from clubs.base.leases import Lease, lease
from games.models import ProjectionCheckpoint, ProjectionRun
from games.store.projector import (
    RETRY_AFTER,
    Projection,
    advance,
    begin_run,
    lanes_of,
    locked_runs,
    miscounts,
    projections,
    run_once,
    stopped_in,
)

logger = logging.getLogger(__name__)

TASK: Final = "games.tasks.build_projections"
SLICE: Final = 100
"""The most events that a transaction of a build applies. While it lasts, live projections wait for what it locked."""
ROWS: Final = 1000
"""The most rows of an old run that a transaction removes."""
SECONDS: Final = 20.0
"""The time of a task, in which others wait for its worker; the next one goes on."""
LEASE: Final = "projections-builder"
LEASE_SECONDS: Final = 60.0

Status = ProjectionRun.Status


class RebuildError(Exception):
    """A rebuild came to no end; the old rows serve on."""


def build_some(*, seconds: float = SECONDS) -> bool:
    """Continue the builds of all projections and the removal of old rows, unless another process does so.

    Args:
        seconds: The time after which no further slice is begun.

    Returns:
        Whether this process was the builder and has left something for the next time.
    """
    kinds = [kind for kind in projections().values() if _unfinished(kind)]
    if not kinds:
        return False
    with lease(LEASE, seconds=LEASE_SECONDS) as held:
        if held is None:
            return False
        until = time.monotonic() + seconds

        def may_go_on(_: int = 0) -> bool:
            return time.monotonic() < until and held.renew()

        outcome = run_each(
            kinds,
            lambda kind: not may_go_on() or _build_some(kind, may_go_on),
            task="The build of a projection",
            name=lambda kind: kind.name,
            logger=logger,
        )
        return any(outcome.results)


def rebuild(
    projection: type[Projection], *, anew: bool = False, progress: Callable[[int], object] | None = None
) -> ProjectionRun:
    """Rebuild a projection from the whole log while the old rows serve, then switch and remove the old ones.

    Args:
        projection: The projection.
        anew: Discard a build that was broken off; else it goes on, if it has not stopped at an event.
        progress: Called with the number of events applied since the last call.

    Returns:
        The run that serves now.

    Raises:
        RebuildError: A lane stopped, the counts disagree, or another process is building.
    """
    with lease(LEASE, seconds=LEASE_SECONDS) as held:
        if held is None:
            raise RebuildError("another process is building; this one goes on there")
        run_once(projection)  # makes the first run, if there was none
        run = _begun(projection, anew)
        if _build(projection, run, held, progress):
            _remove_old_rows(projection, lambda _: held.renew())
            return run
    raise RebuildError("another process has taken over")


def _unfinished(projection: type[Projection]) -> bool:
    """Return whether a run is being built, or an ended one may have rows."""
    left = Q(status=Status.BUILDING, version__lte=projection.version) | Q(
        status=Status.RETIRED, checkpoints__isnull=False
    )
    return ProjectionRun.objects.filter(left, name=projection.name).exists()


def _begun(projection: type[Projection], anew: bool) -> ProjectionRun:
    """Return the run to build: the one that was broken off, or a new one."""
    with transaction.atomic():
        for unfinished in locked_runs(projection).filter(status=Status.BUILDING):
            as_good = unfinished.version == projection.version and not stopped_in(Q(run=unfinished))
            if as_good and not anew:
                return unfinished
            _retire(unfinished)
        return begin_run(projection, Status.BUILDING)


def _build(
    projection: type[Projection], run: ProjectionRun, held: Lease, progress: Callable[[int], object] | None
) -> bool:
    """Build a run until it serves; return False if it had to stop before.

    Raises:
        RebuildError: A lane stopped, or the counts disagree.
    """

    def may_go_on(applied: int) -> bool:
        if progress is not None and applied:
            progress(applied)
        return held.renew()

    while run.status == Status.BUILDING:
        for lane in lanes_of(projection):
            if not _follow(projection, run, lane, may_go_on):
                return False
        if stopped := stopped_in(Q(run=run)):
            raise RebuildError(f"lane {stopped[0].lane} stopped at position {stopped[0].pos}: {stopped[0].error}")
        if not switch(projection, run):
            time.sleep(0.05)  # a worker is just at one of the lanes
        run.refresh_from_db()
    return run.status == Status.SERVING


def _build_some(projection: type[Projection], may_go_on: Callable[[int], bool]) -> bool:
    """Continue the build of a projection and the removal of old rows; return whether the time was too short."""
    run = ProjectionRun.objects.filter(
        name=projection.name, status=Status.BUILDING, version__lte=projection.version
    ).first()
    while run is not None:
        resting = Q(failed_at__gt=timezone.now() - RETRY_AFTER)
        for lane in run.checkpoints.exclude(resting).values_list("lane", flat=True):
            if not _follow(projection, run, lane, may_go_on):
                return True
        if switch(projection, run) or stopped_in(Q(run=run)):
            break
        time.sleep(0.05)  # the serving run has just advanced
    return not _remove_old_rows(projection, may_go_on)


def _follow(projection: type[Projection], run: ProjectionRun, lane: int, may_go_on: Callable[[int], bool]) -> bool:
    """Advance a run that is being built in a lane, to where the serving one is; return False if it has to stop."""
    while applied := advance(projection, run, lane, SLICE):
        if not may_go_on(applied):
            return False
    return may_go_on(0)


def switch(projection: type[Projection], run: ProjectionRun) -> bool:
    """Let a run serve if it has caught up; return whether it serves.

    Raises:
        RebuildError: It has not applied just the events that there are.
    """
    if not _caught_up(run):
        return False
    miscounted = [each for each in miscounts(projection) if each.run == run.number]
    for each in miscounted:
        # So that it is seen in `/healthz`, and the log has it once and not every second.
        run.checkpoints.filter(lane=each.lane).update(
            failed_pos=F("pos"),
            failed_at=timezone.now(),
            error=f"{each.applied} events were applied of {each.events}",
        )
    if miscounted:
        raise RebuildError(f"run {run.number} has not applied just the events that there are")
    with transaction.atomic():
        runs = {each.status: each for each in locked_runs(projection)}
        old, new = (runs.get(status) for status in (Status.SERVING, Status.BUILDING))
        if old is None or new is None or new.pk != run.pk:
            return False
        list(ProjectionCheckpoint.objects.select_for_update().filter(run__in=(old, new)).order_by("run", "lane"))
        if not _caught_up(new):
            return False
        _retire(old)
        new.status = Status.SERVING
        new.switched_at = timezone.now()
        new.save(update_fields=["status", "switched_at"])
        return True


def _retire(run: ProjectionRun) -> None:
    """End a run; its checkpoints say that its rows are still to be removed."""
    # A worker that is advancing it holds one of these rows, and finds the run retired when they are free again.
    list(run.checkpoints.select_for_update().order_by("lane"))
    run.status = Status.RETIRED
    run.save(update_fields=["status"])


def _remove_old_rows(projection: type[Projection], may_go_on: Callable[[int], bool]) -> bool:
    """Remove the rows of the runs that have ended, in slices, while it may go on; return whether none are left."""
    ended = ProjectionRun.objects.filter(name=projection.name, status=Status.RETIRED, checkpoints__isnull=False)
    for run in ended.distinct():
        while True:
            with transaction.atomic():
                if projection(run.number).clear(ROWS):
                    run.checkpoints.all().delete()
                    break
            if not may_go_on(0):
                return False
    return True


def _caught_up(run: ProjectionRun) -> bool:
    """Return whether a run that is being built has caught up with the serving one in every lane."""
    checkpoints = ProjectionCheckpoint.objects.filter(
        run__name=run.name, run__status=Status.SERVING, lane=OuterRef("lane")
    )
    old_pos = Subquery(checkpoints.values("pos"))
    return not run.checkpoints.filter(Q(pos__lt=old_pos) | Q(failed_pos__isnull=False)).exists()

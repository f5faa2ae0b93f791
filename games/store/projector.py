"""Read models built from the event log: following it, rebuilding them beside the old one, and checking them.

A read model is one class:

    @projector.register
    class Hands(Projection):
        name = "hands"
        models = (PlayedHand,)

        def on_hand_scored(self, stored: StoredEvent) -> None:
            PlayedHand.objects.create(projection_version=self.run, ...)

and what reads it filters by `projection_version=projector.serving("hands")`. Each run of a projection has its own rows
and its own checkpoint a lane, saved in the transaction that wrote the rows, so an event is applied exactly once. What
an event makes happen outside the rows goes through `effect`: it happens on commit, and not again in a rebuild.
"""

import logging
import re
import time
from collections.abc import Callable, Collection
from datetime import timedelta
from functools import cache, partial
from typing import ClassVar, Final, NamedTuple, TypeVar

from celery import current_app
from django.db import InterfaceError, OperationalError, models, transaction
from django.db.models import F, Model, OuterRef, Q, Subquery
from django.utils import timezone
from django.utils.module_loading import autodiscover_modules

from clubs.base import locks
from clubs.base.isolation import run_each
from games import store
from games.models import LANES, ProjectionCheckpoint, ProjectionRun
from games.store import StoredEvent

logger = logging.getLogger(__name__)

BATCH: Final = 500
RETRY_AFTER: Final = timedelta(seconds=60)
"""A lane that stopped is tried again so much later, so that a repaired program goes on by itself."""

TASK: Final = "games.tasks.run_projections"

LOCK_NAMESPACE: Final = 29
"""The first number of the advisory locks of projections; the event store's is 28."""


class Projection:
    """Base of the read models.

    A method `on_<event_name>` applies the events of that type; it gets sealed members as `store.SEALED`. Whatever it
    raises stops the lane. It may use `self.run`, its own rows, and what never changes: that a club, table, sheet or
    player exists, the club of a table, the zone that a club had at a moment (`clubs.base.days.ZoneHistory`). What a
    club or a player is today may be another thing when the rows are built anew.

    Attributes:
        name: The stable name.
        version: To be raised when the rows have to be built anew; a worker then does it by itself.
        models: The tables of the read model; each has a column `projection_version`.
        run: The number that marks the rows of this run.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    models: ClassVar[tuple[type[Model], ...]] = ()

    def __init__(self, run: int, *, quiet: bool = False) -> None:
        self.run = run
        self.quiet = quiet

    def effect(self, call: Callable[[], object]) -> None:
        """Register a side effect to run after the commit, unless an older run has already run this event's effects."""
        if not self.quiet:
            transaction.on_commit(call, robust=True)

    def finish(self) -> None:
        """Finish a batch after its events are applied, in the same transaction.

        Raises:
            FaultyEventError: It cannot be done for one of them; the lane stops there.
        """

    def clear(self) -> None:
        """Remove the rows of this run."""
        for model in reversed(self.models):
            model._default_manager.filter(projection_version=self.run).delete()


P = TypeVar("P", bound=type[Projection])
_projections: dict[str, type[Projection]] = {}
_handlers: dict[type[Projection], dict[str, str]] = {}
_applied: set[str] = set()


class RebuildError(Exception):
    """A rebuild came to no end; the old rows serve on."""


class FaultyEventError(Exception):
    """`finish` failed for one event of a batch; raised from the cause.

    Attributes:
        pos: The event's position.
    """

    def __init__(self, pos: int) -> None:
        super().__init__(pos)
        self.pos = pos


class StoppedLane(NamedTuple):
    """A lane that a projection cannot get on with."""

    projection: str
    run: int
    lane: int
    pos: int
    error: str


class Miscount(NamedTuple):
    """A lane of which a run has not applied just the events that there are."""

    projection: str
    run: int
    lane: int
    applied: int
    events: int


class _Failed(Exception):  # noqa: N818  # carries the position out of the transaction that is undone
    def __init__(self, pos: int) -> None:
        super().__init__(pos)
        self.pos = pos


def register(projection: P) -> P:
    """Make a projection known to the worker.

    Raises:
        ValueError: The name is another's, or a method `on_…` names no event.
    """
    known = _projections.setdefault(projection.name, projection)
    if known.__qualname__ != projection.__qualname__ or known.__module__ != projection.__module__:
        raise ValueError(f"the projection name {projection.name} is taken")
    _projections[projection.name] = projection
    _applied.update(handlers(projection))
    return projection


def projections() -> dict[str, type[Projection]]:
    """Return every projection of the installed apps by its name."""
    _discover()
    return dict(_projections)


def handlers(projection: type[Projection]) -> dict[str, str]:
    """Return the methods of a projection by the events they apply.

    Raises:
        ValueError: A method `on_…` names no event.
    """
    if projection in _handlers:
        return _handlers[projection]
    by_method = {"on_" + re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(): name for name in store.event_names()}
    methods = [name for name in dir(projection) if name.startswith("on_")]
    for method in methods:
        if method not in by_method:
            raise ValueError(f"{projection.__qualname__}.{method}: there is no such event")
    return _handlers.setdefault(projection, {by_method[method]: method for method in methods})


def serving(name: str) -> Subquery:
    """Return the number of the run whose rows are to be read, for use in a filter.

    A subquery rather than a number: a statement that reads both sees either the old rows or the new ones, never none.
    """
    return Subquery(ProjectionRun.objects.filter(name=name, status=ProjectionRun.Status.SERVING).values("number")[:1])


def run_all() -> int:
    """Advance every projection to the end of the log; return the number of events applied."""
    followed = run_each(
        projections().values(), run_once, task="A projection", name=lambda projection: projection.name, logger=logger
    )
    return sum(followed.results)


def run_once(projection: type[Projection]) -> int:
    """Advance a projection to the end of the log, in all its runs and lanes that no other worker holds.

    Returns:
        The number of events applied.

    Raises:
        RebuildError: A new run has come to the end of the log without having applied just the events that there are.
    """
    ends = store.lane_ends()
    applied = 0
    for run in _open_runs(projection):
        retried = timezone.now() - RETRY_AFTER
        waiting = [
            lane
            for lane, pos, failed_at in run.checkpoints.values_list("lane", "pos", "failed_at")
            if ends[lane] > pos and (failed_at is None or failed_at <= retried)
        ]
        task = f"Projection {projection.name}: following a lane"
        applied += sum(run_each(waiting, partial(_follow, projection, run), task=task, logger=logger).results)
        if run.status == ProjectionRun.Status.BUILDING:
            _switch(projection, run)
    return applied


def rebuild(projection: type[Projection], *, progress: Callable[[int], object] | None = None) -> ProjectionRun:
    """Rebuild a projection from the whole log while the old rows serve, then switch and remove the old ones.

    A rebuild that was broken off is discarded and begun again.

    Args:
        projection: The projection.
        progress: Called with the number of events applied since the last call.

    Returns:
        The run that serves now.

    Raises:
        RebuildError: A lane stopped, the counts disagree, or another rebuild took over.
    """
    run_once(projection)  # makes the first run, if there was none
    with transaction.atomic():
        for unfinished in _locked_runs(projection).filter(status=ProjectionRun.Status.BUILDING):
            _retire(projection, unfinished)
        run = _begin(projection, ProjectionRun.Status.BUILDING)
    while True:
        for lane in range(LANES):
            while applied := _advance(projection, run, lane):
                if progress is not None:
                    progress(applied)
        if stopped := _stopped(Q(run=run)):
            raise RebuildError(f"lane {stopped[0].lane} stopped at position {stopped[0].pos}: {stopped[0].error}")
        _switch(projection, run)
        run.refresh_from_db()
        if run.status == ProjectionRun.Status.SERVING:  # a worker may have been the one to switch
            return run
        if run.status == ProjectionRun.Status.RETIRED:
            raise RebuildError("another rebuild took over")
        time.sleep(0.05)  # a worker is just at one of the lanes


def runs(projection: type[Projection]) -> list[ProjectionRun]:
    """Return the runs of a projection that count: the serving one, and one that is being built."""
    return list(
        ProjectionRun.objects.filter(name=projection.name)
        .exclude(status=ProjectionRun.Status.RETIRED)
        .order_by("number")
    )


def stopped_lanes() -> list[StoppedLane]:
    """Return every lane that has stopped, of the runs that count."""
    return _stopped(Q())


def miscounts(projection: type[Projection]) -> list[Miscount]:
    """Compare the number of events that each run has applied with the log; return the differences."""
    found = []
    checkpoints = ProjectionCheckpoint.objects.filter(run__name=projection.name).exclude(
        run__status=ProjectionRun.Status.RETIRED
    )
    for number, lane, pos, applied in checkpoints.values_list("run__number", "lane", "pos", "applied"):
        events = store.count_lane(lane, pos)
        if events != applied:
            found.append(Miscount(projection.name, number, lane, applied, events))
    return found


def wake(events: Collection[StoredEvent]) -> None:
    """Ask the worker to follow the log now, if any projection applies one of these events (for `store.subscribe`).

    The worker looks each second in any case; this only spares people that second.
    """
    _discover()
    if not _applied.isdisjoint(stored.type for stored in events):
        current_app.send_task(TASK, retry=False, ignore_result=True, expires=10)


@cache
def _discover() -> None:
    """Import every app's `projections`, once: looking for modules that are not there takes long."""
    autodiscover_modules("projections")


def _stopped(condition: Q) -> list[StoppedLane]:
    rows = (
        ProjectionCheckpoint.objects.filter(condition, failed_pos__isnull=False)
        .exclude(run__status=ProjectionRun.Status.RETIRED)
        .values_list("run__name", "run__number", "lane", "failed_pos", "error")
    )
    return [StoppedLane(name, run, lane, pos or 0, error) for name, run, lane, pos, error in rows]


def _locked_runs(projection: type[Projection]) -> models.QuerySet[ProjectionRun]:
    """Return the runs that count, locked for this transaction: beginning and ending runs is for one at a time."""
    # Rows alone would not do: before the first run there is none, and two workers would both begin it.
    locks.take(LOCK_NAMESPACE, projection.name)
    return (
        ProjectionRun.objects.select_for_update()
        .filter(name=projection.name)
        .exclude(status=ProjectionRun.Status.RETIRED)
        .order_by("number")
    )


def _open_runs(projection: type[Projection]) -> list[ProjectionRun]:
    """Return the runs to advance, the serving one first; begin one if the code is newer than the rows."""
    status = ProjectionRun.Status
    found = {
        run.status: run
        for run in runs(projection)
        if run.version <= projection.version  # an older program leaves a newer one's rows alone
    }
    if status.SERVING not in found or (
        found[status.SERVING].version < projection.version and status.BUILDING not in found
    ):
        with transaction.atomic():
            known = {run.status: run for run in _locked_runs(projection)}
            if not known:
                found = {status.SERVING: _begin(projection, status.SERVING)}
            elif status.SERVING in known and known[status.SERVING].version < projection.version:
                building = known.get(status.BUILDING) or _begin(projection, status.BUILDING)
                found = {status.SERVING: known[status.SERVING], status.BUILDING: building}
            # Else another worker began it this moment, and follows it.
    return [found[key] for key in (status.SERVING, status.BUILDING) if key in found]


def _begin(projection: type[Projection], status: ProjectionRun.Status) -> ProjectionRun:
    """Make a run with its checkpoints at zero."""
    last = ProjectionRun.objects.filter(name=projection.name).aggregate(models.Max("number"))["number__max"]
    run = ProjectionRun.objects.create(
        name=projection.name, number=(last or 0) + 1, version=projection.version, status=status
    )
    ProjectionCheckpoint.objects.bulk_create(ProjectionCheckpoint(run=run, lane=lane) for lane in range(LANES))
    return run


def _retire(projection: type[Projection], run: ProjectionRun) -> None:
    """End a run and remove its rows."""
    # Whoever is advancing it holds one of these rows, and finds the run retired when they are free again.
    list(run.checkpoints.select_for_update().order_by("lane"))
    run.status = ProjectionRun.Status.RETIRED
    run.save(update_fields=["status"])
    run.checkpoints.all().delete()
    projection(run.number).clear()


def _follow(projection: type[Projection], run: ProjectionRun, lane: int) -> int:
    """Advance a run in a lane to the lane's end."""
    total = 0
    while applied := _advance(projection, run, lane):
        total += applied
    return total


def _advance(projection: type[Projection], run: ProjectionRun, lane: int, up_to: int | None = None) -> int:
    """Apply the next batch of a lane; if an event fails, apply those before it and stop the lane there.

    Returns:
        The number of events applied: none at the end of the lane, if it stopped, or if another worker holds it.
    """
    try:
        with transaction.atomic():
            return _apply_batch(projection, run, lane, up_to)
    except _Failed as failed:
        cause, pos = failed.__cause__, failed.pos
    logger.error("Projection %s stopped in lane %d at position %d", projection.name, lane, pos, exc_info=cause)
    _advance(projection, run, lane, pos - 1)
    ProjectionCheckpoint.objects.filter(run=run, lane=lane, pos__lt=pos).update(
        failed_pos=pos, failed_at=timezone.now(), error=f"{type(cause).__name__}: {cause}"[:500]
    )
    return 0


def _apply_batch(projection: type[Projection], run: ProjectionRun, lane: int, up_to: int | None) -> int:
    """Apply a batch within a transaction.

    Raises:
        _Failed: At the first event that could not be read or applied.
    """
    checkpoint = ProjectionCheckpoint.objects.select_for_update(skip_locked=True).filter(run=run, lane=lane).first()
    if checkpoint is None:
        return 0
    # Read after the lock was had, or a switch that we waited for would go unseen.
    run = ProjectionRun.objects.get(pk=run.pk)
    if run.status == ProjectionRun.Status.RETIRED:
        return 0
    quiet_up_to, end = _bounds(run, lane)
    if up_to is not None:
        end = up_to if end is None else min(end, up_to)
    methods = handlers(projection)
    try:
        events = store.read_lane(lane, checkpoint.pos, BATCH, up_to=end, only=methods)
    except store.UnknownEventError as fault:
        raise _Failed(fault.pos) from fault
    if not events:
        return 0
    read_model = projection(run.number)
    for stored in events:
        method = methods.get(stored.type)
        if method is not None:
            read_model.quiet = stored.pos <= quiet_up_to
            try:
                getattr(read_model, method)(stored)
            except (OperationalError, InterfaceError):
                raise  # the database is away, or busy; the event is not at fault
            except Exception as fault:
                raise _Failed(stored.pos) from fault
    try:
        read_model.finish()
    except FaultyEventError as fault:
        raise _Failed(fault.pos) from fault.__cause__
    ProjectionCheckpoint.objects.filter(pk=checkpoint.pk).update(
        pos=events[-1].pos, applied=F("applied") + len(events), failed_pos=None, failed_at=None, error=""
    )
    return len(events)


def _bounds(run: ProjectionRun, lane: int) -> tuple[int, int | None]:
    """Return the position up to which a run has no side effects, and the one where it has to stop for now, or None.

    A run that is being built never gets ahead of the serving one, or effects would be had by neither; only where the
    serving one has stopped for good is it the new one's to go on.
    """
    if run.status == ProjectionRun.Status.SERVING:
        return 0, None
    old = ProjectionCheckpoint.objects.get(run__name=run.name, run__status=ProjectionRun.Status.SERVING, lane=lane)
    return old.pos, None if old.failed_pos is not None else old.pos


def _switch(projection: type[Projection], run: ProjectionRun) -> None:
    """Let a run serve if it has caught up, and remove the old one's rows.

    Raises:
        RebuildError: It has not applied just the events that there are.
    """
    if not _caught_up(run):
        return
    wrong = [found for found in miscounts(projection) if found.run == run.number]
    for found in wrong:
        # So that it is seen in `/healthz`, and the log has it once and not every second.
        run.checkpoints.filter(lane=found.lane).update(
            failed_pos=F("pos"),
            failed_at=timezone.now(),
            error=f"{found.applied} events were applied of {found.events}",
        )
    if wrong:
        raise RebuildError(f"run {run.number} has not applied just the events that there are")
    with transaction.atomic():
        runs = {each.status: each for each in _locked_runs(projection)}
        old, new = (runs.get(status) for status in (ProjectionRun.Status.SERVING, ProjectionRun.Status.BUILDING))
        if old is None or new is None or new.pk != run.pk:
            return
        list(ProjectionCheckpoint.objects.select_for_update().filter(run__in=(old, new)).order_by("run", "lane"))
        if not _caught_up(new):
            return
        _retire(projection, old)
        new.status = ProjectionRun.Status.SERVING
        new.switched_at = timezone.now()
        new.save(update_fields=["status", "switched_at"])


def _caught_up(run: ProjectionRun) -> bool:
    """Return whether a run that is being built has caught up with the serving one in every lane."""
    checkpoints = ProjectionCheckpoint.objects.filter(
        run__name=run.name, run__status=ProjectionRun.Status.SERVING, lane=OuterRef("lane")
    )
    old_pos = Subquery(checkpoints.values("pos"))
    return not run.checkpoints.filter(Q(pos__lt=old_pos) | Q(failed_pos__isnull=False)).exists()

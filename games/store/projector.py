"""Read models built from the event log: following it, and checking them. `rebuilding` builds them anew.

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
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import cache, partial
from typing import ClassVar, Final, NamedTuple, TypeVar

from celery import current_app
from django.core.cache import cache as shared_cache
from django.db import InterfaceError, OperationalError, models, transaction
from django.db.models import Model, Q, Subquery
from django.utils import timezone
from django.utils.module_loading import autodiscover_modules

from clubs.base import locks
from clubs.base.isolation import run_each
from games import store
from games.models import FOREIGN_LANE, LANES, ProjectionCheckpoint, ProjectionRun
from games.store import StoredEvent
from games.store.log import run as run_statement

logger = logging.getLogger(__name__)

BATCH: Final = 500
LOOK_AHEAD: Final = 200
"""So many events behind a checkpoint are looked through for news; more of them are news in any case."""
QUIET_FOR: Final = timedelta(seconds=30)
"""Events that no projection applies are passed by together after so long: nobody waits for them."""
RETRY_AFTER: Final = timedelta(seconds=60)
"""A lane that stopped is tried again so much later, so that a repaired program goes on by itself."""

TASK: Final = "games.tasks.run_projections"
WOKEN: Final = "projections-woken"
"""The key in the cache that says that the task was sent and has not begun."""
_WOKEN_SECONDS: Final = 2
"""After so long the next append sends the task again: its message may be lost, or its worker."""

LOCK_NAMESPACE: Final = 29
"""The first number of the advisory locks of projections; the event store's is 28."""

_NEWS: Final = """
    SELECT c.run_id, c.lane FROM games_projectioncheckpoint c CROSS JOIN LATERAL (
        SELECT bool_or(type <> ALL(%s::text[])) AS applied, bool_or(recorded_at NOT BETWEEN %s AND %s) AS old,
            count(*) AS many FROM (
            SELECT type, recorded_at FROM games_event e WHERE e.lane = c.lane AND e.pos > c.pos ORDER BY e.pos LIMIT %s
        ) AS next
    ) AS ahead
    WHERE c.run_id = ANY(%s) AND (c.failed_at IS NULL OR c.failed_at <= %s)
        AND (ahead.applied OR ahead.old OR ahead.many >= %s)
    ORDER BY c.run_id, c.lane
"""
_LOCK: Final = """
    SELECT id, pos FROM games_projectioncheckpoint WHERE run_id = %s AND lane = %s FOR UPDATE SKIP LOCKED
"""
_STATUS: Final = "SELECT status FROM games_projectionrun WHERE id = %s"
_ADVANCE: Final = """
    UPDATE games_projectioncheckpoint
    SET pos = %s, applied = applied + %s, failed_pos = NULL, failed_at = NULL, error = '' WHERE id = %s RETURNING id
"""


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
        foreign: It applies the events of other installations too, which are in a lane of their own. What counts in a
            club must not.
        run: The number that marks the rows of this run.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    models: ClassVar[tuple[type[Model], ...]] = ()
    foreign: ClassVar[bool] = False

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

    def clear(self, limit: int) -> bool:
        """Remove at most so many rows of this run; return whether that was all."""
        for model in reversed(self.models):
            rows = model._default_manager.filter(projection_version=self.run)
            ids = list(rows.order_by().values_list("pk", flat=True)[:limit])
            model._default_manager.filter(pk__in=ids).delete()
            if len(ids) == limit:
                return False
        return True


P = TypeVar("P", bound=type[Projection])
_projections: dict[str, type[Projection]] = {}
_handlers: dict[type[Projection], dict[str, str]] = {}
_applied: set[str] = set()


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
    return _run(list(projections().values()))


def run_once(projection: type[Projection]) -> int:
    """Advance the serving run of a projection to the end of the log, in all lanes that no other worker holds.

    A run that is being built is none of its business (`games.store.rebuilding`), but newer code begins one.

    Returns:
        The number of events applied.
    """
    return _run([projection])


def runs(projection: type[Projection]) -> list[ProjectionRun]:
    """Return the runs of a projection that count: the serving one, and one that is being built."""
    return list(
        ProjectionRun.objects.filter(name=projection.name)
        .exclude(status=ProjectionRun.Status.RETIRED)
        .order_by("number")
    )


def stopped_lanes() -> list[StoppedLane]:
    """Return every lane that has stopped, of the runs that count."""
    return stopped_in(Q())


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

    However many appends there are before the task begins, they send it once. The worker looks each second in any case;
    this only spares people that second.
    """
    _discover()
    if _applied.isdisjoint(stored.type for stored in events):
        return
    if shared_cache.add(WOKEN, 1, timeout=_WOKEN_SECONDS):
        current_app.send_task(TASK, retry=False, ignore_result=True, expires=10)


def run_woken() -> int:
    """Let the next append send the task again, and advance every projection: what was appended before is seen here."""
    shared_cache.delete(WOKEN)
    return run_all()


@cache
def _discover() -> None:
    """Import every app's `projections`, once: looking for modules that are not there takes long."""
    autodiscover_modules("projections")


def stopped_in(condition: Q) -> list[StoppedLane]:
    """Return the lanes that have stopped, of the checkpoints of a condition."""
    rows = (
        ProjectionCheckpoint.objects.filter(condition, failed_pos__isnull=False)
        .exclude(run__status=ProjectionRun.Status.RETIRED)
        .values_list("run__name", "run__number", "lane", "failed_pos", "error")
    )
    return [StoppedLane(name, run, lane, pos or 0, error) for name, run, lane, pos, error in rows]


def locked_runs(projection: type[Projection]) -> models.QuerySet[ProjectionRun]:
    """Return the runs that count, locked for this transaction: beginning and ending runs is for one at a time."""
    # Rows alone would not do: before the first run there is none, and two workers would both begin it.
    locks.take(LOCK_NAMESPACE, projection.name)
    return (
        ProjectionRun.objects.select_for_update()
        .filter(name=projection.name)
        .exclude(status=ProjectionRun.Status.RETIRED)
        .order_by("number")
    )


def _run(kinds: Sequence[type[Projection]]) -> int:
    """Advance the serving runs of projections where there is news; begin runs that there have to be."""
    status = ProjectionRun.Status
    known: dict[str, dict[str, ProjectionRun]] = {kind.name: {} for kind in kinds}
    for run in ProjectionRun.objects.filter(name__in=known).exclude(status=status.RETIRED):
        known[run.name][run.status] = run
    serving: dict[str, ProjectionRun] = {}

    def find(kind: type[Projection]) -> None:
        run = _serving_run(kind, known[kind.name])
        if run is not None:
            serving[kind.name] = run

    run_each(kinds, find, task="A projection", name=lambda kind: kind.name, logger=logger)
    news = _news([run.pk for run in serving.values()])
    applied = 0
    for kind in kinds:
        if kind.name in serving and (lanes := news.get(serving[kind.name].pk)):
            task = f"Projection {kind.name}: following a lane"
            follow = partial(_follow, kind, serving[kind.name])
            applied += sum(run_each(lanes, follow, task=task, logger=logger).results)
    return applied


def _serving_run(projection: type[Projection], known: Mapping[str, ProjectionRun]) -> ProjectionRun | None:
    """Return the run to advance; begin the first, and a second beside it if the code is newer than the rows."""
    status = ProjectionRun.Status
    serving = known.get(status.SERVING)
    if serving is not None and serving.version >= projection.version:
        # An older program leaves a newer one's rows alone.
        return serving if serving.version == projection.version else None
    if serving is None or status.BUILDING not in known:
        with transaction.atomic():
            now_known = {run.status: run for run in locked_runs(projection)}
            if not now_known:
                return begin_run(projection, status.SERVING)
            serving = now_known.get(status.SERVING)
            if serving is not None and serving.version < projection.version and status.BUILDING not in now_known:
                begin_run(projection, status.BUILDING)
    return serving if serving is not None and serving.version <= projection.version else None


def _news(run_ids: Iterable[int]) -> dict[int, list[int]]:
    """Return the lanes of each run with something to do, by one query.

    Most events are played cards, which no projection applies: a lane with such only waits until there are many, or
    one is old. An event of an unknown type is news, for it stops the lane; and so is one of a time still to come.
    """
    quiet = sorted(store.event_names().keys() - _applied)
    ids = list(run_ids)
    if not ids:
        return {}
    now = timezone.now()
    found: dict[int, list[int]] = {}
    parameters = [quiet, now - QUIET_FOR, now + QUIET_FOR, LOOK_AHEAD, ids, now - RETRY_AFTER, LOOK_AHEAD]
    for run, lane in run_statement(_NEWS, parameters):
        found.setdefault(run, []).append(lane)
    return found


def begin_run(projection: type[Projection], status: ProjectionRun.Status) -> ProjectionRun:
    """Make a run with its checkpoints at zero."""
    last = ProjectionRun.objects.filter(name=projection.name).aggregate(models.Max("number"))["number__max"]
    run = ProjectionRun.objects.create(
        name=projection.name, number=(last or 0) + 1, version=projection.version, status=status
    )
    ProjectionCheckpoint.objects.bulk_create(ProjectionCheckpoint(run=run, lane=lane) for lane in lanes_of(projection))
    return run


def lanes_of(projection: type[Projection]) -> range:
    """Return the lanes that a projection follows."""
    return range(FOREIGN_LANE + 1 if projection.foreign else LANES)


def _follow(projection: type[Projection], run: ProjectionRun, lane: int) -> int:
    """Advance a run in a lane to the lane's end."""
    total = 0
    while True:
        applied = advance(projection, run, lane, BATCH)
        total += applied
        if applied < BATCH:
            return total


def advance(
    projection: type[Projection], run: ProjectionRun, lane: int, limit: int, *, up_to: int | None = None
) -> int:
    """Apply the next events of a lane; if an event fails, apply those before it and stop the lane there.

    Args:
        projection: The projection.
        run: Its run that is advanced.
        lane: The lane.
        limit: The most events, which are applied in a transaction of their own.
        up_to: The last position.

    Returns:
        The number of events applied: none at the end of the lane, if it stopped, or if another worker holds it.
    """
    try:
        with transaction.atomic():
            return _apply_batch(projection, run, lane, limit, up_to)
    except _Failed as failed:
        cause, pos = failed.__cause__, failed.pos
    logger.error("Projection %s stopped in lane %d at position %d", projection.name, lane, pos, exc_info=cause)
    advance(projection, run, lane, limit, up_to=pos - 1)
    ProjectionCheckpoint.objects.filter(run=run, lane=lane, pos__lt=pos).update(
        failed_pos=pos, failed_at=timezone.now(), error=f"{type(cause).__name__}: {cause}"[:500]
    )
    return 0


def _apply_batch(projection: type[Projection], run: ProjectionRun, lane: int, limit: int, up_to: int | None) -> int:
    """Apply a batch within a transaction.

    Raises:
        _Failed: At the first event that could not be read or applied.
    """
    # Plain statements, which psycopg prepares: with the queries of Django each batch of an event took twice as long.
    locked = run_statement(_LOCK, [run.pk, lane])
    if not locked:
        return 0
    ((checkpoint, pos),) = locked
    # Read after the lock was had, or a switch that we waited for would go unseen.
    ((status,),) = run_statement(_STATUS, [run.pk])
    if status == ProjectionRun.Status.RETIRED:
        return 0
    quiet_up_to, end = (0, None) if status == ProjectionRun.Status.SERVING else _bounds(run.name, lane)
    if up_to is not None:
        end = up_to if end is None else min(end, up_to)
    methods = handlers(projection)
    try:
        events = store.read_lane(lane, pos, limit, up_to=end, only=methods)
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
    run_statement(_ADVANCE, [events[-1].pos, len(events), checkpoint])
    return len(events)


def _bounds(name: str, lane: int) -> tuple[int, int | None]:
    """Return for a run that is built the position up to which it has no side effects, and the one where it has to stop.

    It never gets ahead of the serving one, or effects would be had by neither; only where the serving one has stopped
    for good is it the new one's to go on, and the second is None.
    """
    old = ProjectionCheckpoint.objects.get(run__name=name, run__status=ProjectionRun.Status.SERVING, lane=lane)
    return old.pos, None if old.failed_pos is not None else old.pos

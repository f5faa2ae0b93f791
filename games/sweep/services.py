"""Runs of the sweep: begun, claimed chunk by chunk, and finished."""

import logging
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from clubs.models import Club
from engine.registry import VERSION
from games import store
from games.models import FOREIGN_LANE, Sheet, SweepChunk, SweepFinding, SweepRun, Table
from games.store.log import run as run_statement
from games.sweep.hours import night_of
from games.sweep.judging import Found
from games.sweep.notices import tell_findings
from games.sweep.working import Seen, Span, look_at, positions, work_through
from games.tables.selectors.due import lateness

logger = logging.getLogger(__name__)

POSITIONS: Final = 2_000_000
"""Positions of a chunk: some 28,000 hands. The games that run across its end are read twice in part."""
CLUB_CHUNKS: Final = 8
"""Chunks of a club's run: its tables and sheets by the ends of their ids."""
LEASE: Final = timedelta(minutes=5)
MAX_TRIES: Final = 5
"""A chunk that was claimed so often and never done is given up, and the run fails."""
SLICE_SECONDS: Final = 50.0
"""A task works for so long, and then sends itself again."""
LATE_SECONDS: Final = 1.0
"""The sweep waits while the tables of people are late by so much."""
_WAIT_SECONDS: Final = 2.0
_KEPT: Final = timedelta(days=7)
"""Chunks of a run that is over are kept for so long."""

_CLAIM: Final = """
    UPDATE games_sweepchunk SET status = 'working', worker = %s, lease_until = %s, tries = tries + 1
    WHERE id = (
        SELECT id FROM games_sweepchunk
        WHERE run_id = %s AND status <> 'done' AND (status = 'waiting' OR (status = 'working' AND lease_until < %s))
        ORDER BY number FOR UPDATE SKIP LOCKED LIMIT 1
    ) RETURNING id
"""
_FOREIGN_END: Final = "SELECT coalesce(max(pos), 0) FROM games_event WHERE lane = %s"
_TIME_AT: Final = "SELECT recorded_at FROM games_event WHERE lane = %s AND pos >= %s ORDER BY pos LIMIT 1"


class LostLease(Exception):  # noqa: N818  # says what happened
    """Another worker has claimed the chunk meanwhile: nothing of this one's work is kept."""


class Interrupted(Exception):  # noqa: N818  # says what happened
    """The hours of the sweep are over: the chunk goes back."""


@transaction.atomic
def begin(
    *,
    nightly: bool = False,
    everything: bool = False,
    club: Club | None = None,
    since: datetime | None = None,
    now: datetime | None = None,
) -> SweepRun | None:
    """Begin a run: what is new since the last one, or more.

    A nightly run goes through everything if the rules have another version than at the last one, or there was none.

    Args:
        nightly: It began by itself, and keeps to the hours.
        everything: From the beginning of the log.
        club: Only the tables and sheets of this club, from the beginning.
        since: Only what was played since.
        now: The time; by default now.

    Returns:
        The run; None if one is running.
    """
    at = now or timezone.now()
    ends = _ends()
    before = SweepRun.objects.filter(status=SweepRun.Status.DONE, club=None, since=None).first()
    whole = everything or club is not None or before is None or before.engine != VERSION
    if since is not None:
        begins = [_position_of(lane, since, end) for lane, end in enumerate(ends)]
    else:
        begins = [0] * len(ends) if whole or before is None else list(positions(before.ends))
    try:
        with transaction.atomic():
            run = SweepRun.objects.create(
                is_nightly=nightly, everything=whole and club is None and since is None, club=club, since=since,
                engine=VERSION, begins=begins, ends=ends, begun_at=at,
            )  # fmt: skip
    except IntegrityError:
        return None
    chunks = [
        SweepChunk(run=run, number=number, after=after, upto=upto)
        for number, (after, upto) in enumerate(_spans(begins, ends, club), start=1)
    ]
    SweepChunk.objects.bulk_create(chunks, batch_size=5_000)
    run.chunks = len(chunks)
    run.save(update_fields=["chunks"])
    SweepChunk.objects.filter(run__ended_at__lt=at - _KEPT).delete()
    finish(run, now=at)
    return run


def _spans(begins: Sequence[int], ends: Sequence[int], club: Club | None) -> list[tuple[int, int]]:
    """Return the spans of positions of a run's chunks; each chunk of a club's run has all of them, and some streams."""
    first, last = min(begins), max(ends)
    if not any(begin < end for begin, end in zip(begins, ends, strict=True)):
        return []
    if club is not None:
        return [(first, last)] * CLUB_CHUNKS
    return [(start, min(start + POSITIONS, last)) for start in range(first, last, POSITIONS)]


def _ends() -> list[int]:
    """Return the last position of each lane, in order."""
    ends = store.lane_ends()
    return [*(ends[lane] for lane in sorted(ends)), run_statement(_FOREIGN_END, [FOREIGN_LANE])[0][0]]


def _position_of(lane: int, since: datetime, end: int) -> int:
    """Return the position in a lane behind which its events are of a time or later; some earlier ones may be too."""
    low, high, early = 1, end + 1, since - timedelta(minutes=2)
    while low < high:
        middle = (low + high) // 2
        rows = run_statement(_TIME_AT, [lane, middle])
        if rows and rows[0][0] < early:
            low = middle + 1
        else:
            high = middle
    return low - 1


def running() -> SweepRun | None:
    """Return the run that is running, or None."""
    return SweepRun.objects.filter(status=SweepRun.Status.RUNNING).select_related("club").first()


def claim(run: SweepRun, *, now: datetime | None = None) -> SweepChunk | None:
    """Claim the next chunk of a run that nobody has, or whose worker has been silent for too long.

    A chunk that has been claimed too often is given up.

    Returns:
        The chunk; None if there is none now.
    """
    at = now or timezone.now()
    SweepChunk.objects.filter(
        run=run, status=SweepChunk.Status.WORKING, lease_until__lt=at, tries__gte=MAX_TRIES
    ).update(status=SweepChunk.Status.FAILED)
    worker = uuid4()
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [worker, at + LEASE, run.pk, at])
        row = cursor.fetchone()
    return None if row is None else SweepChunk.objects.get(pk=row[0])


def work(chunk: SweepChunk, run: SweepRun) -> Seen:
    """Work through a claimed chunk, and keep what was seen: once, whoever else had the chunk.

    Raises:
        LostLease: Another worker has it now.
        Interrupted: The hours of a nightly run are over; the chunk waits for the next night.
    """
    began = time.process_time()
    pace = _Pace(chunk, run)
    known = SweepFinding.objects.filter(cleared_at=None).values_list("stream", flat=True)
    span = Span(
        after=chunk.after,
        upto=chunk.upto,
        begins=positions(run.begins),
        ends=positions(run.ends),
    )
    try:
        if run.club is None:
            seen = work_through(span, pace, set(known))
        else:
            seen = look_at(_streams_of(run.club, chunk.number), span, pace, set(known))
    except Interrupted:
        SweepChunk.objects.filter(pk=chunk.pk, worker=chunk.worker).update(
            status=SweepChunk.Status.WAITING, worker=None, tries=F("tries") - 1
        )
        raise
    keep(chunk, run, seen, seconds=time.process_time() - began)
    return seen


@transaction.atomic
def keep(chunk: SweepChunk, run: SweepRun, seen: Seen, *, seconds: float = 0.0, now: datetime | None = None) -> None:
    """Keep what was seen of a chunk: counted once, findings and their notices with it.

    Raises:
        LostLease: Another worker has the chunk now.
    """
    at = now or timezone.now()
    done = SweepChunk.objects.filter(pk=chunk.pk, worker=chunk.worker, status=SweepChunk.Status.WORKING).update(
        status=SweepChunk.Status.DONE, hands=seen.hands, done_at=at, lease_until=None
    )
    if not done:
        raise LostLease
    new = _keep_findings(run, seen.findings, at)
    SweepRun.objects.filter(pk=run.pk).update(
        chunks_done=F("chunks_done") + 1,
        hands=F("hands") + seen.hands,
        streams=F("streams") + seen.streams,
        events=F("events") + seen.events,
        found=F("found") + sum(map(len, seen.findings.values())),
        seconds=F("seconds") + seconds,
    )
    tell_findings(run, new, at)


def finish(run: SweepRun, *, now: datetime | None = None) -> bool:
    """End a run when nothing is left to do of it; return whether it is over."""
    left = SweepChunk.objects.filter(run=run).exclude(status=SweepChunk.Status.DONE)
    if left.exclude(status=SweepChunk.Status.FAILED).exists():
        return False
    status = SweepRun.Status.FAILED if left.exists() else SweepRun.Status.DONE
    SweepRun.objects.filter(pk=run.pk, status=SweepRun.Status.RUNNING).update(
        status=status, ended_at=now or timezone.now()
    )
    return True


def sweep_some(*, seconds: float = SLICE_SECONDS) -> bool:
    """Work at the running sweep for a while; return whether there is more to do now."""
    until = time.monotonic() + seconds
    while (run := running()) is not None and _may_work(run):
        chunk = claim(run)
        if chunk is None:
            finish(run)
            return False
        try:
            work(chunk, run)
        except LostLease:
            logger.warning("Another worker has taken over a chunk of the sweep.")
        except Interrupted:
            return False
        finish(run)
        if time.monotonic() >= until:
            return True
    return False


def tend(*, now: datetime | None = None) -> bool:
    """Begin the sweep of this night, if it is time and none began yet; return whether there is something to work at."""
    at = now or timezone.now()
    run = running()
    if run is not None:
        return not finish(run, now=at) and _may_work(run, at)
    night = night_of(at)
    if night is None or SweepRun.objects.filter(is_nightly=True, begun_at__gte=night).exists():
        return False
    return begin(nightly=True, now=at) is not None


def _may_work(run: SweepRun, now: datetime | None = None) -> bool:
    """Tell whether a run may be worked at now: a nightly one within the hours of the sweep."""
    return not run.is_nightly or night_of(now or timezone.now()) is not None


class _Pace:
    """Holds the sweep to its pace: the lease, the hours, the rate, and the tables of people, which come first."""

    def __init__(self, chunk: SweepChunk, run: SweepRun) -> None:
        self._chunk, self._run = chunk, run
        self._renew_at = time.monotonic() + LEASE.total_seconds() / 5
        self._next_look = 0.0
        self._begun, self._hands = time.monotonic(), 0

    def __call__(self, hands: int) -> None:
        self._hands += hands
        rate = settings.LELAM_SWEEP_HANDS_A_SECOND
        ahead = self._hands / rate - (time.monotonic() - self._begun) if rate else 0.0
        while ahead > 0:
            time.sleep(min(ahead, 10.0))
            ahead -= 10.0
            self._renew()
        self._renew()
        if time.monotonic() < self._next_look:
            return
        while lateness(timezone.now()).total_seconds() > LATE_SECONDS:
            time.sleep(_WAIT_SECONDS)
            self._renew()
        self._next_look = time.monotonic() + _WAIT_SECONDS
        if not _may_work(self._run):
            raise Interrupted

    def _renew(self) -> None:
        if time.monotonic() < self._renew_at:
            return
        self._renew_at = time.monotonic() + LEASE.total_seconds() / 5
        mine = SweepChunk.objects.filter(pk=self._chunk.pk, worker=self._chunk.worker, status=SweepChunk.Status.WORKING)
        if not mine.update(lease_until=timezone.now() + LEASE):
            raise LostLease


def _streams_of(club: Club, number: int) -> list[UUID]:
    """Return the ids of the tables and sheets of a club that a chunk has: a part of them by the ends of their ids."""
    tables = Table.objects.filter(club=club).values_list("pk", flat=True)
    sheets = Sheet.objects.filter(club=club).values_list("pk", flat=True)
    return [stream for ids in (tables, sheets) for stream in ids.iterator() if stream.int % CLUB_CHUNKS == number - 1]


def _keep_findings(run: SweepRun, findings: Mapping[UUID, Sequence[Found]], at: datetime) -> list[SweepFinding]:
    """Write the findings of streams that got the closer look, and clear those that are none any more.

    Returns:
        Those of which nobody was told: the first of each code in a game, where none with this code stood.
    """
    new: list[SweepFinding] = []
    for stream, found in findings.items():
        table = Table.objects.filter(pk=stream).select_related("club").first()
        sheet = None if table else Sheet.objects.filter(pk=stream).select_related("club").first()
        place = table or sheet
        told = set(SweepFinding.objects.filter(stream=stream, cleared_at=None).values_list("code", flat=True))
        for one in found:
            values = {
                "subject": one.subject, "rule": one.rule, "action": one.action, "members": dict(one.members),
                "run": run, "seen_at": at, "cleared_at": None, "table": table, "sheet": sheet,
                "club": None if place is None else place.club,
            }  # fmt: skip
            finding, _created = SweepFinding.objects.update_or_create(
                stream=stream, hand=one.hand, version=one.version, code=one.code,
                defaults=values, create_defaults=values | {"found_at": at},
            )  # fmt: skip
            if one.code not in told:
                told.add(one.code)
                new.append(finding)
        SweepFinding.objects.filter(~Q(seen_at=at), stream=stream, cleared_at=None).update(cleared_at=at)
    return new

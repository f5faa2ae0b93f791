"""Imports and exports of files: one function a use case. `by` is the officer, checked by permission.

An import begins with a dry run, which executes the file and rolls back, so that its report is exact. The officer who
has read the report then starts the import itself.
"""

import io
import logging
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import BinaryIO, Final
from uuid import UUID

import msgspec
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from clubs.base import jobs
from clubs.errors import ClubError, NotAllowed
from clubs.exchange import announce
from clubs.exchange.reading import LARGEST, ImportLine, parse_file
from clubs.exchange.report import LineMessage, Report, shortened
from clubs.exchange.streams import TURN_SECONDS, StreamJob, TakenOverError, turn_over
from clubs.exchange.subjects import Plan, Subject, Tell, subjects
from clubs.models import Club, ImportRun, Player, Upload
from clubs.notices.services.telling import notify
from clubs.officers.acts import note_act
from clubs.officers.permissions import require
from clubs.officers.roles import locked
from clubs.uploads.pieces import open_upload
from clubs.uploads.services import owned_upload, plain_name

KEPT: Final = timedelta(days=7)
"""The time after the dry run in which a file can be imported."""
REMEMBERED: Final = timedelta(days=30)
"""The time for which the report is kept."""

logger = logging.getLogger(__name__)


def find_subject(name: str) -> Subject:
    """Return a subject of imports and exports by its name.

    Raises:
        ClubError: `unknown-subject`.
    """
    subject = subjects().get(name)
    if subject is None:
        known = ", ".join(subjects())
        raise ClubError("unknown-subject", _("Choose one of these: {known}.").format(known=known), "subject")
    return subject


@transaction.atomic
def take_in(
    *,
    club: Club,
    by: Player,
    subject: str,
    data: bytes = b"",
    upload_id: UUID | None = None,
    choices: Mapping[str, str] | None = None,
    file_name: str = "",
    language: str = "",
) -> ImportRun:
    """Upload a file and queue its dry run, which changes nothing in the club.

    Args:
        subject: A name of `subjects`.
        data: The file: CSV or JSON, for a subject that is read as a stream what that takes.
        upload_id: The file of such a subject, if it came in pieces: a complete upload of `by`.
        choices: What the officer chose for such a subject.
        file_name: The name of the file, for the officer.
        language: The language of the report; empty for the server's.

    Raises:
        NotAllowed: `by` may not import files, or not this subject.
        UploadRefused: `no-such-upload`.
        ClubError: `unknown-subject`, `file-empty`, `file-too-large`, `upload-incomplete`, or `import-running`: one at a
            time.
    """
    chosen = find_subject(subject)
    _require(by, club, chosen)
    stream = chosen.stream
    run = ImportRun(club=club, by=by, subject=subject, data=data, file_name=plain_name(file_name), language=language)
    if stream is not None:
        run.choices = stream.chosen(choices or {})
    if stream is not None and upload_id is not None:
        run.upload = _complete_upload(club, by, upload_id)
        run.file_name, run.data = run.upload.file_name, b""
        return _put_in_line(run)
    if not data.strip():
        raise ClubError("file-empty", _("The file is empty."), "file")
    if len(data) > LARGEST:
        most = LARGEST // 1024 // 1024
        raise ClubError("file-too-large", _("The file is too large: it may have {most} MiB.").format(most=most), "file")
    return _put_in_line(run)


def _complete_upload(club: Club, by: Player, upload_id: UUID) -> Upload:
    """Return the upload, its row locked so that nobody ends it meanwhile."""
    upload = owned_upload(club=club, by=by, upload_id=upload_id, lock=True)
    if not upload.is_complete:
        raise ClubError("upload-incomplete", _("The file has not arrived in full. Send the rest."), "file")
    if ImportRun.objects.filter(upload=upload).exists():
        raise ClubError("upload-used", _("This file has already been sent."), "file")
    # Of the files that were looked through and not imported only the latest is kept.
    closed = ImportRun.objects.filter(club=club, by=by, status__in=(ImportRun.Status.DONE, ImportRun.Status.FAILED))
    Upload.objects.filter(pk__in=closed.exclude(upload=None).values("upload")).delete()
    return upload


@transaction.atomic
def carry_out(*, run_id: UUID, by: Player) -> ImportRun:
    """Queue the import of a file whose dry run found no faults. A repeated call does nothing.

    Raises:
        NotAllowed: `by` may not.
        ClubError: `has-faults`, `not-checked`, `too-old`.
    """
    run = ImportRun.objects.select_for_update(of=("self",)).select_related("club").get(pk=run_id)
    subject = find_subject(run.subject)
    _require(by, run.club, subject)
    if run.stage == ImportRun.Stage.CARRY and run.status != ImportRun.Status.FAILED:
        return run
    if run.status == ImportRun.Status.WAITING or run.status == ImportRun.Status.RUNNING:
        raise ClubError("not-checked", _("The file is still being checked."))
    if not run.data and run.upload_id is None:
        raise ClubError("too-old", _("The file has been deleted. Send it again."))
    if not may_carry_out(subject, report_of(run)):
        raise ClubError("has-faults", _("Correct the errors in the file first, and send it again."))
    run.stage, run.status, run.by = ImportRun.Stage.CARRY, ImportRun.Status.WAITING, by
    run.begun_at = run.ended_at = None
    if subject.stream is not None:
        run.offset = run.line = 0
        run.seen, run.report = b"", {}
    return _put_in_line(run)


def may_carry_out(subject: Subject, report: Report) -> bool:
    """Tell whether a file can be imported after its dry run: it has no faults, or they block nothing else."""
    return report.is_clean if subject.stream is None else report.made > 0


def _put_in_line(run: ImportRun) -> ImportRun:
    """Queue a file for the worker; the database allows one waiting or running file a club."""
    try:
        with transaction.atomic():
            run.save()
    except IntegrityError:
        raise ClubError(
            "import-running", _("Another file of the club is still being processed. Wait until it is done.")
        ) from None
    announce.run_waits(run.pk)
    return run


def work(*, run_id: UUID) -> bool:
    """Run the queued step of a file: its dry run, or its import.

    An all-or-nothing subject is one transaction, which writes the report too. Other subjects are imported entry by
    entry; a worker that takes over an abandoned file finds the entries that exist already.

    Returns:
        Whether this call ran it.
    """
    run = jobs.take_up(ImportRun, run_id)
    if run is None:
        return False
    try:
        with override(run.language or None):
            subject = find_subject(run.subject)
            if subject.stream is not None:
                _take_turn(run, subject)
            else:
                _work(run, subject)
    except TakenOverError:
        return False
    except Exception:
        logger.exception("A file could not be taken in.")
        with transaction.atomic(), override(run.language or None):
            _break_off(run, find_subject(run.subject))
        return False
    return True


def _break_off(run: ImportRun, subject: Subject) -> None:
    """Report a server error and the entries imported so far, which go into the club's log."""
    run.refresh_from_db(fields=["report", "offset", "line"])
    done = (report_of(run).made if run.report else 0) if subject.stream else jobs.progress_of(run.pk).done
    if subject.whole or run.stage == ImportRun.Stage.CHECK or not done:
        text = _("The server made a mistake. It has been logged, and nothing from the file was imported.")
    else:
        text = _("The server made a mistake. It has been logged. Entries imported before stay; send the file again.")
        if run.by is not None:
            details = {"file": str(run.pk), "kind": run.subject, "made": done, "changed": 0}
            note_act(club=run.club, actor=run.by, action="data.imported", details=details)
    _end(run, Report(faults=(LineMessage(0, "", text),)), ImportRun.Status.FAILED)


def _work(run: ImportRun, subject: Subject) -> None:
    found = parse_file(bytes(run.data), subject.names, subject.required)
    report = Report(lines=len(found.lines), is_json=found.is_json)
    faults = list(found.faults)
    if subject.whole:
        with transaction.atomic():
            club = locked(run.club)
            plan = _planned(run, club, subject, found.lines, faults)
            if plan is not None and not faults:
                _whole(run, plan, faults)
            _finish(run, subject, report, plan, faults)
    else:
        plan = _planned(run, run.club, subject, found.lines, faults)
        if plan is not None and not faults and run.stage == ImportRun.Stage.CARRY:
            faults += plan.carry(_teller(run, plan))
        with transaction.atomic():
            _finish(run, subject, report, plan, faults)


def _planned(
    run: ImportRun, club: Club, subject: Subject, lines: list[ImportLine], faults: list[LineMessage]
) -> Plan | None:
    """Return the plan of a file and note its faults; None if its officer has lost the permission."""
    if run.by is None:
        faults.append(LineMessage(0, "", _("The sender of the file is no longer here.")))
        return None
    try:
        _require(run.by, club, subject)
    except NotAllowed as error:
        faults.append(LineMessage(0, "", error.message))
        return None
    assert subject.plan is not None
    plan = subject.plan(club, run.by, lines)
    faults += plan.faults
    return plan


def _take_turn(run: ImportRun, subject: Subject) -> None:
    """Read on in a file that is read as a stream: to its end, or until the turn is over and other files have theirs."""
    assert subject.stream is not None
    report = report_of(run) if run.report else Report()
    seen = bytes(run.seen)
    source = _opened(run)
    job = StreamJob(
        club=run.club,
        by=run.by,
        source=source,
        is_dry=run.stage == ImportRun.Stage.CHECK,
        choices=run.choices,
        report=report,
        offset=run.offset,
        line=run.line,
        seen={seen[place : place + 16] for place in range(0, len(seen), 16)},
        keep=lambda job: _keep(run, job),
        tell=lambda job: jobs.tell(run.pk, jobs.Progress(job.offset, size)),
        is_over=turn_over(TURN_SECONDS),
    )
    size = source.seek(0, io.SEEK_END)
    source.seek(job.offset)
    job.tell(job)
    try:
        if run.by is None:
            raise NotAllowed(_("The sender of the file is no longer here."))
        _require(run.by, run.club, subject)
        at_end = subject.stream.work(job)
    except NotAllowed as error:
        job.fault(error.message, 0)
        at_end = True
    finally:
        source.close()
    with transaction.atomic():
        _keep(run, job, seen=not at_end)
        if at_end:
            _finish_stream(run, job)
        else:
            # The others that wait have their turn first.
            run.status = ImportRun.Status.WAITING
            run.save(update_fields=["status"])
            announce.run_waits(run.pk)


def _opened(run: ImportRun) -> BinaryIO:
    return io.BytesIO(bytes(run.data)) if run.upload is None else open_upload(run.upload)


def _keep(run: ImportRun, job: StreamJob, *, seen: bool = False) -> None:
    """Store how far a file is, in the transaction that writes its entries.

    Raises:
        TakenOverError: This worker was silent for so long that another has the file.
    """
    run.offset, run.line, run.report = job.offset, job.line, msgspec.to_builtins(job.report)
    values = {"offset": run.offset, "line": run.line, "report": run.report}
    if seen:
        values["seen"] = run.seen = b"".join(job.seen)
    mine = ImportRun.objects.filter(pk=run.pk, status=ImportRun.Status.RUNNING, begun_at=run.begun_at)
    if not mine.update(**values):
        raise TakenOverError


def _finish_stream(run: ImportRun, job: StreamJob) -> None:
    """Write the entry in the club's log, and let the file go once it is imported."""
    upload = run.upload
    if not job.is_dry:
        if job.report.made and run.by is not None:
            details = {"file": str(run.pk), "kind": run.subject, "made": job.report.made, "changed": 0}
            note_act(club=run.club, actor=run.by, action="data.imported", details=details)
        run.data, run.upload = b"", None
    run.seen = b""
    _end(run, job.report, ImportRun.Status.DONE)
    if upload is not None and not job.is_dry:
        upload.delete()


def _whole(run: ImportRun, plan: Plan, faults: list[LineMessage]) -> None:
    """Execute a plan; roll back if there are faults, or in a dry run."""
    with transaction.atomic():
        faults += plan.carry(_teller(run, plan))
        if faults or run.stage == ImportRun.Stage.CHECK:
            transaction.set_rollback(True)


def _teller(run: ImportRun, plan: Plan) -> Tell:
    return lambda done: jobs.tell(run.pk, jobs.Progress(done, plan.made + plan.changed))


def _finish(run: ImportRun, subject: Subject, report: Report, plan: Plan | None, faults: list[LineMessage]) -> None:
    """Write the report and the entry in the club's log."""
    report.faults, report.more_faults = shortened(faults)
    if plan is not None:
        report.made, report.changed, report.left = plan.made, plan.changed, plan.left
        report.deeds, report.more_deeds = shortened(plan.deeds)
        report.remarks, report.more_remarks = shortened(plan.remarks)
    done = run.stage == ImportRun.Stage.CARRY
    if done and run.by is not None and plan is not None and not (faults and subject.whole):
        details = {"file": str(run.pk), "kind": run.subject, "made": plan.made, "changed": plan.changed}
        if plan.made or plan.changed:
            note_act(club=run.club, actor=run.by, action="data.imported", details=details)
        run.data = b""
    _end(run, report, ImportRun.Status.FAILED if done and faults else ImportRun.Status.DONE)


def _end(run: ImportRun, report: Report, status: ImportRun.Status) -> None:
    run.report = msgspec.to_builtins(report)
    jobs.end(run, status)
    if run.by is None:
        return
    said = "failed" if status == ImportRun.Status.FAILED else "" if run.stage == ImportRun.Stage.CARRY else "checked"
    notify(
        players=[run.by],
        kind="import-done",
        path=reverse("clubs:import", args=[run.club.slug, run.pk]),
        key=f"{run.pk}:{run.stage}:{run.begun_at:%Y%m%d%H%M%S}",
        details={"club": str(run.club_id)} | ({"what": said} if said else {}),
    )


def report_of(run: ImportRun) -> Report:
    """Return the report of a file."""
    return msgspec.convert(run.report, Report)


def give_out(*, club: Club, by: Player, subject: str) -> tuple[Subject, Iterable[Mapping[str, object]]]:
    """Export a club's data of a subject, noted in the officers' log.

    Returns:
        The subject and its entries, read lazily.

    Raises:
        NotAllowed: `by` may not.
        ClubError: `unknown-subject`.
    """
    chosen = find_subject(subject)
    require(by, "export_data", club)
    if chosen.rows is None:
        raise ClubError("unknown-subject", _("On the page of files, choose which of these to export."), "subject")
    with transaction.atomic():
        note_act(club=club, actor=by, action="data.exported", details={"kind": subject})
    return chosen, chosen.rows(club)


def remove_old_files() -> int:
    """Delete the contents of files that were not imported in time, and old reports.

    Returns:
        The number of reports deleted.
    """
    now = timezone.now()
    closed = ImportRun.objects.exclude(status__in=(ImportRun.Status.WAITING, ImportRun.Status.RUNNING))
    late = closed.filter(ended_at__lte=now - KEPT)
    late.exclude(data=b"").update(data=b"")
    Upload.objects.filter(pk__in=late.exclude(upload=None).values("upload")).delete()
    return closed.filter(ended_at__lte=now - REMEMBERED).delete()[0]


def _require(by: Player, club: Club, subject: Subject) -> None:
    for action in ("import_data", *subject.needs):
        require(by, action, club)

"""Imports and exports of files: one function a use case. `by` is the officer, checked by permission.

An import begins with a dry run, which executes the file and rolls back, so that its report is exact. The officer who
has read the report then starts the import itself.
"""

import logging
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Final
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
from clubs.exchange.subjects import Plan, Subject, Tell, subjects
from clubs.models import Club, ImportRun, Player
from clubs.notices.services.telling import notify
from clubs.officers.acts import note_act
from clubs.officers.permissions import require
from clubs.officers.roles import locked

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
    found = subjects().get(name)
    if found is None:
        known = ", ".join(subjects())
        raise ClubError("unknown-subject", _("Choose one of these: {known}.").format(known=known), "subject")
    return found


@transaction.atomic
def take_in(*, club: Club, by: Player, subject: str, data: bytes, file_name: str = "", language: str = "") -> ImportRun:
    """Upload a file and queue its dry run, which changes nothing in the club.

    Args:
        subject: A name of `subjects`.
        data: The file, CSV or JSON.
        file_name: The name of the file, for the officer.
        language: The language of the report; empty for the server's.

    Raises:
        NotAllowed: `by` may not import files, or not this subject.
        ClubError: `unknown-subject`, `file-empty`, `file-too-large`, or `import-running`: one at a time.
    """
    chosen = find_subject(subject)
    _require(by, club, chosen)
    if not data.strip():
        raise ClubError("file-empty", _("The file is empty."), "file")
    if len(data) > LARGEST:
        most = LARGEST // 1024 // 1024
        raise ClubError("file-too-large", _("The file is too large: it may have {most} MiB.").format(most=most), "file")
    run = ImportRun(club=club, by=by, subject=subject, data=data, file_name=_plain(file_name), language=language)
    return _put_in_line(run)


@transaction.atomic
def carry_out(*, run_id: UUID, by: Player) -> ImportRun:
    """Queue the import of a file whose dry run found no faults. A repeated call does nothing.

    Raises:
        NotAllowed: `by` may not.
        ClubError: `has-faults`, `not-checked`, `too-old`.
    """
    run = ImportRun.objects.select_for_update(of=("self",)).select_related("club").get(pk=run_id)
    _require(by, run.club, find_subject(run.subject))
    if run.stage == ImportRun.Stage.CARRY and run.status != ImportRun.Status.FAILED:
        return run
    if run.status == ImportRun.Status.WAITING or run.status == ImportRun.Status.RUNNING:
        raise ClubError("not-checked", _("The file is still being looked through."))
    if not run.data:
        raise ClubError("too-old", _("The file is kept no longer. Send it once more."))
    if not report_of(run).is_clean:
        raise ClubError("has-faults", _("Mend the faults of the file first, and send it once more."))
    run.stage, run.status, run.by = ImportRun.Stage.CARRY, ImportRun.Status.WAITING, by
    run.begun_at = run.ended_at = None
    return _put_in_line(run)


def _put_in_line(run: ImportRun) -> ImportRun:
    """Queue a file for the worker; the database allows one waiting or running file a club."""
    try:
        with transaction.atomic():
            run.save()
    except IntegrityError:
        raise ClubError(
            "import-running", _("Another file of the club is still being worked on. Wait until it is done.")
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
            _work(run, find_subject(run.subject))
    except Exception:
        logger.exception("A file could not be taken in.")
        with transaction.atomic(), override(run.language or None):
            _break_off(run, find_subject(run.subject))
        return False
    return True


def _break_off(run: ImportRun, subject: Subject) -> None:
    """Report a server error and the entries imported so far, which go into the club's log."""
    done = jobs.progress_of(run.pk).done
    if subject.whole or run.stage == ImportRun.Stage.CHECK or not done:
        text = _("The server made a mistake. It has been logged, and nothing of the file was taken in.")
    else:
        text = _("The server made a mistake. It has been logged. What was taken in before stays; send the file again.")
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
        faults.append(LineMessage(0, "", _("Who sent the file is no longer here.")))
        return None
    try:
        _require(run.by, club, subject)
    except NotAllowed as error:
        faults.append(LineMessage(0, "", error.message))
        return None
    plan = subject.plan(club, run.by, lines)
    faults += plan.faults
    return plan


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
    closed.filter(ended_at__lte=now - KEPT).exclude(data=b"").update(data=b"")
    return closed.filter(ended_at__lte=now - REMEMBERED).delete()[0]


def _require(by: Player, club: Club, subject: Subject) -> None:
    for action in ("import_data", *subject.needs):
        require(by, action, club)


def _plain(name: str) -> str:
    """Return a file's name without folders and invisible characters."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(char for char in last if not unicodedata.category(char).startswith("C"))[:100]

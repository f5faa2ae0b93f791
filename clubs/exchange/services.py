"""Files taken in and given out: one function a use case.

A file is first looked through: what it would come to is found out by doing it and taking it all back, so that nothing
is told that would not happen. Carrying it out is a second step, by the officer who has read that.
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

from clubs import jobs
from clubs.acts import note_act
from clubs.errors import ClubError, NotAllowed
from clubs.exchange import announce
from clubs.exchange.reading import LARGEST, Line, read
from clubs.exchange.report import Report, Said, shortened
from clubs.exchange.subjects import Plan, Subject, Tell, subjects
from clubs.models import Club, ImportRun, Player
from clubs.notices.services import notify
from clubs.permissions import require
from clubs.services.societies import locked

KEPT: Final = timedelta(days=7)
"""So long a file can be carried out after it was looked through."""
REMEMBERED: Final = timedelta(days=30)
"""So long its report can be read."""

logger = logging.getLogger(__name__)


def find_subject(name: str) -> Subject:
    """Return a subject.

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
    """Take a file in and have it looked through; nothing in the club changes by it.

    Args:
        club: The club.
        by: The officer.
        subject: What it holds: a name of `subjects`.
        data: The file: CSV or JSON.
        file_name: What it is called there, for the officer to know it by.
        language: What its report is written in; empty: the server's.

    Raises:
        NotAllowed: `by` may not take in files, or not what this one holds.
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
    """Have a file carried out that was looked through and has no faults. Again: nothing more happens.

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
    """Have the worker take up a file; the database lets one of a club wait or run at a time."""
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
    """Do what a file waits for: look it through, or carry it out.

    A subject that is done as a whole is one transaction, in which the report is written too: it is all there, or none
    of it. Others are done entry by entry; who takes one up that another worker has left finds what is there already.

    Returns:
        Whether it was done now.
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
    """Say that the server made a mistake, and what of the file is taken in; what is, goes into the club's log."""
    done = jobs.progress_of(run.pk).done
    if subject.whole or run.stage == ImportRun.Stage.CHECK or not done:
        text = _("The server made a mistake. It has been logged, and nothing of the file was taken in.")
    else:
        text = _("The server made a mistake. It has been logged. What was taken in before stays; send the file again.")
        if run.by is not None:
            details = {"file": str(run.pk), "kind": run.subject, "made": done, "changed": 0}
            note_act(club=run.club, actor=run.by, action="data.imported", details=details)
    _end(run, Report(faults=(Said(0, "", text),)), ImportRun.Status.FAILED)


def _work(run: ImportRun, subject: Subject) -> None:
    found = read(bytes(run.data), subject.names, subject.required)
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


def _planned(run: ImportRun, club: Club, subject: Subject, lines: list[Line], faults: list[Said]) -> Plan | None:
    """Return the plan of a file and note its faults; None where its officer may not any more."""
    if run.by is None:
        faults.append(Said(0, "", _("Who sent the file is no longer here.")))
        return None
    try:
        _require(run.by, club, subject)
    except NotAllowed as error:
        faults.append(Said(0, "", error.message))
        return None
    plan = subject.plan(club, run.by, lines)
    faults += plan.faults
    return plan


def _whole(run: ImportRun, plan: Plan, faults: list[Said]) -> None:
    """Do it; take it back where that shows faults, or where it is only looked at."""
    with transaction.atomic():
        faults += plan.carry(_teller(run, plan))
        if faults or run.stage == ImportRun.Stage.CHECK:
            transaction.set_rollback(True)


def _teller(run: ImportRun, plan: Plan) -> Tell:
    return lambda done: jobs.tell(run.pk, jobs.Progress(done, plan.made + plan.changed))


def _finish(run: ImportRun, subject: Subject, report: Report, plan: Plan | None, faults: list[Said]) -> None:
    """Write the report, and what the officer did into the club's log."""
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
    """Return what is known of a file."""
    return msgspec.convert(run.report, Report)


def give_out(*, club: Club, by: Player, subject: str) -> tuple[Subject, Iterable[Mapping[str, object]]]:
    """Give out what a club holds of a subject; the log of officers says that it was done.

    Returns:
        The subject, and its entries, read as they are written.

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
    """Forget files that were not carried out in their days, and reports that were read long ago.

    Returns:
        How many reports are gone.
    """
    now = timezone.now()
    closed = ImportRun.objects.exclude(status__in=(ImportRun.Status.WAITING, ImportRun.Status.RUNNING))
    closed.filter(ended_at__lte=now - KEPT).exclude(data=b"").update(data=b"")
    return closed.filter(ended_at__lte=now - REMEMBERED).delete()[0]


def _require(by: Player, club: Club, subject: Subject) -> None:
    for action in ("import_data", *subject.needs):
        require(by, action, club)


def _plain(name: str) -> str:
    """Return the name of a file, without its folders and what cannot be seen."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(char for char in last if not unicodedata.category(char).startswith("C"))[:100]

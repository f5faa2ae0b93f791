"""A worker that is killed in the middle of an audit: another one goes on, and the case has one audit."""

import pytest
from celery import current_app

from config.run import CLOCK_ARGUMENTS
from games import store
from games.audits.making import SECTIONS
from games.audits.report import digest_of
from games.audits.selectors import report_of
from games.events.cases import CaseAudited
from games.models import AuditSection, CaseAudit
from tests.games.helpers.audits import report
from tests.games.helpers.cases import disputed, world
from tests.servers import await_true, celery_worker, program


def sections() -> list[str]:
    return list(AuditSection.objects.values_list("name", flat=True))


@pytest.mark.timeout(300)
@pytest.mark.django_db(transaction=True)
def test_an_audit_goes_on_in_another_worker_when_the_first_is_killed():
    case = disputed(world())
    arguments = ("-A", "config.celery", *CLOCK_ARGUMENTS, "--queues", "audits", "--loglevel", "WARNING")
    with program("worker", "tests.games.helpers.stopping", "sight", *arguments) as worker:
        await_true(lambda: "stopped in sight" in worker.text(), "the worker comes to the section")
        before = sections()
        assert before == list(SECTIONS)[: len(before)]
        assert 0 < len(before) < len(SECTIONS)
        worker.kill()
    assert CaseAudit.objects.get(case=case).status == "running"
    first = dict(AuditSection.objects.values_list("name", "made_at"))

    with celery_worker(beat=False, queues=["audits"]):
        for _twice in range(2):
            current_app.send_task("games.tasks.audit_open_cases", queue="audits")
        await_true(lambda: CaseAudit.objects.get(case=case).status == "done", "the audit is done")

    audit = CaseAudit.objects.get(case=case)
    assert set(sections()) == set(SECTIONS)
    assert dict(AuditSection.objects.filter(name__in=first).values_list("name", "made_at")) == first
    (noted,) = [each.event for each in store.load(case.pk) if isinstance(each.event, CaseAudited)]
    assert noted.digest == audit.digest == digest_of(report_of(audit)) == digest_of(report(case.game, 1, "sheet"))
    assert (noted.through, noted.verdict, noted.findings) == (audit.through, audit.verdict, ())

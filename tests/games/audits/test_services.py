"""The audits of cases: made section by section, resumed, recorded once, tried again, given up, asked for anew."""

from datetime import timedelta
from itertools import count
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.base.isolation import MAX_TRIES
from games.audits import services
from games.audits.making import SECTIONS
from games.audits.report import Report, digest_of
from games.audits.selectors import audits_of, report_of
from games.audits.services import ask_audit, audit_case, audit_cases
from games.errors import WrongMoment
from games.models import AuditSection, Case, CaseAudit, Table
from tests.games.helpers.audits import case_of, report
from tests.games.helpers.logs import in_thread
from tests.games.helpers.played import bots_play, club_of
from tests.games.helpers.tables import person

# What fails is rolled back by itself, as in a worker: not with the transaction of the test.
pytestmark = pytest.mark.django_db(transaction=True)


class Recorder:
    """Keeps what was recorded in cases."""

    def __init__(self) -> None:
        self.made: list[tuple[UUID, str]] = []

    def __call__(self, case_id: UUID, number: int, made: Report) -> None:
        self.made.append((case_id, digest_of(made)))


@pytest.fixture
def case() -> Case:
    ammini = person("Ammini")
    club = club_of(ammini)
    game = bots_play("28-kerala-4", 1, club=club, by=ammini)
    return case_of(Table.objects.get(pk=game), club)


def test_an_audit_is_recorded_once_with_the_digest_of_its_sections(case):
    record = Recorder()

    assert [audit_cases(record=record), audit_cases(record=record), audit_cases(record=record)] == [1, 0, 0]

    (audit,) = audits_of(case.pk)
    assert (audit.status, audit.verdict, audit.number) == ("done", "clean", 1)
    assert record.made == [(case.pk, audit.digest)]
    assert audit.digest == digest_of(report_of(audit)) == digest_of(report(case.game))
    assert audit.sections.count() == len(SECTIONS)


def test_an_audit_that_stopped_in_a_section_goes_on_with_that_one(case, monkeypatch):
    record, asked = Recorder(), []
    make, calls = services.make_section, count()

    def stopping(material, name):
        asked.append(name)
        if next(calls) == 4:
            raise MemoryError
        return make(material, name)

    monkeypatch.setattr(services, "make_section", stopping)
    with pytest.raises(MemoryError):
        audit_case(case_id=case.pk, record=record)
    assert list(AuditSection.objects.values_list("name", flat=True)) == list(SECTIONS)[:4]
    assert not record.made

    audit_case(case_id=case.pk, record=record)

    assert asked == [*list(SECTIONS)[:5], *list(SECTIONS)[4:]]
    assert [digest for _, digest in record.made] == [digest_of(report(case.game))]


def test_an_audit_that_fails_is_put_off_and_given_up_at_last(case, monkeypatch):
    record, now = Recorder(), timezone.now()

    def failing(material, name):
        raise RuntimeError(name)

    monkeypatch.setattr(services, "make_section", failing)
    for tries in range(1, MAX_TRIES):
        assert audit_cases(record=record, now=now) == 0
        audit = CaseAudit.objects.get()
        assert (audit.status, audit.tries) == ("running", tries)
        assert audit.due_at > now
        assert audit_cases(record=record, now=now) == 0
        assert CaseAudit.objects.get().tries == tries
        now = audit.due_at
    audit_cases(record=record, now=now)
    assert CaseAudit.objects.get().status == "failed"

    monkeypatch.undo()
    assert audit_cases(record=record, now=now + timedelta(days=1)) == 0
    ask_audit(case_id=case.pk, now=now)
    assert audit_cases(record=record, now=now) == 1
    assert [(audit.number, audit.status) for audit in audits_of(case.pk)] == [(2, "done"), (1, "failed")]
    assert len(record.made) == 1


def test_a_failed_audit_does_not_keep_others_from_theirs(case, monkeypatch):
    other = case_of(case.table, case.club)
    Case.objects.filter(pk=case.pk).update(opened_at=case.opened_at - timedelta(days=1))
    make = services.gather

    def gathering(game, kind, hand, through):
        if AuditSection.objects.exists() or CaseAudit.objects.count() > 1:
            return make(game, kind, hand, through)
        raise RuntimeError

    monkeypatch.setattr(services, "gather", gathering)
    record = Recorder()

    assert audit_cases(record=record) == 1
    assert [made[0] for made in record.made] == [other.pk]


def test_a_hand_is_audited_anew_when_somebody_asks_and_the_first_report_is_kept(case):
    record = Recorder()
    audit_cases(record=record)

    ask_audit(case_id=case.pk)
    with pytest.raises(WrongMoment) as refused:
        ask_audit(case_id=case.pk)
    audit_cases(record=record)

    assert refused.value.code == "audit-running"
    second, first = audits_of(case.pk)
    assert (first.number, second.number) == (1, 2)
    assert first.digest == second.digest
    assert AuditSection.objects.count() == 2 * len(SECTIONS)


def test_a_report_that_cannot_be_recorded_is_not_done(case):
    def refusing(*given):
        raise RuntimeError

    assert audit_cases(record=refusing) == 0
    assert CaseAudit.objects.get().status == "running"
    record = Recorder()
    assert audit_cases(record=record, now=timezone.now() + timedelta(days=1)) == 1
    assert len(record.made) == 1


def test_two_workers_at_once_record_one_audit(case):
    record = Recorder()
    workers = [in_thread(lambda: audit_case(case_id=case.pk, record=record)) for _ in range(2)]
    for worker in workers:
        worker.join()

    assert len(record.made) == 1
    assert CaseAudit.objects.get().status == "done"
    assert AuditSection.objects.count() == len(SECTIONS)


def test_an_audit_takes_few_queries(case):
    audit_cases(record=Recorder())
    ask_audit(case_id=case.pk)

    with CaptureQueriesContext(
        connection,
    ) as queries:
        audit_case(case_id=case.pk, record=Recorder())

    asked = [each["sql"] for each in queries if each["sql"].split()[0] not in ("BEGIN", "COMMIT")]
    # One for each section that is stored; the rest reads the stream, checks its rows, and locks the audit.
    assert len(asked) - len(SECTIONS) <= 14

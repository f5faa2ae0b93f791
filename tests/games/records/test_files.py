"""Records among the files of a club: sent in, looked through, and carried out, whatever becomes of a worker."""

import io
import signal
from datetime import timedelta
from itertools import count
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from clubs.base import jobs
from clubs.errors import ClubError
from clubs.exchange import announce, services
from clubs.exchange.services import carry_out, remove_old_files, report_of, take_in, work
from clubs.exchange.tasks import tend
from clubs.models import ImportRun, Notice, OfficerAct, Upload, UploadPiece
from clubs.uploads.errors import UploadRefused
from clubs.uploads.services import append_piece, begin_upload, end_upload
from games import store
from games.models import Sheet
from games.records import importing, reading
from tests.api.calls import program_of
from tests.factories import MembershipFactory
from tests.games.records.files import games, lines, played
from tests.servers import await_true, celery_worker

pytestmark = pytest.mark.django_db


@pytest.fixture
def send(club, owner):
    """Send a file in pieces, and have it looked through."""

    def do(data: bytes, piece: int = 4000, **choices: str) -> ImportRun:
        upload = uploaded(club, owner, data, piece)
        run = take_in(club=club, by=owner, subject="records", upload_id=upload.pk, choices=choices)
        assert work(run_id=run.pk)
        run.refresh_from_db()
        return run

    return do


def uploaded(club, owner, data: bytes, piece: int = 4000, *, whole: bool = True) -> Upload:
    upload = begin_upload(club=club, by=owner, length=len(data), file_name="games.jsonl")
    for start in range(0, len(data) if whole else piece, piece):
        append_piece(club=club, by=owner, upload_id=upload.pk, offset=start, data=data[start : start + piece])
    upload.refresh_from_db()
    return upload


def carried(run: ImportRun, owner) -> ImportRun:
    carry_out(run_id=run.pk, by=owner)
    assert work(run_id=run.pk)
    run.refresh_from_db()
    return run


def sums(run: ImportRun) -> tuple[int, int, int, int]:
    report = report_of(run)
    return report.lines, report.made, report.left, report.wrong


def test_a_file_in_pieces_is_looked_through_and_carried_out(send, owner):
    looked = send(lines(*games(3), b"{}", *games(1)))
    assert (looked.status, looked.file_name, sums(looked)) == ("done", "games.jsonl", (5, 3, 1, 1))
    assert not Sheet.objects.exists()

    run = carried(looked, owner)
    assert (run.status, run.stage, sums(run)) == ("done", "carry", (5, 3, 1, 1))
    assert Sheet.objects.count() == 3
    assert not Upload.objects.exists()
    assert not UploadPiece.objects.exists()
    act = OfficerAct.objects.get(action="data.imported")
    assert act.details == {"file": str(run.pk), "kind": "records", "made": 3, "changed": 0}
    assert Notice.objects.filter(player=owner, kind="import-done").count() == 2
    assert sums(send(lines(*games(3)))) == (3, 0, 3, 0)


def test_a_file_of_which_nothing_is_new_cannot_be_carried_out(send, owner):
    run = send(b"{}\n")
    with pytest.raises(ClubError) as refused:
        carry_out(run_id=run.pk, by=owner)
    assert refused.value.code == "has-faults"


def test_after_a_killed_worker_another_goes_on_where_it_stood(send, owner, monkeypatch):
    run = send(lines(*games(6)))
    carry_out(run_id=run.pk, by=owner)
    monkeypatch.setattr(importing, "_MAX_BATCH_LINES", 2)
    written = importing._Importer._write
    batches = count()

    class Killed(BaseException):
        """The end of the process: nothing after it is done."""

    def write(self: Any, entries: Any) -> None:
        written(self, entries)
        if next(batches) == 1:
            raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(importing._Importer, "_write", write)
        with pytest.raises(Killed):
            work(run_id=run.pk)
    run.refresh_from_db()
    assert (run.status, run.line, sums(run)) == ("running", 2, (2, 2, 0, 0))
    assert Sheet.objects.count() == 2
    tend()
    assert Sheet.objects.count() == 2, "its worker may only be slow"

    cache.delete(f"job.{run.pk.hex}")
    ImportRun.objects.update(begun_at=timezone.now() - jobs.SILENCE * 2)
    read = importing.judge
    judged = []
    monkeypatch.setattr(importing, "judge", lambda line: judged.append(line.number) or read(line))
    tend()
    run.refresh_from_db()
    assert judged == [3, 4, 5, 6]
    assert (run.status, sums(run)) == ("done", (6, 6, 0, 0))
    assert Sheet.objects.count() == 6


def test_a_worker_that_was_only_slow_writes_nothing_more(send, owner, monkeypatch):
    run = send(lines(*games(4)))
    carry_out(run_id=run.pk, by=owner)
    monkeypatch.setattr(importing, "_MAX_BATCH_LINES", 2)
    written = importing._Importer._write

    def write(self: Any, entries: Any) -> None:
        written(self, entries)
        ImportRun.objects.update(begun_at=timezone.now() + timedelta(seconds=1))

    monkeypatch.setattr(importing._Importer, "_write", write)
    assert not work(run_id=run.pk)
    run.refresh_from_db()
    assert (run.status, run.line) == ("running", 0)
    assert not Sheet.objects.exists()


def test_a_long_file_is_read_in_turns_and_others_come_between(send, owner, monkeypatch):
    sent = []
    monkeypatch.setattr(announce, "run_waits", sent.append)
    monkeypatch.setattr(services, "TURN_SECONDS", 0)
    monkeypatch.setattr(importing, "_MAX_BATCH_LINES", 2)
    run = send(lines(*games(2), *games(3)))
    turns = 1
    while run.status == "waiting":
        assert run.line == min(5, 2 * turns)
        assert work(run_id=run.pk)
        run.refresh_from_db()
        turns += 1
    assert (turns, run.status, sums(run)) == (4, "done", (5, 3, 2, 0))
    assert len(sent) == turns
    assert Notice.objects.count() == 1


def test_an_upload_that_has_not_arrived_in_full_is_not_read(club, owner):
    upload = uploaded(club, owner, lines(*games(2)), whole=False)
    with pytest.raises(ClubError) as refused:
        take_in(club=club, by=owner, subject="records", upload_id=upload.pk)
    assert refused.value.code == "upload-incomplete"


def test_another_persons_upload_is_not_read(club, owner):
    upload = uploaded(club, owner, lines(*games(1)))
    secretary = MembershipFactory(club=club, role="secretary").player
    with pytest.raises(UploadRefused) as refused:
        take_in(club=club, by=secretary, subject="records", upload_id=upload.pk)
    assert refused.value.code == "no-such-upload"


def test_a_file_that_is_being_read_is_not_ended(club, owner):
    upload = uploaded(club, owner, lines(*games(1)))
    run = take_in(club=club, by=owner, subject="records", upload_id=upload.pk)
    with pytest.raises(UploadRefused):
        end_upload(club=club, by=owner, upload_id=upload.pk)
    assert work(run_id=run.pk)
    end_upload(club=club, by=owner, upload_id=upload.pk)
    with pytest.raises(ClubError) as refused:
        carry_out(run_id=run.pk, by=owner)
    assert refused.value.code == "too-old"


def test_of_files_that_were_only_looked_through_the_latest_is_kept_for_a_week(send):
    for number in range(4):
        send(lines(*games(1, seed=number)))
    assert Upload.objects.count() == 1
    ImportRun.objects.update(ended_at=timezone.now() - timedelta(days=8))
    remove_old_files()
    assert not Upload.objects.exists()


def test_a_file_without_scripts_is_sent_by_the_form(client, club, owner):
    client.force_login(owner.user)
    address = reverse("clubs:exchange", args=[club.slug])
    file = SimpleUploadedFile("games.jsonl", lines(*games(2), b"{"))
    form = {"subject": "records", "unknown": "keep", "counts": "nothing"}
    assert client.post(address, form).status_code == 422
    answer = client.post(address, form | {"file": file})
    run = ImportRun.objects.get()
    assert run.choices == {"unknown": "keep", "counts": "nothing"}
    assert work(run_id=run.pk)

    page = client.get(answer["Location"]).content.decode()
    assert "Some entries have errors; they are left out." in page
    assert "This is not a record: the text is not JSON" in page
    assert "Do not count" in page
    client.post(reverse("clubs:import_carry", args=[club.slug, run.pk]))
    assert work(run_id=run.pk)
    assert Sheet.objects.count() == 2
    assert "Entries with errors were left out" in client.get(answer["Location"]).content.decode()


def test_a_program_sends_records_as_lines(club, owner):
    program = program_of(owner)
    path = f"clubs/{club.slug}/imports/records/"
    assert program.post(path, {"entries": [{"a": 1}]}).status_code == 415
    assert program.call("POST", f"clubs/{club.slug}/imports/members/", b"{}", content_type="application/jsonl",
                        key="a").status_code == 415  # fmt: skip
    answer = program.call("POST", path, lines(played()), content_type="application/jsonl", key="b")
    assert answer.status_code == 202
    assert work(run_id=UUID(answer.json()["id"]))
    assert program.get(f"clubs/{club.slug}/imports/{answer.json()['id']}/").json()["made"] == 1


@pytest.mark.django_db(transaction=True)
def test_of_a_worker_killed_in_mid_import_nothing_half_stays_and_another_does_the_rest(club, owner):
    """Each record is a batch of its own, and the last one waits for a lock of the log when its worker is killed."""
    first, second, *others = (played(hands=100, seed=seed) for seed in range(1, 8))
    before = {store.lane_of(sheet_of(club, record)) for record in (first, second)}
    last = next(record for record in others if store.lane_of(sheet_of(club, record)) not in before)
    upload = uploaded(club, owner, lines(first, second, last), 500_000)
    run = take_in(club=club, by=owner, subject="records", upload_id=upload.pk)
    assert work(run_id=run.pk)
    carry_out(run_id=run.pk, by=owner)

    with transaction.atomic():
        store.lock_streams([sheet_of(club, last)])
        with celery_worker(beat=False, queues=("files",)) as worker:
            await_true(lambda: ImportRun.objects.get(pk=run.pk).line == 2, "the second record")
            worker.child.send(signal.SIGKILL)
            await_true(lambda: worker.child.poll() is not None, "the end of the worker")
    run.refresh_from_db()
    assert (run.status, run.line, sums(run)) == ("running", 2, (2, 2, 0, 0))
    assert set(Sheet.objects.values_list("pk", flat=True)) == {sheet_of(club, first), sheet_of(club, second)}
    assert store.load(sheet_of(club, last)) == []

    cache.delete(f"job.{run.pk.hex}")
    ImportRun.objects.update(begun_at=timezone.now() - jobs.SILENCE * 2)
    tend()
    run.refresh_from_db()
    assert (run.status, sums(run)) == ("done", (3, 3, 0, 0))
    assert Sheet.objects.get(pk=sheet_of(club, last)).hands == 100
    assert not UploadPiece.objects.exists()


def sheet_of(club, record) -> UUID:
    (line,) = reading.read_lines(io.BytesIO(lines(record)))
    return importing.sheet_id_of(club, reading.judge(line))

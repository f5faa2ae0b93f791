"""Archives as directors ask for them, and as officers send them in."""

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from clubs.exchange.services import carry_out, report_of, take_in, work
from clubs.models import Club, ImportRun, Player
from clubs.privacy.holdings import holdings, person_of
from tests.database import clean
from tests.factories import ClubFactory, PlayerFactory
from tests.tournaments.helpers.archives import OTHER_KEY, archive_of
from tests.tournaments.helpers.directed import ROUND_ROBIN, bot_pairs, called, opened
from tests.tournaments.helpers.pages import at, signed_in
from tournaments.archive import services
from tournaments.archive.services import ask_archive, make_archive, tend
from tournaments.archive.verifying import verify
from tournaments.deeds.base import Refused
from tournaments.log import states
from tournaments.models import ArchiveFile, ArchivePiece, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_director_has_the_archive_made_and_fetches_it(
    on_sheets: Tournament, director: Player, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(services, "PIECE_BYTES", 1_000)
    browser = signed_in(director)
    page = browser.get(at("tournament", on_sheets)).content.decode()
    assert at("archive", on_sheets) in page
    assert browser.get(at("archive", on_sheets)).status_code == 200
    assert browser.post(at("make_archive", on_sheets)).status_code == 302
    browser.post(at("make_archive", on_sheets))
    made = ArchiveFile.objects.get()
    assert "is being made" in browser.get(at("archive_state", on_sheets)).content.decode()
    assert browser.get(at("archive_file", on_sheets, made.pk)).status_code == 404
    assert make_archive(archive_id=made.pk)
    assert not make_archive(archive_id=made.pk)
    assert ArchivePiece.objects.count() > 1
    answer = browser.get(at("archive_file", on_sheets, made.pk))
    archive = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert (archive, int(answer["Content-Length"])) == (archive_of(on_sheets), len(archive))
    assert verify(io.BytesIO(archive)).records == 1
    assert at("archive_file", on_sheets, made.pk) in browser.get(at("archive", on_sheets)).content.decode()


def test_a_running_tournament_has_no_archive(club: Club, director: Player):
    cup = opened(club, director, ROUND_ROBIN)
    bot_pairs(cup, director, 2)
    called(cup, director)
    browser = signed_in(director)
    assert at("archive", cup) not in browser.get(at("tournament", cup)).content.decode()
    assert browser.post(at("make_archive", cup)).status_code == 409
    with pytest.raises(Refused):
        ask_archive(tournament=cup, by=director)
    assert not ArchiveFile.objects.exists()


def test_old_archives_go_and_lost_ones_are_made(on_sheets: Tournament, director: Player):
    old = ask_archive(tournament=on_sheets, by=director)
    ArchiveFile.objects.update(asked_at="2026-01-01T00:00Z")
    tend()
    old.refresh_from_db()
    assert old.status == "done"
    ArchiveFile.objects.update(expires_at="2026-01-01T00:00Z")
    tend()
    assert not ArchivePiece.objects.exists()


def test_an_erasure_removes_archives_that_hold_the_name(on_sheets: Tournament, director: Player):
    make_archive(archive_id=ask_archive(tournament=on_sheets, by=director).pk)
    person = person_of(Player.objects.get(name="Guest 1a"), "")
    for holding in holdings():
        if holding.model == "tournaments.ArchiveFile":
            assert holding.erase is not None
            holding.erase(holding.mine(person), person)
    assert not ArchivePiece.objects.exists()


def test_an_officer_takes_an_archive_in_after_a_dry_run(on_sheets: Tournament, settings: Any):
    archive = archive_of(on_sheets)
    clean()
    states.forget_all()
    settings.LELAM_SEAL_KEY = OTHER_KEY
    owner = PlayerFactory(name="Mariamma", password="x")
    club = ClubFactory(founder=owner, name="Kuttanad Card Club", place="Alappuzha")
    run = take_in(club=club, by=owner, subject="archives", data=archive, file_name="cup.jsonl")
    assert work(run_id=run.pk)
    run.refresh_from_db()
    report = report_of(run)
    assert (run.status, report.made, report.faults, Tournament.objects.count()) == ("done", 1, (), 0)
    carry_out(run_id=run.pk, by=owner)
    assert work(run_id=run.pk)
    run.refresh_from_db()
    assert (run.status, report_of(run).made, Tournament.objects.get().club) == ("done", 1, club)
    page = signed_in(owner).get(reverse("clubs:import", args=[club.slug, run.pk]))
    assert page.status_code == 200
    again = take_in(club=club, by=owner, subject="archives", data=archive, file_name="cup.jsonl")
    work(run_id=again.pk)
    again.refresh_from_db()
    assert (report_of(again).made, report_of(again).left) == (0, 1)


def test_a_broken_archive_is_refused_with_its_line(on_sheets: Tournament, director: Player, club: Club):
    archive = archive_of(on_sheets).replace(b'"bid":30', b'"bid":31', 1)
    file = SimpleUploadedFile("cup.jsonl", archive)
    browser = signed_in(director)
    browser.post(reverse("clubs:exchange", args=[club.slug]), {"subject": "archives", "file": file})
    run = ImportRun.objects.get()
    work(run_id=run.pk)
    run.refresh_from_db()
    (fault,) = report_of(run).faults
    assert fault.line > 1
    assert "its hash does not fit" in fault.text

"""The pages of files, as an officer without scripts uses them."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from clubs.base import jobs
from clubs.exchange.services import work
from clubs.exchange.subjects import tables
from clubs.exchange.tasks import tend
from clubs.members.societies import join_club
from clubs.models import ImportRun, Membership, OfficerAct
from tests.clubs.exchange.conftest import account
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def at_desk(client, owner):
    """The owner's browser."""
    client.force_login(owner.user)
    return client


def send(client, club, text: str, subject: str = "members"):
    file = SimpleUploadedFile("../../etc/members\u202e.csv", text.encode())
    return client.post(reverse("clubs:exchange", args=[club.slug]), {"subject": subject, "file": file})


def test_an_officer_sends_a_file_mends_it_and_carries_it_out(at_desk, club):
    page = at_desk.get(reverse("clubs:exchange", args=[club.slug])).content.decode()
    assert all(f"/exchange/example/{name}.csv" in page for name in tables())

    answer = send(at_desk, club, "name,role\nAmmini,king\n")
    run = ImportRun.objects.get()
    assert answer["Location"] == reverse("clubs:import", args=[club.slug, run.pk])
    assert run.file_name == "members.csv"
    assert "is being checked" in at_desk.get(answer["Location"]).content.decode()

    assert work(run_id=run.pk)
    page = at_desk.get(answer["Location"]).content.decode()
    assert "There is no such role." in page
    assert "Import" not in page
    part = at_desk.get(answer["Location"], headers={"HX-Request": "true", "HX-Target": "run"}).content.decode()
    assert "<html" not in part

    answer = send(at_desk, club, "name,role\nAmmini,player\n")
    run = ImportRun.objects.get(status="waiting")
    assert work(run_id=run.pk)
    assert "Import" in at_desk.get(answer["Location"]).content.decode()
    assert not Membership.objects.filter(player__name="Ammini").exists()
    assert at_desk.post(reverse("clubs:import_carry", args=[club.slug, run.pk])).status_code == 302
    assert work(run_id=run.pk)
    assert "The file is imported." in at_desk.get(answer["Location"]).content.decode()
    assert Membership.objects.filter(player__name="Ammini").exists()
    assert "The club already has everything" not in at_desk.get(answer["Location"]).content.decode()


@pytest.mark.parametrize("form", [{}, {"subject": "members"}, {"subject": "cards"}])
def test_a_form_without_a_file_is_refused_beside_its_field(at_desk, club, form):
    answer = at_desk.post(reverse("clubs:exchange", args=[club.slug]), form)

    assert answer.status_code == 422
    assert "file" in answer.context["form"].errors


def test_an_empty_file_and_one_too_large_are_refused_beside_the_field(at_desk, club):
    assert "file" in send(at_desk, club, "").context["form"].errors
    assert "file" in send(at_desk, club, "x" * (2 * 1024 * 1024 + 1)).context["form"].errors
    assert not ImportRun.objects.exists()


@pytest.mark.parametrize("name", ["members", "teams", "results"])
def test_files_are_given_out_and_the_example_can_be_taken_in(at_desk, club, name):
    for form, kind in (("csv", "text/csv"), ("json", "application/json")):
        answer = at_desk.get(reverse("clubs:export", args=[club.slug, name, form]))
        assert answer["Content-Type"].startswith(kind)
        assert f"{club.slug}-{name}-" in answer["Content-Disposition"]
        assert b"".join(answer.streaming_content)
    example = b"".join(at_desk.get(reverse("clubs:import_example", args=[club.slug, name])).streaming_content)
    assert example.startswith(b"\xef\xbb\xbf")
    assert OfficerAct.objects.filter(action="data.exported").count() == 2


def test_the_examples_are_sound(at_desk, club, desk):
    for name in ("members", "teams", "results"):
        if name == "teams":
            desk.send("members", "name\nChacko\nDevaki\n")
        example = b"".join(at_desk.get(reverse("clubs:import_example", args=[club.slug, name])).streaming_content)
        made, _changed, _left = desk.send(name, example)
        assert made


def test_nobody_else_comes_near_the_files(client, at_desk, club, desk):
    run = desk.look("members", "name\nAmmini\n")
    member = account("Chacko")
    join_club(club=club, player=member)
    paths = [
        reverse("clubs:exchange", args=[club.slug]),
        reverse("clubs:import", args=[club.slug, run.pk]),
        reverse("clubs:import_example", args=[club.slug, "members"]),
        reverse("clubs:export", args=[club.slug, "members", "csv"]),
    ]

    client.force_login(member.user)
    assert [client.get(path).status_code for path in paths] == [403] * 4
    assert client.post(reverse("clubs:import_carry", args=[club.slug, run.pk])).status_code == 403
    client.logout()
    assert [client.get(path).status_code for path in paths] == [302] * 4


def test_a_file_of_another_club_is_not_found(at_desk, owner, desk):
    run = desk.look("members", "name\nAmmini\n")
    other = ClubFactory(founder=owner, name="Pala")

    assert at_desk.get(reverse("clubs:import", args=[other.slug, run.pk])).status_code == 404
    assert at_desk.post(reverse("clubs:import_carry", args=[other.slug, run.pk])).status_code == 404
    assert at_desk.get(reverse("clubs:export", args=[other.slug, "cards", "csv"])).status_code == 404
    assert at_desk.get(reverse("clubs:export", args=[other.slug, "members", "xml"])).status_code == 404


def test_a_file_is_taken_in_though_nobody_can_tell_the_worker(
    at_desk, club, monkeypatch, django_capture_on_commit_callbacks
):
    """The clock's beat finds it: a broker that is away for the moment loses nothing."""

    def away(*_, **__):
        raise ConnectionError("no broker")

    monkeypatch.setattr("clubs.exchange.announce.current_app.send_task", away)
    with django_capture_on_commit_callbacks(execute=True):
        answer = send(at_desk, club, "name\nAmmini\n")
    assert answer.status_code == 302
    assert jobs.left(ImportRun) == []
    ImportRun.objects.update(asked_at=timezone.now() - 2 * jobs.PATIENCE)

    tend()

    assert ImportRun.objects.get().status == "done"

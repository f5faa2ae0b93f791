"""Uploads in pieces, as a client of the tus protocol speaks to them."""

import base64
import hashlib
from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from clubs.members.societies import join_club
from clubs.models import Membership, Upload, UploadPiece
from clubs.uploads import services
from clubs.uploads.pieces import open_upload
from clubs.uploads.tasks import prune
from tests.factories import ClubFactory, PlayerFactory
from tests.races import at_once

pytestmark = pytest.mark.django_db

PASSWORD = "Kottayam-to-Pala-7"
PIECE = {"Content-Type": "application/offset+octet-stream"}


@pytest.fixture
def owner():
    return PlayerFactory(name="Annamma", password=PASSWORD)


@pytest.fixture
def club(owner):
    return ClubFactory(founder=owner, name="Meenachil Card Club")


class Sender:
    """A client of the protocol, signed in as a player."""

    def __init__(self, client, club, player) -> None:
        self.client, self.club = client, club
        if player is not None:
            client.force_login(player.user)

    def ask(self, method: str, address: str, data: bytes = b"", **headers):
        named = {name.replace("_", "-"): str(value) for name, value in headers.items()}
        kind = named.pop("Content-Type", PIECE["Content-Type"] if method == "PATCH" else "")
        return self.client.generic(method, address, data, content_type=kind, headers={"Tus-Resumable": "1.0.0"} | named)

    def begin(self, length: int, **headers):
        return self.ask("POST", reverse("clubs:uploads", args=[self.club.slug]), Upload_Length=length, **headers)

    def patch(self, address: str, offset: int, data: bytes, **headers):
        return self.ask("PATCH", address, data, Upload_Offset=offset, **headers)


@pytest.fixture
def sender(client, club, owner):
    return Sender(client, club, owner)


def test_a_file_in_pieces_is_the_file(sender):
    text = bytes(range(256)) * 9000  # more than two pieces
    name = base64.b64encode("കളി.jsonl".encode()).decode()
    begun = sender.begin(len(text), Upload_Metadata=f"filename {name},is_confidential")
    assert begun.status_code == 201
    assert begun["Upload-Offset"] == "0"
    assert begun["Tus-Resumable"] == "1.0.0"
    address = begun["Location"]

    some = 1_500_000
    answer = sender.patch(address, 0, text[:some])
    assert (answer.status_code, answer["Upload-Offset"]) == (204, str(some))
    told = sender.ask("HEAD", address)
    assert (told["Upload-Offset"], told["Upload-Length"], told["Cache-Control"]) == (
        str(some), str(len(text)), "max-age=0, no-cache, no-store, must-revalidate, private",
    )  # fmt: skip
    assert sender.patch(address, some, text[some:]).status_code == 204

    upload = Upload.objects.get()
    assert (upload.file_name, upload.is_complete) == ("കളി.jsonl", True)
    assert max(len(bytes(data)) for data in UploadPiece.objects.values_list("data", flat=True)) <= 1024 * 1024
    with open_upload(upload) as source:
        assert source.read() == text
        source.seek(some - 3)
        assert source.read(7) == text[some - 3 : some + 4]


def test_a_piece_at_the_wrong_place_changes_nothing(sender):
    address = sender.begin(10)["Location"]
    assert sender.patch(address, 0, b"12345").status_code == 204

    for offset in (0, 4, 6, 10):
        answer = sender.patch(address, offset, b"67890")
        assert answer.status_code == 409
        assert answer["Content-Type"] == "application/problem+json"
        assert "5 bytes" in answer.json()["title"]
    assert sender.ask("HEAD", address)["Upload-Offset"] == "5"
    assert sender.patch(address, 5, b"678901").status_code == 413
    assert sender.patch(address, 5, b"67890").status_code == 204


def test_a_piece_that_was_sent_twice_is_there_once(sender):
    address = sender.begin(10)["Location"]

    assert [sender.patch(address, 0, b"12345").status_code for _ in range(2)] == [204, 409]
    with open_upload(Upload.objects.get()) as source:
        assert source.read() == b"12345"


@pytest.mark.parametrize("method", ["HEAD", "PATCH", "DELETE"])
def test_an_upload_is_its_senders_alone(sender, club, client, method):
    address = sender.begin(10)["Location"]
    other = PlayerFactory(name="Beeran", password=PASSWORD)
    join_club(club=club, player=other)
    membership = Membership.objects.get(player=other)
    membership.role = Membership.Role.SECRETARY
    membership.save()
    client.force_login(other.user)

    answer = sender.ask(method, address, b"12345", **({"Upload_Offset": 0} if method == "PATCH" else {}))
    assert answer.status_code == 404
    assert Upload.objects.get().offset == 0


def test_only_officers_who_import_files_send_any(client, club, sender):
    address = sender.begin(10)["Location"]
    player = PlayerFactory(name="Beeran", password=PASSWORD)
    join_club(club=club, player=player)
    client.force_login(player.user)
    assert sender.begin(10).status_code == 403
    assert sender.patch(address, 0, b"12345").status_code == 403
    client.logout()
    assert sender.begin(10).status_code == 401
    assert Upload.objects.count() == 1


@pytest.mark.parametrize("given", ["", "-1", "x", "1e3", "٣", "9" * 16])
def test_a_length_that_is_no_number_of_bytes_is_refused(sender, given):
    assert sender.begin(given).status_code == 400
    assert not Upload.objects.exists()


def test_a_file_has_a_largest_size_and_is_not_empty(sender, settings):
    settings.LELAM_UPLOAD_BYTES = 5 * 1024 * 1024
    assert sender.begin(5 * 1024 * 1024 + 1).status_code == 413
    assert sender.begin(0).status_code == 400
    assert sender.begin(5 * 1024 * 1024).status_code == 201
    assert sender.ask("OPTIONS", reverse("clubs:uploads", args=[sender.club.slug]))["Tus-Max-Size"] == "5242880"


def test_a_player_has_three_files_on_the_way_and_may_end_one(sender):
    addresses = [sender.begin(10)["Location"] for _ in range(services.MAX_OF_PLAYER)]
    sender.patch(addresses[0], 0, b"12345")
    assert sender.begin(10).status_code == 429

    assert sender.ask("DELETE", addresses[0]).status_code == 204
    assert sender.ask("HEAD", addresses[0]).status_code == 404
    assert not UploadPiece.objects.exists()
    assert sender.begin(10).status_code == 201


def test_the_protocols_version_and_the_type_of_a_piece_are_asked_for(sender):
    address = sender.begin(10)["Location"]
    answer = sender.patch(address, 0, b"12345", Tus_Resumable="0.2.0")
    assert (answer.status_code, answer["Tus-Version"]) == (412, "1.0.0")
    assert sender.patch(address, 0, b"12345", Content_Type="text/plain").status_code == 415
    assert Upload.objects.get().offset == 0


@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
def test_a_damaged_piece_is_sent_again(sender, algorithm):
    address = sender.begin(10)["Location"]
    digest = base64.b64encode(hashlib.new(algorithm, b"12345").digest()).decode()

    answer = sender.patch(address, 0, b"12346", Upload_Checksum=f"{algorithm} {digest}")
    assert (answer.status_code, answer.reason_phrase) == (460, "Checksum Mismatch")
    assert sender.patch(address, 0, b"12345", Upload_Checksum="md5 AAAA").status_code == 400
    assert sender.patch(address, 0, b"12345", Upload_Checksum=f"{algorithm} {digest}").status_code == 204


def test_what_does_not_go_on_in_time_is_removed(sender):
    old, new = sender.begin(10)["Location"], sender.begin(10)["Location"]
    Upload.objects.filter(pk=old.split("/")[-2]).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert sender.ask("HEAD", old).status_code == 404

    prune()
    assert [str(pk) for pk in Upload.objects.values_list("pk", flat=True)] == [new.split("/")[-2]]


def test_a_request_without_the_pages_token_is_refused(client, club, owner):
    client.handler.enforce_csrf_checks = True
    sender = Sender(client, club, owner)
    assert sender.begin(10).status_code == 403
    assert not Upload.objects.exists()


def test_an_unknown_upload_is_not_there(sender):
    assert sender.ask("HEAD", reverse("clubs:upload", args=[sender.club.slug, uuid4()])).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_of_two_pieces_for_one_place_sent_at_once_one_is_taken(club, owner):
    upload = services.begin_upload(club=club, by=owner, length=20)

    def send(data: bytes):
        return services.append_piece(club=club, by=owner, upload_id=upload.pk, offset=0, data=data)

    outcomes = at_once(lambda: send(b"0123456789"), lambda: send(b"abcdefghij"))
    assert sum(isinstance(outcome, services.UploadRefused) for outcome in outcomes) == 1
    upload.refresh_from_db()
    assert upload.offset == 10
    assert UploadPiece.objects.count() == 1

"""Pictures are personal data: in the copy of one's own, and gone with an erasure."""

import io
import json
import zipfile
from uuid import uuid4

import pytest
from django.utils import timezone

from clubs.models import Picture
from clubs.pictures.kinds import Access
from clubs.pictures.services import add_picture
from clubs.privacy.selectors import copy_to_fetch, pieces
from clubs.privacy.services.copies import ask_copy, make_copy
from clubs.privacy.services.erasing import GRACE, ask_erasure, carry_out
from tests.clubs.pictures.samples import drawn, encoded, photograph
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)


def added(player, data: bytes) -> Picture:
    return add_picture(kind="sheet", about=uuid4(), data=data, access=Access(player, may_see=True, may_add=True))


def test_the_copy_has_the_pictures_themselves_and_no_others():
    player, other = PlayerFactory(name="Ammini"), PlayerFactory(name="Beeran")
    own, others = added(player, photograph()), added(other, encoded(drawn((90, 90))))

    export = ask_copy(player=player)
    assert make_copy(export_id=export.pk)
    copy = zipfile.ZipFile(io.BytesIO(b"".join(pieces(copy_to_fetch(player)))))

    assert copy.testzip() is None
    [entry] = json.loads(copy.read("pictures.json"))
    assert entry["file"] == f"pictures/{own.pk}.webp"
    assert copy.read(entry["file"]) == bytes(own.image)
    assert str(others.pk) not in "".join(copy.namelist())
    assert "pictures.json" in copy.read("README.txt").decode()


def test_an_erasure_removes_the_persons_pictures_and_no_others():
    player, other = PlayerFactory(name="Ammini"), PlayerFactory(name="Beeran")
    added(player, photograph())
    kept = added(other, encoded(drawn((90, 90))))

    erasure = ask_erasure(player=player, name="Ammini")
    assert carry_out(erasure_id=erasure.pk, now=timezone.now() + GRACE)

    assert list(Picture.objects.all()) == [kept]

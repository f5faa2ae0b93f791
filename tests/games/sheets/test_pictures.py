"""Photographs of score sheets: who sees, adds and removes them, and what is served of them."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from clubs.base import pace
from clubs.members.societies import join_club
from clubs.models import Membership, OfficerAct, Picture
from clubs.pictures import services
from clubs.pictures.kinds import Access
from clubs.pictures.services import MAX_A_DAY, MAX_OF_A_THING, add_picture
from games.sheets.passes import issue_pass, keep_pass, revoke_pass
from games.sheets.services import open_sheet
from tests.clubs.pictures.samples import HTML, drawn, encoded, photograph
from tests.factories import ClubFactory, PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def scorer():
    return PlayerFactory(name="Ammini")


@pytest.fixture
def sheet(scorer):
    club = ClubFactory(name="Vembanad", founder=scorer)
    return open_sheet(player=scorer, rules="56-kerala-4", options={}, club=club)


def of(player) -> Client:
    client = Client()
    client.force_login(player.user)
    return client


def member(sheet, name: str, role: str = Membership.Role.PLAYER):
    player = PlayerFactory(name=name)
    join_club(club=sheet.club, player=player)
    Membership.objects.filter(player=player).update(role=role)
    return player


def holder(sheet, scorer, *sides: int) -> tuple[Client, object]:
    """A phone with a pass, and the pass."""
    issued = issue_pass(sheet_id=sheet.pk, player=scorer, sides=sides)
    client = Client()
    session = client.session
    keep_pass(session, issued)
    session.save()
    client.cookies["sessionid"] = session.session_key
    return client, issued


def place(sheet) -> str:
    return reverse("clubs:pictures", args=["sheet", sheet.pk])


def sent(client: Client, sheet, data: bytes | None = None, name="IMG_0001.jpg", field="picture", kind="image/jpeg"):
    file = SimpleUploadedFile(name, photograph() if data is None else data, content_type=kind)
    return client.post(place(sheet), {field: file})


@pytest.mark.parametrize("field", ["picture", "camera"])
def test_a_scorer_adds_a_photograph_and_the_readers_of_the_sheet_see_it(scorer, sheet, field):
    answer = sent(of(scorer), sheet, field=field)
    assert (answer.status_code, answer["Location"]) == (302, f"/sheets/{sheet.pk}/#pictures")
    picture = Picture.objects.get()
    assert (picture.added_by, picture.holder, picture.about) == (scorer, None, sheet.pk)
    reader = of(member(sheet, "Beeran"))
    page = reader.get(reverse("games:sheet", args=[sheet.pk])).content.decode()
    assert reverse("clubs:picture_small", args=[picture.pk]) in page
    shown = reader.get(reverse("clubs:picture", args=[picture.pk]))
    assert Image.open(BytesIO(shown.content)).size == (640, 480)


def test_a_picture_is_served_so_that_nothing_in_it_can_run_and_no_other_keeps_it(scorer, sheet):
    client = of(scorer)
    sent(client, sheet)
    for name in ("clubs:picture", "clubs:picture_small"):
        address = reverse(name, args=[Picture.objects.get().pk])
        answer = client.get(address)
        assert answer["Content-Type"] == "image/webp"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Content-Security-Policy"].startswith("default-src 'none'; sandbox")
        assert answer["Cache-Control"] == "private, no-cache"
        assert answer["Content-Disposition"].startswith("inline; filename=")
        again = client.get(address, headers={"If-None-Match": answer["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert client.post(address).status_code == 405


def test_a_file_is_what_it_is_whatever_it_is_called(scorer, sheet):
    answer = sent(of(scorer), sheet, HTML, "sheet.jpg")
    assert answer.status_code == 422
    assert "Send a photograph as JPEG, PNG or WebP." in answer.content.decode()
    assert not Picture.objects.exists()
    assert sent(of(scorer), sheet, encoded(drawn(), "PNG"), "sheet.html", kind="text/html").status_code == 302


def test_a_form_without_a_file_says_so(scorer, sheet):
    answer = of(scorer).post(place(sheet), {})
    assert answer.status_code == 422
    assert "Choose a picture first." in answer.content.decode()


def test_the_same_picture_twice_is_one(scorer, sheet):
    client = of(scorer)
    assert [sent(client, sheet).status_code for _time in range(2)] == [302, 302]
    assert sent(client, sheet, encoded(drawn())).status_code == 302
    assert Picture.objects.count() == 1


def test_a_phone_with_a_pass_adds_and_sees_photographs_of_its_sheet_alone(scorer, sheet):
    client, issued = holder(sheet, scorer, 0)
    answer = sent(client, sheet)
    assert (answer.status_code, answer["Location"]) == (302, f"{place(sheet)}#pictures")
    picture = Picture.objects.get()
    assert (picture.added_by, picture.holder) == (None, issued.pk)
    assert reverse("clubs:picture_small", args=[picture.pk]) in client.get(place(sheet)).content.decode()
    other = open_sheet(player=scorer, rules="56-kerala-4", options={})
    assert client.get(place(other)).status_code == 404
    assert sent(client, other).status_code == 404

    revoke_pass(sheet_id=sheet.pk, pass_id=issued.pk, player=scorer)

    assert client.get(place(sheet)).status_code == 404
    assert client.get(reverse("clubs:picture", args=[picture.pk])).status_code == 404
    assert sent(client, sheet, encoded(drawn((300, 300)))).status_code == 404


def test_strangers_see_no_picture_and_add_none(scorer, sheet):
    sent(of(scorer), sheet)
    picture = Picture.objects.get()
    for client in (Client(), of(PlayerFactory(name="Eapen"))):
        assert client.get(place(sheet)).status_code == 404
        assert sent(client, sheet, encoded(drawn((300, 300)))).status_code == 404
        assert client.get(reverse("clubs:picture", args=[picture.pk])).status_code == 404
        assert client.get(reverse("clubs:picture_small", args=[picture.pk])).status_code == 404
        assert client.post(reverse("clubs:picture_remove", args=[picture.pk])).status_code == 404
    assert Picture.objects.count() == 1
    assert of(scorer).get(reverse("clubs:pictures", args=["horse", sheet.pk])).status_code == 404


def test_a_member_who_does_not_play_sees_pictures_and_adds_none(scorer, sheet):
    client = of(member(sheet, "Beeran"))
    assert client.get(place(sheet)).status_code == 200
    assert "Add the picture" not in client.get(place(sheet)).content.decode()
    assert sent(client, sheet).status_code == 403


def test_a_player_of_the_sheet_adds_pictures_and_removes_own_ones_only(scorer, sheet):
    players = [member(sheet, name) for name in ("Beeran", "Chacko", "Devaki", "Eapen")]
    played = open_sheet(
        player=scorer, rules="56-kerala-4", options={}, club=sheet.club, players=dict(enumerate(players))
    )
    client = of(players[0])
    assert sent(client, played).status_code == 302
    own = Picture.objects.get()
    sent(of(players[1]), played, encoded(drawn((300, 300))))
    others = Picture.objects.exclude(pk=own.pk).get()
    page = client.get(place(played)).content.decode()
    assert reverse("clubs:picture_remove", args=[own.pk]) in page
    assert reverse("clubs:picture_remove", args=[others.pk]) not in page
    assert client.post(reverse("clubs:picture_remove", args=[others.pk])).status_code == 403
    assert client.post(reverse("clubs:picture_remove", args=[own.pk])).status_code == 302
    assert [one.pk for one in Picture.objects.all()] == [others.pk]
    assert not OfficerAct.objects.filter(action="picture.removed").exists()


def test_an_officer_removes_any_picture_and_the_log_says_so(scorer, sheet):
    officer = member(sheet, "Beeran", "scorer")
    sent(of(scorer), sheet)
    picture = Picture.objects.get()
    assert of(officer).post(reverse("clubs:picture_remove", args=[picture.pk])).status_code == 302
    assert not Picture.objects.exists()
    act = OfficerAct.objects.get(action="picture.removed")
    assert (act.actor, act.subject, act.club) == (officer, scorer, sheet.club)
    page = of(scorer).get(reverse("clubs:log", args=[sheet.club.slug])).content.decode()
    assert "removed a picture added as evidence." in page


def test_a_pass_removes_its_own_pictures(scorer, sheet):
    client, _issued = holder(sheet, scorer, 0)
    other, _issued = holder(sheet, scorer, 1)
    sent(client, sheet)
    picture = Picture.objects.get()
    assert other.post(reverse("clubs:picture_remove", args=[picture.pk])).status_code == 403
    assert client.post(reverse("clubs:picture_remove", args=[picture.pk])).status_code == 302
    assert not Picture.objects.exists()


def test_a_sheet_has_so_many_pictures_at_most(scorer, sheet):
    client = of(scorer)
    for number in range(MAX_OF_A_THING):
        assert sent(client, sheet, encoded(drawn((40 + number, 40)))).status_code == 302
    answer = sent(client, sheet)
    assert answer.status_code == 422
    assert "There are 12 pictures already." in answer.content.decode()
    assert "No more pictures can be added here." in client.get(place(sheet)).content.decode()
    assert sent(client, sheet, encoded(drawn((40, 40)))).status_code == 302, "one that is there already"


def test_a_person_adds_so_many_pictures_a_day(scorer, sheet):
    rows = [
        Picture(
            kind="other",
            about=sheet.pk,
            added_by=scorer,
            digest=str(number),
            width=1,
            height=1,
            image=b"",
            thumbnail=b"",
        )
        for number in range(MAX_A_DAY)
    ]
    Picture.objects.bulk_create(rows)
    answer = sent(of(scorer), sheet)
    assert (answer.status_code, "in a day" in answer.content.decode()) == (422, True)
    Picture.objects.update(added_at=timezone.now() - timedelta(days=2))
    assert sent(of(scorer), sheet).status_code == 302


def test_a_phone_does_not_keep_the_server_busy_with_files(scorer, sheet, monkeypatch):
    monkeypatch.setattr(services, "MAX_SENT", 2)
    client, _issued = holder(sheet, scorer, 0)
    assert [sent(client, sheet, HTML).status_code for _time in range(2)] == [422, 422]
    answer = sent(client, sheet)
    assert (answer.status_code, "Wait ten minutes" in answer.content.decode()) == (422, True)
    assert sent(of(scorer), sheet).status_code == 302


def test_a_count_that_ends_at_this_moment_holds_nobody_up(scorer, sheet, monkeypatch):
    monkeypatch.setattr(pace.cache, "add", lambda *_given: True)
    assert sent(of(scorer), sheet).status_code == 302


def test_a_service_asks_for_the_right_itself(sheet):
    with pytest.raises(services.NotAllowed):
        add_picture(kind="sheet", about=sheet.pk, data=photograph(), access=Access(None, may_see=True))

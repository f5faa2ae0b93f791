"""The pages of notices: the bell, the list, the choices, and the link that stops mails."""

import json
import re
import struct
from datetime import time, timedelta
from html import unescape
from urllib.parse import urljoin
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Notice, NoticeChoices, Player, PushDevice
from clubs.notices import links, selectors
from clubs.notices.services.reading import mark_read
from clubs.notices.services.telling import notify
from clubs.notices.views import device_name
from tests.clubs.notices.devices import Phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def signed_in(annamma, client) -> Client:
    client.force_login(annamma.user)
    return client


def tell(player: Player, key: str = "1", **details: object) -> Notice:
    notify(players=[player], kind="membership", path="/clubs/", key=key, details=details)
    return Notice.objects.get(player=player, key=key)


def fill_in(**changed: object) -> dict[str, object]:
    """Return the form of choices as somebody sends it who wants everything in the page only."""
    usual = {
        "digest": "daily",
        "digest_at": "08:00",
        "quiet_from": "",
        "quiet_until": "",
        "time_zone": "Asia/Kolkata",
        "wanted": ["your-turn.page", "membership.page"],
    }
    return usual | changed


def test_the_bell_counts_what_is_unread_on_every_page(signed_in, annamma):
    tell(annamma, "1")
    tell(annamma, "2")

    page = signed_in.get("/clubs/").content.decode()

    assert 'data-unread="2"' in page
    assert "News, 2 unread" in page


def test_the_bell_comes_with_the_poll_of_the_page_and_has_none_of_its_own(signed_in, annamma):
    page = signed_in.get("/me/notices/choices/").content.decode()
    assert re.findall(r"every (\d+)s", page) == ["30"]
    assert re.findall(r"every (\d+)s", signed_in.get("/").content.decode()) == ["10"]
    vals = re.search(r"""hx-vals='([^']+)'""", page)
    assert vals is not None
    poll = json.loads(unescape(vals[1]))
    assert signed_in.get("/parts/", poll).status_code == 204

    tell(annamma, "1")
    news = signed_in.get("/parts/", poll).content.decode()

    assert 'data-unread="1"' in news
    signed_in.logout()
    assert 'id="bell"' not in signed_in.get("/parts/", poll).content.decode()


def test_a_visitor_has_no_bell(client):
    assert 'id="bell"' not in client.get("/clubs/").content.decode()
    assert client.get(reverse("clubs:notices_bell")).status_code == 204


def test_the_list_shows_the_newest_first_and_marks_what_is_unread(signed_in, annamma, club):
    read = tell(annamma, "1", club=club.pk, role="scorer")
    mark_read(player=annamma, notice_id=read.pk)
    tell(annamma, "2", club=club.pk, role="director")

    page = signed_in.get(reverse("clubs:notices")).content.decode()

    assert page.index("Director.") < page.index("Scorer.")
    assert page.count('class="sr">Unread:') == 1


def test_a_notice_leads_to_its_page_and_is_read_then(signed_in, annamma):
    told = tell(annamma)

    answer = signed_in.get(reverse("clubs:notice", args=[told.pk]))

    assert answer.headers["Location"] == "/clubs/"
    assert selectors.count_unread(annamma) == 0


def test_somebody_elses_notice_is_neither_shown_nor_read_nor_followed(signed_in, person):
    told = tell(person("Beeran"))

    assert signed_in.get(reverse("clubs:notice", args=[told.pk])).headers["Location"] == reverse("clubs:notices")
    assert signed_in.post(reverse("clubs:notice_read", args=[told.pk])).status_code == 404
    assert Notice.objects.get(pk=told.pk).read_at is None


def test_what_came_after_the_page_was_drawn_stays_unread(signed_in, annamma):
    tell(annamma, "1")
    page = signed_in.get(reverse("clubs:notices"))
    tell(annamma, "2")

    signed_in.post(reverse("clubs:notices_read"), {"until": page.context["newest"]})

    assert [notice.key for notice in Notice.objects.filter(read_at=None)] == ["2"]


def test_the_page_marks_what_it_shows_without_leaving(signed_in, annamma):
    tell(annamma, "1")
    page = signed_in.get(reverse("clubs:notices"))
    tell(annamma, "2")

    answer = signed_in.post(reverse("clubs:notices_read"), {"until": page.context["newest"], "quiet": "1"})

    assert (answer.status_code, answer.content) == (204, b"")
    assert [notice.key for notice in Notice.objects.filter(read_at=None)] == ["2"]


def test_the_choices_are_kept_as_they_are_ticked(signed_in, annamma):
    answer = signed_in.post(
        reverse("clubs:notice_choices"), fill_in(quiet_from="22:00", quiet_until="07:00", time_zone="america/toronto")
    )

    assert answer.status_code == 302
    kept = NoticeChoices.objects.get(player=annamma)
    assert (kept.quiet_from, kept.quiet_until, kept.time_zone) == (time(22), time(7), "America/Toronto")
    chosen = selectors.choices_of(annamma)
    from clubs.notices.kinds import KINDS

    assert chosen.ways_of(KINDS["membership"]) == ("page",)
    assert chosen.ways_of(KINDS["team-changed"]) == ()


@pytest.mark.parametrize(
    ("changed", "field", "says"),
    [
        ({"time_zone": "Kottayam"}, "time_zone", "There is no such time zone"),
        ({"time_zone": "kolk"}, "time_zone", "Asia/Kolkata"),
        ({"quiet_from": "22:00"}, "quiet_until", "Set both the start and the end"),
        ({"quiet_from": "22:00", "quiet_until": "22:00"}, "quiet_until", "another time"),
        ({"quiet_from": "25:00"}, "quiet_from", "valid time"),
        ({"digest": "hourly"}, "digest", "hourly"),
    ],
)
def test_what_makes_no_sense_is_refused_beside_its_field_and_nothing_is_kept(signed_in, annamma, changed, field, says):
    answer = signed_in.post(reverse("clubs:notice_choices"), fill_in(**changed))

    assert answer.status_code == 422
    assert says in " ".join(answer.context["form"].errors[field])
    assert not NoticeChoices.objects.exists()


def test_the_field_of_the_time_zone_is_searched_while_one_types(client):
    found = client.get(reverse("clubs:notice_zones"), {"time_zone": "new y"}).content.decode()

    assert 'value="America/New_York"' in found


def test_a_pause_is_by_the_persons_own_clock_and_can_be_ended(signed_in, annamma):
    NoticeChoices.objects.create(player=annamma, time_zone="America/Toronto")
    until = (timezone.now() + timedelta(days=3)).astimezone(selectors.choices_of(annamma).hours.zone)

    signed_in.post(reverse("clubs:notice_pause"), {"paused_until": until.strftime("%Y-%m-%dT%H:%M")})

    kept = NoticeChoices.objects.get(player=annamma)
    assert abs(kept.paused_until - until) < timedelta(minutes=1)
    signed_in.post(reverse("clubs:notice_pause"), {"do": "resume"})
    assert NoticeChoices.objects.get(player=annamma).paused_until is None


@pytest.mark.parametrize("until", ["2020-01-01T08:00", "2199-01-01T08:00", "soon", ""])
def test_a_pause_ends_in_the_next_months(signed_in, until):
    assert signed_in.post(reverse("clubs:notice_pause"), {"paused_until": until}).status_code == 422


def test_a_mail_is_stopped_by_its_link_without_signing_in_and_by_the_mail_program_with_one_click(annamma):
    mail_program = Client(enforce_csrf_checks=True)
    path = links.stop_path(annamma, "digest")

    assert mail_program.get(path).status_code == 200
    assert not NoticeChoices.objects.exists()
    assert mail_program.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert NoticeChoices.objects.get(player=annamma).digest == "never"


def test_stopping_mails_at_once_leaves_the_collected_mail_and_the_devices(annamma, client):
    NoticeChoices.objects.create(player=annamma, ways={"your-turn": {"mail": True}})

    client.post(links.stop_path(annamma, "mail"))

    kept = NoticeChoices.objects.get(player=annamma)
    assert (kept.ways, kept.digest) == ({}, "daily")


def test_a_link_that_was_not_signed_here_stops_nothing(annamma, client):
    good = links.stop_path(annamma, "digest")

    for path in (good[:-3] + "x/", reverse("clubs:notices_stop", args=[f"{annamma.pk.hex}"])):
        assert client.post(path).status_code == 404
    assert not NoticeChoices.objects.exists()


def test_the_service_worker_is_served_from_the_root_as_a_script(client):
    answer = client.get("/sw.js")

    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Service-Worker-Allowed"] == "/"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert b"notificationclick" in answer.content


def test_a_phone_can_put_the_pages_on_its_home_screen(client):
    page = client.get("/clubs/").content.decode()

    address = page.partition('rel="manifest" href="')[2].partition('"')[0]
    told = client.get(address)
    assert told.headers["Content-Type"].startswith("application/json")
    manifest = json.loads(told.content)
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    pictures = {icon["src"]: icon for icon in manifest["icons"] if icon["type"] == "image/png"}
    assert {icon["sizes"] for icon in pictures.values()} == {"192x192", "512x512"}
    assert "maskable" in {icon.get("purpose") for icon in pictures.values()}
    for source, icon in pictures.items():
        picture = client.get(urljoin(address, source)).content
        assert picture.startswith(b"\x89PNG")
        assert "{}x{}".format(*struct.unpack(">II", picture[16:24])) == icon["sizes"]


def test_a_device_is_added_and_taken_off_by_its_page(signed_in, annamma):
    phone = Phone()
    path = reverse("clubs:notice_devices")

    added = signed_in.post(path, phone.subscription, "application/json", headers={"user-agent": ANDROID})

    assert added.status_code == 204
    assert PushDevice.objects.get().name == "Chrome, Android"
    assert phone.endpoint not in signed_in.get(reverse("clubs:notice_choices")).content.decode()
    signed_in.post(f"{path}?remove=1", {"endpoint": phone.endpoint}, "application/json")
    assert not PushDevice.objects.exists()


def test_signing_out_takes_the_device_off(signed_in, annamma):
    signed_in.post(reverse("clubs:notice_devices"), Phone().subscription, "application/json")
    signed_in.post(reverse("account_logout"))

    assert not PushDevice.objects.exists()


def test_another_device_stays_when_one_signs_out(signed_in, annamma):
    signed_in.post(reverse("clubs:notice_devices"), Phone().subscription, "application/json")
    other = Client()
    other.force_login(annamma.user)
    other.post(reverse("clubs:notice_devices"), Phone().subscription, "application/json")

    signed_in.post(reverse("account_logout"))

    assert PushDevice.objects.count() == 1


def test_one_removes_ones_own_devices_only(signed_in, annamma, person):
    device = Phone().added_for(person("Beeran"))

    assert signed_in.post(reverse("clubs:notice_device_remove", args=[device.pk])).status_code == 404
    mine = Phone().added_for(annamma)
    assert signed_in.post(reverse("clubs:notice_device_remove", args=[mine.pk])).status_code == 302
    assert list(PushDevice.objects.all()) == [device]


def test_a_device_that_got_another_address_is_known_by_its_old_one(annamma):
    device, fresh = Phone().added_for(annamma), Phone()
    service_worker = Client(enforce_csrf_checks=True)
    path = reverse("clubs:notice_device_replace")
    old = device.endpoint

    unknown = service_worker.post(path, fresh.subscription | {"old": f"{old}{uuid4().hex}"}, "application/json")
    known = service_worker.post(path, fresh.subscription | {"old": old}, "application/json")

    assert (unknown.status_code, known.status_code) == (404, 204)
    device.refresh_from_db()
    assert device.endpoint == fresh.endpoint


@pytest.mark.parametrize("body", ["", "[]", '{"endpoint": 7}', '{"endpoint": "x", "more": 1}'])
def test_what_is_no_subscription_is_refused(signed_in, body):
    assert signed_in.post(reverse("clubs:notice_devices"), body, "application/json").status_code == 400


ANDROID = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"
)


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (ANDROID, "Chrome, Android"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1",
         "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
         "Edge, Windows"),
        ("curl/8.11", ""),
    ],
)  # fmt: skip
def test_a_device_is_called_by_its_browser_and_system(agent, name):
    assert device_name(agent) == name

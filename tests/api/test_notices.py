"""The API of notices: one's own only, read once, and chosen as on the page."""

import json

import pytest

from clubs.models import NoticeChoices, Player, PushDevice
from clubs.notices.services.telling import notify
from tests.api.calls import Caller, caller
from tests.clubs.notices.devices import Phone

pytestmark = pytest.mark.django_db


def tell(name: str, key: str = "1") -> None:
    notify(players=[Player.objects.get(name=name)], kind="request-answered", path="/clubs/", key=key)


def answer(response) -> dict:
    return json.loads(response.content)


def test_one_lists_ones_own_notices_and_marks_them_read():
    ammini, beeran = caller("Ammini"), caller("Beeran")
    for key in ("1", "2", "3"):
        tell("Ammini", key)
    tell("Beeran")

    listed = answer(ammini.get("notices/"))
    assert listed["count"] == 3
    first = listed["results"][0]
    assert first["text"] == "A club: you are a member now."
    assert (first["kind"], first["path"], first["is_read"]) == ("request-answered", "/clubs/", False)

    assert beeran.call("POST", f"notices/{first['id']}/read/").status_code == 404
    assert answer(ammini.call("POST", f"notices/{first['id']}/read/")) == {"unread": 2}
    assert answer(ammini.get("notices/?unread=true"))["count"] == 2
    until = listed["results"][2]["told_at"]
    assert answer(ammini.call("POST", "notices/read/", {"until": until})) == {"unread": 1}
    assert answer(ammini.call("POST", "notices/read/", {})) == {"unread": 0}
    assert answer(beeran.get("notices/"))["results"][0]["is_read"] is False


def test_choices_are_changed_one_by_one():
    ammini = caller("Ammini")
    usual = answer(ammini.get("me/notice-choices/"))
    assert usual["digest"] == "daily"
    turn = next(one for one in usual["kinds"] if one["kind"] == "your-turn")
    assert turn["ways"] == ["page", "push"]
    assert turn["offered"] == ["page", "mail", "push"]

    wish = {
        "ways": {"your-turn": ["mail"]},
        "quiet_from": "22:00",
        "quiet_until": "07:30",
        "time_zone": "america/toronto",
        "paused_until": None,
    }
    changed = answer(ammini.call("PATCH", "me/notice-choices/", wish))

    assert next(one for one in changed["kinds"] if one["kind"] == "your-turn")["ways"] == ["mail"]
    assert (changed["quiet_from"], changed["quiet_until"]) == ("22:00", "07:30")
    assert (changed["time_zone"], changed["digest"]) == ("America/Toronto", "daily")
    ended = answer(ammini.call("PATCH", "me/notice-choices/", {"quiet_from": None, "quiet_until": None}))
    assert (ended["quiet_from"], ended["time_zone"]) == (None, "America/Toronto")


@pytest.mark.parametrize(
    ("wish", "at", "code"),
    [
        ({"time_zone": "Kottayam"}, "/time_zone", "unknown-zone"),
        ({"quiet_from": "22:00"}, "/quiet_until", "quiet-hours-half"),
        ({"quiet_from": "22:00", "quiet_until": "22:00"}, "/quiet_until", "quiet-hours-empty"),
        ({"quiet_from": "24:00"}, "/quiet_from", "invalid"),
        ({"digest": "hourly"}, "/digest", "invalid"),
        ({"paused_until": "2020-01-01T00:00:00Z"}, "/paused_until", "pause-past"),
        ({"paused_until": "2199-01-01T00:00:00Z"}, "/paused_until", "pause-too-long"),
        ({"ways": {"weather": ["page"]}}, "/ways", "unknown-kind"),
        ({"ways": {"your-turn": ["digest"]}}, "/ways", "unknown-way"),
        ({"more": 1}, "/more", "invalid"),
    ],
)
def test_what_makes_no_sense_is_refused_where_it_stands_and_nothing_is_kept(wish, at, code):
    refused = caller("Ammini").call("PATCH", "me/notice-choices/", wish | {"ways": wish.get("ways", {})})

    assert refused.status_code == (400 if code == "invalid" else 422)
    (fault,) = answer(refused)["errors"]
    assert (fault["at"], fault["code"]) == (at, code)
    assert not NoticeChoices.objects.exclude(ways={}, quiet_from=None, paused_until=None).exists()


def test_devices_are_added_listed_without_their_secrets_and_removed_by_their_owner_only():
    ammini, beeran, phone = caller("Ammini"), caller("Beeran"), Phone()

    made = ammini.call("POST", "me/devices/", phone.subscription | {"name": "My phone"})
    assert made.status_code == 201
    listed = ammini.get("me/devices/")
    assert answer(listed)["results"] == [answer(made)]
    assert len(answer(listed)["key"]) == 87
    for secret in phone.subscription.values():
        assert secret.encode() not in listed.content

    assert answer(beeran.get("me/devices/"))["results"] == []
    path = f"me/devices/{answer(made)['id']}/"
    assert beeran.call("DELETE", path).status_code == 404
    assert ammini.call("DELETE", path).status_code == 204
    assert not PushDevice.objects.exists()


def test_a_device_at_an_address_of_this_network_is_refused():
    phone = Phone(host="https://192.168.1.1")

    refused = caller("Ammini").call("POST", "me/devices/", phone.subscription)

    assert refused.status_code == 422
    assert answer(refused)["errors"][0]["at"] == "/endpoint"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "notices/"),
        ("POST", "notices/read/"),
        ("POST", "notices/ee44f31b-e882-4f5a-b6f4-8259b2d664df/read/"),
        ("GET", "me/notice-choices/"),
        ("PATCH", "me/notice-choices/"),
        ("GET", "me/devices/"),
        ("POST", "me/devices/"),
        ("DELETE", "me/devices/2a086b9f-686b-4945-855d-f6d45d7c4d36/"),
    ],
)
def test_nothing_of_it_is_there_for_who_is_not_signed_in(method, path):
    assert Caller().call(method, path, {} if method in ("POST", "PATCH") else None).status_code == 401

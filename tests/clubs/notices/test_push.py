"""Web push: the server's key and signature, the addresses it calls, and a push service that really takes a message."""

import base64
import json
import socket
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from http.server import ThreadingHTTPServer

import pytest
import requests
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from django.core.exceptions import ImproperlyConfigured

from clubs.base import outgoing
from clubs.base.outgoing import PublicSession
from clubs.errors import ClubError
from clubs.models import PushDevice
from clubs.notices import push
from clubs.notices.push import Answer, Message
from clubs.notices.services.delivery import deliver_due
from clubs.notices.services.devices import MOST_DEVICES, add_device
from clubs.notices.services.telling import notify
from tests.clubs.notices.devices import Phone, Recorder, data

MESSAGE = Message(body={"text": "It is your turn."}, topic="t", lasts=timedelta(minutes=10), urgent=True)


@pytest.fixture
def service(settings) -> Iterator[tuple[str, type[Recorder]]]:
    """A push service that listens, and its address; the setting lets the server call it."""
    settings.LELAM_PUSH_INSIDE = True
    handler = type("Here", (Recorder,), {"got": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", handler
    server.shutdown()
    server.server_close()
    thread.join()


def send(phone: Phone, **options: object) -> push.Sent:
    said = phone.subscription
    return push.send(said["endpoint"], said["p256dh"], said["auth"], MESSAGE, **options)  # type: ignore[arg-type]


def test_a_push_service_takes_a_message_that_the_device_opens_signed_by_this_server(service):
    host, recorder = service
    phone = Phone(host=host)

    assert send(phone).answer is Answer.TAKEN

    ((path, body, headers),) = recorder.got
    assert path == f"/{phone.name}"
    assert phone.opened(body) == {"text": "It is your turn."}
    assert b"turn" not in body
    assert (headers["ttl"], headers["topic"], headers["urgency"]) == ("600", "t", "high")
    claims = signed(headers["authorization"])
    assert claims["aud"] == host
    assert claims["sub"].startswith("mailto:")
    assert 0 < claims["exp"] - time.time() <= 24 * 3600


def signed(header: str) -> dict[str, object]:
    """Return the claims of a VAPID header (RFC 8292), whose signature is by the key that browsers subscribe with."""
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert parts["k"].rstrip("=") == push.public_key()
    head, claims, signature = parts["t"].split(".")
    assert json.loads(data(head))["alg"] == "ES256"
    raw = data(signature)
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data(parts["k"]))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(data(claims))


@pytest.mark.django_db
def test_what_one_is_told_reaches_the_device_over_a_real_connection(service, annamma, club):
    host, recorder = service
    phone = Phone(host=host)
    phone.added_for(annamma)
    notify(players=[annamma], kind="request-answered", path="/clubs/", key="1", details={"club": club.pk})

    deliver_due()

    ((_, body, _),) = recorder.got
    assert phone.opened(body)["text"] == "Meenachil Card Club: you are a member now."
    assert PushDevice.objects.get().reached_at is not None


@pytest.mark.django_db
def test_a_device_that_the_service_does_not_know_any_more_is_forgotten(service, annamma):
    host, recorder = service
    recorder.status = 410
    Phone(host=host).added_for(annamma)
    notify(players=[annamma], kind="request-answered", path="/clubs/", key="1")

    deliver_due()

    assert not PushDevice.objects.exists()


@pytest.mark.parametrize(
    ("status", "answer"), [(200, "taken"), (202, "taken"), (404, "gone"), (413, "refused"), (503, "later")]
)
def test_the_answer_of_a_service_is_understood(service, status, answer):
    host, recorder = service
    recorder.status = status

    assert send(Phone(host=host)).answer is Answer(answer)


def test_a_service_that_sends_elsewhere_is_not_followed(service):
    host, recorder = service
    recorder.status, recorder.location = 307, f"{host}/elsewhere"

    assert send(Phone(host=host)).answer is Answer.REFUSED
    assert len(recorder.got) == 1


def test_a_service_that_hangs_up_is_tried_later(settings):
    settings.LELAM_PUSH_INSIDE = True

    assert send(Phone(host="http://127.0.0.1:1")).answer is Answer.LATER


def test_a_service_that_never_ends_its_answer_holds_nobody_up(settings, monkeypatch):
    settings.LELAM_PUSH_INSIDE = True
    monkeypatch.setattr(push, "_SECONDS_IN_ALL", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert send(Phone(host=f"http://127.0.0.1:{silent.getsockname()[1]}")).answer is Answer.LATER


BAD_ADDRESSES = [
    "http://push.example.com/1",
    "https://localhost/1",
    "https://push.localhost/1",
    "https://printer.local/1",
    "https://db.internal/1",
    "https://intranet/1",
    "https://127.0.0.1/1",
    "https://127.1/1",
    "https://0x7f.0.0.1/1",
    "https://2130706433/1",
    "https://0177.0.0.1/1",
    "https://10.0.0.8/1",
    "https://172.16.3.4/1",
    "https://192.168.1.1/1",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/1",
    "https://0.0.0.0/1",
    "https://224.0.0.1/1",
    "https://[::1]/1",
    "https://[::ffff:10.0.0.1]/1",
    "https://[fe80::1]/1",
    "https://[fd00::1]/1",
    "https://[64:ff9b::a00:1]/1",
    "https://[2002:a00:1::]/1",
    "https://[::]/1",
    "https://push.example.com:8443/1",
    "https://push.example.com:22/1",
    "https://push.example.com:x/1",
    "https://me@push.example.com/1",
    "https://push.example.com@10.0.0.1/1",
    "https://push.example.com\\@10.0.0.1/1",
    "ftp://push.example.com/1",
    "file:///etc/passwd",
    "gopher://push.example.com/1",
    "//push.example.com/1",
    "https://",
    "https:///1",
    "",
    "https://push.example.com/a b",
    "https://push.example.com/\n",
    "https://push.\u0435xample.com/1",
    "https://push.example.com/" + "x" * 1000,
]


@pytest.mark.parametrize("address", BAD_ADDRESSES)
def test_no_address_but_https_on_the_internet_is_taken_or_called(address):
    phone = Phone()

    with pytest.raises(ClubError) as refused:
        push.check_address(address)
    assert refused.value.code == "push-address"
    said = phone.subscription
    assert push.send(address, said["p256dh"], said["auth"], MESSAGE).answer is Answer.REFUSED


@pytest.mark.parametrize(
    "address",
    [
        "https://fcm.googleapis.com/fcm/send/abc:APA91b",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com/QGx",
        "https://wns2-by3p.notify.windows.com/w/?token=BQ",
        "https://push.example.com:443/1",
        "https://[2606:4700::1111]/1",
    ],
)
def test_the_push_services_of_the_world_are_taken(address):
    push.check_address(address)


@pytest.mark.parametrize("resolved", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd12::1", "::ffff:127.0.0.1"])
def test_a_good_name_that_leads_inside_is_not_called(monkeypatch, resolved):
    called = []
    family = socket.AF_INET6 if ":" in resolved else socket.AF_INET
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(family, socket.SOCK_STREAM, 6, "", (resolved, 443))])
    monkeypatch.setattr(outgoing, "create_connection", lambda *said, **_: called.append(said))

    assert send(Phone(host="https://rebound.example.com")).answer is Answer.LATER
    assert called == []


def test_what_was_found_for_a_name_is_what_is_called(monkeypatch):
    asked, called = [], []

    def find(*said: object, **_: object) -> list[object]:
        asked.append(said)
        inside = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", 443))
        return [inside, (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.215.14", 443))]

    def connect(address: tuple[str, int], *_: object, **__: object) -> socket.socket:
        called.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", find)
    monkeypatch.setattr(outgoing, "create_connection", connect)

    assert send(Phone(host="https://push.example.com")).answer is Answer.LATER
    assert called == [("93.184.215.14", 443)]
    assert len(asked) == 1


def test_only_https_can_be_called_and_no_proxy_is_asked(monkeypatch):
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    session = PublicSession()

    with pytest.raises(requests.exceptions.InvalidSchema):
        session.post("http://push.example.com/1")
    assert session.trust_env is False


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        ("AAAA", "AAAA"),
        ("!" * 87, "A" * 22),
        (Phone().subscription["p256dh"], "A" * 10),
        ("A" * 87, "A" * 22),
    ],
    ids=["nothing", "too short", "no base64", "a secret too short", "no point of the curve"],
)
def test_keys_that_nothing_can_be_sealed_with_are_refused(p256dh, auth):
    with pytest.raises(ClubError) as refused:
        push.check_keys(p256dh, auth)
    assert refused.value.code == "push-keys"


@pytest.mark.parametrize(
    "key", ["no base64!", base64.b64encode(b"\0" * 32).decode(), base64.b64encode(b"\xff" * 32).decode()]
)
def test_a_key_of_the_server_that_is_none_is_named(settings, key):
    settings.LELAM_PUSH_KEY = key

    with pytest.raises(ImproperlyConfigured, match="LELAM_PUSH_KEY"):
        push.public_key()


@pytest.mark.django_db
def test_a_server_without_a_key_offers_no_push(settings, annamma, client):
    settings.LELAM_PUSH_KEY = ""
    client.force_login(annamma.user)

    assert 'id="push"' not in client.get("/me/notices/choices/").content.decode()
    with pytest.raises(ClubError) as refused:
        Phone().added_for(annamma)
    assert refused.value.code == "no-push"


@pytest.mark.django_db
def test_a_device_takes_the_notices_of_one_account_only(annamma, person):
    phone = Phone()
    phone.added_for(annamma)
    notify(players=[annamma], kind="request-answered", path="/clubs/", key="1")

    beeran = person("Beeran")
    phone.added_for(beeran)

    assert PushDevice.objects.get().player == beeran
    assert deliver_due(session=None) == 0


@pytest.mark.django_db
def test_a_device_that_is_added_again_stays_one(annamma):
    phone = Phone()

    assert phone.added_for(annamma) == phone.added_for(annamma)


@pytest.mark.django_db
def test_a_person_has_a_few_devices(annamma):
    for _ in range(MOST_DEVICES):
        Phone().added_for(annamma)

    with pytest.raises(ClubError) as refused:
        add_device(player=annamma, **Phone().subscription)
    assert refused.value.code == "too-many-devices"

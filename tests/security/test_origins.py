"""A page of another port, scheme or host gets no socket, and no request chooses where the links in mails lead."""

import contextlib
from http.client import HTTPConnection
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import User
from config.origins import is_own_origin
from tests.factories import UserFactory

PASSWORD = "kayal-kunukku-28"


def handshake(server: str, origin: str | None) -> int:
    """Return the status with which the server answers a browser that asks for a socket."""
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "a2F5YWwta3VudWtrdS0yOA==",
    }
    if origin is not None:
        headers["Origin"] = origin
    with contextlib.closing(HTTPConnection(server.removeprefix("http://"), timeout=30)) as connection:
        connection.request("GET", f"/ws/table/{uuid4()}/", headers=headers)
        return connection.getresponse().status


def test_another_port_or_scheme_of_this_host_gets_no_socket(live_server: str):
    """With the cookie of the browser a page of another program on the machine would see the seat's hand."""
    port = int(live_server.rpartition(":")[2])

    assert handshake(live_server, live_server) == 101
    for other in (
        f"http://127.0.0.1:{port + 1}",
        "http://127.0.0.1",
        live_server.replace("http", "https"),
        live_server.replace("127.0.0.1", "localhost"),
        f"{live_server}:99999",
        "https://evil.example",
        "null",
        "file://",
        None,
    ):
        assert handshake(live_server, other) == 403, other


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        ("https://play.example.org", "play.example.org", True),
        ("https://play.example.org:443", "play.example.org", True),
        ("https://PLAY.example.org", "play.example.org:443", True),
        ("https://cards.example.org", "cards.example.org", True),
        ("https://play.example.org", "127.0.0.1", True),
        ("http://play.example.org", "play.example.org", False),
        ("https://play.example.org:8443", "play.example.org", False),
        ("https://cards.example.org", "play.example.org", False),
        ("https://evil.example", "evil.example", False),
        ("https://play.example.org.evil.example", "play.example.org", False),
        ("https://play.example.org@evil.example", "play.example.org", False),
        ("https://[", "play.example.org", False),
        ("", "", False),
    ],
)
def test_behind_tls_a_page_comes_by_https(settings, origin: str, host: str, own: bool):
    settings.BEHIND_TLS = True
    settings.ALLOWED_HOSTS = [".example.org", "127.0.0.1"]
    settings.LELAM_ADDRESS = "https://play.example.org"

    assert is_own_origin(origin, host) is own


@pytest.fixture
def somebody(db: None) -> User:
    return UserFactory(email="annamma@example.org", password=PASSWORD)


@pytest.mark.parametrize("host", ["localhost:1337", "cards.example.org", "play.example.org"])
def test_links_in_mails_lead_to_the_servers_address(settings, somebody: User, mailoutbox: list, host: str):
    """The link for another password led wherever the request said, so that a stranger's server was sent its key."""
    settings.ALLOWED_HOSTS = ["localhost", ".example.org"]
    settings.LELAM_ADDRESS = "https://play.example.org"

    for address in (somebody.email, "nobody@example.org"):
        Client(headers={"host": host}).post(reverse("account_reset_password"), {"email": address})
    Client(headers={"host": host}).post(
        reverse("account_signup"),
        {"name": "Beeran", "email": somebody.email, "password1": PASSWORD, "password2": PASSWORD},
    )

    assert mailoutbox
    for mail in mailoutbox:
        said = f"{mail.subject} {mail.body}"
        links = [word for word in said.split() if "://" in word]
        assert all(link.startswith("https://play.example.org/") for link in links), links
        assert host == "play.example.org" or host not in said
    assert any("/accounts/password/reset/key/" in mail.body for mail in mailoutbox)


def test_the_link_for_another_password_still_works(settings, somebody: User, mailoutbox: list):
    client = Client()
    client.post(reverse("account_reset_password"), {"email": somebody.email})
    link = next(word for word in mailoutbox[-1].body.split() if "/password/reset/key/" in word)

    assert link.startswith(settings.LELAM_ADDRESS)
    form = client.get(link.removeprefix(settings.LELAM_ADDRESS), follow=True)
    client.post(form.redirect_chain[-1][0], {"password1": "thuruppu-vetti-56", "password2": "thuruppu-vetti-56"})
    somebody.refresh_from_db()
    assert somebody.check_password("thuruppu-vetti-56")

"""Passkeys in a real browser, with an authenticator that the browser plays."""

import re
import socket
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Player
from tests.browsers import without_script
from tests.factories import PlayerFactory
from tests.servers import web_server

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "Kottayam-to-Pala-7"


@pytest.fixture
def authenticator(page: Page) -> Page:
    """A page whose browser has a fingerprint reader that always says yes."""
    protocol = page.context.new_cdp_session(page)
    protocol.send("WebAuthn.enable")
    protocol.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return page


def by_name(address: str) -> str:
    """Passkeys belong to a name; an address of numbers has none."""
    return address.replace("127.0.0.1", "localhost")


def test_a_passkey_is_added_then_asked_for_beside_the_password_and_signs_in_alone(authenticator, live_server):
    page, home = authenticator, by_name(live_server)
    PlayerFactory(name="Beeran", password=PASSWORD, user__as_product=True)
    page.goto(f"{home}/accounts/login/?next=/accounts/2fa/webauthn/add/")
    page.get_by_label("Email").fill("beeran@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()

    # Sign-in of a moment ago or not, a new key is given out against the password.
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    page.get_by_label("Name").fill("My telephone")
    page.get_by_role("button", name="Add the passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Recovery codes|Passkeys"))
    page.goto(f"{home}/accounts/2fa/webauthn/")
    expect(page.get_by_text("My telephone")).to_be_visible()
    page.goto(f"{home}/accounts/logout/")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)

    page.goto(f"{home}/accounts/login/?next=/me/")
    page.get_by_label("Email").fill("beeran@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("button", name="Use the passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Beeran")
    page.goto(f"{home}/accounts/logout/")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)

    page.goto(f"{home}/accounts/login/?next=/me/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Beeran")


def test_a_passkey_that_is_missing_is_said_beside_the_button(page, live_server):
    protocol = page.context.new_cdp_session(page)
    protocol.send("WebAuthn.enable")  # with no authenticator at all
    page.goto(f"{by_name(live_server)}/accounts/login/")
    page.evaluate("() => { navigator.credentials.get = () => Promise.reject(new DOMException('no')) }")

    page.get_by_role("button", name="Sign in with a passkey").click()

    expect(page.get_by_role("alert")).to_have_text("No passkey was used. Try again, or sign in with your password.")


def test_a_button_that_is_pressed_before_its_script_is_there_waits_for_it(page, live_server):
    with without_script(page, "**/account/js/onload.js", f"{by_name(live_server)}/accounts/login/"):
        page.get_by_role("button", name="Sign in with a passkey").click()
        page.evaluate("() => { navigator.credentials.get = () => Promise.reject(new DOMException('no')) }")

    expect(page.get_by_role("alert")).to_have_text("No passkey was used. Try again, or sign in with your password.")


class LetterBox:
    """A mail server that takes every letter and keeps it."""

    def __init__(self) -> None:
        self.letters: list[str] = []
        self.arrived = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection, connection.makefile("rw", newline="") as stream:
                self._take(stream)

    def _take(self, stream) -> None:
        def say(line: str) -> None:
            stream.write(f"{line}\r\n")
            stream.flush()

        say("220 letter box")
        for line in stream:
            command = line.strip().upper()
            if command == "DATA":
                say("354 go on")
                self.letters.append("".join(iter(stream.readline, ".\r\n")))
                self.arrived.set()
            if command == "QUIT":
                say("221 bye")
                return
            say("250 ok")

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def letter_box() -> Iterator[LetterBox]:
    box = LetterBox()
    yield box
    box.close()


def test_where_mail_arrives_an_account_is_made_with_a_passkey_and_no_password(authenticator, letter_box):
    page = authenticator
    with web_server(EMAIL_HOST="127.0.0.1", EMAIL_PORT=str(letter_box.port), EMAIL_USE_TLS="0") as (address, _):
        page.goto(f"{by_name(address)}/accounts/signup/")
        page.get_by_role("link", name="Use a passkey instead of a password").click()
        page.get_by_label("Your name at the table").fill("Devaki")
        page.get_by_label("Email").fill("devaki@example.org")
        page.get_by_role("button", name="Sign up").click()

        assert letter_box.arrived.wait(30)
        code = re.search(r"^[A-Z0-9]{4}-[A-Z0-9]{4}\s*$", letter_box.letters[0], re.MULTILINE)
        page.get_by_label("Code").fill(code.group().strip())
        page.get_by_role("button", name="Confirm").click()
        page.get_by_role("button", name="Add the passkey").click()
        page.wait_for_url(f"{by_name(address)}/")
        page.goto(f"{by_name(address)}/me/")
        expect(page.get_by_role("heading", level=1)).to_have_text("Devaki")

    account = Player.objects.get(name="Devaki").user
    assert not account.has_usable_password()

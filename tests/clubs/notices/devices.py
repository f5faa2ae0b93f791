"""A device that takes what is pushed, and a push service that keeps what it was sent, without a network."""

import base64
import json
import os
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any
from uuid import uuid4

import http_ece
import requests
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from clubs.models import Player, PushDevice
from clubs.notices.services.devices import add_device


def text(data: bytes) -> str:
    """Return bytes as base64url without padding, as browsers and headers have it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(encoded: str) -> bytes:
    """Return the bytes of such a text."""
    return base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))


@dataclass
class Phone:
    """A browser with a subscription: it alone can open what is sent to it."""

    host: str = "https://push.example.com"
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: os.urandom(16))
    name: str = field(default_factory=lambda: uuid4().hex)

    @property
    def endpoint(self) -> str:
        """Where its service takes messages for it."""
        return f"{self.host}/{self.name}"

    @property
    def subscription(self) -> dict[str, str]:
        """What its browser tells the server."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": text(point), "auth": text(self.secret)}

    def added_for(self, player: Player) -> PushDevice:
        """Have it take somebody's notices."""
        return add_device(player=player, name="A phone", **self.subscription)

    def opened(self, body: bytes) -> dict[str, Any]:
        """Return what a message says."""
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        return json.loads(plain)


@dataclass
class Sent:
    """A message as the push service got it."""

    address: str
    body: bytes
    headers: dict[str, str]


class Service(requests.Session):
    """Stands in for the push services: keeps what it is sent, and answers as it is told."""

    def __init__(self, *answers: int, headers: dict[str, str] | None = None) -> None:
        super().__init__()
        self.answers = list(answers)
        self.answer_headers = headers or {}
        self.got: list[Sent] = []

    def post(self, url: str, data: bytes = b"", headers: Any = None, **options: Any) -> requests.Response:  # type: ignore[override]
        """Take a message."""
        self.got.append(Sent(url, data, {str(name).lower(): str(value) for name, value in dict(headers).items()}))
        answer = requests.Response()
        answer.status_code = self.answers.pop(0) if self.answers else 201
        answer._content = b""
        answer.headers.update(self.answer_headers)
        return answer


class Recorder(BaseHTTPRequestHandler):
    """A push service on this machine: keeps what it was sent."""

    got: list[tuple[str, bytes, dict[str, str]]]
    status = 201
    location = ""

    def do_POST(self) -> None:  # as http.server has it
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.got.append((self.path, body, {name.lower(): value for name, value in self.headers.items()}))
        self.send_response(self.status)
        if self.location:
            self.send_header("Location", self.location)
        self.end_headers()
        self.wfile.write(b"x" * 100_000)

    do_GET = do_POST  # noqa: N815

    def log_message(self, *said: object) -> None:
        """Say nothing."""

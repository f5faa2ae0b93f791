"""Calling the API as a program would: over HTTP, with a token, reading JSON."""

import itertools
import json
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client

from clubs.models import Player
from tests.factories import PlayerFactory, TokenFactory

_numbers = itertools.count(1)


@dataclass
class Caller:
    """Somebody who calls the API; without a player, somebody who is not signed in."""

    player: Player | None = None
    token: str = ""
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))
    heard: list[str] = field(default_factory=list)

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> HttpResponse:
        """Send a request. Headers are named as `if_match="..."`; `key=` is the Idempotency-Key."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent["authorization"] = f"Bearer {self.token}"
        if "key" in sent:
            sent["idempotency-key"] = sent.pop("key")
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        response = self.client.generic(
            method, f"/api/{path}", data, content_type=sent.pop("content-type", "application/json"), headers=sent
        )
        self.heard.append(response.content.decode("utf-8", "replace"))
        return response

    def get(self, path: str, **headers: str) -> HttpResponse:
        """Read."""
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        """Write, under a new key unless one is given (`key=""` sends none)."""
        headers.setdefault("key", f"test-{next(_numbers)}")
        if not headers["key"]:
            del headers["key"]
        return self.call("POST", path, body, **headers)


def caller(name: str) -> Caller:
    """Return somebody new with an account, a player and a token."""
    return program_of(PlayerFactory(name=name))


def program_of(player: Player) -> Caller:
    """Return a program that calls the API for a player, with a token of its own."""
    _, token = TokenFactory(user=player.user)
    return Caller(player, token)


def problem(response: HttpResponse) -> tuple[int, str]:
    """Return the status and the code of a problem, and hold that it is one in form."""
    said = json.loads(response.content)
    assert response["Content-Type"] == "application/problem+json"
    assert said["status"] == response.status_code
    assert said["type"].startswith("/api/problems/")
    assert said["title"]
    assert said["detail"]
    return response.status_code, said["code"]

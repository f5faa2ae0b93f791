"""How the matrix asks: one request as one persona, what came of it, and whether anything in the database changed."""

import itertools
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from http.cookies import SimpleCookie
from typing import Any

from django.contrib.messages import get_messages
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubs.models import Membership, Player
from clubs.officers.permissions import PERMISSIONS
from tests.permissions.rooms import operations, routes
from tests.permissions.world import PASSES, Side, World

ROLES = tuple(str(role) for role in Membership.Role)
PERSONAS = ("visitor", "visiting", *PASSES, "stranger", *ROLES, "suspended")
"""The personas that ask. A visiting player plays without an account, in a browser that nobody is signed in to.

A stranger is signed in, no member here, and owns another club; the suspended one would else own this.
"""

EVERYBODY = frozenset(PERSONAS)
VISITING = frozenset({"visiting"})
WITHOUT_ACCOUNT = VISITING | {"visitor", *PASSES}
SIGNED_IN = EVERYBODY - WITHOUT_ACCOUNT
MEMBERS = frozenset(ROLES)
HOLDER = frozenset({"player"})
"""Whoever holds what belongs to one person: a seat, a card, a practice, a token."""
NOBODY: frozenset[str] = frozenset()

_numbers = itertools.count(1)
_LOOSE = (
    "django_session", "django_migrations", "django_content_type", "auth_permission", "clubs_answeredrequest",
)  # fmt: skip
"""Rows that no permission guards: a session keeps the word that says why something was refused."""


def may(permission: str) -> frozenset[str]:
    """The roles that have a permission."""
    return frozenset(map(str, PERMISSIONS[permission]))


@dataclass(frozen=True, kw_only=True)
class Row:
    """A line of the matrix: one method of one route, or one operation of the API, and who may.

    Attributes:
        name: The route's or the operation's name.
        method: The method.
        who: Who may; all others may not.
        path: The parameters of the address that differ from what `Side.params` says.
        query: What follows the question mark.
        body: What is sent, right in all but who sends it.
        own_body: What of that depends on who sends it.
        before: What has to be so first; it is undone with the request.
        own_before: What of that depends on who asks.
        quiet: Of those who may, who changes nothing by it.
        refusals: Statuses that refuse besides 401, 403, 404 and the way to the sign-in.
        done: Statuses that are a success besides 2xx and a redirect of a page's deed.
        foreign: What is sent names things of the club, and must not name another's.
        of: Which of several things a route does, where one line would not do.
        session: An operation is called from a browser, and not with a token.
        json: A page's script sends it as JSON.
        piece: A page's script sends a piece of a file so, with `headers`.
        headers: The headers of a request that a page's script sends.
    """

    name: str
    method: str = "GET"
    who: frozenset[str] = EVERYBODY
    path: Callable[[Side], dict[str, Any]] | None = None
    query: Callable[[Side], str] | str = ""
    body: Callable[[Side], dict[str, Any]] | None = None
    own_body: Callable[[Player], dict[str, Any]] | None = None
    before: Callable[[Side], object] | None = None
    own_before: Callable[[Side, Player], object] | None = None
    quiet: frozenset[str] = frozenset()
    refusals: tuple[int, ...] = ()
    done: tuple[int, ...] = ()
    foreign: bool = True
    of: str = ""
    session: bool = False
    json: bool = False
    piece: bytes | None = None
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        """What the line is called in a report."""
        return f"{self.method} {self.name}" + (f" ({self.of})" if self.of else "")

    @property
    def has_things_of_a_club(self) -> bool:
        """Whether the address may name a club, and something that belongs to it."""
        return "slug" in params_of(self) and len(params_of(self)) > 1

    @property
    def is_api(self) -> bool:
        """Whether it is an operation of the API."""
        return ":" not in self.name and self.name not in OUTER

    def address(self, ours: Side, things: Side | None = None) -> str:
        """The address: of a side's own things, or of its club with the things of another."""
        named = params_of(self)
        mine, others = ours.params | self._own(ours), (things or ours).params | self._own(things or ours)
        values = {name: (mine if name == "slug" else others)[name] for name in named}
        query = self.query if isinstance(self.query, str) else self.query(things or ours)
        if self.is_api:
            return "/api" + operations()[self.name].template.format(**values) + query
        return reverse(self.name, kwargs=values) + query

    def _own(self, side: Side) -> dict[str, Any]:
        return self.path(side) if self.path is not None else {}


OUTER: dict[str, str] = {"healthz": "/healthz", "live": "/healthz/live", "ready": "/healthz/ready"}
"""Routes of no app's name space."""


def params_of(row: Row) -> list[str]:
    """The parameters in the address of a row."""
    return list(operations()[row.name].params if row.is_api else routes()[row.name].params)


@dataclass
class Answer:
    """What came of a request."""

    response: HttpResponse
    changed: dict[str, tuple[object, object]]
    words: list[tuple[str, str]]

    @property
    def status(self) -> int:
        """The status."""
        return self.response.status_code

    @property
    def to_sign_in(self) -> bool:
        """Whether it leads to the sign-in."""
        return self.status == 302 and self.response["Location"].startswith("/accounts/login/")

    @property
    def led_back(self) -> bool:
        """Whether it leads back to where one came from, with a word of refusal."""
        return self.status == 302 and any(level == "error" for level, _text in self.words)

    def __str__(self) -> str:
        said = f"{self.status}"
        if "Location" in self.response:
            said += f" to {self.response['Location']}"
        if self.words:
            said += f" saying {self.words}"
        if self.status >= 400:
            said += f" {_excerpt(self.response)}"
        return said + (f", and changed {sorted(self.changed)}" if self.changed else "")


def _excerpt(response: HttpResponse) -> str:
    text = response.content.decode("utf-8", "replace")
    if response["Content-Type"].startswith("text/html"):
        wrong = [line.strip() for line in text.splitlines() if 'class="err' in line or 'class="need' in line]
        return " ".join(wrong)[:400]
    return text[:400]


def digest(names: Iterable[str] | None = None) -> dict[str, tuple[int, object]]:
    """Every table, or each of these, with the number of its rows and a sum of all that stands in them."""
    line = "SELECT '{0}', count(*), sum(hashtextextended(t::text, 0)::numeric) FROM \"{0}\" t"
    lines = [line.format(name) for name in (_tables() if names is None else names)]
    if not lines:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(lines))
        return {name: (count, total) for name, count, total in cursor.fetchall()}


@cache
def _tables() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
            " WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> ALL(%s) ORDER BY 1",
            [list(_LOOSE)],
        )
        return [name for (name,) in cursor.fetchall()]


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, tuple[object, object]]:
    """The tables of the second digest that differ."""
    return {name: (before[name], after[name]) for name in after if before[name] != after[name]}


def writes() -> dict[str, int]:
    """How often rows of each table were written in this transaction, be it undone since: cheaper than `digest`."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, n_tup_ins + n_tup_upd + n_tup_del FROM pg_stat_xact_user_tables"
            " WHERE schemaname = 'public' AND relname <> ALL(%s)",
            [list(_LOOSE)],
        )
        return dict(cursor.fetchall())


@contextmanager
def undone() -> Iterator[None]:
    """Take back all that happens inside."""
    point = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(point)
        connection.needs_rollback = False


def ask(
    world: World,
    row: Row,
    persona: str,
    *,
    side: Side | None = None,
    things: Side | None = None,
    body_of: Side | None = None,
) -> Answer:
    """Send a row's request as a persona, and take it back.

    Args:
        world: The world.
        row: The row.
        persona: Who asks.
        side: Whose club it is about; ours if left out.
        things: Whose things the address names; the same side's if left out.
        body_of: Whose things the body names; the same side's if left out.
    """
    ours = side or world.ours
    with undone():
        address, said = prepare(world, row, persona, ours, things=things, body_of=body_of)
        written = writes()
        with undone():
            response = send(world, row, persona, address, said)
            if response.streaming and not response.is_async:
                b"".join(response.streaming_content)
            words = [] if row.is_api else [(one.level_tag, str(one)) for one in get_messages(response.wsgi_request)]
            # A digest is dear: of the tables without a new write all stands as before.
            touched = [name for name, count in writes().items() if count > written.get(name, 0)]
            after = digest(touched)
        if row.method == "GET" and row.before is None and row.own_before is None and things is None:
            world.seen[persona, address] = response.status_code, _page_of(response)
        before = digest(touched) if row.before or row.own_before else world.digest
        return Answer(response, changes(before, after), words)


def prepare(
    world: World, row: Row, persona: str, ours: Side, *, things: Side | None = None, body_of: Side | None = None
) -> tuple[str, dict[str, Any] | None]:
    """Do what has to be so before a row's request; return its address and what is sent."""
    if row.before is not None:
        for one in {id(one): one for one in (ours, things, body_of) if one is not None}.values():
            row.before(one)
    player = world.people.get(persona)
    if row.own_before is not None and player is not None:
        row.own_before(ours, player)
    address = row.address(ours, things)
    said = row.body(body_of or ours) if row.body is not None else None
    if row.own_body is not None:
        said = (said or {}) | (row.own_body(player) if player is not None else {})
    return address, said


def send(
    world: World, row: Row, persona: str, address: str, said: dict[str, Any] | None, **headers: str
) -> HttpResponse:
    """Send a row's request as a persona; an operation gets a new key, where it takes one, unless one is given."""
    client: Client = world.client
    if row.is_api:
        client.cookies = SimpleCookie()
        key = {"idempotency-key": f"matrix-{next(_numbers)}"} if operations()[row.name].takes_key else {}
        headers = key | {"if-match": "*"} | {name.replace("_", "-"): value for name, value in headers.items()}
        if row.session or persona in WITHOUT_ACCOUNT:
            client.cookies = SimpleCookie(world.cookies.get(persona, {}))
        else:
            headers["authorization"] = f"Bearer {world.tokens[persona]}"
        data = b"" if said is None else json.dumps(said).encode()
        kind = "application/json"
        if said is not None and "file" in said:
            return client.generic(row.method, address, *_multipart(client, said), headers=headers)
        return client.generic(row.method, address, data, content_type=kind, headers=headers)
    client.cookies = SimpleCookie(world.cookies.get(persona, {}))
    if row.piece is not None:
        kind = "application/offset+octet-stream"
        return client.generic(row.method, address, row.piece, content_type=kind, headers=dict(row.headers))
    if row.json:
        return client.generic(row.method, address, json.dumps(said).encode(), content_type="application/json")
    if row.method == "GET":
        return client.get(address)
    return client.generic(row.method, address, *_multipart(client, said or {}))


def look(world: World, persona: str, address: str) -> tuple[int, str]:
    """Follow a link as a persona; return the status of the answer, and the page, if it is one."""
    if (persona, address) in world.seen:
        return world.seen[persona, address]
    with undone():
        world.client.cookies = SimpleCookie(world.cookies.get(persona, {}))
        response = world.client.get(address)
        if response.streaming and not response.is_async:
            b"".join(response.streaming_content)
        world.seen[persona, address] = response.status_code, _page_of(response)
        return world.seen[persona, address]


def _page_of(response: HttpResponse) -> str:
    is_page = not response.streaming and response.headers.get("Content-Type", "").startswith("text/html")
    return response.content.decode() if is_page else ""


def _multipart(client: Client, said: dict[str, Any]) -> tuple[bytes, str]:
    from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

    plain = {name: value for name, value in said.items() if value is not None}
    return encode_multipart(BOUNDARY, plain), MULTIPART_CONTENT

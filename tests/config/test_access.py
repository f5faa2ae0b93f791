"""The access log and the ids of requests: a line each, and no secret in it."""

import json
import logging
import re
import uuid

import pytest
import requests
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.test import override_settings
from django.urls import URLPattern, URLResolver, get_resolver

from clubs.base import metrics
from clubs.base.masking import masked
from clubs.models import AccessToken
from config.access import Access, AccountOfSocket, id_of, shown
from tests.factories import PlayerFactory
from tests.servers import await_true, web_server

HARMLESS = {"slug", "subject", "form", "name", "rules_id", "day", "row", "rule", "treatment", "kind", "model_name"} | {
    "document", "part", "act",
    # Of the administrators' pages.
    "app_label", "content_type_id", "object_id", "url", "id",
}  # fmt: skip
"""Parts of addresses that are names, and no secrets. Numbers and ids of rows are none either."""


def secret_routes(resolver: URLResolver, before: str = "") -> list[str]:
    """The address of each page that has a part which is neither a number nor an id nor a harmless name."""
    found = []
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            found += secret_routes(pattern, route)
            continue
        assert isinstance(pattern, URLPattern)
        parts = re.findall(r"<(\w+):(\w+)>", route)
        parts += [("str", name) for name in re.findall(r"\(\?P<(\w+)>", route)]
        if any(kind not in ("uuid", "int") and name not in HARMLESS for kind, name in parts):
            found.append(route)
    return found


def address_of(route: str, secret: str) -> str:
    """An address of a route whose last part is the secret."""
    plain = re.sub(r"\(\?P<uidb36>[^)]*\)", "1x", route.replace("^", "").replace("$", ""))
    return "/" + re.sub(r"\(\?P<\w+>[^)]*\)|<\w+:\w+>", secret, plain)


def test_every_address_that_holds_a_secret_is_masked():
    routes = secret_routes(get_resolver())

    assert len(routes) >= 5
    for route in routes:
        address = address_of(route, "s3cr3t")
        assert "s3cr3t" in address
        assert "s3cr3t" not in masked(address), route


@pytest.mark.parametrize(
    "path",
    [
        "/join/s3cr3t",
        "/tournaments/pass/s3cr3t/",
        "//join//s3cr3t/",
        "/x/claim/s3cr3t/y",
        "/JOIN/s3cr3t/",
        "/t/?i=s3cr3t",
    ],
)
def test_a_secret_is_masked_however_its_address_is_written(path):
    assert "s3cr3t" not in masked(path)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Not Found: /t/?i=s3cr3t", "Not Found: /t/?***"),
        ("(https://here/t/?i=s3cr3t) was asked", "(https://here/t/?*** was asked"),
        ("/t/??s3cr3t", "/t/?***"),
        ("why? /t/?i=s3cr3t&j=s3cr3t, again", "why? /t/?*** again"),
        ("a?b/t?s3cr3t", "a?b/t?***"),
        ("why?because", "why?because"),
    ],
)
def test_a_query_is_masked_wherever_its_address_stands(text, kept):
    assert masked(text) == kept


@pytest.mark.timeout(60)
@pytest.mark.parametrize("part", ["/", "/join", "/a?", "/notices", "accounts//", "join", "?", "?/"])
@pytest.mark.parametrize("end", ["", "stop/", "?"])
def test_the_longest_address_holds_up_nobody(part, end):
    """A pattern that looks at each letter from each slash takes hours for this one."""
    assert masked(part * 500_000 + end)
    assert len(shown(part * 500_000 + end)) <= 200


@pytest.mark.parametrize("path", ["/clubs/meenachil/join/", "/cards/3/join/", "/notices/", "/"])
def test_other_addresses_stay(path):
    assert masked(path) == path


def test_a_path_makes_no_second_line():
    assert shown("/a\r\nINFO root: forged\x1b[31m") == "/a??INFO root: forged?[31m"
    assert len(shown("/" + "a" * 9000)) == 200


def test_only_a_well_formed_id_of_the_proxy_is_taken():
    given = b"abc-DEF.1234"
    assert id_of({"headers": [(b"x-request-id", given)]}) == given.decode()
    for bad in (b"short", b"a b c d e f g", b"x" * 65, b"line\nbreak12", b"caf\xc3\xa9-caf\xc3\xa9"):
        made = id_of({"headers": [(b"x-request-id", bad)]})
        assert re.fullmatch("[0-9a-f]{16}", made)


@pytest.fixture(scope="module")
def logged():
    """A web server with an access log in JSON, and its lines."""
    with web_server(LELAM_ACCESS_LOG="1", LELAM_LOG_LEVEL="INFO", LELAM_LOG_FORMAT="json") as (address, web):
        yield address, web


def line_of(web, request_id: str) -> dict:
    def lines() -> list[dict]:
        return [json.loads(line) for line in list(web.lines) if request_id in line and "lelam.access" in line]

    await_true(lines, "the line of the request")
    (line,) = lines()
    return line


def test_a_request_is_one_line_and_its_id_is_answered(live_server, transactional_db, logged):
    address, web = logged
    headers = {"X-Request-ID": "proxy-0001", "Accept-Encoding": "gzip"}
    answer = requests.get(f"{address}/accounts/login/?next=/s3cr3t/", headers=headers, timeout=30)

    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["X-Request-ID"] == "proxy-0001"
    line = line_of(web, "proxy-0001")
    assert {name: line[name] for name in ("method", "path", "status", "account", "view", "level")} == {
        "method": "GET",
        "path": "/accounts/login/",
        "status": 200,
        "account": "visitor",
        "view": "account_login",
        "level": "info",
    }
    assert str(line["bytes"]) == answer.headers["Content-Length"]
    assert line["bytes"] < len(answer.content), "the bytes on the line, not those of the page"
    assert line["ms"] > 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z", line["timestamp"])


def test_a_refused_page_is_one_line_without_traceback_and_secret(live_server, transactional_db, logged):
    address, web = logged
    for path in ("/join/s3cr3t/", "/claim/s3cr3t/", "/nothing/?key=s3cr3t"):
        request_id = uuid.uuid4().hex
        assert requests.get(address + path, headers={"X-Request-ID": request_id}, timeout=30).status_code == 404
        assert line_of(web, request_id)["status"] == 404
        assert len([line for line in web.lines if request_id in line]) == 1
    assert "s3cr3t" not in web.text()
    assert "Traceback" not in web.text()


def test_the_log_tells_a_token_from_an_account_and_never_which(live_server, transactional_db, logged):
    address, web = logged
    player = PlayerFactory()
    token = AccessToken.objects.create(user=player.user)[1]
    requests.get(
        f"{address}/api/me/", headers={"Authorization": f"Bearer {token}", "X-Request-ID": "token-0001"}, timeout=30
    )

    line = line_of(web, "token-0001")
    assert (line["status"], line["account"]) == (200, "token")
    text = json.dumps(line)
    assert str(player.pk) not in text
    assert player.user.email not in text
    assert token not in text


async def answering(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": "<p>ലേലം</p>"})


class Nobody:
    is_authenticated = False


async def test_a_socket_is_counted_and_logged_when_it_closes(caplog):
    caplog.set_level(logging.INFO, "lelam.access")
    sockets, frames = metrics.SOCKETS.labels("table"), metrics.FRAMES.labels("table")
    answers = metrics.ANSWER_SECONDS.labels("table")
    before = (frames._value.get(), answers._sum.get())

    async def application(scope, receive, send):
        await AccountOfSocket(answering)({**scope, "user": Nobody()}, receive, send)

    with override_settings(LELAM_ACCESS_LOG=True):
        scope = {"type": "websocket", "path": f"/ws/table/{uuid.uuid4()}/", "query_string": b"invitation=s3cr3t"}
        socket = ApplicationCommunicator(Access(application), scope)
        await socket.send_input({"type": "websocket.connect"})
        await socket.receive_output()
        assert sockets._value.get() == 1
        await socket.send_input({"type": "websocket.receive", "text": "{}"})
        await socket.receive_output()
        await socket.send_input({"type": "websocket.disconnect", "code": 1001})
        await socket.wait()

    assert sockets._value.get() == 0
    assert frames._value.get() == before[0] + 1
    assert answers._sum.get() > before[1]
    (record,) = (record for record in caplog.records if record.name == "lelam.access")
    line = record.msg
    assert (line["event"], line["code"], line["frames"], line["account"]) == ("socket", 1001, 1, "visitor")
    assert line["bytes"] == len("<p>ലേലം</p>".encode())
    assert "s3cr3t" not in str(line)
    assert re.fullmatch("[0-9a-f]{16}", line["connection_id"])


def test_without_an_access_log_nothing_but_the_refusals_is_written():
    assert settings.LELAM_ACCESS_LOG is False

"""Nobody fills the disk or holds requests open: a body has a largest size and a longest time, whatever it announces."""

import json
import select
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.servers import Program, web_server

CHUNK = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
ALL_OF_IT = 4_000 * len(CHUNK)
"""A client sends so much if nobody stops it."""
PLACES = [
    ("/api/tables/", 64 * 1024),
    ("/api/clubs/a/imports/members/", 2 * 1024 * 1024),
    ("/accounts/login/", 3 * 1024 * 1024),
    ("/nowhere/", 3 * 1024 * 1024),
    ("/pictures/sheet/0a6ab5de-6f0e-4c53-9b0b-1c2f6a9d2b56/", 12 * 1024 * 1024 + 64 * 1024),
    ("/pictures/0a6ab5de-6f0e-4c53-9b0b-1c2f6a9d2b56/remove/", 3 * 1024 * 1024),
]
SECONDS = 4


@pytest.fixture(scope="module")
def web(django_db_setup: None) -> Iterator[tuple[str, Program]]:
    """A web server that waits a few seconds only for a body."""
    with web_server(LELAM_BODY_SECONDS=str(SECONDS)) as (address, program):
        yield address, program


def connected(address: str) -> socket.socket:
    host, port = address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=30)


def head(path: str, *lines: str) -> bytes:
    return "\r\n".join((f"POST {path} HTTP/1.1", "Host: 127.0.0.1", *lines, "", "")).encode()


def answer_of(line: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """Read an answer to the end of the connection."""
    said = b""
    with suppress(ConnectionError):
        while part := line.recv(65_536):
            said += part
    top, _, body = said.partition(b"\r\n\r\n")
    status, *lines = top.decode("latin-1").split("\r\n")
    return int(status.split()[1]), dict(text.lower().split(": ", 1) for text in lines), body


def temporary_files(program: Program) -> list[str]:
    """Return the files without a name that a process holds open: where Django puts a body."""
    opened = []
    for file in Path(f"/proc/{program.pid}/fd").iterdir():
        with suppress(OSError):
            opened.append(str(file.readlink()))
    return [name for name in opened if name.endswith("(deleted)")]


def send_until_answered(line: socket.socket) -> int:
    """Send chunks until something comes back; return how many bytes were sent."""
    sent = 0
    while sent < ALL_OF_IT and not select.select([line], [], [], 0)[0]:
        line.sendall(CHUNK)
        sent += len(CHUNK)
    return sent


@pytest.mark.parametrize(("path", "limit"), PLACES)
def test_a_body_without_a_length_is_refused_while_it_is_being_sent(web: tuple[str, Program], path: str, limit: int):
    address, program = web
    with connected(address) as line:
        line.sendall(head(path, "Transfer-Encoding: chunked"))

        sent = send_until_answered(line)
        status, headers, body = answer_of(line)

    assert status == 413
    assert limit < sent < ALL_OF_IT, "the answer came before the client was done, and not before its limit"
    assert headers["connection"] == "close"
    if path.startswith("/api/"):
        assert (headers["content-type"], json.loads(body)["code"]) == ("application/problem+json", "too-large")
    else:
        assert b"<h1>Too large</h1>" in body
    assert temporary_files(program) == []


@pytest.mark.parametrize(("path", "limit"), PLACES)
def test_a_length_beyond_the_limit_is_refused_before_anything_is_sent(web: tuple[str, Program], path: str, limit: int):
    with connected(web[0]) as line:
        line.sendall(head(path, f"Content-Length: {limit + 1}", "Accept-Language: ml"))

        status, headers, body = answer_of(line)

    assert (status, headers["connection"]) == (413, "close")
    if path.startswith("/api/"):
        assert json.loads(body)["type"] == "/api/problems/too-large/"
    else:
        assert b'<html lang="ml">' in body


@pytest.mark.parametrize(
    ("path", "announced", "begun"),
    [
        ("/api/tables/", "Transfer-Encoding: chunked", b"5\r\nx=abc\r\n"),
        ("/accounts/login/", "Content-Length: 1000", b"x=abc"),
    ],
)
def test_a_request_that_is_never_finished_is_not_waited_for(
    web: tuple[str, Program], path: str, announced: str, begun: bytes
):
    """Its announced length is a lie: the rest never comes."""
    address, program = web
    with connected(address) as line:
        line.sendall(head(path, announced) + begun)

        status, headers, body = answer_of(line)

    assert (status, headers["connection"]) == (408, "close")
    assert (json.loads(body)["code"] == "too-slow") if path.startswith("/api/") else (b"<h1>Too slow</h1>" in body)
    assert temporary_files(program) == []


def test_a_body_within_the_limit_arrives(web: tuple[str, Program]):
    with connected(web[0]) as line:
        line.sendall(head("/api/tables/", "Transfer-Encoding: chunked", "Connection: close"))
        for _ in range(15):
            line.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")
        line.sendall(b"0\r\n\r\n")

        status, _, body = answer_of(line)

    assert status < 408
    assert json.loads(body)["code"] not in {"too-large", "too-slow"}

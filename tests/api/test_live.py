"""What only the real web server can show."""

import http.client
import json
from urllib.parse import urlsplit

import pytest


def answer(address: str, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, str, bytes]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=20)
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return response.status, response.headers["Content-Type"], response.read()
    finally:
        connection.close()


@pytest.mark.parametrize("charset", ["hex", "rot13", "utf-16", "idna", "nonsense", "undefined"])
def test_a_charset_of_the_clients_own_changes_nothing(live_server: str, charset: str):
    status, kind, said = answer(
        live_server,
        "GET",
        "/api/clubs/?search=%C3%A9%ff",
        content_type=f"application/json; charset={charset}",
    )
    assert (status, kind, json.loads(said)["count"]) == (200, "application/json", 0)


def test_a_large_body_is_refused_by_the_server_too(live_server: str):
    status, kind, _ = answer(live_server, "POST", "/api/tables/", b" " * 100_000, content_type="application/json")
    assert (status, kind) == (413, "application/problem+json")


def test_a_host_that_is_not_ours_gets_a_problem(live_server: str):
    status, kind, _ = answer(live_server, "GET", "/api/clubs/", host="elsewhere.example")
    assert (status, kind) == (400, "application/problem+json")


def test_the_schema_is_served_for_programs_and_for_people(live_server: str):
    status, kind, said = answer(live_server, "GET", "/api/schema/", accept="application/vnd.oai.openapi+json")
    assert (status, kind) == (200, "application/vnd.oai.openapi+json")
    assert json.loads(said)["openapi"] == "3.1.0"

    status, kind, page = answer(live_server, "GET", "/api/docs/", accept="text/html")
    assert (status, kind) == (200, "text/html; charset=utf-8")
    assert b"<style" not in page
    assert b"<script>" not in page
    for address in (part.split(b'"')[0].decode() for part in page.split(b'src="')[1:]):
        assert address.startswith("/")
        assert answer(live_server, "GET", address.replace("&amp;", "&"))[0] == 200

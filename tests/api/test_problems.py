"""Whatever goes wrong is answered with a problem (RFC 9457)."""

import json

import pytest
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from tests.api.calls import Caller, problem


def test_an_address_that_is_none_is_a_problem(anybody: Caller):
    assert problem(anybody.get("nowhere/")) == (404, "not-found")
    assert problem(anybody.get("tables")) == (404, "not-found")
    assert problem(anybody.call("PATCH", "nowhere/")) == (404, "not-found")


@pytest.mark.parametrize(
    "path",
    [
        "clubs/none/",
        "players/8d2c1a6e-0000-4000-8000-000000000000/",
        "rules/29-kerala/",
        "tournaments/none/",
        "tables/8d2c1a6e-0000-4000-8000-000000000000/",
    ],
)
def test_a_thing_that_does_not_exist_is_a_problem(anybody: Caller, path: str):
    assert problem(anybody.get(path))[0] == 404


def test_a_method_that_is_not_there_is_a_problem_that_lists_those_that_are(anybody: Caller):
    response = anybody.call("DELETE", "clubs/")

    assert problem(response) == (405, "method-not-allowed")
    assert response["Allow"] == "GET, HEAD, OPTIONS"


def test_a_format_that_does_not_exist_is_a_problem(anybody: Caller):
    assert problem(anybody.get("clubs/", accept="text/html")) == (406, "not-acceptable")


def test_who_is_not_signed_in_is_told_how(anybody: Caller):
    response = anybody.get("me/")

    assert problem(response) == (401, "not-signed-in")
    assert response["WWW-Authenticate"] == "Bearer"


BODIES = {
    "nothing of JSON": b"{",
    "a number that is none": b'{"rules": NaN}',
    "a lone surrogate": b'{"rules": "\\ud800"}',
    "not UTF-8": b'{"rules": "\xff"}',
    "a byte order mark": b'\xef\xbb\xbf{"rules": "28-kerala-4"}',
    "NUL": b'{"rules": "28-kerala-4", "name": "a\\u0000b"}',
    "NUL in a name": b'{"rules": "28-kerala-4", "options": {"a\\u0000b": 1}}',
    "nested too deeply": b"[" * 30_000,
    "a number of five thousand digits": b'{"rules": ' + b"1" * 5000 + b"}",
    "two texts": b'{"rules": "28-kerala-4"} {}',
    "empty": b"",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_a_body_that_cannot_be_read_is_a_problem(ammini: Caller, body: bytes):
    status, _ = problem(ammini.post("tables/", body))
    assert status == 400


def test_another_kind_of_body_is_a_problem(ammini: Caller):
    response = ammini.post("tables/", b"rules=28-kerala-4", content_type="application/x-www-form-urlencoded")
    assert problem(response) == (415, "unsupported-media-type")


def test_a_large_body_is_refused_unread(ammini: Caller):
    assert problem(ammini.post("tables/", b'"' + b"x" * 65_536 + b'"')) == (413, "too-large")


FAULTS = [
    ({}, "/rules"),
    ({"house": None}, "/rules"),
    ([], ""),
    ({"rules": 28}, "/rules"),
    ({"rules": "28-kerala-4", "bots": [1, "2"]}, "/bots/1"),
    ({"rules": "28-kerala-4", "bots": [10**30]}, "/bots/0"),
    ({"rules": "28-kerala-4", "colour": "red"}, "/colour"),
    ({"rules": "28-kerala-4", "options": {"starting_stakes": 4.5}}, "/options/starting_stakes"),
    ({"rules": "28-kerala-4", "options": {"cot": True, "a/b": [1]}}, "/options/a~1b"),
    ({"rules": "28-kerala-4", "options": {"ending": {"type": "hands", "count": None}}}, "/options/ending/count"),
    ({"rules": "28-kerala-4", "options": {"a/b": {"number": 1, "c/d": [1]}, "e": [1]}}, "/options/a~1b/c~1d"),
    ({"rules": "28-kerala-4", "options": dict.fromkeys(map(str, range(90)), 1) | {"7": [], "70": []}}, "/options/7"),
    ({"rules": "28-kerala-4", "options": ["starting_stakes"]}, "/options"),
    ({"rules": "29-kerala-4"}, "/rules"),
]
REFUSED = [
    ({"rules": "28-kerala-4", "options": {"starting_stakes": "many"}}, "/options/starting_stakes", "rules"),
    ({"rules": "28-kerala-4", "options": {"nothing_known": 1}}, "/options/nothing_known", "rules"),
    ({"rules": "28-kerala-4", "club": "nowhere"}, "/club", "unknown"),
    ({"rules": "28-kerala-3", "bots": [3]}, "/bots", "no-such-seat"),
]


@pytest.mark.parametrize(("body", "at"), FAULTS)
def test_wrong_input_is_pointed_at(ammini: Caller, body: object, at: str):
    response = ammini.post("tables/", body)

    assert response.status_code == 400
    assert [fault["at"] for fault in json.loads(response.content)["errors"]] == [at]


@pytest.mark.parametrize(("body", "at", "code"), REFUSED)
def test_a_value_that_fits_the_schema_and_is_refused_is_pointed_at(ammini: Caller, body: object, at: str, code: str):
    response = ammini.post("tables/", body)

    assert problem(response) == (422, code)
    assert json.loads(response.content)["type"] == "/api/problems/unprocessable/"
    assert [(fault["at"], fault["code"]) for fault in json.loads(response.content)["errors"]] == [(at, code)]


@pytest.mark.parametrize(
    "query",
    [
        "page=0",
        "page=x",
        "page=",
        "page=1e99",
        f"page={'9' * 5000}",
        "page_size=101",
        "page=-1",
        "search=%00",
        "page=%F0%9F",
    ],
)
def test_a_wrong_parameter_is_pointed_at(anybody: Caller, query: str):
    response = anybody.get(f"clubs/?{query}")

    assert problem(response) == (400, "invalid-input")
    assert json.loads(response.content)["errors"][0]["at"] == query.partition("=")[0]


def test_a_mistake_of_the_server_says_nothing_of_its_inside(anybody: Caller, monkeypatch: pytest.MonkeyPatch, caplog):
    def broken(**_: object) -> None:
        raise RuntimeError("the secret is 42")

    monkeypatch.setattr("clubs.api.people.clubs", broken)

    response = anybody.get("clubs/")

    assert problem(response) == (500, "server-error")
    assert b"42" not in response.content
    assert "An API request failed" in caplog.text


def test_an_answer_that_django_makes_itself_is_a_problem_too(db: None):
    response = Client().get("/api/clubs/", headers={"host": "elsewhere.example"})
    assert problem(response) == (400, "bad-request")


def test_too_many_requests_are_a_problem_that_says_when_to_try_again(anybody: Caller, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": "2/hour", "user": None, "write": None})

    assert [anybody.get("clubs/").status_code for _ in range(2)] == [200, 200]
    response = anybody.get("clubs/")

    assert problem(response) == (429, "throttled")
    assert 0 < int(response["Retry-After"]) <= 3600


def test_writing_has_a_limit_of_its_own(ammini: Caller, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": None, "user": None, "write": "1/hour"})

    assert ammini.post("tables/", {}).status_code == 400
    assert ammini.post("tables/", {}).status_code == 429
    assert ammini.get("tables/").status_code == 200


def test_an_address_that_pretends_to_come_from_elsewhere_has_the_same_limit(
    anybody: Caller, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": "1/hour", "user": None, "write": None})

    assert anybody.get("clubs/", x_forwarded_for="10.0.0.1").status_code == 200
    assert anybody.get("clubs/", x_forwarded_for="10.0.0.2").status_code == 429


def test_every_kind_of_problem_has_an_address_that_explains_it(anybody: Caller):
    kinds = json.loads(anybody.get("problems/").content)["results"]

    assert {kind["status"] for kind in kinds} >= {400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 428, 429, 500}
    for kind in kinds:
        assert json.loads(anybody.get(f"problems/{kind['kind']}/").content) == kind
    assert problem(anybody.get("problems/none/")) == (404, "not-found")

"""The published schema, asked for again and again: made anew for each anonymous request, it took a whole core."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from config.api.schema import ApiGenerator

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A line for each time that the schema is made, from an empty cache on."""
    from config.api.views import schema_text

    schema_text.cache_clear()
    times: list[str] = []
    make = ApiGenerator.get_schema

    def noted(self: ApiGenerator, *args: Any, **more: Any) -> Any:
        times.append("made")
        return make(self, *args, **more)

    monkeypatch.setattr(ApiGenerator, "get_schema", noted)
    yield times
    schema_text.cache_clear()


def test_the_schema_is_made_once_for_all_who_ask(client: Client, made: list[str]):
    texts = {client.get("/api/schema/", query).content for query in ({}, {"version": "2"}, {"lang": "xx"}, {"a": "b"})}

    assert len(texts) == 1
    assert b"Idempotency-Key" in texts.pop()
    assert made == ["made"]


def test_each_format_and_language_is_made_once(client: Client, made: list[str]):
    formats = ("application/vnd.oai.openapi", "application/vnd.oai.openapi+json")
    for _ in range(2):
        for accept in formats:
            for language in ("en", "ml", "en-IN", "tlh"):
                answer = client.get("/api/schema/", headers={"accept": accept, "accept-language": language})
                assert answer["Content-Type"].startswith(accept)
                assert answer["Content-Language"] == ("ml" if language == "ml" else "en")
                assert {"Accept", "Accept-Language", "Cookie"} <= set(answer["Vary"].replace(" ", "").split(","))

    assert len(made) == 4


def test_who_has_the_schema_is_not_sent_it_again(client: Client):
    first = client.get("/api/schema/")
    again = client.get("/api/schema/", headers={"if-none-match": first["ETag"]})

    assert (first.status_code, len(first.content) > 100_000) == (200, True)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert first["Cache-Control"] == "private, no-cache"

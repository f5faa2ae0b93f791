"""The shared parts over HTTP: compressed as they are kept, 304 to browsers that have them, one rendering for all."""

import gzip
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from clubs.base import metrics
from clubs.models import Club, Player
from clubs.web import fragments
from tests.tournaments.helpers.directed import do, opened
from tournaments.deeds.opening import CloseEntries
from tournaments.log import states

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _fresh():
    states.forget_all()
    fragments.forget_all()
    cache.clear()


def test_a_browser_that_has_the_part_is_told_so(club: Club, director: Player, client: Client):
    cup = opened(club, director)
    address = f"/tournaments/{cup.slug}/parts/public/"
    first = client.get(address, headers={"accept-encoding": "gzip"})
    plain = client.get(address)
    tag = first.headers["ETag"]

    again = client.get(address, headers={"if-none-match": tag})
    do(cup, director, CloseEntries())
    later = client.get(address, headers={"if-none-match": tag})

    assert first.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(first.content) == plain.content
    assert "Open for entries" in plain.content.decode()
    assert (again.status_code, again.content) == (304, b"")
    assert {"Accept-Encoding", "Accept-Language", "Cookie"} <= set(first.headers["Vary"].split(", "))
    assert first.headers["Cache-Control"] == "no-cache"
    assert (later.status_code, later.headers["ETag"] != tag) == (200, True)


@pytest.mark.parametrize("address", ["parts/nothing/", "parts/public/?q=name"])
def test_a_part_that_is_not_shared_is_not_there(address, club: Club, director: Player, client: Client):
    cup = opened(club, director)
    assert client.get(f"/tournaments/{cup.slug}/{address}").status_code == 404


def test_the_page_and_the_part_share_one_rendering_and_languages_do_not(club: Club, director: Player, client: Client):
    cup = opened(club, director)
    counted = metrics.FRAGMENTS.labels("public", "rendered")._value
    before = counted.get()

    page = client.get(f"/tournaments/{cup.slug}/").content.decode()
    part = client.get(f"/tournaments/{cup.slug}/parts/public/").content.decode()
    other = client.get(f"/tournaments/{cup.slug}/parts/public/", headers={"accept-language": "ml"}).content.decode()

    assert part in page
    assert other not in page
    assert counted.get() == before + 2


def test_of_processes_that_ask_at_once_one_renders(monkeypatch):
    """Each thread stands for a process: it has a memory of its own."""
    rendered = []

    def render() -> str:
        rendered.append(1)
        return "<p>once</p>"

    def ask(_: int) -> str:
        try:
            return fragments._Here().get("tests:once", lambda: fragments._of_all("tests:once", render, "public")).html
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, range(24)))

    assert set(answers) == {"<p>once</p>"}
    assert len(rendered) == 1


def test_of_threads_that_ask_at_once_one_renders_and_a_failure_is_not_kept():
    rendered = []

    def render() -> str:
        rendered.append(1)
        if len(rendered) == 1:
            raise RuntimeError
        return "<p>again</p>"

    with pytest.raises(RuntimeError):
        fragments.shared_fragment("tests:failing", render, part="public")
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(fragments.shared_fragment, "tests:failing", render, part="public") for _ in range(24)]

    assert {answer.result().html for answer in asked} == {"<p>again</p>"}
    assert len(rendered) == 2


def test_without_redis_each_process_renders_for_itself(monkeypatch):
    import redis

    def away(*_: object, **__: object) -> None:
        raise redis.ConnectionError

    monkeypatch.setattr(cache, "get", away)
    assert fragments.shared_fragment("tests:alone", lambda: "<p>alone</p>", part="public").html == "<p>alone</p>"

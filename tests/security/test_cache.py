"""A pickle planted in Redis, where it once was loaded: writing there ran code in the web server and the worker."""

import pickle
from pathlib import Path
from typing import Any

import pytest
import redis
from allauth.core.internal import ratelimit
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import reverse
from rest_framework.throttling import SimpleRateThrottle

from clubs.base import jobs
from config.celery import app
from tests.factories import UserFactory


class Planted:
    """Something whose pickle makes a file when it is loaded."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.path,)


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    """The file that a planted pickle makes."""
    return tmp_path / "executed"


@pytest.fixture
def in_redis() -> Any:
    """The cache's database, as whoever can write into Redis sees it."""
    cache.clear()
    yield redis.Redis.from_url(settings.CACHES["default"]["LOCATION"])
    cache.clear()


def plant(in_redis: Any, trace: Path) -> int:
    """Put the pickle in the place of everything in the cache; return how many entries there are."""
    keys = in_redis.keys("lelam:*")
    for key in keys:
        in_redis.set(key, pickle.dumps(Planted(trace)))
    return len(keys)


def test_the_pickle_runs_code_where_it_is_loaded(trace: Path):
    pickle.loads(pickle.dumps(Planted(trace)))  # so that the tests below prove something
    assert trace.exists()


def test_a_planted_pickle_is_read_as_nothing(in_redis: Any, trace: Path):
    cache.set("one", [1.5])
    assert plant(in_redis, trace) == 1

    assert cache.get("one", "nothing") == "nothing"
    assert cache.get_many(["one", "two"]) == {}
    assert cache.add("one", 1) is False
    assert cache.set("one", [2]) is None
    assert cache.get("one") == [2]
    assert not trace.exists()


@pytest.mark.django_db
def test_a_pickle_planted_in_a_limit_is_not_executed(
    in_redis: Any, trace: Path, client: Client, monkeypatch: pytest.MonkeyPatch
):
    """In those of the API and of the sign-in: both go on to count."""
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": "2/min", "user": "2/min", "write": "2/min"})
    user = UserFactory(password="thuruppu-vetti-56")
    right = {"login": user.email, "password": "thuruppu-vetti-56"}
    wrong = right | {"password": "not this one"}
    assert client.get("/api/clubs/").status_code == 200
    for _ in range(5):
        client.post(reverse("account_login"), wrong)
    assert client.post(reverse("account_login"), right).status_code == 200, "refused: it is counted"
    assert plant(in_redis, trace) >= 2

    assert [client.get("/api/clubs/").status_code for _ in range(3)] == [200, 200, 429]
    assert client.post(reverse("account_login"), right).status_code == 302
    assert not trace.exists()


def test_what_the_limits_of_the_sign_in_keep_comes_back(in_redis: Any):
    request = RequestFactory().get("/")
    said: dict[str, Any] = {
        "app": "allauth.account",
        "action": "trial",
        "config": {"trial": "3/m/ip"},
        "limit_get": True,
    }

    used = [ratelimit.consume(request, **said) for _ in range(4)]

    assert [usage is not None for usage in used] == [True, True, True, False]
    used[0].rollback()
    assert ratelimit.consume(request, **said) is not None


def test_what_the_program_itself_keeps_comes_back(in_redis: Any):
    from uuid import uuid4

    job = uuid4()
    jobs.tell(job, jobs.Progress(3, 7))
    assert jobs.progress_of(job) == jobs.Progress(3, 7)

    for value in (None, True, 0, -5, 1782.123456789, "ചീട്ട്", [1.5, "a"], {"a": [1]}):
        cache.set("value", value)
        assert cache.get("value", "nothing") == value
    cache.add("count", 0)
    assert (cache.incr("count"), cache.get("count")) == (1, 1)
    with pytest.raises(TypeError):
        cache.set("value", object())


def test_neither_the_queue_nor_the_channels_load_a_pickle(trace: Path):
    body = pickle.dumps(Planted(trace))

    with app.connection_for_write() as connection:
        queue = connection.SimpleQueue("planted", serializer="pickle", accept=app.conf.accept_content)
        queue.put(Planted(trace))
        with pytest.raises(Exception, match="Refusing to deserialize"):
            _ = queue.get(timeout=10).payload
        queue.clear()
        queue.close()
    assert (app.conf.task_serializer, app.conf.accept_content) == ("json", ["json"])
    with pytest.raises(Exception, match=r"."):
        get_channel_layer().deserialize(body)
    assert not trace.exists()

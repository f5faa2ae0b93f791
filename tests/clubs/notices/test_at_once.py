"""The same at the same moment, by real transactions; and a real worker that sends what it finds."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from http.server import ThreadingHTTPServer

import pytest
from django.core.cache import cache
from django.db import connections, transaction
from django.utils import timezone

from clubs.models import Notice, NoticeDelivery, Player, PushDevice
from clubs.notices.services.delivery import deliver_due
from clubs.notices.services.devices import add_device
from clubs.notices.services.telling import notify
from config.celery import HEARTBEATS
from tests.clubs.notices.devices import Phone, Recorder, Service
from tests.factories import PlayerFactory
from tests.servers import await_true, celery_worker

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS = 6


@pytest.fixture
def reader() -> Player:
    return PlayerFactory(name="Annamma", password="x")


def together(work: Callable[[], object], times: int = WORKERS) -> list[object]:
    """Do the same from several threads, each with a connection of its own, all beginning at once."""
    gate = threading.Barrier(times)

    def run() -> object:
        gate.wait(timeout=30)
        try:
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(times) as pool:
        return [future.result() for future in [pool.submit(run) for _ in range(times)]]


def test_the_same_key_from_all_sides_at_once_is_one_notice_with_its_deliveries_once(reader):
    Phone().added_for(reader)

    told = together(lambda: notify(players=[reader], kind="request-answered", path="/clubs/", key="1"))

    assert sorted(told) == [0] * (WORKERS - 1) + [1]
    assert Notice.objects.count() == 1
    assert sorted(NoticeDelivery.objects.values_list("way", flat=True)) == ["digest", "push"]


def test_who_comes_second_waits_for_the_first_and_tells_it_if_that_one_fails(reader):
    began, go_on = threading.Event(), threading.Event()

    def fail() -> None:
        try:
            with transaction.atomic():
                notify(players=[reader], kind="membership", path="/clubs/", key="1")
                began.set()
                go_on.wait(timeout=30)
                transaction.set_rollback(True)
        finally:
            connections.close_all()

    def follow() -> int:
        try:
            return notify(players=[reader], kind="membership", path="/clubs/", key="1")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(fail)
        assert began.wait(timeout=30)
        second = pool.submit(follow)
        go_on.set()
        first.result()

        assert second.result() == 1
    assert Notice.objects.count() == 1


def test_what_several_workers_find_at_once_one_of_them_sends(reader):
    for _ in range(3):
        Phone().added_for(reader)
    for key in range(4):
        notify(players=[reader], kind="request-answered", path="/clubs/", key=str(key))
    service = Service()

    together(lambda: deliver_due(session=service))

    assert len({sent.address for sent in service.got}) == len(service.got) == 3
    assert not NoticeDelivery.objects.filter(way="push", done_at=None).exists()


def test_a_browser_that_is_added_twice_at_once_is_one_device(reader):
    subscription = Phone().subscription

    together(lambda: add_device(player=reader, **subscription))

    assert PushDevice.objects.count() == 1


@pytest.fixture
def service() -> Iterator[tuple[str, type[Recorder]]]:
    """A push service that listens on this machine."""
    handler = type("Here", (Recorder,), {"got": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", handler
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.timeout(300)
def test_a_real_worker_pushes_what_is_committed_and_what_beat_finds_due(reader, service, settings):
    settings.LELAM_PUSH_INSIDE = True
    host, recorder = service
    phone = Phone(host=host)
    phone.added_for(reader)

    cache.delete(HEARTBEATS["clock"])
    with celery_worker(LELAM_PUSH_INSIDE="1", LELAM_PUSH_KEY=settings.LELAM_PUSH_KEY):
        await_true(lambda: cache.get(HEARTBEATS["clock"]) is not None, "the worker", seconds=90)
        notify(players=[reader], kind="request-answered", path="/clubs/", key="1")
        await_true(lambda: len(recorder.got) == 1, "the push of what is committed", seconds=60)
        notify(
            players=[reader],
            kind="request-answered",
            path="/clubs/",
            key="2",
            now=timezone.now() + timedelta(seconds=2),
        )
        await_true(lambda: len(recorder.got) == 2, "the push of what becomes due", seconds=60)

    assert [phone.opened(body)["text"] for _, body, _ in recorder.got] == ["A club: you are a member now."] * 2

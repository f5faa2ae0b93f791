"""Mail by real servers: once each, over one connection, and with nobody kept waiting by a server that is silent."""

import socketserver
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from typing import ClassVar

import pytest
from allauth.account.models import EmailAddress
from celery import current_app
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone

from clubs.base import breaker
from clubs.models import Notice, NoticeDelivery, Player
from clubs.notices.mailserver import SERVER
from clubs.notices.services.delivery import CLAIM, deliver_due
from clubs.notices.services.telling import DELIVER, notify, withdraw
from config.celery import HEARTBEATS
from tests.factories import PlayerFactory
from tests.servers import await_true, celery_worker, free_port

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]
READERS = 12


class Mails(socketserver.StreamRequestHandler):
    """A mail server that takes everything, and remembers it."""

    ids: ClassVar[list[str]]
    connections: ClassVar[list[int]]

    def handle(self) -> None:
        self.connections.append(1)
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                while (line := self.rfile.readline()) not in (b".\r\n", b""):
                    if line.lower().startswith(b"message-id:"):
                        self.ids.append(line.partition(b":")[2].strip().decode())
            elif word == b"QUIT":
                break
            self.wfile.write(b"250 ok\r\n")


class Silent(Mails):
    """A mail server that takes the call and says nothing, until it is over."""

    over: ClassVar[threading.Event]

    def handle(self) -> None:
        self.connections.append(1)
        self.over.wait()


@pytest.fixture
def serve(settings) -> Iterator:
    """Start a mail server and name it in the settings; yield the settings of workers, and what it got."""
    with ExitStack() as stack:

        def start(kind: type[Mails]) -> tuple[dict[str, str], type[Mails]]:
            here = type("Here", (kind,), {"ids": [], "connections": [], "over": threading.Event()})
            server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), here)
            server.daemon_threads, server.block_on_close = True, False
            stack.callback(server.server_close)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            stack.callback(server.shutdown)
            settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
            settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = (*server.server_address, False)
            port = str(settings.EMAIL_PORT)
            return {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": port, "EMAIL_USE_TLS": "0"}, here

        yield start


def told_readers(number: int) -> list[Player]:
    """Return players with a confirmed address, each with a notice whose collected mail is due."""
    players = []
    for _ in range(number):
        player = PlayerFactory(password="x")
        email = player.user.email
        EmailAddress.objects.create(user=player.user, email=email, verified=True, primary=True)
        players.append(player)
        notify(players=[player], kind="membership", path="/clubs/", key="1", details={"role": "scorer"})
    NoticeDelivery.objects.filter(way="digest").update(due_at=timezone.now())
    return players


def open_deliveries() -> int:
    return NoticeDelivery.objects.filter(way="digest", done_at=None).count()


def test_a_batch_of_mails_goes_over_one_connection(serve):
    _, mails = serve(Mails)
    told_readers(3)

    assert deliver_due() == 3

    assert len(set(mails.ids)) == 3
    assert len(mails.connections) == 1
    assert open_deliveries() == 0


def test_two_workers_and_a_third_that_heeds_no_lease_send_each_mail_once(serve):
    environment, mails = serve(Mails)
    cache.delete(HEARTBEATS["clock"])
    with (
        celery_worker(queues=("mail", "clock"), **environment),
        celery_worker(beat=False, queues=("mail",), **environment),
    ):
        await_true(lambda: cache.get(HEARTBEATS["clock"]) is not None, "the workers", 90)
        told_readers(READERS)
        for _ in range(6):
            current_app.send_task(DELIVER)
        while open_deliveries():
            deliver_due()
        await_true(lambda: len(mails.ids) >= READERS, "the mails", 60)

    assert Counter(Counter(mails.ids).values()) == {1: READERS}


def test_a_silent_mail_server_locks_no_row_and_keeps_no_other_task_waiting(serve):
    """One worker has all the queues here, which is worse than what runs: there the clock has its own."""
    environment, silent = serve(Silent)
    cache.delete(HEARTBEATS["clock"])
    with celery_worker(**environment):
        await_true(lambda: cache.get(HEARTBEATS["clock"]) is not None, "the worker", 90)
        (reader,) = told_readers(1)
        await_true(lambda: silent.connections, "the call of the mail server", 60)
        delivery = NoticeDelivery.objects.get(way="digest")
        assert delivery.due_at > timezone.now() + CLAIM / 2
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '1s'")
            withdraw(kind="membership", key="1", players=[reader])
        cache.delete(HEARTBEATS["clock"])
        await_true(lambda: cache.get(HEARTBEATS["clock"]) is not None, "the clock meanwhile", 60)
        # The worker need not wait for the end of its patience.
        silent.over.set()
    assert not Notice.objects.exists()


def test_while_the_mail_server_is_away_mails_wait_for_the_end_of_its_pause_and_no_try_is_counted(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    told_readers(breaker.FAILURES + 2)
    now = timezone.now() + timedelta(seconds=1)

    deliver_due(now=now)

    waiting = NoticeDelivery.objects.filter(way="digest")
    assert sorted(waiting.values_list("tries", flat=True)) == [0, 0, 1, 1, 1]
    until = breaker.open_until(SERVER, now)
    assert set(waiting.filter(tries=0).values_list("due_at", flat=True)) == {until}


def test_after_the_pause_all_of_them_go_out(serve, settings):
    port = free_port()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    told_readers(breaker.FAILURES + 2)
    now = timezone.now() + timedelta(seconds=1)
    deliver_due(now=now)

    _, mails = serve(Mails)
    deliver_due(now=now + timedelta(minutes=2))

    assert len(set(mails.ids)) == breaker.FAILURES + 2
    assert breaker.open_until(SERVER, now) is None

"""Several web processes behind one port: how connections spread, and what the end of one process means."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections import Counter
from collections.abc import Iterator

import pytest

from config.embedded import Embedded
from config.parts import Listeners, Part, Parts, RunError, numbered
from tests.runs import START_SECONDS
from tests.servers import ROOT, await_true, free_port, program_environment

CONNECTIONS = 64
FEWEST = 8
"""Of 64 connections, each of which goes to either of two processes by chance, fewer reach one of them once in 10^10."""


async def application(scope, receive, send) -> None:
    """Answer with the process and the address of the client."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": f"{os.getpid()} {scope['client'][0]}".encode()})


def ask(port: int) -> str:
    """Ask on a connection of its own."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
            return answer.read().decode()
    except OSError:
        return ""


def processes(port: int) -> Counter[int]:
    """Return the processes that answer, with the number of connections that reached each."""
    return Counter(int(answer.split()[0]) for answer in (ask(port) for _ in range(CONNECTIONS)) if answer)


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def webs(port: int) -> Iterator[Parts]:
    """Two web processes at a port."""
    web = ("uvicorn", f"{__name__}:application", "--lifespan", "off", "--log-level", "warning")
    parts = Parts(numbered("web", 2, web, Listeners("127.0.0.1", port)), lambda name, line: None)
    parts.served = True
    parts.start()
    try:
        await_true(lambda: len(processes(port)) == 2, "both serve")
        yield parts
    finally:
        parts.stop()


def pids(parts: Parts) -> list[int]:
    return [part.child.pid for part in parts.parts if part.child]


def test_connections_spread_evenly_over_the_processes_which_know_their_clients(webs: Parts, port: int):
    reached = processes(port)

    assert sorted(reached) == sorted(pids(webs))
    assert min(reached.values()) >= FEWEST
    assert ask(port).split()[1] == "127.0.0.1"


def test_while_one_process_is_gone_the_other_serves_everybody_and_it_comes_back_alone(webs: Parts, port: int):
    dead, other = pids(webs)
    os.kill(dead, signal.SIGKILL)
    webs.parts[0].child.wait()

    assert processes(port) == {other: CONNECTIONS}

    def both() -> bool:
        webs.watch()
        return len(processes(port)) == 2

    await_true(both, "it comes back")
    assert pids(webs)[1] == other


def test_equal_parts_are_numbered_when_there_are_several():
    assert [part.name for part in numbered("web", 1, ("uvicorn",))] == ["web"]
    assert numbered("worker", 2, ["celery", "{name}@%h"]) == [
        Part("worker-1", ("celery", "worker-1@%h")),
        Part("worker-2", ("celery", "worker-2@%h")),
    ]


def test_a_port_that_another_program_waits_to_serve_is_refused(port: int):
    held = Listeners("127.0.0.1", port)

    with pytest.raises(RunError, match=f"Port {port} on 127.0.0.1 cannot be had"):
        Listeners("127.0.0.1", port)
    assert held


def test_the_port_is_free_again_at_once_after_connections_were_served(webs: Parts, port: int):
    """Connections that the server closed stay in TIME_WAIT for a minute."""
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        while client.recv(4096):
            pass
    listeners = webs.parts[0].listeners
    webs.stop()
    del listeners, webs.parts[:]

    assert Listeners("127.0.0.1", port)


def test_the_web_server_alone_serves_the_product_by_several_processes_until_it_is_stopped(servers: Embedded, db, port):
    environment = program_environment(LELAM_WEB_PROCESSES="2", PORT=str(port), LELAM_TLS="0")
    process = subprocess.Popen(
        [sys.executable, "-m", "config.serve"], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        await_true(lambda: bool(ask_page(port)) or process.poll() is not None, "it serves", START_SECONDS)
        assert "Lelam" in ask_page(port)
    finally:
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=30)

    assert process.returncode == 0
    assert "Stopping (SIGTERM)" in output


def ask_page(port: int) -> str:
    """Return the sign-in page, or nothing."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/accounts/login/", timeout=10) as answer:
            return answer.read().decode()
    except OSError:
        return ""

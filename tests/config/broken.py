"""A program that fails in every way and prints its error reports, instead of sending them.

    python -m tests.config.broken

Run by test_reports.py in a process of its own, since the library that reports stays in the process that starts it.
"""

import asyncio
import logging
import sys
from typing import Any

from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

CARD, ADDRESS, TOKEN, NETWORK = "S3CR3T-CARD", "s3cr3t@example.org", "S3CR3T-TOKEN", "192.0.2.7"


class Printing(Transport):
    """Prints each envelope as it would go over the network."""

    def capture_envelope(self, envelope: Envelope) -> None:
        sys.stdout.write(envelope.serialize().decode() + "\n")


@csrf_exempt
def broken(request: HttpRequest, token: str = "") -> HttpResponse:
    hand = sys.argv[0] and CARD
    raise ValueError(f"{hand} is not yours")


urlpatterns = [path("join/<str:token>/", broken)]


async def ask(application: Any) -> int:
    """Ask for the broken page with secrets in every place that has one; return the status of the answer."""
    headers = {"host": "localhost", "authorization": TOKEN, "user-agent": TOKEN, "cookie": f"sessionid={TOKEN}"}
    scope = {
        "type": "http",
        "method": "POST",
        "path": f"/join/{TOKEN}/",
        "query_string": f"key={TOKEN}".encode(),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": (NETWORK, 1028),
    }
    asked = ApplicationCommunicator(application, scope)
    await asked.send_input({"type": "http.request", "body": f"card={CARD}".encode()})
    return (await asked.receive_output(timeout=30))["status"]


def main() -> None:
    """Fail in a page, in a task and in a line of the log."""
    from config import reports
    from config.asgi import application
    from config.celery import app

    reports.start("https://key@reports.example.org/1", transport=Printing)
    settings.ROOT_URLCONF = "tests.config.broken"
    assert asyncio.run(ask(application)) == 500

    @app.task(name="tests.broken")
    def task(address: str) -> None:
        card = address and CARD
        raise KeyError(card, address)

    task.apply(args=(ADDRESS,))
    logging.getLogger("some.package").error(f"The mail to {ADDRESS} failed")  # noqa: G004  # as packages do
    logging.getLogger("other.package").error("The mail to %s failed", ADDRESS, extra={"card": CARD})


if __name__ == "__main__":
    main()

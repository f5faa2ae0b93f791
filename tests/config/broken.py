"""A program that fails in every way and prints its error reports, instead of sending them.

    python -m tests.config.broken

Run by test_reports.py in a process of its own, since the library that reports stays in the process that starts it.
"""

import logging
import sys

import django
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

CARD, ADDRESS, TOKEN = "S3CR3T-CARD", "s3cr3t@example.org", "S3CR3T-TOKEN"


class Printing(Transport):
    """Prints each envelope as it would go over the network."""

    def capture_envelope(self, envelope: Envelope) -> None:
        sys.stdout.write(envelope.serialize().decode() + "\n")


def broken(request: HttpRequest, token: str = "") -> HttpResponse:
    hand = sys.argv[0] and CARD
    raise ValueError(f"{hand} is not yours")


urlpatterns = [path("join/<str:token>/", broken)]


def main() -> None:
    """Fail in a page, in a task and in a line of the log."""
    django.setup()
    from django.test import Client

    from config import reports
    from config.celery import app

    reports.start("https://key@reports.example.org/1", transport=Printing)
    settings.ROOT_URLCONF = "tests.config.broken"
    client = Client(
        raise_request_exception=False, headers={"Host": "localhost", "Authorization": TOKEN, "User-Agent": TOKEN}
    )
    client.cookies["sessionid"] = TOKEN
    answer = client.post(f"/join/{TOKEN}/?key={TOKEN}", {"card": CARD})
    assert answer.status_code == 500

    @app.task(name="tests.broken")
    def task(address: str) -> None:
        card = address and CARD
        raise KeyError(card, address)

    task.apply(args=(ADDRESS,))
    logging.getLogger("some.library").error(f"The mail to {ADDRESS} failed")  # noqa: G004  # as libraries do
    logging.getLogger("other.library").error("The mail to %s failed", ADDRESS, extra={"card": CARD})


if __name__ == "__main__":
    main()

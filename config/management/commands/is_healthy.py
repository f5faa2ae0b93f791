"""`manage.py is_healthy`: the health checks of the containers."""

import json
import urllib.error
import urllib.request
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.health import PARTS


class Command(BaseCommand):
    """Exit with status 0 if the named parts are well, else with 1 and a line about each that is not."""

    help = "Tell by the exit status whether parts are well: web, database, redis, worker, clock, projections, tasks."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the parts."""
        parser.add_argument("parts", nargs="*", choices=["web", *PARTS, []], help="all but web, if none is named")
        parser.add_argument("--port", type=int, default=8000, help="where the web server listens on this machine")

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask each part."""
        names = options["parts"] or list(PARTS)
        report = {name: PARTS[name]() for name in names if name != "web"}
        if "web" in names:
            report["web"] = _web(options["port"])
        sick = [f"{name}: {word}" for name, word in report.items() if word != "ok"]
        if sick:
            raise CommandError("; ".join(sick))


def _web(port: int) -> str:
    """Ask the web server of this machine as a visitor would, by the name it is known under."""
    host = settings.ALLOWED_HOSTS[0].lstrip(".").replace("*", "localhost")
    request = urllib.request.Request(  # an address of our own
        f"http://127.0.0.1:{port}/healthz/ready", headers={"Host": host, "X-Forwarded-Proto": "https"}
    )
    try:
        with urllib.request.urlopen(request, timeout=5):  # noqa: S310
            return "ok"
    except urllib.error.HTTPError as error:
        try:
            return str(json.load(error))
        except ValueError:
            return f"answers {error.code}"
    except OSError:
        return "does not answer"

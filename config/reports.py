"""Reports of errors to a Sentry server; with an empty `SENTRY_DSN` the library is not even imported.

A report is put together anew from a few named members: the classes of exceptions and the lines of code, the task or
view, the id of the request. All else is left out, since it may hold a card, an address or a token: texts of exceptions
and of log messages, local variables, bodies, headers, cookies, queries, breadcrumbs.
"""

from collections.abc import Mapping
from typing import Any, Final

import sentry_sdk
from sentry_sdk.integrations import Integration
from sentry_sdk.integrations.atexit import AtexitIntegration
from sentry_sdk.integrations.celery import CeleryIntegration
from sentry_sdk.integrations.dedupe import DedupeIntegration
from sentry_sdk.integrations.django import DjangoIntegration
from sentry_sdk.integrations.excepthook import ExcepthookIntegration
from sentry_sdk.integrations.logging import LoggingIntegration, ignore_logger
from sentry_sdk.integrations.threading import ThreadingIntegration
from sentry_sdk.transport import Transport
from sentry_sdk.types import Event, Hint
from structlog.contextvars import get_contextvars

from clubs.base.masking import masked

_KEPT: Final = ("event_id", "timestamp", "level", "platform", "logger", "release", "environment", "server_name", "sdk")
_OF_FRAME: Final = (
    *("filename", "abs_path", "function", "module", "lineno"),
    *("pre_context", "context_line", "post_context", "in_app"),
)
_IDS: Final = ("request_id", "task_id", "parent_task_id", "connection_id")


def start(dsn: str, *, transport: type[Transport] | None = None) -> None:
    """Report errors from now on.

    Args:
        dsn: The address of the project on the Sentry server.
        transport: Sends the reports; by default over the network.
    """
    # What Django logs of an exception is reported as one; the rest are refused pages and parts that are not ready.
    ignore_logger("django.request")
    integrations: list[Integration] = [
        AtexitIntegration(callback=lambda pending, timeout: None),
        CeleryIntegration(propagate_traces=False),
        DedupeIntegration(),
        DjangoIntegration(middleware_spans=False, signals_spans=False, cache_spans=False),
        ExcepthookIntegration(),
        LoggingIntegration(level=None),
        ThreadingIntegration(propagate_scope=False),
    ]
    sentry_sdk.init(
        dsn=dsn,
        integrations=integrations,
        default_integrations=False,
        auto_enabling_integrations=False,
        include_local_variables=False,
        send_default_pii=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
        before_send=cleaned,
        transport=transport,
    )


def cleaned(event: Event, hint: Hint) -> Event:
    """Return the report that is sent in the place of an event."""
    given: Mapping[str, Any] = event
    report: dict[str, Any] = {name: given[name] for name in _KEPT if name in given}
    report["tags"] = {name: value for name, value in get_contextvars().items() if name in _IDS}
    report["transaction"] = masked(str(given.get("transaction") or ""))
    request = given.get("request") or {}
    if request:
        report["request"] = {"method": request.get("method")}
    runtime = (given.get("contexts") or {}).get("runtime")
    if runtime:
        report["contexts"] = {"runtime": runtime}
    values = (given.get("exception") or {}).get("values") or ()
    if values:
        report["exception"] = {"values": [_without_text(value) for value in values]}
    else:
        # Reports are grouped by what they say, and this one may not say it: so by the place it comes from.
        record = hint.get("log_record")
        place = f"{record.module}:{record.lineno}" if record is not None else "unknown"
        report["logentry"] = {"message": f"{given.get('logger', 'log')} at {place}"}
        report["fingerprint"] = [str(given.get("logger", "")), place]
    return report  # type: ignore[return-value]  # it is one, made member by member


def _without_text(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return an exception of a report with its class and its lines of code only."""
    frames = ((value.get("stacktrace") or {}).get("frames")) or ()
    mechanism = value.get("mechanism") or {}
    return {
        "type": value.get("type"),
        "module": value.get("module"),
        "mechanism": {name: mechanism[name] for name in ("type", "handled") if name in mechanism},
        "stacktrace": {"frames": [{name: frame[name] for name in _OF_FRAME if name in frame} for frame in frames]},
    }

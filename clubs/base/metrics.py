"""The instruments of the metrics: what every process counts about itself, and nothing about persons.

A label has few values, known beforehand: a queue, a view, a code. No label holds the id of a person or a table. The
numbers stand in the process's memory; `config.metrics` serves them, and docs/operations.md explains them.
"""

from collections.abc import Callable
from functools import wraps
from time import perf_counter
from typing import Final, ParamSpec, TypeVar

from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics

P = ParamSpec("P")
Result = TypeVar("Result")

# A time for each series, which the counting itself does not need.
disable_created_metrics()

_QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.08, 0.15, 0.3, 0.6, 1.0, 2.5, 10.0)
"""Seconds; 0.08 is the goal for a move until all have its frame (docs/development/benchmarks.md)."""
_PAGE: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_TASK: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0, 120.0, 600.0)

MOVE_SECONDS: Final = Histogram(
    "lelam_move_seconds",
    "Seconds from a command at a table until its events are appended, by who gave it: player or server.",
    ["by"],
    buckets=_QUICK,
)
REFUSALS: Final = Counter(
    "lelam_refusals",
    "Commands at tables that were refused, by the code of the refusal; of a failure, its class.",
    ["code"],
)
EVENTS: Final = Counter("lelam_events_appended", "Events appended to the log.")
ANSWER_SECONDS: Final = Histogram(
    "lelam_answer_seconds",
    "Seconds from a page's message on a socket until the next frame to that page.",
    ["page"],
    buckets=_QUICK,
)
SOCKETS: Final = Gauge("lelam_sockets_open", "Open sockets, by kind of page.", ["page"])
FRAMES: Final = Counter("lelam_frames", "Frames sent over sockets, by kind of page.", ["page"])
FRAME_BYTES: Final = Counter("lelam_frame_bytes", "Bytes of these frames before compression.", ["page"])
FRAGMENTS: Final = Counter(
    "lelam_fragments",
    "Fragments that all readers share, by part, and whether this process rendered them or got them of another.",
    ["part", "by"],
)
CLOSES: Final = Counter("lelam_socket_closes", "Sockets closed, by the code that the server or page gave.", ["code"])
REQUESTS: Final = Counter("lelam_http_requests", "Answered requests, by view and status.", ["view", "status"])
REQUEST_SECONDS: Final = Histogram(
    "lelam_http_request_seconds", "Seconds until the last byte of an answer, by view.", ["view"], buckets=_PAGE
)
TASKS: Final = Counter("lelam_tasks", "Finished tasks, by name and outcome.", ["task", "outcome"])
TASK_SECONDS: Final = Histogram("lelam_task_seconds", "Seconds that a task took, by name.", ["task"], buckets=_TASK)
MAILS: Final = Counter("lelam_mails", "Mails handed to the mail server, by outcome: sent or failed.", ["outcome"])
PUSHES: Final = Counter(
    "lelam_pushes", "Push messages, by the service's answer: taken, gone, later, refused.", ["outcome"]
)
# These begin at 0, so that the first failure is a rise.
for _outcome in ("sent", "failed"):
    MAILS.labels(_outcome)
for _outcome in ("taken", "gone", "later", "refused"):
    PUSHES.labels(_outcome)
for _code in (1001, 4404, 4429):
    CLOSES.labels(_code)


def measured_move(command: Callable[P, Result]) -> Callable[P, Result]:
    """Have a command at a table counted: its time if it is done, its code if it is refused."""

    @wraps(command)
    def measured(*arguments: P.args, **named: P.kwargs) -> Result:
        begun = perf_counter()
        try:
            result = command(*arguments, **named)
        except Exception as refusal:
            REFUSALS.labels(code_of(refusal)).inc()
            raise
        MOVE_SECONDS.labels("server" if named.get("player") is None else "player").observe(perf_counter() - begun)
        return result

    return measured


def code_of(failure: BaseException) -> str:
    """Return the code of a refusal; of another exception the name of its class."""
    code = getattr(failure, "code", None)
    return code if isinstance(code, str) and code else type(failure).__name__

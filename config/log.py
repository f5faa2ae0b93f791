"""The lines of the log: date, level, logger, message, and the id of the request, task or connection they belong to.

Lines of other libraries come out as our own do. No level writes cards, bodies of requests or the texts of exceptions,
which may quote both; secrets in paths are masked.
"""

import json
import logging
import re
from collections.abc import MutableMapping
from typing import Any, Final

import structlog
from django.conf import settings
from structlog.contextvars import merge_contextvars
from structlog.stdlib import ProcessorFormatter, add_log_level, add_logger_name
from structlog.typing import Processor

from clubs.base.masking import masked

Line = MutableMapping[str, Any]
_AMBIGUOUS: Final = re.compile(r'[\s"]')
# A terminal obeys these, and some of them begin a line; whoever reads the log is to see one line for one.
_CONTROLS: Final = dict.fromkeys([*range(9), *range(11, 32), *range(127, 160), 0x2028, 0x2029], "?")


class WithoutTrace(logging.Filter):
    """Leaves at most one line, without its traceback, of a refused page, such as of `PermissionDenied`.

    Anybody can cause it. The access log has the line; where that is off, Django's own stays.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a record is kept, with what is left of it."""
        if getattr(record, "status_code", 500) >= 500:
            return True
        record.exc_info = None
        return not settings.LELAM_ACCESS_LOG


def tell_failure(logger: Any, method: str, line: Line) -> Line:
    """Replace an exception by its traceback, which has neither its text nor local variables."""
    from clubs.base.isolation import trace_of

    failure = line.pop("exc_info", None)
    if isinstance(failure, tuple):
        failure = failure[1]
    if isinstance(failure, BaseException):
        line["exception"] = trace_of(failure)
    line.pop("stack_info", None)
    return line


def hide_secrets(logger: Any, method: str, line: Line) -> Line:
    """Mask secrets in paths."""
    line["event"] = masked(str(line.get("event", "")))
    return line


def render_line(logger: Any, method: str, line: Line) -> str:
    """Return a line for people: date, level, logger, message, and the rest as `key=value`; a traceback indented."""
    trace = line.pop("exception", "")
    head = f"{line.pop('timestamp')} {line.pop('level').upper()} {line.pop('logger')}: {line.pop('event')}"
    text = " ".join([head, *(f"{key}={_quoted(value)}" for key, value in line.items())])
    return (f"{text}\n{trace}" if trace else text).translate(_CONTROLS).replace("\n", "\n    ")


def _quoted(value: object) -> str:
    """Return a value, in quotes if it could be taken for more than one, such as a path with spaces."""
    text = str(value)
    return json.dumps(text, ensure_ascii=False) if _AMBIGUOUS.search(text) else text


_TASKS: Final = "celery.app.trace"
COMMON: Final[tuple[Processor, ...]] = (
    merge_contextvars,
    add_log_level,
    add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    hide_secrets,
    tell_failure,
)
RENDERERS: Final[dict[str, Processor]] = {
    "line": render_line,
    "json": structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
}


class Formatter(ProcessorFormatter):
    """Formats every record of the log, of structlog and of others.

    Args:
        shape: A key of `RENDERERS`.
    """

    def __init__(self, shape: str) -> None:
        super().__init__(
            processors=[ProcessorFormatter.remove_processors_meta, RENDERERS[shape]], foreign_pre_chain=COMMON
        )

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record; that of a failed task names the exception instead of quoting it."""
        if record.name == _TASKS and isinstance(record.args, dict):
            failure = record.exc_info[1] if record.exc_info else None
            hidden = {"exc": type(failure).__name__, "args": "…", "kwargs": "…", "return_value": "…", "traceback": "…"}
            record = logging.makeLogRecord({**record.__dict__, "args": {**record.args, **hidden}})
        return super().format(record)


def configure() -> None:
    """Have structlog write through the standard library's logging, so that its levels count for both."""
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *COMMON, ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )

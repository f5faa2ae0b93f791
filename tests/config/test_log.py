"""Lines of the log: date, level, logger, ids, and neither texts of exceptions nor secrets of paths."""

import json
import logging
import re
import sys

import pytest
import structlog
from django.db import OperationalError
from django.test import override_settings
from structlog.contextvars import bound_contextvars, get_contextvars

from clubs.base.threads import in_thread
from config.log import Formatter, WithoutTrace
from config.parts import Log


def record(message: str, *args: object, name: str = "some.package", failure: BaseException | None = None, **more):
    info = (type(failure), failure, failure.__traceback__) if failure is not None else None
    made = logging.LogRecord(name, logging.ERROR, "", 1, message, args, info)
    made.__dict__.update(more)
    return made


def raised(failure: BaseException) -> BaseException:
    hand = "SJ H9"
    try:
        raise failure
    except type(failure):
        assert hand
        return sys.exc_info()[1]


def test_a_line_for_programs_has_date_level_logger_and_the_id_of_its_request():
    with bound_contextvars(request_id="abcdefgh"):
        line = json.loads(Formatter("json").format(record("A group could not be told: %s", "TimeoutError")))

    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z", line.pop("timestamp"))
    assert line == {
        "event": "A group could not be told: TimeoutError",
        "level": "error",
        "logger": "some.package",
        "request_id": "abcdefgh",
    }


def test_a_line_for_people_has_the_same():
    with bound_contextvars(task_id="t-1"):
        line = Formatter("line").format(record("late"))

    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\S+Z ERROR some\.package: late task_id=t-1", line)


def test_no_value_of_a_line_can_be_taken_for_two():
    with bound_contextvars(path='/x status=200 account="account"'):
        line = Formatter("line").format(record("request"))

    assert line.partition(": request ")[2] == r'path="/x status=200 account=\"account\""'


def test_what_a_terminal_obeys_is_in_no_line():
    line = Formatter("line").format(record("Not Found: %s", "/a\r2026 INFO root: forged\x1b[2K\u2028\x9b1m\nnext"))

    assert line.endswith("Not Found: /a?2026 INFO root: forged?[2K??1m\n    next")


@pytest.mark.parametrize("shape", ["line", "json"])
def test_a_traceback_has_neither_the_text_of_its_exception_nor_a_variable(shape):
    failure = raised(ValueError("SJ is not H9 of anna@example.org"))

    text = Formatter(shape).format(record("It failed", failure=failure))

    assert "in raised" in text
    assert "ValueError" in text
    for secret in ("H9", "anna@example.org", "hand"):
        assert secret not in text.replace("hand = ", "")


def test_a_server_that_is_away_says_so_in_the_log():
    failure = raised(OperationalError("connection refused\nCONTEXT: SJ"))

    text = Formatter("line").format(record("It failed", failure=failure))

    assert "django.db.utils.OperationalError: connection refused" in text
    assert "CONTEXT" not in text


def test_a_failed_task_is_named_by_the_class_of_its_exception():
    failure = raised(ValueError("SJ of anna@example.org"))
    context = {"name": "games.tasks.advance_table", "id": "7", "description": "raised unexpected", "exc": repr(failure)}
    made = record("Task %(name)s[%(id)s] %(description)s: %(exc)s", context, name="celery.app.trace", failure=failure)

    text = Formatter("json").format(made)

    assert "Task games.tasks.advance_table[7] raised unexpected: ValueError" in text
    assert "anna@example.org" not in text


def test_a_secret_in_a_path_is_masked_whoever_logs_it():
    text = Formatter("line").format(record("Internal Server Error: %s", "/join/s3cr3t/", name="django.request"))

    assert text.endswith("django.request: Internal Server Error: /join/***/")


def test_a_refused_page_is_left_to_the_access_log():
    refused, broken = record("Not Found: /x", status_code=404), record("Internal Server Error: /x", status_code=500)

    with override_settings(LELAM_ACCESS_LOG=True):
        assert not WithoutTrace().filter(refused)
        assert WithoutTrace().filter(broken)
    with override_settings(LELAM_ACCESS_LOG=False):
        assert WithoutTrace().filter(refused)


def test_the_log_of_several_processes_keeps_lines_for_programs_whole(capsys):
    log = Log()
    log("web-2", Formatter("json").format(record("late")))
    log("web-2", Formatter("line").format(record("late")))

    first, second = capsys.readouterr().out.splitlines()
    assert (json.loads(first)["process"], json.loads(first)["event"]) == ("web-2", "late")
    assert second.startswith("web-2    | 20")


async def test_what_is_done_in_a_thread_belongs_to_its_connection(servers):
    with bound_contextvars(connection_id="abcdefgh"):
        assert await in_thread(get_contextvars) == {"connection_id": "abcdefgh"}


def test_lines_of_structlog_and_of_the_standard_library_look_alike(capsys):
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(Formatter("json"))
    own = logging.getLogger("lelam.trial")
    own.addHandler(handler)
    own.propagate = False
    own.setLevel(logging.INFO)
    try:
        structlog.get_logger("lelam.trial").info("sent", mails=2)
        structlog.get_logger("lelam.trial").debug("not this")
        own.info("sent")
    finally:
        own.removeHandler(handler)

    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first.pop("mails") == 2
    first.pop("timestamp"), second.pop("timestamp")
    assert first == second == {"event": "sent", "level": "info", "logger": "lelam.trial"}

"""Reports of errors: what is sent names the fault, and holds nothing that was planted."""

import json
import re
import subprocess
import sys

import pytest

from tests.config.broken import ADDRESS, CARD, NETWORK, TOKEN
from tests.servers import ROOT, program_environment


@pytest.fixture
def sent(db) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.config.broken"],
        cwd=ROOT,
        env=program_environment(LELAM_LOG_LEVEL="ERROR"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not [secret for secret in (CARD, TOKEN) if secret in done.stderr], "the log is as careful"
    return done.stdout


def events(sent: str) -> list[dict]:
    lines = [json.loads(line) for line in sent.splitlines() if line]
    return [line for line in lines if "event_id" in line and "platform" in line]


def test_no_secret_is_in_an_envelope(sent):
    assert [secret for secret in (CARD, ADDRESS, TOKEN, NETWORK, "S3CR3T", "s3cr3t") if secret in sent] == []


def test_a_report_names_the_fault_and_its_place(sent):
    page, task, *lines = events(sent)

    (failure,) = page["exception"]["values"]
    frame = failure["stacktrace"]["frames"][-1]
    assert (failure["type"], frame["function"]) == ("ValueError", "broken")
    assert set(failure) <= {"type", "module", "mechanism", "stacktrace"}
    assert "vars" not in frame
    assert page["request"] == {"method": "POST"}
    assert re.fullmatch("[0-9a-f]{16}", page["tags"]["request_id"])
    assert page["transaction"] == "/join/***/"
    assert task["exception"]["values"][0]["type"] == "KeyError"
    assert task["transaction"] == "tests.broken"
    assert [line["logentry"]["message"].partition(" at ")[0] for line in lines] == ["some.package", "other.package"]
    for event in events(sent):
        assert not {"breadcrumbs", "user", "extra", "modules"} & set(event)


@pytest.mark.parametrize(("address", "is_loaded"), [("", False), ("https://key@reports.example.org/1", True)])
def test_the_library_is_loaded_only_with_an_address(servers, address, is_loaded):
    program = "import django, sys; django.setup(); print('sentry_sdk' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=program_environment(SENTRY_DSN=address),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == str(is_loaded)

"""`manage.py audit_records` as a program: no database, no server, no settings."""

import contextlib
import json
import os
import pty
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from tests.engine.records import sample

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, str(ROOT / "manage.py"), "audit_records"]

GOOD = json.dumps(sample()).encode()
UNFINISHED = json.dumps({**sample(), "hands": [{**sample()["hands"][0], "actions": []}]}).encode()
LINES = [GOOD, b"{", b"", UNFINISHED, GOOD, b'{"format": NaN}', GOOD]
WORDS = ["clean", "malformed", "malformed", "incomplete", "clean", "malformed", "clean"]


def audit(*arguments: str, lines: bytes | None = None, **settings: object) -> subprocess.CompletedProcess[bytes]:
    """Run the command somewhere else, with nothing in its environment."""
    bare = {"PATH": os.environ["PATH"]}
    return subprocess.run([*COMMAND, *arguments], input=lines, capture_output=True, env=bare, check=False, **settings)  # type: ignore[call-overload,no-any-return]


def words(output: bytes) -> list[str]:
    """Return the verdicts' words."""
    return [json.loads(line)["verdict"] for line in output.splitlines()]


def test_verdicts_come_in_the_order_of_the_lines_and_nothing_else_is_said(tmp_path: Path) -> None:
    """From standard input to standard output, from anywhere; exit status 0 whatever the verdicts."""
    done = audit(lines=b"\n".join(LINES) + b"\n", cwd=tmp_path)

    assert words(done.stdout) == WORDS
    assert (done.returncode, done.stderr) == (0, b"")


def test_files_and_processes_change_nothing(tmp_path: Path) -> None:
    """--input, --output, --jobs."""
    source, sink = tmp_path / "records.jsonl", tmp_path / "verdicts.jsonl"
    source.write_bytes(b"\n".join(LINES * 20))

    done = audit("--input", str(source), "--output", str(sink), "--jobs", "2")

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert words(sink.read_bytes()) == WORDS * 20


@pytest.mark.parametrize(
    "arguments",
    [
        ["--input", "missing.jsonl"],
        pytest.param(["--input", "."], marks=pytest.mark.whole),
        pytest.param(["--output", "missing/verdicts.jsonl"], marks=pytest.mark.whole),
        ["--jobs", "0"],
        pytest.param(["--jobs", "x"], marks=pytest.mark.whole),
    ],
    ids=["no such file", "a folder", "nowhere to write", "no processes", "processes no number"],
)
def test_what_cannot_be_read_as_a_whole_is_status_2(tmp_path: Path, arguments: list[str]) -> None:
    """One clear line, no traceback."""
    done = audit(*arguments, lines=GOOD, cwd=tmp_path)

    assert done.returncode == 2
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr
    assert done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_verdicts_that_cannot_be_written_are_status_2_in_one_line(tmp_path: Path) -> None:
    """Full when the first verdict is written, and again when the file is closed."""
    done = audit("--output", "/dev/full", lines=GOOD)

    assert done.returncode == 2
    assert done.stderr.decode() == "CommandError: Stopped: [Errno 28] No space left on device\n"


@pytest.mark.parametrize(("closed", "name"), [("<&-", "input"), (">&-", "output")])
def test_without_a_standard_stream_the_command_says_so(closed: str, name: str) -> None:
    """Exit status 2."""
    done = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", *COMMAND], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )

    assert (done.returncode, done.stderr.decode()) == (2, f"CommandError: There is no standard {name}.\n")


def test_the_input_is_never_overwritten(tmp_path: Path) -> None:
    """Input and output the same file."""
    source = tmp_path / "records.jsonl"
    source.write_bytes(GOOD)

    done = audit("--input", str(source), "--output", str(source))

    assert done.returncode == 2
    assert source.read_bytes() == GOOD


def test_each_verdict_is_out_before_the_next_line_is_in() -> None:
    """It streams: a club can type one record after the other."""
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for line, word in zip(LINES, WORDS, strict=True):
            running.stdin.write(line + b"\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["verdict"] == word
        running.stdin.close()
        assert running.wait() == 0


def test_a_reader_that_goes_away_is_no_disaster(tmp_path: Path) -> None:
    """As with `| head -1`."""
    source = tmp_path / "records.jsonl"
    source.write_bytes((GOOD + b"\n") * 2000)
    with subprocess.Popen(
        [*COMMAND, "--input", str(source)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert json.loads(running.stdout.readline())["verdict"] == "clean"
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 0


def test_the_progress_bar_is_for_a_terminal(tmp_path: Path) -> None:
    """On standard error, and only there."""
    source = tmp_path / "records.jsonl"
    source.write_bytes((GOOD + b"\n") * 3)
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    done = subprocess.run([*COMMAND, "--input", str(source)], stdout=subprocess.PIPE, stderr=theirs, check=True)
    os.close(theirs)

    assert words(done.stdout) == ["clean"] * 3
    shown = b""
    with contextlib.suppress(OSError):  # a terminal that nobody writes to any more ends so
        while chunk := os.read(ours, 4096):
            shown += chunk
    os.close(ours)
    assert b"Auditing" in shown

"""`manage.py audit_records`: judge hand records, JSON Lines in, one verdict a line out. Needs no database."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from engine.lines import audit_lines, read_lines

UNREADABLE = 2


def _jobs(text: str) -> int:
    """Return a number of processes."""
    try:
        jobs = int(text)
    except ValueError:
        jobs = 0
    if jobs < 1:
        raise ArgumentTypeError("a whole number from 1")
    return jobs


class Command(BaseCommand):
    """Reads records, writes verdicts."""

    help = "Judge hand records (lelam-record/1): JSON Lines in, one verdict a line out, in the same order."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--input", metavar="FILE", help="the records (default: standard input)")
        parser.add_argument("--output", metavar="FILE", help="the verdicts (default: standard output)")
        parser.add_argument("--jobs", metavar="N", type=_jobs, default=1, help="how many processes judge (default: 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Judge every line; the exit status does not depend on the verdicts.

        Raises:
            CommandError: The input cannot be read or the output not written.
        """
        try:
            # Closing a file that took no more verdicts fails once more, so that too is inside.
            with ExitStack() as stack:
                source = self._source(options["input"], stack)
                sink = self._sink(options["output"], options["input"], stack)
                for verdict in audit_lines(self._lines(source, stack), options["jobs"]):
                    sink.write(verdict)
                    sink.flush()
        except BrokenPipeError:
            # Whoever read the verdicts has seen enough. Closing the pipe would complain again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except OSError as fault:
            raise CommandError(f"Stopped: {fault}", returncode=UNREADABLE) from fault

    def _source(self, path: str | None, stack: ExitStack) -> BinaryIO:
        """Return the input, open for reading."""
        if path is None or path == "-":
            return self._standard(sys.stdin, "input")
        try:
            return stack.enter_context(Path(path).open("rb"))
        except OSError as fault:
            raise CommandError(f"Cannot read {path}: {fault.strerror}", returncode=UNREADABLE) from fault

    def _standard(self, stream: TextIO | None, name: str) -> BinaryIO:
        """Return the bytes of a standard stream, which a program started without it has not."""
        if stream is None:
            raise CommandError(f"There is no standard {name}.", returncode=UNREADABLE)
        return stream.buffer

    def _sink(self, path: str | None, source_path: str | None, stack: ExitStack) -> BinaryIO:
        """Return the output, open for writing; never the input itself, which opening would empty."""
        if path is None or path == "-":
            return self._standard(sys.stdout, "output")
        try:
            if source_path and Path(path).exists() and Path(path).samefile(source_path):
                raise CommandError("Input and output are the same file.", returncode=UNREADABLE)
            return stack.enter_context(Path(path).open("wb"))
        except OSError as fault:
            raise CommandError(f"Cannot write {path}: {fault.strerror}", returncode=UNREADABLE) from fault

    def _lines(self, source: BinaryIO, stack: ExitStack) -> Iterator[bytes]:
        """Yield the input's lines, with a progress bar on a terminal."""
        try:
            size = os.fstat(source.fileno()).st_size or None
        except OSError:
            size = None
        # The bar's own watching thread is of no use here.
        tqdm.monitor_interval = 0
        bar = stack.enter_context(tqdm(total=size, unit="B", unit_scale=True, desc="Auditing", disable=None))
        for line in read_lines(source):
            yield line
            bar.update(len(line))

"""The base of management commands that write JSON Lines, and of those that answer them line by line, in order."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from engine.lines import answer_lines, read_lines

UNREADABLE = 2
"""The exit status when the input cannot be read or the output not written."""


def _jobs(text: str) -> int:
    """Return a number of processes."""
    try:
        jobs = int(text)
    except ValueError:
        jobs = 0
    if jobs < 1:
        raise ArgumentTypeError("a whole number from 1")
    return jobs


class OutputCommand(BaseCommand):
    """Writes lines to a file or standard output.

    Attributes:
        doing: The word beside the progress bar on a terminal.
    """

    doing = ""
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--output", metavar="FILE", help="where the lines go (default: standard output)")

    def write_all(self, begin: Callable[[ExitStack], Iterable[bytes]], options: dict[str, Any]) -> None:
        """Write all lines.

        Args:
            begin: Opens what it needs, and returns the lines; before the output is opened.
            options: As `handle` gets them.

        Raises:
            CommandError: The input cannot be read or the output not written.
        """
        try:
            # Closing a file that took no more lines fails once more, so that too is inside.
            with ExitStack() as stack:
                lines = begin(stack)
                sink = self._sink(options["output"], options.get("input"), stack)
                for line in lines:
                    sink.write(line)
                    sink.flush()
        except BrokenPipeError:
            # The reader has seen enough. Closing the pipe would complain again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except OSError as fault:
            raise CommandError(f"Stopped: {fault}", returncode=UNREADABLE) from fault

    def progress(self, stack: ExitStack, **settings: Any) -> "tqdm[Any]":
        """Return a progress bar, which is shown on a terminal only."""
        # The bar's own watching thread is of no use here.
        tqdm.monitor_interval = 0
        return stack.enter_context(tqdm(desc=self.doing, disable=None, **settings))

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


class LinesCommand(OutputCommand):
    """Reads lines from a file or standard input, writes the answers to a file or standard output."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--input", metavar="FILE", help="the lines to be answered (default: standard input)")
        super().add_arguments(parser)
        parser.add_argument("--jobs", metavar="N", type=_jobs, default=1, help="how many processes answer (default: 1)")

    def answer_all(self, answer: Callable[[bytes], bytes], options: dict[str, Any]) -> None:
        """Answer every line; the exit status does not depend on the answers.

        Args:
            answer: Answers one line; a function of a module, so that other processes find it.
            options: As `handle` gets them.

        Raises:
            CommandError: The input cannot be read or the output not written.
        """

        def begin(stack: ExitStack) -> Iterator[bytes]:
            source = self._source(options["input"], stack)
            return answer_lines(answer, self._lines(source, stack), options["jobs"])

        self.write_all(begin, options)

    def _source(self, path: str | None, stack: ExitStack) -> BinaryIO:
        """Return the input, open for reading."""
        if path is None or path == "-":
            return self._standard(sys.stdin, "input")
        try:
            return stack.enter_context(Path(path).open("rb"))
        except OSError as fault:
            raise CommandError(f"Cannot read {path}: {fault.strerror}", returncode=UNREADABLE) from fault

    def _lines(self, source: BinaryIO, stack: ExitStack) -> Iterator[bytes]:
        """Yield the input's lines, with a progress bar on a terminal."""
        try:
            size = os.fstat(source.fileno()).st_size or None
        except OSError:
            size = None
        bar = self.progress(stack, total=size, unit="B", unit_scale=True)
        for line in read_lines(source):
            yield line
            bar.update(len(line))

"""Answering JSON Lines of any length, such as records with verdicts: one answer a line, in the same order.

A line is what stands before a line feed. Every line gets an answer, a blank one too (it is no record), so
that line and answer keep the same number; only a line feed at the very end begins no line. Memory stays
bounded, whatever the length of the input: lines are read one by one, and with several processes a few batches
are under way at a time.
"""

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import BinaryIO

from engine.audit import Verdict, audit_text, encode_verdict

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes in a line that is still read: a record of some twenty thousand hands."""

_BATCH_LINES = 64
_BATCH_BYTES = 1024 * 1024
_BATCHES_A_PROCESS = 2


def read_lines(source: BinaryIO, longest: int = LONGEST_LINE) -> Iterator[bytes]:
    """Yield the lines of a file, each with its line feed.

    Of a line of more than `longest` bytes only the first `longest` + 1 are kept, which is enough to see that
    it is too long.
    """
    while line := source.readline(longest + 1):
        yield line
        while len(line) > longest and not line.endswith(b"\n"):
            line = source.readline(longest + 1)


def audit_line(line: bytes, longest: int = LONGEST_LINE) -> bytes:
    """Return the verdict on one line, as a line of JSON with its line feed."""
    if len(line) > longest and not line.endswith(b"\n"):
        verdict = Verdict("malformed", error=f"the line is longer than {longest} bytes", at="")
    else:
        verdict = audit_text(line)
    return encode_verdict(verdict) + b"\n"


def audit_lines(lines: Iterable[bytes], jobs: int = 1) -> Iterator[bytes]:
    """Yield the verdict on every line, in order; see `answer_lines`."""
    return answer_lines(audit_line, lines, jobs)


def answer_lines(answer: Callable[[bytes], bytes], lines: Iterable[bytes], jobs: int = 1) -> Iterator[bytes]:
    """Yield the answer to every line, in order.

    Args:
        answer: Answers one line; a function of a module, so that other processes find it.
        lines: As `read_lines` gives them.
        jobs: The number of processes that answer; with one, none is started.
    """
    if jobs == 1:
        yield from map(answer, lines)
        return
    # Spawned, not forked: a worker inherits neither threads nor connections of whoever calls this.
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        running: deque[Future[list[bytes]]] = deque()
        try:
            for batch in _batches(lines):
                running.append(pool.submit(_answer_batch, answer, batch))
                if len(running) > jobs * _BATCHES_A_PROCESS:
                    yield from running.popleft().result()
            while running:
                yield from running.popleft().result()
        finally:
            for future in running:
                future.cancel()


def _answer_batch(answer: Callable[[bytes], bytes], lines: list[bytes]) -> list[bytes]:
    """Return the answers to some lines."""
    return [answer(line) for line in lines]


def _batches(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Yield the lines in lists of bounded length and size."""
    batch: list[bytes] = []
    size = 0
    for line in lines:
        batch.append(line)
        size += len(line)
        if len(batch) == _BATCH_LINES or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch

"""Subjects whose files have any length: read as a stream, in turns, each entry taken in wholly or not at all."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final

from clubs.exchange.report import MAX_MESSAGES, LineMessage, Report
from clubs.models import Club, Player

TURN_SECONDS: Final = 60.0
"""The length of a turn of the worker, after which other files have theirs."""


class TakenOverError(Exception):
    """Another worker has the file now: what this one was about to write must not stay."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of the officer about a file.

    Attributes:
        name: Its name in code.
        label: Its label on the form.
        options: The values with their labels; the first is the default.
    """

    name: str
    label: Any
    options: tuple[tuple[str, Any], ...]


@dataclass(slots=True)
class StreamJob:
    """A turn of work on a file.

    Attributes:
        club: The club.
        by: The officer; None for the operator of the server.
        source: The file, at `offset`.
        is_dry: Nothing is to change.
        choices: What the officer chose.
        report: What came of the lines so far.
        offset: The bytes done.
        line: The lines done.
        seen: Ids of the entries of a dry run, 16 bytes each, so that an entry that stands twice counts once.
        keep: Stores how far it is; called in each transaction that writes entries, which fails if another worker has
            the file (`TakenOverError`).
        tell: Shows how far it is; called every few seconds.
        is_over: Tells whether the turn is over.
    """

    club: Club
    by: Player | None
    source: BinaryIO
    is_dry: bool
    choices: Mapping[str, str] = field(default_factory=dict)
    report: Report = field(default_factory=Report)
    offset: int = 0
    line: int = 0
    seen: set[bytes] = field(default_factory=set)
    keep: "Callable[[StreamJob], None]" = lambda job: None
    tell: "Callable[[StreamJob], None]" = lambda job: None
    is_over: Callable[[], bool] = lambda: False

    def fault(self, text: str, line: int, column: str = "") -> None:
        """Note an error of a line."""
        report = self.report
        if len(report.faults) < MAX_MESSAGES:
            report.faults += (LineMessage(line, column, text),)
        else:
            report.more_faults += 1

    def remark(self, text: str, line: int, column: str = "") -> None:
        """Note a warning about a line."""
        report = self.report
        if len(report.remarks) < MAX_MESSAGES:
            report.remarks += (LineMessage(line, column, text),)
        else:
            report.more_remarks += 1

    def make(self, text: str, line: int) -> None:
        """Note that the entry of a line is new, in words."""
        report = self.report
        report.made += 1
        if len(report.deeds) < MAX_MESSAGES:
            report.deeds += (LineMessage(line, "", text),)
        else:
            report.more_deeds += 1

    def add(self, amount: str, number: int) -> None:
        """Add to an amount of the subject, such as the hands of its games."""
        self.report.amounts[amount] = self.report.amounts.get(amount, 0) + number


@dataclass(frozen=True, slots=True)
class Streaming:
    """How the files of a subject are read as a stream.

    Attributes:
        work: Does a turn: reads from `StreamJob.source` until the end, or until the turn is over. Returns whether it
            came to the end.
        accept: The types of files, for the form.
        choices: What the officer chooses.
        amounts: The amounts in its reports with their labels, beside the entries.
        selection: The name of the page on which an export is selected.
    """

    work: Callable[[StreamJob], bool]
    accept: str
    choices: tuple[Choice, ...] = ()
    amounts: tuple[tuple[str, Any], ...] = ()
    selection: str = ""

    def chosen(self, values: Mapping[str, str]) -> dict[str, str]:
        """Return a value for each choice: the given one if there is such an option, else the default."""
        chosen = {}
        for choice in self.choices:
            known = [value for value, _label in choice.options]
            given = values.get(choice.name, "")
            chosen[choice.name] = given if given in known else known[0]
        return chosen


def turn_over(seconds: float) -> Callable[[], bool]:
    """Return a function that tells whether so many seconds have gone by since now."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end

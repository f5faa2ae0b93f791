"""The subjects of import and export: each app registers its own in a module `files`."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from django.utils.module_loading import autodiscover_modules

from clubs.exchange.reading import ImportLine
from clubs.exchange.report import LineMessage
from clubs.exchange.streams import Streaming
from clubs.models import Club, Player


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a file.

    Attributes:
        name: Its name, in every language.
        about: Its description.
        examples: Its cells in the example file, a text per entry.
        required: A file has to have it.
        told: It is only exported; an imported file may have it, and it is ignored.
    """

    name: str
    about: Any
    examples: tuple[str, ...]
    required: bool = False
    told: bool = False


Tell = Callable[[int], None]
"""Called with how many entries are done."""


@dataclass(slots=True)
class Plan:
    """The plan of an import.

    Attributes:
        carry: Does it; called in a transaction, unless the subject is done entry by entry. Returns faults that only
            doing it showed: with any, nothing of it stays.
        made: The number of new entries.
        changed: The number of entries that change something.
        left: The number of entries that change nothing.
        deeds: The changes in words.
        faults: The faults, which block the import.
        remarks: The warnings.
    """

    carry: Callable[[Tell], list[LineMessage]]
    made: int = 0
    changed: int = 0
    left: int = 0
    deeds: list[LineMessage] = field(default_factory=list)
    faults: list[LineMessage] = field(default_factory=list)
    remarks: list[LineMessage] = field(default_factory=list)

    def make(self, line: int, text: str) -> None:
        """Record that the entry of a line is new, and its effect in words."""
        self.made += 1
        self.deeds.append(LineMessage(line, "", text))

    def change(self, line: int, text: str) -> None:
        """Record that the entry of a line changes something, and the change in words."""
        self.changed += 1
        self.deeds.append(LineMessage(line, "", text))


Planner = Callable[[Club, Player, list[ImportLine]], Plan]
"""Makes the plan of a file; the plan of a file already imported changes nothing."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject of import and export.

    Attributes:
        name: Its name in code and addresses.
        title: Its title on pages.
        about: The description of its file, and of the matching of entries with rows.
        columns: Its columns, in their order; none where the file is read as a stream.
        plan: Makes the plan of a file; None where the file is read as a stream.
        rows: Returns the exported rows: texts, numbers and None by column; None where a page of its own exports it.
        needs: The permission needed besides that of importing files.
        whole: It is done in one transaction; else entry by entry, each wholly or not at all.
        place: Its place in the order: dependencies come first.
        stream: How its files are read as a stream. Then errors in some entries do not block the others.
    """

    name: str
    title: Any
    about: Any
    columns: tuple[Column, ...]
    plan: Planner | None
    rows: Callable[[Club], Iterable[Mapping[str, object]]] | None
    needs: tuple[str, ...]
    whole: bool = True
    place: int = 0
    stream: Streaming | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    @property
    def required(self) -> tuple[str, ...]:
        """The required columns."""
        return tuple(column.name for column in self.columns if column.required)

    def described(self) -> list[tuple[list[Column], Any]]:
        """Return the columns with their descriptions; adjacent columns with the same description together."""
        found: list[tuple[list[Column], Any]] = []
        for column in self.columns:
            if found and str(found[-1][1]) == str(column.about) and found[-1][0][-1].required == column.required:
                found[-1][0].append(column)
            else:
                found.append(([column], column.about))
        return found

    def example(self) -> list[dict[str, str]]:
        """Return the entries of the example file."""
        count = max(len(column.examples) for column in self.columns)
        return [
            {column.name: column.examples[place] if place < len(column.examples) else "" for column in self.columns}
            for place in range(count)
        ]


_SUBJECTS: Final[dict[str, Subject]] = {}


def offer(subject: Subject) -> None:
    """Register a subject; called by an app's module `files`."""
    _SUBJECTS[subject.name] = subject


def subjects() -> Mapping[str, Subject]:
    """Return all subjects by name, in their order."""
    _load()
    return dict(sorted(_SUBJECTS.items(), key=lambda item: item[1].place))


def tables() -> Mapping[str, Subject]:
    """Return the subjects whose files have columns."""
    return {name: subject for name, subject in subjects().items() if subject.stream is None}


def streams() -> Mapping[str, Subject]:
    """Return the subjects whose files are read as a stream."""
    return {name: subject for name, subject in subjects().items() if subject.stream is not None}


@cache
def _load() -> None:
    autodiscover_modules("files")

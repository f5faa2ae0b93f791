"""What can be taken in and given out: members, teams, results. Each app brings its own in a module `exchanged`."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from django.utils.module_loading import autodiscover_modules

from clubs.exchange.reading import Line
from clubs.exchange.report import Said
from clubs.models import Club, Player


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a file.

    Attributes:
        name: What it is called, in every language.
        about: What stands in it.
        examples: What stands in it in the file that shows how, a text an entry.
        required: A file has to have it.
        told: It is only given out; a file that is taken in may have it, and nobody looks.
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
    """What a file would come to.

    Attributes:
        carry: Does it; called in a transaction, unless the subject is done entry by entry. Returns faults that only
            doing it showed: with any, nothing of it stays.
        made: How many entries are new.
        changed: How many change what is there.
        left: How many leave all as it is.
        deeds: What comes of the new ones and the changes, in words.
        faults: What has to be mended first.
        remarks: What is worth knowing.
    """

    carry: Callable[[Tell], list[Said]]
    made: int = 0
    changed: int = 0
    left: int = 0
    deeds: list[Said] = field(default_factory=list)
    faults: list[Said] = field(default_factory=list)
    remarks: list[Said] = field(default_factory=list)

    def make(self, line: int, text: str) -> None:
        """Note that the entry of a line is new, and what comes of it."""
        self.made += 1
        self.deeds.append(Said(line, "", text))

    def change(self, line: int, text: str) -> None:
        """Note that the entry of a line changes what is there, and how."""
        self.changed += 1
        self.deeds.append(Said(line, "", text))


Planner = Callable[[Club, Player, list[Line]], Plan]
"""Makes the plan of a file; the plan of a file that has been carried out leaves all as it is."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that clubs take in and give out.

    Attributes:
        name: What code and addresses call it.
        title: What pages call it.
        about: What a file of it is, and how entries find what is there.
        columns: Its columns, in their order.
        plan: Makes the plan of a file.
        rows: Returns what is given out: texts, numbers and None by column.
        needs: What an officer has to be allowed besides taking in files.
        whole: It is done in one transaction; else entry by entry, each wholly or not at all.
        place: Its place among the others: what others need comes first.
    """

    name: str
    title: Any
    about: Any
    columns: tuple[Column, ...]
    plan: Planner
    rows: Callable[[Club], Iterable[Mapping[str, object]]]
    needs: tuple[str, ...]
    whole: bool = True
    place: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    @property
    def required(self) -> tuple[str, ...]:
        """The columns that a file has to have."""
        return tuple(column.name for column in self.columns if column.required)

    def described(self) -> list[tuple[list[Column], Any]]:
        """Return the columns with what stands in them; those next to each other of which the same is said, together."""
        found: list[tuple[list[Column], Any]] = []
        for column in self.columns:
            if found and str(found[-1][1]) == str(column.about) and found[-1][0][-1].required == column.required:
                found[-1][0].append(column)
            else:
                found.append(([column], column.about))
        return found

    def example(self) -> list[dict[str, str]]:
        """Return the entries of the file that shows how."""
        count = max(len(column.examples) for column in self.columns)
        return [
            {column.name: column.examples[place] if place < len(column.examples) else "" for column in self.columns}
            for place in range(count)
        ]


_SUBJECTS: Final[dict[str, Subject]] = {}


def offer(subject: Subject) -> None:
    """Take in a subject; called by an app's module `exchanged`."""
    _SUBJECTS[subject.name] = subject


def subjects() -> Mapping[str, Subject]:
    """Return all subjects by name, in their order."""
    _load()
    return dict(sorted(_SUBJECTS.items(), key=lambda item: item[1].place))


@cache
def _load() -> None:
    autodiscover_modules("exchanged")

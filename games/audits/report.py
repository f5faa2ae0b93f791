"""The report of an audit as frozen values, its canonical JSON and its digest. Pure.

A report names seats, numbers, cards and codes; never a person, and never what a person wrote. So it can be kept for
good, and made again it has the same digest, whoever was erased since.
"""

import hashlib
from typing import Any, Final, Literal, get_args

import msgspec

FORMAT: Final = "lelam-audit/1"
Severity = Literal["fault", "notice", "unknown"]
"""What contradicts the rules or the log; what is regular and worth knowing; what could not be looked at."""
SEVERITIES: Final[tuple[Severity, ...]] = get_args(Severity)
Verdict = Literal["clean", "findings", "incomplete"]
SECTION_NAMES: Final = (
    "chain", "deal", "legality", "tricks", "score", "stakes", "time", "sight", "conventions", "irregularities",
    "partly", "unknown",
)  # fmt: skip
"""The sections of a report, in their order."""
NEVER_KNOWN: Final = frozenset({
    "connections", "who-held-the-phone", "words-beside", "intention", "table-not-seen", "times-of-play",
    "words-at-table", "dealt-by-hand", "no-clock",
})  # fmt: skip
"""What no audit of such a game can know: it makes no report incomplete."""


class Fact(msgspec.Struct, frozen=True):
    """Something that was looked at, as it is.

    Attributes:
        code: What it is.
        step: The step of the hand's history; None for the whole hand.
        rule: The rule that it keeps, where one is meant; empty without.
        members: Numbers, seats, cards, codes and ids.
    """

    code: str
    step: int | None = None
    rule: str = ""
    members: dict[str, Any] = {}


class Finding(msgspec.Struct, frozen=True):
    """Something that was found. As `Fact`, with its severity; the rule is the one that was broken."""

    code: str
    severity: Severity
    step: int | None = None
    rule: str = ""
    members: dict[str, Any] = {}


class Section(msgspec.Struct, frozen=True):
    """A part of a report.

    Attributes:
        name: Its name, one of `SECTION_NAMES`.
        applies: There was something to look at in this game; otherwise the rest is empty.
        looked_at: What was looked at.
        findings: What was found, and with `unknown` what could not be looked at.
    """

    name: str
    applies: bool = True
    looked_at: tuple[Fact, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def found(self) -> tuple[Finding, ...]:
        """The faults and notices."""
        return tuple(each for each in self.findings if each.severity != "unknown")

    @property
    def unknown(self) -> tuple[Finding, ...]:
        """What could not be looked at."""
        return tuple(each for each in self.findings if each.severity == "unknown")


class Report(msgspec.Struct, frozen=True):
    """The audit of a hand.

    Attributes:
        format: `lelam-audit/1`.
        game: The id of the table's or the sheet's stream.
        kind: `table` or `sheet`.
        hand: The number of the hand.
        through: The version of the stream up to which it was read.
        rules: The id of the rule set.
        engine: The version of the rules by which the game is played.
        sections: In the order of `SECTION_NAMES`.
    """

    format: str
    game: str
    kind: str
    hand: int
    through: int
    rules: str
    engine: int
    sections: tuple[Section, ...]

    @property
    def found(self) -> tuple[Finding, ...]:
        """The faults and notices of all sections, in order."""
        return tuple(each for section in self.sections for each in section.found)

    @property
    def verdict(self) -> Verdict:
        """`findings`; else `incomplete` where something of this hand could not be looked at; else `clean`."""
        if self.found:
            return "findings"
        unknown = (each.code for section in self.sections for each in section.unknown)
        return "incomplete" if any(code not in NEVER_KNOWN for code in unknown) else "clean"


_encoder = msgspec.json.Encoder(order="sorted")


def canonical(value: Report | Section) -> bytes:
    """Return a report, or a section, as canonical JSON: members sorted by name, no blanks, no floats."""
    return _encoder.encode(value)


def digest_of(report: Report) -> str:
    """Return the SHA-256 of a report's canonical JSON (hex)."""
    return hashlib.sha256(canonical(report)).hexdigest()


def plain(value: object) -> Any:
    """Return a value as JSON has it: structs as objects, tuples as arrays."""
    return msgspec.json.decode(msgspec.json.encode(value))


def section_from(text: bytes | str) -> Section:
    """Return a section from its canonical JSON."""
    return msgspec.json.decode(text, type=Section)

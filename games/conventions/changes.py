"""A partnership's changes of a default card: rows switched off or reworded, and treatments of its own. Pure.

Source: 56-CNV-1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.conventions import Convention, ConventionCard
from engine.conventions.model import OWN, Pattern
from engine.fiftysix.calls import FORMS, Form

FORM_NAMES: Mapping[str, Form] = {form.name: form for form in FORMS}


class StoredPattern(msgspec.Struct, frozen=True, omit_defaults=True):
    """The calls of a row in stored form: a `Pattern` that names its form.

    Attributes:
        word: `call`, `pass`, `double` or `redouble`.
        form: The name of a form of `engine.fiftysix.calls`; empty if it is not a contract bid.
        rises: By how much it raises the last contract bid, from and to; over none the count starts at 27.
        digit: In a plus call whether the digit is written, or None for either.
        suit: `any`, `last` (the side's) or `new`.
        numbers: The number it comes to, from and to.
    """

    word: str = "call"
    form: str = ""
    rises: tuple[int, int] = (1, 28)
    digit: bool | None = None
    suit: str = "any"
    numbers: tuple[int, int] = (28, 56)

    def pattern(self) -> Pattern:
        """Return the engine's pattern."""
        return Pattern(
            word=self.word,
            form=FORM_NAMES.get(self.form),
            rises=self.rises,
            digit=self.digit,
            suit=self.suit,
            numbers=self.numbers,
        )


def stored_pattern(pattern: Pattern) -> StoredPattern:
    """Return the stored form of a convention's pattern."""
    return StoredPattern(
        word=pattern.word,
        form=pattern.form.name if pattern.form is not None else "",
        rises=pattern.rises,
        digit=pattern.digit,
        suit=pattern.suit,
        numbers=pattern.numbers,
    )


class RowChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """The changes of one row of the default card.

    Attributes:
        off: The partnership does not play it.
        call: The calls that replace those of the row, or None.
        says: The meaning that replaces that of the row, in the partnership's words; or empty.
    """

    off: bool = False
    call: StoredPattern | None = None
    says: str = ""


class Treatment(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A row of the partnership's own.

    Attributes:
        id: Its name within the card.
        situations: The situations it applies in; see `engine.conventions.situations`.
        positions: The caller's positions among the players of its side.
        call: The calls it is about.
        says: Their meaning, in the partnership's words.
    """

    id: str
    situations: tuple[str, ...]
    positions: tuple[str, ...] = ("first", "middle", "last")
    call: StoredPattern
    says: str


class Changes(msgspec.Struct, frozen=True, omit_defaults=True):
    """All changes of a default card: of its rows, by their names, and the treatments added."""

    rows: dict[str, RowChange] = {}
    treatments: tuple[Treatment, ...] = ()

    @property
    def count(self) -> int:
        """The number of rows that differ from the default card's."""
        return len(self.rows) + len(self.treatments)

    def to_json(self) -> dict[str, Any]:
        """Return the stored form."""
        kept: dict[str, Any] = msgspec.to_builtins(self)
        return kept

    @classmethod
    def from_json(cls, stored: object) -> Changes:
        """Return the changes of a stored form."""
        return msgspec.convert(stored, cls)


def card_with(base: ConventionCard, changes: Changes, name: str) -> ConventionCard:
    """Return a default card with a partnership's changes.

    Its treatments come first, in the order they were added: the partnership's agreements take precedence over the usual
    rows. A row in the partnership's own words says nothing of the hand beyond them.

    Args:
        base: The default card.
        changes: The changes.
        name: The name of the card.
    """
    return ConventionCard(
        name=name,
        tradition=base.tradition,
        notes=base.notes,
        conventions=(
            *(treatment_row(one) for one in changes.treatments),
            *(
                changed_row(row, changes.rows.get(row.name, RowChange()))
                for row in base.conventions
                if not changes.rows.get(row.name, RowChange()).off
            ),
        ),
    )


def treatment_row(one: Treatment) -> Convention:
    """Return a treatment as a row of a card."""
    return Convention(
        name=f"{OWN}-{one.id}",
        table=OWN,
        row="",
        situations=one.situations,
        positions=one.positions,
        call=one.call.pattern(),
        says=_plain(one.says),
        source="56-CNV-1",
        own=True,
    )


def changed_row(row: Convention, change: RowChange) -> Convention:
    """Return a row of the default card with a partnership's changes."""
    if change.call is not None:
        row = replace(row, call=change.call.pattern(), own=True)
    if change.says:
        # From here on only the words tell the cards that it shows.
        row = replace(row, says=_plain(change.says), shows=((),), own=True)
    return row


def _plain(text: str) -> str:
    """Return user text with its braces escaped, so that no part of it is a placeholder for a suit."""
    return text.replace("{", "{{").replace("}", "}}")

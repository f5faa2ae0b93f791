"""A card as a page: its rows in the order of the auction, each with the partnership's changes. Pure."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext

from engine.conventions import Convention, ConventionCard
from engine.conventions.model import OWN
from games.conventions.changes import Changes, RowChange, Treatment, changed_row, treatment_row
from games.conventions.words import GROUPS, call_words, example_words, group_of, situation_words, tells_words, who_words


class CardPageRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a card.

    Attributes:
        name: Its name within the card.
        situation: The situation of the call.
        who: The caller's position in the side.
        call: The call in words.
        example: Such a call in notation.
        tells: Its meaning.
        by_agreement: By the ledger it applies only if the partners agree on it.
        off: The partnership does not play it.
        was_call: The default call, if it was changed; else empty.
        was_tells: The default meaning, if it was changed; else empty.
        own: It is a treatment that the partnership added.
    """

    name: str
    situation: str
    who: str
    call: str
    example: str
    tells: str
    by_agreement: bool = False
    off: bool = False
    was_call: str = ""
    was_tells: str = ""
    own: bool = False

    @property
    def changed(self) -> bool:
        """Whether it differs from the default."""
        return self.off or self.own or bool(self.was_call or self.was_tells)


class Part(msgspec.Struct, frozen=True):
    """A part of a card: a key of `GROUPS`, its heading and its rows."""

    key: str
    title: str
    rows: tuple[CardPageRow, ...]


class Difference(msgspec.Struct, frozen=True):
    """A row that differs between two editions: as it was and as it is, either None if there is no such row."""

    was: CardPageRow | None
    now: CardPageRow | None


def parts_of(base: ConventionCard, changes: Changes) -> tuple[Part, ...]:
    """Return a card's parts in the order of the auction, its treatments last.

    Args:
        base: The default card.
        changes: A partnership's changes of it.
    """
    rows: dict[str, list[CardPageRow]] = {key: [] for key in GROUPS}
    for convention in base.conventions:
        rows[group_of(convention)].append(row_of(convention, changes.rows.get(convention.name)))
    rows[OWN] = [_own(one) for one in changes.treatments]
    return tuple(Part(key, gettext(title), tuple(rows[key])) for key, title in GROUPS.items() if rows[key])


def row_of(convention: Convention, change: RowChange | None = None) -> CardPageRow:
    """Return a row of the default card with a partnership's changes."""
    now = convention if change is None else changed_row(convention, change)
    call, tells = call_words(now.call), tells_words(now.says)
    was_call, was_tells = call_words(convention.call), tells_words(convention.says)
    return CardPageRow(
        name=convention.name,
        situation=situation_words(convention.situations),
        who=who_words(convention.positions),
        call=call,
        example=example_words(now.call, convention.situations),
        tells=tells,
        by_agreement=convention.by_agreement,
        off=change is not None and change.off,
        was_call=was_call if call != was_call else "",
        was_tells=was_tells if tells != was_tells else "",
    )


def _own(one: Treatment) -> CardPageRow:
    convention = treatment_row(one)
    return CardPageRow(
        name=one.id,
        situation=situation_words(convention.situations),
        who=who_words(convention.positions),
        call=call_words(convention.call),
        example=example_words(convention.call, convention.situations),
        tells=tells_words(convention.says),
        own=True,
    )


def differences(base: ConventionCard, before: Changes, after: Changes) -> tuple[Difference, ...]:
    """Return the rows in which two editions of a card differ, in the order of the card."""
    was = {(part.key == OWN, row.name): row for part in parts_of(base, before) for row in part.rows}
    now = {(part.key == OWN, row.name): row for part in parts_of(base, after) for row in part.rows}
    keys = [*now, *(key for key in was if key not in now)]
    return tuple(Difference(was.get(key), now.get(key)) for key in keys if was.get(key) != now.get(key))

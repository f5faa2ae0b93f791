"""A result as somebody wrote it beside the one worked out, member by member in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

import engine
from games.words import events as words
from games.words.outcomes import outcome_word

_LABELS: Final[Mapping[str, Any]] = {
    "outcome": gettext_lazy("Outcome"),
    "declarer": gettext_lazy("Declarer"),
    "bid": pgettext_lazy("of a contract", "Number"),
    "denomination": gettext_lazy("Trump"),
    "doubled": pgettext_lazy("of a contract", "Doubled"),
    "points": gettext_lazy("Card points"),
    "game_points": gettext_lazy("Game points"),
    "stakes": gettext_lazy("Stakes after"),
    "score": gettext_lazy("Score after"),
    "kunukku": gettext_lazy("Kunukku"),
    "salaams": gettext_lazy("Salaams"),
}


@dataclass(frozen=True, slots=True)
class Claimed:
    """One member of a result: as written and as worked out, each in words, empty where it is not there."""

    label: str
    printed: str
    found: str
    differs: bool


def claimed_rows(record: engine.Record, verdict: engine.HandVerdict, claim: Mapping[str, Any]) -> tuple[Claimed, ...]:
    """Return the members of the result that were written or worked out, side by side."""
    result = verdict.result if isinstance(verdict.result, engine.Result) else None
    differs = verdict.differs if isinstance(verdict.differs, tuple) else ()
    rows = []
    for member in record.rules.result_members:
        written, worked_out = claim.get(member), getattr(result, member, None)
        if written is not None or worked_out is not None:
            rows.append(
                Claimed(
                    str(_LABELS[member]),
                    claimed_words(record, member, written),
                    claimed_words(record, member, worked_out),
                    member in differs,
                )
            )
    return tuple(rows)


def claimed_words(record: engine.Record, member: str, value: Any) -> str:
    """Return a member of a result in words; empty for None."""
    if value is None:
        return ""
    if member == "declarer":
        return record.players[value]
    if member == "denomination":
        return words.denomination_words(value)
    if member == "doubled":
        return (pgettext("a double", "no"), pgettext("a double", "doubled"), pgettext("a double", "redoubled"))[value]
    if isinstance(value, list | tuple):
        owners = [_team(record, seats) for seats in record.rules.sides]
        if len(value) != len(owners):
            owners = list(record.players)
        return ", ".join(f"{owner} {number}" for owner, number in zip(owners, value, strict=True))
    return outcome_word(value) if member == "outcome" else str(value)


def _team(record: engine.Record, seats: tuple[int, ...]) -> str:
    """Return what a side is called: the letter that its players' names share, else their names."""
    names = [record.players[seat] for seat in seats]
    letters = {name[:1] for name in names}
    return letters.pop() if len(letters) == 1 and len(seats) > 1 else words.listed(names)

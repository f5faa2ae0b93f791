"""Score sheets of games with real cards, whatever the family: what is written of a hand, and what follows from it.

A sheet knows how each hand came out; the cards may be unknown. From that follow points, stakes, kunukku and the end of
the game, by the same functions that score a hand played here. Each family has a module of its own:
`engine.fiftysix.sheet` and `engine.twentyeight.sheet`.
"""

from __future__ import annotations

from typing import Any, Protocol

from engine.errors import SheetError
from engine.events import Event
from engine.fiftysix import sheet as fiftysix
from engine.rules import RuleSet
from engine.written import SheetForm, SheetHand


class Sheet(Protocol):
    """The sheet of a game: the members that those of all families have."""

    @property
    def rules(self) -> RuleSet:
        """The rule set with its options."""

    @property
    def tally(self) -> Any:
        """The standing after the last decided hand."""

    @property
    def running(self) -> Any:
        """The standing at the running hand."""

    @property
    def dealer(self) -> int:
        """The dealer of the running hand."""

    @property
    def opener(self) -> int:
        """The seat that speaks and leads first in the running hand."""


def _of(rules: RuleSet) -> Any:
    """Return the module of the rule set's family.

    Raises:
        SheetError: No score sheet is kept by these rules.
    """
    module = _FAMILIES.get(rules.family)
    if module is None:
        raise SheetError("no-score-sheets", "No score sheet is kept by these rules.", "rules")
    return module


_FAMILIES: dict[str, Any] = {"56": fiftysix}


def open_sheet(rules: RuleSet, dealer: int) -> Any:
    """Return the sheet of a game whose first hand is dealt by a seat.

    Raises:
        SheetError: There is no such seat, or no sheet is kept by these rules.
    """
    return _of(rules).open_sheet(rules, dealer)


def form_of(rules: RuleSet) -> SheetForm:
    """Return what can be written of a hand.

    Raises:
        SheetError: No score sheet is kept by these rules.
    """
    form: SheetForm = SheetForm(**_of(rules).form_members(rules))
    return form


def check(rules: RuleSet, hand: SheetHand) -> None:
    """Raise `SheetError` if no hand by these rules can come out so, whatever the standing."""
    _of(rules).check(rules, hand)


def enter(sheet: Any, hand: SheetHand) -> list[Event]:
    """Return the events that decide the running hand.

    Raises:
        SheetError: The game is over, or no hand can come out so.
    """
    events: list[Event] = _of(sheet.rules).enter(sheet, hand)
    return events


def evolve(sheet: Any, event: Event) -> Any:
    """Return the sheet after an event; one that changes nothing of it is passed over."""
    return _of(sheet.rules).evolve(sheet, event)


def leaders(sheet: Any) -> tuple[int, ...]:
    """Return the sides that win if the game ends now; all that are level."""
    sides: tuple[int, ...] = _of(sheet.rules).leaders(sheet)
    return sides

"""Score sheets of games with real cards, whatever the family: what is written of a hand, and what follows from it.

A sheet knows how each hand came out; the cards may be unknown. From that follow points, stakes, kunukku and the end of
the game, by the same functions that score a hand played here. Each family has a module of its own:
`engine.fiftysix.sheet` and `engine.twentyeight.sheet`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from engine.errors import SheetError
from engine.events import Event, HandScored
from engine.fiftysix import sheet as fiftysix
from engine.rules import RuleSet
from engine.standing import Accounts
from engine.twentyeight import sheet as twentyeight
from engine.written import SheetForm, SheetHand


class Tally(Accounts, Protocol):
    """The standing of a game: the members that those of all families have."""

    @property
    def hand(self) -> int:
        """The number of the hand, from 1."""

    @property
    def dealer(self) -> int | None:
        """Its dealer."""

    @property
    def salaams(self) -> tuple[int, ...] | None:
        """The salaams made by each seat, where any are."""

    @property
    def counted(self) -> int:
        """The number of hands that count towards the ending."""

    @property
    def finished(self) -> bool:
        """Whether the game is decided."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that won it."""


class Sheet(Protocol):
    """The sheet of a game: the members that those of all families have."""

    @property
    def rules(self) -> RuleSet:
        """The rule set with its options."""

    @property
    def tally(self) -> Tally:
        """The standing after the last decided hand, or in the running one where something of it is known."""

    @property
    def decided(self) -> bool:
        """Whether the hand of `tally` is decided, and the next has not begun."""

    @property
    def running(self) -> Tally:
        """The standing at the running hand."""

    @property
    def contract(self) -> Any:
        """The contract of the running hand, if it was noted before its result: in 56 alone."""

    @property
    def dealer(self) -> int:
        """The dealer of the running hand."""

    @property
    def opener(self) -> int:
        """The seat that speaks and leads first in the running hand."""


_FAMILIES: dict[str, Any] = {"28": twentyeight, "56": fiftysix}
"""The module of each family; all have the functions of this one, but for `form_of`."""


def _of(rules: RuleSet) -> Any:
    """Return the module of the rule set's family.

    Raises:
        SheetError: No score sheet is kept by these rules.
    """
    module = _FAMILIES.get(rules.family)
    if module is None:
        raise SheetError("no-score-sheets", "These rules have no score sheet.", "rules")
    return module


def open_sheet(rules: RuleSet, dealer: int) -> Sheet:
    """Return the sheet of a game whose first hand is dealt by a seat.

    Raises:
        SheetError: There is no such seat, or no sheet is kept by these rules.
    """
    sheet: Sheet = _of(rules).open_sheet(rules, dealer)
    return sheet


def at(rules: RuleSet, tally: Any) -> Any:
    """Return the sheet of a game in a hand that is running, from the standing at it.

    Raises:
        SheetError: No sheet is kept by these rules.
    """
    return _of(rules).Sheet(rules, tally)


def form_of(rules: RuleSet) -> SheetForm:
    """Return the form in which a hand is written.

    Raises:
        SheetError: No score sheet is kept by these rules.
    """
    form: SheetForm = SheetForm(**_of(rules).form_members(rules))
    return form


def check(rules: RuleSet, hand: SheetHand) -> None:
    """Raise `SheetError` if no hand by these rules can come out so, whatever the standing."""
    _of(rules).check(rules, hand)


def tidied(rules: RuleSet, hand: SheetHand) -> SheetHand:
    """Return a hand in its canonical form, to compare by.

    Members that follow from the rest are filled in, such as the card points of a side that took every trick, and
    members that make no difference are left out, such as the auction of a bid that is worth the same in both.

    Raises:
        SheetError: No hand by these rules can come out so.
    """
    tidy: SheetHand = _of(rules).tidied(rules, hand)
    return tidy


def enter(sheet: Sheet, hand: SheetHand) -> list[Event]:
    """Return the events that decide the running hand.

    Raises:
        SheetError: The game is over, or no hand can come out so.
    """
    events: list[Event] = _of(sheet.rules).enter(sheet, hand)
    return events


def evolve(sheet: Sheet, event: Event) -> Sheet:
    """Return the sheet after an event; one that changes nothing of it is passed over."""
    after: Sheet = _of(sheet.rules).evolve(sheet, event)
    return after


def leaders(sheet: Sheet) -> tuple[int, ...]:
    """Return the sides that win if the game ends now; all that are level."""
    sides: tuple[int, ...] = _of(sheet.rules).leaders(sheet)
    return sides


def told_of(rules: RuleSet, events: Sequence[Event]) -> SheetHand:
    """Return a hand that was played here as it is written on a sheet; entered, it is scored the same.

    Awards of a director beside the hand are none of it.

    Args:
        rules: The rule set.
        events: The events of the hand, from its deal to its score; what comes after does not matter.

    Raises:
        ValueError: The hand is not scored, or its score is a director's ruling: an adjusted hand is none for a sheet.
        SheetError: No sheet is kept by these rules.

    Source: 28-AUD-6, 56-SCORE-5.
    """
    scored = next((event for event in events if isinstance(event, HandScored)), None)
    if scored is None:
        raise ValueError("the hand is not scored")
    hand: SheetHand = _of(rules).told_of(rules, events, scored)
    return hand

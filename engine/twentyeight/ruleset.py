"""What a rule set of the 28 family has beside that of every game, and its options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec

from engine.errors import RulesError
from engine.rules import RuleSet
from engine.twentyeight.state import Tally


class Elimination(msgspec.Struct, frozen=True, tag="elimination", tag_field="type", forbid_unknown_fields=True):
    """The game goes on until a side has no stakes left. Source: 28-END-2."""


class Target(msgspec.Struct, frozen=True, tag="target", tag_field="type", forbid_unknown_fields=True):
    """The game goes to the side that first has so many game points. Source: 28-END-3."""

    game_points: Annotated[int, msgspec.Meta(ge=1, le=100)]


class Hands(msgspec.Struct, frozen=True, tag="hands", tag_field="type", forbid_unknown_fields=True):
    """The game lasts so many hands. Source: 28-END-3."""

    count: Annotated[int, msgspec.Meta(ge=1, le=500)]


Ending = Elimination | Target | Hands


class TwentyEight(RuleSet, frozen=True, kw_only=True):
    """A rule set of the 28 family.

    Attributes:
        lowest_bid: The lowest bid of the first auction. Source: 28-AUC-3.
        highest_bid: The highest bid. Source: 28-AUC-4.
        second_lowest_bid: The lowest bid of the second auction. Source: 28-AUC2-2.
        honours_above: A first-auction bid over this is an honours bid. Source: 28-AUC-7.
        ending: How the game is decided. Source: 28-END-2, 28-END-3.
        starting_stakes: What each side starts with; without effect where no stakes are kept. Source:
            28-STK-1.
        game_points: Returns the declarer's game points for a contract, by the auction it was bid in and
            whether it was made.
        settle: Moves the stakes after a hand.
    """

    lowest_bid: int
    highest_bid: int
    second_lowest_bid: int
    honours_above: int
    ending: Ending
    starting_stakes: int
    game_points: Callable[[TwentyEight, int, int, bool], int]
    settle: Callable[[TwentyEight, tuple[int, ...], int, int], tuple[int, ...]]

    @property
    def keeps_stakes(self) -> bool:
        """Whether stakes are kept, rather than a score. Source: 28-END-3."""
        return isinstance(self.ending, Elimination)

    @property
    def options(self) -> dict[str, Any]:
        """The options in force, as JSON."""
        return {"starting_stakes": self.starting_stakes, "ending": msgspec.to_builtins(self.ending)}

    def is_honours(self, bid: int, auction: int) -> bool:
        """Say whether this is an honours bid. Source: 28-AUC-7."""
        return auction == 1 and bid > self.honours_above

    def opening_tally(self) -> Tally:
        """Return the standing before the first hand. Source: 28-STK-1."""
        level = (self.starting_stakes if self.keeps_stakes else 0,) * len(self.sides)
        return Tally(
            hand=0,
            dealer=None,
            stakes=level if self.keeps_stakes else None,
            score=None if self.keeps_stakes else level,
        )


def whole_number(options: Mapping[str, object], name: str, default: int, low: int, high: int) -> int:
    """Return a whole-number option.

    Raises:
        RulesError: It is not a whole number from `low` to `high`.
    """
    value = options.get(name, default)
    if type(value) is not int or not low <= value <= high:
        raise RulesError(f"{name} is a whole number from {low} to {high}", name)
    return value


def ending_of(options: Mapping[str, object], default: Ending) -> Ending:
    """Return the option `ending`, which has exactly the members of its type.

    Raises:
        RulesError: It is of no known type, or has other members, or a value out of range.
    """
    if "ending" not in options:
        return default
    try:
        return msgspec.convert(options["ending"], Ending)  # type: ignore[no-any-return]
    except (msgspec.ValidationError, UnicodeEncodeError):
        raise RulesError("there is no such ending, or a value in it is out of range", "ending") from None


def refuse_unknown(options: Mapping[str, object], *known: str) -> None:
    """Refuse an option that the rule set does not have.

    Raises:
        RulesError: Naming the first unknown option.
    """
    for name in options:
        if name not in known:
            raise RulesError("there is no such option in this rule set", name)

"""The options of rule sets: their values, defaults, and reading them from JSON.

A rule set declares its options as values (`RuleSet.declared`); forms, pages and the auditor read them from
there. A game is decided by its *ending*, which is an option like the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from engine.errors import RulesError


class Ending(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Base of every ending; each has exactly the members shown for its type."""


class Elimination(Ending, frozen=True, tag="elimination"):
    """The game goes on until a side has no stakes left. Source: 28-END-2."""


class Target(Ending, frozen=True, tag="target"):
    """The game goes to the side that first has so many game points. Source: 28-END-3."""

    game_points: Annotated[int, msgspec.Meta(ge=1, le=100)]


class Hands(Ending, frozen=True, tag="hands"):
    """The game lasts so many hands. Source: 28-END-3, 56-MATCH-1."""

    count: Annotated[int, msgspec.Meta(ge=1, le=500)]


class Games(Ending, frozen=True, tag="games"):
    """A match of several games, each to a target with a lead. Source: 56-MATCH-2."""

    best_of: Annotated[int, msgspec.Meta(ge=1, le=9, extra_json_schema={"not": {"multipleOf": 2}})]
    target: Annotated[int, msgspec.Meta(ge=1, le=100)]
    lead: Annotated[int, msgspec.Meta(ge=1, le=20)]

    def __post_init__(self) -> None:
        """Refuse an even number of games, which could be drawn."""
        if self.best_of % 2 == 0:
            raise ValueError("best_of is odd")


class Open(Ending, frozen=True, tag="open"):
    """No hand decides the game. Source: 28-PAG-7, 56-MATCH-3."""


class _Ruled(msgspec.Struct, frozen=True, kw_only=True):
    """Base of every option: the rule that defines it."""

    rule: str = ""


class _Declared(_Ruled, frozen=True):
    """An option's name in the record, and its default."""

    name: str
    default: Any


class Flag(_Declared, frozen=True):
    """Yes or no. `needs` names the flag without which yes makes no sense, or is empty."""

    needs: str = ""

    def read(self, value: object) -> bool:
        """Return the choice."""
        if not isinstance(value, bool):
            raise RulesError("{name} is true or false", self.name, name=self.name)
        return value


class Number(_Declared, frozen=True):
    """A whole number from `low` to `high`. `within` names the flag without which it has no effect, or is empty."""

    low: int
    high: int
    within: str = ""

    def read(self, value: object) -> int:
        """Return the number. True and false are not numbers (28-AUD-5)."""
        if type(value) is not int or not self.low <= value <= self.high:
            raise RulesError(
                "{name} is a whole number from {low} to {high}", self.name, name=self.name, low=self.low, high=self.high
            )
        return value


class Choice(_Declared, frozen=True):
    """One of some words."""

    values: tuple[str, ...]

    def read(self, value: object) -> str:
        """Return the word."""
        if not isinstance(value, str) or value not in self.values:
            raise RulesError("{name} is {values}", self.name, name=self.name, values=self.values)
        return value


class EndingOption(_Declared, frozen=True):
    """One of some kinds of ending, with its members."""

    kinds: tuple[type[Ending], ...]

    def read(self, value: object) -> Ending:
        """Return the ending."""
        word = value.get("type") if isinstance(value, dict) else None
        for kind in self.kinds:
            if kind.__struct_config__.tag == word:
                try:
                    return msgspec.convert(value, kind)
                except (msgspec.ValidationError, UnicodeEncodeError):
                    raise RulesError(
                        "a member of the ending {word} is unknown, missing or out of range", self.name, word=str(word)
                    ) from None
        types = tuple(str(kind.__struct_config__.tag) for kind in self.kinds)
        raise RulesError("{name} is an ending of the type {values}", self.name, name=self.name, values=types)


Option = Flag | Number | Choice | EndingOption
"""Any option. Each `read` returns a chosen value as the rule set keeps it, or raises `RulesError`."""


def read_options(declared: tuple[Option, ...], options: Mapping[str, object]) -> dict[str, Any]:
    """Return the effective value of every option.

    Args:
        declared: The options of the rule set.
        options: The chosen values, as JSON; the others have their defaults.

    Raises:
        RulesError: Naming an option that the rule set does not have, or whose value is wrong.
    """
    known = {option.name for option in declared}
    for name in options:
        if name not in known:
            raise RulesError("there is no such option in this rule set", name)
    chosen = {
        option.name: option.read(options[option.name]) if option.name in options else option.default
        for option in declared
    }
    for option in declared:
        if isinstance(option, Flag) and option.needs and chosen[option.name] and not chosen[option.needs]:
            raise RulesError("{name} needs {needed}", option.name, name=option.name, needed=option.needs)
    return chosen

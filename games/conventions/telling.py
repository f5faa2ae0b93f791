"""A convention card in plain words, for pages and documents."""

import msgspec

from engine.fiftysix.calls import (
    NUMBER_NO_TRUMP,
    NUMBER_NOS,
    NUMBER_PASS,
    NUMBER_SUIT,
    PLUS_NOS,
    PLUS_SUIT,
    REVERSE,
    REVERSE_PLUS,
    Form,
)
from games.conventions.model import Convention, ConventionCard, Pattern

_FORMS: dict[Form, str] = {
    NUMBER_SUIT: "number suit",
    NUMBER_NOS: "number NS",
    NUMBER_NO_TRUMP: "number NT",
    NUMBER_PASS: "number P",
    REVERSE: "suit number",
    PLUS_SUIT: "+suit",
    REVERSE_PLUS: "suit+",
    PLUS_NOS: "+1NS",
}
_HIGHER = ("", "one", "two", "three", "four", "five", "six", "seven")
_ROLES = {
    "suit": "X",
    "last": "partner's suit",
    "before": "the suit before that",
    "theirs": "their suit",
    "rise": "as many as the number goes up by",
    "tops": "one for each number it goes up by",
}
_MOST_WRITTEN = 7


class Line(msgspec.Struct, frozen=True):
    """One line of a card: when the call is made, by whom, what is said, what it tells."""

    situation: str
    who: str
    call: str
    tells: str
    by_agreement: bool


def lines_of(card: ConventionCard) -> tuple[Line, ...]:
    """Return a card's lines in the order in which a hand is tried on them."""
    return tuple(
        Line(
            situation="; ".join(convention.situations),
            who=_who(convention),
            call=_call(convention.call),
            tells=convention.says.format(**_ROLES),
            by_agreement=convention.by_agreement,
        )
        for convention in card.conventions
    )


def _who(convention: Convention) -> str:
    """Return who of a side makes the call."""
    return "any" if len(convention.positions) == len(("first", "middle", "last")) else ", ".join(convention.positions)


def _call(pattern: Pattern) -> str:
    """Return in words what is said."""
    if pattern.form is None:
        return pattern.word
    form = _FORMS[pattern.form]
    if pattern.digit:
        form = form.replace("+", "+k ") if form.startswith("+") else f"{form}k"
    if pattern.suit != "any":
        form = form.replace("suit", "partner's suit" if pattern.suit == "last" else "new suit")
    low, high = pattern.rises
    if pattern.numbers[0] == pattern.numbers[1]:
        return f"{form}, the number {pattern.numbers[0]}"
    if low == high:
        return f"{form}, {_HIGHER[low]} higher"
    if high > _MOST_WRITTEN:
        return form if low == 1 else f"{form}, {_HIGHER[low]} higher or more"
    return f"{form}, {_HIGHER[low]} to {_HIGHER[high]} higher"

"""The refusal of a replayed event, and the comparison of stored events with those the engine decides."""

from collections.abc import Sequence
from typing import Any

import engine


class Refused(Exception):  # noqa: N818  # says what it is, as IllegalAction does
    """An event that has no place where it stands.

    Attributes:
        version: The event's.
        what: Why; it names types, codes and rules, never cards.
    """

    def __init__(self, version: int, what: str) -> None:
        super().__init__(f"version {version}: {what}")
        self.version = version
        self.what = what


def require(holds: object, one: Any, what: str) -> None:
    """Refuse an event unless something holds.

    Raises:
        Refused: It does not.
    """
    if not holds:
        raise Refused(one.version, what)


def is_shut(member: object) -> bool:
    """Tell whether a sealed member is not known: its key is elsewhere, and no later event opened it."""
    return not isinstance(member, str)


def compare(stored: Sequence[Any], expected: Sequence[Any]) -> None:
    """Compare the events of a command with what the engine decides; there may be more of them.

    Raises:
        Refused: At the first that differs, or at the last where one is missing.
    """
    for place, wanted in enumerate(expected):
        if place >= len(stored):
            raise Refused(stored[-1].version, f"{type(wanted).__name__} should follow")
        if not _same(stored[place], wanted):
            name = stored[place].type
            raise Refused(stored[place].version, f"{name} is not what follows by the rules: {type(wanted).__name__}")


def _same(one: Any, wanted: Any) -> bool:
    """Say whether an event is as decided; members that its schema did not have yet are not judged."""
    if type(one.event) is not type(wanted):
        return False
    old = one.schema < type(wanted).schema
    return all(
        (value := getattr(one.event, name)) == getattr(wanted, name) or (old and value is None)
        for name in wanted.__struct_fields__
    )


def illegal(one: Any, refused: engine.IllegalAction) -> Refused:
    """Return the refusal of an event that the rules do not allow."""
    return Refused(one.version, f"the rules refuse it: {refused.code} ({refused.rule})")

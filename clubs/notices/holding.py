"""Whether what a notice tells still holds at the moment it goes out; said by what lies above the clubs."""

from collections.abc import Callable

from clubs.models import Notice

Holds = Callable[[Notice], bool]

_CHECKS: dict[str, Holds] = {}


def register(kind: str, holds: Holds) -> None:
    """Say how to tell whether notices of a kind still hold."""
    _CHECKS[kind] = holds


def still_holds(notice: Notice) -> bool:
    """Tell whether what a notice tells still holds; what nobody can tell does."""
    check = _CHECKS.get(notice.kind)
    return check is None or check(notice)

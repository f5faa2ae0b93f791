"""Whether a notice is still true when it is sent, by functions that the apps above clubs register."""

from collections.abc import Callable

from clubs.models import Notice

Holds = Callable[[Notice], bool]

_CHECKS: dict[str, Holds] = {}


def register(kind: str, holds: Holds) -> None:
    """Register the check whether notices of a kind still hold."""
    _CHECKS[kind] = holds


def still_holds(notice: Notice) -> bool:
    """Tell whether a notice still holds; a kind without a check always does."""
    check = _CHECKS.get(notice.kind)
    return check is None or check(notice)

"""Foreign streams without their key: sealed members are read from the later events that opened them.

A kind of stream registers how, under the name of its first event. What no event opened stays `registry.SEALED`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

Opener: TypeAlias = Callable[[Sequence[Any]], Mapping[int, Any]]
"""Returns, for the stored events of a stream, those by version that a later one opens, with all their members."""

_OPENERS: Final[dict[str, Opener]] = {}


def register_opener(first: str, opener: Opener) -> None:
    """Register how the sealed events of a stream are opened that begins with a type of event."""
    _OPENERS[first] = opener


def opened(stored: Sequence[Any]) -> list[Any]:
    """Return the events of a whole stream, with the sealed members that its later events say.

    Args:
        stored: The `StoredEvent`s of the stream from the first on, sealed members `SEALED`.
    """
    opener = _OPENERS.get(stored[0].type) if stored else None
    if opener is None:
        return list(stored)
    known = opener(stored)
    return [replace(one, event=known[one.version]) if one.version in known else one for one in stored]

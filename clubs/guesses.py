"""How often somebody may be wrong about a code: guessing would find one in the end."""

from typing import Final

from django.core.cache import cache
from django.utils.translation import gettext as _

from clubs.errors import ClubError

WINDOW: Final = 600
"""Seconds for which wrong codes are counted."""
MOST: Final = 10
"""So many wrong codes may one guesser give in that time."""
MOST_OF_ALL: Final = 1000
"""So many may all together: beyond it nobody's code is looked at, and links go on working."""
_ALL: Final = "clubs.guesses.all"


class TooManyGuesses(ClubError):  # noqa: N818  # reads as what it says where it is raised
    """Too many wrong codes came lately."""

    def __init__(self) -> None:
        super().__init__(
            "too-many-guesses",
            _("Too many codes were wrong. Wait ten minutes, or ask for the link instead."),
            "code",
        )


def _key(guesser: str) -> str:
    return f"clubs.guesses.{guesser}"


def require_patience(guesser: str) -> None:
    """Refuse somebody who was wrong too often lately.

    Args:
        guesser: Who it is: an address of the network or the id of a player.

    Raises:
        TooManyGuesses: So often that it looks like guessing.
    """
    counted = cache.get_many([_key(guesser), _ALL])
    if counted.get(_key(guesser), 0) >= MOST or counted.get(_ALL, 0) >= MOST_OF_ALL:
        raise TooManyGuesses


def note_wrong(guesser: str) -> None:
    """Count a wrong code."""
    for key in (_key(guesser), _ALL):
        cache.add(key, 0, WINDOW)
        cache.incr(key)

"""How often somebody may be wrong about a code: guessing would find one in the end."""

from typing import Final

from django.core.cache import cache
from django.utils.translation import gettext as _

from clubs.errors import ClubError

WINDOW: Final = 600
"""Seconds for which wrong codes are counted, from the first of them."""
MOST: Final = 10
"""So many wrong codes may one guesser give in that time."""
MOST_OF_NETWORK: Final = 100
"""So many may come from one network in that time, whatever accounts they come from."""
MOST_OF_ALL: Final = 1000
"""So many may come from all networks together. Beyond it only networks that were not wrong lately are listened to."""
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


def _network_key(network: str) -> str:
    return f"clubs.guesses.network.{network}"


def require_patience(guesser: str, network: str) -> None:
    """Refuse a guesser who was wrong too often lately, or whose network was; a refusal counts as nothing.

    Args:
        guesser: The id of a player, or the network of somebody without an account.
        network: The network that the code comes from.

    Raises:
        TooManyGuesses: So often that it looks like guessing.
    """
    counted = cache.get_many([_key(guesser), _network_key(network), _ALL])
    of_network = counted.get(_network_key(network), 0)
    # The limit on all together must not let a few networks lock everybody else out.
    crowded = counted.get(_ALL, 0) >= MOST_OF_ALL and of_network > 0
    if counted.get(_key(guesser), 0) >= MOST or of_network >= MOST_OF_NETWORK or crowded:
        raise TooManyGuesses


def note_wrong(guesser: str, network: str) -> None:
    """Count a wrong code."""
    for key in (_key(guesser), _network_key(network), _ALL):
        cache.add(key, 0, WINDOW)
        cache.incr(key)

"""Rate limits on wrong codes, against guessing."""

from typing import Final

from django.core.cache import cache
from django.utils.translation import gettext as _

from clubs.base.pace import count_act
from clubs.errors import ClubError

WINDOW: Final = 600
"""Seconds for which wrong codes are counted, from the first of them."""
MOST: Final = 10
"""The most wrong codes of one guesser in that time."""
MOST_OF_NETWORK: Final = 100
"""The most wrong codes from one network in that time, from any accounts."""
MOST_OF_ALL: Final = 1000
"""The most wrong codes from all networks together. Beyond it only networks without recent wrong codes are admitted."""
_ALL: Final = "clubs.base.guesses.all"


class TooManyGuesses(ClubError):  # noqa: N818  # reads as what it says where it is raised
    """Too many wrong codes came lately."""

    def __init__(self) -> None:
        super().__init__(
            "too-many-guesses",
            _("Too many wrong codes. Wait ten minutes, or ask for the link instead."),
            "code",
        )


def _key(guesser: str) -> str:
    return f"clubs.base.guesses.{guesser}"


def _network_key(network: str) -> str:
    return f"clubs.base.guesses.network.{network}"


def require_patience(guesser: str, network: str) -> None:
    """Refuse a guesser with too many recent wrong codes, own or of the network; a refusal is not counted.

    Args:
        guesser: The id of a player, or the network of a visitor.
        network: The network that the code comes from.

    Raises:
        TooManyGuesses: So often that it looks like guessing.
    """
    counted = cache.get_many([_key(guesser), _network_key(network), _ALL])
    of_network = counted.get(_network_key(network), 0)
    # The limit on all networks together must not let a few of them lock out the others.
    crowded = counted.get(_ALL, 0) >= MOST_OF_ALL and of_network > 0
    if counted.get(_key(guesser), 0) >= MOST or of_network >= MOST_OF_NETWORK or crowded:
        raise TooManyGuesses


def note_wrong(guesser: str, network: str) -> None:
    """Count a wrong code."""
    for key in (_key(guesser), _network_key(network), _ALL):
        count_act(key, WINDOW)

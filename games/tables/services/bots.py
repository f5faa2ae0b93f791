"""The house bots: players who fill free seats."""

from collections.abc import Iterable
from uuid import UUID, uuid5

from clubs.models import Player
from games.bots.names import HOUSE

_NAMESPACE = UUID("6ad0dbb4-1c5b-4d0e-9df0-3f3a5f5b2b28")
"""Also the namespace of table ids (`games.tables.services.seats`). Events hold bots' ids, so it never changes."""


def house_bots(count: int, beside: Iterable[str] = ()) -> list[Player]:
    """Return house bots other than those with the given ids; missing ones are created."""
    taken = set(beside)
    found: list[Player] = []
    for name in HOUSE:
        pk = uuid5(_NAMESPACE, name)
        if len(found) < count and str(pk) not in taken:
            bot, _ = Player.objects.get_or_create(pk=pk, defaults={"name": name, "is_bot": True})
            found.append(bot)
    return found


def find_house_bot(pk: UUID) -> str | None:
    """Return the name of the house bot with this id, which it has on every installation; None: it is no such bot."""
    return next((name for name in HOUSE if uuid5(_NAMESPACE, name) == pk), None)

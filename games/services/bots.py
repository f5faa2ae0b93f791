"""The bots of the house: players who sit where nobody else does."""

from collections.abc import Iterable
from uuid import UUID, uuid5

from clubs.models import Player
from games.bots.names import HOUSE

_NAMESPACE = UUID("6ad0dbb4-1c5b-4d0e-9df0-3f3a5f5b2b28")
"""Also that of the ids of tables (`games.services.tables`): the bots' ids stand in events, so neither ever changes."""


def house_bots(count: int, beside: Iterable[str] = ()) -> list[Player]:
    """Return bots of the house whose ids are none of these; missing ones are made."""
    taken = set(beside)
    found: list[Player] = []
    for name in HOUSE:
        pk = uuid5(_NAMESPACE, name)
        if len(found) < count and str(pk) not in taken:
            bot, _ = Player.objects.get_or_create(pk=pk, defaults={"name": name, "is_bot": True})
            found.append(bot)
    return found

"""The other people who have the desk of a tournament open now, from Redis; nobody where that cannot be told."""

from collections.abc import Mapping
from uuid import UUID, uuid5

from clubs.models import Player
from games.tables import presence


def stay(tournament: UUID, player: Player) -> frozenset[str]:
    """Note that a player has the desk open, and return the ids of all who have; asked again within half a minute."""
    key = uuid5(tournament, "desk")
    presence.stay_all(key, [(player.real_id, "desk")])
    return presence.present(key)


def names_of(ids: frozenset[str], but: Player) -> Mapping[str, str]:
    """Return the names of the others by id."""
    others = [UUID(one) for one in ids if one != str(but.real_id)]
    rows = Player.objects.filter(pk__in=others).order_by("name") if others else []
    return {str(player.pk): player.name for player in rows}

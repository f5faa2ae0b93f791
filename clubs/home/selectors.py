"""Queries of a player's page."""

from dataclasses import dataclass
from uuid import UUID

from clubs.models import Membership, Player, Team
from clubs.teams.selectors import teams_of


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The content of a player's page beside the hands."""

    player: Player
    memberships: tuple[Membership, ...]
    teams: tuple[Team, ...]


def player_page(player_id: UUID) -> PlayerPage | None:
    """Return the public facts about a player, or None if there is no such player, or a visiting one."""
    player = Player.objects.filter(pk=player_id, visited_at=None).first()
    if player is None:
        return None
    memberships = Membership.objects.filter(player=player).select_related("club").order_by("club__name")
    return PlayerPage(player=player, memberships=tuple(memberships), teams=tuple(teams_of(player)))

"""Finding players: of an account, by the id that people know, under all ids that events know."""

from uuid import UUID

from django.contrib.auth.models import AnonymousUser

from clubs.models import Player, User


def find_player(user: User | AnonymousUser) -> Player | None:
    """Return the player of a signed-in account, or None."""
    if not isinstance(user, User):
        return None
    return Player.objects.filter(user=user).first()


def real_player(player_id: UUID) -> Player:
    """Return the player whom people know by an id: of one that an account has claimed, the account's.

    Raises:
        Player.DoesNotExist: There is no such player, or it is a visiting one, who has no page.
    """
    player = Player.objects.select_related("merged_into").get(pk=player_id, visited_at=None)
    return player.real


def ids_of(player: Player) -> tuple[UUID, ...]:
    """Return the ids under which events know a player: the own one, and those of the guests it has claimed."""
    real = player.real_id
    return (real, *Player.objects.filter(merged_into=real).order_by("created_at", "pk").values_list("pk", flat=True))

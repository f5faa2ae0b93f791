"""Finding players: of an account, by the id that people know, under all ids that events know."""

from typing import Final
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


_KEPT_IDS: Final = "_kept_ids"


def keep_ids(player: Player) -> Player:
    """Return a player whose ids `ids_of` looks up once from now on: for a request that changes nothing."""
    player.__dict__.setdefault(_KEPT_IDS, ())
    return player


def ids_of(player: Player) -> tuple[UUID, ...]:
    """Return the ids under which events know a player: the own one, and those of the guests it has claimed."""
    kept: tuple[UUID, ...] | None = player.__dict__.get(_KEPT_IDS)
    if kept:
        return kept
    real = player.real_id
    claimed = Player.objects.filter(merged_into=real).order_by("created_at", "pk").values_list("pk", flat=True)
    ids = (real, *claimed)
    if kept is not None:
        player.__dict__[_KEPT_IDS] = ids
    return ids

"""What a reader follows: entrants of tournaments, and players in whatever entrant."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from clubs.models import Player
from tournaments.models import EntrantPlayer, Follow, Tournament


@dataclass(frozen=True, slots=True)
class Followed:
    """What a reader follows, as far as it is in a tournament.

    Attributes:
        entrants: The numbers of the entrants, by themselves or for one of their players.
        by_entrant: Those that are followed by themselves.
        players: The ids of the followed players, in any tournament.
    """

    entrants: frozenset[int] = frozenset()
    by_entrant: frozenset[int] = frozenset()
    players: frozenset[UUID] = frozenset()


NOTHING = Followed()


def followed_in(
    tournament: Tournament,
    player: Player | None,
    entrants: Collection[int] = (),
    players: Collection[UUID] = (),
) -> Followed:
    """Return what a reader follows in a tournament.

    Args:
        tournament: The tournament.
        player: The reader's account; None: the browser of a visitor.
        entrants: The ids of the rows of entrants that a visitor follows.
        players: The ids of the players that a visitor follows.
    """
    if player is not None:
        rows = Follow.objects.filter(follower=player.real)
        entrants = list(rows.filter(entrant__tournament=tournament).values_list("entrant", flat=True))
        players = [pk for pk in rows.filter(player__isnull=False).values_list("player", flat=True) if pk is not None]
    if not entrants and not players:
        return NOTHING
    own = frozenset(tournament.entrants.filter(pk__in=list(entrants)).values_list("number", flat=True))
    places = EntrantPlayer.objects.filter(entrant__tournament=tournament, player__in=list(players))
    for_players = frozenset(places.values_list("entrant__number", flat=True))
    return Followed(own | for_players, own, frozenset(players))


def followers_of(tournament: Tournament, numbers: Collection[int]) -> dict[int, list[Player]]:
    """Return the accounts that follow some entrants of a tournament, or one of their players, by entrant."""
    found: dict[int, list[Player]] = {}
    entrants = dict(tournament.entrants.filter(number__in=list(numbers)).values_list("pk", "number"))
    direct = Follow.objects.filter(entrant__in=entrants).select_related("follower__merged_into")
    for follow in direct:
        found.setdefault(entrants[follow.entrant_id or 0], []).append(follow.follower)
    places = EntrantPlayer.objects.filter(entrant__in=entrants, player__followers__isnull=False)
    numbers_of: dict[UUID, list[int]] = {}
    for player, entrant in places.values_list("player", "entrant__number").distinct():
        numbers_of.setdefault(player, []).append(entrant)
    for follow in Follow.objects.filter(player__in=numbers_of).select_related("follower__merged_into"):
        assert follow.player_id is not None  # by the filter
        for number in numbers_of[follow.player_id]:
            found.setdefault(number, []).append(follow.follower)
    return found

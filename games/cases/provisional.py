"""The games and hands whose results an open case keeps provisional: what the pages of results ask."""

from collections.abc import Iterable
from datetime import date
from uuid import UUID

from django.db.models import Q, QuerySet
from msgspec import Struct

from clubs.models import Club, Player
from clubs.people.selectors import ids_of
from games.models import Case, GamePlayer, PlayedGame
from games.store import projector

RESULTS = "results"


class OpenCases(Struct, frozen=True):
    """The open cases of some games, by game and number of the hand."""

    by_game: dict[UUID, dict[int, UUID]]

    def of(self, game: UUID | None, hand: int | None = None) -> UUID | None:
        """Return the case that keeps a game provisional, or the one about a hand of it; None without."""
        cases = {} if game is None else self.by_game.get(game, {})
        return cases.get(hand) if hand is not None else next(iter(cases.values()), None)


NONE = OpenCases({})


def open_cases(games: Iterable[UUID | None]) -> OpenCases:
    """Return the open cases of some games in one query; None among them is left out."""
    known = {game for game in games if game is not None}
    return OpenCases(Case.objects.disputed(known)) if known else NONE


def games_in_dispute(club: Club) -> frozenset[UUID]:
    """Return the ids of the games of a club that have an open case."""
    return frozenset(Case.objects.filter(club=club, closed_at__isnull=True).values_list("game", flat=True))


def disputed_in(
    club: Club, *, family: str = "", season: tuple[date, date] | None = None, player: Player | None = None
) -> int:
    """Return how many finished games that count in a club are disputed.

    Args:
        club: The club.
        family: Only of this family.
        season: Only of these days, the first and the last.
        player: Only those in which this player played.
    """
    games = _counted().filter(club=club)
    if family:
        games = games.filter(family=family)
    if season is not None:
        games = games.filter(day__range=season)
    if player is not None:
        games = games.filter(_of(player))
    return games.count()


def disputed_of(player: Player, *, family: str = "") -> int:
    """Return how many finished games of a player, in whatever club, are disputed."""
    games = _counted().filter(_of(player))
    return (games.filter(family=family) if family else games).count()


def _counted() -> QuerySet[PlayedGame]:
    open_ones = Case.objects.filter(closed_at__isnull=True)
    return PlayedGame.objects.filter(
        projection_version=projector.serving(RESULTS), ended_at__isnull=False, counts=True,
        stream__in=open_ones.values("game"),
    )  # fmt: skip


def _of(player: Player) -> Q:
    rows = GamePlayer.objects.filter(projection_version=projector.serving(RESULTS), player__in=ids_of(player))
    return Q(pk__in=rows.values("game"))

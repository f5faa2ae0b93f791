"""Lists of tournaments and of a player's games in them."""

from django.db.models import Case, Count, F, Q, QuerySet, Value, When
from django.utils import timezone

from clubs.models import Club, Player
from games.models import Table
from tournaments.models import Entrant, MatchGame, Tournament

ORDER = (
    Tournament.Status.PLAYING,
    Tournament.Status.OPEN,
    Tournament.Status.FINISHED,
    Tournament.Status.ABANDONED,
)


def tournaments(*, club: Club | None = None, search: str = "") -> QuerySet[Tournament]:
    """Return tournaments with `size`, the number of entrants: those being played first, those that are over last.

    Hidden ones are left out.
    """
    entered = Q(entrants__status=Entrant.Status.ENTERED)
    found = Tournament.objects.filter(hidden=False).select_related("club", "champion")
    found = found.annotate(size=Count("entrants", filter=entered))
    if club is not None:
        found = found.filter(club=club)
    if search:
        found = found.filter(Q(name__icontains=search) | Q(club__name__icontains=search))
    return found.order_by(
        Case(*(When(status=status, then=Value(place)) for place, status in enumerate(ORDER))), "-created_at"
    )


def called_games(player: Player) -> list[tuple[Tournament, Table]]:
    """Return the tables of tournaments at which the player has a seat and plays now."""
    tables = Table.objects.filter(
        status__in=[Table.Status.WAITING, Table.Status.PLAYING], seats__player=player, fixed_seats=True
    )
    games = MatchGame.objects.filter(pk__in=tables.values("pk")).select_related("tournament")
    tournament_of = {game.pk: game.tournament for game in games}
    return [(tournament_of[table.pk], table) for table in tables.order_by("number") if table.pk in tournament_of]


def winners(club: Club, *, most: int = 20) -> list[Tournament]:
    """Return the finished tournaments of a club with a winner, the last to finish first; none was played elsewhere."""
    finished = Tournament.objects.filter(club=club, hidden=False, champion__isnull=False, origin="")
    known = Q(results_from=None) | Q(results_from__lte=timezone.now()) | Q(finished_at__lte=F("embargo_from"))
    finished = finished.filter(known)
    return list(finished.select_related("champion").order_by("-finished_at", "-pk")[:most])

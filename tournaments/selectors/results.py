"""Results of matches, and lists of tournaments."""

from collections.abc import Sequence

from django.db.models import Case, Count, Q, QuerySet, Value, When

from clubs.models import Club, Player
from games.models import Table
from games.store.projector import serving
from tournaments.models import Entrant, Entry, Match, MatchGame, MatchResult, Tournament
from tournaments.tiebreaks.league import Score

PROJECTION = "match_results"
ORDER = (
    Tournament.Status.PLAYING,
    Tournament.Status.OPEN,
    Tournament.Status.FINISHED,
    Tournament.Status.ABANDONED,
)


def match_results(tournament: Tournament) -> dict[int, MatchResult]:
    """Return the score of each match by its key; matches without a finished hand are left out."""
    found = MatchResult.objects.filter(projection_version=serving(PROJECTION), match__tournament=tournament)
    return {result.match_id: result for result in found}


def winner_of(match: Match, result: MatchResult | None) -> Entry | None:
    """Return the entry that won a match; None while it is played, or if its game was drawn."""
    if result is None or result.winner is None:
        return None
    return match.home if result.winner == MatchResult.Side.HOME else match.away


def finished_scores(tournament: Tournament, entries: Sequence[Entry]) -> list[Score[Entry]]:
    """Return the finished matches of the round robin, as input of the tie-breaks."""
    by_key = {entry.pk: entry for entry in entries}
    results = match_results(tournament)
    scores = []
    for match in tournament.matches.filter(stage=Match.Stage.ROUND_ROBIN):
        result = results.get(match.pk)
        if result is None or not result.finished:
            continue
        match.home, match.away = by_key[match.home_id], by_key[match.away_id]
        winner = winner_of(match, result)
        scores.append(Score(match.home, match.away, result.home_points, result.away_points, winner))
    return scores


def tournaments(*, club: Club | None = None, search: str = "") -> QuerySet[Tournament]:
    """Return tournaments with `size`, the number of entrants: those being played first, those that are over last.

    Hidden ones are left out.
    """
    entered = Q(entrants__status=Entrant.Status.ENTERED)
    size = Count("entries", distinct=True) + Count("entrants", distinct=True, filter=entered)
    found = Tournament.objects.filter(hidden=False).select_related("club", "winner__team", "champion")
    found = found.annotate(size=size)
    if club is not None:
        found = found.filter(club=club)
    if search:
        found = found.filter(Q(name__icontains=search) | Q(club__name__icontains=search))
    return found.order_by(
        Case(*(When(status=status, then=Value(place)) for place, status in enumerate(ORDER))), "-created_at"
    )


def called_matches(player: Player) -> list[Match]:
    """Return the matches that are being played and in which the player has a seat."""
    return list(
        Match.objects.filter(
            table__status__in=[Table.Status.WAITING, Table.Status.PLAYING], table__seats__player=player
        )
        .select_related("tournament", "table", "home__team", "away__team")
        .order_by("table__number")
    )


def called_games(player: Player) -> list[tuple[Tournament, Table]]:
    """Return the tables of tournaments with a log at which the player has a seat and plays now."""
    tables = Table.objects.filter(
        status__in=[Table.Status.WAITING, Table.Status.PLAYING], seats__player=player, fixed_seats=True
    )
    games = MatchGame.objects.filter(pk__in=tables.values("pk")).select_related("tournament")
    tournament_of = {game.pk: game.tournament for game in games}
    return [(tournament_of[table.pk], table) for table in tables.order_by("number") if table.pk in tournament_of]


def winners(club: Club, *, most: int = 20) -> list[Tournament]:
    """Return the finished tournaments of a club with a winner, the last to finish first."""
    finished = Tournament.objects.filter(club=club, status=Tournament.Status.FINISHED, hidden=False)
    finished = finished.filter(Q(winner__isnull=False) | Q(champion__isnull=False))
    return list(finished.select_related("winner__team", "champion").order_by("-finished_at", "-pk")[:most])

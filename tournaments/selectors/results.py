"""Results of matches, and lists of tournaments."""

from collections.abc import Sequence

from django.db.models import Case, Count, Q, QuerySet, Value, When

from clubs.models import Club, Player
from games.models import Table
from games.store.projector import serving
from tournaments.models import Entry, Match, MatchResult, Tournament
from tournaments.tiebreaks.league import Score

PROJECTION = "match_results"
ORDER = (Tournament.Status.PLAYING, Tournament.Status.OPEN, Tournament.Status.FINISHED)


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
    """Return tournaments with `size`, the number of teams: those being played first, finished ones last."""
    found = Tournament.objects.select_related("club", "winner__team").annotate(size=Count("entries"))
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


def winners(club: Club, *, most: int = 20) -> list[Tournament]:
    """Return the finished tournaments of a club with a winner, the last to finish first."""
    finished = Tournament.objects.filter(club=club, status=Tournament.Status.FINISHED, winner__isnull=False)
    return list(finished.select_related("winner__team").order_by("-finished_at", "-pk")[:most])

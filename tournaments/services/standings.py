"""The table of the round robin."""

from uuid import UUID

from django.db import transaction

from tournaments.models import Entry, Standing, Tournament
from tournaments.selectors.results import finished_scores
from tournaments.tiebreaks.league import rank


@transaction.atomic
def compute_standings(*, tournament_id: UUID) -> list[Standing]:
    """Recompute the table from the finished matches of the round robin.

    The same results give the same rows, so the call is idempotent.

    Returns:
        The rows in order of place.
    """
    # Else a concurrent task might write the older table last.
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    entries = list(Entry.objects.filter(tournament=tournament).select_related("team").order_by("seed"))
    rows = [
        Standing(
            tournament=tournament,
            entry=line.entry,
            rank=line.rank,
            played=line.played,
            won=line.won,
            drawn=line.drawn,
            lost=line.lost,
            points=line.points,
            mutual=line.mutual,
            difference=line.difference,
            decided_by=line.decided_by,
        )
        for line in rank(entries, finished_scores(tournament, entries))
    ]
    fields = [
        "rank",
        "played",
        "won",
        "drawn",
        "lost",
        "points",
        "mutual",
        "difference",
        "decided_by",
        "computed_at",
    ]
    return Standing.objects.bulk_create(rows, update_conflicts=True, unique_fields=["entry"], update_fields=fields)

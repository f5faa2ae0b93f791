"""Results of the last hour, entered or withdrawn, that the read model does not follow yet."""

from datetime import timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

import engine
from clubs.models import Club, Season
from engine.reckoning import differences, winners_by
from games.models import PlayedGame, WrittenResult
from games.results.selectors.standing import Tallied
from games.store import projector

LATE = timedelta(hours=1)
"""The period in which results are looked for that are not followed yet; they are within seconds, mostly."""


def tallied(result: WrittenResult, sign: int = 1) -> list[Tallied]:
    """Return what an entered result adds for each of its players; with `sign` -1 what it takes off."""
    rules = engine.load_rules(result.rules)
    gained, winners = differences(tuple(result.points)), winners_by(result.points)
    found = []
    for seat, player in enumerate(result.players):
        side = rules.side_of(seat)
        won, drawn = winners == (side,), side in winners and len(winners) > 1
        found.append(
            Tallied(
                UUID(player),
                games=sign,
                won=sign * won,
                drawn=sign * drawn,
                lost=sign * (not won and not drawn),
                difference=sign * gained[side],
                hands=sign * result.hands,
            )
        )
    return found


def not_followed(*, club: Club, family: str, season: Season | None = None) -> list[Tallied]:
    """Return what results of the last hour add to a club's standing, or take off, that its read model lacks.

    Args:
        club: The club.
        family: `28` or `56`.
        season: Only results of its days; None for all time.
    """
    counted = PlayedGame.objects.filter(
        projection_version=projector.serving("results"), stream=OuterRef("pk"), ended_at__isnull=False, counts=True
    )
    since = timezone.now() - LATE
    rows = WrittenResult.objects.filter(club=club, rules__startswith=family).filter(
        Q(entered_at__gte=since, withdrawn_at=None) & ~Exists(counted) | Q(withdrawn_at__gte=since) & Exists(counted)
    )
    if season is not None:
        rows = rows.filter(played_on__range=(season.begins, season.ends))
    return [one for row in rows for one in tallied(row, 1 if row.withdrawn_at is None else -1)]

"""Queries of ratings: current values and history."""

from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import F, QuerySet, Window
from django.db.models.functions import Ntile
from django.utils import timezone

from clubs.models import Player
from games.models import Rating
from games.players.charts import Point
from games.players.ratings.formula import BASE, MU, SCALE, Shown, Strength, shown

POINTS: Final = 120
"""So many points a chart has at most: the last game of each of so many parts of the history."""


class RatingNow(NamedTuple):
    """A player's rating in a family, as it is read today.

    Attributes:
        family: `28` or `56`.
        shown: The rating on the scale that people read, as uncertain as it is by now.
        rated_at: When the last game ended that it rests on.
    """

    family: str
    shown: Shown
    rated_at: datetime


def strength_of(row: Rating) -> Strength:
    """Return the strength stored in a row."""
    return Strength(row.mu, row.sigma, row.games, row.rated_at)


def ratings_of(player: Player, now: datetime | None = None) -> list[RatingNow]:
    """Return the ratings of a player, one a family in which there are games."""
    now = now or timezone.now()
    rows = Rating.objects.filter(player=player, latest=True).order_by("family")
    return [RatingNow(row.family, shown(strength_of(row), now), row.rated_at) for row in rows]


def history_of(player: Player, family: str) -> QuerySet[Rating]:
    """Return a player's ratings in a family, a row for each game, the latest first."""
    return Rating.objects.filter(player=player, family=family).order_by("-rated_at", "-stream")


def course_of(player: Player, family: str, now: datetime | None = None) -> list[Point]:
    """Return how a rating came to be, on the shown scale, up to today: points of a chart, the first one first."""
    parts = (
        Rating.objects.filter(player=player, family=family)
        .annotate(part=Window(Ntile(POINTS), order_by=[F("rated_at").asc(), F("stream").asc()]))
        .order_by("part", "-rated_at", "-stream")
        .distinct("part")
    )
    rows = list(parts)
    points = [Point(row.rated_at, BASE + SCALE * (row.mu - MU), SCALE * row.sigma) for row in rows]
    if rows:
        now = now or timezone.now()
        points.append(Point(now, points[-1].value, shown(strength_of(rows[-1]), now).margin))
    return points

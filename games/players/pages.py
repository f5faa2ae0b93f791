"""The content of a player's pages: charts, with the sentences that describe them."""

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import NamedTuple, TypeVar

from django.utils import dateformat, formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.ledger.selectors import series
from clubs.models import Player
from clubs.people.selectors import ids_of
from games.players import charts
from games.players.charts import BidChart, Form, LineChart, Point
from games.players.ratings.formula import Shown
from games.players.ratings.selectors import RatingNow, course_of
from games.players.selectors import BidEntry
from games.words.numbers import signed

CHARTED: int = 160
"""So many days the chart of stakes shows at most."""
TOLD: int = 12
"""So many values the table beneath a line tells at most."""
T = TypeVar("T")


class FormShown(NamedTuple):
    """The last games as bars, and in words."""

    chart: Form
    sentence: str
    won: int
    drawn: int
    lost: int


class BidsShown(NamedTuple):
    """The contracts of a family by number."""

    family: str
    chart: BidChart
    sentence: str


class ValueTold(NamedTuple):
    """A line of the table beneath a chart."""

    at: date | datetime
    value: int
    margin: int = 0
    change: int = 0


class RatingShown(NamedTuple):
    """A rating of today with its course; the chart is missing while there is but one game."""

    family: str
    now: Shown
    rated_at: datetime
    chart: LineChart | None
    sentence: str
    told: tuple[ValueTold, ...]


class StakesShown(NamedTuple):
    """The units that a player has won and lost over time; without a chart while there is only one day."""

    total: int
    chart: LineChart | None
    sentence: str
    told: tuple[ValueTold, ...]


def form_shown(name: str, games: Sequence[tuple[str, int]]) -> FormShown | None:
    """Return the form of a player; None before the first game.

    Args:
        name: The player's.
        games: Outcome and difference of the last games, the first one first.
    """
    if not games:
        return None
    won, drawn, lost = (sum(outcome == one for outcome, _difference in games) for one in "WDL")
    said = ngettext(
        "%(name)s, last game: %(won)s won, %(drawn)s drawn, %(lost)s lost",
        "%(name)s, last %(count)s games: %(won)s won, %(drawn)s drawn, %(lost)s lost",
        len(games),
    ) % {"name": name, "count": len(games), "won": won, "drawn": drawn, "lost": lost}
    return FormShown(charts.form(games), said, won, drawn, lost)


def bids_shown(bids: dict[str, list[BidEntry]]) -> tuple[BidsShown, ...]:
    """Return the charts of bids made and failed, one a family that has any."""
    shown = []
    for family, entries in sorted(bids.items()):
        chart = charts.bid_chart((entry.number, entry.made, entry.failed) for entry in entries)
        if chart is not None:
            said = _("Bids of %(family)s made and failed by number: %(made)s made, %(failed)s failed") % {
                "family": family, "made": chart.made, "failed": chart.failed,
            }  # fmt: skip
            shown.append(BidsShown(family, chart, said))
    return tuple(shown)


def rating_shown(player: Player, rating: RatingNow, now: datetime | None = None) -> RatingShown:
    """Return a rating of today with the chart of how it came to be."""
    course = course_of(player, rating.family, now)
    values = [round(point.value) for point in course]
    said = _(
        "Rating in %(family)s from %(first)s to today: at first %(begin)s, now %(now)s plus or minus %(margin)s; "
        "between %(low)s and %(high)s on the way"
    ) % {
        "family": rating.family,
        "first": formats.date_format(timezone.localtime(course[0].at), "j F Y"),
        "begin": values[0], "now": rating.shown.rating, "margin": rating.shown.margin,
        "low": min(values), "high": max(values),
    }  # fmt: skip
    return RatingShown(
        rating.family,
        rating.shown,
        rating.rated_at,
        charts.line_chart(_local(course), label=time_label) if len(course) > 2 else None,
        said,
        tuple(ValueTold(one.at, round(one.value), round(one.margin)) for one in thinned(course, TOLD)),
    )


def stakes_shown(player: Player) -> StakesShown | None:
    """Return the units that a player has won and lost over time; None before the first unit moved."""
    days = series(ids_of(player))
    if not days:
        return None
    # The line begins at nothing, on the first day itself.
    points = [Point(_noon(days[0].day), 0.0), *(Point(_noon(one.day), float(one.total)) for one in days)]
    said = _("Stakes from %(first)s to %(last)s: %(total)s units in all") % {
        "first": formats.date_format(days[0].day, "j F Y"),
        "last": formats.date_format(days[-1].day, "j F Y"),
        "total": signed(days[-1].total),
    }
    chart = charts.line_chart(thinned(points, CHARTED), label=time_label, number=signed, steps=True)
    told = tuple(ValueTold(one.day, one.total, change=one.amount) for one in days[-TOLD:])
    return StakesShown(days[-1].total, chart if len(days) > 1 else None, said, told)


def thinned(values: Sequence[T], most: int) -> list[T]:
    """Return at most a number of the values, evenly spaced, including the first and the last.

    >>> thinned("abcdefg", 4), thinned("abc", 4)
    (['a', 'c', 'e', 'g'], ['a', 'b', 'c'])
    """
    if len(values) <= most:
        return list(values)
    step = (len(values) - 1) / (most - 1)
    return [values[round(place * step)] for place in range(most)]


def time_label(at: datetime, unit: str) -> str:
    """Return a time as the axis of a chart names it."""
    if unit == "year":
        return str(at.year)
    return dateformat.format(at, "M Y" if unit == "month" else "j M")


def _local(points: Sequence[Point]) -> list[Point]:
    return [point._replace(at=timezone.localtime(point.at)) for point in points]


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12), tzinfo=timezone.get_current_timezone())

"""The standing of a club's players over some days, and the winners of its seasons."""

from collections.abc import Sequence, Set
from datetime import date, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec
from django.db import connection

from clubs.base.days import today_in
from clubs.models import Club, Player, Season
from clubs.privacy.selectors import seen_of
from games.models import ClubTally, ProjectionRun, SeasonFirst
from games.store import projector

FAMILIES: Final = ("28", "56")
PAGE: Final = 25
"""The page size in players."""

# Two points for a game won and one for one drawn; then the difference, then the fewer games. Added up by player before
# the players are looked at: there are many more tallies than players.
_STANDING = """
WITH parts (player_id, games, won, drawn, lost, difference, hands) AS ({parts}), added AS (
    SELECT player_id, SUM(games) AS games, SUM(won) AS won, SUM(drawn) AS drawn, SUM(lost) AS lost,
           SUM(difference) AS difference, SUM(hands) AS hands
    FROM parts GROUP BY player_id
), tallied AS (
    SELECT COALESCE(p.merged_into_id, p.id) AS who, SUM(a.games)::int AS games, SUM(a.won)::int AS won,
           SUM(a.drawn)::int AS drawn, SUM(a.lost)::int AS lost, SUM(a.difference)::int AS difference,
           SUM(a.hands)::int AS hands, (2 * SUM(a.won) + SUM(a.drawn))::int AS points
    FROM added a JOIN clubs_player p ON p.id = a.player_id
    GROUP BY 1 HAVING SUM(a.games) > 0
), ranked AS (
    SELECT *, RANK() OVER (ORDER BY points DESC, difference DESC, games) AS place,
           ROW_NUMBER() OVER (ORDER BY points DESC, difference DESC, games, who) AS line,
           COUNT(*) OVER () AS players
    FROM tallied
)
SELECT who, games, won, drawn, lost, difference, hands, points, place, line, players FROM ranked
WHERE line BETWEEN %(first)s AND %(last)s OR who = %(me)s {or_first} ORDER BY line
"""
_PART = """
    SELECT player_id, games, won, drawn, lost, difference, hands FROM games_clubtally
    WHERE projection_version = %(run)s AND club_id = %(club)s AND family = %(family)s
      AND span = '{span}' AND begins >= %({since})s AND begins < %({until})s
"""

_MORE = """
    SELECT * FROM unnest(%(player_id)s::uuid[], %(games)s::int[], %(won)s::int[], %(drawn)s::int[], %(lost)s::int[],
                         %(difference)s::int[], %(hands)s::int[])
"""
_EVERYBODY: Final = 2**31 - 1
"""The last line of any standing."""


class PlayerStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A player in a standing.

    Attributes:
        player_id: A claimed guest is listed under the account.
        name: The name; empty, and without figures, for a player who does not let the viewer see it.
        place: The place; several players may share one.
        players: The number of players in the whole standing.
        mine: It is the viewer's.
    """

    player_id: UUID
    name: str
    games: int
    won: int
    drawn: int
    lost: int
    difference: int
    hands: int
    points: int
    place: int
    line: int
    players: int
    mine: bool = False


class Tallied(NamedTuple):
    """Numbers that are added to a player's in a standing, or taken off: below 0."""

    player_id: UUID
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    difference: int = 0
    hands: int = 0


class Place(NamedTuple):
    """A player's place in a standing, with the points and the difference by which it is ranked."""

    place: int
    points: int
    difference: int


class StandingPage(msgspec.Struct, frozen=True):
    """A page of a standing; `own` is the viewer's line if it is on another page."""

    lines: tuple[PlayerStanding, ...]
    players: int
    page: int
    pages: int
    own: PlayerStanding | None

    @property
    def before(self) -> int:
        """The number of the previous page."""
        return self.page - 1

    @property
    def after(self) -> int:
        """The number of the next page."""
        return self.page + 1

    @property
    def own_page(self) -> int:
        """The page of the viewer's own line."""
        return self.page if self.own is None else (self.own.line - 1) // PAGE + 1


def standing(
    *,
    club: Club,
    family: str,
    season: Season | None = None,
    viewer: Player | None = None,
    page: int = 1,
    more: Sequence[Tallied] = (),
) -> StandingPage:
    """Return a page of a club's standing.

    Args:
        club: The club.
        family: `28` or `56`.
        season: Only games of its days; None for all time.
        viewer: The viewer; None for a visitor.
        page: The number of the page, from 1; beyond the last it is empty.
        more: Numbers that are to be added, such as those of results that the read model does not follow yet.
    """
    days = (season.begins, season.ends) if season is not None else None
    first = (page - 1) * PAGE + 1
    found = _ranked(club, family, days, viewer, first, first + PAGE - 1, more=more)
    players = found[0].players if found else 0
    lines = tuple(one for one in found if first <= one.line < first + PAGE)
    own = next((one for one in found if one.mine and one not in lines), None)
    if not players and page > 1 and (one := _ranked(club, family, days, None, 1, 1)):
        players = one[0].players  # no players on this page, and the viewer is not in the standing
    return StandingPage(lines, players, page, max(1, -(-players // PAGE)), own)


def standing_of(tallies: Sequence[Tallied]) -> list[PlayerStanding]:
    """Return the standing by some numbers alone, equal players by name, for those who entered them.

    Privacy choices are not applied.
    """
    if not tallies:
        return []
    rows = _added_up([], {"first": 1, "last": _EVERYBODY, "me": None}, tallies)
    lines = _lines(rows, {row[0] for row in rows}, None)
    return sorted(lines, key=lambda one: (one.place, one.name))


def firsts_of(*, season: Season, family: str) -> list[PlayerStanding]:
    """Return the winners of a season, several if they are equal, for storing: privacy choices are not applied."""
    found = _ranked(season.club, family, (season.begins, season.ends), None, 1, 0, firsts=True)
    return [one for one in found if one.place == 1]


def hall_of_fame(
    *, club: Club, viewer: Player | None, first: int = 0, most: int = 12
) -> list[tuple[Season, list[SeasonFirst]]]:
    """Return the ended seasons of a club, the latest first, each with its winners.

    Args:
        club: The club.
        viewer: The viewer; players who hide their results from this viewer are left out.
        first: The number of seasons to skip.
        most: The most seasons to return.
    """
    reckoned = SeasonFirst.objects.filter(season__club=club).values("season")
    over = Season.objects.filter(club=club, ends__lt=today_in(club), pk__in=reckoned)
    seasons = list(over.order_by("-ends", "pk")[first : first + most])
    rows = list(
        SeasonFirst.objects.filter(season__in=seasons)
        .select_related("player__merged_into")
        .order_by("family", "player__name", "pk")
    )
    seen = seen_of(viewer, {row.player_id for row in rows}, "results")
    return [
        (season, [row for row in rows if row.season_id == season.pk and row.player_id in seen]) for season in seasons
    ]


def families_of(club: Club) -> tuple[str, ...]:
    """Return the families of the club's finished games, those with most games first."""
    tallies = ClubTally.objects.filter(
        projection_version=projector.serving("results"), club=club, span=ClubTally.Span.ALL, games__gt=0
    )
    return tuple(family for family in FAMILIES if tallies.filter(family=family).exists())


def season_at(club: Club, day: date) -> Season | None:
    """Return the season of a club on a day; of several the one that began last."""
    return Season.objects.filter(club=club, begins__lte=day, ends__gte=day).order_by("-begins", "pk").first()


def places_with(
    *, club: Club, family: str, season: Season | None = None, more: Sequence[Tallied] = ()
) -> dict[UUID, Place]:
    """Return everybody's place in a club's standing, as it would be with other numbers; privacy is not applied.

    Args:
        club: The club.
        family: `28` or `56`.
        season: Only games of its days; None for all time.
        more: The numbers that are supposed beside those that are counted.
    """
    days = (season.begins, season.ends) if season is not None else None
    rows = _asked(club, family, days, None, 1, _EVERYBODY, more=more)
    return {row[0]: Place(row[8], row[7], row[5]) for row in rows}


def _ranked(
    club: Club,
    family: str,
    days: tuple[date, date] | None,
    viewer: Player | None,
    first: int,
    last: int,
    *,
    firsts: bool = False,
    more: Sequence[Tallied] = (),
) -> list[PlayerStanding]:
    me = None if viewer is None else viewer.real_id
    rows = _asked(club, family, days, me, first, last, firsts=firsts, more=more)
    ids = {row[0] for row in rows}
    return _lines(rows, ids if firsts else seen_of(viewer, ids, "results"), me)


def _asked(
    club: Club,
    family: str,
    days: tuple[date, date] | None,
    me: UUID | None,
    first: int,
    last: int,
    *,
    firsts: bool = False,
    more: Sequence[Tallied] = (),
) -> list[tuple[Any, ...]]:
    """Return the rows of a standing between two lines, with those of a player and perhaps of the winners."""
    run = (
        ProjectionRun.objects.filter(name="results", status=ProjectionRun.Status.SERVING).values_list("number").first()
    )
    if run is None and not more:
        return []
    said: dict[str, Any] = {
        "run": run[0] if run is not None else 0,
        "club": club.pk,
        "family": family,
        "first": first,
        "last": last,
        "me": me,
    }
    spans = _spans(days)
    parts = []
    for number, (span, since, until) in enumerate(spans):
        said |= {f"since_{number}": since, f"until_{number}": until}
        parts.append(_PART.format(span=span, since=f"since_{number}", until=f"until_{number}"))
    return _added_up(parts, said, more, or_first="OR place = 1" if firsts else "")


def _added_up(
    parts: Sequence[str], said: dict[str, Any], more: Sequence[Tallied], or_first: str = ""
) -> list[tuple[Any, ...]]:
    """Return the rows of a standing by the sum of its parts and of more numbers."""
    if more:
        parts = [*parts, _MORE]
        said = said | dict(zip(Tallied._fields, map(list, zip(*more, strict=True)), strict=True))
    asked = _STANDING.format(parts=" UNION ALL ".join(parts), or_first=or_first)
    with connection.cursor() as cursor:
        cursor.execute(asked, said)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _spans(days: tuple[date, date] | None) -> list[tuple[str, date, date]]:
    """Return the tallies that make up the days, each from a day up to before another: whole months, and the rest."""
    if days is None:
        return [(ClubTally.Span.ALL, date(1, 1, 1), date(1, 1, 2))]
    begins, after = days[0], days[1] + timedelta(days=1)
    first = begins if begins.day == 1 else _next_month(begins)
    last = after.replace(day=1)
    if first >= last:
        return [(ClubTally.Span.DAY, begins, after)]
    found = [
        (ClubTally.Span.MONTH, first, last),
        (ClubTally.Span.DAY, begins, first),
        (ClubTally.Span.DAY, last, after),
    ]
    return [(span, since, until) for span, since, until in found if since < until]


def _next_month(day: date) -> date:
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1)


def _lines(rows: Sequence[tuple[Any, ...]], seen: Set[UUID], me: UUID | None) -> list[PlayerStanding]:
    names = dict(Player.objects.filter(pk__in=seen).values_list("pk", "name"))
    found = []
    for who, *figures, place, line, players in rows:
        # A player who hides the results keeps only the place, without which the others' would make no sense.
        games, won, drawn, lost, difference, hands, points = map(int, figures) if who in seen else (0,) * len(figures)
        found.append(
            PlayerStanding(
                player_id=who,
                name=names.get(who, ""),
                games=games,
                won=won,
                drawn=drawn,
                lost=lost,
                difference=difference,
                hands=hands,
                points=points,
                place=place,
                line=line,
                players=players,
                mine=me is not None and who == me,
            )
        )
    return found

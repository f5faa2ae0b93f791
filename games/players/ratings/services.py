"""Ratings computed from the results: incrementally after a change, or in full; both give the same values.

Games are rated in the order of their ends, and of their streams' ids where two ended at once. Results become known in
another order: lanes of the log are followed apart, results are written down days later or withdrawn, a guest's player
is claimed. So whenever something changes, everything from the earliest changed game on is rated again.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

import engine
from clubs.base import locks
from clubs.base.isolation import run_each
from games.models import GamePlayer, PlayedGame, ProjectionRun, Rating, RatingMark, RatingState
from games.players.ratings.formula import FORMULA, UNKNOWN, Strength, places, rate

logger = logging.getLogger(__name__)

FAMILIES: Final = ("28", "56")
RESULTS: Final = "results"
"""The projection that writes the games."""
CHUNK: Final = 2000
MANY: Final = 2000
"""A change that so many games were played after, or of so many games, waits until changes rest."""
REST: Final = timedelta(seconds=30)
PATIENCE: Final = timedelta(minutes=5)
"""No change waits longer, or none would be followed on a busy evening."""
LOCK_NAMESPACE: Final = 33
"""The first number of the locks of ratings, one a family (`clubs.base.locks`)."""


class _Game(NamedTuple):
    """A game that can be rated: the players by side, and the placing of the sides."""

    stream: UUID
    ended_at: datetime
    teams: tuple[tuple[UUID, ...], ...]
    ranks: tuple[int, ...]
    bots: frozenset[UUID]

    def moved(self) -> frozenset[UUID]:
        """Return whose ratings it moves: everybody's if people met people, else only the bots'."""
        if all(any(player not in self.bots for player in team) for team in self.teams):
            return frozenset(player for team in self.teams for player in team)
        return self.bots


class _Point(NamedTuple):
    """A place in the order of the games."""

    ended_at: datetime
    stream: UUID


def update_ratings() -> int:
    """Update the ratings after changes; return the number of games rated, or rated again."""
    return sum(run_each(FAMILIES, _update, task="The update of ratings", logger=logger).results)


def compute_ratings(*, progress: Callable[[int], object] | None = None) -> int:
    """Recompute all ratings; return the number of games rated.

    Args:
        progress: Called with the number of games looked at since the last call.
    """
    return sum(_update(family, anew=True, progress=progress) for family in FAMILIES)


@transaction.atomic
def _update(family: str, *, anew: bool = False, progress: Callable[[int], object] | None = None) -> int:
    run = _serving_run()
    if run is None or not locks.take(LOCK_NAMESPACE, family, wait=anew):
        return 0
    marks = list(RatingMark.objects.filter(family=family).order_by("pk"))
    state = RatingState.objects.filter(family=family).first()
    stale = state is None or (state.formula, state.run) != (FORMULA, run)
    since = None
    if not (anew or stale or len(marks) > MANY):
        since = _earliest_marked(marks, family, run)
        if since is None:
            _done(marks)
            return 0
    if not (anew or stale) and _is_new(marks) and (since is None or _many_after(since, family, run)):
        return 0
    rated = _rate_from(since, family, run, progress)
    _done(marks)
    if anew or stale:
        RatingState.objects.update_or_create(family=family, defaults={"formula": FORMULA, "run": run})
    return rated


def _is_new(marks: Sequence[RatingMark]) -> bool:
    """Return whether results are still changing: the latest mark is seconds old, and none has waited for long."""
    now = timezone.now()
    return bool(marks) and marks[-1].marked_at > now - REST and marks[0].marked_at > now - PATIENCE


def _serving_run() -> int | None:
    serving = ProjectionRun.objects.filter(name=RESULTS, status=ProjectionRun.Status.SERVING)
    return serving.values_list("number", flat=True).first()


def _done(marks: Iterable[RatingMark]) -> None:
    """Remove marks that are followed. Others, of changes that were committed meanwhile, stay for the next time."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_ratingmark WHERE id = ANY(%s)", [[mark.pk for mark in marks]])


def _earliest_marked(marks: Iterable[RatingMark], family: str, run: int) -> _Point | None:
    """Return the point at which the first of the marked games was rated, or has to be."""
    streams = {mark.stream for mark in marks}
    if not streams:
        return None
    rated = Rating.objects.filter(family=family, stream__in=streams).values_list("rated_at", "stream")
    found = {_Point(*point) for point in rated.order_by("rated_at", "stream")[:1]}
    games = _games(family, run).filter(stream__in=streams)
    found |= {_Point(game.ended_at, game.stream) for game in _rateable(games, run)}
    return min(found, default=None)


def _many_after(since: _Point, family: str, run: int) -> bool:
    return _games(family, run).filter(_from(since, "ended_at"))[:MANY].count() == MANY


def _games(family: str, run: int) -> "QuerySet[PlayedGame]":
    """Return the finished games of a family that count and move ratings, in the order in which they are rated."""
    return PlayedGame.objects.filter(
        projection_version=run, family=family, counts=True, rated=True, ended_at__isnull=False
    ).order_by("ended_at", "stream")


def _from(since: _Point, at: str) -> Q:
    """Return the filter for games at a point or after it; `at` names the time field."""
    # The first condition says nothing new, but an index can begin at it.
    return Q(**{f"{at}__gte": since.ended_at}) & (
        Q(**{f"{at}__gt": since.ended_at}) | Q(**{at: since.ended_at, "stream__gte": since.stream})
    )


def _chunks(since: _Point | None, family: str, run: int) -> Iterator[list[PlayedGame]]:
    """Return the games from a point on, in order and in parts."""
    games = _games(family, run)
    found = list((games if since is None else games.filter(_from(since, "ended_at")))[:CHUNK])
    while found:
        yield found
        last = found[-1]
        assert last.ended_at is not None
        after = _from(_Point(last.ended_at, last.stream), "ended_at") & ~Q(stream=last.stream)
        found = list(games.filter(after)[:CHUNK])


def _rateable(games: Iterable[PlayedGame], run: int) -> Iterator[_Game]:
    """Return the games that can be rated: those with a result and a player at every seat."""
    games = list(games)
    # Of several players in one seat the one who sat through most hands counts: that row comes last.
    rows = (
        GamePlayer.objects.filter(projection_version=run, game__in=[game.pk for game in games])
        .order_by("game", "seat", "hands", "pk")
        .values_list(
            "game_id", "seat", "side", Coalesce("player__merged_into_id", "player_id"), "player__is_bot",
            "player__visited_at", named=False,
        )
    )  # fmt: skip
    seats: dict[int, dict[int, tuple[int, UUID, bool]]] = defaultdict(dict)
    visited = set()
    for game_id, seat, side, player, bot, visited_at in rows:
        seats[game_id][seat] = (side, player, bot)
        if visited_at is not None:
            visited.add(game_id)
    for game in games:
        # Anybody can be any number of visiting players: who beats them has beaten nobody that is known.
        if game.pk in visited:
            continue
        if (found := _game(game, seats[game.pk])) is not None:
            yield found


def _game(game: PlayedGame, seats: dict[int, tuple[int, UUID, bool]]) -> _Game | None:
    try:
        rules = engine.load_rules(game.rules)
    except engine.RulesError:
        return None
    players = {player for _, player, _ in seats.values()}
    if not game.winners or game.ended_at is None or len(seats) != rules.players or len(players) != rules.players:
        return None
    sides = len(rules.sides)
    teams: list[list[UUID]] = [[] for _ in range(sides)]
    for seat in sorted(seats):
        side, player, _ = seats[seat]
        if side >= sides:
            return None
        teams[side].append(player)
    if not all(teams):
        return None
    points = [*game.points, *[0] * sides][:sides]
    return _Game(
        game.stream,
        game.ended_at,
        tuple(map(tuple, teams)),
        places(points, game.winners),
        frozenset(player for _, player, bot in seats.values() if bot),
    )


def _rate_from(since: _Point | None, family: str, run: int, progress: Callable[[int], object] | None) -> int:
    """Rate the games of a family again from a point on, or all of them; return the number rated."""
    _take_back(since, family)
    known: dict[UUID, Strength] = {}
    changed: set[UUID] = set()
    rated = 0
    for chunk in _chunks(since, family, run):
        games = list(_rateable(chunk, run))
        if since is not None:  # else nobody has a rating before
            _load({player for game in games for team in game.teams for player in team} - known.keys(), family, known)
        rows = []
        for game in games:
            moved = game.moved()
            if not moved:
                continue
            before = [[known.get(player, UNKNOWN) for player in team] for team in game.teams]
            after = rate(before, game.ranks, game.ended_at)
            for team, strengths in zip(game.teams, after, strict=True):
                for player, strength in zip(team, strengths, strict=True):
                    if player in moved:
                        known[player] = strength
                        rows.append((player, family, game.stream, *strength))
            changed |= moved
            rated += 1
        _write(rows)
        if progress is not None:
            progress(len(chunk))
    _mark_latest(changed, family)
    return rated


def _take_back(since: _Point | None, family: str) -> None:
    """Remove the ratings from a point on; the previous ones become the latest again."""
    ratings = Rating.objects.filter(family=family)
    gone = ratings if since is None else ratings.filter(_from(since, "rated_at"))
    players = set() if since is None else set(gone.values_list("player_id", flat=True).distinct())
    gone.delete()
    _mark_latest(players, family)


def _load(players: Iterable[UUID], family: str, known: dict[UUID, Strength]) -> None:
    """Add to `known` the latest strengths of some players."""
    for one in Rating.objects.filter(family=family, latest=True, player__in=list(players)):
        known[one.player_id] = Strength(one.mu, one.sigma, one.games, one.rated_at)


def _write(rows: Iterable[tuple[UUID, str, UUID, float, float, int, datetime | None]]) -> None:
    """Write ratings; not one of them is the latest yet."""
    # COPY, because all games anew are a million rows.
    with connection.cursor() as cursor, cursor.copy(  # type: ignore[attr-defined]  # the driver's own
        "COPY games_rating (player_id, family, stream, mu, sigma, games, rated_at, latest) FROM STDIN"
    ) as copy:  # fmt: skip
        for row in rows:
            copy.write_row((*row, False))


def _mark_latest(players: Iterable[UUID], family: str) -> None:
    """Mark the last rating of each of these players as the latest."""
    ids = list(players)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_rating SET latest = false WHERE latest AND family = %s AND player_id = ANY(%s)", [family, ids]
        )
        cursor.execute(
            """
            UPDATE games_rating SET latest = true FROM unnest(%s::uuid[]) AS one (player)
            WHERE id = (
                SELECT id FROM games_rating WHERE player_id = one.player AND family = %s
                ORDER BY rated_at DESC, stream DESC LIMIT 1
            )
            """,
            [ids, family],
        )

"""The finished games of a club, the latest first, and a recorded result."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from uuid import UUID

import msgspec
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.dateparse import parse_datetime

import engine
from clubs.models import Club, Player
from clubs.officers.permissions import allowed_to, may
from clubs.officers.roles import find_role
from clubs.privacy.selectors import seen_of
from engine.reckoning import winners_by
from games.models import GamePlayer, PlayedGame, Table, WrittenResult
from games.results.errors import UnknownResult
from games.store import projector
from games.tables.selectors.access import visible
from games.tables.selectors.withheld import is_withheld
from games.words.phrases import translated

GAMES = 15
"""The page size of the list of games."""
LATEST = 5
"""The number of games of a player's clubs on the player's first page."""


class SideShown(msgspec.Struct, frozen=True):
    """A side of a game: its players, its points, and whether it won.

    A name is empty if the player does not let the viewer see it.
    """

    side: int
    players: tuple[tuple[UUID, str], ...]
    points: int
    outcome: str


class GameShown(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game in a list; `path` is its page, empty if the viewer may not see it."""

    stream: UUID
    kind: str
    rules: str
    rules_name: str
    counts: bool
    hands: int
    day: date | None
    ended_at: datetime
    sides: tuple[SideShown, ...]
    path: str
    drawn: bool

    @property
    def withdrawn(self) -> bool:
        """An entered result that was withdrawn: it is the only one that does not count."""
        return self.kind == PlayedGame.Kind.RESULT and not self.counts


class GamesPage(msgspec.Struct, frozen=True):
    """A page of games, and the cursor of the next one; empty at the end."""

    games: tuple[GameShown, ...]
    more: str


class LatestGames(msgspec.Struct, frozen=True):
    """The latest finished games of a club, for somebody in several clubs."""

    club: Club
    games: tuple[GameShown, ...]


class ResultShown(msgspec.Struct, frozen=True):
    """A recorded result, with its players."""

    row: WrittenResult
    rules_name: str
    sides: tuple[SideShown, ...]
    may_withdraw: bool


def club_games(
    *,
    club: Club,
    viewer: Player | None,
    family: str = "",
    kind: str = "",
    day: date | None = None,
    counting: bool = False,
    before: str = "",
    most: int = GAMES,
) -> GamesPage:
    """Return finished games of a club, the latest first; withdrawn and friendly games are marked.

    Args:
        club: The club.
        viewer: The viewer; None for a visitor. Tables by invitation are listed only for viewers who may find them.
        family: `28` or `56`; empty for both.
        kind: A kind of `PlayedGame.Kind`; empty for all.
        day: Only those of this day.
        counting: Only those of people that count in the club, and withdrawn results: no friendly games, as many
            matches of tournaments are, and none among bots.
        before: The cursor: the `more` of the previous page.
        most: The most games to return.
    """
    found = PlayedGame.objects.filter(
        projection_version=projector.serving("results"), club=club, ended_at__isnull=False
    ).order_by("-ended_at", "-pk")
    if family:
        found = found.filter(family=family)
    if kind:
        found = found.filter(kind=kind)
    if day is not None:
        found = found.filter(day=day)
    if counting:
        found = found.filter(_with_people(), Q(counts=True) | Q(kind=PlayedGame.Kind.RESULT))
    if (mark := _mark(before)) is not None:
        at, pk = mark
        found = found.filter(Q(ended_at__lt=at) | Q(ended_at=at, pk__lt=pk))
    if not may(viewer, "read_sheets", club):
        found = found.exclude(is_withheld("stream"))
    rows = list(found[: most + 1])
    more = f"{rows[most - 1].ended_at:%Y-%m-%dT%H:%M:%S.%f%z}~{rows[most - 1].pk}" if len(rows) > most else ""
    return GamesPage(shown_games(rows[:most], club, viewer), more)


def latest_games(viewer: Player, *, most: int = LATEST) -> tuple[LatestGames, ...]:
    """Return the latest games of people that count in a player's clubs, by club, the club of the latest first.

    Args:
        viewer: The player.
        most: The most games to return in all.
    """
    clubs = {club.pk: club for club in Club.objects.filter(memberships__player=viewer)}
    found = PlayedGame.objects.filter(
        _with_people(),
        projection_version=projector.serving("results"),
        club__in=clubs,
        ended_at__isnull=False,
        counts=True,
    ).order_by("-ended_at", "-pk")
    by_club: dict[UUID, list[PlayedGame]] = {}
    for row in found.exclude(is_withheld("stream"))[:most]:
        assert row.club_id is not None
        by_club.setdefault(row.club_id, []).append(row)
    shown = [LatestGames(clubs[pk], shown_games(rows, clubs[pk], viewer)) for pk, rows in by_club.items()]
    return tuple(one for one in shown if one.games)


def _with_people() -> Exists:
    """Return the condition that a person is among the players of a game."""
    players = GamePlayer.objects.filter(projection_version=projector.serving("results"), game=OuterRef("pk"))
    return Exists(players.filter(player__is_bot=False))


def shown_games(rows: Sequence[PlayedGame], club: Club, viewer: Player | None) -> tuple[GameShown, ...]:
    """Return some games in the viewer's view, without those at tables that the viewer may not find."""
    tables = [row.stream for row in rows if row.kind == PlayedGame.Kind.TABLE]
    open_tables = set(Table.objects.filter(visible(viewer), pk__in=tables).values_list("pk", flat=True))
    can = allowed_to(find_role(club=club, player=viewer))
    told = [row for row in rows if row.kind != PlayedGame.Kind.TABLE or row.stream in open_tables]
    players = list(
        GamePlayer.objects.filter(game__in=told, projection_version=projector.serving("results"))
        .select_related("player__merged_into")
        .order_by("seat", "pk")
    )
    seen = _known(viewer, {one.player_id for one in players}, enters="enter_results" in can)
    found = []
    for row in told:
        mine = [one for one in players if one.game_id == row.pk]
        sides = tuple(
            SideShown(
                side, _named([one.player for one in mine if one.side == side], seen), points, _outcome(mine, side)
            )
            for side, points in enumerate(row.points)
        )
        assert row.ended_at is not None
        found.append(
            GameShown(
                stream=row.stream,
                kind=row.kind,
                rules=row.rules,
                rules_name=translated(engine.load_rules(row.rules).name),
                counts=row.counts,
                hands=row.hands,
                day=row.day,
                ended_at=row.ended_at,
                sides=sides,
                path=_path(row, "read_sheets" in can),
                drawn=all(side.outcome == "D" for side in sides),
            )
        )
    return tuple(found)


def one_result(result_id: UUID, viewer: Player | None) -> ResultShown:
    """Return a recorded result.

    Raises:
        UnknownResult: There is no such result.
    """
    rows = WrittenResult.objects.select_related("club", "entered_by__merged_into", "withdrawn_by__merged_into")
    row = rows.filter(pk=result_id).first()
    if row is None:
        raise UnknownResult
    rules = engine.load_rules(row.rules)
    known = {str(one.pk): one for one in Player.objects.filter(pk__in=row.players).select_related("merged_into")}
    enters = may(viewer, "enter_results", row.club)
    seen = _known(viewer, {one.pk for one in known.values()}, enters=enters)
    winners = winners_by(row.points)
    sides = tuple(
        SideShown(
            side,
            _named([known[row.players[seat]] for seat in seats if row.players[seat] in known], seen),
            row.points[side],
            ("W" if len(winners) == 1 else "D") if side in winners else "L",
        )
        for side, seats in enumerate(rules.sides)
    )
    return ResultShown(row, translated(rules.name), sides, enters)


def game_path(stream: UUID, kind: str, hand: int | None = None) -> str:
    """Return the page of a game, or of a hand of it; an entered result has no hands."""
    if kind == PlayedGame.Kind.RESULT:
        return reverse("games:result", args=[stream])
    if kind == PlayedGame.Kind.SHEET:
        if hand is not None:
            return reverse("games:hand_of_sheet", args=[stream, hand])
        return reverse("games:sheet", args=[stream])
    if hand is not None:
        return reverse("games:hand", args=[stream, hand])
    return reverse("games:table", args=[stream])


def _path(row: PlayedGame, reads_sheets: bool) -> str:
    return "" if row.kind == PlayedGame.Kind.SHEET and not reads_sheets else game_path(row.stream, row.kind)


def _known(viewer: Player | None, players: set[UUID], *, enters: bool) -> frozenset[UUID]:
    """Return the players whose results the viewer may see; whoever enters results in the club sees them all."""
    return frozenset(players) if enters else seen_of(viewer, players, "results")


def _named(players: Iterable[Player], seen: frozenset[UUID]) -> tuple[tuple[UUID, str], ...]:
    """Return players with their names, once each; claimed guests as their account."""
    found: dict[UUID, str] = {}
    for one in players:
        real = one.real
        found[real.pk] = real.name if one.pk in seen else ""
    return tuple(found.items())


def _outcome(players: Sequence[GamePlayer], side: int) -> str:
    return next((one.outcome for one in players if one.side == side), "")


def _mark(said: str) -> tuple[datetime, int] | None:
    """Parse a cursor; None if it cannot be read."""
    at, mark, pk = said.partition("~")
    try:
        moment = parse_datetime(at)
    except ValueError:
        return None
    if not mark or moment is None or moment.tzinfo is None or not pk.isdecimal() or len(pk) > 18:
        return None
    return moment, int(pk)

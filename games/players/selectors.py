"""Queries of a player's page: the games, their form, partners, bids, and stakes over time."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final, Literal
from uuid import UUID

import msgspec
from django.db import connection
from django.db.models import QuerySet, Sum
from django.utils.translation import gettext as _

import engine
from clubs.models import Player
from clubs.people.selectors import ids_of
from clubs.privacy.selectors import choices_of, may_see, seen_of
from games.models import BidCount, GamePlayer, PlayedGame, Sheet, Table
from games.players.charts import FORM_GAMES
from games.players.hands import hidden_tables, serving_number
from games.sheets.selectors import visible_sheets
from games.store import projector
from games.tables.selectors.access import visible
from games.tables.selectors.lists import Mapped
from games.tables.selectors.told import GONE
from games.tables.selectors.withheld import is_withheld
from games.words.phrases import translated

RESULTS: Final = "results"
MATTERS: Final = ("results", "rating", "stakes", "partners", "histories", "kunukku")
"""What of a player's page may be hidden."""
Sort = Literal["hands", "games", "won", "difference"]


class GameEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game in the list of a player's games.

    Attributes:
        stream: The game's id.
        kind: `table`, `sheet` or `result`.
        title: Its title; empty for a game with an entered result.
        may_open: Whether the viewer may look at the table or the sheet.
        club: The club's name; empty for none.
        club_slug: The club's slug; empty for none.
        rules: The rule set's id.
        rules_name: The name of the rule set.
        hands: The number of hands that the player sat through.
        outcome: `W`, `D` or `L`.
        points: The points of the own side, in all hands of the game.
        others: Those of the other sides.
        difference: The own points less the others', in the hands that the player sat through.
        partners: The names of those on the same side.
        opponents: The names of those on the others.
        counts: It counts in the club: it was not friendly.
        ended_at: When it ended.
    """

    stream: UUID
    kind: str
    title: str
    may_open: bool
    club: str
    club_slug: str
    rules: str
    rules_name: str
    hands: int
    outcome: str
    points: int
    others: tuple[int, ...]
    difference: int
    partners: tuple[str, ...]
    opponents: tuple[str, ...]
    counts: bool
    ended_at: datetime

    @property
    def withdrawn(self) -> bool:
        """An entered result that was withdrawn: it is the only one that does not count."""
        return self.kind == PlayedGame.Kind.RESULT and not self.counts


class PartnerEntry(msgspec.Struct, frozen=True):
    """Somebody with whom a player has played on one side, in games that count."""

    player_id: UUID
    name: str
    bot: bool
    games: int
    won: int
    drawn: int
    lost: int
    hands: int
    difference: int


class BidEntry(msgspec.Struct, frozen=True):
    """The counts of a player's contracts of a number, made and failed."""

    number: int
    made: int
    failed: int


class Privacy(msgspec.Struct, frozen=True):
    """The parts of a player that the viewer sees, with their audiences.

    Attributes:
        seen: The matters that the viewer sees.
        mine: The viewer is the player.
        alone: The matters that only the player sees; known to the player alone.
        clubs: Those that the members of the player's clubs see too; known to the player alone.
    """

    seen: frozenset[str]
    mine: bool
    alone: frozenset[str] = frozenset()
    clubs: frozenset[str] = frozenset()


def privacy_of(player: Player, viewer: Player | None, matters: Iterable[str] = MATTERS) -> Privacy:
    """Return the parts of a player that a viewer sees."""
    mine = viewer is not None and viewer.real_id == player.pk
    if not mine:
        return Privacy(frozenset(what for what in matters if may_see(viewer, player, what)), mine=False)
    chosen = choices_of(player)
    return Privacy(
        frozenset(matters),
        mine=True,
        alone=frozenset(what for what in matters if chosen[what] == "nobody"),
        clubs=frozenset(what for what in matters if chosen[what] == "clubs"),
    )


def rows_of(player: Player) -> QuerySet[GamePlayer]:
    """Return the rows of a player in finished games whose results everybody may know, the latest first."""
    rows = GamePlayer.objects.filter(
        projection_version=projector.serving(RESULTS), player__in=ids_of(player), ended_at__isnull=False
    )
    return rows.exclude(is_withheld("game__stream")).order_by("-ended_at", "-pk")


def form_of(player: Player) -> list[tuple[str, int]]:
    """Return outcome and difference of the last games that count, the first one first."""
    last = rows_of(player).filter(counts=True).exclude(outcome="")
    return list(last.values_list("outcome", "difference")[:FORM_GAMES])[::-1]


def games_of(player: Player, viewer: Player | None, *, family: str = "", club: str = "") -> Mapped[GameEntry]:
    """Return the finished games of a player, the latest first.

    Args:
        player: The player; the caller checks that the viewer may see them.
        viewer: The viewing player: games at tables hidden from the viewer are left out.
        family: Only of this family.
        club: Only in the club with this slug.
    """
    found = rows_of(player)
    if hidden := hidden_tables(ids_of(player), viewer):
        found = found.exclude(game__stream__in=hidden)
    if family:
        found = found.filter(family=family)
    if club:
        found = found.filter(club__slug=club)
    return Mapped(found.select_related("game", "club"), lambda rows: _game_entries(rows, viewer))


def _game_entries(rows: list[GamePlayer], viewer: Player | None) -> list[GameEntry]:
    streams = [row.game.stream for row in rows]
    tables = Table.objects.filter(visible(viewer)).in_bulk(streams)
    sheets = Sheet.objects.in_bulk(streams)
    open_sheets = set(visible_sheets(viewer).filter(pk__in=streams).values_list("pk", flat=True))
    beside = _beside(rows, viewer)
    entries = []
    for row in rows:
        game, stream = row.game, row.game.stream
        table, sheet = tables.get(stream), sheets.get(stream)
        points = game.points
        assert row.ended_at is not None
        entries.append(
            GameEntry(
                stream=stream,
                kind=game.kind,
                title=str(table or sheet or ""),
                may_open=game.kind == PlayedGame.Kind.RESULT or table is not None or stream in open_sheets,
                club=row.club.name if row.club else "",
                club_slug=row.club.slug if row.club else "",
                rules=game.rules,
                rules_name=_rules_name(game.rules),
                hands=row.hands,
                outcome=row.outcome,
                points=points[row.side] if row.side < len(points) else 0,
                others=tuple(won for side, won in enumerate(points) if side != row.side),
                difference=row.difference,
                partners=tuple(name for side, name in beside.get(row.game_id, ()) if side == row.side),
                opponents=tuple(name for side, name in beside.get(row.game_id, ()) if side != row.side),
                counts=row.counts,
                ended_at=row.ended_at,
            )
        )
    return entries


def _beside(rows: list[GamePlayer], viewer: Player | None) -> dict[int, list[tuple[int, str]]]:
    """Return the sides and names of the others in each game.

    Who does not let the viewer see the own results is named only to those who were there.
    """
    own = {(row.game_id, row.player_id) for row in rows}
    others = [
        row
        for row in GamePlayer.objects.filter(game__in=[row.game_id for row in rows])
        .order_by("seat", "pk")
        .values_list("game_id", "side", "player_id", "player__name", "player__merged_into")
        if (row[0], row[2]) not in own
    ]
    seen = seen_of(viewer, {player for _game, _side, player, _name, _real in others}, "results")
    me = viewer and viewer.real_id
    there = {game for game, _side, player, _name, real in others if me is not None and me in (player, real)}
    there |= {row.game_id for row in rows if me is not None and me == row.player_id}
    beside: dict[int, list[tuple[int, str]]] = {}
    for game, side, player, name, _real in others:
        shown = name or _(GONE) if player in seen or game in there else _("somebody")
        beside.setdefault(game, []).append((side, shown))
    return beside


def _rules_name(rules_id: str) -> str:
    try:
        return translated(engine.load_rules(rules_id).name)
    except engine.RulesError:
        return rules_id


_PARTNERS: Final = """
SELECT COALESCE(who.merged_into_id, who.id), max(who.name), bool_and(who.is_bot), count(*),
    count(*) FILTER (WHERE mine.outcome = 'W'),
    count(*) FILTER (WHERE mine.outcome = 'D'),
    count(*) FILTER (WHERE mine.outcome = 'L'),
    sum(LEAST(mine.hands, theirs.hands)),
    sum(CASE WHEN theirs.hands < mine.hands THEN theirs.difference ELSE mine.difference END)
FROM games_gameplayer mine
JOIN LATERAL (
    SELECT player_id, hands, difference FROM games_gameplayer theirs
    WHERE theirs.projection_version = mine.projection_version AND theirs.game_id = mine.game_id
        AND theirs.side = mine.side AND theirs.seat <> mine.seat OFFSET 0
) theirs ON true
JOIN clubs_player who ON who.id = theirs.player_id
WHERE mine.projection_version = %(run)s AND mine.player_id = ANY(%(players)s) AND mine.ended_at IS NOT NULL
    AND mine.counts AND mine.outcome <> '' AND NOT theirs.player_id = ANY(%(players)s)
    AND (%(family)s = '' OR mine.family = %(family)s)
GROUP BY 1
"""
"""Both played the hands that the one of fewer hands sat through: so their points are those of that one."""


def partners_of(
    player: Player, viewer: Player | None, *, family: str = "", sort: Sort = "hands", search: str = ""
) -> list[PartnerEntry]:
    """Return those with whom a player has played on one side, in games that count.

    Who does not let the viewer see with whom they play is not named as somebody else's partner either.

    Args:
        player: The player; the caller checks that the viewer may see them.
        viewer: The viewing player; None for a visitor.
        family: Only in games of this family.
        sort: By what, the most first; then by name.
        search: Only those with this in the name.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PARTNERS, {"run": serving_number(RESULTS), "players": list(ids_of(player)), "family": family})
        found = [
            PartnerEntry(who, name, bot, games, won, drawn, lost, int(hands), int(difference))
            for who, name, bot, games, won, drawn, lost, hands, difference in cursor.fetchall()
        ]
    if viewer is None or viewer.real_id != player.pk:
        seen = seen_of(viewer, [entry.player_id for entry in found], "partners")
        found = [entry for entry in found if entry.player_id in seen]
    if search:
        found = [entry for entry in found if search.casefold() in entry.name.casefold()]
    return sorted(found, key=lambda entry: (-getattr(entry, sort), entry.name, str(entry.player_id)))


def bids_of(player: Player) -> dict[str, list[BidEntry]]:
    """Return how often a player's contracts were made and failed, by family and number; none for no bids."""
    counted = (
        BidCount.objects.filter(projection_version=projector.serving(RESULTS), player__in=ids_of(player))
        .order_by("family", "number")
        .values_list("family", "number")
        .annotate(Sum("made"), Sum("failed"))
    )
    found: dict[str, list[BidEntry]] = {}
    for family, number, made, failed in counted:
        if made or failed:
            found.setdefault(family, []).append(BidEntry(number, made, failed))
    return found

"""The search through a player's hands.

A player's games are found by the index of `GamePlayer`, and their hands in the index that keeps them unique, which has
the columns that are searched by: so of five million hands only the player's own are looked at, and of those only an
index. Measured in `docs/reference/ratings.md`.
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from functools import cache, cached_property
from typing import Any, Final, Literal, TypeVar, overload
from uuid import UUID

import msgspec
from django.db import connection
from django.utils import timezone

import engine
from clubs.base.days import FIRST_DAY, LAST_DAY
from clubs.models import Player
from clubs.people.selectors import ids_of
from games.hands.lists import HandEntry, hand_entries
from games.models import GamePlayer, PlayedHand, ProjectionRun, Sheet, Table
from games.sheets.selectors import readable
from games.tables.selectors.access import visible

MANY: Final = 5000
"""Of so many hands, and more, only the page that is shown is read; up to so many are found at once."""
Who = Literal["me", "partner", "opponent"]
Came = Literal["made", "failed", "none"]


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which hands of a player.

    Attributes:
        family: Only of this family, `28` or `56`.
        rules: Only by this rule set.
        begins: Only scored on this day or later.
        ends: Only scored on this day or before.
        partner: Only with this player on the same side: an id, or a part of the name.
        opponent: Only with this player on another side: an id, or a part of the name.
        number: Only with a contract of this number.
        declarer: Only those that the player declared, or a partner, or an opponent.
        came: Only contracts made, or failed, or hands without a result of that kind.
        club: Only in the club with this slug.
        doubled: Only doubled contracts.
    """

    family: str = ""
    rules: str = ""
    begins: date | None = None
    ends: date | None = None
    partner: str = ""
    opponent: str = ""
    number: int | None = None
    declarer: Who | None = None
    came: Came | None = None
    club: str = ""
    doubled: bool = False


# OFFSET 0 keeps the planner from reading all games and all hands at once, which it takes for cheaper than it is.
_GAMES: Final = """
WITH mine AS MATERIALIZED (
    SELECT own.seat::integer, own.side, own.player_id, own.ended_at, own.game_id, game.stream,
        own.hands >= game.hands AS whole{columns},
        CASE WHEN game.rules = ANY(%(three)s) THEN 3 ELSE 2 END AS sides
    FROM games_gameplayer own
    JOIN LATERAL (
        SELECT stream, rules, family, kind, club_id, hands FROM games_playedgame WHERE id = own.game_id OFFSET 0
    ) game ON true{joins}
    WHERE own.projection_version = %(run)s AND own.player_id {whose} AND game.kind <> 'result'{games}
    ORDER BY own.ended_at DESC NULLS FIRST, own.game_id DESC
)
"""
_OTHER: Final = """
    JOIN LATERAL (
        SELECT other.seat::integer, other.player_id, other.hands >= game.hands AS whole
        FROM games_gameplayer other JOIN clubs_player who ON who.id = other.player_id
        WHERE other.projection_version = own.projection_version AND other.game_id = own.game_id
            AND other.seat <> own.seat AND other.side {side} own.side AND {named}
        ORDER BY other.hands DESC LIMIT 1
    ) {name} ON true"""
_HANDS: Final = """
FROM mine JOIN LATERAL (
    SELECT hand.id, hand.number FROM games_playedhand hand
    WHERE hand.projection_version = %(hands)s AND hand.stream = mine.stream AND {conditions} OFFSET 0
) hand ON true
"""
# Who was replaced in the middle has not played every hand of the game. Only then are the hand's own players looked at.
_SAT: Final = """({whole} OR EXISTS (
    SELECT FROM games_playedhand one WHERE one.id = hand.id AND one.players ->> {seat} = {player}::text
))"""
_ORDER: Final = "ORDER BY mine.ended_at DESC NULLS FIRST, mine.game_id DESC, hand.number DESC"
_DECLARER: Final = {
    "me": "hand.declarer = mine.seat",
    "partner": "hand.declarer <> mine.seat AND hand.declarer %% mine.sides = mine.side",
    "opponent": "hand.declarer %% mine.sides <> mine.side",
}
_CAME: Final = {"made": "hand.made", "failed": "NOT hand.made", "none": "hand.made IS NULL"}


@cache
def _three_sides() -> list[str]:
    """Return the rule sets with three sides; all others have two."""
    return [each for each in engine.rule_set_ids() if len(engine.load_rules(each).sides) == 3]


T = TypeVar("T")


class FoundHands(Sequence[T]):
    """The hands of a player that match a search, those of the latest game first; a paginator pages them."""

    def __init__(
        self, player: Player, viewer: Player | None, wanted: Wanted, make: Callable[[list[PlayedHand]], list[T]]
    ) -> None:
        self._statement, self._named = _statement(player, viewer, wanted)
        self._make = make

    def __len__(self) -> int:
        if len(self._first) < MANY:
            return len(self._first)
        with connection.cursor() as cursor:
            cursor.execute(self._statement.format(what="SELECT count(*)", order=""), self._named)
            return int(cursor.fetchone()[0])

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> list[T]: ...
    def __getitem__(self, at: int | slice) -> T | list[T]:
        """Return the hands of a page."""
        if isinstance(at, int):
            return self[at : at + 1][0]
        first, last = at.start or 0, at.stop or 0
        ids = self._first[first:last] if last <= MANY else self._ids(first, last)
        found = PlayedHand.objects.select_related("table", "sheet").in_bulk(ids)
        return self._make([found[pk] for pk in ids])

    @cached_property
    def _first(self) -> list[int]:
        """The first hands that are like that: few matches are all found at once, for the page and for their number."""
        return self._ids(0, MANY)

    def _ids(self, first: int, last: int) -> list[int]:
        statement = self._statement.format(what="SELECT hand.id", order=f"{_ORDER} LIMIT %(count)s OFFSET %(first)s")
        with connection.cursor() as cursor:
            cursor.execute(statement, {**self._named, "first": first, "count": last - first})
            return [row[0] for row in cursor.fetchall()]


def hands_of(player: Player, viewer: Player | None, wanted: Wanted) -> FoundHands[HandEntry]:
    """Return the matching hands of a player, as list rows.

    Args:
        player: The player; the caller checks that the viewer may see them.
        viewer: The viewing player: hands at tables and on sheets hidden from the viewer are left out.
        wanted: Which.
    """
    return FoundHands(player, viewer, wanted, hand_entries)


def _statement(player: Player, viewer: Player | None, wanted: Wanted) -> tuple[str, dict[str, Any]]:
    """Return the SQL statement with placeholders for the selected columns and the order, and its parameters."""
    ids = ids_of(player)
    named: dict[str, Any] = {
        "run": serving_number("results"),
        "hands": serving_number("hands"),
        "players": list(ids),
        "three": _three_sides(),
    }
    games, joins, columns = "", "", ""
    conditions = [_SAT.format(whole="mine.whole", seat="mine.seat", player="mine.player_id")]
    if hidden := [*hidden_tables(ids, viewer), *hidden_sheets(ids, viewer)]:
        games += " AND NOT game.stream = ANY(%(hidden)s)"
        named["hidden"] = hidden
    for column in ("family", "rules"):
        if value := getattr(wanted, column):
            games += f" AND game.{column} = %({column})s"
            named[column] = value
    if wanted.club:
        games += " AND game.club_id = (SELECT id FROM clubs_club WHERE slug = %(club)s)"
        named["club"] = wanted.club
    for name, side, value in (("partner", "=", wanted.partner), ("opponent", "<>", wanted.opponent)):
        if value:
            test, parameter = _named(name, value)
            named[name] = parameter
            joins += _OTHER.format(side=side, named=test, name=name)
            columns += f", {name}.seat AS {name}_seat, {name}.player_id AS {name}_id, {name}.whole AS {name}_whole"
            conditions.append(
                _SAT.format(whole=f"mine.{name}_whole", seat=f"mine.{name}_seat", player=f"mine.{name}_id")
            )
    if wanted.begins is not None:
        conditions.append("hand.scored_at >= %(begins)s")
        named["begins"] = _midnight(max(wanted.begins, FIRST_DAY))
    if wanted.ends is not None:
        conditions.append("hand.scored_at < %(ends)s")
        named["ends"] = _midnight(min(wanted.ends, LAST_DAY)) + timedelta(days=1)
    if wanted.number is not None:
        conditions.append("hand.bid = %(number)s")
        named["number"] = wanted.number
    if wanted.declarer is not None:
        conditions.append(_DECLARER[wanted.declarer])
    if wanted.came is not None:
        conditions.append(_CAME[wanted.came])
    if wanted.doubled:
        conditions.append("hand.doubled > 0")
    # In the order of the index, of which then only the beginning is read.
    whose = "= ANY(%(players)s)"
    if len(ids) == 1:
        whose, named["players"] = "= %(players)s", ids[0]
    head = _GAMES.format(columns=columns, joins=joins, games=games, whose=whose)
    return head + "{what}" + _HANDS.format(conditions=" AND ".join(conditions)) + "{order}", named


def _named(name: str, said: str) -> tuple[str, Any]:
    """Return the condition that a player has an id, or a name containing a text."""
    try:
        return f"(who.id = %({name})s OR who.merged_into_id = %({name})s)", UUID(said)
    except ValueError:
        pattern = "%{}%".format(said.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_"))
        return f"who.name ILIKE %({name})s", pattern


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=timezone.get_current_timezone())


def serving_number(name: str) -> int:
    """Return the number of the run to be read; 0, of which there are no rows, before the first."""
    serving = ProjectionRun.objects.filter(name=name, status=ProjectionRun.Status.SERVING)
    return serving.values_list("number", flat=True).first() or 0


def hidden_tables(ids: Sequence[UUID], viewer: Player | None) -> list[UUID]:
    """Return the tables at which a player has played and that the viewer may not know of.

    Args:
        ids: Those of the player.
        viewer: The viewing player; None for a visitor.
    """
    played = GamePlayer.objects.filter(projection_version=serving_number("results"), player__in=ids).values(
        "game__stream"
    )
    hidden = Table.objects.filter(pk__in=played).exclude(invitation="").exclude(visible(viewer))
    return list(hidden.order_by().values_list("pk", flat=True))


def hidden_sheets(ids: Sequence[UUID], viewer: Player | None) -> list[UUID]:
    """Return the sheets on which a player has played and that the viewer may not read.

    Args:
        ids: Those of the player.
        viewer: The viewing player; None for a visitor.
    """
    played = Sheet.objects.filter(seats__player__in=ids).order_by()
    if viewer is not None:
        played = played.exclude(readable(viewer))
    return list(played.values_list("pk", flat=True))

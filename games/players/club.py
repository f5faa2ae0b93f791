"""The members of a club with their rating and form: a table that is paged, searched and sorted."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, Literal
from uuid import UUID

import msgspec
from django.db import connection
from django.db.models import BooleanField, Case, F, OuterRef, Q, QuerySet, Subquery, Sum, Value, When
from django.utils import timezone

from clubs.models import Club, Membership, Player
from clubs.privacy.selectors import hidden_from, hidden_players, seen_of
from games.models import ClubTally, PlayedGame, Rating
from games.players.charts import FORM_GAMES
from games.players.hands import serving_number
from games.players.ratings.formula import FEW_GAMES, Shown, Strength, shown
from games.players.ratings.services import FAMILIES
from games.players.selectors import RESULTS
from games.store import projector
from games.tables.selectors.lists import Mapped

Order = Literal["rating", "name", "games"]
ORDERS: Final[tuple[Order, ...]] = ("rating", "name", "games")
LATELY: Final = 50
"""With whom somebody mostly plays is told by so many games."""


class MemberForm(msgspec.Struct, frozen=True, kw_only=True):
    """A member of a club in the table of ratings and form.

    Attributes:
        player_id: The player's id.
        name: The player's name.
        rating: The rating of today; None for none, or one that the viewer may not see.
        last: Outcome and difference of the last games in the club, the first one first; none if they are hidden.
        games: The number of games of the club that the player has finished; None if they are hidden.
        won: The number of them that were won.
        lost: The number of them that were lost.
        mostly_with: The name of the partner of most of the last games; empty for none, or a hidden one.
        mostly_with_id: Who that is.
    """

    player_id: UUID
    name: str
    rating: Shown | None
    last: tuple[tuple[str, int], ...]
    games: int | None
    won: int
    lost: int
    mostly_with: str
    mostly_with_id: UUID | None


def family_played(club: Club) -> str:
    """Return the family of the club's latest game; 28 before the first."""
    games = PlayedGame.objects.filter(projection_version=projector.serving(RESULTS), club=club, ended_at__isnull=False)
    return games.order_by("-ended_at").values_list("family", flat=True).first() or FAMILIES[0]


def members_form(
    club: Club,
    viewer: Player | None,
    *,
    family: str,
    order: Order = "rating",
    search: str = "",
    now: datetime | None = None,
) -> Mapped[MemberForm]:
    """Return the members of a club with rating and form.

    What somebody hides from the viewer moves them neither up nor down: they stand as if there were none.

    Args:
        club: Which club.
        viewer: The viewing player; None for a visitor.
        family: By which games.
        order: By rating, those on few games after the others; by name; or by the number of games in the club.
        search: Only names that contain this.
        now: By when ratings have grown uncertain; by default this moment.
    """
    found = Membership.objects.filter(club=club, player__is_bot=False).exclude(hidden_from(viewer, "lists"))
    if search:
        found = found.filter(player__name__icontains=search)
    found = found.select_related("player")
    if order == "rating":
        found = _by_rating(found, viewer, family)
    elif order == "games":
        found = _by_games(found, viewer, club, family)
    else:
        found = found.order_by("player__name", "pk")
    moment = now or timezone.now()
    return Mapped(found, lambda rows: _forms(rows, club, viewer, family, moment))


def _by_rating(found: QuerySet[Membership], viewer: Player | None, family: str) -> QuerySet[Membership]:
    ratings = Rating.objects.filter(player=OuterRef("player"), family=family, latest=True)
    visible = ~Q(player__in=hidden_players(viewer, "rating").values("pk"))
    return found.annotate(
        mu=Case(When(visible, then=Subquery(ratings.values("mu")[:1]))),
        settled=Case(
            When(visible, then=Subquery(ratings.filter(games__gte=FEW_GAMES).values("latest")[:1])),
            default=Value(None),
            output_field=BooleanField(),
        ),
    ).order_by(F("settled").desc(nulls_last=True), F("mu").desc(nulls_last=True), "player__name", "pk")


def _by_games(found: QuerySet[Membership], viewer: Player | None, club: Club, family: str) -> QuerySet[Membership]:
    counted = (
        _tallies(club, family)
        .filter(Q(player=OuterRef("player")) | Q(player__merged_into=OuterRef("player")))
        .order_by()
        .values("club")
        .annotate(all=Sum("games"))
        .values("all")
    )
    visible = ~Q(player__in=hidden_players(viewer, "results").values("pk"))
    return found.annotate(played=Case(When(visible, then=Subquery(counted[:1])))).order_by(
        F("played").desc(nulls_last=True), "player__name", "pk"
    )


def _tallies(club: Club, family: str) -> QuerySet[ClubTally]:
    return ClubTally.objects.filter(
        projection_version=projector.serving(RESULTS), club=club, family=family, span=ClubTally.Span.ALL
    )


def _forms(rows: list[Membership], club: Club, viewer: Player | None, family: str, now: datetime) -> list[MemberForm]:
    ids = [row.player_id for row in rows]
    sees = {what: seen_of(viewer, ids, what) for what in ("rating", "results", "partners")}
    ratings = {one.player_id: one for one in Rating.objects.filter(player__in=ids, family=family, latest=True)}
    named = {"run": serving_number(RESULTS), "club": club.pk, "family": family}
    last: dict[UUID, list[tuple[str, int]]] = {}
    for player, outcome, difference in _fetch(_LAST, {**named, "players": ids, "most": FORM_GAMES}):
        last.setdefault(player, []).append((outcome, difference))
    with_whom = {row[0]: (row[1], row[2]) for row in _fetch(_MOSTLY, {**named, "players": ids, "most": LATELY})}
    known = seen_of(viewer, {who for who, _name in with_whom.values()}, "partners")
    tallies = {
        player: (games, won, lost)
        for player, games, won, lost in _tallies(club, family)
        .filter(Q(player__in=ids) | Q(player__merged_into__in=ids))
        .order_by()
        .values_list(Case(When(player__merged_into=None, then="player_id"), default="player__merged_into_id"))
        .annotate(Sum("games"), Sum("won"), Sum("lost"))
    }
    entries = []
    for row in rows:
        player, rating = row.player_id, ratings.get(row.player_id)
        games, won, lost = tallies.get(player, (0, 0, 0)) if player in sees["results"] else (None, 0, 0)
        who, name = with_whom.get(player, (None, "")) if player in sees["partners"] else (None, "")
        # One's own partners are known to oneself.
        if who not in known and (viewer is None or player != viewer.pk):
            who, name = None, ""
        entries.append(
            MemberForm(
                player_id=player,
                name=row.player.name,
                rating=_shown(rating, now) if rating is not None and player in sees["rating"] else None,
                last=tuple(reversed(last.get(player, []))) if player in sees["results"] else (),
                games=games,
                won=won,
                lost=lost,
                mostly_with=name,
                mostly_with_id=who,
            )
        )
    return entries


def _shown(rating: Rating, now: datetime) -> Shown:
    return shown(Strength(rating.mu, rating.sigma, rating.games, rating.rated_at), now)


_OWN: Final = """
    SELECT own.game_id, own.side, own.seat, own.outcome, own.difference, own.ended_at, own.id FROM games_gameplayer own
    WHERE own.projection_version = %(run)s AND own.club_id = %(club)s AND own.family = %(family)s AND own.counts
        AND own.ended_at IS NOT NULL AND own.outcome <> ''
        AND own.player_id IN (SELECT id FROM clubs_player WHERE id = member.id OR merged_into_id = member.id)
    ORDER BY own.ended_at DESC, own.id DESC LIMIT %(most)s
"""
_LAST: Final = """
SELECT member.id, own.outcome, own.difference
FROM unnest(%(players)s::uuid[]) AS member (id), LATERAL ({own}) own
ORDER BY member.id, own.ended_at DESC, own.id DESC
""".replace("{own}", _OWN)
_MOSTLY: Final = """
SELECT member.id, beside.who, beside.name
FROM unnest(%(players)s::uuid[]) AS member (id), LATERAL (
    SELECT COALESCE(one.merged_into_id, one.id) AS who, max(one.name) AS name
    FROM ({own}) own
    JOIN games_gameplayer theirs ON theirs.projection_version = %(run)s AND theirs.game_id = own.game_id
        AND theirs.side = own.side AND theirs.seat <> own.seat
    JOIN clubs_player one ON one.id = theirs.player_id
    GROUP BY 1 ORDER BY count(*) DESC, 2 LIMIT 1
) beside
""".replace("{own}", _OWN)


def _fetch(statement: str, named: dict[str, Any]) -> Sequence[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, named)
        return list(cursor.fetchall())

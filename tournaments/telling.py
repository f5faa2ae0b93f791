"""Notices of tournaments, and the name of a tournament in notices. Call each in the transaction of its event."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.urls import reverse

from clubs.models import Player
from clubs.notices.services.telling import notify
from clubs.teams.squads import present
from games.tables.notices import moment_key, path_of_table
from tournaments.models import Entrant, Entry, Match, Tournament

AHEAD: Final = timedelta(minutes=15)
"""The time before the start of a tournament at which its players are notified."""


def names_of_tournaments(ids: Collection[str]) -> Mapping[str, str]:
    """Return the names of tournaments by id."""
    return {str(pk): name for pk, name in Tournament.objects.filter(pk__in=ids).values_list("pk", "name")}


def tell_match(match: Match, players: Iterable[Player]) -> None:
    """Notify the players of a match that it begins."""
    assert match.table_id is not None  # it is notified when it has one
    tell_game(match.tournament, match.table_id, players)


def tell_game(tournament: Tournament, table: UUID, players: Iterable[Player]) -> None:
    """Notify the players of a game of a match that it begins."""
    notify(
        players=players,
        kind="match-starts",
        path=path_of_table(table),
        key=str(table),
        details={"tournament": tournament.pk, "table": table},
    )


def tell_soon(tournament: Tournament, now: datetime) -> int:
    """Notify the players of a tournament of its start, shortly before; once for each start time."""
    at = tournament.starts_at
    if at is None or not now < at <= now + AHEAD:
        return 0
    return notify(
        players=_players(tournament),
        kind="match-starts",
        path=_path(tournament),
        key=f"soon:{tournament.pk}:{moment_key(at)}",
        details={"tournament": tournament.pk, "what": "soon", "at": at.isoformat()},
        now=now,
    )


def tell_news(tournament: Tournament, what: str = "", *, but: Player | None = None) -> None:
    """Notify all players of a tournament that it has begun (empty), or is `over`, except the one who acted."""
    notify(
        players=[player for player in _players(tournament) if player != but],
        kind="tournament",
        path=_path(tournament),
        key=f"{tournament.pk}:{what or 'begun'}",
        details={"tournament": tournament.pk, **({"what": what} if what else {})},
    )


def tell_entry(entry: Entry, what: str, *, by: Player) -> None:
    """Notify a team that it was entered or withdrawn; `what` is `entered` or `withdrawn`."""
    players = [place.player for place in present().filter(team=entry.team_id) if place.player_id != by.pk]
    notify(
        players=players,
        kind="tournament",
        path=_path(entry.tournament),
        key=f"{what}:{entry.pk}",
        details={"tournament": entry.tournament_id, "team": entry.team_id, "what": what},
    )


def _players(tournament: Tournament) -> list[Player]:
    if tournament.version:
        entered = Entrant.objects.filter(tournament=tournament, status=Entrant.Status.ENTERED)
        return list(Player.objects.filter(entrant_places__entrant__in=entered).select_related("merged_into").distinct())
    teams = Entry.objects.filter(tournament=tournament).values("team_id")
    return [place.player for place in present().filter(team__in=teams)]


def _path(tournament: Tournament) -> str:
    return reverse("tournaments:tournament", args=[tournament.slug])

"""What tournaments tell people, and how notices call a tournament. Call each in the transaction of what it tells."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.urls import reverse

from clubs.models import Player
from clubs.notices.services import notify
from clubs.squads import present
from games.telling import moment_key, path_of_table
from tournaments.models import Entry, Match, Tournament

AHEAD: Final = timedelta(minutes=15)
"""So long before a tournament is to begin its players are told."""


def names_of_tournaments(ids: Collection[str]) -> Mapping[str, str]:
    """Return what tournaments are called, by id."""
    return {str(pk): name for pk, name in Tournament.objects.filter(pk__in=ids).values_list("pk", "name")}


def tell_match(match: Match, players: Iterable[Player]) -> None:
    """Tell those who are to sit at a match's table that it begins."""
    assert match.table_id is not None  # it is told when it has one
    notify(
        players=players,
        kind="match-starts",
        path=path_of_table(match.table_id),
        key=str(match.table_id),
        details={"tournament": match.tournament_id, "table": match.table_id},
    )


def tell_soon(tournament: Tournament, now: datetime) -> int:
    """Tell the players of a tournament when it is to begin, shortly before; once for each such time."""
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
    """Tell all players of a tournament that it has begun (empty), or is `over`; whoever did it is not told."""
    notify(
        players=[player for player in _players(tournament) if player != but],
        kind="tournament",
        path=_path(tournament),
        key=f"{tournament.pk}:{what or 'begun'}",
        details={"tournament": tournament.pk, **({"what": what} if what else {})},
    )


def tell_entry(entry: Entry, what: str, *, by: Player) -> None:
    """Tell a team that somebody has entered it, or withdrawn it; `what` is `entered` or `withdrawn`."""
    players = [place.player for place in present().filter(team=entry.team_id) if place.player_id != by.pk]
    notify(
        players=players,
        kind="tournament",
        path=_path(entry.tournament),
        key=f"{what}:{entry.pk}",
        details={"tournament": entry.tournament_id, "team": entry.team_id, "what": what},
    )


def _players(tournament: Tournament) -> list[Player]:
    teams = Entry.objects.filter(tournament=tournament).values("team_id")
    return [place.player for place in present().filter(team__in=teams)]


def _path(tournament: Tournament) -> str:
    return reverse("tournaments:tournament", args=[tournament.slug])

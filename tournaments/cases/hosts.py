"""The tournament as the host of its games: the port by which cases act in it (`games.cases.hosts`)."""

from functools import partial
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from msgspec.structs import asdict

from clubs.models import Player
from games.cases.hosts import Host, register_host
from games.events.cases import Windows
from games.models import Sheet, Table
from tournaments.cases import ruling
from tournaments.cases.previewing import preview
from tournaments.cases.publishing import published_at
from tournaments.deeds.base import DIRECTORS, Role
from tournaments.directing.calling import find_game
from tournaments.directing.roles import doer_of
from tournaments.log import states
from tournaments.models import MatchGame, Tournament
from tournaments.state.tournament import MatchState, TournamentState

SECONDS = 60


def register() -> None:
    """Let cases find the tournaments of their games."""
    register_host(find)


def find(game_id: UUID) -> Host | None:
    """Return the tournament of a game; None: it is part of none, or the tournament knows it no more."""
    row = MatchGame.objects.select_related("tournament__club").filter(pk=game_id).first()
    if row is None or row.tournament.origin:
        return None
    tournament = row.tournament
    state = states.current(tournament.pk)
    match, _game = find_game(state, row)
    place = Table.objects.filter(pk=game_id).first() or Sheet.objects.filter(pk=game_id).first()
    return Host(
        id=tournament.pk,
        name=tournament.name,
        path=reverse("tournaments:match", args=[tournament.slug, row.match]),
        windows=windows_of(state),
        published_at=published_at(tournament.pk, None if place is None else place.finished_at, timezone.now()),
        squads=() if match is None else _squads(state, match),
        directs=partial(_directs, tournament),
        preview=partial(preview, tournament, row),
        apply=partial(ruling.apply, tournament, row),
        reverse=partial(ruling.reverse, tournament, row),
        note=partial(ruling.note, tournament, row),
        directors=frozenset(player for player, role in state.staff.items() if Role(role) in DIRECTORS),
    )


def windows_of(state: TournamentState) -> Windows:
    """Return how long the steps of a case last in a tournament, in seconds."""
    return Windows(**{name: SECONDS * minutes for name, minutes in asdict(state.settings.disputes).items()})


def _squads(state: TournamentState, match: MatchState) -> tuple[frozenset[str], ...]:
    """Return the ids of the players of each side's entrants."""
    return tuple(
        frozenset(player for entrant in side for player in state.entrants[entrant].squad) for side in match.sides
    )


def _directs(tournament: Tournament, player: Player) -> bool:
    return doer_of(tournament, player, states.current(tournament.pk)).is_one_of(DIRECTORS)

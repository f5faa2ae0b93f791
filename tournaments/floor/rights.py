"""The rights on the floor: players of a match and phones at its tables call, the staff answers and announces."""

from django.utils.translation import gettext as _
from msgspec import Struct

from clubs.errors import NotAllowed
from clubs.models import Player
from clubs.people.selectors import ids_of
from games.models import SheetPass
from games.sheets.authors import Author
from tournaments.deeds.base import SCORERS, STAFF, Doer
from tournaments.directing.roles import doer_of
from tournaments.errors import TournamentError
from tournaments.floor.state import Call
from tournaments.models import Tournament
from tournaments.state.published import is_released
from tournaments.state.tournament import GameState, MatchState, TournamentState


class Caller(Struct, frozen=True):
    """Somebody at a match who may call the director.

    Attributes:
        id: The id of the player, or "pass:" and the id of the pass to a score sheet.
        game: The number of the game that is played where the caller is; None: none, or it cannot be told which.
    """

    id: str
    game: int | None = None


def staff_of(tournament: Tournament, state: TournamentState, player: Player) -> Doer:
    """Return a member of the staff who answers calls and makes announcements: a director or an assistant.

    Raises:
        NotAllowed: The player is neither.
    """
    doer = doer_of(tournament, player, state)
    if not doer.is_one_of(STAFF):
        raise NotAllowed(_("Only the directors of the tournament and their assistants can do this."))
    return doer


def match_at(tournament: Tournament, state: TournamentState, number: int, player: Player | None) -> MatchState:
    """Return a match that has its entrants, and of which a player may know.

    Raises:
        TournamentError: `unknown-match`, `no-opponents`.
    """
    match = state.matches.get(number)
    reads = player is not None and doer_of(tournament, player, state).is_one_of(SCORERS)
    if match is None or not (reads or is_released(state, match)):
        raise TournamentError("unknown-match", _("There is no such match."), "match")
    if match.is_bye or not match.is_filled:
        raise TournamentError("no-opponents", _("This match has no two sides yet."), "match")
    return match


def caller_of(tournament: Tournament, state: TournamentState, match: MatchState, author: Author) -> Caller | None:
    """Return the caller that somebody is at a match; None: neither its player, nor of the staff, nor at its table."""
    if author.player is not None:
        ids = set(map(str, ids_of(author.player)))
        games = [game for game in match.running_games or match.games[-1:] if _sits_in(game, ids)]
        game = games[0].number if games else _only(match)
        if games or ids & _players_of(state, match) or doer_of(tournament, author.player, state).is_one_of(SCORERS):
            return Caller(str(author.player.real_id), game)
    if author.sheet_pass is not None:
        sheet = str(author.sheet_pass.sheet_id)
        at = next((game for game in match.games if game.stream == sheet), None)
        if at is not None and SheetPass.objects.filter(pk=author.sheet_pass.pk, revoked_at=None).exists():
            return Caller(f"pass:{author.sheet_pass.pk}", at.number)
    return None


def is_caller(call: Call, author: Author) -> bool:
    """Tell whether somebody made a call."""
    ids = set() if author.player is None else set(map(str, ids_of(author.player)))
    if author.sheet_pass is not None:
        ids.add(f"pass:{author.sheet_pass.pk}")
    return call.by in ids


def entrants_of(state: TournamentState, match: MatchState, player: Player) -> tuple[int, ...]:
    """Return the entrants of a match in whose squad a player is."""
    ids = set(map(str, ids_of(player)))
    return tuple(entrant for entrant in match.entrants if not ids.isdisjoint(state.entrants[entrant].squad))


def _players_of(state: TournamentState, match: MatchState) -> set[str]:
    squads = {player for entrant in match.entrants for player in state.entrants[entrant].squad}
    return squads.union(*match.seated)


def _sits_in(game: GameState, ids: set[str]) -> bool:
    return any(not ids.isdisjoint(side) for side in game.seated)


def _only(match: MatchState) -> int | None:
    """Return the number of the one game that is played now, or was the last; None where several run."""
    games = match.running_games or match.games[-1:]
    return games[0].number if len(games) == 1 else None

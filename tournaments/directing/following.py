"""Letting the tables and sheets of running games follow what was decided about their matches.

A deed notes in the rows of the games what they have yet to follow (`rows.follow`); the step here brings a game to the
state that the log has now. It is idempotent, and holds no lock of the tournament while it writes at a table.
"""

import logging
from datetime import datetime
from uuid import UUID

from clubs.base.isolation import run_each
from clubs.models import Player
from games.sheets.services import LONGEST_PLAYER, rename_seats
from games.tables.services.reseating import reseat
from tournaments.directing.calling import find_game, seats_of
from tournaments.log import states
from tournaments.models import MatchGame
from tournaments.state.outcomes import match_plan
from tournaments.state.tournament import GameState, MatchState, TournamentState

logger = logging.getLogger(__name__)


def follow_all(tournament_id: UUID, *, limit: int = 200, now: datetime | None = None) -> int:
    """Let the games of a tournament follow what was decided about their matches.

    Returns:
        The number of games that have followed; one that fails does not stop the others.
    """
    owing = MatchGame.objects.filter(tournament=tournament_id, owed__gt=0, opened_at__isnull=False).order_by("owed")
    followed = run_each(
        owing.values_list("pk", flat=True)[:limit],
        lambda stream: follow(stream, now=now),
        task="What a match's game has to follow",
        logger=logger,
    )
    return sum(followed.results)


def follow(stream: UUID, *, now: datetime | None = None) -> bool:
    """Let the table or sheet of a game follow the log, if it has something to follow.

    Returns:
        Whether nothing is left to do that was to be done.
    """
    row = MatchGame.objects.filter(pk=stream, owed__gt=0, opened_at__isnull=False).first()
    if row is None:
        return False
    state = states.current(row.tournament_id)
    match, game = find_game(state, row)
    done = True
    if match is not None and game is not None and game.report is None:
        done = _seat(state, match, game, now)
    if done:
        # A deed that was done meanwhile has noted a later version.
        MatchGame.objects.filter(pk=stream, owed=row.owed).update(owed=0)
    return done


def _seat(state: TournamentState, match: MatchState, game: GameState, now: datetime | None) -> bool:
    """Let the players who play in the game now sit at its table, or stand on its sheet."""
    seats, stream = seats_of(state, match, game), UUID(game.stream)
    if match_plan(state, match).place == "table":
        return reseat(table_id=stream, players=seats, now=now)
    squads = [UUID(player) for entrant in match.entrants for player in state.entrants[entrant].squad]
    rename_seats(
        sheet_id=stream,
        names={seat: player.name[:LONGEST_PLAYER] for seat, player in seats.items()},
        was={name[:LONGEST_PLAYER] for name in Player.objects.filter(pk__in=squads).values_list("name", flat=True)},
    )
    return True

"""Letting the tables and sheets of running games follow what was decided about their matches.

A deed notes in the rows of the games what they have yet to follow (`rows.follow`); the step here brings a game to the
state that the log has now. It is idempotent, and holds no lock of the tournament while it writes at a table.
"""

import logging
from datetime import datetime
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction

from clubs.base.isolation import run_each
from clubs.models import Player
from games.models import Table
from games.sheets.services import LONGEST_PLAYER, close_sheet, rename_seats, reopen_sheet
from games.tables.services.ending import end_game
from games.tables.services.reseating import reseat
from tournaments.directing.calling import find_game, is_settled, seats_of
from tournaments.log import states
from tournaments.log.games import called_off, lock_game
from tournaments.models import MatchGame
from tournaments.state.tournament import GameState, MatchState, TournamentState

logger = logging.getLogger(__name__)

TABLE_ENDED: Final = "table-ended"
"""The code of a game whose table was closed by a decision that was taken back since."""


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
    if Table.objects.filter(pk=stream).exists():
        if match is None or game is None or is_settled(match, game):
            end_game(table_id=stream, at_once=True, command=uuid5(stream, "end"), now=now)
        elif game.time_called:
            end_game(table_id=stream, at_once=False, command=uuid5(stream, "time"), now=now)
        elif game.report is None:
            done = reseat(table_id=stream, players=seats_of(state, game), now=now)
        _note_called_off(stream, match, game)
    else:
        _follow_on_sheet(row, now)
    if done:
        # A deed that was done meanwhile has noted a later version.
        MatchGame.objects.filter(pk=stream, owed=row.owed).update(owed=0)
    return done


def _note_called_off(stream: UUID, match: MatchState | None, game: GameState | None) -> None:
    """Note that a table which a decision closed has no result; if the decision was taken back, for the director."""
    version = called_off(stream)
    if version is None:
        return
    waits = match is not None and match.decision is None and game is not None and game.report is None
    MatchGame.objects.filter(pk=stream).update(reported=version, refused=TABLE_ENDED if waits else "")


@transaction.atomic
def _follow_on_sheet(row: MatchGame, now: datetime | None) -> None:
    """Close the sheet of a game that is played for nothing, or let it run again, with the names of its players."""
    # The stream's lock first: the state that is read then is the last that anybody acts on.
    lock_game(row.stream)
    state = states.current(row.tournament_id)
    match, game = find_game(state, row)
    if match is None or game is None:
        close_sheet(sheet_id=row.stream, reason="called-off", now=now)
    elif is_settled(match, game):
        close_sheet(sheet_id=row.stream, reason="captains" if game.by == "side" and game.confirmed else "desk", now=now)
    else:
        reopen_sheet(sheet_id=row.stream, now=now)
        if game.report is None:
            _rename(state, match, game)


def _rename(state: TournamentState, match: MatchState, game: GameState) -> None:
    """Let the names of the players who play in a game now stand on its sheet."""
    seats = seats_of(state, game)
    squads = [UUID(player) for entrant in match.entrants for player in state.entrants[entrant].squad]
    rename_seats(
        sheet_id=UUID(game.stream),
        names={seat: player.name[:LONGEST_PLAYER] for seat, player in seats.items()},
        was={name[:LONGEST_PLAYER] for name in Player.objects.filter(pk__in=squads).values_list("name", flat=True)},
    )

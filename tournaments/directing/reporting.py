"""Reporting the results of games to their tournament: by the game's own stream and version, so that twice is once."""

import logging
from datetime import datetime
from uuid import UUID

from django.db.models import F, Q

from clubs.base.commands import server_command
from clubs.base.isolation import run_each
from games.models import Sheet, Table
from tournaments import announce
from tournaments.deeds.base import Refused
from tournaments.deeds.playing import ReportGame
from tournaments.directing.acting import act
from tournaments.directing.calling import find_game
from tournaments.directing.rows import DECIDED
from tournaments.log import states
from tournaments.log.games import find_ended
from tournaments.models import MatchGame, Tournament

logger = logging.getLogger(__name__)

NO_GAME = "not-called"
"""The code of a result that the tournament has no game for: its call was undone, or the match was begun anew."""


def note_end(stream: UUID) -> None:
    """Send the task that reports a game that ended, if it is one of a match."""
    if MatchGame.objects.filter(pk=stream).exists():
        announce.game_ended(stream)


def take_result(stream: UUID, *, now: datetime | None = None) -> bool:
    """Report what a game came to, if it is over and that is not reported yet; what is refused waits for a director.

    Returns:
        Whether the tournament took it.
    """
    row = MatchGame.objects.filter(pk=stream).first()
    ended = find_ended(stream) if row is not None else None
    if row is None or ended is None or ended.version <= row.reported:
        return False
    tournament = Tournament.objects.select_related("club").get(pk=row.tournament_id)
    match, game = find_game(states.current(row.tournament_id), row)
    refused = "" if game is not None else NO_GAME
    if match is not None and game is not None:
        deed = ReportGame(
            match=match.number,
            game=game.number,
            points=ended.points,
            winners=ended.winners,
            hands=ended.hands,
            ended_by=ended.ended_by,
            version=ended.version,
        )
        try:
            act(tournament, deed, by=None, command=_command(stream, ended.version), now=now)
        except Refused as refusal:
            refused = refusal.code
    MatchGame.objects.filter(pk=stream, reported__lt=ended.version).update(reported=ended.version, refused=refused)
    if refused == DECIDED and not _is_decided(row):
        # The decision was taken back before the row said that a result waits for that.
        MatchGame.objects.filter(pk=stream, refused=DECIDED).update(reported=0, refused="")
    if refused:
        announce.tournament_advanced(row.tournament_id)
    return not refused


def _command(stream: UUID, version: int) -> UUID:
    """Return the id of the command by which a game is reported; nobody else can make it, and keep the result out."""
    return server_command("tournaments.result", stream, str(version))


def _is_decided(row: MatchGame) -> bool:
    match = states.current(row.tournament_id).matches.get(row.match)
    return match is not None and match.decision is not None


def take_results(*, limit: int = 500) -> int:
    """Report the results of all games that are over and not reported: those whose message was lost.

    Returns:
        The number of results taken; one that fails does not stop the others.
    """
    over = [rows.objects.filter(finished_at__isnull=False).values("pk") for rows in (Table, Sheet)]
    waiting = MatchGame.objects.filter(Q(pk__in=over[0]) | Q(pk__in=over[1]), reported=0).order_by(
        F("opened_at").asc(nulls_last=True)
    )
    taken = run_each(
        waiting.values_list("pk", flat=True)[:limit], take_result, task="The result of a match", logger=logger
    )
    return sum(taken.results)

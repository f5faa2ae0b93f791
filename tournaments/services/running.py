"""Running a tournament: its rounds, the final, the winner.

A tournament is advanced by small steps, each of them a transaction of its own that finds out under a lock
whether it is still to be done. So the clock may call `advance_tournament` as often as it likes, from as many
workers as there are.
"""

import logging
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from clubs.isolation import run_each
from clubs.models import Player
from clubs.permissions import require
from games.services import open_table
from tournaments import announce
from tournaments.errors import TournamentError
from tournaments.models import Entry, Match, Tournament
from tournaments.pairing import round_robin
from tournaments.selectors import match_results
from tournaments.services.entries import FEWEST_TEAMS
from tournaments.services.lineups import await_line_ups, fix_line_up, is_due, locked_match
from tournaments.services.standings import compute_standings
from tournaments.telling import AHEAD, tell_match, tell_news, tell_soon

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 5
"""Between the hands of a match; any player may hold the next deal back."""


@transaction.atomic
def start_tournament(*, tournament_id: UUID, by: Player, now: datetime | None = None) -> Tournament:
    """Close the entries and draw up the rounds; the first one is called by the clock.

    Raises:
        NotAllowed: `by` does not run the club's tournaments.
        TournamentError: `already-begun`, `too-few-teams`.
    """
    tournament = _locked(tournament_id)
    require(by, "run_tournaments", tournament.club)
    if tournament.status != Tournament.Status.OPEN:
        raise TournamentError("already-begun", _("{tournament} has begun already.").format(tournament=tournament.name))
    entries = list(Entry.objects.filter(tournament=tournament).order_by("seed"))
    if len(entries) < FEWEST_TEAMS:
        raise TournamentError(
            "too-few-teams",
            _("A round robin needs {count} teams; enter {missing} more.").format(
                count=FEWEST_TEAMS, missing=FEWEST_TEAMS - len(entries)
            ),
        )
    Match.objects.bulk_create(
        Match(
            tournament=tournament,
            stage=Match.Stage.ROUND_ROBIN,
            round=number,
            home=entries[home],
            away=entries[away],
        )
        for number, pairs in enumerate(round_robin(len(entries)), start=1)
        for home, away in pairs
    )
    tournament.status = Tournament.Status.PLAYING
    tournament.save(update_fields=["status"])
    first = tournament.matches.filter(round=1).order_by("pk")
    await_line_ups(tournament=tournament, matches=first, now=now or timezone.now())
    compute_standings(tournament_id=tournament.pk)
    tell_news(tournament, but=by)
    announce.tournament_moved(tournament.pk)
    return tournament


def call_round(*, tournament_id: UUID, number: int, now: datetime | None = None) -> int:
    """Call every match of a round that is due and has no table yet. Each is called in a transaction of its own.

    Returns:
        How many tables were opened.
    """
    at = now or timezone.now()
    with transaction.atomic():
        tournament = _locked(tournament_id)
        waiting = list(tournament.matches.filter(round=number, table=None).order_by("pk"))
        await_line_ups(tournament=tournament, matches=waiting, now=at)
    called = run_each(
        [match.pk for match in waiting],
        lambda match_id: call_match(match_id=match_id, now=at),
        task="The call of a match",
        logger=logger,
    )
    return sum(called.results)


@transaction.atomic
def call_match(*, match_id: int, now: datetime | None = None) -> bool:
    """Seat both teams at a new table and let it begin; the home team sits in the even seats.

    Their line-ups are fixed by it. A seat for which a squad has nobody goes to a bot of the house, so that no match
    holds the others up.

    Returns:
        Whether a table was opened; a match that has one already, or is not due yet, is left alone.
    """
    at = now or timezone.now()
    match = locked_match(match_id)
    tournament = match.tournament
    if match.table_id is not None or not is_due(match, at):
        return False
    sides = engine.load_rules(tournament.rules, version=tournament.engine).sides
    seats: dict[int, Player] = {}
    for entry, side in zip((match.home, match.away), sides, strict=True):
        entry.tournament = tournament
        seats.update(zip(side, fix_line_up(match=match, entry=entry, now=at, but=seats.values()), strict=False))
    final = match.stage == Match.Stage.FINAL
    match.table = open_table(
        player=tournament.director or next(iter(seats.values())),
        rules="" if tournament.house_id else tournament.rules,
        house=tournament.house_id,
        version=tournament.engine,
        ending={"type": "hands", "count": tournament.hands_in_final if final else tournament.hands_a_match},
        name=f"{match.home.team.name} v {match.away.team.name}"[:60],
        club=tournament.club,
        action_seconds=tournament.action_seconds,
        pause_seconds=PAUSE_SECONDS,
        seat=None,
        players=seats,
        bots=tuple(seat for side in sides for seat in side if seat not in seats),
    )
    match.save(update_fields=["table"])
    tell_match(match, seats.values())
    announce.tournament_moved(tournament.pk)
    return True


@transaction.atomic
def make_final(*, tournament_id: UUID) -> Match | None:
    """Pair the first two of the finished round robin; the first is the home team.

    Returns:
        The final, or None while matches of the round robin are still played.
    """
    tournament = _locked(tournament_id)
    final = Match.objects.filter(tournament=tournament, stage=Match.Stage.FINAL).first()
    if final is not None:
        return final
    results = match_results(tournament)
    if not all(match.pk in results and results[match.pk].finished for match in tournament.matches.all()):
        return None
    first, second = compute_standings(tournament_id=tournament.pk)[:2]
    last = tournament.matches.order_by("-round").values_list("round", flat=True)[0]
    return Match.objects.create(
        tournament=tournament, stage=Match.Stage.FINAL, round=last + 1, home=first.entry, away=second.entry
    )


@transaction.atomic
def crown_winner(*, tournament_id: UUID) -> Entry | None:
    """Name the winner once the final is over; a drawn one goes to the team that was first in the round robin.

    Returns:
        The winner, or None while the final is played.
    """
    tournament = _locked(tournament_id)
    if tournament.status == Tournament.Status.FINISHED:
        return tournament.winner
    final = Match.objects.filter(tournament=tournament, stage=Match.Stage.FINAL).select_related("home", "away").first()
    result = match_results(tournament).get(final.pk) if final else None
    if final is None or result is None or not result.finished:
        return None
    tournament.winner = final.away if result.away_points > result.home_points else final.home
    tournament.status = Tournament.Status.FINISHED
    tournament.finished_at = timezone.now()
    tournament.save(update_fields=["winner", "status", "finished_at"])
    tell_news(tournament, "over")
    return tournament.winner


def advance_tournament(*, tournament_id: UUID) -> bool:
    """Do what is due in a tournament: call the next round, make the final, name the winner.

    A round is called when every match of the one before is over, so that nobody is called to two tables at
    once.

    Returns:
        Whether anything was done.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    if tournament.status != Tournament.Status.PLAYING:
        return False
    results = match_results(tournament)
    matches = list(tournament.matches.order_by("round", "pk"))
    for _round, together in groupby(matches, key=lambda match: match.round):
        called = list(together)
        if any(match.table_id is None for match in called):
            return call_round(tournament_id=tournament_id, number=called[0].round) > 0
        if not all(match.pk in results and results[match.pk].finished for match in called):
            return False
    if all(match.stage != Match.Stage.FINAL for match in matches):
        return make_final(tournament_id=tournament_id) is not None
    return crown_winner(tournament_id=tournament_id) is not None


def advance_tournaments() -> int:
    """Advance every tournament that is being played; one that fails does not hold the others up.

    Returns:
        How many were moved on.
    """
    playing = Tournament.objects.filter(status=Tournament.Status.PLAYING).values_list("pk", flat=True)
    return sum(run_each(playing, _advance_fully, task="The advance of a tournament", logger=logger).results)


def _advance_fully(tournament_id: UUID) -> int:
    steps = 0
    while advance_tournament(tournament_id=tournament_id):
        steps += 1
    return steps


def tell_of_starts(*, now: datetime | None = None) -> int:
    """Tell the players of each tournament that is to begin shortly; once for each time it is set to.

    Returns:
        How many were told; a tournament that fails stops no other.
    """
    at = now or timezone.now()
    open_or_playing = (Tournament.Status.OPEN, Tournament.Status.PLAYING)
    soon = Tournament.objects.filter(status__in=open_or_playing, starts_at__gt=at, starts_at__lte=at + AHEAD)
    told = run_each(
        soon,
        lambda tournament: tell_soon(tournament, at),
        task="The notice of a tournament's start",
        name=lambda tournament: tournament.pk,
        logger=logger,
    )
    return sum(told.results)


def _locked(tournament_id: UUID) -> Tournament:
    """Return the tournament with its row locked."""
    return Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=tournament_id)

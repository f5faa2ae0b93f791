"""Running a tournament: its rounds, the final, the winner.

A tournament advances in small steps, each a transaction that checks under a lock whether the step is still to be done.
So `advance_tournament` is idempotent, and any number of workers may call it at any time.
"""

import logging
from datetime import datetime
from itertools import groupby
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from clubs.base.isolation import run_each
from clubs.models import Player
from clubs.officers.acts import note_act
from clubs.officers.permissions import require
from games.events.tables import Terms
from games.tables.services.seats import open_table
from tournaments import announce
from tournaments.errors import TournamentError
from tournaments.models import Entry, Match, Tournament
from tournaments.pairing.round_robin import round_robin
from tournaments.selectors.results import match_results, winner_of
from tournaments.services.entries import FEWEST_TEAMS
from tournaments.services.lineups import await_line_ups, fix_line_up, is_due, locked_match
from tournaments.services.standings import compute_standings
from tournaments.telling import AHEAD, tell_match, tell_news, tell_soon

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 5
"""The pause between the hands of a match; any player may extend it."""


@transaction.atomic
def start_tournament(*, tournament_id: UUID, by: Player, now: datetime | None = None) -> Tournament:
    """Close the entries and draw up the rounds; the clock calls the first round.

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
    note_act(
        club=tournament.club,
        actor=by,
        action="tournament.started",
        details={"tournament": str(tournament.pk), "teams": len(entries)},
    )
    tell_news(tournament, but=by)
    announce.tournament_moved(tournament.pk)
    return tournament


def call_round(*, tournament_id: UUID, number: int, now: datetime | None = None) -> int:
    """Call every due match of a round that has no table yet, each in a transaction of its own.

    Returns:
        The number of tables opened.
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
    """Seat both teams at a new table, the home team in the even seats; play begins by itself.

    This fixes their line-ups. A seat without a player of the squad goes to a house bot, so that no match delays the
    others.

    Returns:
        Whether a table was opened; False if the match has one already or is not due yet.
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
        terms=Terms(action_seconds=tournament.action_seconds, pause_seconds=PAUSE_SECONDS),
        seat=None,
        players=seats,
        bots=tuple(seat for side in sides for seat in side if seat not in seats),
        command=uuid5(tournament.pk, f"call-match:{match.pk}"),
    )
    match.save(update_fields=["table"])
    tell_match(match, seats.values())
    announce.tournament_moved(tournament.pk)
    return True


@transaction.atomic
def make_final(*, tournament_id: UUID) -> Match | None:
    """Make the final between the first two of the finished round robin; the first is the home team.

    Returns:
        The final, or None while the round robin is still being played.
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
    """Name the winner after the final; a drawn final goes to the winner of the round robin.

    Returns:
        The winner, or None while the final is being played.
    """
    tournament = _locked(tournament_id)
    if tournament.status == Tournament.Status.FINISHED:
        return tournament.winner
    final = Match.objects.filter(tournament=tournament, stage=Match.Stage.FINAL).select_related("home", "away").first()
    result = match_results(tournament).get(final.pk) if final else None
    if final is None or result is None or not result.finished:
        return None
    tournament.winner = winner_of(final, result) or final.home
    tournament.status = Tournament.Status.FINISHED
    tournament.finished_at = timezone.now()
    tournament.save(update_fields=["winner", "status", "finished_at"])
    tell_news(tournament, "over")
    return tournament.winner


def advance_tournament(*, tournament_id: UUID) -> bool:
    """Do what is due in a tournament: call the next round, make the final, name the winner.

    A round is called when every match of the one before is over, so that no player is called to two tables at once.

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
    """Advance every running tournament; one that fails does not stop the others.

    Returns:
        The number of tournaments advanced.
    """
    playing = Tournament.objects.filter(status=Tournament.Status.PLAYING, version=0).values_list("pk", flat=True)
    return sum(run_each(playing, _advance_fully, task="The advance of a tournament", logger=logger).results)


def _advance_fully(tournament_id: UUID) -> int:
    steps = 0
    while advance_tournament(tournament_id=tournament_id):
        steps += 1
    return steps


def tell_of_starts(*, now: datetime | None = None) -> int:
    """Notify the players of each tournament that begins soon, once for each starting time.

    Returns:
        The number of players notified; a tournament that fails does not stop the others.
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

"""Line-ups: a team's players in a match. The captain names them before the match is called, which fixes them."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.errors import NotAllowed
from clubs.models import Player
from clubs.notices.services.telling import notify
from clubs.officers.acts import note_act
from clubs.teams.squads import present
from tournaments import announce
from tournaments.errors import TournamentError
from tournaments.models import Entry, LineUp, LineUpPlace, Match, Tournament
from tournaments.selectors.lineups import (
    able,
    is_open_to_all,
    line_ups,
    played_for_another,
    side_size,
    viewer_of,
    waits_until,
    why_locked,
)


@transaction.atomic
def name_line_up(*, match_id: int, entry: Entry, by: Player, players: Sequence[Player]) -> LineUp:
    """Name a team's players in a match, in the order of its seats; an earlier line-up is replaced.

    When both line-ups of a match are named, both captains see them, so from then on only a director may change one.
    A line-up named by anyone but the captain, or changed after both are in, is logged as an officer's act, without the
    players: the log is no way to read a hidden line-up. Naming the same players again is not logged again.

    Args:
        entry: The team's entry in the tournament.
        by: The team's captain, or an officer of the club who is not in the other team.
        players: As many players of the squad as the team has seats.

    Raises:
        NotAllowed: `by` may not name line-ups of this team in this match.
        TournamentError: `other-match`, `line-up-fixed`, `line-up-size`, `player-twice`, `not-in-team`,
            `played-for-another`, `suspended`.
    """
    match = locked_match(match_id)
    if entry.pk not in (match.home_id, match.away_id):
        raise TournamentError(
            "other-match", _("{team} does not play in this match.").format(team=entry.team.name), "team"
        )
    other = match.away_id if entry.pk == match.home_id else match.home_id
    viewer, known = viewer_of(match.tournament, by), line_ups([match])
    if not viewer.names(entry.pk, other):
        raise NotAllowed(
            _("A line-up is named by the captain of {team}, or by an officer who is not of the other team.").format(
                team=entry.team.name
            )
        )
    both_in = is_open_to_all(match, known)
    if locked := why_locked(match, viewer, both_in=both_in):
        raise TournamentError("line-up-fixed", locked)
    _check(match, entry, players)
    unchanged = _is_named(known.get((match.pk, entry.pk)), by, players)
    LineUp.objects.filter(match=match, entry=entry).delete()
    line_up = LineUp.objects.create(match=match, entry=entry, named_by=by)
    _place(line_up, players)
    if not unchanged and (both_in or entry.pk not in viewer.captains):
        note_act(
            club=match.tournament.club,
            actor=by,
            action="tournament.line_up",
            details={"tournament": str(match.tournament_id), "team": str(entry.team_id), "round": match.round},
        )
    announce.tournament_moved(match.tournament_id)
    return line_up


def _is_named(line_up: LineUp | None, by: Player, players: Sequence[Player]) -> bool:
    """Tell whether a line-up was named by this player with these players in these seats."""
    if line_up is None or line_up.named_by_id != by.pk:
        return False
    return [place.player_id for place in line_up.places.all()] == [player.pk for player in players]


def fix_line_up(*, match: Match, entry: Entry, now: datetime, but: Iterable[Player] = ()) -> tuple[Player, ...]:
    """Fix a team's players when its match is called, in that transaction and with the match locked.

    The named players sit, unless they have left the squad or were suspended since; the first players of the squad who
    may play fill the missing places.

    Args:
        entry: The team's entry.
        but: The players who sit at the table already.

    Returns:
        The players in the order of the side's seats, fewer than the seats if the squad is too small.
    """
    size, taken = side_size(match.tournament), {player.pk for player in but}
    free = {player.pk: player for player in able(entry) if player.pk not in taken}
    line_up = LineUp.objects.filter(match=match, entry=entry).first()
    named = [] if line_up is None else [place.player for place in line_up.places.select_related("player")]
    kept = [player if player.pk in free else None for player in named[:size]] or [None] * size
    rest = iter([player for pk, player in free.items() if player not in kept])
    filled = [player or next(rest, None) for player in kept]
    players = tuple(player for player in filled if player is not None)
    if line_up is None:
        line_up = LineUp(match=match, entry=entry)
    line_up.fixed_at = now
    line_up.save()
    if list(players) != named:
        line_up.places.all().delete()
        _place(line_up, players)
    return players


def await_line_ups(*, tournament: Tournament, matches: Iterable[Match], now: datetime) -> None:
    """Mark matches as next to be called, and remind their captains of the line-ups if the round waits for them."""
    for match in matches:
        if match.next_at is not None:
            continue
        match.next_at = now
        match.save(update_fields=["next_at"])
        until = waits_until(tournament, match)
        if until is None or not tournament.lineup_minutes:
            continue
        for entry in Entry.objects.filter(pk__in=(match.home_id, match.away_id)).select_related("team__captain"):
            notify(
                players=[entry.team.captain] if entry.team.captain else [],
                kind="line-up-due",
                path=reverse("tournaments:line_ups", args=[tournament.slug, match.pk]),
                key=f"match:{match.pk}",
                details={
                    "tournament": str(tournament.pk),
                    "team": str(entry.team_id),
                    "what": "until",
                    "at": until.isoformat(),
                },
            )


def locked_match(match_id: int) -> Match:
    """Return a match with its tournament's row and its own locked, in this order."""
    tournament_id = Match.objects.values_list("tournament_id", flat=True).get(pk=match_id)
    # One match of a tournament at a time: the later of two concurrent calls sees the players of the first.
    tournament = (
        Tournament.objects.select_for_update(of=("self",), no_key=True)
        .select_related("club", "director", "house")
        .get(pk=tournament_id)
    )
    match = Match.objects.select_for_update(of=("self",), no_key=True).get(pk=match_id)
    match.tournament = tournament
    return match


def is_due(match: Match, now: datetime | None = None) -> bool:
    """Tell whether the next match is called now: its time has come, and it waits for no line-up."""
    now = now or timezone.now()
    tournament = match.tournament
    if tournament.starts_at is not None and now < tournament.starts_at:
        return False
    until = waits_until(tournament, match)
    return until is None or now >= until or is_open_to_all(match, line_ups([match]))


def _check(match: Match, entry: Entry, players: Sequence[Player]) -> None:
    size = side_size(match.tournament)
    if len(players) != size:
        said = _("{count} of {team} sit at the table.").format(count=size, team=entry.team.name)
        raise TournamentError("line-up-size", said, "players")
    if len({player.pk for player in players}) != size:
        raise TournamentError("player-twice", _("A player has one seat."), "players")
    squad = set(present().filter(team=entry.team_id).values_list("player_id", flat=True))
    elsewhere = played_for_another(entry, players)
    free = {player.pk for player in able(entry)}
    for player in players:
        if player.pk not in squad:
            said = _("{player} is not in {team}.").format(player=player.name, team=entry.team.name)
            raise TournamentError("not-in-team", said, "players")
        if player.pk in elsewhere:
            said = _("{player} has played for {team} in this tournament, and plays for no other team in it.")
            raise TournamentError(
                "played-for-another", said.format(player=player.name, team=elsewhere[player.pk].name), "players"
            )
        if player.pk not in free:
            said = _("{player} is suspended in {club}.").format(player=player.name, club=match.tournament.club.name)
            raise TournamentError("suspended", said, "players")


def _place(line_up: LineUp, players: Sequence[Player]) -> None:
    LineUpPlace.objects.bulk_create(
        LineUpPlace(line_up=line_up, player=player, position=position) for position, player in enumerate(players)
    )

"""Entering entrants: players that are looked up, and guests made on the spot."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from clubs.members.guests import add_guest
from clubs.models import Membership, Player, Team
from clubs.names import clean_name
from clubs.officers.permissions import require
from clubs.officers.roles import active, is_suspended
from clubs.teams.squads import present
from engine.phrases import phrase
from tournaments.deeds.base import STAFF, Refused
from tournaments.deeds.entering import Enter
from tournaments.directing.acting import act
from tournaments.directing.roles import doer_of
from tournaments.log import door, states
from tournaments.log.door import Done
from tournaments.models import MAX_NAME, Tournament


@transaction.atomic
def enter(
    tournament: Tournament,
    *,
    by: Player,
    team: Team | None = None,
    players: Sequence[Player] = (),
    guests: Sequence[str] = (),
    name: str = "",
    command: UUID,
    expected: int | None = None,
    now: datetime | None = None,
) -> Done:
    """Enter a team of a club, or players for this tournament alone.

    Args:
        tournament: The tournament, with its club.
        by: A member of its staff; or a player of the squad, who is its captain.
        team: The team; its players are the squad, the captain first.
        players: The squad without a team, in order.
        guests: Names of further players of the squad without an account, who become guests of the tournament's club.
        name: The name of the entrant; empty: that of the team or of the players.
        command: The command's id.
        expected: The version that `by` saw.

    Raises:
        Refused: `unknown-player`, `suspended`, and those of the deed `Enter`.
        ClubError: A name cannot be used.
        NotAllowed: `by` may not make guests in the club.
        ConflictError, TooBusy: As `act`.
    """
    if (answered := door.answered(tournament.pk, command)) is not None:
        return answered
    directs = doer_of(tournament, by, states.current(tournament.pk)).is_one_of(STAFF)
    squad = [player.real for player in players] if team is None else squad_of(team)
    if not directs:
        _check_acquainted(tournament, by, squad, team)
    _check_not_suspended(tournament, squad)
    if guests and not directs:
        require(by, "enter_own_teams", tournament.club)
    squad += [add_guest(club=tournament.club, by=by, name=guest) for guest in guests]
    deed = Enter(
        squad=tuple(str(player.pk) for player in squad),
        team=None if team is None else str(team.pk),
        club=str(team.club_id) if team is not None else _club_of(tournament, squad),
    )
    called = clean_name(name, longest=MAX_NAME) if name.strip() else ""
    return act(tournament, deed, by=by, command=command, expected=expected, name=called, now=now)


def may_enter(tournament: Tournament, player: Player | None) -> bool:
    """Tell whether a player has a squad to enter: with players of the own clubs, and not suspended in this one."""
    if player is None or is_suspended(club=tournament.club, player=player):
        return False
    return Membership.objects.filter(active(), player=player).exists()


def squad_of(team: Team) -> list[Player]:
    """Return the players of a team, its captain first."""
    players = [place.player.real for place in present().filter(team=team)]
    return sorted(players, key=lambda player: player.pk != team.captain_id)


def _check_acquainted(tournament: Tournament, by: Player, squad: Sequence[Player], team: Team | None) -> None:
    """Refuse players whom the captain shares no club with: nobody is entered by a stranger."""
    if team is not None:
        return
    clubs = Membership.objects.filter(player=by.real_id).values("club")
    known = set(Membership.objects.filter(club__in=clubs).values_list("player", flat=True)) | {by.real_id}
    if any(player.pk not in known for player in squad):
        raise Refused("unknown-player", phrase("Enter players of your own clubs; a director enters others."), "squad")


def _check_not_suspended(tournament: Tournament, squad: Sequence[Player]) -> None:
    if any(is_suspended(club=tournament.club, player=player) for player in squad):
        raise Refused("suspended", phrase("A player of this squad is suspended in the club."), "squad")


def _club_of(tournament: Tournament, squad: Sequence[Player]) -> str | None:
    """Return the club that all players of a squad belong to: the tournament's own, or the only one they share."""
    shared: set[UUID] | None = None
    for player in squad:
        clubs = set(Membership.objects.filter(player=player).values_list("club", flat=True))
        shared = clubs if shared is None else shared & clubs
    if not shared:
        return None
    return str(tournament.club_id if tournament.club_id in shared else min(shared))

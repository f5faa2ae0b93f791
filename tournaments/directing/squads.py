"""Whether the players of an entry may be entered by whoever enters them: known to each other, and not suspended."""

from uuid import UUID

from clubs.models import Membership, Player, Team
from clubs.officers.roles import active
from clubs.teams.squads import present
from engine.phrases import phrase
from tournaments.deeds.agents import EnterFreeAgent
from tournaments.deeds.base import STAFF, Doer, Refused
from tournaments.deeds.entering import ChangeSquad, Enter
from tournaments.models import Tournament
from tournaments.state.tournament import TournamentState


def squad_of(team: Team) -> list[Player]:
    """Return the players of a team, its captain first."""
    players = [place.player.real for place in present().filter(team=team)]
    return sorted(players, key=lambda player: player.pk != team.captain_id)


def check_entry(
    tournament: Tournament,
    state: TournamentState,
    deed: Enter | ChangeSquad | EnterFreeAgent,
    doer: Doer,
    by: Player | None,
) -> None:
    """Refuse a squad that the person may not enter, whichever way the deed came.

    Raises:
        Refused: `unknown-player`, `suspended`, `not-in-team`, `other-club`.
    """
    squad = (deed.player,) if isinstance(deed, EnterFreeAgent) else deed.squad
    entrant = state.entrants.get(deed.entrant) if isinstance(deed, ChangeSquad) else None
    known = () if entrant is None else entrant.squad
    new = {UUID(player) for player in squad if player not in known}
    field = "player" if isinstance(deed, EnterFreeAgent) else "squad"
    # An account that has taken a guest over enters by its own id; else one person could be entered twice.
    if Player.objects.filter(pk__in=new).exclude(merged_into=None).exists():
        raise Refused("unknown-player", phrase("There is no such player."), field)
    team = deed.team if isinstance(deed, Enter) else None
    if team is not None:
        _check_team(UUID(team), new, deed.club if isinstance(deed, Enter) else None)
    elif by is not None and not doer.is_one_of(STAFF):
        _check_acquainted(by, new, field)
    if Membership.objects.filter(~active(), club=tournament.club, player__in=new).exists():
        raise Refused("suspended", phrase("A player of this squad is suspended in the club."), field)
    if team is None and isinstance(deed, Enter | EnterFreeAgent) and deed.club is not None:
        _check_club(UUID(deed.club), new)


def _check_acquainted(by: Player, squad: set[UUID], field: str) -> None:
    """Refuse players whom the captain shares no club with: nobody is entered by a stranger."""
    clubs = Membership.objects.filter(player=by.real_id).values("club")
    known = set(Membership.objects.filter(club__in=clubs, player__in=squad).values_list("player", flat=True))
    if squad - known - {by.real_id}:
        raise Refused("unknown-player", phrase("Enter players of your own clubs; a director enters others."), field)


def _check_team(pk: UUID, squad: set[UUID], club: str | None) -> None:
    team = Team.objects.get(pk=pk)
    if squad != {player.pk for player in squad_of(team)} or club != str(team.club_id):
        raise Refused("not-in-team", phrase("Enter a team with all of its players, and for its own club."), "squad")


def _check_club(club: UUID, squad: set[UUID]) -> None:
    if Membership.objects.filter(club=club, player__in=squad).count() != len(squad):
        raise Refused(
            "other-club", phrase("All players of a squad must belong to the club for which it is entered."), "club"
        )

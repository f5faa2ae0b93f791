"""Teams: who plays matches together, and in which order they sit."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from clubs.errors import ClubError, NotAllowed
from clubs.models import Club, Membership, Player, Team, TeamPlace
from clubs.names import clean_name
from clubs.selectors import is_officer

LARGEST_TEAM = 4


@transaction.atomic
def make_team(*, club: Club, by: Player, name: str, players: Sequence[Player]) -> Team:
    """Make a team of members; the order of the players is the order of their seats.

    An officer makes any team, a member one to which they belong themselves.

    Raises:
        NotAllowed: `by` is neither an officer nor in the team.
        ClubError: `team-size`, `team-twice`, `not-a-member`, `team-exists`, or the name cannot be used.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    name = clean_name(name, longest=60)
    if not 2 <= len(players) <= LARGEST_TEAM:
        raise ClubError("team-size", _("A team has two to {most} players.").format(most=LARGEST_TEAM), "players")
    if len({player.pk for player in players}) != len(players):
        raise ClubError("team-twice", _("A player has one place in a team."), "players")
    if not is_officer(club=club, player=by) and by not in players:
        raise NotAllowed(_("Members make teams they play in themselves; officers make any."))
    known = set(Membership.objects.filter(club=club, player__in=players).values_list("player_id", flat=True))
    for player in players:
        if player.pk not in known and not player.is_bot:
            raise ClubError(
                "not-a-member",
                _("{player} is no member of {club}.").format(player=player.name, club=club.name),
                "players",
            )
    if Team.objects.filter(club=club, name__iexact=name).exists():
        raise ClubError(
            "team-exists", _("{club} has a team called {team} already.").format(club=club.name, team=name), "name"
        )
    team = Team.objects.create(club=club, name=name)
    TeamPlace.objects.bulk_create(
        TeamPlace(team=team, player=player, position=position) for position, player in enumerate(players)
    )
    return team


@transaction.atomic
def disband_team(*, team: Team, by: Player) -> None:
    """Take a team off the club's list.

    Raises:
        NotAllowed: `by` is neither an officer nor in the team.
        ClubError: `team-entered`: the team is in a tournament, whose table names it.
    """
    mine = TeamPlace.objects.filter(team=team, player=by).exists()
    if not mine and not is_officer(club=team.club, player=by):
        raise NotAllowed(_("Only officers of the club and the team's own players disband it."))
    try:
        with transaction.atomic():
            team.delete()
    except ProtectedError:
        raise ClubError(
            "team-entered", _("{team} has played in a tournament and stays on its table.").format(team=team.name)
        ) from None

"""The roles of a player in a tournament, as of now."""

from collections.abc import Iterator

from clubs.models import Player
from clubs.officers.permissions import may
from clubs.officers.roles import is_suspended
from clubs.people.selectors import ids_of
from tournaments.deeds.base import SCORERS, Doer, Role
from tournaments.log import states
from tournaments.models import Tournament
from tournaments.state.tournament import TournamentState


def doer_of(tournament: Tournament, player: Player, state: TournamentState) -> Doer:
    """Return a player with the roles that club and tournament give: everybody is a player, to enter or be entered.

    Being a captain is a matter of each entrant (`Doer.is_captain_of`). In a tournament that was taken in from another
    installation nobody has an office; the directors of its club read its log.
    """
    if tournament.origin:
        reads = may(player, "run_tournaments", tournament.club)
        return Doer(str(player.real_id), frozenset({Role.PLAYER, Role.SCORER} if reads else {Role.PLAYER}))
    ids = frozenset(map(str, ids_of(player)))
    roles = {Role.PLAYER, *(Role(state.staff[one]) for one in ids if one in state.staff)}
    if len(roles) > 1 and is_suspended(club=tournament.club, player=player.real):
        # A player suspended in the club has no office in its tournaments either.
        roles = {Role.PLAYER}
    if may(player, "run_tournaments", tournament.club):
        roles.add(Role.DIRECTOR)
    own = str(player.real_id)
    return Doer(own, frozenset(roles), known_as=ids - {own})


def staffed_by(player: Player) -> Iterator[tuple[Tournament, TournamentState, Doer]]:
    """Yield the running tournaments of a player's clubs of whose staff the player is, the earliest first."""
    playing = Tournament.objects.filter(status=Tournament.Status.PLAYING, hidden=False)
    known = playing.filter(club__memberships__player__in=ids_of(player)).select_related("club", "director").distinct()
    for tournament in known.order_by("starts_at", "created_at"):
        state = states.current(tournament.pk)
        doer = doer_of(tournament, player, state)
        if doer.is_one_of(SCORERS):
            yield tournament, state, doer

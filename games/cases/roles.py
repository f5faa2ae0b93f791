"""The facts about a person outside a case: offices in club and tournament, squads, the right to see the hand."""

from uuid import UUID

from msgspec.structs import replace

from clubs.models import Club, Membership, Player
from clubs.officers.permissions import PERMISSIONS, may
from clubs.officers.roles import active
from clubs.people.selectors import ids_of
from games.cases.hosts import Host
from games.cases.parts import Actor, has_ruled, is_member, is_neutral
from games.cases.state import CaseState
from games.models import Case, Sheet, Table
from games.sheets.authors import Author, read_by
from games.sheets.errors import UnknownSheet
from games.tables.selectors.access import may_see


def actor_of(case: Case, state: CaseState, player: Player, host: Host | None) -> Actor:
    """Return what is known of a person outside a case.

    Args:
        case: The case, with its club.
        state: Its state.
        player: The person.
        host: The tournament that the game is part of, if any.
    """
    actor = person_of(case.club, player, host)
    if is_member(state, actor):
        actor = replace(actor, left=not is_of_club(case.club, player.real_id))
    if not actor.officer or not has_ruled(state, actor):
        return actor
    return replace(actor, only=_is_only(case, state))


def person_of(club: Club, player: Player, host: Host | None) -> Actor:
    """Return what is known of a person in a club and a tournament, whatever the case."""
    ids = frozenset(map(str, ids_of(player)))
    officer = may(player.real, "give_rulings", club)
    return Actor(
        id=str(player.real_id),
        ids=ids,
        directs=officer or (host is not None and host.directs(player.real)),
        officer=officer,
        beside=host is not None and any(not ids.isdisjoint(squad) for squad in host.squads),
    )


def _is_only(case: Case, state: CaseState) -> bool:
    """Tell whether no officer of the club who did not rule could name a committee."""
    return not any(is_neutral(state, other) and not has_ruled(state, other) for other in officers_of(case.club))


def officers_of(club: Club) -> list[Actor]:
    """Return the owners and directors of a club, without the facts of a tournament."""
    rows = Membership.objects.filter(active(), club=club, role__in=PERMISSIONS["give_rulings"])
    return [
        Actor(str(player.real_id), frozenset(map(str, ids_of(player))), directs=True, officer=True)
        for player in Player.objects.filter(pk__in=rows.values("player")).order_by("name", "pk")
    ]


def reads_hand(place: Table | Sheet, player: Player | None, invitation: str = "") -> bool:
    """Tell whether a person may see the hands of a table or a score sheet."""
    if isinstance(place, Table):
        return may_see(place, player, invitation)
    try:
        read_by(place.pk, Author(player))
    except UnknownSheet:
        return False
    return True


def gone_from(case: Case, state: CaseState) -> tuple[str, ...]:
    """Return the members of a committee who have not voted and cannot: they have left the club, or are suspended."""
    waiting = [member for member in state.committee if member not in state.votes]
    players = Player.objects.in_bulk([UUID(member) for member in waiting])
    real = {str(pk): player.real_id for pk, player in players.items()}
    known = Membership.objects.filter(active(), club=case.club, player__in=real.values())
    here = set(known.values_list("player", flat=True))
    return tuple(member for member in waiting if real.get(member) not in here)


def is_of_club(club: Club, player_id: UUID) -> bool:
    """Tell whether a player is a member of a club, and not suspended."""
    return Membership.objects.filter(active(), club=club, player=player_id).exists()

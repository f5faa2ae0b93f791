"""What pages and services read of people, clubs and teams."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet

from clubs.days import today_there
from clubs.models import Club, Membership, Player, Team, TeamPlace, User
from clubs.squads import with_squads

_IN_OFFICE = (
    Membership.Role.OWNER,
    Membership.Role.SECRETARY,
    Membership.Role.DIRECTOR,
    Membership.Role.SCORER,
)


def find_player(user: User | AnonymousUser) -> Player | None:
    """Return the player of a signed-in account, or None."""
    if not isinstance(user, User):
        return None
    return Player.objects.filter(user=user).first()


def real_player(player_id: UUID) -> Player:
    """Return the player whom people know by an id: of one that an account has claimed, the account's.

    Raises:
        Player.DoesNotExist: There is no such player, or it is a visiting one, who has no page.
    """
    player = Player.objects.select_related("merged_into").get(pk=player_id, visited_at=None)
    return player.real


def ids_of(player: Player) -> tuple[UUID, ...]:
    """Return the ids under which events know a player: the own one, and those of the guests it has claimed."""
    real = player.real_id
    return (real, *Player.objects.filter(merged_into=real).order_by("created_at", "pk").values_list("pk", flat=True))


def find_role(*, club: Club, player: Player | None) -> str:
    """Return the player's role in the club (`Membership.Role`); empty for who is no member, or is suspended."""
    if player is None:
        return ""
    return Membership.objects.filter(active(), club=club, player=player).values_list("role", flat=True).first() or ""


def active() -> Q:
    """Return the filter for memberships that are not suspended on this day in their club."""
    return Q(suspended_at=None) | Q(suspended_until__lt=today_there())


def is_suspended(*, club: Club, player: Player | None) -> bool:
    """Tell whether the player is a member of the club who may do nothing there for the time."""
    return player is not None and Membership.objects.filter(~active(), club=club, player=player).exists()


def clubs(*, search: str = "") -> QuerySet[Club]:
    """Return the clubs whose name or place contains the text, with `size`, the number of members."""
    found = Club.objects.annotate(size=Count("memberships"))
    if search:
        found = found.filter(name__icontains=search) | found.filter(place__icontains=search)
    return found.order_by("name")


def clubs_of(player: Player | None) -> QuerySet[Club]:
    """Return the clubs of which the player is a member."""
    if player is None:
        return Club.objects.none()
    return Club.objects.filter(memberships__player=player).order_by("name")


def officers(club: Club) -> list[Membership]:
    """Return who holds an office and is not suspended: owners first, then secretaries, directors and scorers."""
    found = Membership.objects.filter(active(), club=club, role__in=_IN_OFFICE).select_related("player")
    return sorted(found, key=lambda member: (_IN_OFFICE.index(Membership.Role(member.role)), member.player.name))


def teams(club: Club, search: str = "") -> QuerySet[Team]:
    """Return the club's teams with their present places in the order of the seats.

    Args:
        club: The club.
        search: Only those with this in the name of the team or of one of its players.
    """
    found = Team.objects.filter(club=club)
    if search:
        played = TeamPlace.objects.filter(left_on=None, player__name__icontains=search).values("team_id")
        found = found.filter(Q(name__icontains=search) | Q(pk__in=played))
    return with_squads(found).order_by("name")


def teams_of(player: Player) -> QuerySet[Team]:
    """Return the teams in which the player has a place now."""
    mine = TeamPlace.objects.filter(left_on=None, player=player)
    return with_squads(Team.objects.filter(pk__in=mine.values("team")))


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """What a player's page says beside the hands."""

    player: Player
    memberships: tuple[Membership, ...]
    teams: tuple[Team, ...]


def player_page(player_id: UUID) -> PlayerPage | None:
    """Return what is known to everybody about a player, or None if there is no such player, or a visiting one."""
    player = Player.objects.filter(pk=player_id, visited_at=None).first()
    if player is None:
        return None
    memberships = Membership.objects.filter(player=player).select_related("club").order_by("club__name")
    return PlayerPage(player=player, memberships=tuple(memberships), teams=tuple(teams_of(player)))

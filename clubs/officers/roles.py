"""Roles and suspensions in a club."""

from django.db.models import Q

from clubs.base.days import today_there
from clubs.models import Club, Membership, Player

_IN_OFFICE = (
    Membership.Role.OWNER,
    Membership.Role.SECRETARY,
    Membership.Role.DIRECTOR,
    Membership.Role.SCORER,
)


def find_role(*, club: Club, player: Player | None) -> str:
    """Return the player's role in the club (`Membership.Role`); empty if not a member, or suspended."""
    if player is None:
        return ""
    return Membership.objects.filter(active(), club=club, player=player).values_list("role", flat=True).first() or ""


def active() -> Q:
    """Return the filter for memberships that are not suspended on this day in their club."""
    return Q(suspended_at=None) | Q(suspended_until__lt=today_there())


def is_suspended(*, club: Club, player: Player | None) -> bool:
    """Tell whether the player is a suspended member of the club."""
    return player is not None and Membership.objects.filter(~active(), club=club, player=player).exists()


def officers(club: Club) -> list[Membership]:
    """Return the officers who are not suspended: owners first, then secretaries, directors and scorers."""
    found = Membership.objects.filter(active(), club=club, role__in=_IN_OFFICE).select_related("player")
    return sorted(found, key=lambda member: (_IN_OFFICE.index(Membership.Role(member.role)), member.player.name))


def locked(club: Club) -> Club:
    """Return the club with its row locked, so that changes of its members are serialised."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)

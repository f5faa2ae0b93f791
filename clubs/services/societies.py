"""Founding, joining and leaving clubs, and their offices."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from clubs.errors import ClubError, NotAllowed
from clubs.models import Club, Membership, Player
from clubs.names import clean_name, free_slug
from clubs.selectors import find_role


@transaction.atomic
def found_club(*, founder: Player, name: str, place: str = "") -> Club:
    """Found a club; its founder becomes the owner.

    Raises:
        ClubError: The name cannot be used, or another club of this place has it.
    """
    name = clean_name(name, longest=80)
    place = clean_name(place, longest=80, field="place") if place.strip() else ""
    if Club.objects.filter(name__iexact=name, place__iexact=place).exists():
        raise ClubError(
            "club-exists", _("There is already a club of this name. Join it, or say where yours is."), "name"
        )
    club = Club.objects.create(
        name=name,
        place=place,
        slug=free_slug(name, taken=lambda slug: Club.objects.filter(slug=slug).exists()),
    )
    Membership.objects.create(club=club, player=founder, role=Membership.Role.OWNER)
    return club


@transaction.atomic
def join_club(*, club: Club, player: Player) -> Membership:
    """Make the player a member. Who is one already stays as they are."""
    try:
        with transaction.atomic():
            membership, _made = Membership.objects.get_or_create(club=club, player=player)
    except IntegrityError:  # the same click twice, at the same moment
        membership = Membership.objects.get(club=club, player=player)
    return membership


@transaction.atomic
def leave_club(*, club: Club, player: Player) -> None:
    """End a membership. Teams keep their places, so that a running tournament goes on.

    Raises:
        ClubError: `last-owner`: somebody else has to own the club first.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    if find_role(club=club, player=player) == Membership.Role.OWNER:
        _keep_an_owner(club, player)
    Membership.objects.filter(club=club, player=player).delete()


@transaction.atomic
def give_office(*, club: Club, by: Player, player: Player, role: str) -> Membership:
    """Let an owner make a member a director or an owner, or an ordinary member again.

    Raises:
        NotAllowed: `by` is no owner.
        ClubError: `unknown-office`, `not-a-member`, or `last-owner`.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    if find_role(club=club, player=by) != Membership.Role.OWNER:
        raise NotAllowed(_("Only an owner of the club gives out its offices."))
    if role not in Membership.Role.values:
        raise ClubError("unknown-office", _("Choose member, director or owner."), "role")
    membership = Membership.objects.filter(club=club, player=player).first()
    if membership is None:
        raise ClubError(
            "not-a-member", _("{player} is no member of {club}.").format(player=player.name, club=club.name), "player"
        )
    if membership.role == Membership.Role.OWNER and role != Membership.Role.OWNER:
        _keep_an_owner(club, player)
    membership.role = role
    membership.save(update_fields=["role"])
    return membership


def _keep_an_owner(club: Club, leaving: Player) -> None:
    """Refuse to leave the club without an owner."""
    owners = Membership.objects.filter(club=club, role=Membership.Role.OWNER).exclude(player=leaving)
    if not owners.exists():
        raise ClubError("last-owner", _("A club needs an owner: make somebody else one first."))

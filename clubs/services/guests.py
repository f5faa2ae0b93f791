"""Players without an account: a club keeps their names, so that they can stand in its teams and results."""

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.acts import note_act
from clubs.errors import ClubError
from clubs.models import Club, Membership, Player
from clubs.names import clean_name
from clubs.permissions import require
from clubs.services.people import NAME_LENGTH


def _free_in_club(name: str, *, club: Club, but: Player | None = None) -> str:
    """Return the name cleaned, if nobody else in the club goes by it.

    Elsewhere somebody may: a club calls its guests as it knows them, and an account often has the guest's own name.

    Raises:
        ClubError: As `clean_name`, and `name-taken`.
    """
    cleaned = clean_name(name, longest=NAME_LENGTH)
    others = Membership.objects.filter(club=club, player__name__iexact=cleaned)
    if but is not None:
        others = others.exclude(player=but)
    if others.exists():
        raise ClubError(
            "name-taken",
            _("{club} has a member called {name} already. Add a surname, a place or an initial.").format(
                club=club.name, name=cleaned
            ),
            "name",
        )
    return cleaned


@transaction.atomic
def make_guest(*, club: Club, by: Player, name: str) -> Player:
    """Put a player without an account on a club's list of members, with the role of a guest.

    Args:
        club: The club that keeps the name.
        by: The officer.
        name: What the club calls the guest; nobody else of the club has that name.

    Raises:
        NotAllowed: `by` may not keep guests.
        ClubError: `name-taken`, or the name cannot be used (`clean_name`).
    """
    # The club's row keeps two guests of one name, made at one moment, apart.
    club = Club.objects.select_for_update().get(pk=club.pk)
    require(by, "keep_guests", club)
    guest = Player.objects.create(name=_free_in_club(name, club=club), kept_by=club)
    Membership.objects.create(club=club, player=guest, role=Membership.Role.GUEST)
    note_act(club=club, actor=by, action="guest.made", subject=guest)
    return guest

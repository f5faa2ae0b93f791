"""The reason why an account cannot take over a player without one, by their cases."""

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.selectors import ids_of
from games.models import CasePerson

_DECIDING = (CasePerson.Part.DIRECTOR, CasePerson.Part.MEMBER, CasePerson.Part.VOTER)


def why_not(guest: Player, player: Player) -> str:
    """Return the reason why a guest and an account's player cannot be one person; empty if they can.

    The events of a case keep the guest's id, and its readers follow `Player.merged_into`; nothing is rewritten.
    """
    played = CasePerson.objects.filter(player__in=ids_of(guest), part=CasePerson.Part.PARTY)
    decided = CasePerson.objects.filter(player__in=ids_of(player), part__in=_DECIDING, case__in=played.values("case"))
    if decided.exists():
        return _("You decided a dispute in which {guest} takes part, so you and {guest} are two people.").format(
            guest=guest.name
        )
    return ""

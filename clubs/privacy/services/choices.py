"""Privacy settings: what others may see of a player."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.errors import ClubError
from clubs.models import Player, PrivacyChoices
from clubs.privacy.words import MATTERS


@transaction.atomic
def choose(*, player: Player, choices: Mapping[str, str]) -> PrivacyChoices:
    """Store the given privacy settings of a player.

    Args:
        choices: Values of `Audience` by keys of `MATTERS`.

    Raises:
        ClubError: `unknown-matter` or `unknown-audience`; the field names the matter.
    """
    for what, audience in choices.items():
        if what not in MATTERS:
            raise ClubError("unknown-matter", _("There is no such thing to show or hide."), what)
        if audience not in MATTERS[what].audiences:
            known = ", ".join(str(one.label) for one in MATTERS[what].audiences)
            raise ClubError("unknown-audience", _("Choose one of these: {known}.").format(known=known), what)
    Player.objects.select_for_update().get(pk=player.pk)
    row, _made = PrivacyChoices.objects.get_or_create(player=player)
    for what, audience in choices.items():
        setattr(row, what, audience)
    row.save()
    return row

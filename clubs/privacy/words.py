"""What of a player there is to see, and who may choose to see it: one table for pages, API and selectors."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.privacy_models import Audience


@dataclass(frozen=True, slots=True)
class Matter:
    """Something of a player that others may see or not.

    Attributes:
        name: How code and API name it: a column of `PrivacyChoices`.
        title: How pages name it.
        about: What it shows.
        officers: What officers of the player's clubs see whatever is chosen; empty: nothing beyond the choice.
        audiences: What may be chosen.
    """

    name: str
    title: str | Promise
    about: str | Promise
    officers: str | Promise = ""
    audiences: tuple[Audience, ...] = tuple(Audience)


MATTERS: Final = {
    matter.name: matter
    for matter in (
        Matter(
            "lists",
            _("Name in lists and searches"),
            _("Whether you are found when somebody searches for players, and stand in the lists of members."),
            _("Your clubs' officers see you in the list of members."),
            (Audience.EVERYBODY, Audience.CLUBS),
        ),
        Matter(
            "clubs",
            _("Clubs and teams"),
            _("The clubs and teams on your page."),
            _("Each club and team names you to its own members."),
        ),
        Matter(
            "results",
            _("Results"),
            _("Games won and lost, form, bids made and failed; your rows in standings and records."),
            _("Your clubs' scorers and secretaries see the results of the club's games."),
        ),
        Matter("rating", _("Rating"), _("Your ratings and their course.")),
        Matter(
            "stakes",
            _("Stakes"),
            _("How many units you have won and lost over time."),
            _("The members of a club see its ledger, with your balance there."),
        ),
        Matter("partners", _("Partners"), _("With whom you play, and how it goes with them.")),
        Matter(
            "histories",
            _("List of your hands"),
            _("The hands on your page. A hand at a public table can still be found by its table."),
        ),
        Matter(
            "kunukku",
            _("Kunukku"),
            _("Whether you wear one, on your page and on the board of the club."),
            _("The scorers of your clubs see it: they take it off."),
        ),
    )
}
"""By name, in the order in which the page lists them."""

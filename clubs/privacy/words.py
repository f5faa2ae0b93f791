"""A player's data that others may see, and their possible audiences: one table for pages, API and selectors."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.models import Audience


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
            _("Whether searches for players find you, and lists of members show you."),
            _("Your clubs' officers see you in the list of members."),
            (Audience.EVERYBODY, Audience.CLUBS),
        ),
        Matter(
            "clubs",
            _("Clubs and teams"),
            _("The clubs and teams on your page."),
            _("A club shows your name to its members; a team shows it to all who see the team, as a tournament does."),
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
            _("Units won and lost over time."),
            _("The members of a club see its ledger, with your balance there."),
        ),
        Matter("partners", _("Partners"), _("Your partners, and your results with them.")),
        Matter(
            "histories",
            _("List of your hands"),
            _("The hands on your page. A hand at a public table can still be found by its table."),
        ),
        Matter(
            "kunukku",
            _("Kunukku"),
            _("Whether you wear one, on your page and on the board of the club."),
            _("The scorers of your clubs see it: they can remove it."),
        ),
    )
}
"""By name, in the order in which the page lists them."""

FILES: Final = {
    "account": _("your account: its address, its language, when it was made"),
    "player": _("the player you are: your name, and what others see of you"),
    "addresses": _("your email addresses"),
    "passkeys": _("the passkeys by which you sign in; not their secrets"),
    "sessions": _("places where you are signed in, and when each ends"),
    "tokens": _("the access tokens of your programs, by name; not the tokens"),
    "administration": _("your actions on the administrator's pages"),
    "memberships": _("your clubs, with your roles"),
    "kept-out": _("clubs that have blocked you"),
    "requests-to-join": _("your requests to join clubs, with your messages"),
    "invitations-made": _("invitations that you made"),
    "invitations-used": _("invitations that you used"),
    "guests-claimed": _("guest players whose history is now yours"),
    "teams": _("your teams, with dates"),
    "captain": _("teams whose captain you are"),
    "house-rules": _("house rules that you made for clubs"),
    "meetings-made": _("meetings that you put on the calendar of a club"),
    "meeting-answers": _("your answers about coming to meetings"),
    "officers-log": _("officers' actions that concern you, and your own as an officer"),
    "uploads": _("files that you are sending in for clubs, by name"),
    "files-taken-in": _("files that you imported for clubs, by name"),
    "pictures": _("pictures that you added; they are in the folder of this name"),
    "ledger": _("every unit that you won, lost, were given or gave"),
    "notices": _("notices that you got"),
    "notices-sent": _("the channels by which you were notified"),
    "notice-choices": _("your notification settings"),
    "devices": _("the devices on which you are notified"),
    "games": _("your games, with links to them"),
    "hands": _("your hands, with their results and links to each"),
    "bids": _("how often you made and failed bids of each number"),
    "kunukku": _("the kunukku you put on"),
    "ratings": _("your ratings, game by game"),
    "results-written-down": _("results that you entered or withdrew"),
    "checks": _("checks of hands that you asked for"),
    "cases": _("disputed hands in which you took part"),
    "case-words": _("your texts about disputed hands"),
    "polls": _("positions on which you were asked for your opinion"),
    "practices": _("your practice rooms"),
    "play-reviews": _("reviews of your own play, which only you see"),
    "lessons": _("lessons that you have done"),
    "chat": _("your messages at tables"),
    "convention-cards": _("convention cards that you hold"),
    "convention-cards-published": _("editions of convention cards that you published"),
    "meaning-notes": _("your additions to the meaning of calls"),
    "sheets": _("score sheets that you opened"),
    "sheet-notes": _("reasons that you wrote beside hands on score sheets"),
    "hands-written-down": _("hands at real tables that you are entering, not saved yet"),
    "tables-opened": _("tables that you opened"),
    "tournaments-words": _("your words to the director and in announcements of tournaments"),
    "followed": _("the entrants and players that you follow"),
    "tournaments-entered": _("teams, pairs and yourself as you were entered in tournaments"),
    "tournaments-directed": _("tournaments that you direct or directed"),
}
"""What each file of the copy of one's data holds."""

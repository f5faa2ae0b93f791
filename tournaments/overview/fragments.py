"""The public part of a tournament's page: rendered once for all who ask for the same, in whatever process."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import blake2b
from typing import Final, NamedTuple

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from clubs.web.fragments import Fragment, shared_fragment
from tournaments.floor.state import Announcement
from tournaments.models import Tournament
from tournaments.overview.announced import first_end, for_everybody, in_words
from tournaments.overview.asked import Asked
from tournaments.overview.pages import page_of
from tournaments.state.embargoes import embargo_at
from tournaments.state.tournament import TournamentState

PUBLIC: Final = "public"
"""The name of the part."""
MAX_TOLD: Final = 5
"""The announcements that it shows."""


def public_fragment(tournament: Tournament, state: TournamentState, asked: Asked) -> tuple[Fragment, datetime | None]:
    """Return the public part of the page, for a question that many may ask, and when an announcement in it is over.

    Args:
        tournament: The tournament.
        state: The tournament as everybody may know it.
        asked: What is asked, within the state.
    """
    shown = for_everybody(tournament)
    # An announcement comes and goes without a version.
    key = key_of(PUBLIC, tournament, state, f"{asked.query()}#{'.'.join(str(told.number) for told in shown)}")
    return shared_fragment(key, lambda: _rendered(tournament, state, asked, shown), part=PUBLIC), first_end(shown)


class PublicPart(NamedTuple):
    """The public part as the page shows it.

    Attributes:
        html: The HTML.
        tag: The tag of its fragment; empty where it is shared with nobody.
    """

    html: SafeString
    tag: str = ""


def public_part(tournament: Tournament, state: TournamentState, asked: Asked) -> PublicPart:
    """Return the public part; as of a minute, or by a name, it is asked by few and kept for nobody.

    So is what the staff sees of results that are withheld from everybody else.
    """
    if is_rare(asked) or _is_for_staff(state):
        return PublicPart(_rendered(tournament, state, asked, () if asked.at else for_everybody(tournament)))
    fragment, _until = public_fragment(tournament, state, asked)
    return PublicPart(mark_safe(fragment.html), fragment.tag)  # noqa: S308  # a template rendered it


def is_rare(asked: Asked) -> bool:
    """Tell whether a question is asked by few."""
    return asked.at is not None or bool(asked.search)


def key_of(part: str, tournament: Tournament, state: TournamentState, query: str) -> str:
    """Return the key of a part: all that its content depends on, but for names.

    Args:
        part: The name of the part.
        tournament: The tournament.
        state: The tournament as everybody may know it.
        query: What is asked, in one order.
    """
    asks = blake2b(query.encode(), digest_size=12).hexdigest()
    return f"tournaments:{part}:{tournament.pk.hex}:{edition_of(state)}:{get_language()}:{asks}"


def edition_of(state: TournamentState) -> str:
    """Return what is public of a tournament, in a word: another one whenever anything of it may be."""
    return f"{state.version}-withheld" if state.withheld else str(state.version)


def _is_for_staff(state: TournamentState) -> bool:
    """Tell whether a state has results that everybody else does not see."""
    return not state.withheld and embargo_at(state, timezone.now()) is not None


def _rendered(
    tournament: Tournament, state: TournamentState, asked: Asked, shown: Sequence[Announcement]
) -> SafeString:
    told = tuple(in_words(tournament, shown[:MAX_TOLD]))
    context = {"page": page_of(tournament, state, asked), "asked": asked, "told": told}
    return render_to_string("tournaments/overview/_public.html", context)

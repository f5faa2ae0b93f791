"""The parts of pages of tournaments that all readers share: by name, a fragment for a tournament and a question."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.http import QueryDict
from django.utils import timezone, translation

from clubs.web.fragments import Fragment
from tournaments.log.errors import UnknownTournament
from tournaments.log.seen import seen
from tournaments.models import Tournament
from tournaments.overview.asked import read_asked
from tournaments.overview.fragments import PUBLIC, is_rare, public_fragment
from tournaments.overview.views import clocks_of
from tournaments.screens.fragments import SCREEN, screen_fragment
from tournaments.state.embargoes import embargo_at
from tournaments.state.tournament import TournamentState

MAX_QUERY_CHARS: Final = 400
"""A longer question is none that a page asks."""


class Question(NamedTuple):
    """All that a part depends on, beside its tournament.

    Attributes:
        part: The name of the part.
        language: The reader's language.
        query: What is asked, as the query of an address.
    """

    part: str
    language: str
    query: str = ""


class Answer(NamedTuple):
    """A part.

    Attributes:
        version: The version of the tournament that it shows.
        fragment: The part; None: the question is asked by so few that it is kept for nobody.
        until: When it has to be looked at again although no version comes; None: never.
    """

    version: int
    fragment: Fragment | None
    until: datetime | None = None


Found = tuple[Fragment | None, datetime | None]
"""A part, and when it is another one although no version comes."""


def _public(tournament: Tournament, state: TournamentState, query: QueryDict) -> Found:
    asked = read_asked(query).within(state)
    return (None, None) if is_rare(asked) else public_fragment(tournament, state, asked)


PARTS: Final[Mapping[str, Callable[[Tournament, TournamentState, QueryDict], Found]]] = {
    PUBLIC: _public,
    SCREEN: screen_fragment,
}
"""What finds each part, in the language and by the clocks that are set."""
ON_FLOOR: Final = frozenset({PUBLIC, SCREEN})
"""The parts that show something of the floor, whose versions are its own."""


def answer_to(tournament_id: UUID, question: Question) -> Answer | None:
    """Return a part of a tournament for all who ask for it; None if there is no such tournament."""
    beside = ("club", "director", "champion", "house")
    tournament = Tournament.objects.select_related(*beside).filter(pk=tournament_id).first()
    return None if tournament is None else answer_about(tournament, question)


def answer_about(tournament: Tournament, question: Question) -> Answer | None:
    """Return a part of a tournament; None if its stream does not begin."""
    try:
        state = seen(tournament.pk)
    except UnknownTournament:
        return None
    with translation.override(question.language), clocks_of(tournament.club):
        fragment, until = PARTS[question.part](tournament, state, QueryDict(question.query))
    moments = [moment for moment in (until, _hour_of(state)) if moment is not None]
    return Answer(state.version, fragment, min(moments, default=None))


def _hour_of(state: TournamentState) -> datetime | None:
    """Return when an embargo in force is over by itself."""
    embargo = embargo_at(state, timezone.now())
    return None if embargo is None or embargo.until is None else datetime.fromtimestamp(embargo.until, UTC)


def version_of(tournament_id: UUID) -> int | None:
    """Return the version that a tournament has reached; None if there is none."""
    return Tournament.objects.filter(pk=tournament_id).values_list("version", flat=True).first()

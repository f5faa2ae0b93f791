"""The list of all tournaments, and where each of them stands."""

from datetime import datetime
from functools import partial
from typing import Annotated, Any

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, ApiView, Paging, described, page_of, published
from clubs.api.people import ClubRef, PlayerRef, Search
from clubs.models import Club
from games.tables.selectors.house import house_named
from games.tables.view.table import HouseNamed
from tournaments.api.finding import found
from tournaments.log.seen import seen
from tournaments.overview.heads import sentence_of
from tournaments.selectors.lists import tournaments
from tournaments.selectors.naming import names_in

operation = partial(described, tag="tournaments")


class TournamentQuery(Paging):
    """Which tournaments."""

    search: Search = ""
    club: Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)] | msgspec.UnsetType = msgspec.UNSET


class TournamentEntry(msgspec.Struct, frozen=True):
    """A tournament in the list of tournaments; `status` is open, playing, finished or abandoned.

    Attributes:
        entrants: How many teams, pairs or players have entered.
        winner: The name of the entrant that won.
        version: The version of its log.
    """

    slug: str
    name: str
    club: ClubRef
    rules: str
    status: str
    entrants: int
    winner: str | None
    version: int
    created_at: datetime
    finished_at: datetime | None


class TournamentShown(msgspec.Struct, frozen=True):
    """A tournament; `/state/` says more: its settings, its entrants and its stages.

    Attributes:
        sentence: Where it stands, in a sentence.
        winner: The name of the entrant that won.
        version: The version of its log.
    """

    slug: str
    name: str
    club: ClubRef
    rules: str
    house: HouseNamed | None
    status: str
    sentence: str
    director: PlayerRef | None
    starts_at: datetime | None
    winner: str | None
    version: int
    created_at: datetime
    finished_at: datetime | None


TournamentEntryPage = page_of(TournamentEntry)


class ListOfTournaments(ApiView):
    """The tournaments."""

    @operation("tournaments_list", TournamentEntryPage, parameters=TournamentQuery)
    def get(self, request: Request) -> Response:
        """List tournaments: those being played first, the finished ones last."""
        asked = self.asked(TournamentQuery)
        rows = tournaments(search=asked.search)
        if asked.club is not msgspec.UNSET:
            rows = tournaments(search=asked.search, club=Club.objects.filter(slug=asked.club).first() or Club())
        return self.page(rows, TournamentEntryPage, asked, lambda shown: map(_listed, shown))


def _listed(row: Any) -> TournamentEntry:
    return published(TournamentEntry, row, entrants=row.size, winner=row.won_by or None)


class OneTournament(ApiView):
    """A tournament."""

    @operation("tournaments_retrieve", TournamentShown)
    def get(self, request: Request, slug: str) -> Response:
        """Show a tournament: where it stands and who plays in it."""
        tournament = found(slug)
        return Response(
            published(
                TournamentShown,
                tournament,
                house=house_named(tournament.house),
                sentence=sentence_of(seen(tournament.pk), names_in(tournament)),
                winner=tournament.won_by or None,
            )
        )

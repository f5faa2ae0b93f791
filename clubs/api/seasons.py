"""The seasons of a club: what they are, how they are settled, and for its officers making and closing them."""

from datetime import date, datetime
from functools import partial
from typing import Annotated
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, Paging, created, described, page_of, published
from clubs.api.common import ClubView, PublicClubView, club_of, judged
from clubs.api.people import PlayerRef, player_ref
from clubs.api.problems import Problem
from clubs.ledger import seasons as keeping
from clubs.ledger import selectors
from clubs.ledger.seasons import NextSeason
from clubs.models import Club, Player, Season
from clubs.officers.permissions import require

operation = partial(described, tag="ledger")

Name = Annotated[str, msgspec.Meta(max_length=keeping.LONGEST_NAME, pattern=NO_NUL)]


class LedgerSeason(msgspec.Struct, frozen=True):
    """A season of a club; `ends` is its last day."""

    id: UUID
    name: str
    begins: date
    ends: date
    closed_at: datetime | None


class TransferShown(msgspec.Struct, frozen=True):
    """Units that one gives another so that everybody is even; without a player it is the club's bank."""

    giver: PlayerRef | None
    taker: PlayerRef | None
    units: int


class SheetOfSeason(msgspec.Struct, frozen=True):
    """The settlement sheet of a season; what was `granted` is given back first."""

    season: LedgerSeason
    granted: int
    transfers: tuple[TransferShown, ...]


class SeasonWish(msgspec.Struct, forbid_unknown_fields=True):
    """A season's name and days."""

    name: Name
    begins: date
    ends: date


class ClosingWish(msgspec.Struct, forbid_unknown_fields=True):
    """How a season is closed: its balances settled or carried over, and which season follows.

    Attributes:
        carry: Carry the balances over into the next season; else all are settled.
        season: The id of the next season, if the club has it already.
        name: The name of a new one.
        begins: Its first day.
        ends: Its last day.
    """

    carry: bool = False
    season: UUID | None = None
    name: Name = ""
    begins: date | None = None
    ends: date | None = None


LedgerSeasonPage = page_of(LedgerSeason)


def season_of(club: Club, season_id: UUID) -> Season:
    """Return a season of a club.

    Raises:
        Problem: `not-found`.
    """
    found = Season.objects.filter(club=club, pk=season_id).first()
    if found is None:
        raise Problem("not-found", _("The club has no such season."))
    return found


class Seasons(PublicClubView):
    """The seasons of a club."""

    @operation("seasons_list", LedgerSeasonPage, parameters=Paging)
    def get(self, request: Request, slug: str) -> Response:
        """List a club's seasons, the latest first."""
        asked = self.asked(Paging)
        found = selectors.seasons(club_of(slug))
        return self.page(found, LedgerSeasonPage, asked)

    @operation("seasons_create", {201: LedgerSeason}, body=SeasonWish)
    def post(self, request: Request, slug: str) -> Response:
        """Make a season: for secretaries and owners."""
        club, by, wish = club_of(slug), self.require_player(), self.read(SeasonWish)
        made = judged(lambda: keeping.make_season(club=club, by=by, name=wish.name, begins=wish.begins, ends=wish.ends))
        return created(published(LedgerSeason, made), f"/api/clubs/{slug}/seasons/{made.pk}/")


class OneSeason(ClubView):
    """A season of a club."""

    @operation("seasons_retrieve", SheetOfSeason)
    def get(self, request: Request, slug: str, season_id: UUID) -> Response:
        """Show a season with its settlement sheet: to the club's players and officers."""
        club = club_of(slug)
        require(self.require_player(), "see_ledger", club)
        return Response(_sheet(season_of(club, season_id)))

    @operation("seasons_update", LedgerSeason, body=SeasonWish)
    def put(self, request: Request, slug: str, season_id: UUID) -> Response:
        """Change a season's name, or its days while nothing has moved in it: for secretaries and owners."""
        club, by, wish = club_of(slug), self.require_player(), self.read(SeasonWish)
        season = season_of(club, season_id)
        changed = judged(
            lambda: keeping.change_season(season=season, by=by, name=wish.name, begins=wish.begins, ends=wish.ends)
        )
        return Response(published(LedgerSeason, changed))


class CloseSeason(ClubView):
    """The end of a season."""

    @operation("seasons_close", SheetOfSeason, body=ClosingWish)
    def post(self, request: Request, slug: str, season_id: UUID) -> Response:
        """Close a season, and open the next: for secretaries and owners."""
        club, by, wish = club_of(slug), self.require_player(), self.read(ClosingWish)
        season = season_of(club, season_id)
        following = None
        if wish.season is not None or wish.name or wish.begins or wish.ends:
            following = NextSeason(wish.season, wish.name, wish.begins, wish.ends)
        judged(lambda: keeping.close_season(season=season, by=by, carry=wish.carry, following=following))
        return Response(_sheet(season_of(club, season_id)))


def _sheet(season: Season) -> SheetOfSeason:
    transfers = selectors.settlement(season)
    people = Player.objects.in_bulk({player for one in transfers for player in one[:2] if player})

    def ref(player: UUID | None) -> PlayerRef | None:
        return player_ref(people[player]) if player else None

    shown = tuple(TransferShown(ref(giver), ref(taker), units) for giver, taker, units in transfers)
    return SheetOfSeason(published(LedgerSeason, season), selectors.granted(season), shown)

"""What a player has played: games, ratings, bids, partners and hands, as far as the player lets one see them."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from functools import partial
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, ApiView, Paging, described, page_of, published
from clubs.api.common import club_of
from clubs.api.people import ClubRef, PlayerRef
from clubs.api.problems import Problem
from clubs.models import Player
from clubs.people.selectors import real_player
from clubs.privacy.selectors import may_see
from games.api.hands import players_of
from games.api.tables import RulesId
from games.models import Case, PlayedHand, Rating
from games.players import selectors
from games.players.club import MemberForm, Order, family_played, members_form
from games.players.forms import MOST
from games.players.hands import Came, FoundHands, Wanted, Who
from games.players.ratings.formula import shown
from games.players.ratings.selectors import history_of, ratings_of, strength_of
from games.players.selectors import GameEntry, PartnerEntry, Sort

operation = partial(described, tag="players")

Family = Literal["28", "56"]
Name = Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)]


class RatingShown(msgspec.Struct, frozen=True):
    """A rating of today.

    Attributes:
        rating: About 1500 for an average player.
        margin: How sure it is by now: in two of three cases the true one is no farther away.
        provisional: It rests on few games, or on games of long ago.
        games: How many games it rests on.
        rated_at: When the last of them ended.
    """

    family: str
    rating: int
    margin: int
    provisional: bool
    games: int
    rated_at: datetime


class RatingsShown(msgspec.Struct, frozen=True):
    """The ratings of a player, one a family in which there are games."""

    ratings: tuple[RatingShown, ...]


class RatedGame(msgspec.Struct, frozen=True):
    """A rating as it was after a game."""

    game: UUID
    rating: int
    margin: int
    rated_at: datetime


class PlayedGameShown(msgspec.Struct, frozen=True):
    """A finished game of a player.

    Attributes:
        game: The game's id; that of the table for `table`, of the score sheet for `sheet`.
        kind: `table`, `sheet` or `result`.
        outcome: `W` won, `D` drawn, `L` lost; empty where it came to no result.
        hands: How many hands the player sat through.
        points: The points of the own side in the game.
        others: Those of the other sides.
        difference: The own points less the others', in the hands that the player sat through.
        partners: The names of those on the same side.
        opponents: The names of those on the others.
        counts: It counts in ratings and standings.
        provisional: A hand of it is disputed, and its result may change.
    """

    game: UUID
    kind: str
    rules: str
    club: ClubRef | None
    outcome: str
    hands: int
    points: int
    others: tuple[int, ...]
    difference: int
    partners: tuple[str, ...]
    opponents: tuple[str, ...]
    counts: bool
    ended_at: datetime
    provisional: bool


class PartnerShown(msgspec.Struct, frozen=True):
    """Somebody with whom a player has played on one side, in games that count."""

    player: PlayerRef
    games: int
    won: int
    drawn: int
    lost: int
    hands: int
    difference: int


class BidShown(msgspec.Struct, frozen=True):
    """How often a player's contracts of a number were made and failed."""

    family: str
    number: int
    made: int
    failed: int


class BidsShown(msgspec.Struct, frozen=True):
    """The contracts of a player by family and number."""

    bids: tuple[BidShown, ...]


class HandFound(msgspec.Struct, frozen=True):
    """A finished hand of a player.

    Attributes:
        table: The table; null for a hand on a score sheet.
        sheet: The score sheet; null for a hand at a table.
        declarer: The declarer's seat.
        bid: The number of the contract.
        made: Whether it was made; null where there was none, or the director ended the hand.
        doubled: 0, 1 doubled, 2 redoubled.
        players: Who sat there when it was scored, a seat each.
    """

    table: UUID | None
    sheet: UUID | None
    hand: int
    rules: str
    outcome: str
    declarer: int | None
    bid: int | None
    made: bool | None
    doubled: int
    players: tuple[PlayerRef | None, ...]
    scored_at: datetime


PlayedGamePage = page_of(PlayedGameShown)
RatedGamePage = page_of(RatedGame)
PartnerPage = page_of(PartnerShown)
HandFoundPage = page_of(HandFound)


class GamesQuery(Paging):
    """Which games."""

    family: Family | UnsetType = UNSET
    club: Annotated[Name, msgspec.Meta(description="Games in the club with this slug.")] = ""


class HistoryQuery(Paging):
    """Which family's rating."""

    family: Family = "28"


class PartnersQuery(Paging):
    """Which partners, and by what order."""

    family: Family | UnsetType = UNSET
    sort: Sort = "hands"
    search: Annotated[Name, msgspec.Meta(description="Keep names that contain this text.")] = ""


class HandsQuery(Paging):
    """Which hands."""

    family: Family | UnsetType = UNSET
    rules: RulesId | UnsetType = UNSET
    begins: Annotated[date, msgspec.Meta(description="Scored on this day or later.")] | UnsetType = UNSET
    ends: Annotated[date, msgspec.Meta(description="Scored on this day or before.")] | UnsetType = UNSET
    partner: Annotated[Name, msgspec.Meta(description="On the same side: an id, or a part of a name.")] = ""
    opponent: Annotated[Name, msgspec.Meta(description="On another side: an id, or a part of a name.")] = ""
    number: Annotated[int, msgspec.Meta(ge=1, le=MOST, description="The number of the contract.")] | UnsetType = UNSET
    declarer: Who | UnsetType = UNSET
    came: Came | UnsetType = UNSET
    club: Annotated[Name, msgspec.Meta(description="In the club with this slug.")] = ""
    doubled: Annotated[bool, msgspec.Meta(description="Doubled contracts only.")] = False


class _OfPlayer(ApiView):
    """What the endpoints share: whose it is, and that one may see it."""

    def whose(self, player_id: UUID, what: str) -> Player:
        """Return the player, the claiming one of a claimed.

        Raises:
            Problem: There is no such player, or one may not see this.
        """
        try:
            player = real_player(player_id)
        except Player.DoesNotExist:
            raise Problem("not-found", _("There is no such player.")) from None
        if not may_see(self.player(), player, what):
            raise Problem("not-allowed", _("{name} does not show this to you.").format(name=player.name))
        return player


class Ratings(_OfPlayer):
    """The ratings of a player."""

    @operation("players_ratings", RatingsShown)
    def get(self, request: Request, player_id: UUID) -> Response:
        """Show the ratings of a player: one a family, as sure as they are today."""
        found = ratings_of(self.whose(player_id, "rating"))
        ratings = (published(RatingShown, one.shown, family=one.family, rated_at=one.rated_at) for one in found)
        return Response(RatingsShown(tuple(ratings)))


class RatingHistory(_OfPlayer):
    """A rating game by game."""

    @operation("players_ratings_history", RatedGamePage, parameters=HistoryQuery)
    def get(self, request: Request, player_id: UUID) -> Response:
        """List how a rating came to be: after each game, the latest first."""
        asked = self.asked(HistoryQuery)
        rows = history_of(self.whose(player_id, "rating"), asked.family)
        return self.page(rows, RatedGamePage, asked, lambda part: map(_rated, part))


def _rated(row: Rating) -> RatedGame:
    then = shown(strength_of(row), row.rated_at)
    return RatedGame(row.stream, then.rating, then.margin, row.rated_at)


class Games(_OfPlayer):
    """The games of a player."""

    @operation("players_games", PlayedGamePage, parameters=GamesQuery)
    def get(self, request: Request, player_id: UUID) -> Response:
        """List the finished games of a player: the latest first."""
        asked = self.asked(GamesQuery)
        found = selectors.games_of(
            self.whose(player_id, "results"), self.player(), family=asked.family or "", club=asked.club
        )
        return self.page(found, PlayedGamePage, asked, _games)


def _games(entries: Sequence[GameEntry]) -> Iterator[PlayedGameShown]:
    disputed = Case.objects.provisional(entry.stream for entry in entries)
    for entry in entries:
        club = ClubRef(entry.club_slug, entry.club) if entry.club else None
        provisional = entry.stream in disputed
        yield published(PlayedGameShown, entry, game=entry.stream, club=club, provisional=provisional)


class Partners(_OfPlayer):
    """The partners of a player."""

    @operation("players_partners", PartnerPage, parameters=PartnersQuery)
    def get(self, request: Request, player_id: UUID) -> Response:
        """List the partners of a player: games, hands and points together."""
        asked = self.asked(PartnersQuery)
        found = selectors.partners_of(
            self.whose(player_id, "partners"),
            self.player(),
            family=asked.family or "",
            sort=asked.sort,
            search=asked.search,
        )
        return self.page(found, PartnerPage, asked, lambda part: map(_partner, part))


def _partner(entry: PartnerEntry) -> PartnerShown:
    return published(PartnerShown, entry, player=PlayerRef(entry.player_id, entry.name, entry.bot))


class Bids(_OfPlayer):
    """The bids of a player."""

    @operation("players_bids", BidsShown)
    def get(self, request: Request, player_id: UUID) -> Response:
        """Show how often a player's contracts were made and failed: by family and number."""
        found = selectors.bids_of(self.whose(player_id, "results"))
        return Response(
            BidsShown(
                tuple(
                    BidShown(family, one.number, one.made, one.failed)
                    for family, entries in sorted(found.items())
                    for one in entries
                )
            )
        )


class HandsOfPlayer(_OfPlayer):
    """The hands of a player."""

    @operation("players_hands", HandFoundPage, parameters=HandsQuery)
    def get(self, request: Request, player_id: UUID) -> Response:
        """Search the finished hands of a player, at live tables and on score sheets: those of the latest game first."""
        asked = self.asked(HandsQuery)
        given: dict[str, Any] = {
            name: value
            for name in Wanted.__struct_fields__
            if (value := getattr(asked, name)) is not UNSET
        }  # fmt: skip
        found = FoundHands(self.whose(player_id, "histories"), self.player(), Wanted(**given), _hands)
        return self.page(found, HandFoundPage, asked)


def _hands(hands: list[PlayedHand]) -> list[HandFound]:
    known = players_of(hands)
    return [
        published(
            HandFound,
            hand,
            table=hand.table_id,
            sheet=hand.sheet_id,
            hand=hand.number,
            rules=hand.place.rules,
            players=[known.get(player) for player in hand.players],
        )
        for hand in hands
    ]


class FormQuery(Paging):
    """Which members, by which games, and in what order."""

    family: Annotated[Family | UnsetType, msgspec.Meta(description="Else that of the club's latest game.")] = UNSET
    sort: Order = "rating"
    search: Annotated[Name, msgspec.Meta(description="Keep names that contain this text.")] = ""


class FormShown(msgspec.Struct, frozen=True):
    """A member of a club with rating and form.

    Attributes:
        rating: The rating of today; null for none, or one that you may not see.
        margin: How sure it is.
        provisional: It rests on few games, or on games of long ago.
        last: The outcomes of the last games in the club, the first one first: `W`, `D` or `L`.
        games: How many games of the club the member has finished; null if you may not see that.
        mostly_with: The partner of most of the last games; null for none, or one that you may not see.
    """

    player: PlayerRef
    rating: int | None
    margin: int | None
    provisional: bool | None
    last: tuple[str, ...]
    games: int | None
    won: int
    lost: int
    mostly_with: UUID | None


FormPage = page_of(FormShown)


class FormOfClub(ApiView):
    """The members of a club by rating and form."""

    @operation("clubs_form", FormPage, parameters=FormQuery, tag="clubs")
    def get(self, request: Request, slug: str) -> Response:
        """List the members of a club with rating and form: the best rated first."""
        asked = self.asked(FormQuery)
        club = club_of(slug)
        family = asked.family or family_played(club)
        found = members_form(club, self.player(), family=family, order=asked.sort, search=asked.search)
        return self.page(found, FormPage, asked, lambda part: map(_form, part))


def _form(one: MemberForm) -> FormShown:
    rating = one.rating
    return FormShown(
        PlayerRef(one.player_id, one.name, False),
        rating and rating.rating,
        rating and rating.margin,
        rating and rating.provisional,
        tuple(outcome for outcome, _difference in one.last),
        one.games,
        one.won,
        one.lost,
        one.mostly_with_id,
    )

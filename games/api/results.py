"""A club's results: standing, records, games, hall of fame, kunukku; writing a result down and taking it back."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from msgspec import UNSET, UnsetType
from rest_framework.permissions import BasePermission, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from clubs.api.base import NO_NUL, ApiView, query
from clubs.api.common import club_of
from clubs.api.people import ClubRef
from clubs.api.problems import Fault, Problem
from clubs.models import Player, Season
from clubs.selectors import real_player
from games.api.writing import KEY, WritingView
from games.result_models import WrittenResult
from games.results import selectors, services
from games.results.limits import MOST_HANDS
from games.results.selectors import SideShown, Wearer, Worn

Family = Literal["28", "56"]
Kind = Literal["table", "sheet", "result"]
Reason = Annotated[str, msgspec.Meta(max_length=services.LONGEST_NOTE, pattern=NO_NUL)]
Points = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]
MOST_PAGES = 100_000


class Named(msgspec.Struct, frozen=True):
    """A player; the name is empty if the player does not let you see it here."""

    id: UUID
    name: str


class StandingLine(msgspec.Struct, frozen=True):
    """A player in a standing.

    Attributes:
        place: Which place it is; who is equal shares one.
        player: Who; without a name all figures are 0, for the player does not show results to you.
        games: Finished games that count.
        points: Two for a game won, one for one drawn.
        difference: The points of the own side less the others', in the hands that the player sat through.
    """

    place: int
    player: Named
    games: int
    won: int
    drawn: int
    lost: int
    points: int
    difference: int
    hands: int


class StandingShown(msgspec.Struct, frozen=True):
    """A page of a club's standing.

    Attributes:
        family: `28` or `56`.
        season: The season's id; null for all time.
        players: How many stand in all of it.
        page: This page.
        pages: How many there are.
        results: In order: by points, then difference, then the fewer games.
        own: Your own line, where it stands on another page.
    """

    family: str
    season: UUID | None
    players: int
    page: int
    pages: int
    results: tuple[StandingLine, ...]
    own: StandingLine | None


class RecordHeld(msgspec.Struct, frozen=True):
    """A record of a club.

    Attributes:
        kind: `highest` contract made, `biggest` win by difference, `longest` run of games won, most contracts `made` in
            a day, most `hands` in a day.
        day: When; null for a run.
        page: Where it is told to people; empty where you have no such page.
    """

    kind: str
    family: str
    value: int
    players: tuple[Named, ...]
    day: date | None
    page: str


class RecordsShown(msgspec.Struct, frozen=True):
    """The records of a club."""

    records: tuple[RecordHeld, ...]


class SideOfGame(msgspec.Struct, frozen=True):
    """A side of a finished game; `outcome` is `W` won, `D` drawn, `L` lost, or empty where it came to no result."""

    players: tuple[Named, ...]
    points: int
    outcome: str


class ClubGame(msgspec.Struct, frozen=True):
    """A finished game of a club.

    Attributes:
        game: The game's id: that of the table, of the score sheet, or of the result that was written down.
        kind: `table`, `sheet` or `result`.
        counts: Neither friendly nor taken back.
        hands: How many hands; 0 where nobody has said.
        day: The day of its end where the club is.
    """

    game: UUID
    kind: str
    rules: str
    counts: bool
    hands: int
    day: date | None
    ended_at: datetime
    sides: tuple[SideOfGame, ...]


class ClubGames(msgspec.Struct, frozen=True):
    """Some finished games of a club, the latest first; `more` as `before` goes on from there, empty at the end."""

    results: tuple[ClubGame, ...]
    more: str


class FirstOfSeason(msgspec.Struct, frozen=True):
    """Who came first in a season."""

    family: str
    player: Named
    games: int
    won: int
    drawn: int
    difference: int
    players: int


class SeasonOfFame(msgspec.Struct, frozen=True):
    """A season that is over, and who came first in it."""

    season: UUID
    name: str
    begins: date
    ends: date
    firsts: tuple[FirstOfSeason, ...]


class HallShown(msgspec.Struct, frozen=True):
    """The hall of fame of a club, the latest season first; `more`: there are earlier ones."""

    results: tuple[SeasonOfFame, ...]
    more: bool


class WrittenShown(msgspec.Struct, frozen=True):
    """A result that was written down.

    Attributes:
        sides: Who played, what each side won, and how it came out.
        note: What whoever wrote it down says about it.
        withdrawn_at: When it was taken back; null: it counts.
        reason: Why.
    """

    id: UUID
    club: ClubRef
    rules: str
    played_on: date
    hands: int
    sides: tuple[SideOfGame, ...]
    note: str
    entered_at: datetime
    withdrawn_at: datetime | None
    reason: str


class WornShown(msgspec.Struct, frozen=True):
    """A kunukku, or a salaam.

    Attributes:
        since: When it was put on, or made.
        hand: The hand of the game that put it on.
        why: How that hand came out, in words.
        off_at: When it came off; null while it is worn.
        how: `made` or `declared`: by a contract made, in that game or a later one; `lifted` by an officer.
        page: The page of the hand; empty where you have none.
    """

    player: Named
    club: ClubRef | None
    salaam: bool
    since: datetime
    hand: int
    why: str
    off_at: datetime | None
    how: str
    page: str


class WearerShown(msgspec.Struct, frozen=True):
    """A player who wears so many, or has made so many salaams; `since` the oldest."""

    player: Named
    count: int
    since: datetime


class BoardShown(msgspec.Struct, frozen=True):
    """Who wears a kunukku in a club, and what came off last. `more`: the list goes on with the next page."""

    wearers: tuple[WearerShown, ...]
    more: bool
    past: tuple[WornShown, ...]
    salaams: tuple[WearerShown, ...]


class PlayersKunukkuShown(msgspec.Struct, frozen=True):
    """What a player wears and has worn; `times` counts those ever put on, `salaams` those made."""

    worn: tuple[WornShown, ...]
    past: tuple[WornShown, ...]
    times: int
    salaams: int


class ResultWish(msgspec.Struct, forbid_unknown_fields=True):
    """A result to be written down.

    Attributes:
        rules: The rule set's id.
        players: The ids of those who sat there, a seat each: members of the club, its guests too.
        points: What each side won: game points, in 56 stake points.
        played_on: The day, where the club is.
        hands: How many hands; 0 if nobody has counted.
        note: What there is to say about it.
    """

    rules: Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)]
    players: Annotated[tuple[UUID, ...], msgspec.Meta(min_length=3, max_length=8)]
    points: Annotated[tuple[Points, ...], msgspec.Meta(min_length=2, max_length=3)]
    played_on: date
    hands: Annotated[int, msgspec.Meta(ge=0, le=MOST_HANDS)] = 0
    note: Reason = ""


class WithdrawWish(msgspec.Struct, forbid_unknown_fields=True):
    """Why a result is taken back."""

    reason: Reason


class LiftWish(msgspec.Struct, forbid_unknown_fields=True):
    """Whose oldest kunukku is lifted, and why."""

    player: UUID
    reason: Reason


class ResultReceipt(msgspec.Struct, frozen=True):
    """What a request did: the result it is about, or the lifting."""

    id: UUID
    version: int | None = None

    @property
    def location(self) -> str:
        """The address of what was made."""
        return f"/api/results/{self.id}/"


class StandingQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Which standing."""

    family: Family = "28"
    season: Annotated[UUID, msgspec.Meta(description="A season of the club; all time without it.")] | UnsetType = UNSET
    page: Annotated[int, msgspec.Meta(ge=1, le=MOST_PAGES)] = 1


class RecordsQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Which records."""

    family: Family | UnsetType = UNSET


class GamesQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Which games."""

    family: Family | UnsetType = UNSET
    kind: Kind | UnsetType = UNSET
    day: date | UnsetType = UNSET
    before: Annotated[str, msgspec.Meta(max_length=80, pattern=NO_NUL, description="The `more` of a page.")] = ""


class PageQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Which part of a list."""

    page: Annotated[int, msgspec.Meta(ge=1, le=MOST_PAGES)] = 1


class _WritingResult(WritingView):
    """An endpoint that reads for everybody and writes for those who keep the score."""

    permission_classes: Sequence[type[BasePermission]] = (IsAuthenticatedOrReadOnly,)
    receipt = ResultReceipt

    def get_throttles(self) -> list[BaseThrottle]:
        """Count only what changes something as writing."""
        self.throttle_scope = "write" if self.request.method == "POST" else None
        return super().get_throttles()


class ClubStanding(ApiView):
    """The standing of a club."""

    @extend_schema(
        operation_id="clubs_standing", parameters=query(StandingQuery), responses=StandingShown, tags=["results"]
    )
    def get(self, request: Request, slug: str) -> Response:
        """Show a page of a club's standing: of a season, or of all time."""
        club, asked, season = club_of(slug), self.asked(StandingQuery), None
        if asked.season is not UNSET:
            season = Season.objects.filter(club=club, pk=asked.season).first()
            if season is None:
                raise Problem("not-found", _("The club has no such season."))
        found = selectors.standing(club=club, family=asked.family, season=season, viewer=self.player(), page=asked.page)
        return Response(
            StandingShown(
                family=asked.family,
                season=None if season is None else season.pk,
                players=found.players,
                page=found.page,
                pages=found.pages,
                results=tuple(map(_line, found.lines)),
                own=None if found.own is None else _line(found.own),
            )
        )


class ClubRecords(ApiView):
    """The records of a club."""

    @extend_schema(
        operation_id="clubs_records", parameters=query(RecordsQuery), responses=RecordsShown, tags=["results"]
    )
    def get(self, request: Request, slug: str) -> Response:
        """List the records of a club: the highest contract made, the biggest win, and so on."""
        club, asked = club_of(slug), self.asked(RecordsQuery)
        families = selectors.FAMILIES if asked.family is UNSET else (asked.family,)
        found = [
            one for family in families for one in selectors.records(club=club, family=family, viewer=self.player())
        ]
        return Response(
            RecordsShown(
                tuple(
                    RecordHeld(one.kind, one.family, one.value, _named(one.players), one.day, one.path) for one in found
                )
            )
        )


class ClubResults(_WritingResult):
    """The finished games of a club."""

    @extend_schema(operation_id="clubs_games", parameters=query(GamesQuery), responses=ClubGames, tags=["results"])
    def get(self, request: Request, slug: str) -> Response:
        """List the finished games of a club: at its tables, on its score sheets, and written down."""
        asked = self.asked(GamesQuery)
        found = selectors.club_games(
            club=club_of(slug),
            viewer=self.player(),
            family=asked.family or "",
            kind=asked.kind or "",
            day=asked.day or None,
            before=asked.before,
        )
        return Response(
            ClubGames(
                tuple(
                    ClubGame(
                        one.stream, one.kind, one.rules, one.counts, one.hands, one.day, one.ended_at, _sides(one.sides)
                    )
                    for one in found.games
                ),
                found.more,
            )
        )

    @extend_schema(
        operation_id="results_create",
        parameters=[KEY],
        request=ResultWish,
        responses={201: ResultReceipt},
        tags=["results"],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Write the result of a game at a real table down, for those who keep the club's score."""
        club, wish = club_of(slug), self.read(ResultWish)
        known = Player.objects.in_bulk(wish.players)
        if missing := [place for place, one in enumerate(wish.players) if one not in known]:
            said = _("There is no such player.")
            raise Problem(
                "invalid-input", said, errors=tuple(Fault(f"/players/{place}", said, "unknown") for place in missing)
            )

        def enter(command: UUID) -> ResultReceipt:
            result = services.enter_result(
                club=club,
                player=self.require_player(),
                rules=wish.rules,
                players=[known[one] for one in wish.players],
                points=wish.points,
                played_on=wish.played_on,
                hands=wish.hands,
                note=wish.note,
                command=command,
            )
            return ResultReceipt(result.pk, 1)

        return self.once(enter, status=201)


class ClubHall(ApiView):
    """The hall of fame of a club."""

    @extend_schema(operation_id="clubs_hall", parameters=query(PageQuery), responses=HallShown, tags=["results"])
    def get(self, request: Request, slug: str) -> Response:
        """List who came first in the seasons of a club that are over, 25 seasons a page."""
        club, page, most = club_of(slug), self.asked(PageQuery).page, selectors.PAGE
        found = selectors.hall_of_fame(club=club, viewer=self.player(), first=(page - 1) * most, most=most + 1)
        return Response(
            HallShown(
                tuple(
                    SeasonOfFame(
                        season.pk,
                        season.name,
                        season.begins,
                        season.ends,
                        tuple(
                            FirstOfSeason(
                                one.family,
                                _real(one.player),
                                one.games,
                                one.won,
                                one.drawn,
                                one.difference,
                                one.players,
                            )
                            for one in firsts
                        ),
                    )
                    for season, firsts in found[:most]
                ),
                len(found) > most,
            )
        )


class ClubKunukku(_WritingResult):
    """The kunukku of a club."""

    @extend_schema(operation_id="clubs_kunukku", parameters=query(PageQuery), responses=BoardShown, tags=["results"])
    def get(self, request: Request, slug: str) -> Response:
        """List who wears a kunukku in a club, 25 a page, what came off last, and who has made salaams."""
        club, viewer = club_of(slug), self.player()
        worn = selectors.wearers(club=club, viewer=viewer, page=self.asked(PageQuery).page)
        return Response(
            BoardShown(
                tuple(map(_wearer, worn.wearers)),
                worn.more,
                tuple(map(_worn, selectors.history(club=club, viewer=viewer))),
                tuple(map(_wearer, selectors.salaams_of(club=club, viewer=viewer))),
            )
        )

    @extend_schema(
        operation_id="kunukku_lift", parameters=[KEY], request=LiftWish, responses=ResultReceipt, tags=["results"]
    )
    def post(self, request: Request, slug: str) -> Response:
        """Lift a player's oldest kunukku with a reason, for those who keep the club's score."""
        club, wish = club_of(slug), self.read(LiftWish)
        try:
            wearer = real_player(wish.player)
        except Player.DoesNotExist:
            said = _("There is no such player.")
            raise Problem("invalid-input", said, errors=(Fault("/player", said, "unknown"),)) from None

        def lift(command: UUID) -> ResultReceipt:
            lifting = services.lift_kunukku(
                club=club, player=self.require_player(), wearer=wearer, reason=wish.reason, command=command
            )
            return ResultReceipt(lifting)

        return self.once(lift)


class PlayerKunukku(ApiView):
    """The kunukku of a player."""

    @extend_schema(operation_id="players_kunukku", responses=PlayersKunukkuShown, tags=["players"])
    def get(self, request: Request, player_id: UUID) -> Response:
        """Show what a player wears now, since which hand and why, and what came off."""
        try:
            player = real_player(player_id)
        except Player.DoesNotExist:
            raise Problem("not-found", _("There is no such player.")) from None
        found = selectors.kunukku_of(player=player, viewer=self.player(), most=50)
        if found is None:
            raise Problem("not-allowed", _("{name} does not show this to you.").format(name=player.name))
        return Response(
            PlayersKunukkuShown(
                tuple(map(_worn, found.worn)), tuple(map(_worn, found.past)), found.times, found.salaams
            )
        )


class OneResult(ApiView):
    """A result that was written down."""

    @extend_schema(operation_id="results_retrieve", responses=WrittenShown, tags=["results"])
    def get(self, request: Request, result_id: UUID) -> Response:
        """Show a result that was written down."""
        found = selectors.one_result(result_id, self.player())
        row: WrittenResult = found.row
        return Response(
            WrittenShown(
                row.pk,
                ClubRef(row.club.slug, row.club.name),
                row.rules,
                row.played_on,
                row.hands,
                _sides(found.sides),
                row.note,
                row.entered_at,
                row.withdrawn_at,
                row.reason,
            )
        )


class WithdrawResult(WritingView):
    """Taking a result back."""

    receipt = ResultReceipt

    @extend_schema(
        operation_id="results_withdraw", parameters=[KEY], request=WithdrawWish, responses=ResultReceipt,
        tags=["results"],
    )  # fmt: skip
    def post(self, request: Request, result_id: UUID) -> Response:
        """Take a result back with a reason: it stays to be seen, and counts no longer."""
        wish = self.read(WithdrawWish)

        def withdraw(command: UUID) -> ResultReceipt:
            result = services.withdraw_result(
                result_id=result_id, player=self.require_player(), reason=wish.reason, command=command
            )
            return ResultReceipt(result.pk, 2)

        return self.once(withdraw)


def _named(players: Iterable[tuple[UUID, str]]) -> tuple[Named, ...]:
    return tuple(Named(pk, name) for pk, name in players)


def _real(player: Player) -> Named:
    real = player.merged_into or player
    return Named(real.pk, real.name)


def _sides(sides: Iterable[SideShown]) -> tuple[SideOfGame, ...]:
    return tuple(SideOfGame(_named(side.players), side.points, side.outcome) for side in sides)


def _line(line: selectors.Line) -> StandingLine:
    return StandingLine(
        place=line.place,
        player=Named(line.player_id, line.name),
        games=line.games,
        won=line.won,
        drawn=line.drawn,
        lost=line.lost,
        points=line.points,
        difference=line.difference,
        hands=line.hands,
    )


def _wearer(one: Wearer) -> WearerShown:
    return WearerShown(Named(one.player_id, one.name), one.count, one.since)


def _worn(one: Worn) -> WornShown:
    return WornShown(
        player=Named(one.player_id, one.name),
        club=ClubRef(one.club_slug, one.club) if one.club else None,
        salaam=one.salaam,
        since=one.since,
        hand=one.hand,
        why=one.why,
        off_at=one.off_at,
        how=one.how,
        page=one.path,
    )

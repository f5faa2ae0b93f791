"""A club's results: standing, records, games, hall of fame, kunukku; writing a result down and taking it back."""

from collections.abc import Sequence
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from msgspec import UNSET
from rest_framework.permissions import BasePermission, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from clubs.api.base import ApiView, query
from clubs.api.common import club_of
from clubs.api.people import ClubRef
from clubs.api.problems import Fault, Problem, unknown
from clubs.models import Player, Season
from clubs.selectors import real_player
from games.api.result_shapes import (
    BoardShown,
    ClubGame,
    ClubGames,
    ClubStandingShown,
    FirstOfSeason,
    GamesQuery,
    HallShown,
    LiftWish,
    PageQuery,
    PlayersKunukkuShown,
    RecordHeld,
    RecordsQuery,
    RecordsShown,
    ResultReceipt,
    ResultWish,
    SeasonOfFame,
    StandingQuery,
    WithdrawWish,
    WrittenShown,
    line_of,
    named,
    real,
    sides_of,
    wearer_of,
    worn_of,
)
from games.api.writing import WritingView
from games.models import WrittenResult
from games.results import selectors, services


class _WritingResult(WritingView):
    """An endpoint that reads for everybody and writes for those who keep the score."""

    permission_classes: Sequence[type[BasePermission]] = (IsAuthenticatedOrReadOnly,)

    def get_throttles(self) -> list[BaseThrottle]:
        """Count only what changes something as writing."""
        self.throttle_scope = "write" if self.request.method == "POST" else None
        return super().get_throttles()


class ClubStanding(ApiView):
    """The standing of a club."""

    @extend_schema(
        operation_id="clubs_standing", parameters=query(StandingQuery), responses=ClubStandingShown, tags=["results"]
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
            ClubStandingShown(
                family=asked.family,
                season=None if season is None else season.pk,
                players=found.players,
                page=found.page,
                pages=found.pages,
                results=tuple(map(line_of, found.lines)),
                own=None if found.own is None else line_of(found.own),
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
                    RecordHeld(one.kind, one.family, one.value, named(one.players), one.day, one.path) for one in found
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
                        one.stream,
                        one.kind,
                        one.rules,
                        one.counts,
                        one.hands,
                        one.day,
                        one.ended_at,
                        sides_of(one.sides),
                    )
                    for one in found.games
                ),
                found.more,
            )
        )

    @extend_schema(
        operation_id="results_create",
        request=ResultWish,
        responses={201: ResultReceipt},
        tags=["results"],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Write the result of a game at a real table down, for those who keep the club's score."""
        club, wish = club_of(slug), self.read(ResultWish)

        def enter(command: UUID) -> ResultReceipt:
            known = Player.objects.in_bulk(wish.players)
            if missing := [place for place, one in enumerate(wish.players) if one not in known]:
                said = _("There is no such player.")
                faults = tuple(Fault(f"/players/{place}", said, "unknown") for place in missing)
                raise Problem("unprocessable", said, code="unknown", errors=faults)
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

        return self.run(enter, status=201)


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
                                real(one.player),
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
                tuple(map(wearer_of, worn.wearers)),
                worn.more,
                tuple(map(worn_of, selectors.history(club=club, viewer=viewer))),
                tuple(map(wearer_of, selectors.salaams_of(club=club, viewer=viewer))),
            )
        )

    @extend_schema(operation_id="kunukku_lift", request=LiftWish, responses=ResultReceipt, tags=["results"])
    def post(self, request: Request, slug: str) -> Response:
        """Lift a player's oldest kunukku with a reason, for those who keep the club's score."""
        club, wish = club_of(slug), self.read(LiftWish)

        def lift(command: UUID) -> ResultReceipt:
            try:
                wearer = real_player(wish.player)
            except Player.DoesNotExist:
                raise unknown("/player", _("There is no such player.")) from None
            lifted = services.lift_kunukku(
                club=club,
                player=self.require_player(),
                wearer=wearer,
                reason=wish.reason,
                since=wish.since,
                command=command,
            )
            return ResultReceipt(lifted.stream, lifted.version)

        return self.run(lift)


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
                tuple(map(worn_of, found.worn)), tuple(map(worn_of, found.past)), found.times, found.salaams
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
                sides_of(found.sides),
                row.note,
                row.entered_at,
                row.withdrawn_at,
                row.reason,
            )
        )


class WithdrawResult(WritingView):
    """Taking a result back."""

    @extend_schema(
        operation_id="results_withdraw", request=WithdrawWish, responses=ResultReceipt,
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

        return self.run(withdraw)

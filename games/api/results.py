"""A club's results: standing, records, games, hall of fame, kunukku; writing a result down and taking it back."""

from collections.abc import Iterable
from functools import partial
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import ApiView, described, published
from clubs.api.common import club_of
from clubs.api.problems import Fault, Problem, unknown
from clubs.models import Player, Season
from clubs.people.selectors import real_player
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
from games.api.writing import PublicWritingView, WritingView
from games.models import Case, SeasonFirst
from games.results import services
from games.results.kunukku.selectors import PAGE, history, kunukku_of, salaams_of, wearers
from games.results.selectors.played import club_games, one_result
from games.results.selectors.records import records
from games.results.selectors.standing import FAMILIES, hall_of_fame, standing

operation = partial(described, tag="results")


class ClubStanding(ApiView):
    """The standing of a club."""

    @operation("clubs_standing", ClubStandingShown, parameters=StandingQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Show a page of a club's standing: of a season, or of all time."""
        club, asked, season = club_of(slug), self.asked(StandingQuery), None
        if asked.season is not UNSET:
            season = Season.objects.filter(club=club, pk=asked.season).first()
            if season is None:
                raise Problem("not-found", _("The club has no such season."))
        found = standing(club=club, family=asked.family, season=season, viewer=self.player(), page=asked.page)
        return Response(
            published(
                ClubStandingShown,
                found,
                family=asked.family,
                season=None if season is None else season.pk,
                results=tuple(map(line_of, found.lines)),
                own=None if found.own is None else line_of(found.own),
            )
        )


class ClubRecords(ApiView):
    """The records of a club."""

    @operation("clubs_records", RecordsShown, parameters=RecordsQuery)
    def get(self, request: Request, slug: str) -> Response:
        """List the records of a club: the highest contract made, the biggest win, and so on."""
        club, asked = club_of(slug), self.asked(RecordsQuery)
        families = FAMILIES if asked.family is UNSET else (asked.family,)
        found = [one for family in families for one in records(club=club, family=family, viewer=self.player())]
        held = (published(RecordHeld, one, players=named(one.players), page=one.path) for one in found)
        return Response(RecordsShown(tuple(held)))


class ClubResults(PublicWritingView):
    """The finished games of a club."""

    @operation("clubs_games", ClubGames, parameters=GamesQuery)
    def get(self, request: Request, slug: str) -> Response:
        """List the finished games of a club: at its tables, on its score sheets, and written down."""
        asked = self.asked(GamesQuery)
        found = club_games(
            club=club_of(slug),
            viewer=self.player(),
            family=asked.family or "",
            kind=asked.kind or "",
            day=asked.day or None,
            before=asked.before,
        )
        disputed = Case.objects.provisional(one.stream for one in found.games)
        games = (
            published(ClubGame, one, game=one.stream, sides=sides_of(one.sides), provisional=one.stream in disputed)
            for one in found.games
        )
        return Response(ClubGames(tuple(games), found.more))

    @operation("results_create", {201: ResultReceipt}, body=ResultWish)
    def post(self, request: Request, slug: str) -> Response:
        """Write the result of a game at a real table down, for those who keep the club's score."""
        club, wish = club_of(slug), self.read(ResultWish)
        known = Player.objects.in_bulk(wish.players)
        if missing := [place for place, one in enumerate(wish.players) if one not in known]:
            said = _("There is no such player.")
            faults = tuple(Fault(f"/players/{place}", said, "unknown") for place in missing)
            raise Problem("unprocessable", said, code="unknown", errors=faults)
        terms = msgspec.structs.asdict(wish) | {"players": [known[one] for one in wish.players]}
        result = services.enter_result(club=club, player=self.require_player(), command=self.command, **terms)
        return self.receipt(ResultReceipt(result.pk, 1), status=201)


class ClubHall(ApiView):
    """The hall of fame of a club."""

    @operation("clubs_hall", HallShown, parameters=PageQuery)
    def get(self, request: Request, slug: str) -> Response:
        """List who came first in the seasons of a club that are over, 25 seasons a page."""
        club, page, most = club_of(slug), self.asked(PageQuery).page, PAGE
        found = hall_of_fame(club=club, viewer=self.player(), first=(page - 1) * most, most=most + 1)
        return Response(HallShown(tuple(_season(*one) for one in found[:most]), len(found) > most))


def _season(season: Season, firsts: Iterable[SeasonFirst]) -> SeasonOfFame:
    shown = tuple(published(FirstOfSeason, one, player=real(one.player)) for one in firsts)
    return published(SeasonOfFame, season, season=season.pk, firsts=shown)


class ClubKunukku(PublicWritingView):
    """The kunukku of a club."""

    @operation("clubs_kunukku", BoardShown, parameters=PageQuery)
    def get(self, request: Request, slug: str) -> Response:
        """List who wears a kunukku in a club, 25 a page, what came off last, and who has made salaams."""
        club, viewer = club_of(slug), self.player()
        worn = wearers(club=club, viewer=viewer, page=self.asked(PageQuery).page)
        return Response(
            BoardShown(
                tuple(map(wearer_of, worn.wearers)),
                worn.more,
                tuple(map(worn_of, history(club=club, viewer=viewer))),
                tuple(map(wearer_of, salaams_of(club=club, viewer=viewer))),
            )
        )

    @operation("kunukku_lift", ResultReceipt, body=LiftWish)
    def post(self, request: Request, slug: str) -> Response:
        """Lift a player's oldest kunukku with a reason, for those who keep the club's score."""
        club, wish = club_of(slug), self.read(LiftWish)
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
            command=self.command,
        )
        return self.receipt(ResultReceipt(lifted.stream, lifted.version))


class PlayerKunukku(ApiView):
    """The kunukku of a player."""

    @operation("players_kunukku", PlayersKunukkuShown, tag="players")
    def get(self, request: Request, player_id: UUID) -> Response:
        """Show what a player wears now, since which hand and why, and what came off."""
        try:
            player = real_player(player_id)
        except Player.DoesNotExist:
            raise Problem("not-found", _("There is no such player.")) from None
        found = kunukku_of(player=player, viewer=self.player(), most=50)
        if found is None:
            raise Problem("not-allowed", _("{name} does not show this to you.").format(name=player.name))
        return Response(
            PlayersKunukkuShown(
                tuple(map(worn_of, found.worn)), tuple(map(worn_of, found.past)), found.times, found.salaams
            )
        )


class OneResult(ApiView):
    """A result that was written down."""

    @operation("results_retrieve", WrittenShown)
    def get(self, request: Request, result_id: UUID) -> Response:
        """Show a result that was written down."""
        found = one_result(result_id, self.player())
        return Response(published(WrittenShown, found.row, sides=sides_of(found.sides)))


class WithdrawResult(WritingView):
    """Taking a result back."""

    @operation("results_withdraw", ResultReceipt, body=WithdrawWish)
    def post(self, request: Request, result_id: UUID) -> Response:
        """Take a result back with a reason: it stays to be seen, and counts no longer."""
        reason, player = self.read(WithdrawWish).reason, self.require_player()
        result = services.withdraw_result(result_id=result_id, player=player, reason=reason, command=self.command)
        return self.receipt(ResultReceipt(result.pk, 2))

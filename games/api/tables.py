"""Tables: finding, opening and watching them."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from clubs.api.base import NO_NUL, ApiView, Options, Paging, described, page_of
from clubs.api.people import ClubRef, PlayerRef, club_ref, player_ref
from clubs.api.problems import invalid, unknown
from clubs.models import Club
from games.api.etags import ETAG, SEEN_BEFORE, answer_if_changed
from games.api.seats import Level
from games.api.writing import PublicWritingView, Receipt
from games.events.tables import Terms
from games.models import Case, Seat, Table
from games.tables.selectors.access import visible_table, visible_tables
from games.tables.selectors.house import house_named
from games.tables.selectors.live import happenings, table_view
from games.tables.services import seats
from games.tables.services.seats import LIMITS
from games.tables.view.table import Happening, HouseNamed, TableView

operation = partial(described, tag="tables")

if TYPE_CHECKING:
    RulesId = str
else:
    RulesId = Literal[engine.rule_set_ids()]
"""The id of a rule set."""


def _within(term: str) -> msgspec.Meta:
    """Return the limits of a term of play."""
    least, most = LIMITS[term]
    return msgspec.Meta(ge=least, le=most)


class SeatEntry(msgspec.Struct, frozen=True):
    """A taken seat."""

    seat: int
    player: PlayerRef


class TableEntry(msgspec.Struct, frozen=True):
    """A table as lists show it.

    Attributes:
        engine_version: The version of the rules that it is played by.
        house: The club's house rules that the options are from, or nothing.
        status: `waiting`, `playing`, `finished` or `closed`.
        version: The version of the game.
        by_invitation: To sit down one needs the code of the invitation link.
        players: How many seats there are.
        hand: The number of the running or last hand.
        provisional: A hand of it is disputed, and its result may change.
    """

    id: UUID
    number: int
    name: str
    club: ClubRef | None
    rules: str
    options: dict[str, Any]
    engine_version: int
    house: HouseNamed | None
    status: str
    version: int
    by_invitation: bool
    players: int
    seats: tuple[SeatEntry, ...]
    hand: int
    action_seconds: int
    reserve_seconds: int
    pause_seconds: int
    play_minutes: int | None
    created_at: datetime
    finished_at: datetime | None
    provisional: bool


TableEntryPage = page_of(TableEntry)


class TableQuery(Paging):
    """Which tables."""

    status: Literal["waiting", "playing", "finished", "closed"] | UnsetType = UNSET
    club: (
        Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL, description="Tables of the club with this slug.")]
        | UnsetType
    ) = UNSET
    rules: RulesId | UnsetType = UNSET
    player: Annotated[UUID, msgspec.Meta(description="Tables at which this player sits.")] | UnsetType = UNSET


class RulesWish(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The rules of a table or sheet to be opened: a rule set with options, or a club's house rules."""

    also: ClassVar[dict[str, Any]] = {
        "anyOf": [{"required": ["rules"]}, {"required": ["house"], "properties": {"house": {"type": "string"}}}]
    }

    rules: RulesId | UnsetType = UNSET
    options: Options = {}
    house: UUID | None = None

    def rule_set(self) -> str:
        """Return the id of the rule set, empty with house rules; or raise `Problem` if there are neither."""
        if self.rules is not UNSET:
            return self.rules
        if self.house is None:
            raise invalid("/rules", _("Name a rule set, or house rules."), "required")
        return ""


class TableWish(RulesWish):
    """A table to be opened.

    Attributes:
        rules: The id of the rule set; left out with house rules.
        options: Options of the rule set that differ from its defaults; none with house rules.
        house: The id of a club's house rules, which say the rule set and its options. The club is theirs.
        name: What to call the table.
        club: The slug of the club it belongs to.
        invitation: Only who has the invitation link may sit down.
        action_seconds: Seconds for every action.
        reserve_seconds: Seconds a player may use up beyond that in the whole game.
        pause_seconds: Seconds between a hand's result and the next deal.
        play_minutes: No hand begins after so many minutes.
        shown_seat: Your own seat, if spectators may see your hand, late.
        shown_delay: By how many seconds.
        running_count: Card points are told during the hand; else when it is over only.
        chat: The players may write to each other.
        bots: Seats for bots.
        level: How well they play.
        seat: The seat you take; nothing to stay standing.
    """

    name: Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)] = ""
    club: Annotated[str, msgspec.Meta(max_length=60, pattern=NO_NUL)] | None = None
    invitation: bool = False
    action_seconds: Annotated[int, _within("action_seconds")] = 30
    reserve_seconds: Annotated[int, _within("reserve_seconds")] = 120
    pause_seconds: Annotated[int, _within("pause_seconds")] = 8
    play_minutes: Annotated[int, _within("play_minutes")] | None = None
    shown_seat: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None
    shown_delay: Annotated[int, _within("shown_delay")] = 60
    running_count: bool = True
    chat: bool = True
    bots: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=7)], ...], msgspec.Meta(max_length=8)] = ()
    level: Level = "steady"
    seat: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = 0


class Invitation(msgspec.Struct, forbid_unknown_fields=True):
    """The code of the invitation link, to look at a table by invitation without sitting there."""

    invitation: Annotated[
        str, msgspec.Meta(max_length=64, pattern=NO_NUL, description="The code of the invitation link.")
    ] = ""


class Since(msgspec.Struct, forbid_unknown_fields=True):
    """From which version on."""

    since: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1, description="Only what happened after this version.")] = 0


class Happenings(msgspec.Struct, frozen=True):
    """What happened at a table, in public words, the oldest first."""

    version: int
    results: tuple[Happening, ...]


def entries_of(tables: Sequence[Table]) -> Iterator[TableEntry]:
    """Yield tables as lists show them."""
    disputed = Case.objects.provisional(table.pk for table in tables)
    return (_entry(table, provisional=table.pk in disputed) for table in tables)


def _entry(table: Table, *, provisional: bool) -> TableEntry:
    return TableEntry(
        id=table.pk,
        number=table.number,
        name=table.name,
        club=club_ref(table.club) if table.club else None,
        rules=table.rules,
        options=table.options,
        engine_version=table.engine,
        house=house_named(table.house),
        status=table.status,
        version=table.version,
        by_invitation=bool(table.invitation),
        players=engine.load_rules(table.rules).players,
        seats=tuple(SeatEntry(seat.number, player_ref(seat.player)) for seat in table.seats.all()),
        hand=table.hand_number,
        action_seconds=table.action_seconds,
        reserve_seconds=table.reserve_seconds,
        pause_seconds=table.pause_seconds,
        play_minutes=table.play_minutes,
        created_at=table.created_at,
        finished_at=table.finished_at,
        provisional=provisional,
    )


class Tables(PublicWritingView):
    """The tables."""

    @operation("tables_list", TableEntryPage, parameters=TableQuery)
    def get(self, request: Request) -> Response:
        """List tables: the newest first."""
        asked = self.asked(TableQuery)
        found = visible_tables(self.player()).select_related("club", "house__club").prefetch_related("seats__player")
        if asked.status is not UNSET:
            found = found.filter(status=asked.status)
        if asked.club is not UNSET:
            found = found.filter(club__slug=asked.club)
        if asked.rules is not UNSET:
            found = found.filter(rules=asked.rules)
        if asked.player is not UNSET:
            found = found.filter(pk__in=Seat.objects.filter(player_id=asked.player).values("table_id"))
        return self.page(found, TableEntryPage, asked, entries_of)

    @operation("tables_create", {201: Receipt}, body=TableWish)
    def post(self, request: Request) -> Response:
        """Open a table: play begins when every seat is taken."""
        wish = self.read(TableWish)
        rules = wish.rule_set()
        club = None if wish.club is None else Club.objects.filter(slug=wish.club).first()
        if club is None and wish.club is not None:
            raise unknown("/club", _("There is no such club."))
        table = seats.open_table(
            player=self.require_player(),
            rules=rules,
            options=wish.options,
            house=wish.house,
            name=wish.name,
            club=club,
            invitation=wish.invitation,
            terms=msgspec.convert(wish, Terms, from_attributes=True),
            bots=wish.bots,
            levels=dict.fromkeys(wish.bots, wish.level),
            seat=wish.seat,
            command=self.command,
        )
        table.refresh_from_db(fields=["version"])
        return self.receipt(Receipt(table.pk, table.version), status=201)


class OneTable(ApiView):
    """A table."""

    @operation("tables_retrieve", TableEntry, parameters=Invitation)
    def get(self, request: Request, table_id: UUID) -> Response:
        """Show a table as lists show it: who sits there, and the terms of play."""
        code = self.asked(Invitation).invitation
        return Response(next(entries_of([visible_table(table_id, self.player(), code)])))


class View(ApiView):
    """A live table."""

    @operation("tables_view", {200: TableView, 304: None}, parameters=Invitation, headers=(SEEN_BEFORE, ETAG))
    def get(self, request: Request, table_id: UUID) -> Response:
        """Show a live table as you may see it: from your seat, or as a spectator."""
        view = table_view(table_id, self.player(), invitation=self.asked(Invitation).invitation)
        # The seconds left run on while nothing happens; the deadline beside them stays.
        still = msgspec.structs.replace(view, clock=msgspec.structs.replace(view.clock, left_seconds=0))
        return answer_if_changed(request, view, same_as=still, version=view.version)


class HappeningsOfTable(ApiView):
    """What happened at a table."""

    @operation("tables_happenings", Happenings, parameters=Since)
    def get(self, request: Request, table_id: UUID) -> Response:
        """List what happened at a table: in the words that everybody hears, the oldest first."""
        since = self.asked(Since).since
        table = visible_table(table_id, self.player())
        return Response(Happenings(table.version, tuple(happenings(table_id, since, self.player()))))

"""Lists of tables, hands and checks."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar, overload
from uuid import UUID

import msgspec
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

import engine
from clubs.models import Membership, Player
from clubs.officers.roles import active
from games.models import Seat, Table
from games.tables.selectors.access import visible_tables
from games.tables.selectors.house import house_named
from games.tables.selectors.states import load_state
from games.tables.view.table import HouseNamed
from games.words.phrases import translated

T = TypeVar("T")


class Mapped(Sequence[T]):
    """The rows of a query as something else, made only of the slice that is asked for; a paginator pages it.

    With `most`, there are no more than so many of them: to count millions takes long.
    """

    def __init__(self, rows: QuerySet[Any], make: Callable[[list[Any]], list[T]], most: int | None = None) -> None:
        self._rows = rows
        self._make = make
        self._most = most

    def __len__(self) -> int:
        # In no order: to count the first thousand of millions nobody need sort them.
        return self._rows.order_by()[: self._most].count()

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> list[T]: ...
    def __getitem__(self, at: int | slice) -> T | list[T]:
        if isinstance(at, slice):
            return self._make(list(self._rows[at]))
        return self._make([self._rows[at]])[0]


class SeatEntry(msgspec.Struct, frozen=True):
    """A seat in a list of tables; `name` is empty for a free one."""

    number: int
    player_id: UUID | None
    name: str
    bot: bool


class TableEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list.

    Attributes:
        id: The table's id.
        title: What people call it.
        number: Its number.
        club: The club's name; empty for none.
        club_slug: The club's slug; empty for none.
        rules: The rule set's id.
        rules_name: What people call the rule set.
        house: The club's house rules that its options are from, or None.
        status: `waiting`, `playing`, `finished` or `closed`.
        seats: One a seat.
        free: How many are free.
        hand: The number of the running or last hand.
        invitation: One needs an invitation to sit down.
        mine: The viewer sits there.
        may_sit: The viewer has an account and may sit down on a free seat. Only in `open_tables`.
        my_turn: It is the viewer's turn.
        turn: The name of whose turn it is; empty between hands. Only in `my_tables`.
        created_at: When it was opened.
    """

    id: UUID
    title: str
    number: int
    club: str
    club_slug: str
    rules: str
    rules_name: str
    house: HouseNamed | None
    status: str
    seats: tuple[SeatEntry, ...]
    free: int
    hand: int
    invitation: bool
    mine: bool
    may_sit: bool = False
    my_turn: bool = False
    turn: str = ""
    created_at: datetime


def open_tables(
    player: Player | None, *, club: str = "", player_id: UUID | None = None, search: str = "", people: bool = False
) -> Mapped[TableEntry]:
    """Return the waiting and running tables that a player may find, those with a free seat first.

    Args:
        player: The viewer; None for a visitor.
        club: Only those of the club with this slug.
        player_id: Only those at which this player sits.
        search: Only those with this in the name of the table, its club or somebody who sits there, or as its number.
        people: Only those at which a person sits or can sit down: tables of bots alone are left out.
    """
    found = visible_tables(player).filter(status__in=[Table.Status.WAITING, Table.Status.PLAYING])
    if club:
        found = found.filter(club__slug=club)
    if player_id is not None:
        found = found.filter(pk__in=Seat.objects.filter(player_id=player_id).values("table_id"))
    if people:
        seated = Q(pk__in=Seat.objects.filter(player__is_bot=False).values("table_id"))
        free = Q(pk__in=Seat.objects.filter(player=None).values("table_id"), fixed_seats=False)
        found = found.filter(seated | free)
    if search:
        sitting = Seat.objects.filter(player__name__icontains=search).values("table_id")
        named = Q(name__icontains=search) | Q(club__name__icontains=search) | Q(pk__in=sitting)
        number = search.lower().removeprefix("table ").removeprefix(_table_word())
        found = found.filter(named | Q(number=int(number)) if number.isdecimal() and len(number) < 10 else named)
    rows = found.select_related("club", "house__club").prefetch_related("seats__player").order_by("-status", "-number")
    return Mapped(rows, lambda tables: _open_entries(tables, player))


def _open_entries(tables: list[Table], player: Player | None) -> list[TableEntry]:
    entries = [_entry(table, player) for table in tables]
    if player is None or player.is_visiting:
        return entries
    barred = set(Membership.objects.filter(~active(), player=player).values_list("club_id", flat=True))
    return [
        msgspec.structs.replace(
            entry,
            may_sit=entry.status == Table.Status.WAITING
            and entry.free > 0
            and not entry.mine
            and table.club_id not in barred,
        )
        for table, entry in zip(tables, entries, strict=True)
    ]


def my_tables(player: Player) -> list[TableEntry]:
    """Return the waiting and running tables of a player, those where it is the player's turn first."""
    rows = (
        Table.objects.filter(seats__player=player, status__in=[Table.Status.WAITING, Table.Status.PLAYING])
        .select_related("club", "house__club")
        .prefetch_related("seats__player")
        .order_by("-number")
    )
    entries = []
    for table in rows:
        entry = _entry(table, player)
        if table.status == Table.Status.PLAYING:
            state = load_state(table.pk, table.version)
            turn = state.turn if state.ended_at is None else None
            if turn is not None:
                mine = turn == state.seat_of(player.pk)
                entry = msgspec.structs.replace(entry, my_turn=mine, turn=entry.seats[turn].name)
        entries.append(entry)
    return sorted(entries, key=lambda entry: (not entry.my_turn, entry.status != Table.Status.PLAYING))


def _table_word() -> str:
    """Return the word before the number in the title of a table without a name."""
    return _("Table {number}").partition("{")[0].lower()


def _entry(table: Table, player: Player | None) -> TableEntry:
    # The number of seats follows from the id in every version, so games of unknown versions are listed too.
    rules = engine.load_rules(table.rules)
    taken = {seat.number: seat.player for seat in table.seats.all()}
    return TableEntry(
        id=table.pk,
        title=str(table),
        number=table.number,
        club=table.club.name if table.club else "",
        club_slug=table.club.slug if table.club else "",
        rules=rules.id,
        rules_name=translated(rules.name),
        house=house_named(table.house),
        status=table.status,
        seats=tuple(
            SeatEntry(number, taken[number].pk, taken[number].name, taken[number].is_bot)
            if number in taken
            else SeatEntry(number, None, "", False)
            for number in range(rules.players)
        ),
        free=rules.players - len(taken),
        hand=table.hand_number,
        invitation=bool(table.invitation),
        mine=player is not None and any(sitting.pk == player.pk for sitting in taken.values()),
        created_at=table.created_at,
    )

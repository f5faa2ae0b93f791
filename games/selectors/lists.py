"""Lists of tables, hands and disputes."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar, overload
from uuid import UUID

import msgspec
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

import engine
from clubs.models import Membership, Player
from clubs.privacy.selectors import hidden_from, may_see
from clubs.selectors import active, ids_of
from games.errors import UnknownTable
from games.models import Dispute, GamePlayer, PlayedHand, Seat, Table
from games.selectors.access import visible, visible_table, visible_tables
from games.selectors.hands import names_by_id
from games.selectors.house import house_named
from games.selectors.live import FREE, GONE
from games.selectors.states import load_state
from games.store import projector
from games.tableview import HouseNamed
from games.words import events as words
from games.words.notes import conceded_sentence, list_notes, listed_events
from games.words.phrases import said

PROJECTION = "hands"
RESULTS = "results"
MOST_RECENT = 1000
"""So many hands the list of the last ones goes back."""
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


class HandEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand in a list."""

    table_id: UUID
    table_title: str
    number: int
    sentence: str
    notes: tuple[str, ...] = ()
    outcome: str
    players: tuple[str, ...]
    points: tuple[int, ...] | None
    game_points: tuple[int, ...] | None
    scored_at: datetime


def open_tables(
    player: Player | None, *, club: str = "", player_id: UUID | None = None, search: str = ""
) -> Mapped[TableEntry]:
    """Return the tables that wait or play and that a player may find, those with a free seat first.

    Args:
        player: Who looks; None for a visitor.
        club: Only those of the club with this slug.
        player_id: Only those at which this player sits.
        search: Only those with this in the name of the table, its club or somebody who sits there, or as its number.
    """
    found = visible_tables(player).filter(status__in=[Table.Status.WAITING, Table.Status.PLAYING])
    if club:
        found = found.filter(club__slug=club)
    if player_id is not None:
        found = found.filter(pk__in=Seat.objects.filter(player_id=player_id).values("table_id"))
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
    """Return the tables that wait or play and at which a player sits; first those where it is the player's turn."""
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
    """Return what stands before the number in what people call a table that has no name."""
    return _("Table {number}").partition("{")[0].lower()


def _entry(table: Table, player: Player | None) -> TableEntry:
    # Seats belong to an id in every version: a game of a version that is not known here is listed all the same.
    rules = engine.load_rules(table.rules)
    taken = {seat.number: seat.player for seat in table.seats.all()}
    return TableEntry(
        id=table.pk,
        title=str(table),
        number=table.number,
        club=table.club.name if table.club else "",
        club_slug=table.club.slug if table.club else "",
        rules=rules.id,
        rules_name=said(rules.name),
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


def played_hands(table: Table) -> QuerySet[PlayedHand]:
    """Return the finished hands of a table, the first one first."""
    return PlayedHand.objects.filter(projection_version=projector.serving(PROJECTION), table=table).order_by("number")


def recent_hands(
    player: Player | None, *, club: str = "", player_id: UUID | None = None, search: str = "", people: bool = False
) -> Mapped[HandEntry]:
    """Return the last finished hands that a player may see, the latest first: `MOST_RECENT` of them, not all.

    Args:
        player: Who looks; None for a visitor.
        club: Only those of the club with this slug.
        player_id: Only those that this player played, if they may be seen (`histories`).
        search: Only those at tables with this in their name, or in that of somebody who played there.
        people: Of the last `MOST_RECENT`, only those that somebody played who is no bot.
    """
    found = PlayedHand.objects.filter(visible(player, "table__"), projection_version=projector.serving(PROJECTION))
    if club:
        found = found.filter(table__club__slug=club)
    if player_id is not None:
        whose = Player.objects.filter(pk=player_id).first()
        if whose is None or not may_see(player, whose, "histories"):
            found = found.none()
        ids = ids_of(Player(pk=player_id))
        played = Q()
        for one in ids:
            played |= Q(players__contains=[str(one)])
        found = found.filter(played, table__in=_tables_of(Q(player__in=ids)))
    if search:
        named = Q(player__name__icontains=search) & ~hidden_from(player, "histories")
        found = found.filter(Q(table__name__icontains=search) | Q(table__in=_tables_of(named)))
    if people:
        # Bounded: a server on which bots alone play for weeks would otherwise be read whole.
        last = found.order_by("-scored_at", "-number").values("pk")[:MOST_RECENT]
        bots = [str(pk) for pk in Player.objects.filter(is_bot=True).values_list("pk", flat=True)]
        found = found.filter(pk__in=last).exclude(players__contained_by=[*bots, None])
    rows = found.select_related("table").order_by("-scored_at", "-number")
    return Mapped(rows, hand_entries, most=MOST_RECENT)


def _tables_of(players: Q) -> QuerySet[GamePlayer, Any]:
    """Return the ids of the tables at which some players have played a hand to its end."""
    rows = GamePlayer.objects.filter(players, projection_version=projector.serving(RESULTS), game__kind="table")
    return rows.values("game__stream")


def hand_entries(hands: list[PlayedHand]) -> list[HandEntry]:
    """Return hands, each with its table, as lists show them."""
    known = names_by_id(player for hand in hands for player in hand.players)
    entries = []
    for hand in hands:
        names = tuple((known.get(player) or _(GONE)) if player else _(FREE) for player in hand.players)
        scored = msgspec.convert(hand.result, engine.HandScored)
        noted = listed_events(hand.noted)
        rules = engine.load_rules(hand.table.rules)
        entries.append(
            HandEntry(
                table_id=hand.table_id,
                table_title=str(hand.table),
                number=hand.number,
                sentence=conceded_sentence(scored, noted, names, rules) or words.result_sentence(scored, names, rules),
                notes=list_notes(noted, names, rules),
                outcome=hand.outcome,
                players=names,
                points=scored.points,
                game_points=scored.game_points,
                scored_at=hand.scored_at,
            )
        )
    return entries


def dispute(dispute_id: UUID, player: Player | None, invited: Callable[[UUID], str] = lambda _: "") -> Dispute:
    """Return a dispute at a table that a player may see.

    Args:
        dispute_id: The dispute's id.
        player: Who looks; None for a visitor.
        invited: Returns the invitation code that they have for a table, if any.

    Raises:
        UnknownTable: There is no such dispute, or this player may not know of it.
    """
    found = Dispute.objects.select_related("table", "opened_by").filter(pk=dispute_id).first()
    if found is None:
        raise UnknownTable(_("There is no such dispute."))
    visible_table(found.table_id, player, invited(found.table_id))
    return found

"""Other players in the seats of a running game, as a tournament puts them there. Source: 56-SEAT-2."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from clubs.models import Player
from clubs.officers.roles import is_suspended
from clubs.people.selectors import ids_of
from games.events import tables as events
from games.models import Seat, Table
from games.tables.services.recording import change
from games.tables.state.table import TableState


class _Wanted(NamedTuple):
    """The player of a seat, and the ids under which events know that player."""

    player: Player
    ids: frozenset[str]


def reseat(*, table_id: UUID, players: Mapping[int, Player], now: datetime | None = None) -> bool:
    """Let players have seats of a running game, whoever holds them. The call is idempotent.

    Between two hands a player gets the seat at once. During a hand the player is named for it and takes it with the
    next deal: until then the player who is replaced plays on, or a bot if that player has left. So nobody sees two
    hands of a deal. A seat that has its player stays as it is; a player who is suspended in the table's club gets none.

    Args:
        players: The players by seat; other seats stay as they are.

    Returns:
        Whether nothing is left to do. False: a player holds another seat here until the next deal; call again then.

    Raises:
        UnknownTable: There is no such table.
    """
    table = Table.objects.select_related("club").get(pk=table_id)
    club = table.club
    wanted = {
        seat: _Wanted(player, frozenset(map(str, ids_of(player))))
        for seat, player in players.items()
        if club is None or not is_suspended(club=club, player=player)
    }
    placed: dict[int, Player] = {}
    waiting: list[int] = []

    def decide(state: TableState, at: datetime) -> list[Any]:
        happened = list(_events(state, wanted)) if state.status == "playing" else []
        taken = [event.seat for event in happened if isinstance(event, events.PlayerSubstituted)]
        named = [event.seat for event in happened if isinstance(event, events.SubstituteNamed)]
        placed.clear()
        placed.update({seat: wanted[seat].player for seat in taken})
        waiting[:] = [
            seat
            for seat, each in wanted.items()
            if state.status == "playing"
            and seat not in (*taken, *named)
            and not each.ids & {state.seats[seat].player, state.seats[seat].next}
        ]
        return happened

    def seated(after: TableState) -> None:
        Seat.objects.filter(table=table, number__in=placed).delete()
        Seat.objects.bulk_create(Seat(table=table, number=seat, player=player) for seat, player in placed.items())

    change(table_id=table_id, decide=decide, command=None, now=now, beside=seated)
    return not waiting


def _events(state: TableState, wanted: Mapping[int, _Wanted]) -> Iterator[Any]:
    """Yield the events by which seats get their players, a seat that becomes free before the one that needs its player.

    A player who holds another seat until the next deal is not named for a second one.
    """
    holders = [seat.player for seat in state.seats]
    for seat, (_player, ids) in wanted.items():
        if holders[seat] in ids and state.seats[seat].next:
            yield events.SubstituteWithdrew(seat, state.seats[seat].next)
    left = {seat: each for seat, each in wanted.items() if not each.ids & {holders[seat], state.seats[seat].next}}
    while ready := [seat for seat, (_player, ids) in left.items() if ids.isdisjoint(_others(state, holders, seat))]:
        seat = ready[0]
        player = str(left.pop(seat).player.pk)
        if not state.is_running:
            yield events.PlayerSubstituted(seat, player, holders[seat])
            holders[seat] = player
            continue
        if state.seats[seat].next:
            yield events.SubstituteWithdrew(seat, state.seats[seat].next)
        yield events.SubstituteNamed(seat, player)


def _others(state: TableState, holders: list[str], seat: int) -> Iterator[str]:
    """Yield the players who hold another seat, or are named for one."""
    for number, held in enumerate(state.seats):
        if number != seat:
            yield from (name for name in (holders[number], held.next) if name)

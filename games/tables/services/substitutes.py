"""Substitution: taking over a seat in a running game."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.selectors import ids_of
from games.errors import NotAllowed, SeatTaken, WrongMoment
from games.events import tables as events
from games.models import Seat, Table
from games.tables.selectors.access import is_invited, visible_table
from games.tables.selectors.seats import may_replace, substitute_refused
from games.tables.services.recording import change
from games.tables.services.seats import not_suspended, require_seat, seat_row, seat_taken
from games.tables.state.table import TableState


def substitute(
    *,
    table_id: UUID,
    player: Player,
    seat: int,
    invitation: str = "",
    command: UUID | None = None,
    now: datetime | None = None,
) -> int:
    """Take over a bot's or an abandoned seat in a running game, with its clock and score.

    Between two hands the player gets the seat at once. During a hand the player is named for the seat and takes it with
    the next deal; a bot plays the running hand to its end. A player who returns to their own seat gets it at once, even
    if a substitute is named for it, unless a tournament named that substitute.

    Raises:
        UnknownTable: There is no such table, or it is by invitation and this is not the code.
        SeatTaken: Its player is still there, another substitute is named, or the player has a seat at this table or is
            named for one.
        NotAllowed: The seats of this table are reserved, the player is suspended in its club, or the game counts
            there and the player is not a member.
        WrongMoment: No game is running, or the player held another seat's cards in the running hand.
        BadTerms: There is no such seat.
    """
    table = visible_table(table_id, player, invitation)
    not_suspended(table.club, player)
    ids = ids_of(player)  # what a visiting player saw is known to the account that has taken it over
    own = {str(one) for one in ids}
    sat: list[bool] = []

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        require_seat(state, seat)
        if state.status != "playing":
            raise WrongMoment("not-playing", _("No game is running here."))
        if state.seat_of(player.pk) is not None:
            raise SeatTaken(_("You already sit at this table."))
        if state.next_seat_of(player.pk) is not None:
            raise SeatTaken(_("You already take over a seat with the next deal."))
        held = state.seats[seat]
        comes_back = held.player in own
        if player.is_visiting and not comes_back:
            raise NotAllowed("needs-account", _("You need an account to take over a seat in a running game."))
        if not (held.left or held.bot):
            raise SeatTaken()
        if held.next and table.fixed_seats:
            raise SeatTaken(_("Somebody already takes over this seat with the next deal."))
        if comes_back and state.knows_another_hand(ids, seat):
            raise WrongMoment(
                "knows-another-hand",
                _("You know another hand of this deal; take your own seat, or wait for the next deal."),
            )
        if held.next and not comes_back:
            raise SeatTaken(_("Somebody already takes over this seat with the next deal."))
        if not may_replace(table, state, player, is_invited(table, player, invitation))[seat]:
            given = NotAllowed("seats-given", _("The seats of this table were given to others."))
            raise substitute_refused(table, player) or given
        sat[:] = [comes_back or not state.is_running]
        if not sat[0]:
            return [events.SubstituteNamed(seat, str(player.pk))]
        return [events.PlayerSubstituted(seat, str(player.pk), held.player)]

    def seated(after: TableState) -> None:
        if sat[0]:
            seat_row(table_id, seat, player)

    return change(table_id=table_id, decide=decide, command=command, player=player, seen=True, now=now, beside=seated)


def hand_over_seats(visitor: Player, player: Player) -> None:
    """Give the visiting player's seats to the player of the account, at every table that is not over.

    Raises:
        ClubError: `not-the-same`: the account plays, or has played, at one of these tables itself.
    """
    open_ = (Table.Status.WAITING, Table.Status.PLAYING)
    for seat in Seat.objects.filter(player=visitor, table__status__in=open_).select_related("table__club"):
        _hand_over(seat.table, visitor, player)


def _hand_over(table: Table, visitor: Player, player: Player) -> None:
    given: list[int] = []
    ids = {str(one) for one in ids_of(player)}

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        number = state.seat_of(visitor.pk)
        given[:] = [] if number is None else [number]
        if number is None or state.ended_at is not None:
            return []
        known = any(one in ids for _seat, one in state.held)
        if known or any(held.player in ids or held.next in ids for held in state.seats):
            raise SeatTaken(_("Your account is also playing at {table}.").format(table=str(table)))
        if state.status == "waiting":
            return [events.SeatLeft(number, str(visitor.pk)), seat_taken(number, player)]
        return [events.PlayerSubstituted(number, str(player.pk), str(visitor.pk))]

    not_suspended(table.club, player)
    change(
        table_id=table.pk,
        decide=decide,
        command=None,
        player=player,
        seen=True,
        beside=lambda _: seat_row(table.pk, given[0], player),
    )

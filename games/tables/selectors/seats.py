"""Taking over a seat in a running game: the permission."""

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.officers.roles import find_role, is_suspended
from clubs.people.selectors import ids_of
from games.errors import NotAllowed
from games.models import Table
from games.tables.state.table import TableState


def may_replace(table: Table, state: TableState, player: Player, invited: bool) -> tuple[bool, ...]:
    """Tell for each seat whether the player may take it over: a bot's, or one that its player has left.

    A player who has left may return to the seat, unless the player knows another hand of the running deal. A seat of a
    tournament nobody else may take, and the player may not return once the tournament has named another; visiting
    players may take none; in a game that counts in a club only members may.
    """
    if not any(seat.left or seat.bot for seat in state.seats):
        return (False,) * len(state.seats)
    refused = substitute_refused(table, player)
    if refused is not None and refused.code == "suspended":
        return (False,) * len(state.seats)
    ids = ids_of(player)
    own = {str(one) for one in ids}
    open_to_others = invited and not table.fixed_seats and not player.is_visiting and refused is None
    return tuple(
        (seat.left and not (table.fixed_seats and seat.next) and not state.knows_another_hand(ids, number))
        if seat.player in own
        else (open_to_others and (seat.left or seat.bot) and not seat.next)
        for number, seat in enumerate(state.seats)
    )


def substitute_refused(table: Table, player: Player) -> NotAllowed | None:
    """Return the reason why a player may never take over another's seat at a table, or None.

    A game that counts in a club is played by known members: otherwise one person could watch it through several
    accounts. The players of a match are known to its tournament.
    """
    club = table.club
    if club is None:
        return None
    if is_suspended(club=club, player=player):
        return NotAllowed("suspended", _("You are suspended in {club}.").format(club=club.name))
    if not table.friendly and not table.fixed_seats and not find_role(club=club, player=player):
        text = _("Only members of {club} can take over a seat in its games that count.").format(club=club.name)
        return NotAllowed("not-a-member", text)
    return None

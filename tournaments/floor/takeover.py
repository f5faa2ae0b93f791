"""Taking over the calls of a member of the staff who has left."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Player
from tournaments.errors import TournamentError
from tournaments.floor import events, log
from tournaments.floor.rights import staff_of
from tournaments.floor.services import CLAIM
from tournaments.floor.state import Call, FloorState
from tournaments.log import states
from tournaments.models import Tournament


def take_over(
    *, tournament: Tournament, of: str, by: Player, command: UUID, now: datetime | None = None
) -> tuple[Call, ...]:
    """Claim the open calls that another member of the staff is on the way to; a person decides that the other has left.

    Args:
        tournament: The tournament, with its club.
        of: The id of the other.
        by: A director or an assistant.

    Returns:
        The calls that were taken over.

    Raises:
        NotAllowed: The player is neither a director nor an assistant.
        TournamentError: `nothing-claimed`: the other is on the way to no call, or it is the own calls.
    """
    doer, at = staff_of(tournament, states.current(tournament.pk), by), now or timezone.now()

    def decide(floor: FloorState) -> Sequence[events.FloorEvent]:
        taken = [call.number for call in floor.open_calls if of != doer.player and call.claimant(at) == of]
        if not taken:
            raise TournamentError("nothing-claimed", _("There are no calls to take over: they are closed or free."))
        return [events.CallClaimed(number, doer.player, int((at + CLAIM).timestamp())) for number in taken]

    floor, happened = log.write(tournament.pk, decide, actor=doer.player, command=command, now=at)
    numbers = {event.call for event in happened if isinstance(event, events.CallClaimed)}
    return tuple(call for call in floor.calls if call.number in numbers)

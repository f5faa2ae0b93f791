"""Finding the members that a file names: by id, or by the name they go by in the club."""

from collections.abc import Iterable
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.exchange.report import LineMessage
from clubs.models import Club, Membership, Player
from clubs.names import skeleton


def an_id(text: str) -> UUID | None:
    """Parse an id; None if it is not one."""
    try:
        return UUID(text) if len(text) in (32, 36) else None
    except ValueError:
        return None


class Roll:
    """The members of a club by id and by name, read on creation."""

    def __init__(self, club: Club) -> None:
        self.memberships: dict[UUID, Membership] = {}
        self._named: dict[str, list[Player]] = {}
        found = Membership.objects.filter(club=club).select_related("player").order_by("pk")
        for membership in found.iterator(chunk_size=2000):
            self.memberships[membership.player_id] = membership
            self._named.setdefault(membership.player.skeleton, []).append(membership.player)

    def named(self, name: str) -> list[Player]:
        """Return the members of this name."""
        return self._named.get(skeleton(name), [])

    def writes(self, player: Player) -> str:
        """Return the text that identifies a member in a file: the name, if it is unique."""
        return player.name if self.named(player.name) == [player] else str(player.pk)

    def find(self, cell: str, line: int, column: str, faults: list[LineMessage]) -> Player | None:
        """Return the member named in a cell; None, with the fault noted, if there is none or more than one."""
        uuid = an_id(cell)
        if uuid is not None and uuid in self.memberships:
            return self.memberships[uuid].player
        found = self.named(cell)
        if len(found) == 1:
            return found[0]
        if found:
            faults.append(LineMessage(line, column, several(found)))
        else:
            text = _(
                "Nobody in the club is called {name}. Import the members first, or use the name on the club's list."
            )
            faults.append(LineMessage(line, column, text.format(name=cell)))
        return None


def several(players: Iterable[Player]) -> str:
    """Return the message that a name is ambiguous, with the ids to choose from."""
    ids = ", ".join(str(player.pk) for player in players)
    return _("Several members have this name. Enter the id of the right one: {ids}.").format(ids=ids)

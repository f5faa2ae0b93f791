"""Finding the members that a file names: by id, or by the name they go by in the club."""

from collections.abc import Iterable
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.exchange.report import Said
from clubs.models import Club, Membership, Player
from clubs.names import skeleton


def an_id(text: str) -> UUID | None:
    """Return the id that a text is, or None."""
    try:
        return UUID(text) if len(text) in (32, 36) else None
    except ValueError:
        return None


class Roll:
    """The members of a club, by id and by name, as they stand when it is made."""

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
        """Return how a file names a member so that it is found again: by name, where nobody else has it."""
        return player.name if self.named(player.name) == [player] else str(player.pk)

    def find(self, cell: str, line: int, column: str, faults: list[Said]) -> Player | None:
        """Return the member whom a cell names; None, with the fault, where it is nobody, or not one alone."""
        uuid = an_id(cell)
        if uuid is not None and uuid in self.memberships:
            return self.memberships[uuid].player
        found = self.named(cell)
        if len(found) == 1:
            return found[0]
        if found:
            faults.append(Said(line, column, several(found)))
        else:
            text = _(
                "Nobody of the club is called {name}. Take in the members first, or write the name as it stands there."
            )
            faults.append(Said(line, column, text.format(name=cell)))
        return None


def several(players: Iterable[Player]) -> str:
    """Return that a name is not enough, with the ids that are."""
    ids = ", ".join(str(player.pk) for player in players)
    return _("Several members have this name. Write the id of the one who is meant: {ids}.").format(ids=ids)

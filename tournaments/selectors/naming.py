"""The names of entrants and of the players in their squads, as of now."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import EntrantPlayer, Tournament
from tournaments.state.tournament import NOBODY, Side


@dataclass(frozen=True, slots=True)
class Names:
    """The names in a tournament.

    Attributes:
        of: The name of each entrant by number.
        players: The names of its players, the captain first.
    """

    of: Mapping[int, str]
    players: Mapping[int, tuple[str, ...]]

    def side(self, side: Side) -> str:
        """Return the name of a side: of partners both names; empty while it is open, or for nobody."""
        return "" if side in ((), NOBODY) else " & ".join(self.of.get(entrant, "") for entrant in side)

    def below(self, entrant: int) -> str:
        """Return the names of the players; empty where the entrant's name says them already."""
        players = self.players.get(entrant, ())
        return "" if " & ".join(players) == self.of.get(entrant) else ", ".join(players)


def names_in(tournament: Tournament, entrants: Iterable[int] | None = None) -> Names:
    """Return the names of all entrants of a tournament, or of some."""
    rows = tournament.entrants.all() if entrants is None else tournament.entrants.filter(number__in=list(entrants))
    given = dict(rows.values_list("number", "name"))
    players: defaultdict[int, list[str]] = defaultdict(list)
    places = EntrantPlayer.objects.filter(entrant__in=rows).order_by("position")
    for number, name in places.values_list("entrant__number", "player__name"):
        players[number].append(name)
    # Without a name of its own an entrant is called by its players as they are called now.
    of = {number: name or " & ".join(players[number]) for number, name in given.items()}
    return Names(of, {number: tuple(found) for number, found in players.items()})

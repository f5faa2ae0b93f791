"""What happens on the floor of a tournament, as people cause it."""

from uuid import uuid4

from clubs.members.societies import join_club
from clubs.models import Player
from games.models import Sheet
from games.sheets.authors import Author
from games.sheets.passes import issue_pass
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import do, state_of
from tournaments.deeds.opening import NameStaff
from tournaments.floor.services import announce, call_director, claim_call
from tournaments.floor.state import Announcement, Call
from tournaments.models import Tournament


def assistant(cup: Tournament, director: Player, name: str, role: str = "assistant") -> Player:
    """Return a new member of the club with an office in a tournament."""
    player = PlayerFactory(name=name, password="x")
    join_club(club=cup.club, player=player)
    do(cup, director, NameStaff(player=str(player.pk), role=role))
    return player


def player(name: str) -> Author:
    return Author(Player.objects.get(name=name))


def phone(sheet: Sheet, director: Player) -> Author:
    """Return the holder of a new pass to a sheet."""
    return Author(None, issue_pass(sheet_id=sheet.pk, player=director, sides=[0, 1]))


def captains(cup: Tournament, match: int) -> list[str]:
    """Return the names of the captains of a match."""
    state = state_of(cup)
    squads = [state.entrants[entrant].squad for entrant in state.matches[match].entrants]
    return [Player.objects.get(pk=squad[0]).name for squad in squads]


def sheet_of(cup: Tournament, match: int) -> Sheet:
    return Sheet.objects.get(pk=state_of(cup).matches[match].games[0].stream)


def call(cup: Tournament, by: Author, match: int = 1, reason: str = "score", **more: object) -> Call:
    return call_director(tournament=cup, match=match, by=by, reason=reason, command=uuid4(), **more)  # type: ignore[arg-type]


def claim(cup: Tournament, by: Player, number: int = 1, **more: object) -> Call:
    return claim_call(tournament=cup, call=number, by=by, command=uuid4(), **more)  # type: ignore[arg-type]


def say(cup: Tournament, by: Player, **more: object) -> Announcement:
    return announce(tournament=cup, by=by, command=uuid4(), **more)  # type: ignore[arg-type]

"""What happens on the floor of a tournament, as people cause it."""

from uuid import uuid4

import engine
from clubs.members.guests import add_guest
from clubs.members.societies import join_club
from clubs.models import Club, Player
from games.models import Sheet
from games.sheets.authors import Author
from games.sheets.passes import issue_pass
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import called, do, opened, state_of
from tournaments.deeds.opening import NameStaff
from tournaments.directing.entering import enter
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.floor.services import announce, call_director, claim_call
from tournaments.floor.state import Announcement, Call
from tournaments.models import Tournament

ON_SHEETS = StagePlan(type="round_robin", match=MatchPlan(hands=2, place="sheet"))


def on_sheets(club: Club, director: Player) -> Tournament:
    """Return a round robin of four pairs on score sheets; its first round, of two matches, is called.

    The first of each pair has an account.
    """
    cup = opened(club, director, ON_SHEETS, rules="56-kerala-4", engine=engine.VERSION, kind="pair", bots=False)
    for name in ("Unni", "Sara", "Ravi", "Asha"):
        captain = PlayerFactory(name=name, password="x")
        join_club(club=club, player=captain)
        guest = add_guest(club=club, by=director, name=f"Guest of {name}")
        enter(cup, by=director, players=[captain, guest], command=uuid4())
    called(cup, director)
    tend(cup.pk)
    return cup


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

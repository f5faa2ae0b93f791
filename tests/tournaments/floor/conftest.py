"""A tournament on score sheets with its first round called, and its staff."""

from uuid import uuid4

import pytest
from django.core.cache import cache

import engine
from clubs.members.guests import add_guest
from clubs.members.societies import join_club
from clubs.models import Club, Player
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import called, opened
from tests.tournaments.helpers.floor import assistant
from tournaments.directing.entering import enter
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.floor import log
from tournaments.log import states
from tournaments.models import Tournament

ON_SHEETS = StagePlan(type="round_robin", match=MatchPlan(hands=2, place="sheet"))


@pytest.fixture(autouse=True)
def _no_pace() -> None:
    """Commands of other tests do not count here, and no state is kept from them."""
    cache.clear()
    states.forget_all()
    log.forget_all()


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    """A round robin of four pairs on score sheets; its first round, of two matches, is called.

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


@pytest.fixture
def beena(cup: Tournament, director: Player) -> Player:
    """An assistant."""
    return assistant(cup, director, "Beena")


@pytest.fixture
def thomas(cup: Tournament, director: Player) -> Player:
    """Another assistant."""
    return assistant(cup, director, "Thomas")

"""Whom a captain may enter, whichever way the deed comes: nobody unknown, suspended, twice, or for another team."""

from uuid import uuid4

import pytest

from clubs.members.offices import suspend_member
from clubs.members.societies import join_club
from clubs.models import Club, Player
from tests.factories import ClubFactory, PlayerFactory, TeamFactory
from tests.tournaments.helpers.directed import ROUND_ROBIN, do, opened, state_of
from tournaments.deeds.agents import EnterFreeAgent
from tournaments.deeds.base import Deed, Refused
from tournaments.deeds.entering import ChangeSquad, Enter
from tournaments.deeds.ladder import Challenge, ExpireChallenge, MoveDown
from tournaments.deeds.opening import CloseEntries, NameStaff
from tournaments.deeds.staging import BeginStage
from tournaments.directing.entering import enter
from tournaments.events.settings import StagePlan
from tournaments.log import states
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

LATER = 4_000_000_000


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    states.forget_all()
    return opened(club, director, ROUND_ROBIN, squad=3, free_agents=True)


@pytest.fixture
def captain(club: Club) -> Player:
    return member(club)


def member(club: Club) -> Player:
    player: Player = PlayerFactory()
    join_club(club=club, player=player)
    return player


def refusal(cup: Tournament, by: Player, deed: Deed) -> str:
    before = state_of(cup).version
    with pytest.raises(Refused) as refused:
        do(cup, by, deed)
    assert state_of(cup).version == before
    return refused.value.code


def squad(*players: Player) -> tuple[str, ...]:
    return tuple(str(player.pk) for player in players)


def test_a_captain_enters_no_stranger_and_nobody_suspended(
    cup: Tournament, club: Club, director: Player, captain: Player
):
    mate, barred, stranger = member(club), member(club), PlayerFactory()
    suspend_member(club=club, by=director, player=barred, reason="Left a match.")
    assert refusal(cup, captain, Enter(squad=squad(captain, stranger))) == "unknown-player"
    assert refusal(cup, captain, Enter(squad=squad(captain, barred))) == "suspended"
    assert refusal(cup, director, Enter(squad=squad(captain, barred))) == "suspended"
    assert refusal(cup, barred, EnterFreeAgent(player=str(barred.pk))) == "suspended"
    do(cup, captain, Enter(squad=squad(captain, mate)))
    assert refusal(cup, captain, ChangeSquad(entrant=1, squad=squad(captain, stranger))) == "unknown-player"
    assert refusal(cup, captain, ChangeSquad(entrant=1, squad=squad(captain, mate, barred))) == "suspended"
    do(cup, director, ChangeSquad(entrant=1, squad=squad(captain, mate, stranger)))
    do(cup, captain, ChangeSquad(entrant=1, squad=squad(captain, stranger)))


def test_a_player_suspended_later_does_not_keep_the_captain_from_changing_the_others(
    cup: Tournament, club: Club, director: Player, captain: Player
):
    mate, third = member(club), member(club)
    do(cup, captain, Enter(squad=squad(captain, mate)))
    suspend_member(club=club, by=director, player=mate, reason="Left a match.")
    do(cup, captain, ChangeSquad(entrant=1, squad=squad(captain, mate, third)))
    assert state_of(cup).entrants[1].squad == squad(captain, mate, third)


def test_a_team_is_entered_as_it_is_and_a_squad_for_a_club_of_its_own(
    cup: Tournament, club: Club, director: Player, captain: Player
):
    mate, team, elsewhere = member(club), TeamFactory(club=club, by=director), ClubFactory()
    pair, own = squad(captain, mate), str(club.pk)
    assert refusal(cup, captain, Enter(squad=pair, team=str(team.pk), club=own)) == "not-in-team"
    assert refusal(cup, director, Enter(squad=pair, team=str(team.pk), club=own)) == "not-in-team"
    assert refusal(cup, captain, Enter(squad=pair, club=str(elsewhere.pk))) == "other-club"
    assert refusal(cup, captain, EnterFreeAgent(player=pair[0], club=str(elsewhere.pk))) == "other-club"
    do(cup, captain, Enter(squad=pair, club=own))
    enter(cup, by=director, team=team, command=uuid4())


def test_an_id_that_is_written_otherwise_is_nobody(cup: Tournament, club: Club, director: Player, captain: Player):
    mate, third = member(club), member(club)
    do(cup, captain, Enter(squad=squad(captain, mate)))
    for text in (str(mate.pk).upper(), mate.pk.hex, f"{{{mate.pk}}}", mate.pk.urn):
        assert refusal(cup, director, Enter(squad=(str(third.pk), text))) == "unknown-player"
        assert refusal(cup, director, NameStaff(player=text, role="scorer")) == "unknown-player"


def test_a_suspended_player_has_no_office_in_a_tournament(cup: Tournament, club: Club, director: Player):
    helper = member(club)
    do(cup, director, NameStaff(player=str(helper.pk), role="director"))
    suspend_member(club=club, by=director, player=helper, reason="Left a match.")
    assert refusal(cup, helper, CloseEntries()) == "not-allowed"


def test_an_assistant_cannot_say_that_it_is_later_than_it_is(club: Club, director: Player):
    states.forget_all()
    cup, helper = opened(club, director, StagePlan(type="ladder", options={"inactive_days": 5})), member(club)
    for _ in range(3):
        enter(cup, by=director, players=[PlayerFactory(bot=True) for _ in range(2)], command=uuid4())
    do(cup, director, BeginStage(stage=1), NameStaff(player=str(helper.pk), role="assistant"))
    do(cup, director, Challenge(stage=1, challenger=3, challenged=2))
    assert refusal(cup, helper, ExpireChallenge(stage=1, challenge=1, now=LATER)) == "not-due"
    assert refusal(cup, helper, MoveDown(stage=1, entrant=1, now=LATER)) == "not-due"

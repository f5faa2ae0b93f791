"""Names of entrants: given ones, those of teams, and those of players, which go with an erased person."""

from uuid import uuid4

import pytest
from django.core.management import call_command

from clubs.members.guests import make_guest
from clubs.models import Club, Player
from clubs.privacy.holdings import FORMER
from tests.factories import PlayerFactory, TeamFactory
from tests.tournaments.helpers.directed import opened
from tournaments.directing.entering import enter
from tournaments.log import states
from tournaments.models import Reason
from tournaments.selectors.naming import names_in

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_entrant_is_called_by_its_name_its_team_or_its_players(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director)
    team = TeamFactory(club=club, by=director, name="Vembanad")
    pair = [PlayerFactory(bot=True, name=name) for name in ("Unni", "Omana")]
    enter(cup, by=director, team=team, command=uuid4())
    enter(cup, by=director, players=pair, command=uuid4())
    enter(cup, by=director, guests=["Kunjali", "Pathu"], name="The visitors", command=uuid4())
    names = names_in(cup)
    assert names.of == {1: "Vembanad", 2: "Unni & Omana", 3: "The visitors"}
    assert (names.below(2), names.below(3)) == ("", "Kunjali, Pathu")
    assert [str(one) for one in cup.entrants.all()] == ["Vembanad", "Unni & Omana", "The visitors"]


def test_the_name_of_an_erased_person_is_nowhere(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director)
    guests = [make_guest(club=club, by=director, name=name) for name in ("Zacharias", "Leela")]
    enter(cup, by=director, players=guests, name="Zacharias and Leela", command=uuid4())
    Reason.objects.create(tournament=cup, version=2, text="Zacharias was late.")
    call_command("erase_player", str(guests[0].pk))
    assert names_in(cup).of == {1: f"{FORMER} & Leela"}
    assert not Reason.objects.exists()

"""Notices of a tournament with a log: of its start, and of each match that is called."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from clubs.models import Club, Notice, Player
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import ROUND_ROBIN, bot_pairs, called, opened
from tournaments.directing.entering import enter
from tournaments.directing.tending import tend
from tournaments.log import states
from tournaments.services.running import tell_of_starts

pytestmark = pytest.mark.django_db(transaction=True)


def test_players_are_told_of_the_start_once(club: Club, director: Player):
    states.forget_all()
    soon = timezone.now() + timedelta(minutes=10)
    cup = opened(club, director, ROUND_ROBIN, starts_at=int(soon.timestamp()))
    enter(cup, by=director, players=[director, PlayerFactory(name="Beeran")], command=uuid4())
    assert tell_of_starts() == 2
    assert tell_of_starts() == 0


def test_players_are_told_of_their_match(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, ROUND_ROBIN)
    bot_pairs(cup, director, 3)
    enter(cup, by=director, players=[director, PlayerFactory(bot=True)], command=uuid4())
    called(cup, director)
    tend(cup.pk)
    tend(cup.pk)
    assert Notice.objects.filter(player=director, kind="match-starts").count() == 1

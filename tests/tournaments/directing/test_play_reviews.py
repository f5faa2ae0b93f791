"""The review of a player's own play: off while the tournament of the game runs."""

from random import Random
from uuid import uuid4

import pytest

from clubs.models import Club, Player
from games.errors import WrongMoment
from games.models import PlayReview, Seat, Table
from games.reviews import services
from tests.factories import PlayerFactory
from tests.games.helpers.tables import play_on
from tests.strategies import lively
from tests.tournaments.helpers.directed import ROUND_ROBIN, called, do, opened
from tournaments.deeds.opening import CloseTournament
from tournaments.deeds.staging import CloseStage
from tournaments.directing.entering import enter
from tournaments.directing.reporting import take_results
from tournaments.directing.tending import tend
from tournaments.log import states
from tournaments.models import MatchGame

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_finished_hand_is_reviewed_when_its_tournament_is_over(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, ROUND_ROBIN, bots=False)
    for _ in range(2):
        enter(cup, by=director, players=[PlayerFactory(), PlayerFactory()], command=uuid4())
    called(cup, director)
    tend(cup.pk)
    table = Table.objects.get(pk=MatchGame.objects.get(tournament=cup).pk)
    players = [seat.player for seat in Seat.objects.filter(table=table).order_by("number")]
    play_on(table, players, lively(Random(1), concede=0), lambda state: state.ended_at is not None)

    with pytest.raises(WrongMoment, match="still running"):
        services.ask_for_review(table_id=table.pk, hand=1, player=players[0])
    assert take_results() == 1
    with pytest.raises(WrongMoment, match="still running") as refused:
        services.ask_for_review(table_id=table.pk, hand=1, player=players[0])
    assert refused.value.code == "review-off"
    assert not PlayReview.objects.exists()

    do(cup, director, CloseStage(stage=1), CloseTournament())
    assert services.ask_for_review(table_id=table.pk, hand=1, player=players[0]).status == PlayReview.Status.OPEN

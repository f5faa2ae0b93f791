"""Published standings: kept by version, once, and the same as the log says of that version afterwards."""

import pytest

from clubs.models import Club, Player
from tests.tournaments.helpers.directed import bot_pairs, called, do, opened, state_of
from tournaments.deeds.playing import CorrectResult, ReportGame
from tournaments.directing.publishing import lines_of, publish
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.models import PublishedStanding
from tournaments.state.standing import standing_of

pytestmark = pytest.mark.django_db(transaction=True)

SWISS = StagePlan(
    type="swiss",
    rounds=3,
    tie_breaks=("points", "buchholz", "difference", "seed"),
    match=MatchPlan(hands=24, place="desk"),
)


def test_what_was_published_is_what_the_log_says_of_that_version(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, SWISS)
    bot_pairs(cup, director, 6)
    assert publish(cup.pk) == 0, "nothing has begun"
    kept = []
    for number in (1, 2):
        called(cup, director, number=number)
        for match in [match for match in state_of(cup).matches.values() if match.round == number]:
            do(cup, director, ReportGame(match=match.number, points=(match.number, 3)))
            publish(cup.pk)
            assert publish(cup.pk) == 0, "twice is once"
            kept += PublishedStanding.objects.exclude(pk__in=[one.pk for one in kept])
    do(cup, director, CorrectResult(match=1, points=(0, 9), reason="mistake"))
    publish(cup.pk)
    kept += PublishedStanding.objects.exclude(pk__in=[one.pk for one in kept])
    assert len(kept) > 4
    for one in kept:
        as_of = states.at_version(cup.pk, one.version)
        assert lines_of(standing_of(as_of, one.stage, one.group)) == one.lines
    minutes = [one.at.replace(second=0, microsecond=0) for one in PublishedStanding.objects.all()]
    assert len(minutes) == len(set(minutes)), "of each minute the last are kept"

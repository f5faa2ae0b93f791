"""The first page of a player in a tournament, and of those who look after one."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Membership, Player
from tests.factories import PlayerFactory
from tests.markup import one_line
from tests.tournaments.helpers.directed import bot_pairs, do, opened
from tournaments.deeds.opening import NameStaff
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.staging import BeginStage, CallRound, PairRound, ReleaseRound
from tournaments.directing.entering import enter
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.models import Tournament
from tournaments.overview import first_page
from tournaments.overview.first_page import desk_duties, next_matches

pytestmark = pytest.mark.django_db(transaction=True)

SHEETS = StagePlan(type="round_robin", match=MatchPlan(hands=1, place="sheet"))


@pytest.fixture
def beeran(db) -> Player:
    return PlayerFactory(name="Beeran", password=uuid4().hex)


@pytest.fixture
def cup(club: Club, director: Player, beeran: Player) -> Tournament:
    """A round robin of two pairs, Beeran's and one of bots, drawn and not released."""
    states.forget_all()
    cup = opened(club, director, SHEETS)
    enter(cup, by=director, players=(beeran, PlayerFactory(name="Chacko")), command=uuid4())
    bot_pairs(cup, director, 1)
    do(cup, director, BeginStage(stage=1), PairRound(stage=1))
    return cup


def test_the_next_match_is_shown_before_it_is_called_and_no_draft_is(client, cup, director, beeran):
    client.force_login(beeran.user)
    assert next_matches(beeran) == []
    assert "Your next match" not in client.get("/").content.decode()
    do(cup, director, ReleaseRound(stage=1, round=1))

    page = one_line(client.get("/").content.decode())

    assert "Your next match: against" in page
    assert f'href="{reverse("tournaments:match", args=[cup.slug, 1])}"' in page
    assert next_matches(beeran)[0].when.startswith("round 1")
    assert next_matches(director) == []
    assert next_matches(beeran, [cup.pk]) == []


def test_a_result_to_confirm_waits_for_the_other_side_and_for_the_staff(cup, director, beeran):
    do(cup, director, ReleaseRound(stage=1, round=1), CallRound(stage=1, round=1))
    assert list(desk_duties(director, timezone.now())) == []
    do(cup, beeran, ReportGame(match=1, points=(3, 1)))

    duties = list(desk_duties(director, timezone.now()))

    assert [duty.text for duty in duties] == ["1 result to confirm"]
    assert duties[0].path == reverse("tournaments:desk", args=[cup.slug])
    assert list(desk_duties(beeran, timezone.now())) == []
    assert [one.to_confirm for one in next_matches(beeran)] == [False]


def test_a_scorer_of_one_of_many_tournaments_sees_what_waits_there(club, cup, director, monkeypatch):
    monkeypatch.setattr(first_page, "MAX_DIRECTED", 1)
    scorer, devaki = PlayerFactory(name="Eapen"), PlayerFactory(name="Devaki")
    Membership.objects.create(club=club, player=scorer)
    later = opened(club, director, SHEETS)
    enter(later, by=director, players=(devaki, PlayerFactory(name="Fathima")), command=uuid4())
    bot_pairs(later, director, 1)
    do(later, director, NameStaff(player=str(scorer.pk), role="scorer"), BeginStage(stage=1), PairRound(stage=1))
    do(later, director, ReleaseRound(stage=1, round=1), CallRound(stage=1, round=1))
    do(later, devaki, ReportGame(match=1, points=(3, 1)))

    duties = desk_duties(scorer, timezone.now())

    assert [duty.path for duty in duties] == [reverse("tournaments:desk", args=[later.slug])]

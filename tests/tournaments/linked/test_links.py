"""A tournament as chats show it: as everybody may know it, in words and in a picture."""

import re
from html import unescape
from io import BytesIO
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from PIL import Image

from clubs.models import Club, Player
from clubs.web.links import FEWEST, HEIGHT, MOST, WIDTH
from games.linked.pictures import general_png
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import called, do, opened
from tests.tournaments.helpers.pages import at
from tournaments.deeds.opening import CloseTournament
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.publishing import ReleaseResults, SetEmbargo
from tournaments.deeds.staging import CallRound, CloseStage, ReleaseRound
from tournaments.directing.entering import enter
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.linked.subjects import tournament_picture
from tournaments.log import states
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)
CUP = StagePlan(type="knock_out", match=MatchPlan(hands=500, place="desk"))
SCORES = (1973, 1867)
"""Points that stand nowhere else."""


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    """A knock-out of four pairs, its first round called under embargo."""
    states.forget_all()
    cache.clear()
    cup = opened(club, director, CUP)
    for _pair in range(4):
        enter(cup, by=director, players=(PlayerFactory(), PlayerFactory()), command=uuid4())
    called(cup, director)
    do(cup, director, SetEmbargo())
    return cup


def picture(cup: Tournament) -> bytes:
    answer = Client().get(reverse("tournaments:picture", args=[cup.slug]))
    assert answer["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == (WIDTH, HEIGHT)
    return bytes(answer.content)


def description(cup: Tournament) -> str:
    page = Client().get(at("tournament", cup)).content.decode()
    return unescape(re.findall(r'<meta name="description" content="([^"]*)"', page)[0])


def test_a_result_under_embargo_reaches_no_picture_and_no_description(cup: Tournament, director: Player):
    before, told = picture(cup), description(cup)
    assert before != general_png("en")
    for number in (1, 2, 3):
        do(cup, director, ReportGame(match=number, points=SCORES))
        if number == 2:
            do(cup, director, ReleaseRound(stage=1, round=2), CallRound(stage=1, round=2))
    do(cup, director, CloseStage(stage=1), CloseTournament())

    assert not any(str(score) in str(tournament_picture(cup.slug)) for score in SCORES)
    assert " won" not in str(tournament_picture(cup.slug)) + description(cup)
    do(cup, director, ReleaseResults())
    assert picture(cup) != before
    assert "won" in description(cup)
    assert description(cup) != told
    assert FEWEST <= len(description(cup)) <= MOST


def test_a_bracket_shows_the_matches_of_its_round(cup: Tournament):
    rows = tournament_picture(cup.slug).rows

    assert len(rows) == 2
    assert all(" \N{EN DASH} " in row.text and "?" not in row.text for row in rows)


def test_a_tournament_that_is_not_there_has_the_picture_of_lelam(db):
    assert Client().get(reverse("tournaments:picture", args=["none"])).content == general_png("en")

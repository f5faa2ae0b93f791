"""A round that is not released yet: no page and no answer of the API says anything that follows from it."""

import re

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from clubs.models import Club, Player
from tests.tournaments.helpers.directed import bot_pairs, called, do, opened, state_of
from tests.tournaments.helpers.pages import at
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.staging import PairRound, ReleaseRound
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

DESK = MatchPlan(hands=24, place="desk")
SWISS = StagePlan(type="swiss", rounds=3, tie_breaks=("points", "seed"), match=DESK)


def shown(cup: Tournament, moment: str = "") -> dict[str, str]:
    """Return what a visitor sees of the tournament, but for the numbers of versions."""
    api = f"/api/tournaments/{cup.slug}/stages/1/"
    at_moment = f"at={moment}" if moment else ""
    pages = [
        *(f"{at('tournament', cup)}?why={entrant}&{at_moment}" for entrant in state_of(cup).entrants),
        f"{api}standings/?{at_moment}",
        f"{api}rounds/?{at_moment}",
        *((f"{at('what_if', cup)}?stage=1", at("entries", cup)) if not moment else ()),
    ]
    answers = {page: Client().get(page, follow=True) for page in pages}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {page: said(answer.content.decode()) for page, answer in answers.items()}


def said(page: str) -> str:
    """Return the text of a page, or an answer of the API, without the version and the time that it is of."""
    text = strip_tags(page[page.find("<main") + 1 :])
    return " ".join(re.sub(r'"version":\d+|Version \d+ of the log, [^.]*', "", text).split())


@pytest.mark.parametrize("count", [4, 5])
def test_a_draft_tells_nobody_who_rests_or_what_the_next_match_decides(club: Club, director: Player, count: int):
    states.forget_all()
    cup = opened(club, director, SWISS)
    bot_pairs(cup, director, count)
    called(cup, director)
    for match in state_of(cup).matches.values():
        if not match.is_bye:
            do(cup, director, ReportGame(match=match.number, points=(5, 1)))
    before = shown(cup)
    do(cup, director, PairRound(stage=1))
    assert shown(cup) == before
    moment = timezone.now().isoformat().replace("+", "%2B")
    as_of = shown(cup, moment)
    do(cup, director, ReleaseRound(stage=1, round=2))
    assert shown(cup, moment) == as_of
    lines = Client().get(f"/api/tournaments/{cup.slug}/stages/1/standings/").json()["lines"]
    assert sum(int(line["values"]["points"]) for line in lines) == (4 if count == 4 else 8), "the released bye counts"

"""Safe, live or out as a column of the standings: on the page, in words for any entrant, and in the API."""

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player
from tests.tournaments.helpers.directed import bot_pairs, called, do, opened, state_of
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.staging import CallRound, CloseStage, ReleaseRound
from tournaments.directing.publishing import publish
from tournaments.events.settings import MatchPlan, Qualifiers, StagePlan
from tournaments.log import outlooks, states
from tournaments.models import Tournament
from tournaments.overview.standings import _step
from tournaments.selectors.naming import Names
from tournaments.summaries.tables import Compared
from tournaments.tiebreaks.working import Working

pytestmark = pytest.mark.django_db(transaction=True)

DESK = MatchPlan(hands=24, place="desk")
LEAGUE = StagePlan(type="round_robin", tie_breaks=("points", "seed"), match=DESK)
FINAL = StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2),), match=DESK)
SWISS = StagePlan(type="swiss", rounds=3, tie_breaks=("points", "seed"), match=DESK)


def begun(club: Club, director: Player, *plans: StagePlan, pairs: int = 4) -> Tournament:
    states.forget_all()
    cup = opened(club, director, *plans)
    bot_pairs(cup, director, pairs)
    called(cup, director)
    for one in state_of(cup).stages[1].rounds[1:]:
        do(cup, director, ReleaseRound(stage=1, round=one.number), CallRound(stage=1, round=one.number))
    return cup


def page(cup: Tournament, query: str = "") -> str:
    answer = Client().get(reverse("tournaments:tournament", args=[cup.slug]) + query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def win_all(cup: Tournament, director: Player, *rounds: int) -> None:
    """Let the entrant with the lower number win each match of some rounds."""
    for match in state_of(cup).matches_of(1):
        if match.round in rounds and not match.is_bye:
            points = (5, 1) if match.sides[0] < match.sides[1] else (1, 5)
            do(cup, director, ReportGame(match=match.number, points=points))


def test_the_column_says_who_is_safe_live_or_out_and_what_each_needs(club: Club, director: Player):
    cup = begun(club, director, LEAGUE, FINAL)
    shown = page(cup)
    assert "Top 2" in shown
    assert shown.count('class="val outlook live"') == 4
    assert "you certainly go on" not in shown
    win_all(cup, director, 1, 2)
    shown = page(cup)
    kinds = {kind: shown.count(f'class="val outlook {kind}"') for kind in ("safe", "live", "out")}
    assert sum(kinds.values()) == 4
    assert kinds["safe"]
    assert "it may already be decided" not in shown
    needs = page(cup, "?why=4")
    assert 'id="needs-4"' in needs
    assert "out of reach" in needs or "match points at the end" in needs
    name = cup.entrants.get(number=1).name or ""
    assert f'id="needs-1">{name}' in page(cup, "?why=1")
    win_all(cup, director, 3)
    do(cup, director, CloseStage(stage=1))
    assert "outlook" not in page(cup, "?stage=1")


def test_in_a_swiss_the_page_says_that_the_outlook_goes_by_points_alone(club: Club, director: Player):
    shown = page(begun(club, director, SWISS))
    assert "First</th>" in shown
    assert "open<span" in shown
    assert "“Open” goes by the fewest and the most points of each entrant" in shown


def test_the_task_that_publishes_answers_before_a_page_asks(
    club: Club, director: Player, monkeypatch: pytest.MonkeyPatch
):
    cup = begun(club, director, LEAGUE, FINAL)
    publish(cup.pk)
    asked: list[Any] = []
    monkeypatch.setattr(outlooks, "outlook_of_group", lambda *about: asked.append(about))
    page(cup)
    assert asked == []
    win_all(cup, director, 1)
    page(cup)
    assert len(asked) == 1
    page(cup)
    assert len(asked) == 1, "that there is none is kept as well"


def test_the_api_tells_the_outlook_with_the_standings(club: Club, director: Player):
    cup = begun(club, director, LEAGUE, FINAL)
    win_all(cup, director, 1, 2, 3)
    address = f"/api/tournaments/{cup.slug}/stages/1/standings/"
    told = Client().get(address).json()
    assert (told["goal"], told["goes_on"]) == (2, 2)
    assert [line["outlook"] for line in told["lines"]] == ["safe", "safe", "out", "out"]
    assert all(line["outlook_exact"] for line in told["lines"])
    do(cup, director, CloseStage(stage=1))
    over = Client().get(address).json()
    assert (over["goal"], over["lines"][0]["outlook"], over["lines"][0]["outlook_exact"]) == (0, None, False)
    then = Client().get(f"{address}?version={told['version']}").json()
    assert then == told


def test_all_that_are_level_are_named_where_a_place_is_explained():
    values = tuple((number, Fraction(2)) for number in range(1, 31))
    names = Names({number: f"Pair {number}" for number in range(1, 31)}, {})
    own = Working("points", "1", Fraction(2), ())
    listed = _step(Compared("points", values[:8], own, decides=False), names, 1)[1]
    assert listed.count("Pair") == 8
    listed = _step(Compared("points", values, own, decides=False), names, 1)[1]
    assert listed.endswith(", and 17 more with the same")

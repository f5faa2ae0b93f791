"""The page that asks "What if?": for everybody by results, for directors by more; nothing is stored."""

from collections.abc import Mapping
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from clubs.models import Club, Player
from games import store
from tests.tournaments.helpers.directed import bot_pairs, called, do, opened, state_of
from tests.tournaments.helpers.pages import at
from tournaments.deeds.entering import Leave
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.staging import BeginStage, CallRound, PairRound, ReleaseRound
from tournaments.desk import whatif
from tournaments.events.settings import MatchPlan, Qualifiers, StagePlan
from tournaments.log import states
from tournaments.models import Tournament
from tournaments.previews.supposing import planned_otherwise
from tournaments.state.standing import rows_of

pytestmark = pytest.mark.django_db(transaction=True)

DESK = MatchPlan(hands=24, place="desk")
LEAGUE = StagePlan(type="round_robin", tie_breaks=("points", "difference", "seed"), match=DESK)
FINAL = StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2),), match=DESK)


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    """A round robin of four, of which two go on, with its first round played: 1 and 2 have won."""
    states.forget_all()
    cup = opened(club, director, LEAGUE, FINAL)
    bot_pairs(cup, director, 4)
    called(cup, director)
    for match in state_of(cup).matches_of(1):
        if match.round == 1:
            points = (5, 1) if match.sides[0] < match.sides[1] else (1, 5)
            do(cup, director, ReportGame(match=match.number, points=points))
    do(cup, director, ReleaseRound(stage=1, round=2), CallRound(stage=1, round=2))
    return cup


def answer(client: Client, cup: Tournament, **query: object):
    return client.get(at("what_if", cup), query)


def page(client: Client, cup: Tournament, **query: object) -> str:
    shown = answer(client, cup, **query)
    assert shown.status_code == 200
    return " ".join(shown.content.decode().split())


def lines(client: Client, cup: Tournament, **query: object) -> list[tuple[int, int, int]]:
    """Return rank, entrant and moved of each line."""
    found = answer(client, cup, **query).context["page"].lines
    return [(line.rank, line.entrant, line.moved) for line in found]


def of_round(cup: Tournament, number: int) -> list[int]:
    return [match.number for match in state_of(cup).matches_of(1) if match.round == number]


def test_supposed_results_show_what_would_follow_and_store_nothing(client: Client, cup: Tournament, director: Player):
    version = store.load(cup.pk)[-1].version
    assert "Present standings" in page(client, cup)
    first, second = of_round(cup, 2)
    query = {"stage": 1, f"m{first}": "9_-2", f"m{second}": "level"}
    shown = page(client, cup, **query)
    assert "With these results" in shown
    assert "would go on" in shown
    after = lines(client, cup, **query)
    assert store.load(cup.pk)[-1].version == version
    do(cup, director, ReportGame(match=first, points=(9, -2)))
    do(cup, director, ReportGame(match=second, points=(0, 0), winners=()))
    assert [(rank, entrant) for rank, entrant, _moved in after] == [
        (row.rank, int(row.entrant)) for row in rows_of(state_of(cup), 1)
    ]
    assert any(moved for _rank, _entrant, moved in after)


def test_the_form_leads_to_an_address_that_can_be_shared(client: Client, cup: Tournament):
    first, second = of_round(cup, 2)
    sent = {"stage": 1, "group": 1, "go": 1, f"w{first}": "home", f"a{second}": "7", f"b{second}": "3", "w99": ""}
    moved = answer(client, cup, **sent)
    assert moved.status_code == 302
    address = urlsplit(moved["Location"])
    assert address.fragment == "would"
    assert parse_qs(address.query) == {"stage": ["1"], "group": ["1"], f"m{first}": ["home"], f"m{second}": ["7_3"]}
    shown = " ".join(client.get(moved["Location"]).content.decode().split())
    assert 'value="home" selected' in shown
    assert f'name="a{second}" value="7"' in shown


@pytest.mark.parametrize("given", [{"a": "x", "b": "3"}, {"a": "7"}, {"w": "both"}])
def test_what_cannot_be_read_stands_beside_its_match(client: Client, cup: Tournament, given: Mapping[str, str]):
    (first, _second) = of_round(cup, 2)
    shown = page(client, cup, stage=1, go=1, **{f"{name}{first}": text for name, text in given.items()})
    beside = shown[shown.index(f'id="match-{first}"') :]
    beside = beside[: beside.index("</li>")]
    assert "Give the points of both sides as whole numbers, or choose a winner." in beside
    assert all(f'value="{text}"' in beside for name, text in given.items() if name != "w")


def test_a_match_that_has_a_result_by_now_is_left_out_with_a_word(client: Client, cup: Tournament):
    played, (first, _second) = of_round(cup, 1)[0], of_round(cup, 2)
    shown = page(client, cup, **{"stage": 1, f"m{played}": "9_0", f"m{first}": "9_0", "m777": "away"})
    assert f"Left out, because they are not open or no longer open: match {played}, 777." in shown
    assert "With these results" in shown


def test_drafts_are_shown_to_nobody(client: Client, cup: Tournament, director: Player):
    draft = of_round(cup, 3)[0]
    client.force_login(director.user)
    shown = page(client, cup, **{"stage": 1, f"m{draft}": "9_0"})
    assert f"Left out, because they are not open or no longer open: match {draft}." in shown
    assert f'id="match-{draft}"' not in shown


def test_directors_suppose_another_scoring_other_criteria_and_a_withdrawal(
    client: Client, cup: Tournament, director: Player
):
    query = {"stage": 1, "win": "3", "t0": "wins", "t1": "points", "leave": "1", "how": "void"}
    assert "For directors" not in page(client, cup)
    shown = page(client, cup, **query)
    assert "Only directors can suppose another scoring, other criteria or a withdrawal: left out here." in shown
    assert "Present standings" in shown
    client.force_login(director.user)
    assert "For directors" in page(client, cup)
    shown = page(client, cup, **query)
    assert "left out here" not in shown
    after = lines(client, cup, **query)
    do(cup, director, Leave(entrant=1, matches="void"))
    left = planned_otherwise(state_of(cup), 1, scoring={"win": "3"}, tie_breaks=("wins", "points"))
    assert [entrant for _rank, entrant, _moved in after] == [int(row.entrant) for row in rows_of(left, 1)]
    assert "There is no entrant 77." in page(client, cup, stage=1, leave=77)
    assert "Enter the points as 1, 3/2 or 0." in page(client, cup, stage=1, win="9e9")


def test_the_form_of_a_director_names_only_what_is_otherwise(client: Client, cup: Tournament, director: Player):
    client.force_login(director.user)
    sent = {"stage": 1, "group": 1, "go": 1, "win": "2", "draw": "1", "loss": "0", "leave": "", "how": "keep"}
    sent |= {"t0": "points", "t1": "difference", "t2": "seed", "t3": "", "t4": ""}
    assert urlsplit(answer(client, cup, **sent)["Location"]).query == "stage=1&group=1"
    assert urlsplit(answer(client, cup, **(sent | {"t1": "wins"}))["Location"]).query.endswith(
        "t0=points&t1=wins&t2=seed"
    )


def test_too_much_is_said_in_words(client: Client, cup: Tournament, monkeypatch: pytest.MonkeyPatch):
    many = {f"m{number}": "1_0" for number in range(1, 80)}
    assert "Suppose at most 60 results." in page(client, cup, stage=1, **many)
    monkeypatch.setattr(whatif, "MAX_FIELD", 3)
    assert "This group has more than 3 entrants" in page(client, cup)


def test_in_a_bracket_it_says_who_would_meet(client: Client, club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, StagePlan(type="knock_out", match=DESK))
    bot_pairs(cup, director, 4)
    do(cup, director, BeginStage(stage=1), PairRound(stage=1))
    do(cup, director, ReleaseRound(stage=1, round=1), CallRound(stage=1, round=1))
    shown = page(client, cup, stage=1, m1="home", m2="away")
    assert "Match 3 is " in shown
    assert " instead of somebody" in shown


def test_before_and_after_play_nothing_can_be_supposed(client: Client, club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, LEAGUE)
    assert "No stage is being played." in page(client, cup)
    assert answer(client, cup, stage="x", group="-1", m0="?", leave="9" * 30).status_code == 200


def test_the_tournaments_page_leads_to_it_while_a_stage_is_played(client: Client, cup: Tournament):
    overview = client.get(at("tournament", cup)).content.decode()
    assert f"{at('what_if', cup)}?stage=1&amp;group=1" in overview

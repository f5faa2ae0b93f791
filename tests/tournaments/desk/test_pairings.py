"""Pairing by hand on its page: swap, compare, keep, go back; and what the desk and the public page say of it."""

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import bot_pairs, called, do, opened, state_of
from tests.tournaments.helpers.pages import at, forms_of, press
from tournaments.deeds.entering import CheckIn, Leave
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.staging import BeginStage, PairRound, ReleaseRound
from tournaments.desk.pairings import written
from tournaments.directing.entering import enter
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

DESK = MatchPlan(hands=24, place="desk")
SWISS = StagePlan(type="swiss", rounds=3, tie_breaks=("points", "seed"), match=DESK)


@pytest.fixture
def cup(club: Club, director: Player, officer: Client) -> Tournament:
    """A Swiss of four pairs with a draft of its second round; in the first 1 and 2 won."""
    cup = opened(club, director, SWISS)
    bot_pairs(cup, director, 4)
    called(cup, director)
    for match in state_of(cup).matches_of(1):
        do(cup, director, ReportGame(match=match.number, points=(9, 2)))
    do(cup, director, PairRound(stage=1))
    return cup


def page_of(cup: Tournament, number: int = 2) -> str:
    return at("pairings", cup, 1, number)


def boards(cup: Tournament, number: int = 2) -> tuple:
    paired = state_of(cup).stages[1].round_of(number)
    return tuple(state_of(cup).matches[match].sides for match in paired.matches)


def fields(client: Client, cup: Tournament, number: int = 2) -> dict[str, str]:
    html = client.get(page_of(cup, number)).content.decode()
    hidden = re.findall(r'<input type="hidden" name="(version|command|pairing)" value="([^"]*)"', html)
    return dict(hidden)


def send(client: Client, cup: Tournament, act: str, **more: Any) -> str:
    answer = client.post(page_of(cup), {**fields(client, cup), "act": act, **more}, follow=True)
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def name_of(cup: Tournament, entrant: int) -> str:
    return cup.entrants.get(number=entrant).name or " & ".join(
        cup.entrants.get(number=entrant).players.order_by("position").values_list("player__name", flat=True)
    )


def test_the_desk_leads_to_the_draft_and_says_who_paired_it(officer: Client, cup: Tournament):
    shown = officer.get(at("desk", cup)).content.decode()
    assert page_of(cup) in shown
    assert "As the engine paired it." in shown


def test_two_chosen_entrants_change_places_and_nothing_is_saved(officer: Client, cup: Tournament):
    ((one,), (other,)), ((three,), (four,)) = before = boards(cup)
    shown = send(officer, cup, "swap", pick=[str(other), str(three)])
    assert f'name="pairing" value="{one}-{three} {other}-{four}"' in shown
    assert boards(cup) == before
    shown = send(officer, cup, "swap", pick=[str(one)])
    assert "Choose two entrants" in shown


def test_comparing_names_the_pairs_that_meet_again_and_the_criteria(officer: Client, cup: Tournament):
    ((one,), (other,)), ((three,), (four,)) = boards(cup, 1)
    again = f"{one}-{other} {three}-{four}"
    before = state_of(cup).version
    shown = send(officer, cup, "compare", pairing=again)
    names = {entrant: name_of(cup, entrant) for entrant in (one, other, three, four)}
    assert f"{names[one]} and {names[other]} have met already, in round 1." in shown
    assert f"{names[three]}, on 2, meets {names[four]}, on 0." in shown
    assert "It is worse than the engine's pairing in: repeated meetings, differences of points, squared" in shown
    assert "Save this pairing" in shown
    assert state_of(cup).version == before


def test_what_is_kept_is_the_draft_and_everybody_is_told_what_it_breaks(officer: Client, cup: Tournament, director):
    ((one,), (other,)), ((three,), (four,)) = boards(cup, 1)
    shown = send(officer, cup, "keep", pairing=f"{one}-{other} {three}-{four}")
    assert "The pairing is saved." in shown
    words = "Paired by hand by a director. Worse than the engine's pairing in: repeated meetings, differences of points"
    assert words in shown, "the desk says it"
    assert boards(cup) == (((one,), (other,)), ((three,), (four,)))
    assert "repeated meetings" not in Client().get(at("tournament", cup) + "?round=2").content.decode(), "a draft"
    do(cup, director, ReleaseRound(stage=1, round=2))
    public = " ".join(unescape(Client().get(at("tournament", cup) + "?round=2").content.decode()).split())
    assert words in public
    assert f"{name_of(cup, one)} and {name_of(cup, other)} have met already, in round 1." in public


def test_one_goes_back_to_the_engines_pairing_before_and_after_it_was_kept(officer: Client, cup: Tournament):
    engine = boards(cup)
    ((one,), (other,)), ((three,), (four,)) = engine
    send(officer, cup, "engine", pairing=f"{one}-{three} {other}-{four}")
    assert boards(cup) == engine
    send(officer, cup, "keep", pairing=f"{one}-{three} {other}-{four}")
    assert boards(cup) != engine
    shown = send(officer, cup, "engine")
    assert f'name="pairing" value="{written(engine)}"' in shown
    assert "This is the engine's pairing." in shown
    assert "The pairing is saved." in send(officer, cup, "keep", pairing=written(engine))
    assert boards(cup) == engine
    assert "As the engine paired it." in officer.get(at("desk", cup)).content.decode()


def test_what_another_director_did_meanwhile_is_not_overwritten(officer: Client, cup: Tournament, director: Player):
    form = fields(officer, cup)
    ((one,), (other,)), ((three,), (four,)) = boards(cup)
    do(cup, director, CheckIn(entrant=1, present=True))
    sent = {**form, "act": "keep", "pairing": f"{one}-{three} {other}-{four}"}
    shown = officer.post(page_of(cup), sent).content.decode()
    assert "has changed in the meantime" in shown
    assert boards(cup) == (((one,), (other,)), ((three,), (four,)))
    assert f'value="{one}-{three} {other}-{four}"' in shown, "nothing of it is lost"


def test_a_pairing_that_has_not_the_entrants_of_the_round_is_refused(officer: Client, cup: Tournament):
    before = state_of(cup).version
    for pairing in ("1-2 3-3", "1-2", "1-2-3 4", "x-1 2-3", "1-2 3-5", ""):
        assert "could not be read" in send(officer, cup, "keep", pairing=pairing)
    assert "could not be read" in send(officer, cup, "nonsense")
    assert state_of(cup).version == before


def test_a_match_of_entrants_that_have_left_is_left_out(officer: Client, cup: Tournament, director: Player):
    ((one,), (other,)), ((three,), (four,)) = boards(cup)
    for entrant in (one, three):
        do(cup, director, Leave(entrant=entrant, matches="keep"))
    shown = send(officer, cup, "compare", pairing=f"{one}-{three} {other}-{four}")
    assert "There is nothing to compare with" in shown
    send(officer, cup, "keep", pairing=f"{one}-{three} {other}-{four}")
    assert boards(cup) == (((other,), (four,)),)


def test_the_page_is_for_directors_and_for_drafts(officer: Client, cup: Tournament, director: Player):
    stranger = Client()
    stranger.force_login(PlayerFactory(name="Fathima").user)
    assert stranger.get(page_of(cup)).status_code == 403
    assert stranger.post(page_of(cup), {"act": "keep"}).status_code == 403
    assert officer.get(page_of(cup, 3)).status_code == 404
    assert officer.get(at("pairings", cup, 7, 1)).status_code == 404
    assert officer.get(page_of(cup, 1)).status_code == 302, "released"
    assert officer.get(page_of(cup) + "?group=2").status_code == 404


def test_each_group_is_paired_by_hand_by_itself(club: Club, director: Player, officer: Client):
    cup = opened(club, director, StagePlan(type="swiss", rounds=2, groups=2, match=DESK))
    bot_pairs(cup, director, 8)
    do(cup, director, BeginStage(stage=1), PairRound(stage=1))
    desk = officer.get(at("desk", cup)).content.decode()
    assert f"{page_of(cup, 1)}?group=2" in desk
    second = state_of(cup).stages[1].groups[1]
    html = officer.get(page_of(cup, 1) + "?group=2").content.decode()
    assert sorted(map(int, re.findall(r'name="pick" value="(\d+)"', html))) == sorted(second)
    hidden = dict(re.findall(r'<input type="hidden" name="(version|command|pairing)" value="([^"]*)"', html))
    one, other, three, four = second
    kept = {**hidden, "act": "keep", "pairing": f"{one}-{other} {three}-{four}"}
    officer.post(page_of(cup, 1) + "?group=2", kept)
    paired = state_of(cup).stages[1].round_of(1, 1)
    assert [state_of(cup).matches[match].entrants for match in paired.matches] == [(one, other), (three, four)]


def test_a_race_of_three_sides_is_paired_by_hand(club: Club, director: Player, officer: Client):
    plan = StagePlan(type="points_race", rounds=2, match=DESK)
    cup = opened(club, director, plan, rules="28-kerala-3", kind="player", side=1)
    for number in range(6):
        enter(cup, by=director, players=[PlayerFactory(bot=True)], name=f"Player {number}", command=uuid4())
    do(cup, director, BeginStage(stage=1), PairRound(stage=1))
    one, other = boards(cup, 1)
    shown = " ".join(unescape(officer.post(page_of(cup, 1), {
        **fields(officer, cup, 1), "act": "swap", "pick": [str(one[0][0]), str(other[0][0])],
    }).content.decode()).split())  # fmt: skip
    assert f'name="pairing" value="{other[0][0]}-{one[1][0]}-{one[2][0]} ' in shown


def test_a_round_is_paired_anyway_where_the_desk_names_what_is_missing(officer: Client, cup: Tournament, director):
    do(cup, director, ReleaseRound(stage=1, round=2))
    press(officer, cup, at("desk", cup), "Call round 2")
    shown = officer.get(at("desk", cup)).content.decode()
    missing = [match.number for match in state_of(cup).matches_of(1) if match.round == 2]
    assert f"The results of match {missing[0]}, {missing[1]} are missing." in shown
    anyway = "Pair round 3 anyway: the missing matches count as not played"
    assert set(forms_of(shown)) >= {anyway}
    assert "Round 3 of stage 1 was paired." in press(officer, cup, at("desk", cup), anyway)
    assert state_of(cup).stages[1].last_round() == 3
    do(cup, director, ReportGame(match=missing[0], points=(4, 1)))
    assert state_of(cup).matches[missing[0]].games[0].report is not None, "it can still be reported"


def test_the_public_page_says_why_entrants_meet_and_rest(club: Club, director: Player, client: Client):
    states.forget_all()
    cup = opened(club, director, SWISS)
    bot_pairs(cup, director, 5)
    called(cup, director)
    first = " ".join(unescape(client.get(at("tournament", cup)).content.decode()).split())
    assert "Paired by seeds: the upper half against the lower half." in first
    assert "rests: the lowest of the entrants with the fewest byes." in first
    for match in state_of(cup).matches_of(1):
        if not match.is_bye:
            do(cup, director, ReportGame(match=match.number, points=(9, 2)))
    do(cup, director, PairRound(stage=1), ReleaseRound(stage=1, round=2))
    second = " ".join(unescape(client.get(at("tournament", cup) + "?round=2").content.decode()).split())
    assert "Paired by points: within the same points the upper half against the lower, and nobody twice." in second
    assert second.count("floats down.") == 1
    assert "on 2" in second


def test_a_bracket_says_where_its_seeds_come_from(club: Club, director: Player, client: Client):
    states.forget_all()
    cup = opened(club, director, StagePlan(type="knock_out", match=DESK))
    bot_pairs(cup, director, 4)
    called(cup, director)
    shown = client.get(at("tournament", cup)).content.decode()
    assert "Origin of the seeds" in shown
    assert shown.count("by the order of the entries") == 4


def test_the_pairing_travels_in_one_field_so_that_a_form_may_have_any_size(officer: Client, cup: Tournament):
    html = officer.get(page_of(cup)).content.decode()
    form = html[html.index('id="by-hand"') :].partition("</form>")[0]
    sent = re.findall(r'<input type="hidden" name="(\w+)"', form)
    assert sent == ["csrfmiddlewaretoken", "version", "command", "pairing"]


def test_the_log_tells_of_it(officer: Client, cup: Tournament):
    ((one,), (other,)), ((three,), (four,)) = boards(cup)
    send(officer, cup, "keep", pairing=f"{one}-{three} {other}-{four}")
    assert "paired by hand" in officer.get(reverse("tournaments:history", args=[cup.slug])).content.decode()

"""The page of a tournament: for a visitor, for a player, as of a minute, and drafts kept back."""

from dataclasses import replace
from datetime import timedelta
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Player
from games import store
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import ONE_HAND, ROUND_ROBIN, bot_pairs, called, do, opened, state_of
from tournaments.deeds.opening import PlanStage
from tournaments.deeds.playing import DecideMatch, ReportGame
from tournaments.deeds.staging import BeginStage, CallRound, CloseStage, PairRound, ReleaseRound
from tournaments.directing.entering import enter
from tournaments.directing.publishing import publish
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan, Qualifiers, StagePlan
from tournaments.log import states
from tournaments.models import PublishedStanding, Tournament
from tournaments.overview.matches import SideShown
from tournaments.overview.svg import _row

pytestmark = pytest.mark.django_db(transaction=True)

DESK = MatchPlan(hands=24, place="desk")
SWISS = StagePlan(type="swiss", rounds=2, tie_breaks=("points", "buchholz", "difference", "seed"), match=DESK)
KNOCK_OUT = StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=4),), match=DESK)


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    """A Swiss of six pairs into a knock-out of four, open for entries."""
    states.forget_all()
    cup = opened(club, director, SWISS, KNOCK_OUT)
    bot_pairs(cup, director, 6)
    return cup


def page(client, cup: Tournament, query: str = "") -> str:
    answer = client.get(reverse("tournaments:tournament", args=[cup.slug]) + query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def play_round(cup: Tournament, director: Player, stage: int) -> None:
    for match in state_of(cup).matches_of(stage):
        if not match.is_bye and match.is_filled and not match.games:
            do(cup, director, ReportGame(match=match.number, points=(20 - match.number, match.number)))


def test_before_play_the_page_lists_the_entries_and_says_how_it_is_played(client, cup: Tournament):
    shown = page(client, cup)
    names = list(cup.entrants.values_list("name", flat=True))
    assert all(name.replace("&", "&amp;") in shown for name in names)
    assert "Open for entries: 6 so far." in shown
    assert "A Swiss of 2 rounds" in shown


def test_a_draft_is_seen_by_nobody_here_and_a_released_round_by_all(client, cup: Tournament, director: Player):
    do(cup, director, BeginStage(stage=1), PairRound(stage=1))
    client.force_login(director.user)
    assert 'id="match-1"' not in page(client, cup)
    do(cup, director, ReleaseRound(stage=1, round=1))
    client.logout()
    shown = page(client, cup)
    assert 'id="match-1"' in shown
    assert "waiting for its call" in shown


def test_standings_explain_a_place(client, cup: Tournament, director: Player):
    called(cup, director)
    play_round(cup, director, 1)
    shown = page(client, cup)
    assert "Swiss, round 1 of 2.</b> 3 of 3 matches are done." in shown
    first = state_of(cup).matches[1].sides[0][0]
    why = page(client, cup, f"?why={first}")
    assert f'id="why-{first}"' in why
    assert "match points</b>" in why.replace("Match points", "match points")


def test_as_of_a_minute_the_page_is_what_it_was_then(client, cup: Tournament, director: Player):
    called(cup, director)
    before = page(client, cup)
    moment = store.load(cup.pk)[-1].recorded_at
    do(cup, director, DecideMatch(match=1, decision="walkover", winner=0))
    assert "walkover" in page(client, cup)
    as_of = page(client, cup, f"?at={moment.isoformat().replace('+', '%2B')}")
    assert "walkover" not in as_of
    assert "As it was on" in as_of
    assert before.count('class="fixture"') == as_of.count('class="fixture"')
    address = reverse("tournaments:tournament", args=[cup.slug])
    assert client.get(f"{address}?at=2020-01-01T10:00").status_code == 404


def test_a_knock_out_is_drawn_and_said_in_words(client, cup: Tournament, director: Player):
    for number in (1, 2):
        called(cup, director, number=number)
        play_round(cup, director, 1)
    do(cup, director, CloseStage(stage=1), BeginStage(stage=2), PairRound(stage=2))
    do(cup, director, ReleaseRound(stage=2, round=1), CallRound(stage=2, round=1))
    do(cup, director, ReleaseRound(stage=2, round=2), CallRound(stage=2, round=2))
    first = state_of(cup).matches_of(2)[0]
    do(cup, director, ReportGame(match=first.number, points=(9, 2)))
    shown = page(client, cup, f"?stage=2&follow={first.sides[0][0]}")
    assert shown.count('<a class="mt ') == 3
    assert "Semi-finals" in shown
    assert "9 to 2" in shown
    assert shown.count("way mine") == 1
    assert "winner of match 2" in shown


def test_a_player_sees_the_own_match_first(client, club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, ROUND_ROBIN)
    bot_pairs(cup, director, 3)
    enter(cup, by=director, players=[director, PlayerFactory(bot=True)], command=uuid4())
    called(cup, director)
    client.force_login(director.user)
    assert "Your next match" in page(client, cup)
    client.logout()
    assert "Your next match" not in page(client, cup)


def test_the_living_part_is_sent_once(client, cup: Tournament):
    address = reverse("tournaments:tournament", args=[cup.slug])
    head = {"HX-Request": "true", "HX-Target": "live"}
    first = client.get(address, headers=head)
    assert first.status_code == 200
    assert "<html" not in first.content.decode()
    again = client.get(address, headers={**head, "If-None-Match": first.headers["ETag"]})
    assert again.status_code == 204


@pytest.mark.parametrize(
    "query",
    ["?stage=9", "?round=999999999999", "?at=nonsense", "?at=2026-13-45T99:99", "?why=x&group=77&follow=-1", "?q=%00"],
)
def test_what_cannot_be_read_is_not_asked(client, cup: Tournament, director: Player, query: str):
    called(cup, director)
    page(client, cup, query)


def test_plans_may_come_later(client, club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director)
    assert "Open for entries" in page(client, cup)
    do(cup, director, PlanStage(plan=StagePlan(type="ladder", match=ONE_HAND)))
    bot_pairs(cup, director, 3)
    do(cup, director, BeginStage(stage=1))
    assert "Ladder is being played." in page(client, cup)


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59-14:00", "9999-12-31T23:59", "0001-01-01T00:00%2B14:00"])
def test_a_moment_at_the_end_of_all_years_is_not_asked_for(client, cup: Tournament, moment: str):
    assert "Open for entries" in page(client, cup, f"?at={moment}")


def test_after_the_last_stage_the_page_says_that_all_is_played(client, club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, ROUND_ROBIN)
    bot_pairs(cup, director, 2)
    called(cup, director)
    do(cup, director, DecideMatch(match=1, decision="walkover", winner=0), CloseStage(stage=1))
    shown = page(client, cup)
    assert "All stages are played: the tournament can be closed." in shown
    assert "has not begun yet" not in shown


def test_the_search_stands_first_and_earlier_moments_beside_the_one_to_be_chosen(
    client, cup: Tournament, director: Player
):
    called(cup, director)
    publish(cup.pk)
    earlier = timezone.now() - timedelta(minutes=9)
    PublishedStanding.objects.create(tournament=cup, stage=1, group=0, version=1, moved=1, at=earlier, lines=[])
    shown = page(client, cup)
    assert shown.index('id="find-all"') < shown.index('id="standings"') < shown.index('id="round"')
    moments = shown[shown.index('class="moments"') :].partition("</form>")[0]
    assert "?at=" in moments, "the standings that were published before"
    assert shown.count("As it was at") == 1


def test_any_minute_can_be_chosen_and_a_wrong_one_gives_a_sentence(client, cup: Tournament, director: Player):
    called(cup, director)
    shown = page(client, cup)
    assert shown.count('name="at" type="datetime-local"') == 1
    assert "could not be read" not in shown
    assert "could not be read" in page(client, cup, "?at=yesterday")
    client.force_login(director.user)
    entries = client.get(reverse("tournaments:entries", args=[cup.slug]), {"at": "31.12."}).content.decode()
    assert "could not be read" in entries


def test_an_old_page_offers_no_table_to_watch(client, club: Club, director: Player):
    cup = opened(club, director, StagePlan(type="round_robin", match=ONE_HAND), bots=True)
    bot_pairs(cup, director, 2)
    called(cup, director)
    tend(cup.pk)
    assert ">Watch<" in page(client, cup).replace(" Watch<", ">Watch<")
    then = page(client, cup, f"?at={quote(timezone.now().isoformat())}")
    assert "being played" in then
    assert "Watch<" not in then
    assert f'value="{timezone.localdate().year}-' in then, "the field has the minute that is shown"


def test_a_bracket_leads_to_other_moments_and_to_what_if(client, cup: Tournament, director: Player):
    called(cup, director)
    play_round(cup, director, 1)
    do(cup, director, PairRound(stage=1), ReleaseRound(stage=1, round=2), CallRound(stage=1, round=2))
    play_round(cup, director, 1)
    do(cup, director, CloseStage(stage=1))
    called(cup, director, 2)
    shown = page(client, cup)
    assert shown.count('name="at" type="datetime-local"') == 1
    address = reverse("tournaments:what_if", args=[cup.slug])
    assert f'href="{address}?stage=2&amp;group=1"' in shown
    assert 'value="level"' not in client.get(address, {"stage": 2}).content.decode(), "somebody goes on"


def test_a_name_in_a_bracket_leaves_room_for_the_points():
    side = SideShown((1,), "Annamma & Baburaj & Gopalan", "12", won=True, lost=False, open=False)
    assert ">Annamma &amp; Baburaj &amp; G…<" in "".join(_row(replace(side, points="", won=False), 20, 1))
    beside = "".join(_row(side, 20, 1))
    assert ">Annamma &amp; Babura…<" in beside
    assert 'class="won mine pt"' in beside

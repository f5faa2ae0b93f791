"""The big screen: everything public on some page once, nothing else, and the same for every reader."""

import re
from collections import Counter
from datetime import timedelta
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async as database
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from clubs.models import Club, Player
from clubs.web import fragments
from tests.tournaments.delivery.lines import Line
from tests.tournaments.helpers.directed import bot_pairs, called, do, opened, state_of
from tournaments.deeds.opening import CloseTournament
from tournaments.deeds.playing import PlaceMatch, ReportGame
from tournaments.deeds.publishing import SetEmbargo
from tournaments.deeds.scheduling import SetSchedule
from tournaments.deeds.staging import BeginStage, CloseStage, PairRound, ReleaseRound
from tournaments.delivery import audiences
from tournaments.directing.awards import add_prize
from tournaments.events.scheduling import RoundTime, Session
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.floor.services import announce
from tournaments.log import states
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

DESK = MatchPlan(hands=24, place="desk")
SWISS = StagePlan(type="swiss", rounds=3, tie_breaks=("points", "seed"), match=DESK)
KNOCK_OUT = StagePlan(type="knock_out", match=DESK)


@pytest.fixture(autouse=True)
def _fresh():
    states.forget_all()
    fragments.forget_all()
    cache.clear()


def named(cup: Tournament) -> list[str]:
    """Name all entrants of a tournament, and return their names."""
    for entrant in Entrant.objects.filter(tournament=cup):
        Entrant.objects.filter(pk=entrant.pk).update(name=f"Pair {entrant.number:03}")
    return list(Entrant.objects.filter(tournament=cup).values_list("name", flat=True))


def seated(club: Club, director: Player, plan: StagePlan = SWISS, count: int = 22) -> tuple[Tournament, list[str]]:
    """Return a tournament whose first round is called and has its tables, with the names of its entrants."""
    cup = opened(club, director, plan)
    bot_pairs(cup, director, count)
    names = named(cup)
    called(cup, director)
    for match in list(state_of(cup).matches.values()):
        if match.round == 1 and not match.is_bye:
            do(cup, director, PlaceMatch(match=match.number, table=str(match.number)))
    return cup, names


def shown(cup: Tournament, query: str = "", client: Client | None = None) -> str:
    """Return the pages of a screen."""
    answer = (client or Client()).get(f"/tournaments/{cup.slug}/parts/screen/?{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    return " ".join(strip_tags(html).split())


def counted(html: str) -> Counter[str]:
    return Counter(re.findall(r"Pair \d{3}", html))


@pytest.mark.parametrize("kind", ["names", "tables", "standings"])
def test_each_entrant_appears_once_in_each_list(kind, club: Club, director: Player):
    cup, names = seated(club, director, count=23)

    html = shown(cup, f"show={kind}&lines=5")

    assert counted(html.partition('class="decided"')[0]) == Counter(names)
    assert html.count('class="slide') > 1


def test_screens_that_share_a_list_show_all_of_it_between_them(club: Club, director: Player):
    cup, names = seated(club, director)

    first, second = (shown(cup, f"show=names&lines=5&share={part}-2") for part in (1, 2))

    assert counted(first) + counted(second) == Counter(names)
    assert counted(first).keys().isdisjoint(counted(second))


def test_what_an_address_asks_wrongly_is_not_asked(club: Club, director: Player):
    cup, _names = seated(club, director)
    usual = shown(cup)
    for query in ("show=nothing", "lines=x", "share=3-2", "share=0-0", "share=", "group=99999999999", "stage=-1"):
        assert shown(cup, query) == usual, query


def test_the_lists_of_a_round_give_way_to_its_results(club: Club, director: Player):
    cup, _names = seated(club, director, count=4)
    before = words(shown(cup))
    matches = [match.number for match in state_of(cup).matches.values()]
    do(cup, director, ReportGame(match=matches[0], points=(9, 2)))
    during = words(shown(cup))
    do(cup, director, ReportGame(match=matches[1], points=(3, 8)))
    after = words(shown(cup))

    assert "Tables and players, round 1" in before
    assert "Results, round 1" not in before
    assert "Results, round 1 1 of 2 matches is done" in during or "1 of 2 matches are done" in during
    assert "Tables and players, round 1" in during
    assert "2 of 2 matches are done" in after
    assert "Tables and players" not in after


def test_a_draft_is_on_no_page(club: Club, director: Player):
    cup = opened(club, director, SWISS)
    bot_pairs(cup, director, 4)
    named(cup)
    do(cup, director, BeginStage(stage=1), PairRound(stage=1))

    assert "Tables and players" not in shown(cup)
    do(cup, director, ReleaseRound(stage=1, round=1))
    assert "Tables and players" in shown(cup)


def test_results_under_embargo_are_on_no_page_until_its_hour(club: Club, director: Player, monkeypatch):
    cup, _names = seated(club, director, count=4)
    until = timezone.now() + timedelta(hours=1)
    do(cup, director, SetEmbargo(until=int(until.timestamp())))
    do(cup, director, ReportGame(match=1, points=(77, 2)))

    assert "77" not in words(shown(cup))
    staff = Client()
    staff.force_login(director.user)
    assert "77" not in words(shown(cup, client=staff)), "a screen is for everybody, whoever opens it"
    real = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() + timedelta(hours=2))
    assert "77" in words(shown(cup))


def test_a_bracket_shows_the_rounds_that_are_being_played(club: Club, director: Player):
    cup, _names = seated(club, director, KNOCK_OUT, count=8)
    for match in [match for match in state_of(cup).matches.values() if match.round == 1]:
        do(cup, director, ReportGame(match=match.number, points=(9, 2)))
    played = words(shown(cup, "show=bracket"))
    do(cup, director, ReleaseRound(stage=1, round=2))

    html = words(shown(cup, "show=bracket"))

    assert "Quarter-finals" in played
    assert "Semi-finals" in html
    assert "Quarter-finals" not in html


def test_the_schedule_says_what_is_played_and_counts_to_what_comes_next(club: Club, director: Player):
    cup, _names = seated(club, director, count=4)
    noon = timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0) + timedelta(days=1)
    first, second = (int((noon + timedelta(hours=hour)).timestamp()) for hour in (0, 1))
    rounds = (RoundTime(1, 1, first, 40), RoundTime(1, 2, second, 40))
    do(cup, director, SetSchedule(sessions=(Session(first, first + 4 * 3600),), rounds=rounds))

    html = shown(cup, "show=schedule")

    assert f'data-until="{first + 40 * 60}"' in html
    text = words(html)
    assert re.search(r"Round 1 ends in .*\d\d:00 Round 1 ● being played \d\d:00 Round 2 ▶ next", text), text


def test_announcements_to_everybody_stand_on_it_in_its_language_and_others_do_not(club: Club, director: Player):
    cup, _names = seated(club, director, count=4)
    announce(tournament=cup, by=director, words="Lunch now", malayalam="ഊണ്", command=uuid4())
    announce(tournament=cup, by=director, words="To the desk", audience="entrants", to=(1,), command=uuid4())

    english, malayalam = shown(cup), shown(cup, "language=ml")

    assert "Lunch now" in english
    assert "ഊണ്" not in english
    assert "ഊണ്" in malayalam
    assert "To the desk" not in english + malayalam


async def test_an_announcement_reaches_an_open_screen_and_is_gone_when_it_is_over(
    club: Club, director: Player, monkeypatch
):
    monkeypatch.setattr(audiences, "REST_SECONDS", 0.0)
    cup = await database(opened)(club, director)
    line = Line(cup.pk, "part=screen")
    await line.begin()
    await line.told()
    assert "Lunch now" not in await line.part()

    await database(announce)(tournament=cup, by=director, words="Lunch now", shown_minutes=1, command=uuid4())

    assert await line.told() == "floor 2"
    await line.told()
    assert "Lunch now" in await line.part()
    real = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() + timedelta(seconds=59))
    await audiences.audience_of(cup.pk)._beat()

    await line.told()
    assert "Lunch now" not in await line.part()
    await line.close()


def test_a_finished_tournament_shows_its_winner_and_places(club: Club, director: Player):
    cup, names = seated(club, director, StagePlan(type="swiss", rounds=1, tie_breaks=("points", "seed"), match=DESK), 4)
    for match in list(state_of(cup).matches.values()):
        do(cup, director, ReportGame(match=match.number, points=(9, 2)))
    add_prize(cup, by=director, place=1, english="The cup", malayalam="")
    do(cup, director, CloseStage(stage=1), CloseTournament())

    html = shown(cup, "show=prizes")

    assert "The winner" in html
    assert "The cup Pair 00" in words(html)
    assert set(counted(html)) == set(names)


def test_the_page_is_the_same_for_everybody_and_asks_nothing_about_its_reader(club: Club, director: Player):
    cup, _names = seated(club, director, count=4)
    staff = Client()
    staff.force_login(director.user)
    pages = []
    for client in (Client(), staff):
        answer = client.get(f"/tournaments/{cup.slug}/screen/?seconds=7&theme=light")
        assert answer.status_code == 200
        pages.append(re.sub(r'data-now="\d+"', "", answer.content.decode()))

    assert pages[0] == pages[1]
    assert 'data-seconds="7"' in pages[0]
    assert 'data-theme="light"' in pages[0]
    assert "csrf" not in pages[0]
    assert director.name not in pages[0]


def test_a_hall_has_all_tournaments_of_its_club_that_are_not_over(club: Club, director: Player):
    cups = [opened(club, director, SWISS) for _ in range(3)]

    page = Client().get(f"/clubs/{club.slug}/screen/").content.decode()
    chosen = Client().get(f"/clubs/{club.slug}/screen/?events={cups[1].slug}").content.decode()

    assert page.count('class="event"') == 3
    assert re.findall(r'data-part="/tournaments/([\w-]+)/', chosen) == [cups[1].slug]
    assert Client().get(f"/clubs/{club.slug}/screen/?events=nothing").status_code == 404
    assert Client().get("/tournaments/nothing/screen/").status_code == 404

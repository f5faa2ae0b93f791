"""Results under embargo on every page and in every answer of the API: nobody reads a score who may not."""

import json
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.members.societies import join_club
from clubs.models import Club, Player, Team
from games.models import Sheet
from games.tables.selectors import access
from tests.factories import PlayerFactory
from tests.permissions.rooms import operations, routes
from tests.tournaments.helpers.directed import ROUND_ROBIN, bot_pairs, called, do, opened, state_of
from tests.tournaments.helpers.pages import at, press, signed_in
from tournaments.deeds.opening import CloseTournament, NameStaff, ReleaseStaff
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.publishing import ReleaseResults, SetEmbargo
from tournaments.deeds.staging import CallRound, CloseStage, ReleaseRound
from tournaments.directing.entering import enter
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log import states
from tournaments.log.seen import seen
from tournaments.models import MatchGame, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

DESK = MatchPlan(hands=500, place="desk")
CUP = StagePlan(type="knock_out", match=DESK)
ON_SHEETS = StagePlan(type="round_robin", match=MatchPlan(hands=2, place="sheet"))
SCORES = (1973, 1867)
"""Points that stand nowhere else."""
KNOWN = {"slug", "number", "stage", "version", "team_id", "document", "form", "part"}
"""The parameters of addresses that lead to the tournament or its club."""


@pytest.fixture
def people() -> list[tuple[Player, Player]]:
    return [(PlayerFactory(password="x"), PlayerFactory(password="x")) for _ in range(4)]


@pytest.fixture
def cup(club: Club, director: Player, people: list[tuple[Player, Player]]) -> Tournament:
    """A knock-out of four pairs, played to its end and closed under embargo."""
    states.forget_all()
    cup = opened(club, director, CUP)
    for pair in people:
        enter(cup, by=director, players=pair, command=uuid4())
    called(cup, director)
    do(cup, director, SetEmbargo())
    for number in (1, 2, 3):
        do(cup, director, ReportGame(match=number, points=SCORES))
        if number == 2:
            do(cup, director, ReleaseRound(stage=1, round=2), CallRound(stage=1, round=2))
    do(cup, director, CloseStage(stage=1), CloseTournament())
    return Tournament.objects.get(pk=cup.pk)


def addresses(cup: Tournament) -> list[str]:
    """Return the addresses of all pages and answers of the API that can tell of the tournament, of then and now."""
    teams = [str(pk) for pk in Team.objects.values_list("pk", flat=True)]
    own = {
        "slug": [cup.slug, cup.club.slug],
        "number": ["1", "2", "3"],
        "team_id": teams or [str(cup.pk)],
        "document": ["pairings", "pairings-by-name", "results", "standings", "bracket"],
        "form": ["csv", "json"],
        "part": ["public"],
    }
    ways = [(f"/{route.pattern}", "<[^<>]*{}>", route.params) for route in routes().values()]
    ways += [
        (f"/api{one.template}", "{{{}}}", one.params)
        for one in operations().values()
        if one.method == "GET" and not one.template.startswith("/me/")
    ]
    found = []
    for pattern, written, params in ways:
        if ("tournament" in pattern or "club" in pattern) and set(params) <= KNOWN:
            filled = [pattern]
            for name in params:
                place = re.compile(written.format(rf"\b{name}"))
                filled = [place.sub(value, way) for way in filled for value in own.get(name, ["1"])]
            found += filled
    moment = state_of(cup).at
    then = [f"version={state_of(cup).version}", f"at={moment:%Y-%m-%dT%H:%M:%SZ}"]
    return [*found, *(f"{way}?{asked}" for way in found if cup.slug in way for asked in then)]


def leaks(client: Client, cup: Tournament, among: list[str] | None = None) -> list[str]:
    """Return the addresses at which a score, or the winner, is read; by default of all that could tell it."""
    names = [one.called for one in cup.entrants.all()]
    champion = state_of(cup).places[0][0]
    won = [f"{names[champion - 1]}</b> won", f"{names[champion - 1]} won"]
    found = []
    for address in addresses(cup) if among is None else among:
        answer = client.get(address, follow=True)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        text = body.decode(errors="replace")
        if any(str(score) in text for score in SCORES) or any(words in text for words in won):
            found.append(address)
        if answer.headers.get("Content-Type", "").startswith("application/json") and '"winner":' in text:
            winners = re.findall(r'"winner":\s*([^,}]+)', text)
            found += [address] if set(winners) - {"null"} else []
    return found


def test_no_page_and_no_answer_tells_a_result_to_visitors_or_strangers(client: Client, cup: Tournament):
    assert len(addresses(cup)) > 40
    assert leaks(client, cup) == []
    own = [address for address in addresses(cup) if cup.slug in address and "?" not in address]
    assert leaks(signed_in(PlayerFactory(password="x")), cup, own) == []


def test_the_walk_finds_the_score_once_it_is_released(client: Client, cup: Tournament, director: Player):
    do(cup, director, ReleaseResults())
    cup.refresh_from_db()
    told = [
        at("tournament", cup),
        at("match", cup, 1),
        f"/api/tournaments/{cup.slug}/stages/1/rounds/",
        f"/api/tournaments/{cup.slug}/",
    ]
    assert set(told) <= set(addresses(cup))
    assert set(leaks(client, cup, told)) == set(told)


def test_the_staff_sees_everything_and_is_told_that_others_do_not(cup: Tournament, director: Player):
    page = signed_in(director).get(at("tournament", cup)).content.decode()
    assert str(SCORES[0]) in page
    assert "Only the staff sees the results since" in page


def test_players_see_the_result_of_their_own_match_alone(cup: Tournament, people: list[tuple[Player, Player]]):
    state = state_of(cup)
    loser = state.matches[1].sides[1][0]
    browser = signed_in(people[loser - 1][1])
    assert str(SCORES[0]) in browser.get(at("match", cup, 1)).content.decode()
    assert str(SCORES[0]) not in browser.get(at("match", cup, 2)).content.decode()
    assert str(SCORES[0]) not in browser.get(at("tournament", cup)).content.decode()
    rounds = json.loads(browser.get(f"/api/tournaments/{cup.slug}/stages/1/rounds/").content)
    points = {match["number"]: match["sides"][0]["points"] for one in rounds["rounds"] for match in one["matches"]}
    assert points == {1: SCORES[0], 2: None, 3: None}


def test_everybody_is_told_that_results_are_under_embargo(client: Client, cup: Tournament):
    page = " ".join(client.get(at("tournament", cup)).content.decode().split())
    assert "Results since" in page
    assert "are under embargo until the directors release them." in page


def test_at_its_hour_an_embargo_is_over_without_anybody(club: Club, director: Player, client: Client):
    cup = opened(club, director, CUP)
    for _ in range(2):
        enter(cup, by=director, players=(PlayerFactory(), PlayerFactory()), command=uuid4())
    called(cup, director)
    until = timezone.now() + timedelta(hours=1)
    do(cup, director, SetEmbargo(until=int(until.timestamp())), ReportGame(match=1, points=SCORES))
    do(cup, director, CloseStage(stage=1), CloseTournament())
    row = Tournament.objects.select_related("champion").get(pk=cup.pk)
    assert row.won_by == ""
    assert not seen(cup.pk, now=until - timedelta(seconds=1)).places
    assert seen(cup.pk, now=until).places == state_of(cup).places
    assert row.results_from == until.replace(microsecond=0)


def test_a_director_sets_an_embargo_and_releases_the_results_on_the_settings(club: Club, director: Player):
    cup = opened(club, director, CUP)
    browser = signed_in(director)
    page = press(browser, cup, at("settings", cup), "Put results under embargo", until="")
    assert "until the directors release them." in " ".join(page.split())
    press(browser, cup, at("settings", cup), "Change the time", until="2099-01-01T10:00")
    embargo = state_of(cup).embargo
    assert embargo is not None
    assert embargo.until is not None
    press(browser, cup, at("settings", cup), "Release the results")
    assert state_of(cup).embargo is None


def test_live_tables_are_watched_by_those_at_them_until_the_release(club: Club, director: Player, client: Client):
    cup = opened(club, director, ROUND_ROBIN)
    bot_pairs(cup, director, 2)
    called(cup, director)
    tend(cup.pk)
    (table,) = MatchGame.objects.filter(tournament=cup).values_list("pk", flat=True)
    address = reverse("games:table", args=[table])
    assert client.get(address).status_code == 200
    do(cup, director, SetEmbargo())
    tend(cup.pk)
    access._kept.clear()  # what a process keeps for some seconds
    assert client.get(address).status_code == 404
    assert str(table) not in client.get(reverse("games:lobby")).content.decode()
    assert signed_in(director).get(address).status_code == 200
    do(cup, director, ReleaseResults())
    tend(cup.pk)
    assert client.get(address).status_code == 200


def test_score_sheets_are_read_by_their_players_and_scorers_until_the_release(club: Club, director: Player):
    cup = opened(club, director, ON_SHEETS)
    bot_pairs(cup, director, 4)
    member = PlayerFactory(password="x")
    join_club(club=club, player=member)
    called(cup, director)
    tend(cup.pk)
    (before, *_) = MatchGame.objects.filter(tournament=cup).values_list("pk", flat=True)
    address = reverse("games:sheet", args=[before])
    assert signed_in(member).get(address).status_code == 200
    do(cup, director, SetEmbargo())
    tend(cup.pk)
    assert signed_in(member).get(address).status_code == 404
    assert signed_in(director).get(address).status_code == 200
    do(cup, director, ReleaseResults())
    tend(cup.pk)
    assert signed_in(member).get(address).status_code == 200


def test_a_score_sheet_that_is_opened_under_embargo_is_withheld(club: Club, director: Player):
    cup = opened(club, director, ON_SHEETS)
    bot_pairs(cup, director, 2)
    do(cup, director, SetEmbargo())
    called(cup, director)
    tend(cup.pk)
    assert Sheet.objects.get().withheld


def test_a_table_that_is_called_under_embargo_is_open_to_all_from_its_hour_on(
    club: Club, director: Player, client: Client
):
    cup = opened(club, director, ROUND_ROBIN)
    bot_pairs(cup, director, 2)
    until = timezone.now() + timedelta(hours=1)
    do(cup, director, SetEmbargo(until=int(until.timestamp())))
    called(cup, director)
    tend(cup.pk)
    (table,) = MatchGame.objects.filter(tournament=cup).values_list("pk", flat=True)
    address = reverse("games:table", args=[table])
    assert client.get(address).status_code == 404
    due_at = Tournament.objects.get(pk=cup.pk).due_at
    assert due_at == until.replace(microsecond=0)
    tend(cup.pk, now=due_at)
    assert client.get(address).status_code == 200


def test_who_has_left_the_staff_sees_no_results_as_of_the_time_of_the_office(club: Club, director: Player):
    cup, scorer = opened(club, director, CUP), PlayerFactory(password="x")
    for _ in range(2):
        enter(cup, by=director, players=(PlayerFactory(), PlayerFactory()), command=uuid4())
    called(cup, director)
    do(cup, director, NameStaff(player=str(scorer.pk), role="scorer"), SetEmbargo())
    do(cup, director, ReportGame(match=1, points=SCORES))
    then, browser = state_of(cup), signed_in(scorer)
    asked = [f"version={then.version}", f"at={then.at:%Y-%m-%dT%H:%M:%SZ}"]
    addresses = [f"/api/tournaments/{cup.slug}/stages/1/rounds/?{asked[0]}", f"{at('tournament', cup)}?{asked[1]}"]
    assert str(SCORES[0]) in browser.get(addresses[0]).content.decode()
    do(cup, director, ReleaseStaff(player=str(scorer.pk)))
    assert [way for way in addresses if str(SCORES[0]) in browser.get(way).content.decode()] == []

"""Following entrants and players: for accounts and in a visitor's browser, with marks, a page and notices."""

from uuid import uuid4

import pytest
from django.test import Client

from clubs.models import Club, Notice, Player
from clubs.notices import words
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import called, do, opened, state_of
from tests.tournaments.helpers.pages import at, signed_in
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.publishing import SetEmbargo
from tournaments.directing import follows
from tournaments.directing.entering import enter
from tournaments.errors import TournamentError
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.models import Entrant, Follow, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

DESK = MatchPlan(hands=24, place="desk")
SWISS = StagePlan(type="swiss", rounds=2, tie_breaks=("points", "seed"), match=DESK)


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    """A Swiss of four pairs, with names."""
    cup = opened(club, director, SWISS)
    for _ in range(4):
        enter(cup, by=director, players=(PlayerFactory(), PlayerFactory()), command=uuid4())
    for number, name in enumerate(("Pamba", "Nila", "Kabani", "Neyyar"), start=1):
        Entrant.objects.filter(tournament=cup, number=number).update(name=name)
    return cup


@pytest.fixture
def reader(db: None) -> Player:
    return PlayerFactory(name="Lissy", password="x")


def press(client: Client, cup: Tournament, **named: object) -> str:
    answer = client.post(at("follow", cup), {**named, "back": at("tournament", cup)}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def told(player: Player) -> list[str]:
    from zoneinfo import ZoneInfo

    rows = Notice.objects.filter(player=player, kind="followed").order_by("told_at")
    return [shown.text for shown in words.texts_of(rows, zone=ZoneInfo("Asia/Kolkata"))]


def test_a_visitors_browser_remembers_whom_it_follows(client: Client, cup: Tournament, director: Player):
    assert 'data-followed="2"' in press(client, cup, entrant=2)
    called(cup, director)
    page = client.get(at("tournament", cup)).content.decode()
    assert 'id="followed"' in page
    assert "against" in page[page.index('id="followed"') :]
    assert 'data-followed=""' in press(client, cup, entrant=2)
    assert Follow.objects.count() == 0


def test_an_account_follows_a_player_in_whatever_entrant(cup: Tournament, reader: Player):
    player = Entrant.objects.get(tournament=cup, number=3).players.get(position=1).player
    browser = signed_in(reader)
    assert 'data-followed="3"' in press(browser, cup, player=player.pk)
    assert Follow.objects.get().player == player
    way = browser.get(at("way", cup, 3)).content.decode()
    assert "Stop following" in way
    assert 'data-followed=""' in press(browser, cup, player=player.pk)


def test_somebody_who_is_not_there_cannot_be_followed(client: Client, cup: Tournament, reader: Player):
    for named in ({"entrant": 99}, {"player": reader.pk}, {"player": "x"}, {}):
        assert client.post(at("follow", cup), named).status_code == 404


def test_a_form_leads_to_no_other_server(client: Client, cup: Tournament):
    answer = client.post(at("follow", cup), {"entrant": 1, "back": "https://elsewhere.example/"})
    assert answer.headers["Location"] == at("tournament", cup)


def test_the_page_of_an_entrant_has_its_players_its_place_and_its_matches(
    client: Client, cup: Tournament, director: Player
):
    called(cup, director)
    match = state_of(cup).matches[1]
    do(cup, director, ReportGame(match=1, points=(31, 17)))
    number = match.sides[0][0]
    page = " ".join(client.get(at("way", cup, number)).content.decode().split())
    assert "won against" in page
    assert "31:17" in page
    assert "place 1 of 4" in page
    assert Entrant.objects.get(tournament=cup, number=number).players.first().player.name in page
    assert client.get(at("way", cup, 99)).status_code == 404


def test_followers_are_notified_of_matches_and_results(cup: Tournament, director: Player, reader: Player):
    state = state_of(cup)
    follows.follow(reader, entrant=Entrant.objects.get(tournament=cup, number=1))
    follows.follow(reader, player=Player.objects.get(pk=state.entrants[1].squad[0]))
    called(cup, director)
    match = next(match for match in state_of(cup).matches.values() if 1 in match.entrants)
    own = match.side_of(1)
    do(cup, director, ReportGame(match=match.number, points=(31, 17) if own == 0 else (17, 31)))
    other = next(entrant for entrant in match.entrants if entrant != 1)
    name = Entrant.objects.get(tournament=cup, number=other).name
    assert told(reader) == [
        f"Onam Swiss: Pamba plays against {name}.",
        f"Onam Swiss: Pamba won against {name}, 31 to 17.",
    ]
    assert {one.path for one in Notice.objects.filter(player=reader)} == {at("match", cup, match.number)}


def test_followers_are_told_no_result_under_embargo(cup: Tournament, director: Player, reader: Player):
    follows.follow(reader, entrant=Entrant.objects.get(tournament=cup, number=1))
    called(cup, director)
    do(cup, director, SetEmbargo())
    match = next(match for match in state_of(cup).matches.values() if 1 in match.entrants)
    do(cup, director, ReportGame(match=match.number, points=(31, 17)))
    assert len(told(reader)) == 1


def test_an_account_follows_so_many_at_most(cup: Tournament, reader: Player, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(follows, "MAX_FOLLOWED", 1)
    first, second = Entrant.objects.filter(tournament=cup)[:2]
    assert follows.follow(reader, entrant=first)
    assert not follows.follow(reader, entrant=first)
    with pytest.raises(TournamentError):
        follows.follow(reader, entrant=second)
    assert follows.unfollow(reader, entrant=first)


def test_a_search_finds_entrants_by_name_player_and_table(client: Client, cup: Tournament):
    player = Entrant.objects.get(tournament=cup, number=4).players.first().player
    assert "Neyyar" in client.get(at("tournament", cup), {"q": "neyy"}).content.decode().split('id="found"')[1]
    assert "Neyyar" in client.get(at("tournament", cup), {"q": player.name}).content.decode().split('id="found"')[1]
    assert "No player, entrant or table here" in client.get(at("tournament", cup), {"q": "Chaliyar"}).content.decode()

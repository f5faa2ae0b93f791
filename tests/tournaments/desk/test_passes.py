"""Passes of captains: issued by the staff, opened without an account, good for check-in and arrivals alone."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.core.signing import Signer
from django.test import Client

from clubs.models import Club, Player
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import do, opened, state_of
from tests.tournaments.helpers.pages import at, signed_in
from tournaments.deeds.entering import Withdraw
from tournaments.deeds.opening import AbandonTournament
from tournaments.deeds.scheduling import SetVenue
from tournaments.deeds.staging import BeginStage, CallRound, PairRound, ReleaseRound
from tournaments.directing.entering import enter
from tournaments.directing.passes import MAX_ACTS, issue_passes
from tournaments.events.entering import EntrantCheckedIn
from tournaments.events.scheduling import VenueTable
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.floor.selectors import floor_of
from tournaments.floor.state import Arrival
from tournaments.log.told import log_of
from tournaments.models import EntrantPass, Tournament
from tournaments.selectors.passes import pass_addresses, pass_token

pytestmark = pytest.mark.django_db

SWISS = StagePlan(type="swiss", rounds=2, match=MatchPlan(hands=24, place="desk"))


def cup_of(club: Club, director: Player, **changes: Any) -> Tournament:
    tournament = opened(club, director, SWISS, bots=False, check_in=True, **changes)
    for name in ("Pamba", "Nila"):
        enter(tournament, by=director, players=[PlayerFactory(), PlayerFactory()], name=name, command=uuid4())
    return tournament


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    cache.clear()
    return cup_of(club, director)


def path_of(cup: Tournament, director: Player, number: int = 1) -> str:
    issue_passes(tournament=cup, by=director)
    return pass_addresses(cup, "")[number]


def test_the_staff_issues_all_passes_at_once_and_shows_their_codes(officer, cup, director):
    page = at("entrant_passes", cup)
    assert at("entrant_passes", cup) in officer.get(at("entries", cup)).content.decode()
    assert "Issue 2 missing passes" in officer.get(page).content.decode()
    officer.post(page, {"what": "issue"})
    officer.post(page, {"what": "issue"})
    assert EntrantPass.objects.count() == 2
    html = officer.get(page).content.decode()
    assert html.count("<svg") >= 2
    addresses = pass_addresses(cup, "http://testserver")
    assert sorted(addresses) == [1, 2]
    assert all(f'value="{address}"' in html for address in addresses.values())


def test_a_captain_without_an_account_checks_in_with_the_pass_and_out_again(client, cup, director):
    path = path_of(cup, director)
    assert "Pamba" in client.get(path).content.decode()
    answer = client.post(path, {"command": str(uuid4())}, follow=True).content.decode()
    assert "The desk knows that you are here." in answer
    assert "You are checked in." in answer
    assert [one.present for one in state_of(cup).entrants.values()] == [True, False]
    client.post(path, {"command": str(uuid4()), "here": "0"})
    assert not state_of(cup).entrants[1].present
    checked = [one for one in log_of(cup.pk) if one.type == EntrantCheckedIn.__name__]
    assert [one.actor for one in checked] == [state_of(cup).entrants[1].squad[0]] * 2


def test_the_same_press_twice_is_once(client, cup, director):
    path, command = path_of(cup, director), str(uuid4())
    for _ in range(2):
        client.post(path, {"command": command})
    assert sum(one.type == EntrantCheckedIn.__name__ for one in log_of(cup.pk)) == 1


def test_at_the_table_the_pass_says_that_the_side_is_there(client, cup, director):
    path = path_of(cup, director)
    for number in (1, 2):
        client.post(pass_addresses(cup, "")[number], {"command": str(uuid4())})
    do(cup, director, SetVenue(tables=(VenueTable("7", "Hall"),)))
    do(cup, director, BeginStage(stage=1), PairRound(stage=1))
    assert "Nila" not in client.get(path).content.decode()
    do(cup, director, ReleaseRound(stage=1, round=1), CallRound(stage=1, round=1))
    page = client.get(path).content.decode()
    assert "7 (Hall)" in page
    assert "We are at the table" in page
    client.post(path, {"command": str(uuid4()), "match": "1"})
    assert Arrival(1, 1) in floor_of(cup.pk).arrived
    assert Arrival(1, 2) not in floor_of(cup.pk).arrived
    assert "We are not at the table after all" in client.get(path).content.decode()


def test_a_pass_speaks_for_no_other_entrant_and_does_nothing_else(client, cup, director):
    path = path_of(cup, director)
    client.post(path, {"command": str(uuid4()), "entrant": "2", "match": "99"})
    client.post(path, {"command": str(uuid4()), "deed": '{"do": "CloseEntries"}'})
    assert state_of(cup).status == "open"
    assert not state_of(cup).entrants[2].present
    assert client.get(at("entrant_passes", cup)).status_code == 302


def test_a_revoked_pass_and_one_that_was_not_signed_here_open_nothing(officer, client, cup, director):
    path = path_of(cup, director)
    held = EntrantPass.objects.get(entrant__number=1)
    other = Signer(salt="games.sheets.passes").sign(held.pk.hex)
    assert client.get(path.replace(pass_token(held), other)).status_code == 404
    assert client.get(path.replace(held.pk.hex, uuid4().hex)).status_code == 404
    officer.post(at("entrant_passes", cup), {"what": "revoke", "pass": str(held.pk)})
    for answer in (Client().get(path), Client().post(path, {"command": str(uuid4())})):
        assert answer.status_code == 404
    assert not state_of(cup).entrants[1].present
    officer.post(at("entrant_passes", cup), {"what": "issue", "entrant": "1"})
    assert pass_addresses(cup, "")[1] != path


def test_the_pass_of_an_entry_that_was_taken_back_and_of_a_tournament_that_is_over_opens_nothing(client, cup, director):
    first, second = path_of(cup, director, 1), path_of(cup, director, 2)
    do(cup, director, Withdraw(entrant=1))
    assert client.get(first).status_code == 404
    assert client.get(second).status_code == 200
    do(cup, director, AbandonTournament(reason="rain"))
    assert client.get(second).status_code == 404


def test_outside_the_time_of_check_in_a_pass_says_so_even_where_the_captain_directs(client, club, director):
    cache.clear()
    past = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
    cup = opened(club, director, SWISS, bots=False, check_in=True, starts_at=past, check_in_closes=10)
    enter(cup, by=director, players=[director, PlayerFactory()], name="Pamba", command=uuid4())
    path = path_of(cup, director)
    assert "Check-in is not open now." in client.get(path).content.decode()
    answer = client.post(path, {"command": str(uuid4())}, follow=True).content.decode()
    assert "Tell the desk that you are here." in answer
    assert not state_of(cup).entrants[1].present


def test_too_many_presses_in_a_short_time_are_refused(client, cup, director):
    path = path_of(cup, director)
    for turn in range(MAX_ACTS):
        client.post(path, {"command": str(uuid4()), "here": str((turn + 1) % 2)})
    version = state_of(cup).version
    answer = client.post(path, {"command": str(uuid4())}, follow=True).content.decode()
    assert "Too many attempts in a short time." in answer
    assert state_of(cup).version == version


def test_only_the_staff_issues_and_revokes(cup, director):
    reader = signed_in(PlayerFactory(name="Mariamma", password="x"))
    assert reader.get(at("entrant_passes", cup)).status_code == 403
    assert reader.post(at("entrant_passes", cup), {"what": "issue"}).status_code == 403
    assert not EntrantPass.objects.exists()

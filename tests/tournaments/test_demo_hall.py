"""The demo's event in a hall: its desk has something to do, day after day, and nothing piles up."""

import re
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from clubs.models import Player
from games.models import Sheet
from games.sheets.selectors import load_state
from games.sheets.waiting import open_hands
from games.store import projector
from tournaments.deeds.playing import ConfirmResult
from tournaments.demo import hall, people
from tournaments.demo.living import keep_directing
from tournaments.directing.acting import act
from tournaments.floor.selectors import floor_of
from tournaments.log import states
from tournaments.models import Tournament
from tournaments.state.outcomes import outcome_of
from tournaments.tasks import keep_demo_alive

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return people.make_people()


def edition(number: int = 1) -> Tournament:
    return Tournament.objects.get(name=f"{hall.SERIES} {number}")


def state_of(number: int = 1):
    return states.current(edition(number).pk)


def test_its_desk_has_a_late_table_a_call_a_differing_sheet_a_result_to_confirm_and_a_side_that_is_away(club):
    hall.keep_a_hall(club, since=hall.SINCE)

    state, floor = state_of(), floor_of(edition().pk)
    assert [one.number for one in state.stages[1].rounds if one.called] == [1, 2]
    playing = [match for match in state.matches_of(1) if match.round == 2]
    assert all(match.table for match in playing)
    reported = [match for match in playing if any(game.report for game in match.games)]
    assert [(match.confirmed, outcome_of(state, match)) for match in reported] == [(False, None)]
    (call,) = floor.open_calls
    assert call.reason == "early-card"
    sheets = {match.number: load_state(UUID(match.games[0].stream)) for match in playing}
    hands = {number: len(sheet.results) for number, sheet in sheets.items()}
    assert sorted(hands.values()) == [0, 0, 2, 4, 5]
    assert hands[call.match] == 2
    differing = [number for number, sheet in sheets.items() if open_hands(sheet)]
    assert len(differing) == 1
    (arrival,) = floor.arrived
    assert hands[arrival.match] == 0
    assert len(floor.announcements) == 1
    assert state.schedule is not None
    assert {table.room for table in state.venue.tables} == {"Hall", "Veranda"}


def test_its_desk_shows_all_that_waits(club, client):
    hall.keep_a_hall(club, since=hall.SINCE)
    projector.run_all()
    client.force_login(Player.objects.get(user__email="annamma@demo.example").user)

    page = client.get(f"/tournaments/{edition().slug}/desk/").content.decode()

    for panel in ("calls", "results", "differing", "missing"):
        assert f'id="{panel}"' in page, panel
    assert re.search(r'class="tile (late|call)', page)


def test_the_clock_opens_an_edition_by_real_times(club, settings, monkeypatch):
    settings.LELAM_DEMO = True
    monkeypatch.setattr("tournaments.tasks.keep_playing", lambda: None)
    before = timezone.now()

    keep_demo_alive()

    (first,) = state_of().stages[1].rounds
    assert first.called
    assert first.called_at >= before
    floor = floor_of(edition().pk)
    assert (len(floor.open_calls), len(floor.arrived), len(floor.announcements)) == (1, 1, 1)


def test_again_and_again_nothing_is_added_within_a_round(club):
    hall.keep_a_hall(club, since=hall.SINCE)
    before = state_of().version, len(floor_of(edition().pk).calls), Sheet.objects.count(), Player.objects.count()

    keep_directing()
    keep_directing()

    after = state_of().version, len(floor_of(edition().pk).calls), Sheet.objects.count(), Player.objects.count()
    assert after == before


def test_the_next_round_begins_an_hour_later_with_a_scene_of_its_own_and_no_call_left(club):
    began = timezone.now() - timedelta(hours=2)
    hall.keep_a_hall(club, now=began, since=hall.SINCE)
    first = state_of()

    hall.keep_a_hall(club, now=began + timedelta(minutes=30))
    assert state_of().version == first.version
    hall.keep_a_hall(club, now=began + timedelta(minutes=70))
    floor = floor_of(edition().pk)
    assert [len(floor.open_calls), len(floor.arrived)] == [1, 2]
    assert not any(game.report for match in state_of().matches_of(1) if match.round == 3 for game in match.games)
    hall.keep_a_hall(club, now=began + timedelta(minutes=90))

    state, floor = state_of(), floor_of(edition().pk)
    assert [one.number for one in state.stages[1].rounds if one.called] == [1, 2, 3]
    assert all(outcome_of(state, match) is not None for match in state.matches_of(1) if match.round < 3)
    assert [call.number for call in floor.open_calls] == [2]
    assert len(floor.announcements) == 2
    assert Sheet.objects.filter(status="open").count() == 5


def test_after_a_night_off_it_goes_on_with_the_next_round_and_times_of_now(club):
    began = timezone.now() - timedelta(hours=14)
    hall.keep_a_hall(club, now=began, since=hall.SINCE)

    now = timezone.now()
    hall.keep_a_hall(club, now=now)

    state = state_of()
    last = state.stages[1].rounds[-1]
    assert (last.number, last.called) == (3, True)
    assert last.called_at >= now - timedelta(seconds=1)
    planned = {one.round: one.at for one in state.schedule.rounds}
    assert planned[3] == int(last.called_at.timestamp())
    assert planned[4] - planned[3] == 3_600


def test_what_a_visitor_did_stands_and_keeps_the_round_a_while(club):
    began = timezone.now() - timedelta(hours=2)
    hall.keep_a_hall(club, now=began, since=hall.SINCE)
    cup = edition()
    own = next(match for match in state_of().matches_of(1) if match.round == 2 and any(g.report for g in match.games))
    later = began + timedelta(minutes=65)
    act(cup, ConfirmResult(match=own.number), by=cup.director, command=uuid4(), now=later)

    hall.keep_a_hall(club, now=later + timedelta(minutes=5))
    assert state_of().stages[1].rounds[-1].number == 2
    hall.keep_a_hall(club, now=later + timedelta(minutes=20))

    state = state_of()
    assert state.stages[1].rounds[-1].number == 3
    assert outcome_of(state, state.matches[own.number]).points == (5, 3)


@pytest.mark.whole
def test_editions_follow_one_another_with_the_same_people_and_old_ones_are_hidden(club):
    began = timezone.now() - timedelta(hours=30)
    hall.keep_a_hall(club, now=began)
    players = Player.objects.count()

    for hour in range(1, 16):
        hall.keep_a_hall(club, now=began + timedelta(hours=hour, minutes=5 * hour))

    editions = Tournament.objects.filter(name__startswith=hall.SERIES).order_by("created_at")
    assert editions.count() == 3
    assert {one.status for one in editions[: editions.count() - 1]} == {Tournament.Status.FINISHED}
    assert editions.filter(hidden=False).count() == hall.SHOWN
    assert Player.objects.count() == players
    assert floor_of(editions.first().pk).open_calls == ()

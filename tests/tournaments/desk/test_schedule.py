"""The schedule as pages show it and as the staff plans it, and as other calendars get it."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from icalendar import Calendar

from clubs.models import Club, Player
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import called, do, opened, state_of
from tests.tournaments.helpers.pages import at, press, signed_in
from tournaments.deeds.playing import CallMatch, PlaceMatch, ReportGame
from tournaments.deeds.scheduling import DelayRound, SetSchedule, SetVenue
from tournaments.deeds.staging import BeginStage, CallRound, PairRound, ReleaseRound
from tournaments.directing.entering import enter
from tournaments.events.scheduling import RoundTime, Session, VenueTable
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

SWISS = StagePlan(type="swiss", rounds=3, tie_breaks=("points", "seed"), match=MatchPlan(hands=24, place="desk"))
NAMES = ("Pamba", "Nila", "Kabani", "Periyar")
BEGINS = datetime(2030, 11, 23, 4, 30, tzinfo=UTC)
"""Ten o'clock by the clocks of the club."""


def second(hours: float) -> int:
    return int((BEGINS + timedelta(hours=hours)).timestamp())


@pytest.fixture
def captain(db: None) -> Player:
    return PlayerFactory(name="Mariamma", password="x")


@pytest.fixture
def cup(club: Club, director: Player, captain: Player) -> Tournament:
    tournament = opened(club, director, SWISS, bots=False)
    for name in NAMES:
        first = captain if name == "Pamba" else PlayerFactory()
        enter(tournament, by=director, players=[first, PlayerFactory()], name=name, command=uuid4())
    return tournament


def planned(cup: Tournament, director: Player) -> None:
    rounds = tuple(RoundTime(1, number, second(number - 1)) for number in (1, 2, 3))
    session = Session(second(0), second(4))
    do(cup, director, SetVenue(tables=(VenueTable("1", "Hall"), VenueTable("2", "Hall"))))
    do(cup, director, SetSchedule(sessions=(session,), rounds=rounds, match_minutes=45, rest_minutes=10))


def begun(cup: Tournament, director: Player) -> None:
    do(cup, director, BeginStage(stage=1), PairRound(stage=1))
    do(cup, director, ReleaseRound(stage=1, round=1), CallRound(stage=1, round=1))


def times(**changes: Any) -> dict[str, Any]:
    """Return the form of sessions and rounds as a browser sends it."""
    return {
        "what": "times",
        "times-match_minutes": "45",
        "times-rest_minutes": "10",
        "sessions-TOTAL_FORMS": "2",
        "sessions-INITIAL_FORMS": "0",
        "sessions-0-begins": "2030-11-23T10:00",
        "sessions-0-ends": "2030-11-23T14:00",
        "rounds-TOTAL_FORMS": "2",
        "rounds-INITIAL_FORMS": "2",
        "rounds-0-stage": "1",
        "rounds-0-number": "1",
        "rounds-0-at": "2030-11-23T10:00",
        "rounds-1-stage": "1",
        "rounds-1-number": "2",
        "rounds-1-at": "2030-11-23T11:00",
        "rounds-1-minutes": "50",
        **changes,
    }


def feed_of(client: Client, cup: Tournament, query: str = "") -> dict[str, Any]:
    answer = client.get(at("schedule_feed", cup) + query)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    calendar = Calendar.from_ical(answer.content)
    return {str(event["uid"]).partition("-round-")[2] or str(event["uid"]): event for event in calendar.walk("VEVENT")}


def test_everybody_sees_the_times_and_the_tables_and_a_captain_the_own_match_first(client, cup, director, captain):
    planned(cup, director)
    begun(cup, director)
    page = client.get(at("schedule", cup)).content.decode()
    assert "Saturday 23 November" in page
    assert "Session 10:00 to 14:00" in page
    assert page.index("Round 1") < page.index("Round 2") < page.index("Round 3")
    assert "0 of 2 matches over" in page
    assert "Your matches" not in page
    own = signed_in(captain).get(at("schedule", cup)).content.decode()
    assert own.index("Your matches") < own.index("Saturday 23 November")
    assert "table 1 (Hall)" in own


def test_a_draft_shows_in_no_page_and_no_calendar(client, cup, director, captain):
    planned(cup, director)
    do(cup, director, BeginStage(stage=1), PairRound(stage=1))
    for reader in (client, signed_in(captain), signed_in(director)):
        page = reader.get(at("schedule", cup)).content.decode()
        assert "Pamba :" not in page
        assert ": Pamba" not in page
        found = reader.get(at("schedule", cup), {"q": "pamb"}).content.decode()
        assert "No upcoming match is public yet." in found
        assert list(feed_of(reader, cup, "?entrant=1")) == []


def test_an_entrant_is_found_by_a_part_of_its_name_or_of_a_player(client, cup, director, captain):
    planned(cup, director)
    begun(cup, director)
    for search in ("pamb", "mariam"):
        page = client.get(at("schedule", cup), {"q": search}).content.decode()
        assert "Pamba" in page[page.index("Found:") :]
        assert "entrant=1" in page
    assert "No entrant or player has this name" in client.get(at("schedule", cup), {"q": "zzz"}).content.decode()


def test_a_director_names_tables_by_ranges_and_a_line_that_is_wrong_is_told_beside_the_field(officer, cup):
    page = at("schedule_edit", cup)
    wrong = officer.post(page, {"what": "venue", "venue-tables": "Hall: 20-1", "venue-allotting": "top"})
    assert wrong.status_code == 422
    assert "Line 1: “20-1” is not a range of tables." in wrong.content.decode()
    twice = officer.post(page, {"what": "venue", "venue-tables": "1-3, 2", "venue-allotting": "top"})
    assert "Table 2 is named twice." in twice.content.decode()
    sent = {
        "what": "venue",
        "venue-tables": "Hall: 1-3, T\nAnnex: 1",
        "venue-hall": "TOWN",
        "venue-allotting": "spread",
    }
    assert officer.post(page, sent).status_code == 302
    venue = state_of(cup).venue
    assert venue is not None
    assert [f"{table.room} {table.name}" for table in venue.tables] == [
        "Hall 1",
        "Hall 2",
        "Hall 3",
        "Hall T",
        "Annex 1",
    ]
    assert (venue.hall, venue.allotting) == ("TOWN", "spread")
    assert "Hall: 1-3, T\nAnnex: 1</textarea>" in officer.get(page).content.decode()


def test_a_director_plans_times_and_errors_stand_beside_their_fields(officer, cup):
    page = at("schedule_edit", cup)
    backwards = officer.post(page, times(**{"sessions-0-ends": "2030-11-23T09:00"})).content.decode()
    assert "A session ends after it begins." in backwards
    half = officer.post(page, times(**{"sessions-0-ends": ""})).content.decode()
    assert "Give its end as well." in half
    disordered = officer.post(page, times(**{"rounds-1-at": "2030-11-23T09:00"}))
    assert disordered.status_code == 422
    assert "Round 2 of stage 1 begins before round 1 is over." in disordered.content.decode()
    assert 'value="2030-11-23T09:00"' in disordered.content.decode()
    assert state_of(cup).schedule is None
    assert officer.post(page, times()).status_code == 302
    schedule = state_of(cup).schedule
    assert schedule is not None
    assert schedule.rounds == (RoundTime(1, 1, second(0)), RoundTime(1, 2, second(1), 50))
    assert (schedule.match_minutes, schedule.rest_minutes) == (45, 10)


def test_a_proposal_fills_the_lines_and_saves_nothing(officer, cup):
    asked = {
        "propose": "1", "day": "2030-11-23", "begins": "09:30", "ends": "18:00", "break_from": "13:00",
        "break_to": "14:00", "match_minutes": "100", "rest_minutes": "20",
    }  # fmt: skip
    page = officer.get(at("schedule_edit", cup), asked).content.decode()
    assert "This is a proposal" in page
    for begins in ("2030-11-23T09:30", "2030-11-23T14:00", "2030-11-23T16:00"):
        assert f'value="{begins}"' in page
    assert state_of(cup).schedule is None
    wrong = officer.get(at("schedule_edit", cup), {**asked, "ends": "08:00"})
    assert wrong.status_code == 422
    assert "Play ends after it begins" in wrong.content.decode()


def test_a_delay_moves_the_page_and_the_calendar_and_its_sequence_grows(officer, client, cup, director):
    planned(cup, director)
    before = feed_of(client, cup)
    assert sorted(before) == ["1-1@lelam", "1-2@lelam", "1-3@lelam"]
    sent = {"what": "delay", "delay-round": "1-2", "delay-minutes": "20"}
    assert officer.post(at("schedule_edit", cup), sent).status_code == 302
    after = feed_of(client, cup)
    moved = {name: (after[name]["dtstart"].dt - before[name]["dtstart"].dt) for name in before}
    assert [moved[name].seconds // 60 for name in sorted(moved)] == [0, 20, 20]
    assert after["1-2@lelam"]["sequence"] > before["1-2@lelam"]["sequence"]
    page = client.get(at("schedule", cup)).content.decode()
    assert "20 minutes late" in page
    assert "planned 11:00" in page
    assert "Give 0 to" not in page
    far = officer.post(at("schedule_edit", cup), {**sent, "delay-minutes": "99999"})
    assert far.status_code == 422


def test_the_calendar_of_an_entrant_and_of_a_table_has_its_matches_at_their_places(client, cup, director):
    planned(cup, director)
    begun(cup, director)
    (event,) = feed_of(client, cup, "?entrant=1").values()
    assert str(event["location"]) == "Table 1 (Hall)"
    assert "Pamba" in str(event["summary"])
    assert event["dtstart"].dt == BEGINS
    assert (event["dtend"].dt - event["dtstart"].dt) == timedelta(minutes=45)
    uid = str(event["uid"])
    (same,) = feed_of(client, cup, "?table=1&room=Hall").values()
    assert str(same["uid"]) == uid
    do(cup, director, PlaceMatch(match=1, table="1", room="Hall", at=second(0.5)))
    moved = feed_of(client, cup, "?entrant=1")[uid]
    assert moved["dtstart"].dt == BEGINS + timedelta(minutes=30)
    assert moved["sequence"] > event["sequence"]
    assert client.get(at("schedule_feed", cup) + "?entrant=99").status_code == 404


def test_free_tables_are_given_with_one_click_and_offered_on_the_desk(officer, cup, director):
    do(cup, director, SetVenue(tables=(VenueTable("1"),)))
    begun(cup, director)
    assert "Waiting for a table" in officer.get(at("schedule", cup)).content.decode()
    do(cup, director, ReportGame(match=1, points=(9, 2)))
    assert "Assign the next free tables to waiting matches: 1" in officer.get(at("desk", cup)).content.decode()
    page = press(officer, cup, at("schedule_edit", cup), "Assign the free tables")
    assert "Matches got their tables, or are waiting for one." in page
    assert state_of(cup).matches[2].table == "1"


def test_seats_are_fixed_and_tables_swapped_and_a_round_is_placed_again(officer, cup, director):
    planned(cup, director)
    begun(cup, director)
    page = at("schedule_edit", cup)
    assert officer.post(page, {"what": "seat", "seat-entrant": "1", "seat-seat": "1"}).status_code == 302
    assert state_of(cup).entrants[1].seat == VenueTable("2", "Hall")
    shown = officer.get(page).content.decode()
    assert "Entrant 1 has a fixed seat at table 2." in shown
    press(officer, cup, page, "Place again: Round 1")
    assert state_of(cup).matches[1].table == "2"
    refused = officer.post(page, {"what": "swap", "swap-match": "1", "swap-other": "2"})
    assert refused.status_code == 422
    assert "Entrant 1 has a fixed seat at table 2." in refused.content.decode()


def test_two_directors_do_not_overwrite_each_other(officer, cup, director):
    timed = state_of(cup).timed
    do(cup, director, SetVenue(tables=(VenueTable("1"),)))
    sent = {"what": "venue", "venue-tables": "1-9", "venue-allotting": "top", "timed": str(timed)}
    answer = officer.post(at("schedule_edit", cup), sent)
    assert answer.status_code == 422
    assert "Tables or times have changed in the meantime." in answer.content.decode()


def test_a_result_that_comes_meanwhile_is_no_hindrance_to_planning(officer, cup, director):
    planned(cup, director)
    begun(cup, director)
    timed = state_of(cup).timed
    do(cup, director, ReportGame(match=1, points=(9, 2)))
    assert officer.post(at("schedule_edit", cup), times(timed=str(timed))).status_code == 302


def test_only_the_staff_plans_and_only_directors_name_tables(client, cup, director, captain):
    reader = signed_in(captain)
    assert reader.get(at("schedule_edit", cup)).status_code == 403
    assert client.get(at("schedule_edit", cup)).status_code == 302
    assert reader.post(at("schedule_edit", cup), {"what": "venue"}).status_code == 403
    assert signed_in(director).post(at("schedule_edit", cup), {"what": "nothing"}).status_code == 404
    assert "Plan tables and times" not in reader.get(at("schedule", cup)).content.decode()


def test_the_round_that_is_delayed_is_at_first_the_next_to_begin(officer, cup, director):
    planned(cup, director)
    called(cup, director)
    assert officer.get(at("schedule_edit", cup)).context["forms"]["delay"]["round"].value() == "1-2"


def test_the_page_as_of_a_minute_before_the_delay_has_no_delay(client, cup, director):
    planned(cup, director)
    then = state_of(cup).at.isoformat()
    do(cup, director, DelayRound(stage=1, round=2, minutes=20))
    page = client.get(at("schedule", cup), {"at": then}).content.decode()
    assert "Round 2" in page
    assert "20 minutes late" not in page
    assert "20 minutes late" in client.get(at("schedule", cup)).content.decode()


def test_a_round_that_is_played_says_when_its_last_table_is_about_to_end(client, club, director):
    plan = StagePlan(type="swiss", rounds=2, match=MatchPlan(hands=8, place="sheet"))
    cup = opened(club, director, plan, bots=False)
    for name in NAMES[:2]:
        enter(cup, by=director, players=[PlayerFactory(), PlayerFactory()], name=name, command=uuid4())
    planned(cup, director)
    begun(cup, director)
    assert "last table about" not in client.get(at("schedule", cup)).content.decode()
    do(cup, director, CallMatch(match=1))
    assert "last table about" in client.get(at("schedule", cup)).content.decode()

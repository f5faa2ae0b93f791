"""Tables and times of a tournament: the venue, the schedule, fixed seats, delays, and matches on tables."""

import json
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from games.store.limits import MOST_BODY
from tests.tournaments.helpers.play import Play
from tournaments.deeds import entering, playing, scheduling, staging
from tournaments.deeds.base import Doer, Role
from tournaments.deeds.placing import MAX_BYTES, bytes_of
from tournaments.directing.due import due
from tournaments.events.scheduling import MatchesPlaced, RoundTime, Session, VenueTable
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.state.schedule import limit_of, match_start, planned_start, start_of

SWISS = StagePlan(type="swiss", rounds=4, match=MatchPlan(minutes=40))
HOUR = 3600


def tables(count: int, room: str = "Hall") -> tuple[VenueTable, ...]:
    return tuple(VenueTable(str(number), room) for number in range(1, count + 1))


def event(entrants: int = 8, count: int = 4, plan: StagePlan = SWISS, allotting: Any = "top", **changes: Any) -> Play:
    play = Play(**changes)
    play.enter(entrants)
    play.do(scheduling.SetVenue(tables=tables(count), allotting=allotting))
    play.begin(plan)
    return play


def places(play: Play) -> list[str]:
    return [match.table for match in play.state.matches.values()]


def report(play: Play, match: int) -> None:
    play.do(playing.ReportGame(match=match, points=(10, 4)))


def test_a_released_round_is_put_on_the_tables_of_the_venue_and_its_release_is_undone_with_them():
    play = event()
    play.do(staging.PairRound(stage=1))
    assert places(play) == ["", "", "", ""]
    play.do(staging.ReleaseRound(stage=1, round=1))
    assert places(play) == ["1", "2", "3", "4"]
    assert {match.room for match in play.state.matches.values()} == {"Hall"}
    assert play.state == play.folded()
    play.undo(play.version_of(MatchesPlaced))
    assert places(play) == ["", "", "", ""]
    assert not play.state.stages[1].rounds[0].released


def test_without_a_venue_no_match_gets_a_table():
    play = Play()
    play.enter(4)
    play.begin(SWISS)
    play.pair(1)
    assert places(play) == ["", ""]
    assert play.refusal(scheduling.PlaceRound(stage=1, round=1)) == "no-venue"


def test_matches_beyond_the_tables_wait_and_get_the_next_one_that_is_free():
    play = event(entrants=8, count=3)
    play.pair(1)
    assert places(play) == ["1", "2", "3", ""]
    assert play.state.matches[4].waits_for_table
    assert play.do(scheduling.GiveTables()) == []
    report(play, 2)
    play.do(scheduling.GiveTables())
    assert places(play) == ["1", "2", "3", "2"]
    assert not play.state.matches[4].waits_for_table


def test_entrants_that_waited_play_first_in_the_next_round_with_too_few_tables():
    play = event(entrants=8, count=3)
    play.pair(1)
    waited = set(play.state.matches[4].entrants)
    for match in (1, 2, 3):
        report(play, match)
    play.do(scheduling.GiveTables())
    report(play, 4)
    play.pair(1)
    waiting = [match for match in play.state.matches.values() if match.round == 2 and match.waits_for_table]
    assert len(waiting) == 1
    assert waited.isdisjoint(waiting[0].entrants)


def test_a_fixed_seat_is_kept_by_every_round_and_no_match_is_moved_from_it():
    play = event()
    play.do(scheduling.FixSeat(entrant=3, table="4", room="Hall"))
    for _ in range(2):
        number = play.pair(1)
        mine = next(one for one in play.state.matches.values() if one.round == number and 3 in one.entrants)
        assert (mine.table, mine.room) == ("4", "Hall")
        assert play.refusal(playing.PlaceMatch(match=mine.number, table="1", room="Hall")) == "seat-fixed"
        for other in [one for one in play.state.matches.values() if one.round == number]:
            report(play, other.number)
    assert play.refusal(scheduling.SetVenue(tables=tables(3))) == "seat-fixed"
    play.do(scheduling.FixSeat(entrant=3))
    play.do(scheduling.SetVenue(tables=tables(3)))


def test_entrants_that_are_spread_play_at_another_table_and_those_that_stay_at_the_same():
    spread, stay = event(allotting="spread"), event(allotting="stay")
    for play in (spread, stay):
        play.pair(1)
        for number in range(1, 5):
            report(play, number)
        play.pair(1)
    before = {entrant: match.table for match in list(spread.state.matches.values())[:4] for entrant in match.entrants}
    for match in list(spread.state.matches.values())[4:]:
        assert match.table not in {before[entrant] for entrant in match.entrants}
    before = {entrant: match.table for match in list(stay.state.matches.values())[:4] for entrant in match.entrants}
    moved = sum(before[match.entrants[0]] != match.table for match in list(stay.state.matches.values())[4:])
    assert moved <= 2


def test_a_match_of_two_rooms_gets_two_tables_side_by_side():
    plan = StagePlan(type="swiss", rounds=2, match=MatchPlan(games=2, rooms=2))
    play = Play(squad=4, kind="team")
    for number in range(1, 7):
        play.do(entering.Enter(squad=tuple(f"p{number}{seat}" for seat in "abcd")))
    play.do(scheduling.SetVenue(tables=tables(5)))
    play.begin(plan)
    play.pair(1)
    sitting = [tuple(table.name for table in match.tables) for match in play.state.matches.values()]
    assert sitting == [("1", "2"), ("3", "4"), ()]
    assert play.state.matches[3].waits_for_table


def test_two_matches_swap_their_tables_and_a_swap_is_undone():
    play = event()
    play.pair(1)
    play.do(scheduling.SwapTables(match=1, other=3))
    assert places(play) == ["3", "2", "1", "4"]
    play.undo(play.version_of(MatchesPlaced))
    assert places(play) == ["1", "2", "3", "4"]
    assert play.refusal(scheduling.SwapTables(match=1, other=1)) == "same-match"
    report(play, 1)
    assert play.refusal(scheduling.SwapTables(match=1, other=2)) == "has-begun"
    assert play.refusal(playing.PlaceMatch(match=2, table="9", room="Hall")) == "unknown-table"
    assert play.refusal(playing.PlaceMatch(match=2, table="3", room="Hall")) == "table-taken"
    assert play.refusal(playing.PlaceMatch(match=2, table="3")) == "table-taken"


def planned(play: Play, rounds: int = 4, **changes: Any) -> int:
    begins = int((play.state.at + timedelta(hours=1)).timestamp())
    deed = scheduling.SetSchedule(
        sessions=(Session(begins, begins + 4 * HOUR),),
        rounds=tuple(RoundTime(1, number + 1, begins + number * HOUR) for number in range(rounds)),
        **changes,
    )
    play.do(deed)
    return begins


def test_planned_times_are_shifted_by_delays_and_limits_come_from_the_schedule_or_the_plan():
    play = event()
    begins = planned(play)
    assert planned_start(play.state, 1, 2) == begins + HOUR
    assert (limit_of(play.state, 1, 2), limit_of(Play().state, 1, 1)) == (40, None)
    play.do(scheduling.DelayRound(stage=1, round=2, minutes=15))
    assert [planned_start(play.state, 1, number) for number in (1, 2, 3)] == [
        begins, begins + HOUR + 900, begins + 2 * HOUR + 900,
    ]  # fmt: skip
    start = start_of(play.state, 1, 3)
    assert start is not None
    assert start.late == 15
    play.pair(1)
    assert match_start(play.state, play.state.matches[1]) == begins
    assert play.refusal(scheduling.DelayRound(stage=1, round=9, minutes=5)) == "no-time-planned"
    planned(play, match_minutes=30)
    assert limit_of(play.state, 1, 2) == 30
    assert play.state.schedule is not None
    assert play.state.schedule.delays == ()
    play.undo(play.kept[-1].version)
    assert start_of(play.state, 1, 3) == start


def test_a_schedule_on_which_a_delay_stands_is_not_undone():
    play = event()
    planned(play)
    version = play.kept[-1].version
    play.do(scheduling.DelayRound(stage=1, round=2, minutes=15))
    assert play.standing(version) == ["DelaySet"]


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        (scheduling.SetSchedule(sessions=(Session(20, 10),)), "session-backwards"),
        (scheduling.SetSchedule(sessions=(Session(0, 20), Session(10, 30))), "sessions-overlap"),
        (scheduling.SetSchedule(sessions=(Session(-1, 20),)), "time-impossible"),
        (scheduling.SetSchedule(rounds=(RoundTime(7, 1, 10),)), "unknown-stage"),
        (scheduling.SetSchedule(rounds=(RoundTime(1, 0, 10),)), "unknown-round"),
        (scheduling.SetSchedule(rounds=(RoundTime(1, 1, 10), RoundTime(1, 1, 20))), "round-twice"),
        (scheduling.SetSchedule(rounds=(RoundTime(1, 1, 10), RoundTime(1, 2, 5))), "rounds-disordered"),
        (scheduling.SetSchedule(rounds=(RoundTime(1, 1, 10, 9_999),)), "minutes-impossible"),
        (scheduling.SetSchedule(rest_minutes=-1), "minutes-impossible"),
        (scheduling.SetVenue(tables=(VenueTable("1"), VenueTable("1"))), "table-twice"),
        (scheduling.SetVenue(tables=(VenueTable(""),)), "place-unreadable"),
        (scheduling.SetVenue(tables=(VenueTable("1"),), hall="x" * 30), "place-unreadable"),
        (scheduling.FixSeat(entrant=1, table="77"), "unknown-table"),
        (scheduling.FixSeat(entrant=99, table="1", room="Hall"), "unknown-entrant"),
    ],
)
def test_what_no_venue_or_schedule_can_be_is_refused_with_its_reason(deed, code):
    assert event().refusal(deed) == code


def test_a_round_of_hundreds_with_long_names_is_placed_in_events_that_the_log_takes():
    play = Play()
    play.enter(400)
    rooms = "കോട്ടയം ടൗൺ ഹാൾ വടക്കേ മുറി"
    play.do(scheduling.SetVenue(tables=tables(MAX_BYTES // bytes_of(VenueTable("99", rooms)), rooms)))
    play.begin(StagePlan(type="swiss", rounds=1))
    play.do(staging.PairRound(stage=1))
    happened = play.do(staging.ReleaseRound(stage=1, round=1))
    assert len(happened) > 2
    assert sum(len(one.placings) for one in happened[1:]) == 200
    for one in happened:
        assert len(json.dumps(msgspec.to_builtins(one))) <= MOST_BODY
    assert play.state == play.folded()
    assert play.refusal(scheduling.SetVenue(tables=tables(900, rooms))) == "names-too-long"


def test_players_name_no_tables():
    play = event()
    player = Doer("p1a", frozenset({Role.CAPTAIN, Role.PLAYER}))
    assert play.refusal(scheduling.SetVenue(tables=()), player) == "not-allowed"
    assert play.refusal(scheduling.GiveTables(), player) == "not-allowed"


def test_the_clock_calls_no_match_that_waits_for_a_table_and_gives_free_ones_in_an_automatic_tournament():
    plan = StagePlan(type="swiss", rounds=2, match=MatchPlan(place="sheet"))
    play = event(entrants=4, count=1, plan=plan, automatic=True)
    play.pair(1)
    now = play.state.at + timedelta(minutes=1)
    assert [(type(one).__name__, getattr(one, "match", None)) for one in due(play.state, now).deeds] == [
        ("CallMatch", 1),
        ("GiveTables", None),
    ]


def test_the_clock_calls_no_round_of_an_automatic_tournament_before_its_planned_time():
    play = event(automatic=True)
    begins = planned(play)
    play.do(staging.PairRound(stage=1))
    play.do(staging.ReleaseRound(stage=1, round=1))
    early = due(play.state, play.state.at)
    assert early.deeds == ()
    assert early.at is not None
    assert int(early.at.timestamp()) == begins
    assert due(play.state, early.at).deeds == (staging.CallRound(stage=1, round=1),)

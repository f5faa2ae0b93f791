"""What a rehearsal says of a plan: time, tables, rests, byes, rematches, shared places, and steps that are refused."""

import pytest

from tests.tournaments.helpers.play import Play
from tests.tournaments.rehearsal.rehearsed import NINE, cut_report, planned, report_of, said
from tournaments.deeds.base import Refused
from tournaments.deeds.entering import Enter
from tournaments.events.settings import MatchPlan, Qualifiers, StagePlan

EIGHT_HANDS = MatchPlan(hands=8)
SWISS = StagePlan(type="swiss", rounds=3, tie_breaks=("points", "buchholz", "seed"), match=EIGHT_HANDS)
CUP = StagePlan(type="knock_out", match=MatchPlan(hands=8, extra=(4, 1, 1, 1)), tie_breaks=("seed",))


def swiss(**changes) -> Play:
    return planned(
        StagePlan(**{"type": "swiss", "rounds": 3, "tie_breaks": SWISS.tie_breaks, "match": EIGHT_HANDS, **changes})
    )


def test_matches_wait_where_there_are_too_few_tables_and_none_does_with_as_many_as_it_says():
    few = report_of(swiss().state, entrants=12, tables=4)

    (waits,) = said(few, "tables")
    assert waits.startswith("Stage 1: matches that wait for a table: 6, the longest")
    assert waits.endswith("With 6 tables none would wait.")
    assert [one.tables for one in few.rounds] == [4, 4, 4]
    assert said(report_of(swiss().state, entrants=12, tables=6), "tables") == []


def test_an_event_without_a_number_of_tables_says_how_many_it_needs():
    assert said(report_of(swiss().state, entrants=12), "tables") == [
        "The event needs 6 tables, so that no match waits for one."
    ]
    assert said(report_of(swiss().state, entrants=12, tables=9), "tables") == [
        "Of 9 tables, at most 6 are in use at once."
    ]


def test_a_match_in_two_rooms_takes_two_tables():
    two_rooms = planned(
        StagePlan(type="knock_out", match=MatchPlan(hands=4, games=2, rooms=2, extra=(1, 1, 1)), tie_breaks=("seed",)),
        squad=4,
        kind="team",
    )

    assert said(report_of(two_rooms.state, entrants=8), "tables") == [
        "The event needs 8 tables, so that no match waits for one."
    ]


def test_it_says_by_how_much_the_hall_closes_too_early():
    (late,) = said(report_of(swiss().state, entrants=8, closes_at=NINE + 1_800), "time")
    early = report_of(swiss().state, entrants=8, closes_at=NINE + 36_000)

    assert "In 100 of 100 runs the last match ends after the hall closes" in late
    assert "Gain" in late
    assert said(early, "time") == []


def test_a_round_that_does_not_fit_into_a_session_begins_with_the_next():
    sessions = ((NINE, NINE + 2_000), (NINE + 20_000, NINE + 40_000))
    report = report_of(swiss().state, entrants=8, sessions=sessions)

    assert [one.begins >= NINE + 20_000 for one in report.rounds] == [False, True, True]
    assert said(report, "time") == []


def test_a_match_that_goes_on_after_its_session_is_told():
    report = report_of(swiss(rounds=1).state, entrants=8, sessions=((NINE, NINE + 400),))

    (over,) = said(report, "time")
    assert over.startswith("Session 1: in 100 of 100 runs a match goes on after its end")


def test_a_round_that_cannot_begin_at_its_time_is_told_and_none_begins_before_it():
    rounds = ((1, 2, NINE + 60), (1, 3, NINE + 20_000))
    report = report_of(swiss().state, entrants=8, rounds=rounds)

    (late,) = said(report, "time")
    assert late.startswith("Stage 1, round 2 begins")
    assert report.rounds[2].begins == NINE + 20_000


def test_pauses_below_the_rest_are_told():
    short = said(report_of(swiss().state, entrants=8, between=3, rest=5), "rests")

    assert len(short) == 1
    assert short[0].endswith("Leave 5 minutes between the rounds.")
    assert said(report_of(swiss().state, entrants=8, between=5, rest=5), "rests") == []


def test_with_an_odd_number_somebody_rests_in_each_round():
    report = report_of(swiss().state, entrants=9)

    (odd,) = said(report, "byes")
    assert odd.startswith("Stage 1: because a number is odd, an entrant rests in each round; byes in all: 3.")
    assert [one.byes for one in report.rounds] == [1, 1, 1]
    assert said(report_of(swiss().state, entrants=8), "byes") == []


def test_an_entrant_that_rests_twice_is_told():
    report = report_of(swiss(rounds=4).state, entrants=3)

    assert any("rests twice or more" in text for text in said(report, "byes"))


def test_the_first_seeds_of_a_bracket_that_is_not_full_begin_later():
    report = report_of(planned(CUP).state, entrants=6)

    assert said(report, "byes") == ["Stage 1: entrants that begin in the second round: 2."]
    (byes,) = (finding for finding in report.findings if finding.topic == "byes")
    assert sorted(byes.entrants) == [1, 2]


def test_more_rounds_than_opponents_bring_entrants_together_again():
    report = report_of(swiss(rounds=5).state, entrants=4)

    (again,) = said(report, "rematches")
    assert "in 100 of 100 runs entrants meet again" in again
    assert again.endswith("4 entrants can play 3 rounds before they meet again.")
    assert said(report_of(swiss(rounds=3).state, entrants=4), "rematches") == []


def test_matches_between_those_who_met_in_their_groups_are_told_and_after_a_round_robin_they_are_not():
    def cup(groups: int) -> Play:
        return planned(
            StagePlan(type="round_robin", groups=groups, match=EIGHT_HANDS),
            StagePlan(**{**{name: getattr(CUP, name) for name in ("type", "match", "tie_breaks")},
                         "source": (Qualifiers(stage=1, last=4 // groups),)}),
        )  # fmt: skip

    assert said(report_of(cup(1).state, entrants=8, runs=3), "rematches") == []
    (met,) = said(report_of(cup(2).state, entrants=8, runs=12), "rematches")
    assert met.startswith("Stage 2: in")
    assert met.endswith("runs first matches repeat a match of an earlier stage.")


def test_places_that_nothing_separates_are_told():
    report = report_of(swiss(tie_breaks=("points",), rounds=1).state, entrants=8)

    (shared,) = said(report, "ties")
    assert shared.startswith("Stage 1: in 100 of 100 runs a place that counts is shared")
    assert report.finish is not None, "it goes on with an order by chance"


def test_places_that_only_the_seed_separates_are_told():
    report = report_of(swiss(tie_breaks=("points", "seed"), rounds=1).state, entrants=8)

    assert said(report, "ties") == [
        "Stage 1: in 100 of 100 runs the seed alone decides a place that counts. Put a criterion won by playing "
        "before the seed."
    ]


def test_a_level_match_of_a_bracket_without_further_games_is_told():
    report = report_of(
        planned(StagePlan(type="knock_out", match=MatchPlan(hands=2), tie_breaks=("seed",))).state, entrants=16, runs=6
    )

    assert any("a match stays level after all its games" in text for text in said(report, "ties"))
    assert report.finish is not None


def test_a_plan_that_too_few_entrants_can_play_says_how_many_it_needs():
    groups = planned(StagePlan(type="round_robin", groups=4, match=EIGHT_HANDS))
    report = report_of(groups.state, entrants=6)

    assert said(report, "plan") == [
        "Stage 1 cannot begin in 3 of 3 runs. "
        "Each group needs at least 2 entrants; there are 6 in all. Wait for at least 8 entrants, or plan fewer groups."
    ]
    assert report.finish is None
    assert said(report_of(groups.state, entrants=8), "plan") == []


def test_halves_of_an_odd_number_stop_with_the_reason():
    halves = planned(StagePlan(type="cross_group", options={"rounds": 3}, match=EIGHT_HANDS))

    (stops,) = said(report_of(halves.state, entrants=7), "plan")
    assert stops.startswith("Stage 1: round 1 cannot be paired in 3 of 3 runs.")
    assert stops.endswith("Let an even number of entrants play in it.")


def test_entrants_beyond_the_room_are_told():
    report = report_of(planned(SWISS, capacity=8).state, entrants=10)

    assert said(report, "plan") == [
        "There is no room for 2 of the expected entrants: they stay on the waiting list. "
        "Make room for 10 on Settings, or close the entries earlier."
    ]
    assert report.entrants == 8


def test_a_ladder_is_not_rehearsed_and_a_stage_by_lot_needs_one():
    ladder = report_of(planned(StagePlan(type="ladder", tie_breaks=("seed",))).state, entrants=6)
    by_lot = report_of(planned(StagePlan(type="knock_out", by_lot=True, match=CUP.match)).state, entrants=6)

    assert said(ladder, "plan") == ["Stage 1 is a ladder: it runs until its director ends it, so it is not rehearsed."]
    assert ladder.finish is None
    assert said(by_lot, "plan") == [
        "Stage 1 begins after a lot: promise it early, so that captains can give their numbers."
    ]
    assert by_lot.finish is not None


def test_a_rehearsal_that_is_cut_off_says_so():
    state = swiss().state
    within = cut_report(state, 12, entrants=8, runs=5, hands=8)
    after = cut_report(state, 200, entrants=8, runs=50, hands=8)

    assert said(within, "limits")[0].startswith("Time ran out within the first run")
    assert within.finish is None
    assert 1 < after.runs < 50
    assert f"Time ran out after {after.runs} of 50 runs." in said(after, "limits")
    assert after.finish is not None


def test_bad_assumptions_and_tournaments_without_a_plan_are_refused():
    for assumed, field in (
        ({"entrants": 1_025}, "entrants"),
        ({"tables": -1}, "tables"),
        ({"seconds": 5}, "seconds"),
        ({"runs": 0}, "runs"),
        ({"closes_at": NINE - 1}, "closes_at"),
    ):
        with pytest.raises(Refused) as refused:
            report_of(swiss().state, **assumed)
        assert (refused.value.code, refused.value.field) == ("assumption-impossible", field)
    with pytest.raises(Refused) as refused:
        report_of(Play().state)
    assert refused.value.code == "nothing-planned"


def test_those_entered_play_and_only_the_others_are_made_up():
    play = swiss()
    play.do(Enter(squad=("a", "b")))
    report = report_of(play.state, entrants=6)

    assert (report.entrants, report.stand_ins) == (6, 5)

"""Every verdict and need against all courses of the remaining matches."""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.tournaments.outlook.helpers import (
    final_tables,
    level_or_above,
    played,
    running_stages,
    safe_points_of,
    verdict_of,
)
from tournaments.outlook.bounds import bound
from tournaments.outlook.needs import needs_of, outlooks
from tournaments.outlook.position import position_of
from tournaments.outlook.values import LIVE, VERDICTS
from tournaments.stages.stage import Match, Stage

PLACES = st.integers(1, 6)


def with_result(stage: Stage, match: Match, result: str) -> Stage:
    """Return the stage with the result, for the home side, of one of its matches."""
    assert match.away is not None
    done = played(match.round, match.home, match.away, result)
    at = next(place for place, other in enumerate(stage.matches) if other is match)
    return replace(stage, matches=(*stage.matches[:at], done, *stage.matches[at + 1 :]))


def left_of(stage: Stage, entrant: str) -> list[Match]:
    return [match for match in stage.matches if not match.is_counted and entrant in (match.home, match.away)]


@settings(deadline=None, max_examples=150)
@given(running_stages(), PLACES)
def test_every_verdict_is_that_of_all_courses(running, places):
    stage, draws = running
    tables = final_tables(stage, draws)

    assert [(row.entrant, row.verdict, row.exact) for row in outlooks(stage, places, draws=draws)] == [
        (entrant.id, verdict_of(tables, entrant.id, places), True) for entrant in stage.entrants
    ]


@settings(deadline=None, max_examples=50)
@given(running_stages(), PLACES, st.sets(st.sampled_from("ABC"), max_size=2))
def test_those_passed_over_take_no_place_from_the_others(running, places, passed_over):
    stage, draws = running
    tables = final_tables(stage, draws)

    for row in outlooks(stage, places, draws=draws, passed_over=passed_over):
        if row.entrant in passed_over:
            assert row.verdict == "out"
        else:
            assert row.verdict == verdict_of(tables, row.entrant, places, sorted(passed_over))


@settings(deadline=None, max_examples=75)
@given(running_stages(), PLACES)
def test_the_bound_never_contradicts_the_exact_answer(running, places):
    stage, draws = running
    position = position_of(stage, draws=draws)

    for number, row in enumerate(outlooks(stage, places, draws=draws)):
        assert bound(position, number, places) in (row.verdict, LIVE)


@settings(deadline=None, max_examples=75)
@given(running_stages(), PLACES)
def test_what_an_entrant_needs_is_what_all_courses_say(running, places):
    stage, draws = running
    tables = final_tables(stage, draws)

    for entrant in stage.entrants:
        needs = needs_of(stage, entrant.id, places, draws=draws)
        own = [table[entrant.id] for table in tables]
        winning = stage
        for match in left_of(stage, entrant.id):
            winning = with_result(winning, match, "win" if match.home == entrant.id else "loss")
        assert needs.points + needs.points_to_play_for == max(own)
        assert needs.wins_suffice is all(
            level_or_above(table, entrant.id) < places for table in final_tables(winning, draws)
        )
        assert needs.in_own_hands is needs.wins_suffice
        if needs.safe_points_exact:
            assert needs.safe_points == safe_points_of(tables, entrant.id, places)
        elif needs.safe_points is not None:
            assert needs.safe_points >= safe_points_of(tables, entrant.id, places)
        assert needs.safe_points_exact or len(left_of(stage, entrant.id)) > 4


@settings(deadline=None, max_examples=50)
@given(running_stages(), PLACES)
def test_the_next_match_is_judged_after_each_of_its_results(running, places):
    stage, draws = running

    for entrant in stage.entrants:
        coming = needs_of(stage, entrant.id, places, draws=draws).next_match
        left = left_of(stage, entrant.id)
        assert (coming is None) == (not left)
        if coming is None:
            continue
        match = left[0]
        assert (coming.round, coming.at_home) == (match.round, match.home == entrant.id)
        assert coming.opponent == (match.away if coming.at_home else match.home)
        assert (coming.draw is not None) == draws
        for result, row in (("win", coming.win), ("draw", coming.draw), ("loss", coming.loss)):
            if row is not None:
                of_home = result if coming.at_home else {"win": "loss", "draw": "draw", "loss": "win"}[result]
                tables = final_tables(with_result(stage, match, of_home), draws)
                assert (row.verdict, row.exact) == (verdict_of(tables, entrant.id, places), True)


@settings(deadline=None, max_examples=50)
@given(running_stages(), PLACES)
def test_a_better_result_never_makes_an_entrant_less_safe(running, places):
    stage, draws = running

    for entrant in stage.entrants:
        coming = needs_of(stage, entrant.id, places, draws=draws).next_match
        if coming is not None:
            rows = [row for row in (coming.loss, coming.draw, coming.win) if row is not None]
            verdicts = [VERDICTS.index(row.verdict) for row in rows]
            assert verdicts == sorted(verdicts)


@settings(deadline=None, max_examples=50)
@given(running_stages(), PLACES, st.integers(0, 6))
def test_with_little_work_allowed_every_verdict_is_exact_or_the_bound(running, places, limit):
    stage, draws = running
    position = position_of(stage, draws=draws)
    exact = outlooks(stage, places, draws=draws)

    for number, row in enumerate(outlooks(stage, places, draws=draws, limit=limit)):
        if row.exact:
            assert row == exact[number]
        else:
            assert row.verdict == bound(position, number, places) == LIVE


@settings(deadline=None, max_examples=75)
@given(running_stages(), PLACES, st.integers(0, 4))
def test_with_little_work_allowed_the_safe_points_are_still_enough(running, places, limit):
    stage, draws = running
    tables = final_tables(stage, draws)

    for entrant in stage.entrants:
        needs = needs_of(stage, entrant.id, places, draws=draws, limit=limit)
        least = safe_points_of(tables, entrant.id, places)
        if needs.safe_points_exact:
            assert needs.safe_points == least
        elif needs.safe_points is not None:
            assert least is not None
            assert needs.safe_points >= least
        if needs.wins_suffice is not None:
            assert needs.wins_suffice is needs_of(stage, entrant.id, places, draws=draws).wins_suffice

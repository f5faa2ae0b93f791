"""The standings: their order, shared ranks, and what decided each place."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given

from tests.strategies import SEEDS
from tests.tournaments.helpers.invented import CRITERIA, invented
from tests.tournaments.helpers.naive_standings import NaiveStage
from tests.tournaments.helpers.written import cases, entrants, match, read, stage
from tournaments.stages.reading import CRITERIA as NAMED
from tournaments.tiebreaks.ranking import standings

RANKED = [pytest.param(case, id=case["case"]) for case in cases("rank") if "stages" in case["expect"]]


def rows_of(written):
    """Return the rows as plain values."""
    return [(row.entrant, row.rank, dict(row.values), row.decided_by) for row in standings(read(written))]


def order(found):
    return [(row.entrant, row.rank, row.decided_by) for row in standings(found)]


@pytest.mark.parametrize("case", RANKED)
def test_the_published_cases_are_ranked_as_they_expect(case):
    for place, expected in enumerate(case["expect"]["stages"]):
        written = {**case["input"], "stages": [case["input"]["stages"][place]]}
        found = [
            {
                "entrant": row.entrant,
                "rank": row.rank,
                "values": {name: None if value is None else str(value) for name, value in row.values.items()},
                "decided_by": row.decided_by,
            }
            for row in standings(read(written))
        ]
        assert found == expected["standings"]


@given(SEEDS)
def test_a_swiss_is_ranked_as_the_definitions_say(seed):
    written = invented(seed)

    assert rows_of(written) == NaiveStage(written).rows()


@given(SEEDS)
def test_all_criteria_in_any_order_are_as_the_definitions_say(seed):
    written = invented(seed, kind="round_robin", most=5)
    written["stages"][0]["tie_breaks"] = Random(seed).sample(CRITERIA, len(CRITERIA))

    assert rows_of(written) == NaiveStage(written).rows()


@given(SEEDS)
def test_the_order_in_which_matches_are_written_changes_nothing(seed):
    written = invented(seed)
    before = rows_of(written)
    written["stages"][0]["matches"].reverse()

    assert rows_of(written) == before


@given(SEEDS)
def test_every_entrant_is_listed_once_and_ranks_never_fall(seed):
    written = invented(seed)
    found = standings(read(written))

    assert sorted(row.entrant for row in found) == sorted(NaiveStage(written).names)
    assert found[0].rank == 1
    for place, (above, below) in enumerate(pairwise(found), start=2):
        assert below.rank == (above.rank if below.decided_by == "level" else place)


def test_the_criteria_are_those_of_the_contract():
    assert tuple(NAMED) == CRITERIA


def test_without_tie_breaks_points_and_then_the_seed_decide():
    assert order(stage(match(1, "DB", 9, 5))) == [("D", 1, ""), ("A", 2, "points"), ("B", 3, "seed"), ("C", 4, "seed")]


def test_entrants_that_nothing_separates_share_a_rank_and_are_listed_by_seed():
    found = stage(match(1, "DC", 7, 7), match(1, "AB", 9, 5), tie_breaks=["points"])

    assert order(found) == [("A", 1, ""), ("C", 2, "points"), ("D", 2, "level"), ("B", 4, "points")]


def test_without_any_criterion_all_share_the_first_rank():
    assert order(stage(names="BA", tie_breaks=[])) == [("B", 1, ""), ("A", 1, "level")]


def test_a_criterion_is_compared_only_among_those_level_on_all_before_it():
    """A has more difference than C, and C more points."""
    found = stage(
        match(1, "CD", 1, 0), match(2, "AB", 50, 0), match(3, "CA", 1, 0), tie_breaks=["points", "difference"]
    )

    assert order(found) == [("C", 1, ""), ("A", 2, "points"), ("D", 3, "points"), ("B", 4, "difference")]


def test_what_decided_is_the_first_criterion_in_which_a_row_differs_from_the_one_above():
    """D is below C by points although the two differ in difference as well."""
    found = stage(match(1, "AB", 3, 0), match(1, "CD", 2, 0), tie_breaks=["points", "difference", "seed"])

    assert order(found) == [("A", 1, ""), ("C", 2, "difference"), ("D", 3, "points"), ("B", 4, "difference")]


def test_an_entrant_that_has_left_or_has_not_come_yet_is_listed():
    of = entrants("ABC", B={"until_round": 0}, C={"from_round": 9})

    assert order(stage(of=of)) == [("A", 1, ""), ("B", 2, "seed"), ("C", 3, "seed")]


def test_a_stage_with_its_own_entrants_lists_those_alone_in_their_own_order():
    found = stage(entrants=["C", "B"])

    assert [(row.entrant, row.values["seed"]) for row in standings(found)] == [("C", 1), ("B", 2)]


def test_a_criterion_that_was_not_asked_for_has_no_value():
    assert [set(row.values) for row in standings(stage(names="AB", tie_breaks=["wins"]))] == [{"wins"}] * 2

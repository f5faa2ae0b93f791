"""The working of a value adds up to it, and is what a page can show."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given

from tests.strategies import SEEDS
from tests.tournaments.tiebreaks.changes import random_stage
from tournaments.stages.reading import CRITERIA
from tournaments.stages.stage import Entrant, Match, Stage
from tournaments.tiebreaks.criteria import AMONG, OF_OPPONENTS, OWN
from tournaments.tiebreaks.ranking import level_with, ranked
from tournaments.tiebreaks.record import records_of
from tournaments.tiebreaks.working import Earned, GamePoints, Given, Product, Running, Won, working

MATCHES = (
    Match(1, "A", "B", home_points=14, away_points=9),
    Match(1, "C", outcome="bye"),
    Match(2, "C", "A", home_points=10, away_points=10),
    Match(2, "B", outcome="bye"),
    Match(3, "B", "C", outcome="forfeit", winner="C"),
    Match(3, "A", "D", home_points=3, away_points=5, outcome="awarded", match_points=(Fraction(6, 5), Fraction(4, 5))),
    Match(4, "A", "B"),
)
"""A has 4 1/5 points, B 2, C 5; D came late and has 4/5, and 1/2 from a director."""
LATE = Entrant("D", 4, from_round=3)
STAGE = Stage(
    "stage",
    "swiss",
    (Entrant("A", 1), Entrant("B", 2, lot=7), Entrant("C", 3), LATE),
    tie_breaks=CRITERIA,
    matches=MATCHES,
    adjustments={"D": Fraction(1, 2)},
)


def of(criterion, entrant, level=()):
    return working(records_of(STAGE), criterion, entrant, level)


def total(found):
    """Return what the terms come to."""
    match found.criterion:
        case "points" | "head_to_head":
            return sum(term.points for term in found.terms)
        case "wins":
            return len(found.terms)
        case "difference":
            return sum(term.scored - term.conceded for term in found.terms)
        case "scored":
            return sum(term.scored for term in found.terms)
        case "quotient":
            return Fraction(sum(term.scored for term in found.terms), sum(term.conceded for term in found.terms))
        case "buchholz" | "buchholz_cut_1" | "median_buchholz":
            return sum(term.points for term in found.terms if not term.dropped)
        case "sonneborn_berger":
            assert all(term.product == term.points * term.share for term in found.terms)
            return sum(term.product for term in found.terms)
        case "progressive":
            earned = [term.earned for term in found.terms]
            assert [term.total for term in found.terms] == [sum(earned[: n + 1]) for n in range(len(earned))]
            return sum(term.total for term in found.terms)
        case _:
            return found.value


@given(SEEDS)
def test_the_working_of_every_value_in_the_standings_adds_up_to_it(seed):
    stage = random_stage(Random(seed), kind="swiss")
    records = records_of(stage)
    rows = ranked(records)

    for row in rows:
        for criterion in stage.tie_breaks:
            found = working(records, criterion, row.entrant, level_with(rows, row.entrant, criterion))
            assert found.value == row.values[criterion]
            assert found.value is None or found.value == total(found)
            rounds = [term.round for term in found.terms if term.round is not None]
            assert rounds == sorted(rounds)
            if found.value is None and criterion in ("head_to_head", "quotient"):
                assert set(found.lacking) & set(found.level) == set(found.lacking) != set()
            else:
                assert found.lacking == ()


def test_every_criterion_of_the_contract_has_a_working():
    assert sorted([*OWN, *OF_OPPONENTS, *AMONG]) == sorted(CRITERIA)
    for criterion in CRITERIA:
        assert of(criterion, "A").criterion == criterion


def test_the_working_of_an_unknown_criterion_or_entrant_is_an_error():
    with pytest.raises(KeyError):
        of("luck", "A")
    with pytest.raises(KeyError):
        of("points", "Z")


def test_points_are_those_of_each_round_and_of_the_director():
    assert of("points", "A").terms == (
        Earned(1, "B", "played", Fraction(2)),
        Earned(2, "C", "played", Fraction(1)),
        Earned(3, "D", "awarded", Fraction(6, 5)),
    )
    assert of("points", "D").terms == (
        Earned(3, "A", "awarded", Fraction(4, 5)),
        Earned(None, None, None, Fraction(1, 2)),
    )
    assert of("points", "B").terms == (
        Earned(1, "A", "played", Fraction(0)),
        Earned(2, None, "bye", Fraction(2)),
        Earned(3, "C", "forfeit", Fraction(0)),
    )


def test_wins_are_the_matches_that_were_won():
    assert of("wins", "C").terms == (Won(3, "B", "forfeit"),)
    assert of("wins", "A").terms == (Won(1, "B", "played"), Won(3, "D", "awarded"))


@pytest.mark.parametrize(("criterion", "value"), [("difference", 3), ("scored", 27), ("quotient", Fraction(27, 24))])
def test_game_points_are_shown_for_and_against(criterion, value):
    found = of(criterion, "A")

    assert found.value == value
    assert found.terms == (
        GamePoints(1, "B", "played", 14, 9),
        GamePoints(2, "C", "played", 10, 10),
        GamePoints(3, "D", "awarded", 3, 5),
    )


def test_a_quotient_that_is_none_names_those_without_positive_sums():
    found = working(
        records_of(Stage("s", "swiss", STAGE.entrants, matches=(Match(1, "A", "B", home_points=3, away_points=0),))),
        "quotient",
        "A",
        ("A", "B", "C"),
    )

    assert (found.value, found.lacking) == (None, ("A", "B", "C"))
    assert found.terms == (GamePoints(1, "B", "played", 3, 0),)


def test_head_to_head_shows_the_matches_among_those_that_are_level():
    found = of("head_to_head", "A", ("A", "B", "C"))

    assert (found.value, found.level, found.lacking) == (3, ("A", "B", "C"), ())
    assert found.terms == (Earned(1, "B", "played", Fraction(2)), Earned(2, "C", "played", Fraction(1)))


def test_head_to_head_that_is_none_names_two_that_have_not_met():
    found = of("head_to_head", "A", ("A", "B", "D"))

    assert (found.value, found.lacking) == (None, ("B", "D"))
    assert found.terms == (Earned(1, "B", "played", Fraction(2)), Earned(3, "D", "awarded", Fraction(6, 5)))


def test_an_entrant_level_with_nobody_has_no_head_to_head():
    assert (of("head_to_head", "A").value, of("head_to_head", "A").terms) == (0, ())


def test_contributions_say_whose_points_they_are():
    assert of("buchholz", "C").terms == (
        Given(1, None, "bye", True, Fraction(5)),
        Given(2, "A", "played", False, Fraction(21, 5)),
        Given(3, "B", "forfeit", True, Fraction(5)),
    )
    assert of("buchholz", "D").terms == (Given(3, "A", "awarded", False, Fraction(21, 5)),)


def test_one_contribution_is_dropped_as_the_lowest_and_one_as_the_highest():
    """Of the two fives one counts."""
    assert [term.dropped for term in of("buchholz_cut_1", "C").terms] == ["", "lowest", ""]
    assert [term.dropped for term in of("median_buchholz", "C").terms] == ["highest", "lowest", ""]
    assert (of("buchholz_cut_1", "C").value, of("median_buchholz", "C").value) == (10, 5)
    assert [term.dropped for term in of("median_buchholz", "D").terms] == ["lowest"]


def test_sonneborn_berger_shows_points_times_share():
    assert of("sonneborn_berger", "A").terms == (
        Product(1, "B", "played", False, Fraction(2), Fraction(1), Fraction(2)),
        Product(2, "C", "played", False, Fraction(5), Fraction(1, 2), Fraction(5, 2)),
        Product(3, "D", "awarded", False, Fraction(13, 10), Fraction(3, 5), Fraction(39, 50)),
    )


def test_progressive_shows_the_points_after_each_round():
    assert of("progressive", "A").terms == (
        Running(1, Fraction(2), Fraction(2)),
        Running(2, Fraction(1), Fraction(3)),
        Running(3, Fraction(6, 5), Fraction(21, 5)),
    )
    assert of("progressive", "D").terms == (Running(3, Fraction(4, 5), Fraction(4, 5)),)


def test_lot_and_seed_are_as_they_are():
    assert (of("lot", "A").value, of("lot", "B").value, of("seed", "B").value) == (None, 7, 2)
    assert of("seed", "B").terms == ()

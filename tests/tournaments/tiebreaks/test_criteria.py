"""Each criterion of the standings, sentence by sentence of `docs/reference/tournament-format.md`."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.tournaments.helpers.written import entrants, match, stage
from tournaments.tiebreaks.ranking import standings

HALF = Fraction(1, 2)


def values(criterion, *matches, level_by=(), **members):
    """Return the values of a criterion by entrant; compared among all, or among those level on what stands before."""
    found = stage(*matches, tie_breaks=[*level_by, criterion], **members)
    return {row.entrant: row.values[criterion] for row in standings(found)}


def award(number, sides, home, away, **more):
    return match(number, sides, outcome="awarded", match_points={"home": home, "away": away}, **more)


# What counts, and who wins


@pytest.mark.parametrize(
    ("written", "points"),
    [
        pytest.param(match(1, "AB", 9, 5), (7, 1), id="played-with-points"),
        pytest.param(match(1, "AB", 5, 5), (3, 3), id="drawn"),
        pytest.param(match(1, "AB", -4, -9), (7, 1), id="negative-points"),
        pytest.param(match(1, "AB", 5, 9, winner="A"), (7, 1), id="its-winner-is-named"),
        pytest.param(match(1, "AB", 9, 5, winner=None), (3, 3), id="a-draw-by-ruling"),
        pytest.param(match(1, "AB", outcome="forfeit", winner="B"), (-1, 6), id="forfeit"),
        pytest.param(match(1, "AB", 9, 5, outcome="forfeit", winner="B"), (-1, 6), id="forfeit-with-points"),
        pytest.param(match(1, "AB", outcome="double_forfeit"), (-1, -1), id="double-forfeit"),
        pytest.param(award(1, "AB", "6/5", "4/5"), (Fraction(6, 5), Fraction(4, 5)), id="awarded"),
        pytest.param(match(1, "AB", 9, 5, outcome="void"), (0, 0), id="void"),
        pytest.param(match(1, "AB"), (0, 0), id="unplayed"),
        pytest.param(match(1, "AB", winner="A"), (0, 0), id="a-winner-without-points-is-still-to-be-played"),
        pytest.param(match(1, "A"), (5, 0), id="bye"),
    ],
)
def test_points_of_a_played_match_go_by_its_result_and_all_others_by_the_scoring(written, points):
    scoring = {"win": 7, "draw": 3, "loss": 1, "bye": 5, "forfeit_win": 6, "forfeit_loss": -1}

    assert values("points", written, names="AB", scoring=scoring) == dict(zip("AB", points, strict=True))


def test_without_a_scoring_a_win_a_bye_and_a_forfeit_give_two_and_a_draw_one():
    matches = [
        match(1, "AB", 1, 0),
        match(2, "CD", 1, 1),
        match(3, "E"),
        match(4, "FG", outcome="forfeit", winner="F"),
    ]

    assert values("points", *matches, names="ABCDEFG") == {"A": 2, "B": 0, "C": 1, "D": 1, "E": 2, "F": 2, "G": 0}


def test_a_scoring_that_names_some_values_leaves_the_others_as_they_are():
    assert values("points", match(1, "AB", 1, 0), match(2, "A"), names="AB", scoring={"win": "5/2"}) == {
        "A": Fraction(9, 2),
        "B": 0,
    }


def test_points_that_a_director_gave_or_took_are_added_exactly_and_count_for_opponents_too():
    found = replace(
        stage(match(1, "AB", 1, 0), names="AB", tie_breaks=["points", "buchholz"]),
        adjustments={"A": Fraction(-1, 3), "B": HALF},
    )

    assert {row.entrant: tuple(row.values.values()) for row in standings(found)} == {
        "A": (Fraction(5, 3), HALF),
        "B": (HALF, Fraction(5, 3)),
    }


@pytest.mark.parametrize(
    ("written", "wins"),
    [
        pytest.param(match(1, "AB", 9, 5), (1, 0), id="played"),
        pytest.param(match(1, "AB", 9, 5, winner="B"), (0, 1), id="winner-named"),
        pytest.param(match(1, "AB", 9, 5, winner=None), (0, 0), id="draw-by-ruling"),
        pytest.param(match(1, "AB", 5, 5), (0, 0), id="draw"),
        pytest.param(match(1, "AB", outcome="forfeit", winner="B"), (0, 1), id="forfeit"),
        pytest.param(match(1, "AB", outcome="double_forfeit"), (0, 0), id="double-forfeit"),
        pytest.param(match(1, "AB", outcome="double_forfeit", winner="A"), (0, 0), id="double-forfeit-with-a-winner"),
        pytest.param(match(1, "AB", 3, 0, outcome="double_forfeit"), (0, 0), id="double-forfeit-with-points"),
        pytest.param(award(1, "AB", "4/5", "6/5"), (0, 1), id="awarded-to-the-side-with-more-match-points"),
        pytest.param(award(1, "AB", 0, 1, home_points=9, away_points=0, winner="A"), (0, 1), id="awarded-against"),
        pytest.param(award(1, "AB", 1, 1), (0, 0), id="awarded-to-both"),
        pytest.param(match(1, "A"), (0, 0), id="a-bye-is-no-win"),
        pytest.param(match(1, "AB", 9, 5, outcome="void"), (0, 0), id="void"),
        pytest.param(match(1, "AB", winner="A"), (0, 0), id="unplayed"),
    ],
)
def test_wins_are_matches_won_and_forfeits_but_no_byes(written, wins):
    assert values("wins", written, names="AB") == dict(zip("AB", wins, strict=True))


# Game points


@pytest.mark.parametrize(
    ("written", "counts"),
    [
        pytest.param(match(1, "AB", 9, -5), True, id="played"),
        pytest.param(match(1, "AB", 9, -5, outcome="forfeit", winner="B"), True, id="forfeit"),
        pytest.param(match(1, "AB", 9, -5, outcome="double_forfeit"), True, id="double-forfeit"),
        pytest.param(award(1, "AB", 0, 2, home_points=9, away_points=-5), True, id="awarded"),
        pytest.param(match(1, "AB", 9, -5, outcome="void"), False, id="void"),
        pytest.param(match(1, "AB", outcome="forfeit", winner="A"), False, id="no-points"),
    ],
)
def test_points_on_a_forfeit_or_an_award_count_for_difference_and_scored_and_those_of_a_void_match_never(
    written, counts
):
    assert values("difference", written, names="AB") == ({"A": 14, "B": -14} if counts else {"A": 0, "B": 0})
    assert values("scored", written, names="AB") == ({"A": 9, "B": -5} if counts else {"A": 0, "B": 0})


def test_the_difference_is_taken_over_all_matches_at_home_and_away():
    assert values("difference", match(1, "AB", 9, 5), match(2, "BA", 1, 0), names="AB") == {"A": 3, "B": -3}


def test_the_quotient_is_points_for_divided_by_points_against():
    assert values("quotient", match(1, "AB", 9, 6), match(2, "BA", 2, 1), names="AB") == {
        "A": Fraction(10, 8),
        "B": Fraction(8, 10),
    }


@pytest.mark.parametrize("points", [(3, 0), (-1, 3), (0, 0)])
def test_the_quotient_is_null_for_all_if_one_of_them_has_a_sum_that_is_not_positive(points):
    found = values("quotient", match(1, "AB", *points), match(1, "CD", 4, 2))

    assert found == dict.fromkeys("ABCD")


def test_the_quotient_is_null_only_for_those_that_are_level_with_the_one_without_positive_sums():
    """A and C have won a match, C without points against; B and D have not."""
    found = values("quotient", match(1, "AB", 4, 3), match(1, "CD", 5, 0), match(2, "BD", 1, 1), level_by=["wins"])

    assert found == {"A": None, "C": None, "B": Fraction(4, 5), "D": Fraction(1, 6)}


# Head to head

CIRCLE = (match(1, "AB", 1, 0), match(2, "BC", 1, 0), match(3, "CA", 1, 1))


def test_head_to_head_is_match_points_from_matches_among_those_that_are_level():
    of = entrants("ABCD", A={"lot": 1}, B={"lot": 1}, C={"lot": 1}, D={"lot": 2})

    assert values("head_to_head", *CIRCLE, match(4, "AD", 9, 0), of=of, level_by=["lot"]) == {
        "A": 3,
        "B": 2,
        "C": 1,
        "D": 0,
    }
    assert values("head_to_head", *CIRCLE, match(4, "AD", 9, 0)) == dict.fromkeys("ABCD")


@pytest.mark.parametrize(
    "missing", [match(3, "CA"), match(3, "CA", 1, 0, outcome="void"), match(3, "C"), match(3, "AB", 1, 0)]
)
def test_head_to_head_is_null_for_all_unless_each_pair_of_them_has_a_counted_match(missing):
    assert values("head_to_head", *CIRCLE[:2], missing, names="ABC") == dict.fromkeys("ABC")


@pytest.mark.parametrize(
    ("counted", "points"),
    [
        (match(3, "CA", outcome="forfeit", winner="C"), (2, 2, 2)),
        (match(3, "CA", outcome="double_forfeit"), (2, 2, 0)),
        (award(3, "CA", 1, "1/2"), (2 + HALF, 2, 1)),
    ],
)
def test_a_forfeit_and_an_award_are_counted_matches_for_head_to_head(counted, points):
    assert values("head_to_head", *CIRCLE[:2], counted, names="ABC") == dict(zip("ABC", points, strict=True))


def test_of_two_legs_one_counted_match_is_enough_for_head_to_head():
    assert values("head_to_head", match(1, "AB", 1, 0), match(2, "BA"), names="AB") == {"A": 2, "B": 0}


def test_head_to_head_counts_all_matches_of_a_pair():
    assert values("head_to_head", match(1, "AB", 1, 0), match(2, "BA", 1, 1), names="AB") == {"A": 3, "B": 1}


def test_head_to_head_is_not_begun_again_for_those_it_leaves_level():
    """A, B and C won one match each among the four; D beat all, so A, B and C stay level though A beat B."""
    matches = [
        match(1, "AB", 1, 0),
        match(2, "BC", 1, 0),
        match(3, "CA", 1, 0),
        match(4, "DA", 1, 0),
        match(5, "DB", 1, 0),
        match(6, "DC", 1, 0),
    ]
    found = standings(stage(*matches, tie_breaks=["head_to_head"]))

    assert [(row.entrant, row.rank) for row in found] == [("D", 1), ("A", 2), ("B", 2), ("C", 2)]


def test_head_to_head_is_zero_for_an_entrant_that_is_level_with_nobody():
    assert values("head_to_head", match(1, "AB", 1, 0), names="AB", level_by=["points"]) == {"A": 0, "B": 0}


def test_head_to_head_that_is_null_separates_nobody():
    found = standings(stage(match(1, "AB", 1, 0), names="ABC", tie_breaks=["head_to_head", "seed"]))

    assert [(row.entrant, row.decided_by) for row in found] == [("A", ""), ("B", "seed"), ("C", "seed")]


# Buchholz and what is made of it

ROUNDS = (
    match(1, "AB", 9, 5),
    match(1, "CD", 9, 5),
    match(2, "AC", 9, 5),
    match(2, "BD", 5, 5),
    match(3, "AD", 5, 9),
    match(3, "BC", 5, 5),
)
"""A has 4 points, B 2, C 3 and D 3."""


def test_buchholz_is_the_sum_of_the_points_of_the_opponents():
    assert values("buchholz", *ROUNDS) == {"A": 8, "B": 10, "C": 9, "D": 9}


@pytest.mark.parametrize(
    ("written", "of_a", "of_b"),
    [
        pytest.param(match(2, "AB", 0, 1), 3, 1 + 2, id="played"),
        pytest.param(award(2, "AB", "1/2", 1), 2, 1 + 2 + HALF, id="awarded"),
        pytest.param(match(2, "AB", outcome="forfeit", winner="B"), 2, 1 + 3, id="forfeit"),
        pytest.param(match(2, "AB", outcome="double_forfeit"), 2, 1 + 1, id="double-forfeit"),
        pytest.param(match(2, "AB", 0, 1, outcome="void"), 2, 1 + 1, id="void"),
        pytest.param(match(2, "AB"), 2, 1 + 1, id="unplayed"),
        pytest.param(match(2, "A"), 4, 1 + 1, id="a-bye-and-none-at-all"),
    ],
)
def test_buchholz_counts_its_own_points_where_no_opponent_was_met(written, of_a, of_b):
    """In round 1 A (2 points) beat C, and B (1 point) and D drew; round 2 has begun with E's bye."""
    matches = [match(1, "AC", 1, 0), match(1, "BD", 0, 0), match(2, "E"), written]

    found = values("buchholz", *matches, names="ABCDE")

    assert (found["A"], found["B"]) == (of_a, of_b)


def test_buchholz_ends_with_the_last_round_that_has_begun():
    begun = [match(1, "AB", 1, 0), match(2, "AB"), match(2, "CD", outcome="void"), match(3, "AC")]

    assert values("buchholz", *begun) == {"A": 0, "B": 2, "C": 0, "D": 0}


def test_a_bye_alone_begins_a_round():
    assert values("buchholz", match(1, "AB", 1, 0), match(2, "C"), names="ABC")["A"] == 0 + 2


def test_a_round_before_the_last_one_begun_counts_for_buchholz_even_if_nothing_in_it_was_played():
    assert values("buchholz", match(1, "AB"), match(2, "AB", 1, 0), names="AB") == {"A": 2 + 0, "B": 0 + 2}


def test_buchholz_leaves_out_the_rounds_in_which_an_entrant_was_not_in_the_field():
    of = entrants("ABCD", C={"from_round": 2}, D={"until_round": 1})
    matches = [match(1, "AD", 0, 1), match(2, "AC", 1, 0), match(3, "B"), match(3, "AC")]

    # A has 2, B 2 by its bye, D 2 and C nothing; C was in for rounds 2 and 3, D for round 1 alone.
    assert values("buchholz", *matches, of=of) == {"A": 2 + 0 + 2, "B": 2 + 2 + 2, "C": 2 + 0, "D": 2}


def test_buchholz_cut_1_leaves_out_the_lowest_contribution():
    assert values("buchholz_cut_1", *ROUNDS) == {"A": 6, "B": 7, "C": 7, "D": 7}


def test_buchholz_cut_1_is_zero_without_any_contribution_and_of_one():
    assert values("buchholz_cut_1", names="AB") == {"A": 0, "B": 0}
    assert values("buchholz_cut_1", match(1, "AB", 1, 0), names="AB") == {"A": 0, "B": 0}


def test_median_buchholz_leaves_out_the_lowest_and_the_highest():
    assert values("median_buchholz", *ROUNDS) == {"A": 3, "B": 3, "C": 3, "D": 3}


def test_median_buchholz_is_zero_below_three_contributions():
    assert values("median_buchholz", *ROUNDS[:4]) == dict.fromkeys("ABCD", 0)


def test_sonneborn_berger_weighs_each_contribution_by_the_share_of_a_win_taken_in_its_match():
    # A beat B and C and lost to D; B and C drew, and B and D.
    assert values("sonneborn_berger", *ROUNDS) == {
        "A": 2 + 3,
        "B": HALF * 3 + HALF * 3,
        "C": 3 + HALF * 2,
        "D": HALF * 2 + 4,
    }


def test_a_loss_that_is_scored_counts_its_share_for_sonneborn_berger():
    scoring = {"win": 3, "draw": 2, "loss": 1}

    assert values("sonneborn_berger", match(1, "AB", 1, 0), names="AB", scoring=scoring) == {
        "A": 1,
        "B": 3 * Fraction(1, 3),
    }


@pytest.mark.parametrize(
    ("written", "share"),
    [
        pytest.param(match(2, "A"), Fraction(3, 4), id="bye"),
        pytest.param(match(2, "AB", outcome="forfeit", winner="A"), Fraction(1), id="forfeit-won"),
        pytest.param(match(2, "AB", outcome="forfeit", winner="B"), Fraction(-1, 4), id="forfeit-lost"),
        pytest.param(match(2, "AB", outcome="double_forfeit"), Fraction(-1, 4), id="double-forfeit"),
        pytest.param(match(2, "AB", 9, 5, outcome="void"), Fraction(0), id="void"),
        pytest.param(match(2, "AB"), Fraction(0), id="unplayed"),
        pytest.param(match(2, "C"), Fraction(0), id="missing"),
    ],
)
def test_sonneborn_berger_weighs_its_own_points_where_no_opponent_was_met(written, share):
    scoring = {"win": 4, "draw": 2, "bye": 3, "forfeit_win": 4, "forfeit_loss": -1}
    matches = [match(1, "AD", 1, 0), written, match(3, "D")]
    own = values("points", *matches, scoring=scoring)

    found = values("sonneborn_berger", *matches, scoring=scoring)["A"]

    assert own["A"] == 4 + 4 * share
    assert found == own["D"] + own["A"] * share


def test_where_a_win_is_worth_nothing_sonneborn_berger_separates_nobody():
    found = values("sonneborn_berger", match(1, "AB", 1, 0), names="AB", scoring={"win": 0, "loss": 0})

    assert found == dict.fromkeys("AB")


def test_progressive_is_the_sum_of_the_points_had_after_each_round():
    assert values("progressive", *ROUNDS) == {"A": 2 + 4 + 4, "B": 0 + 1 + 2, "C": 2 + 2 + 3, "D": 0 + 1 + 3}


def test_progressive_counts_only_the_rounds_in_the_field():
    of = entrants("ABC", A={"until_round": 1}, B={"from_round": 2})

    assert values("progressive", match(1, "A"), match(2, "B"), match(3, "C"), of=of) == {"A": 2, "B": 2 + 2, "C": 2}


def test_progressive_ends_with_the_last_round_that_has_begun():
    assert values("progressive", match(1, "AB", 1, 0), match(2, "AB"), names="AB") == {"A": 2, "B": 0}


# Lot and seed


def test_the_smaller_lot_is_better_and_none_comes_last():
    of = entrants("ABCD", B={"lot": 3}, C={"lot": -1}, D={"lot": 3})
    found = standings(stage(of=of, tie_breaks=["lot"]))

    assert [(row.entrant, row.values["lot"], row.decided_by) for row in found] == [
        ("C", -1, ""),
        ("B", 3, "lot"),
        ("D", 3, "level"),
        ("A", None, "lot"),
    ]


def test_the_smaller_seed_is_better():
    of = [{"id": "A", "seed": 30}, {"id": "B", "seed": 20}]

    assert list(values("seed", of=of).items()) == [("B", 20), ("A", 30)]


def test_the_seed_is_the_place_in_the_stages_own_list_of_entrants():
    assert list(values("seed", entrants=["D", "A", "B"]).items()) == [("D", 1), ("A", 2), ("B", 3)]

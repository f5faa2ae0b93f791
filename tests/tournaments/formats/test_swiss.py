"""The next round of a Swiss: its field, its bye, the cost of its pairs and who is at home."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest
from hypothesis import assume, given, settings

from tests.strategies import SEEDS
from tests.tournaments.helpers.invented import invented
from tests.tournaments.helpers.naive_pairing import NaiveRound
from tests.tournaments.helpers.written import Written, cases, entrants, match, read, stage, tournament
from tournaments.formats.errors import PairingError
from tournaments.formats.swiss import NextRound, pair_next
from tournaments.pairing import exact

CASES = [pytest.param(case, id=case["case"]) for case in cases("pair")]
HALVES = {"win": 1, "draw": "1/2", "bye": 1}


def paired(*matches, **members):
    return pair_next(stage(*matches, **members))


def costs(*matches, **members):
    """Return the cost of the next round in whole numbers."""
    return [int(part) for part in paired(*matches, **members).cost]


def pairs_of(found: NextRound) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in found.pairs}


def everybody_once(written: Written, found: NextRound) -> None:
    """Assert that each entrant of the field is in one pair or has the bye, and that the cost and homes are true."""
    expected = NaiveRound(written)
    resting = [] if found.bye is None else [found.bye]
    assert sorted([*(name for pair in found.pairs for name in pair), *resting]) == sorted(expected.field)
    assert (found.bye is None) == (len(expected.field) % 2 == 0)
    assert found.round == expected.number
    assert found.cost == expected.cost(list(found.pairs), found.bye)
    for home, away in found.pairs:
        assert expected.home(home, away) == home


def played_through(chance: Random, size: int, rounds: int) -> Iterator[tuple[Written, NextRound]]:
    """Play rounds with forbidden pairs, late entries and withdrawals; yield what was written before each."""
    names = [f"T{number}" for number in range(size)]
    late = {name: {"from_round": chance.randint(1, rounds)} for name in names if chance.random() < 0.1}
    forbidden = [chance.sample(names, 2) for _ in range(chance.randint(0, size))]
    matches: list[Written] = []
    written = tournament(
        of=entrants(names, **late), scoring=chance.choice(({}, HALVES)), options={"forbidden": forbidden}
    )
    for number in range(1, rounds + 1):
        written["stages"][0]["matches"] = list(matches)
        present = [
            one for one in written["entrants"] if one.get("from_round", 1) <= number and "until_round" not in one
        ]
        if len(present) < 2:
            return
        if len(present) > 3 and chance.random() < 0.5:
            chance.choice(present)["until_round"] = number - 1
        found = pair_next(read(written))
        yield written, found
        matches += [match(number, pair, chance.randint(0, 2), chance.randint(0, 2)) for pair in found.pairs]
        if found.bye is not None:
            matches.append(match(number, [found.bye]))


# The whole cost


@pytest.mark.parametrize("case", CASES)
def test_the_published_cases_have_the_cost_they_expect(case):
    found = pair_next(read(case["input"]))

    assert found.round == case["expect"]["round"]
    assert list(map(str, found.cost)) == case["expect"]["cost"]
    everybody_once(case["input"], found)


@settings(max_examples=200)
@given(SEEDS)
def test_no_pairing_and_no_bye_of_up_to_eight_entrants_costs_less(seed):
    written, chance = invented(seed, most=8), Random(seed)
    names = [entrant.id for entrant in read(written).entrants]
    if chance.random() < 0.4:
        pairs = [chance.sample(names, 2) for _ in range(chance.randint(1, 6))]
        written["stages"][0]["options"] = {"forbidden": pairs}
    expected = NaiveRound(written)
    assume(len(expected.field) >= 2)

    found = pair_next(read(written))

    assert found.cost == expected.least()
    everybody_once(written, found)


@settings(max_examples=20)
@given(SEEDS)
def test_in_every_round_everybody_in_the_field_plays_or_rests_once(seed):
    chance = Random(seed)
    for written, found in played_through(chance, chance.randint(2, 40), rounds=6):
        everybody_once(written, found)


@pytest.mark.parametrize("size", [100, 151, 200])
def test_large_fields_are_paired_round_by_round(size):
    for written, found in played_through(Random(size), size, rounds=4):
        everybody_once(written, found)


def test_a_field_that_is_not_matched_whole_costs_what_it_would_cost_whole(monkeypatch):
    for written, found in played_through(Random(1), 281, rounds=5):
        with monkeypatch.context() as patched:
            patched.setattr(exact, "MAX_WHOLE", 281)
            assert found.cost == pair_next(read(written)).cost


@pytest.mark.parametrize("size", [8, 16, 32, 64, 128])
def test_without_draws_the_rounds_of_a_power_of_two_need_no_rematch_no_bye_and_no_float(size):
    matches: list[Written] = []
    names = [f"T{number}" for number in range(size)]
    for number in range(1, size.bit_length()):
        found = paired(*matches, names=names)
        assert not any(found.cost[:7])
        matches += [match(number, pair, 1, 0) for pair in found.pairs]


# The field of the round


def test_the_next_round_is_the_highest_written_plus_one_even_if_that_is_still_to_be_played():
    assert paired(match(1, "AB", 1, 0), match(4, "CD")).round == 5
    assert paired().round == 1


def test_an_entrant_is_in_the_field_from_its_first_round_to_its_last():
    of = entrants("ABCDEF", C={"from_round": 2}, D={"until_round": 1}, E={"from_round": 3}, F={"until_round": 2})

    found = paired(match(1, "AB", 1, 0), match(1, "DF", 1, 0), of=of)

    assert {name for pair in found.pairs for name in pair} == {"A", "B", "C", "F"}
    assert found.bye is None


def test_standings_are_taken_over_all_and_then_filtered():
    """A, B and C won once each; by Buchholz B stands above, because X, who has left, had a bye."""
    of = entrants("CBXYAD", X={"until_round": 2}, Y={"until_round": 1})
    matches = [match(1, "BX", 1, 0), match(1, "CY", 1, 0), match(1, "AD", 1, 0), match(2, "X")]
    written = tournament(*matches, of=of, tie_breaks=["points", "buchholz", "seed"])

    assert NaiveRound(written).field == ["B", "C", "A", "D"]
    everybody_once(written, pair_next(read(written)))


# The criteria, the weightiest first


def test_in_the_first_round_the_top_half_meets_the_bottom_half_in_seeding_order():
    assert pairs_of(paired(names="ABCDEF", tie_breaks=["lot"])) == set(map(frozenset, ("AD", "BE", "CF")))


def test_a_forbidden_pair_is_worse_than_any_number_of_rematches():
    rematches = [match(number, sides, 1, 1) for number in (1, 2, 3) for sides in ("AC", "BD", "AD", "BC")]

    assert costs(*rematches, options={"forbidden": [["A", "B"]]})[:2] == [0, 6]


def test_a_forbidden_pair_is_forbidden_in_either_order():
    for pair in (["A", "C"], ["C", "A"]):
        assert frozenset("AC") not in pairs_of(paired(options={"forbidden": [pair]}))


def test_a_forbidden_pair_that_cannot_be_avoided_is_paired_and_counted():
    assert costs(names="AB", options={"forbidden": [["A", "B"], ["B", "A"]]})[0] == 1


@pytest.mark.parametrize(
    ("written", "met"),
    [
        pytest.param(match(1, "AB", 1, 0), 1, id="played"),
        pytest.param(match(1, "AB", outcome="awarded", match_points={"home": 1, "away": 1}), 1, id="awarded"),
        pytest.param(match(1, "AB"), 0, id="unplayed"),
        pytest.param(match(1, "AB", outcome="forfeit", winner="A"), 0, id="forfeit"),
        pytest.param(match(1, "AB", 1, 0, outcome="forfeit", winner="A"), 0, id="forfeit-with-points"),
        pytest.param(match(1, "AB", outcome="double_forfeit"), 0, id="double-forfeit"),
        pytest.param(match(1, "AB", 1, 0, outcome="void"), 0, id="void"),
    ],
)
def test_a_rematch_is_one_after_a_match_that_was_played_with_points_or_awarded(written, met):
    assert costs(written, names="AB")[1] == met


def test_each_earlier_meeting_of_a_pair_counts():
    assert costs(match(1, "AB", 1, 1), match(2, "BA", 1, 1), names="AB")[1] == 2


def test_a_rematch_is_worse_than_any_difference_of_points():
    assert pairs_of(paired(match(1, "AB", 9, 0), match(1, "CD", 9, 0), match(2, "AC", 1, 1), match(2, "BD", 1, 1))) == {
        frozenset("AD"),
        frozenset("BC"),
    }


def test_the_bye_goes_first_to_an_entrant_that_has_had_fewer():
    found = paired(match(1, "C"), match(1, "AB", 1, 1), names="ABC", scoring={"bye": 0, "draw": 1})

    assert found.bye == "B"
    assert found.cost[2:5] == (0, 1, 1)


def test_the_bye_goes_next_to_the_one_with_fewer_points():
    found = paired(match(1, "AB", 0, 1), match(1, "CD", 1, 0), match(1, "E"), names="ABCDE", scoring={"bye": 0})

    assert (found.bye, found.cost[2:5]) == ("D", (0, 0, 1))


def test_the_bye_goes_last_to_the_one_that_stands_lowest_and_its_place_is_counted_from_the_bottom():
    assert (paired(names="ABCDE").bye, costs(names="ABCDE")[2:5]) == ("E", [0, 0, 0])


def test_the_bye_is_moved_up_if_that_avoids_a_rematch_or_a_forbidden_pair():
    """A and B may not meet: the bye goes to the lower of the two, though C stands below."""
    found = paired(names="ABC", options={"forbidden": [["A", "B"]]})

    assert (found.bye, found.cost) == ("B", (0, 0, 0, 0, 1, 0, 0, 0))


def test_a_second_bye_is_given_if_that_avoids_a_rematch():
    found = paired(match(1, "AB", 1, 1), match(2, "BC", 1, 1), match(3, "B"), names="ABC")

    assert (found.bye, found.cost[1:3]) == ("B", (0, 1))


def test_the_points_of_the_bye_are_exact():
    matches = [match(1, "AB", 1, 1), match(1, "C")]

    assert paired(*matches, names="ABC", scoring={"draw": "1/3"}).cost[3] == Fraction(1, 3)


def test_where_nobody_has_the_bye_its_three_parts_are_zero():
    assert costs(match(1, "AB", 1, 0), match(1, "CD", 1, 0))[2:5] == [0, 0, 0]


def test_the_difference_of_points_is_squared_and_exact():
    found = paired(
        match(1, "AB", 1, 0), match(1, "CD", 1, 1), match(2, "AC", 1, 1), match(2, "BD", 1, 1), scoring=HALVES
    )

    # A has 3/2, C and D have 1, B has 1/2; A and D, B and C have not met.
    assert found.cost[5] == 2 * Fraction(1, 4)


def test_two_small_differences_are_better_than_a_large_one():
    matches = [match(1, "A"), match(2, "A"), match(3, "A"), match(3, "B"), match(3, "C")]

    assert pairs_of(paired(*matches, scoring={"bye": 1})) == {frozenset("AB"), frozenset("CD")}
    assert costs(*matches, scoring={"bye": 1})[5] == 4 + 1


@pytest.mark.parametrize(
    "last",
    [
        pytest.param(match(2, "AB", 1, 1), id="both-floated-in-the-round-before"),
        pytest.param(match(2, "AB"), id="also-in-a-match-that-was-not-played"),
        pytest.param(match(2, "AB", outcome="void"), id="also-in-a-void-match"),
        pytest.param(match(2, "AB", outcome="forfeit", winner="A"), id="also-in-a-forfeit"),
    ],
)
def test_a_float_is_repeated_if_there_was_one_in_the_same_direction_in_the_round_before(last):
    """A had two points more than B before round 2, and still has."""
    assert costs(match(1, "A"), last, names="AB")[6] == 2


def test_a_float_two_rounds_before_is_not_repeated():
    assert costs(match(1, "A"), match(2, "AB", 1, 1), match(3, "A"), names="AB")[6] == 0


def test_a_float_in_the_other_direction_is_not_repeated():
    """A had more points than B before round 2, in which B overtook A."""
    assert costs(match(1, "A"), match(2, "BA", 1, 0), names="AB", scoring={"win": 9})[6] == 0


def test_floats_of_the_round_before_go_by_the_points_of_that_time():
    """A and B were level before round 2, so that their match in it was no float."""
    assert costs(match(1, "A"), match(1, "B"), match(2, "AB", 1, 0), names="AB")[6] == 0


def test_a_pair_level_on_points_repeats_no_float():
    assert costs(match(1, "A"), match(2, "BA", 1, 0), names="AB")[5:7] == [0, 0]


def test_the_last_part_is_the_squared_distance_from_half_the_score_group():
    """The six are level; A and D may not meet, so A meets E and B meets D: each one place off."""
    assert costs(names="ABCDEF", options={"forbidden": [["A", "D"]]})[7] == 1 + 1


def test_the_bye_is_left_out_of_its_score_group():
    assert costs(names="ABCDE")[7] == 0
    assert pairs_of(paired(names="ABCDE")) == {frozenset("AC"), frozenset("BD")}


def test_a_score_group_of_odd_size_has_half_of_it_rounded_down_as_its_ideal_distance():
    """A, B and C won: one of them meets one of the losers, and of the rest of each three two neighbours meet."""
    matches = [match(1, "AD", 1, 0), match(1, "BE", 1, 0), match(1, "CF", 1, 0)]

    found = costs(*matches, names="ABCDEF")

    assert found[5:] == [4, 0, 0]


def test_where_the_standings_ask_for_no_points_the_places_do_not_go_by_them():
    """All are level in the standings and so listed by seed: C stands last, and not A, whose bye cost it a point."""
    written = tournament(match(1, "A"), match(1, "BC"), names="ABC", tie_breaks=["wins"], scoring={"bye": -1})

    found = pair_next(read(written))

    assert (found.bye, found.cost) == ("C", NaiveRound(written).least())
    assert found.cost[4] == 0


# Home and away


def test_home_is_the_side_that_has_been_at_home_less_often():
    of = entrants("ABC", C={"until_round": 1})

    assert paired(match(1, "AC", 1, 0), of=of).pairs == (("B", "A"),)
    assert paired(match(1, "CA", 0, 1), of=of).pairs == (("A", "B"),)


def test_then_the_side_whose_last_match_was_away():
    matches = [match(1, "AB"), match(2, "BA")]

    assert paired(*matches, names="AB").pairs == (("A", "B"),)
    assert paired(*reversed(matches), names="AB").pairs == (("A", "B"),)
    assert paired(match(1, "BA"), match(2, "AB"), names="AB").pairs == (("B", "A"),)


def test_then_the_side_that_stands_higher():
    assert paired(names="BA").pairs == (("B", "A"),)
    assert paired(match(1, "A"), match(1, "B"), match(2, "B"), names="AB").pairs == (("B", "A"),)


def test_a_bye_is_no_match_at_home_and_none_away():
    assert paired(match(1, "A"), match(2, "A"), names="AB").pairs == (("A", "B"),)
    # B was away last, before its bye; A has not played.
    of = entrants("ABC", C={"until_round": 1})
    assert paired(match(1, "CB"), match(2, "B"), of=of, scoring={"bye": -9}).pairs == (("B", "A"),)


# What cannot be paired


@pytest.mark.parametrize("kind", ["round_robin", "cross_group", "knock_out", "double_elimination", "individual"])
def test_a_stage_that_is_no_swiss_is_refused(kind):
    with pytest.raises(PairingError, match="only a Swiss is paired round by round"):
        paired(type=kind)


@pytest.mark.parametrize("names", ["", "A"])
def test_a_field_of_fewer_than_two_is_refused(names):
    with pytest.raises(PairingError, match="no two entrants in the field of round 1"):
        paired(names=names)


def test_a_field_that_has_left_is_refused():
    of = entrants("ABC", B={"until_round": 1}, C={"until_round": 1})

    with pytest.raises(PairingError, match="no two entrants in the field of round 2"):
        paired(match(1, "BC", 1, 0), of=of)


@pytest.mark.parametrize(
    "forbidden", ["AB", {"A": "B"}, None, 7, ["AB"], [["A"]], [["A", "B", "C"]], [["A", 2]], [[["A"], "B"]], [{}]]
)
def test_forbidden_pairs_that_are_no_list_of_pairs_of_ids_are_refused(forbidden):
    with pytest.raises(PairingError, match="forbidden is a list of pairs of ids"):
        paired(options={"forbidden": forbidden})


def test_a_forbidden_pair_with_an_unknown_entrant_is_refused():
    with pytest.raises(PairingError, match="forbidden names 'X', who is no entrant"):
        paired(options={"forbidden": [["A", "X"]]})


def test_points_that_are_too_fine_to_be_compared_are_refused():
    scoring = {"win": "1/999999937", "draw": "1/999999929", "bye": "1/999999893", "forfeit_win": "1/999999883"}
    matches = [match(1, "AB", 1, 0), match(1, "CD", 1, 1), match(1, "E"), match(2, "F"), match(2, "CE", 1, 0)]

    with pytest.raises(PairingError, match="too many different denominators"):
        paired(*matches, names="ABCDEF", scoring=scoring)

"""The outlook of running stages: what is asked, limits, Swiss rounds, leavers and real league sizes."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.tournaments.outlook.helpers import final_tables, played, scored, teams, verdict_of
from tournaments.outlook import needs as needs_module
from tournaments.outlook.needs import needs_of, outlooks
from tournaments.outlook.values import LIVE, OUT, SAFE, OutlookError
from tournaments.pairing.round_robin import round_robin
from tournaments.stages.stage import (
    BYE,
    CROSS_GROUP,
    KNOCK_OUT,
    ROUND_ROBIN,
    STAGE_TYPES,
    SWISS,
    VOID,
    Match,
    Scoring,
    Stage,
)


def league(size: int, left: int, scoring: Scoring, seed: int) -> Stage:
    """Return a round robin with so many rounds left, the better teams in front more or less."""
    random = Random(seed)
    entrants = teams(size)
    rounds = round_robin(size)
    matches = []
    for number, pairs in enumerate(rounds, start=1):
        for home, away in pairs:
            names = entrants[home].id, entrants[away].id
            if number > len(rounds) - left:
                matches.append(Match(number, *names))
            else:
                form = random.gauss((away - home) / size, 1)
                matches.append(played(number, *names, "win" if form > 0.2 else "loss" if form < -0.2 else "draw"))
    return Stage("league", ROUND_ROBIN, entrants, scoring=scoring, matches=tuple(matches))


def verdicts(stage: Stage, places: int, **options) -> dict[str, str]:
    return {row.entrant: row.verdict for row in outlooks(stage, places, **options)}


def last_round(stage_type: str = ROUND_ROBIN, **options) -> Stage:
    """A and B have 4 points, C and D 2, E and F none; they meet in this order, so only one of C and D can win."""
    adjustments = {"A": Fraction(4), "B": Fraction(4), "C": Fraction(2), "D": Fraction(2)}
    matches = (Match(3, "A", "E"), Match(3, "B", "F"), Match(3, "C", "D"))
    return Stage("last", stage_type, teams(6), matches=matches, adjustments=adjustments, options=options)


# Verdicts.


def test_only_one_of_two_that_meet_can_win_so_that_the_leaders_are_safe():
    assert verdicts(last_round(), 3) == {"A": SAFE, "B": SAFE, "C": LIVE, "D": LIVE, "E": OUT, "F": OUT}


def test_the_bound_does_not_see_that_they_meet():
    assert {(row.verdict, row.exact) for row in outlooks(last_round(SWISS, rounds=3), 3)} == {(LIVE, False)}


def test_a_tie_on_points_makes_nobody_safe_and_puts_nobody_out():
    stage = Stage("over", ROUND_ROBIN, teams(3), adjustments={"A": Fraction(1)})

    assert verdicts(stage, 2) == {"A": SAFE, "B": LIVE, "C": LIVE}


def test_with_a_place_for_everybody_all_are_safe():
    assert set(verdicts(last_round(), 6).values()) == {SAFE}
    assert set(verdicts(last_round(), 60).values()) == {SAFE}


def test_a_cross_group_is_exact_too():
    assert all(row.exact for row in outlooks(last_round(CROSS_GROUP), 3))


def test_a_draw_that_cannot_happen_is_not_counted_on():
    """C is out unless A and B, who meet, can both stay at no point."""
    stage = Stage("two", ROUND_ROBIN, teams(3), scoring=scored("1", "0", "0"), matches=(Match(1, "A", "B"),))

    assert verdicts(stage, 1)["C"] == LIVE
    assert verdicts(stage, 1, draws=False)["C"] == OUT


def test_adjustments_and_byes_count():
    matches = (Match(1, "A", outcome=BYE), Match(1, "B", "C"))
    stage = Stage("cup", ROUND_ROBIN, teams(3), matches=matches, adjustments={"A": Fraction(1, 2)})

    assert verdicts(stage, 1) == {"A": SAFE, "B": OUT, "C": OUT}


@pytest.mark.parametrize(("leaver", "opponent"), [("C", "D"), ("D", "C")])
def test_an_entrant_that_left_does_not_play_on_and_its_opponent_gets_nothing(leaver, opponent):
    stage = last_round()
    entrants = tuple(replace(team, until_round=2) if team.id == leaver else team for team in stage.entrants)
    left = replace(stage, entrants=entrants)

    assert verdicts(left, 3) == {"A": SAFE, "B": SAFE, "C": LIVE, "D": LIVE, "E": LIVE, "F": LIVE}
    assert needs_of(left, opponent, 3).points_to_play_for == 0
    assert needs_of(left, opponent, 3).next_match is None


def test_void_matches_are_not_played():
    stage = last_round()
    void = tuple(replace(match, outcome=VOID) for match in stage.matches)

    assert verdicts(replace(stage, matches=void), 2) == {"A": SAFE, "B": SAFE, "C": OUT, "D": OUT, "E": OUT, "F": OUT}


def test_an_entrant_that_left_the_tournament_takes_no_place():
    stage = last_round()

    assert verdicts(stage, 3)["E"] == OUT
    assert verdicts(stage, 3, passed_over=("A",)) == {"A": OUT, "B": SAFE, "C": LIVE, "D": LIVE, "E": LIVE, "F": LIVE}


# Real leagues.


@pytest.mark.parametrize("scoring", [scored("2", "1", "0"), scored("3", "1", "0"), scored("4", "3", "0")])
@pytest.mark.parametrize("left", [1, 3, 5, 11])
def test_twelve_teams_are_exact_with_any_number_of_rounds_left(scoring, left):
    for seed in range(3):
        stage = league(12, left, scoring, seed)
        for places in (1, 2, 4, 6, 10):
            assert all(row.exact for row in outlooks(stage, places))


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10_000), st.integers(1, 7))
def test_eight_teams_with_two_rounds_left_by_all_courses(seed, places):
    stage = league(8, 2, scored("3", "1", "0"), seed)
    tables = final_tables(stage, draws=True)

    assert verdicts(stage, places) == {name: verdict_of(tables, name, places) for name in "ABCDEFGH"}


def test_beyond_the_limit_the_answer_is_the_bounds_and_says_so():
    stage = league(12, 3, scored("3", "1", "0"), 1)
    exact, limited = outlooks(stage, 4), outlooks(stage, 4, limit=1)

    assert all(row.exact for row in exact)
    assert {row.verdict for row in limited if not row.exact} == {LIVE}
    assert [row for row in limited if row.exact] == [
        row for row, other in zip(exact, limited, strict=True) if other.exact
    ]


def test_a_league_of_forty_is_answered_whatever_is_left():
    stage = Stage(
        "big",
        ROUND_ROBIN,
        tuple(replace(teams(2)[0], id=f"T{number}", seed=number + 1) for number in range(40)),
        scoring=scored("3", "1", "0"),
        matches=tuple(
            Match(number, f"T{home}", f"T{away}")
            for number, pairs in enumerate(round_robin(40), start=1)
            for home, away in pairs
        ),
    )

    assert {row.verdict for row in outlooks(stage, 8, limit=100)} == {LIVE}


# A Swiss.


def swiss(*matches: Match, rounds: int = 3) -> Stage:
    return Stage("swiss", SWISS, teams(4), matches=matches, options={"rounds": rounds})


def test_a_swiss_counts_the_rounds_that_are_not_paired_yet_for_everybody():
    stage = swiss(played(1, "A", "B", "win"), played(1, "C", "D", "draw"))

    needs = needs_of(stage, "B", 1)
    assert (needs.points, needs.points_to_play_for, needs.next_match) == (0, 4, None)
    assert needs.outlook.verdict == LIVE


def test_a_swiss_is_never_exact_and_yet_safe_and_out_are_certain():
    first = [played(1, "A", "B", "win"), played(1, "C", "D", "draw")]
    second = [played(2, "A", "C", "win"), played(2, "B", "D", "draw")]
    rows = outlooks(swiss(*first, *second), 1)

    assert not any(row.exact for row in rows)
    assert [row.verdict for row in rows] == [LIVE, OUT, OUT, LIVE]
    assert [row.verdict for row in outlooks(swiss(*first, *second, rounds=2), 1)] == [SAFE, OUT, OUT, OUT]


def test_what_is_needed_in_a_swiss_is_enough_if_not_the_least():
    first = [played(1, "A", "B", "win"), played(1, "C", "D", "draw")]
    needs = needs_of(swiss(*first, Match(2, "A", "C"), Match(2, "B", "D")), "A", 1)

    assert (needs.safe_points, needs.safe_points_exact, needs.wins_suffice) == (6, False, True)
    assert needs.in_own_hands
    assert needs.next_match.opponent == "C"
    assert (needs.next_match.win.verdict, needs.next_match.loss.verdict) == (LIVE, LIVE)


def test_a_bye_may_be_all_that_is_left():
    stage = replace(swiss(rounds=1), scoring=Scoring(bye=Fraction(5)))

    assert needs_of(stage, "A", 4).points_to_play_for == 5


def test_an_entrant_that_leaves_a_swiss_has_no_rounds_to_come():
    stage = swiss(played(1, "A", "B", "win"), played(1, "C", "D", "draw"))
    entrants = tuple(replace(team, until_round=1) if team.id == "B" else team for team in stage.entrants)

    assert needs_of(replace(stage, entrants=entrants), "B", 1).points_to_play_for == 0


# Needs.


def test_the_leader_is_safe_with_a_draw_and_has_it_in_its_own_hands():
    """A 4, B 3, and they meet; a win of C takes it to 3."""
    stage = Stage(
        "three",
        ROUND_ROBIN,
        teams(4),
        matches=(Match(3, "B", "A"), Match(3, "C", "D")),
        adjustments={"A": Fraction(4), "B": Fraction(3), "C": Fraction(1)},
    )
    needs = needs_of(stage, "A", 1)

    assert (needs.safe_points, needs.safe_points_exact) == (5, True)
    assert (needs.outlook.verdict, needs.in_own_hands) == (LIVE, True)
    assert (needs.next_match.opponent, needs.next_match.at_home) == ("B", False)
    assert [row.verdict for row in (needs.next_match.win, needs.next_match.draw, needs.next_match.loss)] == [
        SAFE, SAFE, OUT,
    ]  # fmt: skip


def test_winning_may_not_suffice():
    needs = needs_of(last_round(), "C", 2)

    assert (needs.outlook.verdict, needs.wins_suffice, needs.in_own_hands) == (LIVE, False, False)
    assert (needs.safe_points, needs.safe_points_exact) == (None, True)
    assert (needs.next_match.draw.verdict, needs.next_match.loss.verdict) == (OUT, OUT)


def test_an_entrant_that_is_safe_needs_nothing_more():
    needs = needs_of(last_round(), "A", 3)

    assert (needs.safe_points, needs.safe_points_exact, needs.in_own_hands) == (4, True, True)


def test_an_entrant_that_is_out_has_no_total_that_saves_it():
    needs = needs_of(last_round(), "E", 3)

    assert (needs.safe_points, needs.safe_points_exact, needs.in_own_hands) == (None, True, False)


def test_long_before_the_end_the_safe_points_are_enough_if_not_the_least(monkeypatch):
    stage = league(6, 5, scored("2", "1", "0"), 1)
    exact = needs_of(stage, "A", 2)
    monkeypatch.setattr(needs_module, "MAX_OWN_CASES", 1)
    limited = needs_of(stage, "A", 2)

    assert (exact.safe_points, exact.safe_points_exact) == (9, True)
    assert (limited.safe_points, limited.safe_points_exact) == (10, False)
    assert exact.wins_suffice is limited.wins_suffice is True


def test_without_draws_there_is_no_draw_to_judge():
    assert needs_of(last_round(), "A", 1, draws=False).next_match.draw is None


def test_where_a_loss_is_worth_most_the_bound_answers():
    stage = replace(last_round(), scoring=scored("0", "1", "3"))
    needs = needs_of(stage, "C", 2)

    assert not any(row.exact for row in outlooks(stage, 2))
    assert (needs.points_to_play_for, needs.wins_suffice) == (3, None)


# Refusals.


@pytest.mark.parametrize("stage_type", sorted(set(STAGE_TYPES) - {ROUND_ROBIN, CROSS_GROUP, SWISS}))
def test_a_stage_without_a_table_of_teams_has_no_outlook(stage_type):
    with pytest.raises(OutlookError, match=stage_type):
        outlooks(last_round(stage_type), 1)


@pytest.mark.parametrize("options", [{}, {"rounds": 0}, {"rounds": "3"}, {"rounds": True}])
def test_a_swiss_has_a_number_of_rounds(options):
    with pytest.raises(OutlookError, match="rounds"):
        outlooks(last_round(SWISS, **options), 1)


def test_there_is_at_least_one_place():
    with pytest.raises(OutlookError, match="at least one"):
        outlooks(last_round(), 0)


def test_an_unknown_entrant_is_refused():
    with pytest.raises(OutlookError, match="no entrant Z"):
        needs_of(last_round(), "Z", 1)
    with pytest.raises(OutlookError, match="type"):
        needs_of(last_round(KNOCK_OUT), "A", 1)

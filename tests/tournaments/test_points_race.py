"""The points race: rounds of three sides, its standings, and what the staff decides in it."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.helpers.play import Play
from tournaments.deeds import entering, opening, playing, staging
from tournaments.deeds.base import Refused
from tournaments.drafting.places import places_of
from tournaments.events.settings import Qualifiers, StagePlan
from tournaments.events.staging import RoundPaired
from tournaments.flow.qualifying import field_of
from tournaments.formats.errors import PairingError
from tournaments.formats.points_race import constructed, meetings_of, next_round, rounds_for, spread
from tournaments.previews.comparing import impact
from tournaments.stages.stage import Entrant
from tournaments.state.races import meetings
from tournaments.state.standing import rows_of, standing_of
from tournaments.tiebreaks.race import Race, RaceMatch, race_standings

RACE = StagePlan(type="points_race", rounds=4)


def drawn(entrants: int, rounds: int) -> tuple[Counter[frozenset[int]], Counter[int], list[Any]]:
    """Return meetings, rests and rounds of a race."""
    met: Counter[frozenset[int]] = Counter()
    rested: Counter[int] = Counter()
    made = []
    for number in range(1, rounds + 1):
        one = next_round(range(entrants), met, rested, number)
        met += meetings_of(one.tables)
        rested.update(one.resting)
        made.append(one)
    return met, rested, made


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 100), st.integers(1, 6))
def test_everybody_plays_once_a_round_and_rests_as_often_as_all_others(entrants: int, rounds: int):
    _met, rested, made = drawn(entrants, rounds)
    for one in made:
        everybody = [entrant for table in one.tables for entrant in table] + list(one.resting)
        assert sorted(everybody) == list(range(entrants))
        assert len(one.resting) == entrants % 3
    rests = [rested[entrant] for entrant in range(entrants)]
    assert max(rests) - min(rests) <= 1


@given(st.integers(1, 60))
def test_the_rounds_by_construction_have_no_meeting_twice(thirds: int):
    entrants = 3 * thirds
    rounds = []
    while (tables := constructed(entrants, len(rounds))) is not None:
        assert sorted(entrant for table in tables for entrant in table) == list(range(entrants))
        rounds.append(tables)
    assert len(rounds) >= (thirds if thirds % 2 else thirds // 2)
    met = meetings_of(table for tables in rounds for table in tables)
    assert set(met.values()) <= {1}


@pytest.mark.parametrize(("entrants", "rounds"), [(3, 1), (9, 4), (27, 13)])
def test_everybody_meets_everybody_exactly_once_where_that_is_known(entrants: int, rounds: int):
    met, _, _ = drawn(entrants, rounds)
    assert rounds == rounds_for(entrants)
    assert spread(range(entrants), met) == {"meetings": [1, 1]}


@pytest.mark.parametrize(
    ("entrants", "rounds", "repeats"),
    [(12, 4, 0), (15, 5, 0), (10, 3, 0), (16, 5, 0), (20, 5, 0), (100, 10, 0), (6, 2, 2)],
)
def test_few_meetings_are_repeated_elsewhere(entrants: int, rounds: int, repeats: int):
    met, _, _ = drawn(entrants, rounds)
    assert sum(times - 1 for times in met.values()) <= repeats
    assert spread(range(entrants), met)["meetings"][1] <= 2


def test_a_round_needs_three():
    with pytest.raises(PairingError, match="no three"):
        next_round([1, 2], {}, {}, 1)


def begun(entrants: int = 9, plan: StagePlan = RACE) -> Play:
    play = Play(rules="28-kerala-3", kind="player", side=1, squad=2)
    play.enter(entrants)
    play.begin(plan)
    return play


def report(play: Play, match: int, *points: int, **more: Any) -> None:
    play.do(playing.ReportGame(match=match, points=points, **more))


def play_round(play: Play, stage: int = 1) -> None:
    """Pair a round and report all of it: each entrant scores 20 less its number."""
    play.pair(stage)
    for match in play.open_matches(stage):
        report(play, match.number, *(20 - side[0] for side in match.sides))


def values(play: Play, stage: int = 1) -> dict[str, tuple[Any, ...]]:
    return {row.entrant: tuple(row.values.values()) for row in rows_of(play.state, stage)}


def test_a_race_is_played_and_closed_by_the_points_scored():
    play = begun()
    for _ in range(4):
        play_round(play)
    assert set(meetings(play.state, 1).values()) == {1}
    assert len(meetings(play.state, 1)) == len(list(combinations(range(9), 2)))
    with pytest.raises(Refused, match="All rounds"):
        play.do(staging.PairRound(stage=1))
    assert places_of(play.state, 1) == tuple((number,) for number in range(1, 10))
    assert values(play)["1"] == (76, 4, 0)
    assert rows_of(play.state, 1)[1].decided_by == "points"
    play.do(staging.CloseStage(stage=1))
    assert play.state == play.folded()


def test_the_standings_of_a_race_follow_it_from_any_version():
    play = begun(6)
    kept = [standing_of(play.state, 1)]
    for _ in range(2):
        play_round(play)
        kept.append(standing_of(play.state, 1, 0, kept[-1]))
        assert kept[-1].rows == rows_of(play.state, 1) != kept[-2].rows
    assert standing_of(kept[0].shown.state, 1, 0, kept[-1]).rows == kept[0].rows
    assert {change.match for change in impact(kept[0].shown.state, play.state).matches} == set(play.state.matches)
    assert {move.entrant for move in impact(kept[0].shown.state, play.state).moves} == {1, 2, 3, 4, 5, 6}


def test_a_round_of_three_sides_stands_on_the_field_and_on_the_round_before():
    play = begun(6)
    play.enter(1)
    play.do(entering.Join(entrant=7, stage=1))
    joined = play.state.version
    play_round(play)
    first = play.version_of(RoundPaired, 0)
    assert "RoundPaired" in play.standing(joined)
    play.pair(1)
    assert "RoundPaired" in play.standing(first)


def test_a_late_entry_is_not_undone_once_the_stage_is_closed():
    play = begun(6)
    play_round(play)
    play.enter(1)
    play.do(entering.Join(entrant=7, stage=1))
    joined = play.state.version
    assert not play.standing(joined)
    play.do(staging.CloseStage(stage=1))
    assert play.standing(joined) == ["StageClosed"]


def test_without_a_number_a_race_goes_on_until_everybody_could_have_met():
    play = begun(7, StagePlan(type="points_race"))
    for _ in range(3):
        play_round(play)
    with pytest.raises(Refused, match="All rounds"):
        play.do(staging.PairRound(stage=1))


def test_rounds_are_paired_in_advance_and_a_result_can_still_be_undone():
    play = begun()
    play.pair(1)
    match = play.open_matches(1)[0]
    report(play, match.number, 3, 2, 1)
    result = play.state.version
    play.pair(1)
    play.undo(result)
    assert match.number in [one.number for one in play.open_matches(1)]


def test_a_race_needs_a_rule_set_of_three_sides_and_other_formats_one_of_two():
    play = Play()
    play.enter(6)
    with pytest.raises(Refused, match="3 sides"):
        play.begin(RACE)
    with pytest.raises(Refused, match="2 sides"):
        begun(6, StagePlan(type="swiss", rounds=2))


def test_a_race_needs_three_entrants():
    with pytest.raises(Refused, match="3 entrants"):
        begun(2)


@pytest.mark.parametrize(
    "options", [{"by": "luck"}, {"place_points": ["1", "2"]}, {"place_points": ["0", "1", "2"]}, {"place_points": 7},
                {"place_points": ["a", "b", "c"]}, {"bye_points": "x"}]
)  # fmt: skip
def test_settings_that_cannot_be_are_refused(options: dict[str, Any]):
    with pytest.raises(Refused) as refused:
        Play().do(opening.PlanStage(plan=StagePlan(type="points_race", options=options)))
    assert (refused.value.code, refused.value.field) == ("plan-impossible", "options")


def test_by_places_a_table_gives_2_1_and_0_and_those_level_share():
    plan = StagePlan(type="points_race", rounds=2, options={"by": "places"})
    play = begun(6, plan)
    play.pair(1)
    first, second = play.open_matches(1)
    report(play, first.number, 9, 4, 4)
    report(play, second.number, 5, 7, 7, winners=())
    named = {entrant: tuple(row) for entrant, row in values(play).items()}
    one, two, three = (str(side[0]) for side in first.sides)
    assert (named[one], named[two], named[three]) == ((2, 1, 0), (Fraction(1, 2), 0, -5), (Fraction(1, 2), 0, -5))
    one, two, three = (str(side[0]) for side in second.sides)
    assert (named[one], named[two], named[three]) == ((0, 0, -2), (Fraction(3, 2), 0, 0), (Fraction(3, 2), 0, 0))


def test_a_named_winner_stands_first_whatever_the_points():
    plan = StagePlan(type="points_race", rounds=1, options={"by": "places", "place_points": ["3", "1", "0"]})
    play = begun(3, plan)
    play.pair(1)
    (match,) = play.open_matches(1)
    report(play, match.number, 9, 4, 6, winners=(1,))
    assert [values(play)[str(side[0])][:2] for side in match.sides] == [(1, 0), (3, 1), (0, 0)]


def test_level_points_are_separated_by_wins_and_then_by_the_distance_from_the_best():
    entrants = tuple(Entrant(name, seed) for seed, name in enumerate("abcdefg", start=1))
    matches = (
        RaceMatch(1, ("a", "b", "c"), points=(5, 6, 5), winner="b"),
        RaceMatch(1, ("d", "e", "f"), points=(5, 9, 6), winner="e"),
        RaceMatch(2, ("b", "g"), points=(0, 6), winner="g"),
    )
    rows = race_standings(Race(entrants, matches))
    assert [(row.entrant, row.rank, row.decided_by) for row in rows] == [
        ("e", 1, ""),
        ("g", 2, "points"),
        ("b", 3, "behind"),
        ("f", 4, "wins"),
        ("a", 5, "points"),
        ("c", 5, "level"),
        ("d", 7, "behind"),
    ]


def test_those_level_share_a_place_until_the_desk_decides():
    play = begun(3, StagePlan(type="points_race", rounds=1))
    play.pair(1)
    report(play, play.open_matches(1)[0].number, 5, 5, 5)
    assert places_of(play.state, 1) == ((1, 2, 3),)
    play.do(staging.DecideTie(stage=1, order=(2, 3, 1)))
    assert places_of(play.state, 1) == ((2,), (3,), (1,))


def test_one_or_two_rest_and_get_what_the_settings_say():
    play = begun(8, StagePlan(type="points_race", rounds=1, options={"bye_points": 7}))
    play.pair(1)
    resting = [match.entrants[0] for match in play.state.matches.values() if match.is_bye]
    assert len(resting) == 2
    assert [values(play)[str(entrant)] for entrant in resting] == [(7, 0, 0)] * 2


def test_a_wished_bye_is_kept_and_counts_as_a_rest():
    play = begun(7, StagePlan(type="points_race", rounds=7))
    play.do(entering.WishBye(entrant=3, stage=1, round=1))
    play.pair(1)
    assert {match.entrants for match in play.state.matches.values() if match.is_bye} == {(3,)}
    for _ in range(6):
        play.pair(1)
    rests = Counter(match.entrants[0] for match in play.state.matches.values() if match.is_bye)
    assert set(rests.values()) == {1}


def test_a_match_of_three_sides_is_forfeited_by_a_decision_of_the_staff_alone():
    play = begun(9, StagePlan(type="points_race", rounds=2, options={"by": "places"}))
    play.pair(1)
    match = play.open_matches(1)[0]
    gone, one, other = (side[0] for side in match.sides)
    play.do(entering.Leave(entrant=gone))
    assert match.number in [one.number for one in play.open_matches(1)]
    with pytest.raises(Refused, match=r"^The results of match .+ are missing\.$"):
        play.do(staging.CloseStage(stage=1))
    play.do(playing.DecideMatch(match=match.number, decision="awarded", match_points=("0", "3/2", "3/2")))
    assert values(play)[str(one)] == values(play)[str(other)] == (Fraction(3, 2), 0, 0)
    play.pair(1)
    assert gone not in [
        entrant for later in play.state.matches.values() if later.round == 2 for entrant in later.entrants
    ]


@pytest.mark.parametrize(
    ("by", "decision", "expected"),
    [
        ("points", {"decision": "walkover", "winner": 1}, [(0, 0), (0, 1), (0, 0)]),
        ("places", {"decision": "walkover", "winner": 1}, [(0, 0), (2, 1), (0, 0)]),
        ("points", {"decision": "void"}, [(0, 0), (0, 0), (0, 0)]),
        ("places", {"decision": "double_forfeit"}, [(0, 0), (0, 0), (0, 0)]),
        ("points", {"decision": "split", "match_points": ("9", "5", "5")}, [(9, 1), (5, 0), (5, 0)]),
    ],
)
def test_decisions_count_as_they_say(by: str, decision: dict[str, Any], expected: list[tuple[int, int]]):
    play = begun(3, StagePlan(type="points_race", rounds=1, options={"by": by}))
    play.pair(1)
    (match,) = play.open_matches(1)
    play.do(playing.DecideMatch(match=match.number, **decision))
    assert [values(play)[str(side[0])][:2] for side in match.sides] == expected


def test_of_an_entrant_that_leaves_with_void_matches_none_counts_for_anybody():
    play = begun(3, StagePlan(type="points_race", rounds=1))
    play_round(play)
    play.do(entering.Leave(entrant=1, matches="void"))
    assert set(values(play).values()) == {(0, 0, 0)}
    with pytest.raises(Refused, match="points race"):
        begun().do(entering.Leave(entrant=1, matches="average"))


def test_a_late_entrant_plays_from_the_next_round_on():
    play = begun(5, StagePlan(type="points_race", rounds=2))
    play_round(play)
    play.enter(1)
    play.do(entering.Join(entrant=6, stage=1))
    play_round(play)
    second = [match for match in play.state.matches_of(1) if match.round == 2]
    assert [len(match.sides) for match in second] == [3, 3]


def test_a_round_of_three_sides_is_paired_by_hand():
    play = begun(6)
    play.do(staging.PairRound(stage=1))
    play.do(staging.EditPairings(stage=1, round=1, matches=(((1,), (2,), (3,)), ((4,), (5,), (6,)))))
    assert [match.entrants for match in play.state.matches_of(1)] == [(1, 2, 3), (4, 5, 6)]
    with pytest.raises(Refused, match="3 sides"):
        play.do(staging.EditPairings(stage=1, round=1, matches=(((1,), (2,)), ((3,), (4,)), ((5,), (6,)))))


def test_the_best_of_groups_go_on():
    play = begun(6, StagePlan(type="points_race", rounds=1, groups=2))
    play_round(play)
    play.do(staging.CloseStage(stage=1))
    play.do(opening.PlanStage(plan=StagePlan(type="points_race", source=(Qualifiers(stage=1, last=1, best=1),))))
    assert len(field_of(play.state, 2)) == 3
    assert field_of(play.state, 2)[:2] == (1, 2)


def test_points_given_by_a_director_count():
    play = begun(3)
    play.do(staging.AdjustPoints(stage=1, entrant=2, points="-3", reason="late"))
    assert values(play)["2"][0] == -3

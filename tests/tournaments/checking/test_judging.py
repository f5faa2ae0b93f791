"""`tournaments check`: what is right passes, each fault is named by its code.

Source: `docs/reference/tournament-format.md`, Checking.
"""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.helpers.staged import (
    Line,
    ask,
    play_bracket,
    play_schedule,
    play_swiss,
    result,
    stage_of,
    tournament,
)
from tournaments.stages.reading import CRITERIA

randoms = st.randoms(use_true_random=False)
Found = list[tuple[str, int | None]]


def codes(line: Line) -> Found:
    """Return the codes that a check finds, with their rounds."""
    return [(found["code"], found.get("round")) for found in ask("check", line)["problems"]]


def swiss(entrants: int, rounds: int, random: Random, **stage: Any) -> Line:
    return play_swiss(tournament("swiss", entrants, **stage), rounds, random)


def of_round(line: Line, number: int) -> list[dict[str, Any]]:
    return [match for match in stage_of(line)["matches"] if match["round"] == number]


@given(st.integers(2, 24), st.integers(1, 6), randoms)
def test_every_pairing_of_ours_is_the_best_by_the_other_reading(entrants: int, rounds: int, random: Random) -> None:
    line = tournament("swiss", entrants, tie_breaks=random.sample(CRITERIA, random.randint(1, 6)))
    names = [entrant["id"] for entrant in line["entrants"]]
    stage_of(line)["options"]["forbidden"] = [random.sample(names, 2) for _ in range(random.randint(0, entrants // 3))]
    for entrant in line["entrants"]:
        entrant["lot"] = random.randint(1, 9)
        if random.random() < 0.2:
            entrant[random.choice(("from_round", "until_round"))] = random.randint(1, 4)
    if random.random() < 0.3:
        stage_of(line)["scoring"] = {"loss": "-1", "forfeit_loss": "-3/2"}
    assert codes(play_swiss(line, rounds, random)) == []


@given(st.integers(2, 30), st.integers(1, 2), randoms)
def test_every_round_robin_of_ours_is_right(entrants: int, legs: int, random: Random) -> None:
    assert codes(play_schedule(tournament("round_robin", entrants, options={"legs": legs}), random)) == []


@given(st.integers(1, 15), st.data(), randoms)
def test_every_cross_group_of_ours_is_right(size: int, data: st.DataObject, random: Random) -> None:
    names = [f"E{seed}" for seed in range(1, 2 * size + 1)]
    options = {"halves": [names[:size], names[size:]], "rounds": data.draw(st.integers(1, size))}
    assert codes(play_schedule(tournament("cross_group", 2 * size, options=options), random)) == []


@given(st.sampled_from(("knock_out", "double_elimination")), st.integers(2, 70), st.booleans(), randoms)
def test_every_bracket_of_ours_is_right_as_far_as_it_is_played(
    kind: str, entrants: int, flag: bool, random: Random
) -> None:
    option = "third_place" if kind == "knock_out" else "reset"
    line = play_bracket(tournament(kind, entrants, options={option: flag}), random)
    assert codes(line) == []
    last = random.randint(1, max(match["round"] for match in stage_of(line)["matches"]))
    stage_of(line)["matches"] = [match for match in stage_of(line)["matches"] if match["round"] <= last]
    assert codes(line) == []
    for match in of_round(line, last):
        for member in ("outcome", "winner", "home_points", "away_points"):
            match.pop(member, None)
    assert codes(line) == []


def replace_entrant(line: Line, number: int, name: str) -> str:
    """Let another entrant stand at home in the first match of a round; return the one that stood there."""
    match = of_round(line, number)[0]
    out: str = match["home"]
    match["home"] = name
    match.pop("winner", None)
    if match.get("outcome") == "forfeit":
        match.update(outcome="played", home_points=1, away_points=0)
    return out


def unknown_entrant(line: Line) -> Found:
    replace_entrant(line, 2, "Nobody")
    return [("unknown-entrant", 2)]


def plays_itself(line: Line) -> Found:
    replace_entrant(line, 2, of_round(line, 2)[0]["away"])
    return [("plays-itself", 2)]


def twice_in_a_round(line: Line) -> Found:
    replace_entrant(line, 2, of_round(line, 2)[1]["home"])
    return [("twice-in-a-round", 2)]


def left_out(line: Line) -> Found:
    match = of_round(line, 2)[0]
    stage_of(line)["matches"].remove(match)
    return [("left-out", 2), ("left-out", 2)]


def not_in_the_field(line: Line) -> Found:
    gone = of_round(line, 3)[0]["home"]
    next(entrant for entrant in line["entrants"] if entrant["id"] == gone)["until_round"] = 2
    return [("not-in-the-field", 3)]


def wrong_winner(line: Line) -> Found:
    match = of_round(line, 2)[0]
    match.update(outcome="forfeit", winner=of_round(line, 2)[1]["home"])
    match.pop("match_points", None)
    return [("wrong-winner", 2)]


@pytest.mark.parametrize(
    "spoil", [unknown_entrant, plays_itself, twice_in_a_round, left_out, not_in_the_field, wrong_winner]
)
@given(st.integers(4, 9).map(lambda half: 2 * half), randoms)
@settings(max_examples=20)
def test_a_spoilt_round_of_a_swiss_is_named_by_what_is_wrong_and_not_by_what_follows(
    spoil: Callable[[Line], Found], entrants: int, random: Random
) -> None:
    line = swiss(entrants, 3, random)
    expected = spoil(line)
    found = codes(line)
    # Round 3 was paired before round 2 was spoilt.
    assert [one for one in found if one[1] == expected[0][1]] == expected


def test_a_forbidden_pair_is_named_with_the_cost_had_and_the_cost_possible() -> None:
    line = swiss(6, 1, Random(1), options={"forbidden": []})
    first, *_ = of_round(line, 1)
    stage_of(line)["options"]["forbidden"] = [[first["home"], first["away"]]]
    (found,) = ask("check", line)["problems"]
    assert (found["code"], found["entrants"]) == ("forbidden-pair", [first["home"], first["away"]])
    assert (found["cost"][0], found["possible"][0]) == ("1", "0")


def test_a_forced_rematch_is_no_fault() -> None:
    line = swiss(4, 4, Random(2))
    pairs = [frozenset((match["home"], match["away"])) for match in stage_of(line)["matches"]]
    assert len(set(pairs)) < len(pairs)
    assert codes(line) == []


def test_a_rematch_that_could_be_avoided_is_named() -> None:
    line = tournament("swiss", 4)
    for number in (1, 2):
        for home, away in (("E1", "E3"), ("E2", "E4")):
            stage_of(line)["matches"].append(
                {"round": number, "home": home, "away": away, "home_points": 2, "away_points": 2}
            )
    assert codes(line) == [("avoidable-rematch", 2)]


def test_a_second_bye_is_named_and_a_forced_one_is_not() -> None:
    line = swiss(3, 4, Random(3))
    byes = [match["home"] for match in stage_of(line)["matches"] if match.get("outcome") == "bye"]
    assert len(byes) == 4
    assert codes(line) == []
    line = tournament("swiss", 5)
    for number, pairs in ((1, (("E1", "E3"), ("E2", "E4"))), (2, (("E1", "E2"), ("E3", "E4")))):
        for home, away in pairs:
            stage_of(line)["matches"].append(
                {"round": number, "home": home, "away": away, "home_points": 2, "away_points": 2}
            )
        stage_of(line)["matches"].append({"round": number, "home": "E5", "outcome": "bye"})
    assert codes(line) == [("second-bye", 2)]


def test_a_pairing_that_could_be_better_is_named() -> None:
    line = tournament("swiss", 8)
    for home, away in (("E1", "E2"), ("E3", "E4"), ("E5", "E6"), ("E7", "E8")):
        stage_of(line)["matches"].append({"round": 1, "home": home, "away": away, "home_points": 1, "away_points": 0})
    (found,) = ask("check", line)["problems"]
    assert (found["code"], found["cost"][7], found["possible"][7]) == ("not-optimal", "36", "0")


def test_a_pairing_is_judged_beside_a_bye_on_less_than_no_points() -> None:
    """E4 rests on -1 match point; a rematch of the others can be avoided."""
    line = tournament("swiss", 5, scoring={"forfeit_loss": "-1"})
    stage_of(line)["matches"] = [
        {"round": 1, "home": "E1", "away": "E3", "home_points": 1, "away_points": 0},
        {"round": 1, "home": "E2", "away": "E4", "outcome": "forfeit", "winner": "E2"},
        {"round": 1, "home": "E5", "outcome": "bye"},
        {"round": 2, "home": "E1", "away": "E2", "home_points": 1, "away_points": 0},
        {"round": 2, "home": "E5", "away": "E3", "home_points": 1, "away_points": 0},
        {"round": 2, "home": "E4", "outcome": "bye"},
    ]
    assert codes(line) == []
    first, second, _bye = of_round(line, 2)
    first["away"], second["away"] = "E3", "E2"
    assert codes(line) == [("avoidable-rematch", 2)]


def test_byes_that_nobody_needs_are_named() -> None:
    line = tournament("swiss", 4)
    stage_of(line)["matches"] = [
        {"round": 1, "home": "E1", "away": "E3", "home_points": 1, "away_points": 0},
        {"round": 1, "home": "E2", "outcome": "bye"},
        {"round": 1, "home": "E4", "outcome": "bye"},
    ]
    (found,) = ask("check", line)["problems"]
    assert (found["code"], found["round"], found["entrants"]) == ("not-optimal", 1, ["E2", "E4"])
    # E4 is last and E2 third from the bottom; E1 and E3 are alone in the score group, one place from one another.
    assert (found["cost"], found["possible"]) == (["0", "0", "0", "0", "2", "0", "0", "0"], ["0"] * 8)


def test_a_round_is_judged_by_what_was_known_before_it() -> None:
    random = Random(4)
    line = swiss(12, 3, random)
    for match in of_round(line, 3):
        match.pop("home_points", None)
        match.pop("away_points", None)
        match.pop("match_points", None)
        match.update(outcome="forfeit", winner=match["home"])
    assert codes(line) == []


def test_a_round_robin_misses_a_pair_or_has_it_too_often() -> None:
    line = play_schedule(tournament("round_robin", 6, options={"legs": 1}), Random(5))
    whole = deepcopy(line)
    dropped = stage_of(line)["matches"].pop()
    assert codes(line) == [("missing-pair", None)]
    stage_of(whole)["matches"].append({**dropped, "round": 6})
    assert codes(whole) == [("pair-too-often", None)]


def test_pairs_of_an_entrant_that_left_are_not_missed() -> None:
    line = play_schedule(tournament("round_robin", 6, options={"legs": 1}), Random(6))
    line["entrants"][2]["until_round"] = 2
    stage_of(line)["matches"] = [
        match
        for match in stage_of(line)["matches"]
        if match["round"] <= 2 or "E3" not in (match["home"], match["away"])
    ]
    assert codes(line) == []


@given(st.integers(2, 16), st.integers(1, 2), randoms)
def test_homes_are_not_judged_of_entrants_whose_opponent_left(entrants: int, legs: int, random: Random) -> None:
    line = play_schedule(tournament("round_robin", entrants, options={"legs": legs}), random)
    gone = random.choice(line["entrants"])
    gone["until_round"] = random.randint(0, entrants)
    stage_of(line)["matches"] = [
        match
        for match in stage_of(line)["matches"]
        if match["round"] <= gone["until_round"] or gone["id"] not in (match["home"], match["away"])
    ]
    assert codes(line) == []


def test_homes_that_are_not_balanced_are_named() -> None:
    line = play_schedule(tournament("round_robin", 8, options={"legs": 1}), Random(7))
    for match in stage_of(line)["matches"]:
        if match["away"] == "E1":
            match["home"], match["away"] = match["away"], match["home"]
            match.pop("winner", None)
            match.update(outcome="played", home_points=1, away_points=0)
            match.pop("match_points", None)
    assert ("homes-unbalanced", None) in codes(line)
    assert {code for code, _ in codes(line)} == {"homes-unbalanced"}


def test_three_homes_in_succession_are_named_though_the_numbers_balance() -> None:
    line = tournament("round_robin", 7, options={"legs": 1})
    numbers = {frozenset(pair): number for number, pairs in enumerate(ask("draw", line)["rounds"]) for pair in pairs}
    order = sorted((number, *sorted(pair)) for pair, number in numbers.items())
    of_first = [(number, one, other) for number, one, other in order if "E1" in (one, other)]
    homes = dict(
        zip((number for number, _one, _other in of_first), (True, True, True, False, False, False), strict=True)
    )
    drawn = ask("draw", line)["rounds"]
    for number, pairs in enumerate(drawn):
        for home, away in pairs:
            sides = [home, away]
            if "E1" in sides:
                other = next(name for name in sides if name != "E1")
                sides = ["E1", other] if homes[number] else [other, "E1"]
            stage_of(line)["matches"].append({"round": number + 1, "home": sides[0], "away": sides[1]})
    assert "E1" in [name for found in ask("check", line)["problems"] for name in found["entrants"]]


def test_a_cross_group_keeps_to_its_halves() -> None:
    names = [f"E{seed}" for seed in range(1, 9)]
    options = {"halves": [names[:4], names[4:]], "rounds": 3}
    line = play_schedule(tournament("cross_group", 8, options=options), Random(8))
    first, second = of_round(line, 2)[:2]
    whole = deepcopy(line)
    ours, theirs = (next(side for side in ("home", "away") if match[side] in names[4:]) for match in (first, second))
    mine = "home" if theirs == "away" else "away"
    first[ours], second[mine] = second[mine], first[ours]
    for match in (first, second):
        match.update(outcome="void")
        for member in ("winner", "home_points", "away_points", "match_points"):
            match.pop(member, None)
    assert codes(line) == [("wrong-half", 2), ("wrong-half", 2)]
    stage_of(whole)["matches"].remove(of_round(whole, 2)[0])
    assert codes(whole) == [("left-out", 2), ("left-out", 2)]
    again = {**of_round(whole, 1)[0], "round": 4}
    stage_of(whole)["matches"].append(again)
    assert ("pair-too-often", None) in codes(whole)


def test_an_entrant_of_a_cross_group_rests_when_its_opponent_has_left() -> None:
    names = [f"E{seed}" for seed in range(1, 7)]
    line = play_schedule(
        tournament("cross_group", 6, options={"halves": [names[:3], names[3:]], "rounds": 3}), Random(8)
    )
    line["entrants"][5]["until_round"] = 1
    for match in stage_of(line)["matches"]:
        if match["round"] > 1 and "E6" in (match["home"], match["away"]):
            other = match["home"] if match["away"] == "E6" else match["away"]
            number = match["round"]
            match.clear()
            match.update(round=number, home=other, outcome="bye")
    assert codes(line) == []


def bracket(kind: str, entrants: int, random: Random, **options: Any) -> Line:
    return play_bracket(tournament(kind, entrants, options=options), random)


@given(st.sampled_from(("knock_out", "double_elimination")), st.integers(3, 40), randoms)
def test_a_loser_in_the_place_of_a_winner_is_named(kind: str, entrants: int, random: Random) -> None:
    line = bracket(kind, entrants, random)
    matches = stage_of(line)["matches"]
    lost = {match["match"]: _loser(match) for match in matches}
    candidates = [
        (later, side, lost[earlier["match"]])
        for earlier in matches
        for later in matches
        for side in ("home", "away")
        if earlier["round"] < later["round"] and later[side] == _winner(earlier) and _is_next(matches, earlier, later)
    ]
    later, side, loser = random.choice(candidates)
    if loser in (later["home"], later["away"]):
        return
    won = _winner(later) == later[side]
    later[side] = loser
    if later.get("outcome") == "forfeit" and won:
        later["winner"] = loser
    found = codes(line)
    assert any(code in ("loser-plays-on", "wrong-winner") and number == later["round"] for code, number in found), found


@given(st.sampled_from(("knock_out", "double_elimination")), st.integers(3, 40), st.booleans(), randoms)
def test_a_match_that_is_missing_is_named(kind: str, entrants: int, numbered: bool, random: Random) -> None:
    line = bracket(kind, entrants, random)
    matches = stage_of(line)["matches"]
    matches.remove(random.choice(matches[:-1]))
    if not numbered:
        for match in matches:
            del match["match"]
    assert "place-not-filled" in [code for code, _ in codes(line)]


def test_a_match_for_third_that_is_missing_is_named() -> None:
    line = bracket("knock_out", 8, Random(9), third_place=True)
    matches = stage_of(line)["matches"]
    for dropped in matches[-2:]:
        stage_of(line)["matches"] = [match for match in matches if match is not dropped]
        assert codes(line) in ([("place-not-filled", 3)], [("place-not-filled", None)])


def test_a_match_for_third_that_is_not_planned_is_a_fault() -> None:
    line = bracket("knock_out", 8, Random(10), third_place=True)
    stage_of(line)["options"] = {}
    assert codes(line) == [("loser-plays-on", 3)]


def test_entrants_go_on_without_a_match_where_both_opponents_forfeited() -> None:
    """E8 and E3 have no match in round 2, lose their semi-finals and play for third."""
    line = tournament("knock_out", 16, options={"third_place": True})
    forfeited = ("1-16", "7-10", "6-11")
    rounds = (
        "1-16 8-9 4-13 5-12 2-15 7-10 3-14 6-11",
        "4-5",
        "4-8 2-3",
        "8-3 4-2",
    )
    for number, pairs in enumerate(rounds, start=1):
        for pair in pairs.split():
            home, away = pair.split("-")
            match = {"round": number, "home": f"E{home}", "away": f"E{away}"}
            ended: dict[str, Any] = {"home_points": 1, "away_points": 0}
            stage_of(line)["matches"].append(
                {**match, **({"outcome": "double_forfeit"} if pair in forfeited else ended)}
            )
    assert codes(line) == []


def test_seeds_may_meet_where_all_between_them_forfeited() -> None:
    line = tournament("knock_out", 6)
    stage_of(line)["matches"] = [
        {"round": 1, "home": "E4", "away": "E5", "outcome": "double_forfeit"},
        {"round": 1, "home": "E3", "away": "E6", "outcome": "double_forfeit"},
        {"round": 3, "home": "E1", "away": "E2", "home_points": 1, "away_points": 0},
    ]
    assert codes(line) == []


def test_nobody_plays_after_the_final_of_a_double_elimination() -> None:
    random = Random(11)
    while True:
        line = bracket("double_elimination", 8, random, reset=True)
        if len(stage_of(line)["matches"]) == 15:
            break
    assert codes(line) == []
    stage_of(line)["options"] = {"reset": False}
    assert codes(line) == [("loser-plays-on", 9)]


@given(st.sampled_from(("knock_out", "double_elimination")), st.integers(2, 5), randoms)
def test_seeds_that_meet_early_are_named(kind: str, power: int, random: Random) -> None:
    """Two of the first seeds change places with others before the draw is played."""
    entrants = 1 << power
    line = tournament(kind, entrants)
    drawn = ask("draw", line)["matches"]
    first = [match for match in drawn if match["round"] == 1]
    one = next(match for match in first if 1 in (match["home"]["seed"], match["away"]["seed"]))
    names = {entrant["seed"]: entrant for entrant in line["entrants"]}
    beside = next(seed for seed in (one["home"]["seed"], one["away"]["seed"]) if seed != 1)
    if beside == 2:
        return
    names[2]["seed"], names[beside]["seed"] = beside, 2
    play_bracket(line, random)
    names[2]["seed"], names[beside]["seed"] = 2, beside
    assert ("seeds-meet-early", 1) in codes(line)


def test_a_bracket_for_fewer_entrants_leaves_some_out() -> None:
    line = bracket("knock_out", 4, Random(12))
    line["entrants"].append({"id": "E5", "seed": 5})
    assert codes(line) == [("left-out", 1)]


def test_options_that_cannot_be_read_are_a_problem_of_the_line() -> None:
    for kind, options in (
        ("swiss", {"forbidden": [["E1"]]}),
        ("round_robin", {"legs": 0}),
        ("cross_group", {}),
        ("knock_out", {"third_place": 3}),
    ):
        line = tournament(kind, 4, options=options)
        stage_of(line)["matches"] = [{"round": 1, "home": "E1", "away": "E2", "home_points": 1, "away_points": 0}]
        assert set(ask("check", line)) == {"id", "problem"}, kind


def test_results_are_made_up_of_every_kind() -> None:
    """The helper of these tests leaves no outcome out."""
    random = Random(13)
    kinds = {result(random, "A", "B").get("outcome", "played") for _ in range(200)}
    assert kinds == {"played", "forfeit", "awarded", "double_forfeit", "void"}


def _winner(match: dict[str, Any]) -> str:
    if "winner" in match:
        return str(match["winner"])
    return str(match["home"] if match["home_points"] > match["away_points"] else match["away"])


def _loser(match: dict[str, Any]) -> str:
    return str(match["away"] if _winner(match) == match["home"] else match["home"])


def _is_next(matches: list[dict[str, Any]], earlier: dict[str, Any], later: dict[str, Any]) -> bool:
    """Whether the winner of a match plays its next one there."""
    name = _winner(earlier)
    after = [match for match in matches if match["round"] > earlier["round"] and name in (match["home"], match["away"])]
    return after[0] is later

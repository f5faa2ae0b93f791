"""`manage.py generate_events`: whole tournaments of every kind, in which `tournaments check` finds nothing.

Source: `docs/reference/tournament-format.md`; `docs/operations.md`, Made-up tournaments.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.helpers.staged import Line, ask
from tournaments.generating.making import tournament, tournament_line
from tournaments.generating.options import GeneratorOptions, OptionsError, check_options
from tournaments.generating.playing import is_over
from tournaments.lines import answer
from tournaments.stages.reading import CRITERIA
from tournaments.stages.stage import CROSS_GROUP, DOUBLE_ELIMINATION, INDIVIDUAL, OUTCOMES, STAGE_TYPES, SWISS

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, str(ROOT / "manage.py"), "generate_events"]
MIX = GeneratorOptions()
SHAPES = [
    MIX,
    *(GeneratorOptions(type=kind, least=4, most=24) for kind in STAGE_TYPES),
    GeneratorOptions(least=2, most=7),
    GeneratorOptions(least=12, most=30, rounds=11),
    GeneratorOptions(played=0.0),
    GeneratorOptions(played=0.5),
    GeneratorOptions(played=1.0),
]


@cache
def lines_of_mix() -> list[bytes]:
    return [tournament_line(1, number, MIX) for number in range(300)]


@cache
def mix() -> list[Line]:
    return [json.loads(line) for line in lines_of_mix()]


def stages() -> Iterator[Line]:
    return (stage for line in mix() for stage in line["stages"])


def matches() -> Iterator[Line]:
    return (match for stage in stages() for match in stage["matches"])


def assert_sound(line: bytes) -> None:
    checked = answer("check", line)
    assert checked == {"id": checked["id"], "problems": []}, line
    ranked = answer("rank", line)
    assert [stage["id"] for stage in ranked["stages"]] == [stage["id"] for stage in json.loads(line)["stages"]]


def test_a_check_finds_nothing_in_any_of_300_and_every_stage_is_ranked() -> None:
    for line in lines_of_mix():
        assert_sound(line)


@pytest.mark.whole
def test_a_check_finds_nothing_in_any_of_5000_of_all_shapes() -> None:
    for number in range(5000):
        assert_sound(tournament_line(2, number, SHAPES[number % len(SHAPES)]))


@pytest.mark.parametrize("options", SHAPES, ids=str)
def test_a_check_finds_nothing_whatever_the_options(options: GeneratorOptions) -> None:
    for number in range(15):
        assert_sound(tournament_line(3, number, options))


def test_the_same_seed_gives_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    """Sets of texts are gone through in another order in each process; no tournament depends on that."""
    made = []
    for hashes in ("1", "2"):
        environment = {"PATH": os.environ["PATH"], "PYTHONHASHSEED": hashes}
        done = subprocess.run(
            [*COMMAND, "--count=40", "--seed=7"], capture_output=True, check=True, env=environment, cwd=tmp_path
        )
        assert done.stderr == b""
        made.append(done.stdout)
    assert made[0] == made[1] == b"".join(tournament_line(7, number, MIX) for number in range(1, 41))


def test_a_line_does_not_depend_on_the_others() -> None:
    for number in (250, 3, 100):
        assert tournament_line(1, number, MIX) == lines_of_mix()[number]


def test_each_seed_makes_its_own_tournaments() -> None:
    bodies = [json.dumps({**tournament(seed, number, MIX), "id": ""}) for seed, number in product(range(10), range(10))]
    assert len(set(bodies)) == len(bodies)


def test_every_type_of_stage_comes_first_and_all_but_the_individual_later() -> None:
    assert {line["stages"][0]["type"] for line in mix()} == set(STAGE_TYPES)
    assert {stage["type"] for line in mix() for stage in line["stages"][1:]} == set(STAGE_TYPES) - {INDIVIDUAL}
    assert {len(line["stages"]) for line in mix()} == {1, 2, 3}


def test_every_outcome_occurs() -> None:
    assert {match.get("outcome", "played") for match in matches()} == set(OUTCOMES)
    assert {match["outcome"] for match in matches() if "home_points" in match and "outcome" in match} == set(
        OUTCOMES
    ) - {"bye"}


def test_matches_are_drawn_and_won_against_the_points() -> None:
    played = [match for match in matches() if match.get("outcome", "played") == "played" and is_over(match)]
    level = [match for match in played if match["home_points"] == match["away_points"]]
    named = [match for match in played if "winner" in match]
    assert any("winner" not in match for match in level)
    assert any(match["winner"] is not None for match in level if "winner" in match)
    assert any(match["winner"] is None and match["home_points"] != match["away_points"] for match in named)
    assert any(match["winner"] == match["home"] and match["home_points"] < match["away_points"] for match in named)


def test_points_are_those_of_both_games() -> None:
    """Game points of 28 fall below 0; stake points of 56 never do, and are more."""
    points = [match[side] for match in matches() for side in ("home_points", "away_points") if side in match]
    assert min(points) < -5
    assert max(points) > 25


def test_matches_are_awarded_in_fractions() -> None:
    awarded = [match["match_points"] for match in matches() if match.get("outcome") == "awarded"]
    values = [Fraction(points[side]) for points in awarded for side in ("home", "away")]
    assert {1, 2, 4, 5, 10} <= {value.denominator for value in values}
    assert {type(points["home"]) for points in awarded} == {int, str}


def test_every_criterion_occurs_first_and_later() -> None:
    orders = [stage["tie_breaks"] for stage in stages() if "tie_breaks" in stage]
    assert {order[0] for order in orders} == {name for order in orders for name in order[1:]} == set(CRITERIA)
    assert len(orders) < len(list(stages()))


def test_entrants_come_late_and_leave() -> None:
    entrants = [entrant for line in mix() for entrant in line["entrants"]]
    assert {"from_round", "until_round", "lot"} <= {name for entrant in entrants for name in entrant}
    assert any("lot" not in entrant for entrant in entrants)
    for line in mix():
        late = {entrant["id"] for entrant in line["entrants"] if entrant.get("from_round", 1) > 1}
        first, *later = line["stages"]
        in_round_1 = [match for match in first["matches"] if match["round"] == 1 and is_over(match)]
        assert not any(
            match.get("outcome", "played") in ("played", "awarded") and late & {match["home"], match.get("away")}
            for match in in_round_1
        )
        assert not any(late & set(stage["entrants"]) for stage in later)


def test_a_later_stage_has_the_first_of_the_one_before() -> None:
    lines = [line for line in mix() if len(line["stages"]) > 1]
    for line in lines:
        gone = {entrant["id"] for entrant in line["entrants"] if entrant.keys() & {"from_round", "until_round"}}
        ranked = ask("rank", line)["stages"]
        for before, stage in zip(ranked, line["stages"][1:], strict=False):
            names = [row["entrant"] for row in before["standings"] if row["entrant"] not in gone]
            assert stage["entrants"] == names[: len(stage["entrants"])]
    assert len(lines) > 30


def test_pairs_are_forbidden_and_scorings_differ() -> None:
    swisses = [stage for stage in stages() if stage["type"] == SWISS]
    assert any(stage["options"].get("forbidden") for stage in swisses)
    scorings = {json.dumps(stage["scoring"]) for stage in stages() if "scoring" in stage}
    assert len(scorings) >= 6
    assert any('"win":"3"' in text.replace(" ", "") for text in scorings)
    assert any("/" in text for text in scorings)


def test_a_whole_bracket_has_one_champion_at_most() -> None:
    """None only where all that were left forfeited."""
    champions: Counter[int] = Counter()
    for kind, number in product(("knock_out", DOUBLE_ELIMINATION), range(150)):
        ranked = ask("rank", tournament(4, number, GeneratorOptions(type=kind, played=1.0)))
        rows = ranked["stages"][0]["standings"]
        champions[sum(row["rank"] == 1 for row in rows)] += 1
    assert champions[1] > 290, champions


@pytest.mark.parametrize("kind", STAGE_TYPES)
def test_a_type_is_that_of_every_stage(kind: str) -> None:
    made = [tournament(5, number, GeneratorOptions(type=kind)) for number in range(30)]
    assert {stage["type"] for line in made for stage in line["stages"]} == {kind}


def test_the_entrants_and_rounds_are_as_many_as_asked_for() -> None:
    made = [tournament(6, number, GeneratorOptions(least=9, most=11, rounds=4, played=1.0)) for number in range(100)]
    assert {len(line["entrants"]) for line in made} == {9, 10, 11}
    of_swiss = [stage for line in made for stage in line["stages"] if stage["type"] == SWISS]
    assert {max(match["round"] for match in stage["matches"]) for stage in of_swiss} == {4}
    assert {
        stage["options"]["rounds"] for line in made for stage in line["stages"] if stage["type"] in (SWISS, CROSS_GROUP)
    } == {4}


@pytest.mark.parametrize("kind", [kind for kind in STAGE_TYPES if kind != INDIVIDUAL])
@pytest.mark.parametrize(("played", "over"), [(0.0, {False}), (0.55, {True, False}), (1.0, {True})])
def test_a_tournament_is_played_as_far_as_asked(kind: str, played: float, over: set[bool]) -> None:
    """Whatever is played: byes and the matches of entrants that are not there need no play."""
    for number in range(20):
        line = tournament(8, number, GeneratorOptions(kind, 16, 16, None, played))
        there = {entrant["id"] for entrant in line["entrants"] if not entrant.keys() & {"from_round", "until_round"}}
        to_play = [
            match
            for stage in line["stages"]
            for match in stage["matches"]
            if {match["home"], match.get("away")} <= there
        ]
        assert {is_over(match) for match in to_play} == over, line


def test_most_are_whole_and_some_are_broken_off_in_the_middle_of_a_round() -> None:
    rounds: dict[tuple[str, str, int], set[bool]] = {}
    for line in mix():
        for stage in line["stages"]:
            for match in stage["matches"]:
                if match.get("outcome") != "bye":
                    rounds.setdefault((line["id"], stage["id"], match["round"]), set()).add(is_over(match))
    broken = {line for (line, _stage, _round), over in rounds.items() if False in over}
    in_part = {line for (line, _stage, _round), over in rounds.items() if len(over) == 2}
    assert 30 < len(broken) < 120
    assert len(in_part) > 25


def test_a_stage_that_is_not_begun_can_be_drawn() -> None:
    for number in range(5):
        line = tournament(9, number, GeneratorOptions(INDIVIDUAL, 4, 13, 3))
        assert len(ask("draw", line)["rounds"]) == 3


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (GeneratorOptions(type="ladder"), "the type is one of round_robin"),
        (GeneratorOptions(least=1), "the entrants are from 2 to 256, the smaller number first"),
        (GeneratorOptions(least=9, most=8), "the smaller number first"),
        (GeneratorOptions(most=257), "from 2 to 256"),
        (GeneratorOptions(rounds=0), "the rounds are from 1 to 100"),
        (GeneratorOptions(rounds=101), "the rounds are from 1 to 100"),
        (GeneratorOptions(played=1.5), "from 0 to 1"),
        (GeneratorOptions("knock_out", rounds=3), "the rounds of a knock_out follow from its entrants"),
        (GeneratorOptions(INDIVIDUAL, 2, 3), "an individual has 4 players at least"),
        (GeneratorOptions(CROSS_GROUP, 5, 5), "an even number of entrants"),
        (GeneratorOptions(CROSS_GROUP, 4, 9, 5), "a cross_group of 5 rounds"),
    ],
)
def test_options_by_which_nothing_can_be_made_are_refused(options: GeneratorOptions, text: str) -> None:
    with pytest.raises(OptionsError, match=text):
        check_options(options)


def test_the_command_writes_as_many_lines_as_asked_for(tmp_path: Path) -> None:
    target = tmp_path / "made.jsonl"
    call_command("generate_events", "--count=12", "--type=swiss", "--entrants=6", "--rounds=3", f"--output={target}")
    lines = target.read_bytes().splitlines(keepends=True)
    assert lines == [tournament_line(1, number, GeneratorOptions(SWISS, 6, 6, 3)) for number in range(1, 13)]
    assert [json.loads(line)["id"] for line in lines] == [f"made-up-1-{number}" for number in range(1, 13)]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--count=0"], "a whole number from 1, not '0'"),
        (["--seed=x"], "a whole number from 0, not 'x'"),
        (["--type=ladder"], "invalid choice: 'ladder'"),
        (["--entrants=four"], "two whole numbers such as 4-20, not 'four'"),
        (["--entrants=8-4"], "the smaller number first"),
        (["--rounds=0"], "a whole number from 1"),
        (["--played=half"], "a number from 0 to 1, not 'half'"),
        (["--played=nan"], "a number from 0 to 1"),
        (["--type=round_robin", "--rounds=3"], "the rounds of a round_robin follow from its entrants"),
        (["--output=/"], "Cannot write /"),
    ],
)
def test_the_command_refuses_wrong_options(arguments: list[Any], text: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("generate_events", *arguments)
    assert text in str(refused.value)


def test_a_reader_that_has_seen_enough_stops_it_quietly(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "--count=100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PATH": os.environ["PATH"]},
        cwd=tmp_path,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0

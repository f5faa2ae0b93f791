"""The public contract of tournaments: the visible cases of all four verbs. `docs/reference/tournament-format.md`."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tournaments.lines import VERBS, answer, answer_line

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "data" / "tournaments.jsonl").read_text(encoding="utf-8").splitlines()
]


def cases(verb: str) -> list[Any]:
    return [pytest.param(case, id=case["case"]) for case in CASES if case["verb"] == verb]


@pytest.mark.parametrize("case", cases("rank"))
def test_the_standings_are_those_of_the_case(case: Any) -> None:
    answered = answer("rank", json.dumps(case["input"]))
    if case["expect"].get("problem"):
        assert set(answered) == {"id", "problem"}
    else:
        assert answered == case["expect"]


@pytest.mark.parametrize("case", cases("pair"))
def test_the_pairing_costs_what_the_case_says(case: Any) -> None:
    answered = answer("pair", json.dumps(case["input"]))
    if case["expect"].get("problem"):
        assert set(answered) == {"id", "problem"}
    else:
        assert {name: answered[name] for name in case["expect"]} == case["expect"]


@pytest.mark.parametrize("case", cases("draw"))
def test_the_draw_passes_the_check(case: Any) -> None:
    answered = answer("draw", json.dumps(case["input"]))
    if case["expect"].get("problem"):
        assert set(answered) == {"id", "problem"}
        return
    assert "problem" not in answered
    stage = case["input"]["stages"][-1]
    for number, pairs in enumerate(answered["rounds"] if stage["type"] in ("round_robin", "cross_group") else (), 1):
        stage.setdefault("matches", []).extend({"round": number, "home": home, "away": away} for home, away in pairs)
    assert answer("check", json.dumps(case["input"]))["problems"] == []


@pytest.mark.parametrize("case", cases("check"))
def test_the_check_finds_what_the_case_says(case: Any) -> None:
    answered = answer("check", json.dumps(case["input"]))
    if "problem" in answered:
        assert case["expect"].get("problem") or case["expect"].get("or_problem")
        return
    found = [(problem["code"], problem.get("round")) for problem in answered["problems"]]
    musts = [(code if isinstance(code, list) else [code], number) for code, number in case["expect"]["must"]]
    for alternatives, number in musts:
        assert any(code in alternatives and number in (None, at) for code, at in found), (alternatives, found)
    allowed = {code for alternatives, _number in musts for code in alternatives} | set(case["expect"]["may"])
    assert {code for code, _number in found} <= allowed


def test_every_verb_has_cases() -> None:
    assert {case["verb"] for case in CASES} == set(VERBS)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("line", [b"", b"\n", b"[]", b"{", b"null", b'{"id": "x"}', b"\xff", b"[" * 100_000])
def test_a_line_that_is_no_tournament_gets_a_problem(verb: str, line: bytes) -> None:
    assert set(json.loads(answer_line(verb, line))) == {"id", "problem"}


def test_the_command_answers_every_line(tmp_path: Path) -> None:
    lines = [json.dumps(case["input"]) for case in CASES if case["verb"] == "rank"]
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("\n".join([*lines, "{", lines[0]]) + "\n", encoding="utf-8")
    call_command("tournaments", "rank", input=source, output=target)
    answers = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    assert len(answers) == len(lines) + 2
    assert set(answers[-2]) == {"id", "problem"}
    assert answers[-1] == answers[0]


def swiss(known: list[dict[str, Any]], *matches: dict[str, Any], **stage: Any) -> str:
    stages = [{"id": "swiss", "type": "swiss", "matches": matches, **stage}]
    return json.dumps({"format": "lelam-tournament/1", "id": "t", "entrants": known, "stages": stages})


def test_an_entrant_that_is_alone_in_the_field_has_the_bye() -> None:
    """The next round is "for those whose `from_round` and `until_round` hold it", however few they are."""
    first = {"round": 1, "home": "A", "away": "B", "home_points": 5, "away_points": 1}
    entrants: list[dict[str, Any]] = [{"id": "A", "seed": 1}, {"id": "B", "seed": 2, "until_round": 1}]
    answered = answer("pair", swiss(entrants, first))
    cost = ["0", "0", "0", "2", "0", "0", "0", "0"]
    assert answered == {"id": "t", "round": 2, "pairs": (), "bye": "A", "cost": cost}
    entrants[0]["until_round"] = 1
    answered = answer("pair", swiss(entrants, first))
    assert answered == {"id": "t", "round": 2, "pairs": (), "bye": None, "cost": ["0"] * 8}


def test_a_forbidden_pair_may_name_an_entrant_of_another_stage_but_no_unknown_one() -> None:
    """Entrants of a stage are "all by seed if absent"; an id is unknown if no entrant has it."""
    entrants = [{"id": name, "seed": seed} for seed, name in enumerate("ABC", start=1)]
    forbidden = {"forbidden": [["A", "C"]]}
    assert answer("pair", swiss(entrants, entrants=["A", "B"], options=forbidden))["pairs"] == (("A", "B"),)
    forbidden["forbidden"].append(["A", "X"])
    assert set(answer("pair", swiss(entrants, entrants=["A", "B"], options=forbidden))) == {"id", "problem"}

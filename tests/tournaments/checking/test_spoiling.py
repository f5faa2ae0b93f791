"""`tournaments check` finds every fault that is written into a made-up tournament, and nothing before.

Source: `docs/reference/tournament-format.md`, Checking.
"""

from random import Random

import pytest

from tests.tournaments.helpers.spoiling import SPOILING, Stage
from tests.tournaments.helpers.staged import ask

SPOILT_TIMES = 6
_SIZES = {"swiss": (3, 16), "round_robin": (3, 16), "cross_group": (4, 24), "individual": (4, 12)}


@pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name, (kinds, _spoil) in SPOILING.items() for kind in kinds]
)
def test_a_fault_is_found_where_it_is_written(name: str, kind: str) -> None:
    _kinds, spoil = SPOILING[name]
    spoilt_lines = 0
    for number in range(300):
        random = Random(f"{name} {kind} {number}")
        stage = Stage(kind, number, _SIZES.get(kind) or random.choice(((3, 8), (3, 16), (17, 64))))
        assert ask("check", stage.line)["problems"] == []
        if (spoilt := spoil(stage, random)) is None:
            continue
        problems = ask("check", stage.line)["problems"]
        named = [
            problem
            for problem in problems
            if problem["code"] in spoilt.codes and spoilt.round in (None, problem.get("round"))
        ]
        assert named, (number, spoilt, problems)
        assert spoilt.entrants <= {entrant for problem in named for entrant in problem["entrants"]}, (number, problems)
        assert {problem["code"] for problem in problems} <= spoilt.codes | spoilt.may, (number, problems)
        spoilt_lines += 1
        if spoilt_lines == SPOILT_TIMES:
            break
    assert spoilt_lines == SPOILT_TIMES

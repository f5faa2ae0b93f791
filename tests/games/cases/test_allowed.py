"""Every step of a case, every part in it, every command: what is allowed, and with which code the rest is refused.

The table is `allowed.txt`, a paragraph a command and a line a step: `ok` or a code, and the people by their parts
(`tests.games.helpers.stories`).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from games.cases.moves import whose_move
from games.cases.parts import ACTS, allowed, require_may
from games.cases.replay import replay_case
from games.cases.state import STATUSES
from tests.games.cases.commands import COMMANDS
from tests.games.helpers.cases import refusal
from tests.games.helpers.stories import PEOPLE, STORIES, after

TABLE: Final = (Path(__file__).parent / "allowed.txt").read_text("utf-8")


def rows() -> Iterator[tuple[str, str, str, str]]:
    """Yield command, step, part and outcome of each cell of the table."""
    for paragraph in TABLE.strip().split("\n\n"):
        head, *lines = paragraph.splitlines()
        for line in lines:
            step, cells = line.split(":", 1)
            left, rest = set(PEOPLE), ""
            for cell in cells.split(";"):
                code, names = (part.strip() for part in cell.split(":"))
                if names.startswith("everybody"):
                    rest = code
                    continue
                for name in names.split(", "):
                    left.remove(name)
                    yield head.strip("[]"), step, name, code
            assert rest or not left, line
            yield from ((head.strip("[]"), step, name, rest) for name in left)


CELLS: Final = {(act, step, name): outcome for act, step, name, outcome in rows()}


def test_the_table_has_every_command_step_and_part():
    assert set(CELLS) == {(act, step, name) for act in ACTS for step in STORIES for name in PEOPLE}
    assert set(COMMANDS) == set(ACTS)
    assert {make().state.status for make in STORIES.values()} == set(STATUSES)


@pytest.mark.parametrize("act", ACTS)
def test_a_command_is_for_these_people_at_these_steps(act):
    wrong = []
    for step, make in STORIES.items():
        story = make()
        state, now = story.state, after(story)
        for name, actor in PEOPLE.items():
            outcome = refusal(require_may, act, state, actor, now) or "ok"
            done = refusal(COMMANDS[act], state, actor, now) or "ok"
            listed = "ok" if act in allowed(state, actor, now) else "refused"
            expected = CELLS[act, step, name]
            # The evidence to be withdrawn is missing in these stories.
            missing = act == "withdraw-evidence" and expected == "ok"
            wanted = (expected, "unknown-evidence" if missing else expected, "ok" if expected == "ok" else "refused")
            if (outcome, done, listed) != wanted:
                wrong.append((step, name, outcome, done, listed, expected))

    assert wrong == []


@pytest.mark.parametrize("step", STORIES)
def test_every_step_replays_clean_and_is_somebodys_move(step):
    story = STORIES[step]()

    replay_case(iter(story.commands))
    move = whose_move(story.state)
    assert (move.who == "nobody") == story.state.is_closed == (move.step is None) == (story.state.until is None)

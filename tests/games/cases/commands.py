"""A command of each kind with arguments that would do, for tests of who may give it."""

from collections.abc import Callable
from typing import Any, Final

from games.cases import deciding
from games.cases.moves import whose_move
from games.cases.parts import Actor
from games.cases.state import CaseState
from tests.games.helpers.stories import DAY, STANDS, WARNING

COMMANDS: Final[dict[str, Callable[[CaseState, Actor, int], Any]]] = {
    "answer": lambda state, actor, now: deciding.answer(state, actor, "agree", now),
    "add-evidence": lambda state, actor, now: deciding.add_evidence(state, actor, "step", now, step=4),
    "withdraw-evidence": lambda state, actor, now: deciding.withdraw_evidence(state, actor, 1, now),
    "withdraw-case": deciding.withdraw_case,
    "take": deciding.take,
    "release": deciding.release,
    "move-deadline": lambda state, actor, now: deciding.move_deadline(
        state, actor, whose_move(state).step or "vote", now + 20 * DAY, now
    ),
    "open-poll": lambda state, actor, now: deciding.open_poll(state, actor, 0, 2, ["voter"], None, now),
    "close-poll": lambda state, actor, now: deciding.close_poll(state, actor, 1, now),
    "answer-poll": lambda state, actor, now: deciding.answer_poll(state, actor, 1, "pass", 2, now),
    "rule": lambda state, actor, now: deciding.rule(state, actor, STANDS, now),
    "withdraw-ruling": deciding.withdraw_ruling,
    "appeal": deciding.appeal,
    "withdraw-appeal": deciding.withdraw_appeal,
    "name-committee": lambda state, actor, now: deciding.name_committee(state, actor, ["member"], now),
    "propose": lambda state, actor, now: deciding.propose(state, actor, WARNING, now),
    "vote": lambda state, actor, now: deciding.vote(state, actor, 0, now),
    "withhold-names": deciding.withhold_names,
    "show-names": deciding.show_names,
}

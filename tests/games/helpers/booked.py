"""Decided cases for the tests: a disputed hand of a table up to the last word."""

from datetime import timedelta
from uuid import uuid4

from games.cases.services import appealing, deadlines, ruling
from games.events.cases import Decision
from games.models import Case
from tests.games.helpers.polled import Disputed

RULED = (
    "Chacko led out of turn, and Mr. Haji's partner said so at once. It changed nothing at the Friday table of Ponnani."
)
APPEALED = "Ammini saw it otherwise."


def decided(there: Disputed, decision: Decision | None = None, words: str = RULED) -> Case:
    """Have the director rule, and the time to appeal pass."""
    ruled(there, decision or Decision("stands", "no-fault", rule="28-PLAY-4"), words)
    deadlines.tend_case(there.case.pk, now=there.now + timedelta(days=15))
    there.case.refresh_from_db()
    return there.case


def ruled(there: Disputed, decision: Decision, words: str = RULED) -> None:
    """Have the director rule."""
    ruling.rule(
        case_id=there.case.pk, player=there.director, decision=decision, words=words, command=uuid4(),
        now=there.now + timedelta(minutes=10),
    )  # fmt: skip


def appealed(there: Disputed, proposed: Decision | None = None) -> Case:
    """Have a side appeal, and a committee of three decide: that the ruling stands, or something else."""
    ruled(there, Decision("stands", "no-fault"))
    said = {"case_id": there.case.pk, "now": there.now + timedelta(minutes=20)}
    appealing.appeal(**said, player=there.players[0], words=APPEALED, command=uuid4())
    members = there.members[2:5]
    appealing.name_committee(**said, player=there.director, members=members, command=uuid4())
    if proposed is not None:
        appealing.propose(**said, player=members[0], decision=proposed, words="Faizal and I agree.", command=uuid4())
    for member in members[:2]:
        appealing.vote(**said, player=member, proposal=0 if proposed is None else 1, command=uuid4())
    there.case.refresh_from_db()
    return there.case

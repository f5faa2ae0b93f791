"""Whose move a case waits for, and until when: a function of its state. Pure."""

from typing import Final, Literal

from msgspec import Struct

from games.cases.state import CaseState, Poll
from games.events.cases import Step

Who = Literal["sides", "voters", "director", "directors", "parties", "officers", "committee", "nobody"]
"""Those who are to act: the sides that have not answered, the players asked in a poll, the director of the case, any
director, a party that may appeal, the officers of the club, the committee, or nobody."""


class Move(Struct, frozen=True):
    """The move that a case waits for.

    Attributes:
        who: Those who are to act.
        step: The step; None: the case is closed.
        until: The deadline, in seconds since 1970 UTC; None: there is none.
        people: Their ids; empty where an office acts.
        poll: The number of the poll whose deadline it is; 0 without.
    """

    who: Who
    step: Step | None = None
    until: int | None = None
    people: tuple[str, ...] = ()
    poll: int = 0


NOBODY: Final = Move("nobody")


def whose_move(state: CaseState) -> Move:
    """Return the move that a case waits for."""
    if state.status == "open":
        people = tuple(player for side in state.unanswered for player in state.sides[side])
        return Move("sides", "answer", state.until, people)
    if state.status == "review":
        if poll := _next_poll(state):
            left = tuple(voter for voter in poll.voters if voter not in poll.answers)
            return Move("voters", "poll", poll.until, left, poll.number)
        if state.director:
            return Move("director", "ruling", state.until, (state.director,))
        return Move("directors", "ruling", state.until)
    if state.status == "ruled":
        people = tuple(player for side in state.sides for player in side)
        return Move("parties", "appeal", state.until, people)
    if state.status == "appealed":
        return Move("officers", "committee", state.until)
    if state.status == "voting":
        left = tuple(member for member in state.committee if member not in state.votes)
        return Move("committee", "vote", state.until, left or state.committee)
    return NOBODY


def deadline_passed(state: CaseState, now: int) -> Move | None:
    """Return the move whose deadline has passed at a moment, the second of the deadline included; None: none has."""
    move = whose_move(state)
    return move if move.until is not None and now >= move.until else None


def _next_poll(state: CaseState) -> Poll | None:
    """Return the open poll that ends first."""
    return min(state.open_polls, key=lambda poll: (poll.until, poll.number), default=None)

"""A ladder as it is shown: each place with what brought its entrant there, and the challenges that are open. Pure."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from tournaments.state.challenging import ChallengeState, LadderStep
from tournaments.state.ladder import answer_by, is_pending, ladder_rules, order_of, orders_of
from tournaments.state.tournament import StageState, TournamentState

How = Literal["began", "won", "given", "passed", "down", "up", "joined", "returned", "left"]


class Rung(Struct, frozen=True):
    """A place on a ladder.

    Attributes:
        how: What brought the entrant there. `began`: it has stood there from the beginning; `won`: a match as the
            challenger; `given`: its challenge was refused or not answered; `passed`: a challenger went past it;
            `down`: it had not played for long; `up`: another left or moved down; `joined` or `returned` at the bottom;
            `left`.
        other: The entrant that was beaten, went past it, left or moved down; None without.
        match: The match that decided it; None without.
        before: The place it had before; None: it did not stand on the ladder.
        at: When; None from the beginning.
    """

    rank: int
    entrant: int
    how: How
    other: int | None = None
    match: int | None = None
    before: int | None = None
    at: datetime | None = None


class OpenChallenge(Struct, frozen=True):
    """A challenge that waits for its answer until `answer_by`, or, once it is accepted, for the result of its match."""

    challenge: ChallengeState
    answer_by: datetime


def rungs_of(state: TournamentState, stage: StageState) -> tuple[Rung, ...]:
    """Return the places of a ladder from the top; those that have left stand at the end."""
    came: dict[int, Rung] = {}
    before: tuple[int, ...] = ()
    for step, order in orders_of(state, stage):
        ranks = {entrant: place for place, entrant in enumerate(before, start=1)}
        for place, entrant in enumerate(order, start=1):
            if step is None:
                came[entrant] = Rung(place, entrant, "began")
            elif ranks.get(entrant) != place:
                came[entrant] = _moved(stage, step, entrant, ranks.get(entrant), place)
        if step is not None and step.kind == "left":
            came[step.number] = Rung(0, step.number, "left", before=ranks.get(step.number), at=step.at)
        before = order
    return tuple(
        Rung(rank, entrant, known.how, known.other, known.match, known.before, known.at)
        for rank, entrant in enumerate(order_of(state, stage), start=1)
        for known in (came.get(entrant, Rung(rank, entrant, "left")),)
    )


def open_challenges(state: TournamentState, stage: StageState) -> tuple[OpenChallenge, ...]:
    """Return the challenges that wait for an answer or a result, the oldest first."""
    rules = ladder_rules(stage)
    return tuple(
        OpenChallenge(challenge, answer_by(challenge, rules))
        for challenge in stage.challenges
        if is_pending(state, stage, challenge)
    )


def _moved(stage: StageState, step: LadderStep, entrant: int, before: int | None, place: int) -> Rung:
    """Return the place of an entrant that stands elsewhere after a step."""
    if step.kind == "challenge":
        challenge = stage.challenge(step.number)
        if entrant != challenge.challenger:
            return Rung(place, entrant, "passed", challenge.challenger, challenge.match, before, step.at)
        how: How = "won" if challenge.match is not None else "given"
        return Rung(place, entrant, how, challenge.challenged, challenge.match, before, step.at)
    if entrant != step.number:
        return Rung(place, entrant, "up", step.number, None, before, step.at)
    ways: dict[str, How] = {"down": "down", "returned": "returned", "left": "left"}
    return Rung(place, entrant, ways.get(step.kind, "joined"), before=before, at=step.at)

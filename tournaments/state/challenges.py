"""Folding a ladder: its challenges, and the steps on which its order depends. Part of `tournaments.state.folding`."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tournaments.events import ladder
from tournaments.stages.stage import LADDER
from tournaments.state.challenging import ChallengeState, LadderStep
from tournaments.state.outcomes import outcome_of
from tournaments.state.tournament import MatchState, RoundState, TournamentState


def note_step(state: TournamentState, number: int, kind: Any, subject: int, places: int = 0) -> None:
    """Note a step in the order of a ladder; nothing in other stages."""
    stage = state.stages[number]
    if stage.plan.type == LADDER:
        step = LadderStep(kind, subject, state.at, places)
        state.stages[number] = replace(stage, steps=(*stage.steps, step))


def note_result(state: TournamentState, match: MatchState) -> None:
    """Note the result of a match in a ladder, in its turn: the first time that it is known."""
    stage = state.stages[match.stage]
    challenge = next(one for one in stage.challenges if one.match == match.number)
    known = any(step.kind == "challenge" and step.number == challenge.number for step in stage.steps)
    if not known and outcome_of(state, match) is not None:
        note_step(state, stage.number, "challenge", challenge.number)


def _challenge_made(state: TournamentState, event: ladder.ChallengeMade) -> None:
    stage = state.stages[event.stage]
    made = ChallengeState(event.challenge, event.challenger, event.challenged, state.at)
    state.stages[event.stage] = replace(stage, challenges=(*stage.challenges, made))


def _accepted(state: TournamentState, event: ladder.ChallengeAccepted) -> None:
    challenge = _challenge(state, event, status="accepted", match=event.match)
    sides = ((challenge.challenged,), (challenge.challenger,))
    state.last_match = max(state.last_match, event.match)
    state.matches[event.match] = MatchState(
        event.match, event.stage, 0, event.round, sides, filled_at=state.at, at=event.at
    )
    stage = state.stages[event.stage]
    alone = RoundState(event.round, 0, (event.match,), released=True, called=True, called_at=state.at)
    state.stages[event.stage] = replace(stage, rounds=(*stage.rounds, alone))


def _not_played(state: TournamentState, event: ladder.ChallengeRefused | ladder.ChallengeExpired) -> None:
    status = "refused" if isinstance(event, ladder.ChallengeRefused) else "expired"
    _challenge(state, event, status="lost" if event.lost else status)
    if event.lost:
        note_step(state, event.stage, "challenge", event.challenge)


def _withdrawn(state: TournamentState, event: ladder.ChallengeWithdrawn) -> None:
    _challenge(state, event, status="withdrawn")


def _challenge(state: TournamentState, event: Any, **changes: Any) -> ChallengeState:
    """Change the challenge an event names, and return it."""
    stage = state.stages[event.stage]
    changed = tuple(replace(one, **changes) if one.number == event.challenge else one for one in stage.challenges)
    state.stages[event.stage] = replace(stage, challenges=changed)
    return next(one for one in changed if one.number == event.challenge)


def _moved_down(state: TournamentState, event: ladder.EntrantMovedDown) -> None:
    note_step(state, event.stage, "down", event.entrant, event.places)


APPLY: Final[Mapping[type[Any], Callable[[TournamentState, Any], None]]] = {
    ladder.ChallengeMade: _challenge_made,
    ladder.ChallengeAccepted: _accepted,
    ladder.ChallengeRefused: _not_played,
    ladder.ChallengeExpired: _not_played,
    ladder.ChallengeWithdrawn: _withdrawn,
    ladder.EntrantMovedDown: _moved_down,
}
"""How each event of a ladder changes the tournament."""

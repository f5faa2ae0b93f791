"""What a changed result brings with it: later matches that were paired, or have begun, by the result as it was."""

from typing import Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from engine.phrases import phrase
from tournaments.deeds.base import Refused
from tournaments.events import cases, playing, staging
from tournaments.events.playing import Report
from tournaments.stages.stage import SWISS
from tournaments.state.brackets import all_after
from tournaments.state.outcomes import outcome_of
from tournaments.state.tournament import MatchState, RoundState, TournamentState

FollowUp: TypeAlias = Literal["keep", "re_pair", "replay"]
REPLAY: Final = "replay"


def begun_after(state: TournamentState, match: MatchState) -> list[MatchState]:
    """Return the later matches of a bracket that stand on a match and have begun or are decided, the nearest first."""
    later = (state.matches[number] for number in all_after(state, (match.number,)))
    return [one for one in later if one.has_begun]


def check_followers(state: TournamentState, match: MatchState) -> None:
    """Refuse to touch a match on which a later one stands that has begun.

    Raises:
        Refused: `follows-started`.
    """
    if begun := begun_after(state, match):
        text = phrase("Match {number} depends on this result and has begun.")
        raise Refused("follows-started", text, "match", number=begun[0].number)


def with_report(match: MatchState, number: int, report: Report) -> MatchState:
    """Return a match with a certain report of a game."""
    return match.with_game(replace(match.game(number), report=report, by="desk", confirmed=True))


def winner_changes(state: TournamentState, match: MatchState, changed: MatchState) -> bool:
    """Tell whether another side wins a match, or none does, once it is changed."""
    before, after = outcome_of(state, match), outcome_of(state, changed)
    return (before and before.winner) != (after and after.winner)


def with_follow_ups(
    state: TournamentState,
    match: MatchState,
    changed: MatchState,
    happened: list[Any],
    follow_up: FollowUp,
    reason: str,
    case: str = "",
) -> list[Any]:
    """Return the events of a changed result with those that follow from it.

    With `re_pair`, later rounds of a Swiss that are not called are thrown away; with `replay`, later matches of a
    bracket that have begun are played again. A bracket never contradicts a result: if another entrant goes on and its
    next match has begun, only `replay` is admitted.

    Args:
        match: The match as it is.
        changed: The match as it will be.
        happened: The events that change it.
        case: By the ruling of a case what the later matches came to is kept, and comes back with the result.

    Raises:
        Refused: `follows-started`.
    """
    events = [*happened, playing.FollowUpChosen(match.number, follow_up)]
    if follow_up == "re_pair" and state.stages[match.stage].plan.type == SWISS:
        events += [staging.RoundUnpaired(match.stage, number) for number in _rounds_to_repair(state, match)]
    if not winner_changes(state, match, changed):
        return events
    begun = begun_after(state, match)
    if begun and follow_up != REPLAY:
        numbers = ", ".join(str(later.number) for later in begun)
        text = phrase("Another entrant goes on, but match {numbers} has begun: choose to replay.")
        raise Refused("follows-started", text, "follow_up", numbers=numbers)
    if case:
        # Before the result changes, so that they are kept with the sides that they had.
        return [*(cases.MatchSetAside(later.number, reason, case) for later in reversed(begun)), *events]
    return [*events, *(playing.MatchReopened(later.number, reason, replay=True) for later in reversed(begun))]


def _rounds_to_repair(state: TournamentState, match: MatchState) -> list[int]:
    """Return the last rounds of the stage that have not begun, the last first."""
    stage = state.stages[match.stage]
    later = [one for one in stage.rounds if one.number > match.round]
    begun = max((one.number for one in later if _has_begun(state, one)), default=0)
    return sorted({one.number for one in later if one.number > begun}, reverse=True)


def _has_begun(state: TournamentState, paired: RoundState) -> bool:
    matches = [state.matches[number] for number in paired.matches]
    return paired.called or any(match.has_begun for match in matches)

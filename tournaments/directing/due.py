"""The deeds that the clock owes a tournament, and when it has to look again. Pure.

The clock calls what a director let begin: the matches of called rounds, in brackets as soon as their entrants are
known, the next game of a match, and the further games that the plan gives to a level one. In an automatic tournament it
pairs, releases and calls the rounds too. It closes no stage and no tournament: those are a director's deeds.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from tournaments.deeds.base import Deed
from tournaments.deeds.ladder import ExpireChallenge, MoveDown
from tournaments.deeds.placing import waiting_matches
from tournaments.deeds.playing import CallMatch, ExtendMatch
from tournaments.deeds.scheduling import GiveTables
from tournaments.deeds.seating import has_choice
from tournaments.deeds.staging import CallRound, PairRound, ReleaseRound, UnpairRound, unpaired
from tournaments.drafting.rounds import has_rounds_left
from tournaments.events.settings import MatchPlan
from tournaments.stages.stage import BRACKETS, LADDER, POINTS_RACE, SWISS
from tournaments.state.brackets import is_needed
from tournaments.state.ladder import answer_by, expired, inactive, ladder_rules
from tournaments.state.outcomes import is_level, last_round, next_extra, outcome_of, round_plan
from tournaments.state.schedule import planned_start
from tournaments.state.times import agrees_on_times
from tournaments.state.tournament import MatchState, RoundState, StageState, TournamentState

LOOK_AGAIN: Final = timedelta(minutes=1)
"""How soon the clock looks again for a table of a hall that other tournaments share."""


class Due(Struct, frozen=True):
    """What the clock owes a tournament.

    Attributes:
        deeds: Those to be done now.
        at: When the next one is due; None: only after something else has happened.
    """

    deeds: tuple[Deed, ...]
    at: datetime | None


def due(state: TournamentState, now: datetime) -> Due:
    """Return what the clock owes a tournament at a moment."""
    if state.status != "playing":
        return Due((), None)
    starts_at = state.settings.starts_at
    if starts_at is not None and now.timestamp() < starts_at:
        return Due((), datetime.fromtimestamp(starts_at, UTC))
    steps = [step for stage in state.running for step in _of_stage(state, stage, now)]
    if state.settings.automatic:
        steps.extend(_of_tables(state, now))
    return Due(
        tuple(deed for at, deed in steps if at <= now),
        min((at for at, _deed in steps if at > now), default=None),
    )


def _of_stage(state: TournamentState, stage: StageState, now: datetime) -> Iterator[tuple[datetime, Deed]]:
    if stage.plan.type == LADDER:
        yield from _of_ladder(state, stage, now)
    rounds = {(one.number, one.group): one for one in stage.rounds}
    last = last_round(state, stage)
    for match in state.matches_of(stage.number):
        paired = rounds[match.round, match.group]
        if paired.called and (step := _of_match(state, stage, paired, match, last)) is not None:
            yield step
    if state.settings.automatic and stage.plan.type != LADDER:
        yield from _of_rounds(state, stage, now)


def _of_match(
    state: TournamentState, stage: StageState, paired: RoundState, match: MatchState, last: int
) -> tuple[datetime, Deed] | None:
    """Return the call of the next game of a match in a called round, or its extension, and when it is due."""
    if match.decision is not None or match.is_bye or not match.is_filled:
        return None
    if any(game.report is None and game.stream for game in match.games):
        return None
    plan = round_plan(stage.plan, match.round, last)
    if plan.place == "desk" or outcome_of(state, match, plan) is not None or not is_needed(state, match):
        return None
    at = _call_at(state, stage, paired, match, plan)
    if at is None:
        return None
    if all(game.report is not None for game in match.games) and len(match.games) >= plan.games:
        level = match.confirmed and is_level(match, plan) and next_extra(match, plan) is not None
        return (at, ExtendMatch(match=match.number)) if level else None
    return at, CallMatch(match=match.number)


def _call_at(
    state: TournamentState, stage: StageState, paired: RoundState, match: MatchState, plan: MatchPlan
) -> datetime | None:
    """Return when a match may be called; None: its entrants have agreed on no time yet, or it waits for a table."""
    if match.waits_for_table:
        return None
    assert paired.called_at is not None
    assert match.filled_at is not None
    at = max(paired.called_at, match.filled_at)
    if match.at is not None:
        at = max(at, datetime.fromtimestamp(match.at, UTC))
    elif agrees_on_times(stage):
        return None
    settings = state.settings
    chooses = any(has_choice(state, plan, entrant) for entrant in match.entrants)
    if chooses and not match.games and len(match.line_ups) < len(match.entrants):
        at += timedelta(minutes=settings.line_up_minutes)
    return at


def _of_tables(state: TournamentState, now: datetime) -> Iterator[tuple[datetime, Deed]]:
    """Yield that free tables are given to the matches that wait for one; in a shared hall the clock looks again."""
    if state.venue is not None and waiting_matches(state):
        yield now, GiveTables()
        if state.venue.hall:
            yield now + LOOK_AGAIN, GiveTables()


def _of_rounds(state: TournamentState, stage: StageState, now: datetime) -> Iterator[tuple[datetime, Deed]]:
    """Yield the next step of an automatic stage: a round begins when all before it are over, a bracket at once.

    No round begins before its planned time.
    """
    waiting = [one for one in stage.rounds if not one.called]
    if waiting:
        number = min(one.number for one in waiting)
        if unpaired(state, stage, number):
            yield now, UnpairRound(stage=stage.number, round=number)
            return
        if not all(one.released for one in waiting if one.number == number):
            yield now, ReleaseRound(stage=stage.number, round=number)
        if stage.plan.type in BRACKETS or _is_over(state, stage, number):
            planned = planned_start(state, stage.number, number)
            at = now if planned is None else max(now, datetime.fromtimestamp(planned, UTC))
            yield at, CallRound(stage=stage.number, round=number)
    elif _is_over(state, stage) and _has_more(state, stage):
        yield now, PairRound(stage=stage.number)


def _is_over(state: TournamentState, stage: StageState, before: int | None = None) -> bool:
    """Tell whether all matches of a stage are over, or all of the rounds before one."""
    return all(
        outcome_of(state, match) is not None or not is_needed(state, match)
        for match in state.matches_of(stage.number)
        if before is None or match.round < before
    )


def _has_more(state: TournamentState, stage: StageState) -> bool:
    if not stage.rounds:
        return True
    if stage.plan.type in (SWISS, POINTS_RACE):
        return max(one.number for one in stage.rounds) < last_round(state, stage)
    return has_rounds_left(state, stage)


def _of_ladder(state: TournamentState, stage: StageState, now: datetime) -> Iterator[tuple[datetime, Deed]]:
    rules, seconds = ladder_rules(stage), int(now.timestamp())
    for challenge in expired(state, stage, rules, now):
        yield now, ExpireChallenge(stage=stage.number, challenge=challenge.number, now=seconds)
    for challenge in stage.challenges:
        if challenge.status == "open" and answer_by(challenge, rules) > now:
            yield answer_by(challenge, rules), ExpireChallenge(stage=stage.number, challenge=challenge.number, now=0)
    for entrant in inactive(state, stage, rules, now):
        yield now, MoveDown(stage=stage.number, entrant=entrant, now=seconds)
    if rules.inactive_days:
        # Who moves down next depends on all matches: to look once a day is soon enough.
        yield now + timedelta(days=1), MoveDown(stage=stage.number, entrant=0, now=0)

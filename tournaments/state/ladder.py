"""The order of a ladder, and what is due in it: by its challenges, their matches and the steps noted by the fold. Pure.

The order is computed from the beginning: a result that was corrected counts as it is now, in the turn in which the
match was first decided.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from tournaments.formats.ladder import Rules, after_win, moved_down, rules_of
from tournaments.stages.stage import LADDER, Stage
from tournaments.state.challenging import ChallengeState, LadderStep
from tournaments.state.outcomes import outcome_of
from tournaments.state.tournament import StageState, TournamentState


def ladder_rules(stage: StageState) -> Rules:
    """Return the options of a stage that is a ladder."""
    return rules_of(Stage(str(stage.number), LADDER, (), stage.plan.options))


def order_of(state: TournamentState, stage: StageState) -> tuple[int, ...]:
    """Return the entrants of a ladder from the top; those that have left stand behind all others, the last first.

    An entrant that joins or returns stands at the bottom.
    """
    order, gone = _at_first(state, stage)
    for _step, order, gone in _orders(state, stage):  # noqa: B007  # the last ones are wanted
        pass
    return (*order, *gone)


def orders_of(state: TournamentState, stage: StageState) -> Iterator[tuple[LadderStep | None, tuple[int, ...]]]:
    """Yield the orders of a ladder from the beginning on, those who play in it: the first, and after each step."""
    yield None, _at_first(state, stage)[0]
    for step, order, _gone in _orders(state, stage):
        yield step, order


def _at_first(state: TournamentState, stage: StageState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the order at the beginning, and those in the field that had left before."""
    late = {step.number for step in stage.steps if step.kind == "joined"}
    order = tuple(entrant for entrant in stage.field if entrant not in late)
    gone = tuple(entrant for entrant in order if not state.entrants[entrant].plays_in(stage.number, 0))
    return tuple(entrant for entrant in order if entrant not in gone), gone


def _orders(state: TournamentState, stage: StageState) -> Iterator[tuple[LadderStep, tuple[int, ...], tuple[int, ...]]]:
    """Yield after each step the order, and those that have left."""
    order, gone = _at_first(state, stage)
    for step in stage.steps:
        if step.kind == "challenge":
            order = _after_challenge(state, stage.challenge(step.number), order)
        elif step.kind == "down":
            order = moved_down(order, step.number, step.places) if step.number in order else order
        elif step.kind == "left":
            order, gone = _without(order, step.number), (step.number, *_without(gone, step.number))
        else:
            order, gone = (*_without(order, step.number), step.number), _without(gone, step.number)
        yield step, order, gone


def within_reach(state: TournamentState, stage: StageState, rules: Rules, challenger: int) -> tuple[int, ...]:
    """Return the entrants that an entrant may challenge now, the nearest first; none if it may challenge nobody."""
    order = order_of(state, stage)
    if challenger not in order or not _is_free(state, stage, challenger):
        return ()
    place = order.index(challenger)
    above = reversed(order[max(0, place - rules.reach) : place])
    return tuple(entrant for entrant in above if _is_free(state, stage, entrant))


def _is_free(state: TournamentState, stage: StageState, entrant: int) -> bool:
    return not state.entrants[entrant].is_away and pending_of(state, stage, entrant) is None


def is_pending(state: TournamentState, stage: StageState, challenge: ChallengeState) -> bool:
    """Tell whether a challenge waits for its answer, or its match for a result.

    A challenge that was not answered when one of its entrants left is pending no more.
    """
    if challenge.match is not None:
        return outcome_of(state, state.matches[challenge.match]) is None
    if challenge.status != "open":
        return False
    return not any(
        step.kind == "left" and step.number in challenge.entrants and step.at >= challenge.made_at
        for step in stage.steps
    )


def pending_of(state: TournamentState, stage: StageState, entrant: int) -> ChallengeState | None:
    """Return the challenge that an entrant is concerned in now, made or received; None without."""
    return next(
        (one for one in stage.challenges if entrant in one.entrants and is_pending(state, stage, one)),
        None,
    )


def refusals_of(stage: StageState, entrant: int) -> int:
    """Return how many challenges an entrant has refused, or not answered, since it last played or lost that way."""
    count = 0
    for one in stage.challenges:
        if one.challenged == entrant and one.status in ("refused", "expired"):
            count += 1
        elif (entrant in one.entrants and one.status == "accepted") or (
            one.challenged == entrant and one.status == "lost"
        ):
            count = 0
    return count


def answer_by(challenge: ChallengeState, rules: Rules) -> datetime:
    """Return the end of the time to answer a challenge."""
    return challenge.made_at + timedelta(days=rules.days)


def active_at(state: TournamentState, stage: StageState, entrant: int) -> datetime:
    """Return since when an entrant has not played: its last result, move down, entry or return, or the beginning."""
    assert stage.began_at is not None
    return max((step.at for step in stage.steps if _concerns(stage, step, entrant)), default=stage.began_at)


def expired(state: TournamentState, stage: StageState, rules: Rules, now: datetime) -> Iterator[ChallengeState]:
    """Yield the challenges that were not answered in time: a clock proposes that they expire, a deed decides it."""
    for one in stage.challenges:
        if one.status == "open" and is_pending(state, stage, one) and now >= answer_by(one, rules):
            yield one


def inactive(state: TournamentState, stage: StageState, rules: Rules, now: datetime) -> Iterator[int]:
    """Yield the entrants that have not played for so long that they may be moved down; none without such a limit."""
    if not rules.inactive_days:
        return
    for entrant in stage.field:
        if state.entrants[entrant].is_away or pending_of(state, stage, entrant) is not None:
            continue
        if now >= active_at(state, stage, entrant) + timedelta(days=rules.inactive_days):
            yield entrant


def _without(order: tuple[int, ...], entrant: int) -> tuple[int, ...]:
    return tuple(other for other in order if other != entrant)


def _after_challenge(state: TournamentState, challenge: ChallengeState, order: tuple[int, ...]) -> tuple[int, ...]:
    if not set(challenge.entrants) <= set(order):
        return order
    if challenge.match is not None:
        outcome = outcome_of(state, state.matches[challenge.match])
        # The challenger is the second side of its match.
        if outcome is None or outcome.winner != 1:
            return order
    return after_win(order, challenge.challenger, challenge.challenged)


def _concerns(stage: StageState, step: LadderStep, entrant: int) -> bool:
    if step.kind == "challenge":
        return entrant in stage.challenge(step.number).entrants
    return step.number == entrant
